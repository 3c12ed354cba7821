#include "views/memory/memory_pages.h"

#include "views/memory/active_memory_page.h"
#include "views/memory/allocator_page.h"
#include "views/memory/compare_page.h"
#include "views/memory/events_page.h"
#include "views/memory/memory_curves_page.h"
#include "views/memory/memory_peaks_page.h"
#include "views/memory/memory_view.h"
#include "views/memory/operators_page.h"
#include "views/memory/quality_page.h"
#include "views/memory/stacks_page.h"

#include <QtCore/QtGlobal>

#include <array>
#include <type_traits>
#include <utility>

namespace stagescope {

namespace {

template <class Page>
View *makePage(const ViewServices &services, SnapshotSession &session, QWidget *parent) {
    if constexpr (std::is_constructible_v<Page, const ViewServices &, SnapshotSession &, QWidget *>) {
        return new Page(services, session, parent);
    } else {
        return new Page(services, parent);
    }
}

template <SnapshotSeries Series>
View *makeSeriesPage(const ViewServices &services, SnapshotSession &session, QWidget *parent) {
    return new ActiveMemoryPage(services, session, Series, parent);
}

constexpr std::array kPages{
    MemoryPageEntry{"active-memory", QT_TRANSLATE_NOOP("ViewList", "Active memory"),
                    makeSeriesPage<SnapshotSeries::Blocks>},
    MemoryPageEntry{"allocator-state", QT_TRANSLATE_NOOP("ViewList", "Allocator state"), makePage<AllocatorPage>},
    MemoryPageEntry{"cached-segments", QT_TRANSLATE_NOOP("ViewList", "Cached segments"),
                    makeSeriesPage<SnapshotSeries::Segments>},
    MemoryPageEntry{"memory-stacks", QT_TRANSLATE_NOOP("ViewList", "Call stacks"), makePage<StacksPage>},
    MemoryPageEntry{"memory-events", QT_TRANSLATE_NOOP("ViewList", "Events"), makePage<EventsPage>},
    MemoryPageEntry{"memory-compare", QT_TRANSLATE_NOOP("ViewList", "Compare snapshots"), makePage<ComparePage>},
    MemoryPageEntry{"memory-quality", QT_TRANSLATE_NOOP("ViewList", "Data quality"), makePage<QualityPage>},
    MemoryPageEntry{"memory-curves", QT_TRANSLATE_NOOP("ViewList", "Memory curves"), makePage<MemoryCurvesPage>,
                    MemoryPageSource::Record},
    MemoryPageEntry{"memory-peaks", QT_TRANSLATE_NOOP("ViewList", "Memory peaks"), makePage<MemoryPeaksPage>,
                    MemoryPageSource::Record},
    MemoryPageEntry{"memory-operators", QT_TRANSLATE_NOOP("ViewList", "Operator memory"), makePage<OperatorsPage>,
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
