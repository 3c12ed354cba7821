// Kernels put together: their statistics, communication apart from work, and the way back from a row to its kernels.
#include "core/analysis/trace/duration_tally.h"
#include "core/analysis/trace/kernel_groups.h"
#include "core/store/tables/table_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_kernel_groups {

using namespace stagescope;

namespace {

struct Kernel {
    std::string_view name;
    std::string_view type;
    std::string_view core;
    std::string_view shapes;
    std::int64_t begin;
    std::int64_t duration;
    std::int64_t wait = -1;
    std::int64_t stream = 2;
};

std::shared_ptr<const TableStore> kernels(const std::vector<Kernel> &rows) {
    TableBuilder builder(TableKind::Kernels);
    for (const auto &row : rows) {
        builder.set("name", row.name).set("type", row.type).set("core", row.core).set("input_shapes", row.shapes);
        builder.set("begin_ns", row.begin).set("duration_ns", row.duration).set("wait_ns", row.wait);
        builder.set("stream", row.stream).endRow();
    }
    return planted::shared(builder);
}

Workspace someKernels() {
    return planted::workspace(
        {planted::capture(0, {kernels({{"a", "MatMul", "AI_CORE", "2,3", 0, 1000, 100},
                                       {"a", "MatMul", "AI_CORE", "2,3", 2000, 3000},
                                       {"b", "MatMul", "AI_CORE", "4,3", 6000, 5000, 50, 7},
                                       {"c", "Add", "AI_VECTOR_CORE", "2,3", 12000, 1000},
                                       {"hcom_send__1_0_1", "hcom_send_", "HCCL", "N/A", 20000, 400},
                                       {"hcom_send__1_1_1", "hcom_send_", "HCCL", "N/A", 30000, 600}})})});
}

std::string row(const ResultTable &table, std::size_t i, const std::vector<const char *> &columns) {
    std::string text;
    for (const auto *column : columns) {
        text += (text.empty() ? "" : " ") + table.text(i, column);
    }
    return text;
}

}  // namespace

class KernelGroupsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// As numpy.percentile says of the same numbers.
    void quartilesOfFew() {
        const auto of = [](std::vector<std::int64_t> values) {
            const auto q = quartiles(std::span(values));
            return std::array{q.q1, q.median, q.q3};
        };
        QCOMPARE(of({}), (std::array{0.0, 0.0, 0.0}));
        QCOMPARE(of({7}), (std::array{7.0, 7.0, 7.0}));
        QCOMPARE(of({9, 5}), (std::array{6.0, 7.0, 8.0}));
        QCOMPARE(of({3, 1, 2}), (std::array{1.5, 2.0, 2.5}));
        QCOMPARE(of({4, 1, 3, 2}), (std::array{1.75, 2.5, 3.25}));
        QCOMPARE(of({5, 1, 4, 2, 3}), (std::array{2.0, 3.0, 4.0}));
        QCOMPARE(of({6, 1, 5, 2, 4, 3}), (std::array{2.25, 3.5, 4.75}));
    }
    void quartilesAreThoseOfTheSorted() {
        std::mt19937 random(7);
        for (std::size_t n = 1; n < 200; ++n) {
            std::vector<std::int64_t> values(n);
            for (auto &value : values) {
                value = static_cast<std::int64_t>(random() % 50);
            }
            auto sorted = values;
            std::sort(sorted.begin(), sorted.end());
            const auto at = [&](double share) {
                const double place = share * static_cast<double>(n - 1);
                const auto low = static_cast<std::size_t>(place);
                const auto next = static_cast<double>(sorted[std::min(low + 1, n - 1)]);
                const auto value = static_cast<double>(sorted[low]);
                return value + (place - static_cast<double>(low)) * (next - value);
            };
            const auto q = quartiles(std::span(values));
            QCOMPARE(q.q1, at(0.25));
            QCOMPARE(q.median, at(0.5));
            QCOMPARE(q.q3, at(0.75));
        }
    }
    void talliesAddUp() {
        DurationTally all;
        DurationTally one;
        DurationTally other;
        for (const int duration : {400, 100, 900, 250}) {
            all.add(Nanos{duration});
            (duration > 300 ? one : other).add(Nanos{duration});
        }
        one.add(other);
        one.add(DurationTally());
        QCOMPARE(one.count, all.count);
        QCOMPARE(one.total, Nanos{1650});
        QCOMPARE(one.min, Nanos{100});
        QCOMPARE(one.max, Nanos{900});
        QCOMPARE(one.deviationMicros(), all.deviationMicros());
        QCOMPARE(one.quartiles().median, all.quartiles().median);
        QVERIFY(!DurationTally().deviationMicros());
    }

    void statisticsOfAGroup() {
        const auto space = someKernels();
        const auto table = planted::table("kernel_stats", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(row(table, 0, {"type", "count", "total_us", "mean_us", "deviation_us", "q1_us", "median_us", "q3_us"}),
                 std::string("MatMul 3 9 3 2 2 3 4"));
        QCOMPARE(row(table, 0, {"wait_us", "share_percent"}), std::string("0.15 90"));
        QCOMPARE(row(table, 1, {"type", "deviation_us", "wait_us", "share_percent"}), std::string("Add   10"));
    }
    void everyGroupingClosesToTheSame() {
        const auto space = someKernels();
        for (const auto grouping : kKernelGroupings) {
            const auto table =
                planted::table("kernel_stats", {.workspace = &space, .parameters = {{"by", std::string(grouping)}}});
            double total = 0;
            for (const auto &cells : table.rows) {
                total += std::get<double>(cells[table.indexOf("total_us")]);
            }
            const bool isWork = !grouping.starts_with("communication");
            QCOMPARE(total, isWork ? 10.0 : 1.0);
        }
    }
    void communicationIsAWholeOfItsOwn() {
        const auto space = someKernels();
        const auto types =
            planted::table("kernel_stats", {.workspace = &space, .parameters = {{"by", "communication_type"}}});
        QCOMPARE(types.rows.size(), std::size_t{1});
        QCOMPARE(row(types, 0, {"type", "core", "name", "count", "total_us", "share_percent"}),
                 std::string("hcom_send_ HCCL  2 1 100"));
        const auto names =
            planted::table("kernel_stats", {.workspace = &space, .parameters = {{"by", "communication_name"}}});
        QCOMPARE(names.rows.size(), std::size_t{2});
        QCOMPARE(row(names, 0, {"name", "share_percent"}), std::string("hcom_send__1_1_1 60"));
    }
    /// Databases tell communication by the lanes of its groups alone.
    void communicationOfTheLanes() {
        TraceBuilder builder;
        const auto process = builder.intern("Communication");
        const auto group = builder.track({TrackKind::CommGroup, process, builder.intern("Group 0")});
        builder.slice(group, 0, 100, builder.intern("hcom_allReduce__1_0_1"), SliceClass::Communication, 0);
        builder.slice(group, 200, 50, builder.intern("hcom_allReduce__1_1_1"), SliceClass::Communication, 0);
        auto capture = planted::capture(0, {kernels({{"a", "MatMul", "AI_CORE", "2,3", 0, 1000}})});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        const auto space = planted::workspace({capture});
        const auto table =
            planted::table("kernel_stats", {.workspace = &space, .parameters = {{"by", "communication_type"}}});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(row(table, 0, {"type", "count", "total_us"}), std::string("hcom_allReduce 2 0.15"));
        const auto ops = planted::table(
            "kernels",
            {.workspace = &space,
             .parameters = {{"by", "communication_type"}, {"type", "hcom_allReduce"}, {"order", "duration"}}});
        QCOMPARE(ops.rows.size(), std::size_t{2});
        QCOMPARE(row(ops, 0, {"name", "duration_us"}), std::string("hcom_allReduce__1_0_1 0.1"));
        QVERIFY(itemFromText(ops.text(0, "evidence")).has_value());
    }
    void kindsAreTold() {
        const auto kinds = [](const RankCapture &capture) {
            const auto space = planted::workspace({capture});
            const auto table = planted::table("kernels", {.workspace = &space});
            std::string text;
            for (std::size_t i = 0; i < table.rows.size(); ++i) {
                text += table.text(i, "name") + ' ' + table.text(i, "kind") + ';';
            }
            return text;
        };
        QCOMPARE(kinds(planted::capture(0, {kernels({{"a", "MatMul", "AI_CORE", "2,3", 0, 1},
                                                     {"b", "", "MEMCPY", "", 1, 1},
                                                     {"c", "", "MEMSET", "", 2, 1},
                                                     {"d", "", "COMMUNICATION", "", 3, 1},
                                                     {"hcom_send__1_1_1", "hcom_send_", "HCCL", "", 4, 1}})})),
                 std::string("a computing;b copy;c fill;d communication;hcom_send__1_1_1 communication;"));
        // Those of a timeline alone have no core that would tell.
        TraceBuilder builder;
        const auto process = builder.intern("/device:GPU:0");
        const auto stream = builder.track({TrackKind::DeviceStream, process, builder.intern("Stream 7")});
        builder.slice(stream, 0, 100, builder.intern("fusion"), SliceClass::Computing, 0);
        builder.slice(stream, 200, 50, builder.intern("all-reduce"), SliceClass::Communication, 0);
        auto capture = planted::capture(0, {});
        capture.loaded.resize(std::max<std::size_t>(capture.loaded.size(), 1));
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        QCOMPARE(kinds(capture), std::string("fusion computing;all-reduce communication;"));
    }
    void streamsNarrow() {
        const auto space = someKernels();
        const auto some = [&](const char *streams) {
            return analysisById("kernel_stats")->run({.workspace = &space, .parameters = {{"stream", streams}}}, {});
        };
        QCOMPARE(row(*some("7"), 0, {"count", "total_us", "share_percent"}), std::string("1 5 100"));
        QCOMPARE(some("2,7")->rows.size(), std::size_t{2});
        QCOMPARE(some("9")->rows.size(), std::size_t{0});
        for (const auto *wrong : {"x", "2,", "2;7", ","}) {
            QVERIFY(!some(wrong));
        }
    }
    /// The kernels of a row are as many as it counts and take its time.
    void rowsLeadToTheirKernels() {
        const auto space = someKernels();
        for (const auto grouping : kKernelGroupings) {
            const std::string by(grouping);
            const auto table = planted::table("kernel_stats", {.workspace = &space, .parameters = {{"by", by}}});
            for (std::size_t i = 0; i < table.rows.size(); ++i) {
                AnalysisInput input{.workspace = &space, .parameters = {{"by", by}, {"order", "duration"}}};
                for (const auto *column : {"type", "core", "name", "input_shapes"}) {
                    input.parameters[column] = table.text(i, column);
                }
                const auto of = planted::table("kernels", input);
                QCOMPARE(std::to_string(of.rows.size()), table.text(i, "count"));
                QCOMPARE(of.text(0, "duration_us"), table.text(i, "max_us"));
            }
        }
    }
};

TEST_SUITE(KernelGroupsTest)

}  // namespace tst_kernel_groups

#include "tst_kernel_groups.moc"
