#pragma once

#include "core/analysis/snapshot/snapshot_history.h"
#include "core/scene/memory/event_axis.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>

#include <memory>
#include <optional>
#include <vector>

namespace stagescope {

inline constexpr int kRangeTint = 40;  ///< of 255: a selected range

/// What all pages of the tab Memory share of the snapshots of a run: which device of which snapshot is looked at, its
/// history (made on the pool; at first of the device on which an allocation failed), the moment and the range of
/// events, the axis and what of it is in sight. Moment and range live in Selection as items, so that there is one
/// selection; they are read back from it. Owned by the tab. GUI thread.
class SnapshotSession : public QObject {
    Q_OBJECT
public:
    struct Choice {
        RunId run;
        std::uint32_t snapshot = 0;  ///< position in Run::snapshots
        std::uint32_t device = 0;    ///< position in the store's devices
        SnapshotSource source;
        std::optional<int> stage{};  ///< of the pipeline, of the rank
        bool hasFailed = false;      ///< an allocation failed on this device
    };
    /// "rank 0 (stage 1), snapshot.pickle, device 0"
    [[nodiscard]] static QString nameOf(const Choice &choice);
    struct Range {
        std::uint32_t begin = 0;  ///< events
        std::uint32_t end = 0;
        bool operator==(const Range &) const = default;
    };

    explicit SnapshotSession(Selection *selection, QObject *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    [[nodiscard]] const std::shared_ptr<const Workspace> &workspace() const { return m_workspace; }
    /// The tab is seen: histories are made from now on.
    void wake();

    [[nodiscard]] const std::vector<Choice> &choices() const { return m_choices; }
    /// Null when there is none.
    [[nodiscard]] const Choice *chosen() const;
    [[nodiscard]] std::size_t chosenIndex() const { return m_chosen; }
    void choose(std::size_t index);
    /// Files of snapshots that are there and not read, or cannot be.
    [[nodiscard]] bool isLoading() const { return m_isLoading; }
    [[nodiscard]] bool isBusy() const { return m_work.isBusy(); }
    /// Null until it is made.
    [[nodiscard]] const std::shared_ptr<const SnapshotHistory> &history() const { return m_history; }

    [[nodiscard]] const EventAxis &axis() const { return m_axis; }
    void setAxis(EventAxisKind kind);
    /// What of the axis is in sight.
    [[nodiscard]] TimeView &view() { return m_view; }

    /// Events that lie behind the state that is looked at.
    [[nodiscard]] std::uint32_t moment() const { return m_moment; }
    void setMoment(std::uint32_t moment);
    [[nodiscard]] std::optional<Range> range() const { return m_range; }
    void setRange(std::optional<Range> range);
    /// The first item is the one with details; moment and range stay.
    void select(const ItemRef &item);
    void selectBlock(LiveBlocks::Block block, std::uint32_t moment);
    void selectSegment(LiveBlocks::Block segment, std::uint32_t moment);
    void selectStack(StackId stack);

    /// What of the selection concerns the device that is looked at.
    [[nodiscard]] std::optional<std::uint32_t> selectedAllocation() const;
    [[nodiscard]] std::optional<std::uint32_t> selectedSpan() const;
    /// Of the selected stack, block, event or segment.
    [[nodiscard]] std::optional<StackId> selectedStack() const;
    /// A stack itself is selected, not something that it made.
    [[nodiscard]] bool isStackSelected() const;

Q_SIGNALS:
    void choicesChanged();
    void historyChanged();
    void axisChanged();
    /// Moment, range or item.
    void selectionChanged();
    void busyChanged();

private:
    template <class Ref>
    [[nodiscard]] const Ref *itemOfDevice() const;
    template <class Ref>
    [[nodiscard]] bool isHere(const Ref &ref) const;
    void listChoices();
    void build();
    void adopt(std::shared_ptr<const SnapshotHistory> history);
    void follow();
    bool followChoice();
    void publish(std::optional<ItemRef> primary);

    Selection *m_selection;
    std::shared_ptr<const Workspace> m_workspace;
    std::vector<Choice> m_choices;
    std::size_t m_chosen = 0;
    bool m_isPicked = false;  ///< by the user or the selection: it stays
    bool m_isLoading = false;
    bool m_isAwake = false;
    std::shared_ptr<const SnapshotHistory> m_history;
    EventAxisKind m_axisKind = EventAxisKind::Events;
    EventAxis m_axis;
    TimeView m_view;
    std::uint32_t m_moment = 0;
    std::optional<Range> m_range;
    AsyncResult<std::shared_ptr<const SnapshotHistory>> m_work;
};

/// The store of a choice; null for one of another workspace.
[[nodiscard]] std::shared_ptr<const SnapshotStore> snapshotStoreOf(const Workspace *workspace,
                                                                   const SnapshotSession::Choice &choice);

}  // namespace stagescope
