#pragma once

#include "core/scene/memory/memory_flame_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

class QComboBox;
class QLabel;
class QScrollArea;
class QSplitter;

namespace stagescope {

class SceneCanvas;
class SnapshotDesk;
class TableView;

/// Who made the blocks that are in use at a moment, or were made in a range: as a flame graph and as a table, by stack
/// or by the first frame of the program. Sums are made on the pool. GUI thread.
class StacksPage : public View {
    Q_OBJECT
public:
    StacksPage(const ViewServices &services, SnapshotDesk &desk, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] QComboBox *choicePicker() const { return m_choice; }
    [[nodiscard]] QComboBox *groupingPicker() const { return m_grouping; }
    [[nodiscard]] const MemoryFlameScene &layoutShown() const { return m_layout; }
    [[nodiscard]] const StackTree &tree() const { return m_model.tree; }
    [[nodiscard]] QString tipAt(QPoint position) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Model {
        std::shared_ptr<const SnapshotHistory> history;  ///< that the rest is of
        std::vector<StackSum> sums;
        StackTree tree;
        std::vector<StackRow> rows;
    };

    void connectControls();
    void ask();
    void askIfChanged();
    void adopt(Model model);
    void showRows();
    void chooseRow();
    void choose(QPoint position);
    void enter(std::uint32_t node);
    void hover(QPoint position);
    void layOut();
    void showQuestion();
    [[nodiscard]] BlockQuestion question() const;
    [[nodiscard]] StackGrouping grouping() const;
    void paintSelection(QPainter &painter, const MemoryFlameScene &layout) const;
    [[nodiscard]] MemoryFlameScene sceneFor(QSize size) const;

    SnapshotDesk &m_desk;
    QComboBox *m_choice;
    QComboBox *m_grouping;
    QLabel *m_about;
    QSplitter *m_split;
    QScrollArea *m_scroll;
    SceneCanvas *m_canvas;
    TableView *m_table;
    Model m_model;
    BlockQuestion m_asked;
    StackGrouping m_askedGrouping = StackGrouping::Frame;
    std::shared_ptr<const SnapshotHistory> m_askedOf;
    std::uint32_t m_root = 0;
    MemoryFlameScene m_layout;
    AsyncResult<Model> m_work;
};

}  // namespace stagescope
