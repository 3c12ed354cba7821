#include "core/analysis/item_facts.h"
#include "core/analysis/range_stats.h"
#include "tests/support/sample_timeline.h"

#include <QtTest/QtTest>

#include <algorithm>

using namespace stagescope;
using namespace stagescope::sample;

namespace {

AlignedRange range(std::int64_t beginUs, std::int64_t endUs) {
    return {alignedTime(kStart + beginUs * 1000), alignedTime(kStart + endUs * 1000)};
}

std::size_t rowOf(const ResultTable &table, std::string_view name) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (table.text(i, "name") == name) {
            return i;
        }
    }
    return table.rows.size();
}

std::string factOf(const ItemFacts &facts, std::string_view key) {
    const auto it = std::find_if(facts.facts.begin(), facts.facts.end(), [&](const auto &f) { return f.first == key; });
    return it == facts.facts.end() ? std::string{} : it->second;
}

}  // namespace

class RangeStatsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slicesAreCountedAndCutToTheRange() {
        // MatMul runs [0, 50) and [200, 250) us, Add [100, 150): the range begins and ends in the middle of one.
        const auto table = rangeStats(*workspace(1), range(20, 220), {});
        const auto matMul = rowOf(table, "MatMul");
        QCOMPARE(table.text(matMul, "count"), std::string("2"));
        QCOMPARE(table.text(matMul, "total_us"), std::string("50"));
        QCOMPARE(table.text(matMul, "mean_us"), std::string("25"));
        QCOMPARE(table.text(matMul, "min_us"), std::string("20"));
        QCOMPARE(table.text(matMul, "max_us"), std::string("30"));
        QCOMPARE(table.text(rowOf(table, "Add"), "total_us"), std::string("50"));
    }

    void overlapLanesAreNotCounted() {
        const auto table = rangeStats(*workspace(1), range(0, 100'000), {});
        QCOMPARE(rowOf(table, "Free"), table.rows.size());
        QVERIFY(rowOf(table, "hcom_allReduce_with_a_long_name") < table.rows.size());
    }

    void ranksAreSummedUnlessTheyAreFilteredOut() {
        const auto ws = workspace(3);
        const auto all = rangeStats(*ws, range(0, 1000), {});
        const auto one = rangeStats(*ws, range(0, 1000), {1});
        QCOMPARE(all.text(rowOf(all, "Add"), "count"), std::string("15"));
        QCOMPARE(one.text(rowOf(one, "Add"), "count"), std::string("5"));
    }

    void rowsComeByTotalGreatestFirst() {
        const auto table = rangeStats(*workspace(1), range(0, 100'000), {});
        const auto total = table.indexOf("total_us");
        QVERIFY(table.rows.size() > 3);
        for (std::size_t i = 1; i < table.rows.size(); ++i) {
            QVERIFY(std::get<double>(table.rows[i - 1][total]) >= std::get<double>(table.rows[i][total]));
        }
    }

    void factsOfASliceNameItsSelfTimeParentAndNamesakes() {
        const auto ws = workspace(1);
        const auto &trace = *ws->runs.front().captures.front().loaded.front().traces.front();
        const auto outer = itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, trackNamed(trace, "thread 1"), SliceId{0}});
        QVERIFY(outer.has_value());
        QCOMPARE(factOf(*outer, "duration_ns"), std::string("90000000"));
        QCOMPARE(factOf(*outer, "self_time"), durationText(Nanos{200'000}));
        const auto inner = itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, trackNamed(trace, "thread 1"), SliceId{1}});
        QCOMPARE(factOf(*inner, "parent"), std::string("frame 0"));
        const auto kernel = itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, trackNamed(trace, "stream 7"), SliceId{4}});
        QCOMPARE(factOf(*kernel, "same_name_count"), std::string("500"));
        QCOMPARE(factOf(*kernel, "same_name_total"), durationText(Nanos{25 * kMs}));
        QCOMPARE(kernel->rank, std::optional<int>(0));
    }

    void whatIsNotLoadedHasNoFacts() {
        const auto ws = workspace(1);
        QVERIFY(!itemFacts(*ws, SliceRef{RunId{0}, SourceId{9}, TrackId{0}, SliceId{0}}));
        QVERIFY(!itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, TrackId{0}, SliceId{123456}}));
        QVERIFY(!itemFacts(*ws, RankRef{RunId{7}, 0}));
        QVERIFY(!itemFacts(*ws, StepRef{RunId{0}, 99}));
    }
};

QTEST_GUILESS_MAIN(RangeStatsTest)
#include "tst_range_stats.moc"
