#include "core/analysis/tables/analysis.h"
#include "core/analysis/trace/box_statistics.h"
#include "core/analysis/trace/slice_list.h"
#include "core/analysis/trace/slice_runs.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace tst_box_statistics {

using namespace stagescope;
using namespace stagescope::sample;

namespace {

constexpr std::int64_t kSpan = 4000;  ///< ns of the random traces

AlignedRange range(std::int64_t beginUs, std::int64_t endUs) {
    return {alignedTime(kStart + beginUs * 1000), alignedTime(kStart + endUs * 1000)};
}

/// A thread of nested calls, a stream whose kernels overlap, points in time, a group, an overlap lane.
std::shared_ptr<const TraceStore> randomTrace(unsigned seed) {
    std::mt19937 random(seed);
    const auto roll = [&](std::int64_t sides) {
        return std::uniform_int_distribution<std::int64_t>(0, sides - 1)(random);
    };
    TraceBuilder b;
    const auto process = b.intern("process");
    const std::pair<TrackKind, const char *> tracks[] = {{TrackKind::HostThread, "thread"},
                                                         {TrackKind::HostThread, "other thread"},
                                                         {TrackKind::DeviceStream, "stream"},
                                                         {TrackKind::CommGroup, "group"},
                                                         {TrackKind::Overlap, "lane"}};
    for (const auto &[kind, name] : tracks) {
        const auto track = b.track({kind, process, b.intern(name)});
        for (int i = 0; i < 120; ++i) {
            const auto length = roll(12) == 0 ? 0 : 1 + roll(roll(6) == 0 ? 600 : 40);
            b.slice(track, roll(kSpan - length), length, b.intern("name " + std::to_string(roll(9))),
                    SliceClass::Computing, 0);
        }
    }
    return merged(std::move(b));
}

std::shared_ptr<const Workspace> workspaceOf(std::shared_ptr<const TraceStore> trace) {
    auto workspace = std::make_shared<Workspace>();
    Run run;
    run.id = RunId{0};
    run.captures.push_back(capture(3, SourceId{0}, std::move(trace)));
    workspace->runs.push_back(std::move(run));
    return workspace;
}

std::string_view placeName(TrackKind kind) {
    return kind == TrackKind::DeviceStream ? "device"
           : kind == TrackKind::CommGroup  ? "communication"
           : kind == TrackKind::Overlap    ? "summary"
                                           : "host";
}

struct Plain {
    std::int64_t count = 0;
    std::int64_t total = 0;
    std::int64_t self = 0;
    std::int64_t min = std::numeric_limits<std::int64_t>::max();
    std::int64_t max = 0;
};

/// The same figures slice by slice and nanosecond by nanosecond.
struct PlainBox {
    std::map<std::pair<std::string, std::string>, Plain> names;
    std::map<std::string, std::int64_t> busy;

    PlainBox(const TraceStore &trace, std::int64_t begin, std::int64_t end, const std::vector<LaneRef> &lanes) {
        for (const auto &lane : lanes) {
            const auto &slices = trace.slices(lane.track);
            const std::string place(placeName(trace.track(lane.track).kind));
            std::vector<bool> covered(kSpan);
            for (std::uint32_t i = 0; i < slices.size(); ++i) {
                const auto depth = slices.depthOf(i);
                const auto from = std::max(ns(slices.begin(i)), begin);
                const auto to = std::min(ns(slices.end(i)), end);
                const bool isPoint = slices.begin(i) == slices.end(i);
                if (depth < lane.firstDepth || depth >= lane.endDepth || (isPoint ? from >= end : from >= to) ||
                    (isPoint && ns(slices.begin(i)) < begin)) {
                    continue;
                }
                auto &sum = names[{place, std::string(trace.text(slices.name(i)))}];
                ++sum.count;
                sum.total += to - from;
                sum.min = std::min(sum.min, to - from);
                sum.max = std::max(sum.max, to - from);
                sum.self += to - from - childrenOf(slices, depth, from, to);
                std::fill(covered.begin() + from, covered.begin() + to, true);
            }
            busy[place] += std::count(covered.begin(), covered.end(), true);
        }
    }

    static std::int64_t childrenOf(const SliceTable &slices, std::uint32_t depth, std::int64_t from, std::int64_t to) {
        std::int64_t sum = 0;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const auto common = std::min(ns(slices.end(i)), to) - std::max(ns(slices.begin(i)), from);
            sum += slices.depthOf(i) == depth + 1 ? std::max<std::int64_t>(0, common) : 0;
        }
        return sum;
    }
};

const PlaceStatistics *placeIn(const BoxStatistics &statistics, std::string_view place) {
    const auto it = std::find_if(statistics.places.begin(), statistics.places.end(),
                                 [&](const auto &p) { return placeText(p.place) == place; });
    return it == statistics.places.end() ? nullptr : &*it;
}

std::size_t rowOf(const ResultTable &table, std::string_view name) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (table.text(i, "name") == name) {
            return i;
        }
    }
    return table.rows.size();
}

ResultTable names(const Workspace &workspace, AlignedRange range, const std::vector<int> &ranks = {}) {
    return namesTable(boxStatistics(workspace, range, workLanes(workspace, ranks)));
}

}  // namespace

class BoxStatisticsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figuresAreThoseOfAPlainLoop_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 40; ++seed) {
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
        }
    }

    void figuresAreThoseOfAPlainLoop() {
        QFETCH(unsigned, seed);
        const auto trace = randomTrace(seed);
        const auto workspace = workspaceOf(trace);
        std::mt19937 random(seed + 1000);
        const auto begin = static_cast<std::int64_t>(random() % 2000);
        const auto end = begin + 1 + static_cast<std::int64_t>(random() % 2000);
        std::vector<LaneRef> lanes;
        for (const auto &track : trace->tracks()) {
            if (track.depthCount > 0 && random() % 5 != 0) {
                const auto first = static_cast<std::uint32_t>(random() % 3);
                const auto depths = random() % 2 == 0 ? LaneRef::kAllDepths : first + 1 + random() % 3;
                lanes.push_back({RunId{0}, SourceId{0}, track.id, first, static_cast<std::uint32_t>(depths)});
            }
        }
        const auto box = boxStatistics(*workspace, {alignedTime(begin), alignedTime(end)}, lanes);
        PlainBox plain(*trace, begin, end, lanes);
        QVERIFY(box.complete);
        QCOMPARE(box.names.size(), plain.names.size());
        for (const auto &name : box.names) {
            const auto &expected = plain.names.at({std::string(placeText(name.place)), name.name});
            QCOMPARE(name.count, expected.count);
            QCOMPARE(name.total.count(), expected.total);
            QCOMPARE(name.self.count(), expected.self);
            QCOMPARE(name.min.count(), expected.min);
            QCOMPARE(name.max.count(), expected.max);
        }
        for (const auto &place : box.places) {
            QCOMPARE(place.busy.count(), plain.busy.at(std::string(placeText(place.place))));
        }
    }

    void placesAreTheSumsOfTheirNames() {
        const auto workspace = workspaceOf(randomTrace(7));
        const auto box = boxStatistics(*workspace, {alignedTime(100), alignedTime(3000)}, workLanes(*workspace, {}));
        QCOMPARE(box.places.size(), std::size_t{3});
        for (const auto &place : box.places) {
            PlaceStatistics sum;
            for (const auto &name : box.names) {
                if (name.place == place.place) {
                    sum.count += name.count;
                    sum.total += name.total;
                    sum.self += name.self;
                }
            }
            QCOMPARE(place.count, sum.count);
            QCOMPARE(place.total, sum.total);
            QCOMPARE(place.self, sum.self);
            QVERIFY(place.busy <= place.total);
        }
    }

    void nestedSlicesCountOnceInBusyAndInSelf() {
        // Six frames one in the other, the outermost 90 ms long.
        const auto ws = workspace(1);
        const auto box = boxStatistics(*ws, range(0, 100'000), workLanes(*ws, {}));
        const auto *host = placeIn(box, "host");
        QVERIFY(host != nullptr);
        QCOMPARE(host->busy, Nanos{90 * kMs});
        QCOMPARE(host->self, host->busy);
        QVERIFY(host->total > 5 * host->busy);
    }

    void slicesAreCountedAndCutToTheRange() {
        // MatMul runs [0, 50) and [200, 250) us, Add [100, 150): the range begins and ends in the middle of one.
        const auto table = names(*workspace(1), range(20, 220));
        const auto matMul = rowOf(table, "MatMul");
        QCOMPARE(table.text(matMul, "count"), std::string("2"));
        QCOMPARE(table.text(matMul, "total_us"), std::string("50"));
        QCOMPARE(table.text(matMul, "mean_us"), std::string("25"));
        QCOMPARE(table.text(matMul, "min_us"), std::string("20"));
        QCOMPARE(table.text(matMul, "max_us"), std::string("30"));
        QCOMPARE(table.text(matMul, "share_percent"), std::string("50"));
        QCOMPARE(table.text(rowOf(table, "Add"), "total_us"), std::string("50"));
    }

    void overlapLanesAreNoWorkAndApartWhenChosen() {
        const auto ws = workspace(1);
        const auto table = names(*ws, range(0, 100'000));
        QCOMPARE(rowOf(table, "Free"), table.rows.size());
        QVERIFY(rowOf(table, "hcom_allReduce_with_a_long_name") < table.rows.size());
        const auto &trace = *ws->runs.front().captures.front().loaded.front().traces.front();
        const auto chosen =
            boxStatistics(*ws, range(0, 100'000), {{RunId{0}, SourceId{0}, trackNamed(trace, "Computing")}});
        QCOMPARE(chosen.places.size(), std::size_t{1});
        QCOMPARE(placeText(chosen.places.front().place), std::string_view("summary"));
    }

    void ranksAreSummedUnlessTheyAreFilteredOut() {
        const auto ws = workspace(3);
        const auto all = names(*ws, range(0, 1000));
        const auto one = names(*ws, range(0, 1000), {1});
        QCOMPARE(all.text(rowOf(all, "Add"), "count"), std::string("15"));
        QCOMPARE(one.text(rowOf(one, "Add"), "count"), std::string("5"));
    }

    void aLaneThatIsChosenTwiceCountsOnce() {
        const auto ws = workspace(1);
        const auto &trace = *ws->runs.front().captures.front().loaded.front().traces.front();
        const LaneRef lane{RunId{0}, SourceId{0}, trackNamed(trace, "stream 7")};
        const auto once = boxStatistics(*ws, range(0, 1000), {lane});
        const auto twice = boxStatistics(*ws, range(0, 1000), {lane, lane});
        QCOMPARE(twice.places.front().count, once.places.front().count);
        QCOMPARE(twice.places.front().busy, once.places.front().busy);
    }

    void lanesThatAreShiftedAreReadWhereTheyAreShown() {
        const auto ws = workspace(1);
        const auto &trace = *ws->runs.front().captures.front().loaded.front().traces.front();
        LaneRef lane{RunId{0}, SourceId{0}, trackNamed(trace, "stream 9")};
        // 20 to 50 ms of its own clock; shown 40 ms later.
        QVERIFY(boxStatistics(*ws, range(60'000, 70'000), {lane}).names.empty());
        lane.offset = Nanos{40 * kMs};
        const auto shifted = boxStatistics(*ws, range(60'000, 70'000), {lane});
        QCOMPARE(shifted.places.front().busy, Nanos{10 * kMs});
    }

    void countersGiveLeastGreatestAndMeanOverTime() {
        // 10 but for one sample of 800 that holds for 10 us.
        const auto ws = workspace(1);
        const auto box = boxStatistics(*ws, range(49'950, 50'050), workLanes(*ws, {}));
        QCOMPARE(box.counters.size(), std::size_t{1});
        QCOMPARE(box.counters.front().samples, std::int64_t{10});
        QCOMPARE(box.counters.front().min, 10.0);
        QCOMPARE(box.counters.front().max, 800.0);
        QCOMPARE(box.counters.front().mean, (9 * 10.0 + 800.0) / 10);
        QVERIFY(boxStatistics(*ws, range(200'000, 300'000), workLanes(*ws, {})).counters.empty());
    }

    void aStoppedSumSaysSo() {
        std::stop_source stop;
        stop.request_stop();
        const auto ws = workspace(1);
        QVERIFY(!boxStatistics(*ws, range(0, 1000), workLanes(*ws, {}), stop.get_token()).complete);
    }

    void theTableOfTheCommandLineNamesItsTotals() {
        const auto ws = workspace(1);
        AnalysisInput input;
        input.workspace = ws.get();
        input.range = range(0, 100'000);
        const auto table = analysisById("slice_stats")->run(input, {});
        QVERIFY(table.has_value());
        QVERIFY(!table->notes.empty());
        QVERIFY(table->notes.front().find("busy 90.000 ms") != std::string::npos);
    }

    void listsHoldEverySliceOnceInAnyOrder() {
        const auto trace = randomTrace(11);
        const auto workspace = workspaceOf(trace);
        SliceListQuery query;
        query.range = {alignedTime(0), alignedTime(kSpan)};
        query.lanes = workLanes(*workspace, {});
        using Order = SliceListQuery::Order;
        for (const auto order : {Order::Start, Order::Duration, Order::Self, Order::Name, Order::Track, Order::Depth}) {
            for (const bool isDescending : {false, true}) {
                query.order = order;
                query.isDescending = isDescending;
                const SliceList list(*workspace, query, {});
                QCOMPARE(list.size(), std::uint64_t{480});
                std::set<SliceRef> seen;
                for (std::uint64_t row = 0; row < list.size(); ++row) {
                    seen.insert(list.at(row).ref);
                    if (row > 0) {
                        auto a = list.at(row - 1);
                        auto b = list.at(row);
                        if (isDescending) {
                            std::swap(a, b);
                        }
                        QVERIFY(order != Order::Start || a.range.begin <= b.range.begin);
                        QVERIFY(order != Order::Duration || a.slice.duration() <= b.slice.duration());
                        QVERIFY(order != Order::Self || a.self <= b.self);
                        QVERIFY(order != Order::Name || a.name <= b.name);
                        QVERIFY(order != Order::Depth || a.slice.depth <= b.slice.depth);
                    }
                }
                QCOMPARE(seen.size(), std::size_t{480});
            }
        }
    }

    void listsAreFilteredByNameAndCutToTheRange() {
        const auto ws = workspace(1);
        SliceListQuery query;
        query.range = range(20, 220);
        query.lanes = workLanes(*ws, {});
        query.name = "MatMul";
        const SliceList exact(*ws, query, {});
        QCOMPARE(exact.size(), std::uint64_t{2});
        QCOMPARE(exact.at(1).range.begin, alignedTime(kStart + 200'000));
        QCOMPARE(exact.at(0).range.duration(), Nanos{50'000});  // whole, though the range begins within
        QCOMPARE(exact.table(0, 9).text(0, "track"), std::string("stream 7"));
        query.name.reset();
        query.part = "matm";
        QCOMPARE(SliceList(*ws, query, {}).size(), std::uint64_t{2});
        query.part = "nothing";
        QCOMPARE(SliceList(*ws, query, {}).size(), std::uint64_t{0});
    }
};

TEST_SUITE(BoxStatisticsTest)

}  // namespace tst_box_statistics

#include "tst_box_statistics.moc"
