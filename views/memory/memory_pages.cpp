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
    MemoryPageEntry{"memory-compare", QT_TRANSLATE_NOOP("ViewList", "Compare snapshots"), makePage<ComparePage>},
    MemoryPageEntry{"memory-events", QT_TRANSLATE_NOOP("ViewList", "Events"), makePage<EventsPage>},
    MemoryPageEntry{"memory-quality", QT_TRANSLATE_NOOP("ViewList", "Data quality"), makePage<QualityPage>},
    MemoryPageEntry{"memory-curves", QT_TRANSLATE_NOOP("ViewList", "Memory curves"), makePage<MemoryCurvesPage>,
                    MemoryPageSource::Record},
    MemoryPageEntry{"memory-peaks", QT_TRANSLATE_NOOP("ViewList", "Memory peaks"), makePage<MemoryPeaksPage>,
                    MemoryPageSource::Record},
    MemoryPageEntry{"memory-operators", QT_TRANSLATE_NOOP("ViewList", "Operator memory"), makePage<OperatorsPage>,
                    MemoryPageSource::Record},
};
constexpr std::array kGroups{
    MemoryPageGroup{"active-memory", kPages[0].title, 0},
    MemoryPageGroup{"memory-allocator", QT_TRANSLATE_NOOP("ViewList", "Allocator"), 1, 2},
    MemoryPageGroup{"memory-calls", kPages[3].title, 3, 2, true},
    MemoryPageGroup{"memory-log", kPages[5].title, 5, 2, true},
    MemoryPageGroup{"memory-use", QT_TRANSLATE_NOOP("ViewList", "Curves and peaks"), 7, 2},
    MemoryPageGroup{"memory-operators", kPages[9].title, 9},
};

template <std::size_t Page>
View *makeWithPage(const ViewServices &services, QWidget *parent) {
    auto *view = new MemoryView(services, parent);
    view->showAlone(Page);
    return view;
}

template <std::size_t... Page>
std::vector<ViewEntry> viewsOf(std::index_sequence<Page...>) {
    return {ViewEntry{kPages[Page].id, kPages[Page].title, makeWithPage<Page>}...};
}

template <std::size_t Group>
const std::vector<ViewEntry> &partsOf() {
    static const auto all = viewsOf(std::make_index_sequence<kPages.size()>());
    static const std::vector<ViewEntry> parts(all.begin() + kGroups[Group].first,
                                              all.begin() + kGroups[Group].first + kGroups[Group].count);
    return parts;
}

template <std::size_t Group>
View *makeWithGroup(const ViewServices &services, QWidget *parent) {
    auto *view = new MemoryView(services, parent);
    view->showPage(QLatin1String(kGroups[Group].id));
    return view;
}

template <std::size_t... Group>
std::vector<ViewEntry> groupViews(std::index_sequence<Group...>) {
    return {ViewEntry{kGroups[Group].id, kGroups[Group].title, makeWithGroup<Group>,
                      kGroups[Group].count == 1 ? nullptr : partsOf<Group>}...};
}

}  // namespace

const std::vector<MemoryPageEntry> &memoryPageList() {
    static const std::vector<MemoryPageEntry> list(kPages.begin(), kPages.end());
    return list;
}

std::span<const MemoryPageGroup> memoryPageGroups() { return kGroups; }

std::vector<ViewEntry> memoryPageViews() { return groupViews(std::make_index_sequence<kGroups.size()>()); }

}  // namespace stagescope
