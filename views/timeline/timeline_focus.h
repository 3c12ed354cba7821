#pragma once

#include "core/scene/timeline/timeline_scene.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>
#include <QtCore/QSize>

#include <optional>

class QWidget;

namespace stagescope {

class TimelineChart;
class TimelineModel;

/// What the commands of the timeline are about, the first selected item and the row gone to, and bringing both into
/// sight. Follows the selection: what is chosen elsewhere comes into sight as soon as the view is visible and its place
/// in time is known, which is looked for on the pool for items that are no slices. GUI thread.
class TimelineFocus : public QObject {
    Q_OBJECT
public:
    /// All outlive it; it asks `view` whether anyone looks. What is selected with the canvas as origin stays where it
    /// is.
    TimelineFocus(Selection *selection, TimeView *time, TimelineModel *model, TimelineChart *chart, QWidget *view);

    /// The first selected item, where it is a slice (a rank).
    [[nodiscard]] std::optional<SliceRef> slice() const;
    [[nodiscard]] std::optional<RankRef> rank() const;
    /// The time of the first selected item; nothing until it is known.
    [[nodiscard]] std::optional<AlignedRange> range() const;
    /// Selects a slice and brings it into sight.
    void select(const SliceRef &slice);
    /// The next or previous one of the selected slice's depth.
    void selectNeighbour(bool next);
    /// Looks where the selected item is: the model has another workspace, or other shifts.
    void refresh() { follow(true); }

    /// The row that was clicked last, or gone to by keys; it may have no row any more.
    [[nodiscard]] const std::optional<TimelineNode> &chosenRow() const { return m_chosenRow; }
    /// The row that commands are about: the chosen one, else that of the selected slice.
    [[nodiscard]] std::optional<TimelineNode> row() const;
    /// The rank of row(), else the selected one, where that is a digest, read from its source or not.
    [[nodiscard]] std::optional<RankRef> digest(bool isFromSource) const;
    void chooseRow(const std::optional<TimelineNode> &node);
    void stepRow(int by);
    /// Scrolls to row().
    void showRow();
    /// Chooses the row of a track and brings it into sight, whatever hides it.
    void showTrack(const TimelineNode &node);

    /// Brings what is selected into sight.
    void reveal();
    void revealItem();
    void revealLane();
    /// The name of its rank, too: other processes are folded where the rank is too long for the chart.
    void showNameOf(const TimelineNode &lane);
    /// The same, for what was selected while nobody looked.
    void catchUp();
    /// The chart had another size before: what was in sight stays so.
    void keepInSight(QSize before);

Q_SIGNALS:
    /// What commands are about: another item or row, or the same in another workspace.
    void changed();

private:
    void follow(bool isOwn);
    void onShown();
    void adoptTarget(const std::optional<TimelineHighlight> &target);
    void revealSlice(const SliceRef &slice);
    void revealTarget();
    void zoomToChosen();
    void unfold(const SliceRef &slice);
    /// Of the track of a slice, or what is folded above it; null when not shown.
    [[nodiscard]] const TimelineRow *rowOf(const SliceRef &slice) const;

    Selection *m_selection;
    TimeView *m_time;
    TimelineModel *m_model;
    TimelineChart *m_chart;
    QWidget *m_view;
    std::optional<TimelineNode> m_chosenRow;
    std::optional<ItemRef> m_primary;           ///< the first selected item
    std::optional<TimelineHighlight> m_target;  ///< where it is, unless it is a slice
    AsyncResult<std::optional<TimelineHighlight>> m_search;
    bool m_revealPending = false;
    bool m_showPending = false;  ///< what is chosen is to be brought into sight at a readable size
};

}  // namespace stagescope
