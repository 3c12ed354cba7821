#pragma once

#include "views/common/view.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stagescope {

class SnapshotSession;

/// What a page shows: a memory snapshot, below the line of its pickers and its history; or the profiler's own record.
enum class MemoryPageSource : std::uint8_t { Snapshot, Record };

/// A view of the tab Memory, which may look at the session's snapshot. It says itself what it needs when that is
/// missing; its emptyReason() tells the tab. Views of profiles use the services alone.
struct MemoryPageEntry {
    const char *id;     ///< also the name by which `shot` draws the tab with this view alone
    const char *title;  ///< source text, context "ViewList"
    View *(*make)(const ViewServices &services, SnapshotSession &session, QWidget *parent);
    MemoryPageSource source = MemoryPageSource::Snapshot;
};
/// THE list of views. One more: a line in memory_pages.cpp, and its page there.
[[nodiscard]] const std::vector<MemoryPageEntry> &memoryPageList();

/// A page: one view or several that follow one another in the list.
struct MemoryPageGroup {
    const char *id;
    const char *title;
    std::size_t first = 0;  ///< in memoryPageList()
    std::size_t count = 1;
    bool isChoice = false;  ///< one of them is seen at a time (SwitchPage), else all (JointPage)
};
/// THE list of pages, in the order of their tabs.
[[nodiscard]] std::span<const MemoryPageGroup> memoryPageGroups();

/// The pages and their parts as what can be drawn: the tab with one of them in front.
[[nodiscard]] std::vector<ViewEntry> memoryPageViews();

}  // namespace stagescope
