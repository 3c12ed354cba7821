#pragma once

#include "core/analysis/snapshot/event_filter.h"
#include "core/scene/memory/event_list_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QScrollBar;

namespace stagescope {

class SceneCanvas;
class SnapshotDesk;

/// All events of the allocator, filtered; only the rows in sight are ever drawn, so that ten million are as many as
/// ten. The row of the moment is marked. GUI thread; filters run on the pool.
class EventsPage : public View {
    Q_OBJECT
public:
    EventsPage(const ViewServices &services, SnapshotDesk &desk, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] QComboBox *actionPicker() const { return m_action; }
    [[nodiscard]] QLineEdit *textField() const { return m_text; }
    [[nodiscard]] const EventListScene &layoutShown() const { return m_layout; }
    [[nodiscard]] const std::vector<std::uint32_t> &rows() const { return m_rows; }

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void connectControls();
    void ask();
    void adopt(std::vector<std::uint32_t> rows);
    void onSelectionChanged();
    void reveal();
    void updateScrollBar();
    void choose(QPoint position);
    void walk(std::ptrdiff_t rows);
    bool key(int key);
    [[nodiscard]] EventFilter filter() const;
    [[nodiscard]] std::size_t rowOfMoment() const;
    [[nodiscard]] EventListScene sceneFor(QSize size, std::size_t firstRow) const;

    SnapshotDesk &m_desk;
    QComboBox *m_action;
    QLineEdit *m_text;
    QCheckBox *m_inRange;
    QLabel *m_count;
    SceneCanvas *m_canvas;
    QScrollBar *m_scroll;
    std::shared_ptr<const SnapshotHistory> m_rowsOf;
    EventFilter m_asked;
    std::vector<std::uint32_t> m_rows;
    EventListScene m_layout;
    AsyncResult<std::vector<std::uint32_t>> m_work;
};

}  // namespace stagescope
