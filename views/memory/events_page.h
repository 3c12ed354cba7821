#pragma once

#include "core/analysis/snapshot/event_filter.h"
#include "core/scene/memory/event_list_scene.h"
#include "views/common/chart_page.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace stagescope {

class SnapshotSession;

/// What the page "Events" shows.
struct EventsPageModel {
    std::shared_ptr<const SnapshotHistory> history;  ///< null: nothing was asked
    std::vector<std::uint32_t> rows;                 ///< events
};

/// All events of the allocator, filtered; only the rows in sight are ever drawn, so that ten million are as many as
/// ten. The row of the moment is marked. GUI thread; filters run on the pool.
class EventsPage : public ModelPage<EventsPageModel, EventListScene> {
    Q_OBJECT
public:
    EventsPage(const ViewServices &services, SnapshotSession &session, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] QComboBox *actionPicker() const { return m_action; }
    [[nodiscard]] QLineEdit *textField() const { return m_text; }
    [[nodiscard]] const std::vector<std::uint32_t> &rows() const { return model().rows; }

protected:
    void ask() override;
    void onModel() override;
    void onSelectionChanged(const QObject *) override {}  // the session says what of it concerns this page
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void onResized() override;
    bool onKey(const QKeyEvent &key) override;
    [[nodiscard]] std::optional<Message> shownReason() const override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] EventListScene layoutFor(QSize size) const override { return sceneFrom(firstRow(), size); }
    /// The scene itself marks the row of the moment.
    void paintMarks(QPainter &, const EventListScene &) const override {}
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void addControls();
    void follow();
    void reveal();
    void walk(std::ptrdiff_t rows);
    [[nodiscard]] EventFilter filter() const;
    [[nodiscard]] std::size_t rowOfMoment() const;
    [[nodiscard]] EventListScene sceneFrom(std::size_t row, QSize size) const;

    SnapshotSession &m_session;
    QComboBox *m_action = nullptr;
    QLineEdit *m_text = nullptr;
    QCheckBox *m_inRange = nullptr;
    QLabel *m_count = nullptr;
    EventFilter m_asked;
};

}  // namespace stagescope
