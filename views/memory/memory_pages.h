#pragma once

#include "views/common/view.h"

#include <cstdint>
#include <vector>

namespace stagescope {

class SnapshotSession;

/// What a page shows: a memory snapshot, below the line of its pickers and its history; or the profiler's own record.
enum class MemoryPageSource : std::uint8_t { Snapshot, Record };

/// A page of the tab Memory: a View that may look at the session's snapshot. It is always shown and says itself what it
/// needs when that is missing; its emptyReason() tells the tab. Pages of profiles use the services alone.
struct MemoryPageEntry {
    const char *id;     ///< also the name by which `shot` draws the tab with this page in front
    const char *title;  ///< source text, context "ViewList"
    View *(*make)(const ViewServices &services, SnapshotSession &session, QWidget *parent);
    MemoryPageSource source = MemoryPageSource::Snapshot;
};
/// THE list of pages, in the order of their tabs. One more: a line in memory_pages.cpp.
[[nodiscard]] const std::vector<MemoryPageEntry> &memoryPageList();

/// The tab with one page in front, for each page but the first: what can be drawn by its name.
[[nodiscard]] std::vector<ViewEntry> memoryPageViews();

}  // namespace stagescope
