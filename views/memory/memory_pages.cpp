#include "views/memory/memory_pages.h"

#include "views/memory/memory_view.h"

#include <QtCore/QtGlobal>

#include <array>
#include <utility>

namespace stagescope {

namespace {

constexpr std::array kPages{
    MemoryPageEntry{"active-memory", QT_TRANSLATE_NOOP("ViewList", "Active memory"), makeActiveMemoryPage},
    MemoryPageEntry{"allocator-state", QT_TRANSLATE_NOOP("ViewList", "Allocator state"), makeAllocatorPage},
    MemoryPageEntry{"cached-segments", QT_TRANSLATE_NOOP("ViewList", "Cached segments"), makeCachedSegmentsPage},
    MemoryPageEntry{"memory-stacks", QT_TRANSLATE_NOOP("ViewList", "Call stacks"), makeStacksPage},
    MemoryPageEntry{"memory-events", QT_TRANSLATE_NOOP("ViewList", "Events"), makeEventsPage},
    MemoryPageEntry{"memory-compare", QT_TRANSLATE_NOOP("ViewList", "Compare snapshots"), makeComparePage},
    MemoryPageEntry{"memory-quality", QT_TRANSLATE_NOOP("ViewList", "Data quality"), makeQualityPage},
    MemoryPageEntry{"memory-curves", QT_TRANSLATE_NOOP("ViewList", "Memory curves"), makeMemoryCurvesPage,
                    MemoryPageSource::Record},
    MemoryPageEntry{"memory-peaks", QT_TRANSLATE_NOOP("ViewList", "Peak of all ranks"), makeMemoryPeaksPage,
                    MemoryPageSource::Record},
    MemoryPageEntry{"memory-operators", QT_TRANSLATE_NOOP("ViewList", "Memory operators"), makeOperatorsPage,
                    MemoryPageSource::Record},
};

template <std::size_t Page>
View *makeWithPage(const ViewServices &services, QWidget *parent) {
    auto *view = new MemoryView(services, parent);
    view->setPage(Page);
    return view;
}

/// The first page is what the tab shows anyway.
template <std::size_t... Page>
std::vector<ViewEntry> viewsOf(std::index_sequence<Page...>) {
    return {ViewEntry{kPages[Page + 1].id, kPages[Page + 1].title, makeWithPage<Page + 1>}...};
}

}  // namespace

const std::vector<MemoryPageEntry> &memoryPageList() {
    static const std::vector<MemoryPageEntry> list(kPages.begin(), kPages.end());
    return list;
}

std::vector<ViewEntry> memoryPageViews() { return viewsOf(std::make_index_sequence<kPages.size() - 1>()); }

}  // namespace stagescope
