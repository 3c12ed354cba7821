// The same kernels over ranks and time, and what the work of the demo's kernels is known to be.
#include "core/analysis/operators/chip_peak.h"
#include "core/analysis/operators/work_groups.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_kernel_spread {

using namespace stagescope;

namespace {

struct Kernel {
    std::string type;
    std::string shapes;
    std::int64_t begin;
    std::int64_t duration;
};
RankCapture rankOf(int number, const std::vector<Kernel> &kernels) {
    TableBuilder builder(TableKind::Kernels);
    for (const auto &kernel : kernels) {
        builder.set("name", std::string_view(kernel.type))
            .set("type", std::string_view(kernel.type))
            .set("input_shapes", std::string_view(kernel.shapes))
            .set("begin_ns", kernel.begin)
            .set("duration_ns", kernel.duration)
            .endRow();
    }
    return planted::capture(
        number, {planted::shared(builder), planted::steps({{1, 0, 1000}, {2, 1000, 2000}, {3, 2000, 3000}})});
}

double real(const ResultTable &table, std::size_t row, std::string_view column) {
    const auto *value = std::get_if<double>(&table.rows[row][table.indexOf(column)]);
    return value == nullptr ? -1e9 : *value;
}

}  // namespace

class KernelSpreadTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Of three ranks one takes 400 instead of 100 ns, twice; another shape is the same everywhere.
    void theSlowRankIsOnTop() {
        std::vector<RankCapture> ranks;
        for (int rank = 0; rank < 3; ++rank) {
            const std::int64_t own = rank == 2 ? 400 : 100;
            ranks.push_back(
                rankOf(rank, {{"MatMul", "2,3", 10, own}, {"MatMul", "2,3", 1010, own}, {"MatMul", "9,9", 500, 50}}));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        const auto table = planted::table("kernel_spread", {.workspace = &workspace});
        QCOMPARE(table.rows.size(), std::size_t{6});
        QCOMPARE(table.text(0, "rank"), std::string("2"));
        QCOMPARE(table.text(0, "input_shapes"), std::string("2,3"));
        QCOMPARE(real(table, 0, "mean_us"), 0.4);
        QCOMPARE(real(table, 0, "median_us"), 0.4);
        QCOMPARE(real(table, 0, "usual_us"), 0.1);
        QCOMPARE(real(table, 0, "ratio"), 4.0);
        QCOMPARE(real(table, 0, "excess_ms"), 0.0006);
        QCOMPARE(table.text(0, "ranks"), std::string("3"));
        for (std::size_t row = 1; row < table.rows.size(); ++row) {
            QCOMPARE(real(table, row, "excess_ms"), 0.0);
        }
        AnalysisInput asked{.workspace = &workspace};
        asked.parameters = {{"by", "type"}, {"rows", "1"}};
        const auto types = planted::table("kernel_spread", asked);
        QCOMPARE(types.rows.size(), std::size_t{1});
        QCOMPARE(types.text(0, "count"), std::string("3"));
        QCOMPARE(types.notes.size(), std::size_t{1});
        asked.parameters = {{"by", "shapes"}};
        QCOMPARE(analysisById("kernel_spread")->run(asked, {}).error().kind, ErrorKind::BadArgument);
    }

    /// By halves of the steps: 100 ns in the first, 150 in the last; the one in the middle is in neither.
    void drift() {
        const auto workspace = planted::workspace({rankOf(
            0, {{"Add", "1", 10, 100}, {"Add", "1", 1010, 9000}, {"Add", "1", 2010, 150}, {"Mul", "1", 20, 5}})});
        const auto table = planted::table("kernel_spread", {.workspace = &workspace});
        QCOMPARE(table.rows.size(), std::size_t{2});
        for (std::size_t row = 0; row < 2; ++row) {
            QVERIFY(table.text(row, "ratio").empty() && table.text(row, "excess_ms").empty());
            const bool isAdd = table.text(row, "type") == "Add";
            QCOMPARE(table.text(row, "drift_percent").empty(), !isAdd);
            QVERIFY(!isAdd || std::abs(real(table, row, "drift_percent") - 50) < 1e-9);
        }
    }

    void strangeInput() {
        const auto none = planted::workspace({});
        QVERIFY(planted::table("kernel_spread", {.workspace = &none}).rows.empty());
        const auto odd = planted::workspace({rankOf(0, {{"Add", "", 10, 0}, {"", "", 1'000'000, -5}}), rankOf(1, {})});
        QCOMPARE(planted::table("kernel_spread", {.workspace = &odd}).rows.size(), std::size_t{2});
    }

    void aSlowRankOfTheDemo() {
        const auto workspace = demoWith({{"pp", "1"}, {"dp", "4"}, {"steps", "2"}, {"fault", "slow-rank=2:1.4"}});
        const auto table = planted::table("kernel_spread", {.workspace = workspace.get()});
        QVERIFY(table.rows.size() > 10);
        for (std::size_t row = 0; row < 5; ++row) {
            QCOMPARE(table.text(row, "rank"), std::string("2"));
            QVERIFY2(std::abs(real(table, row, "ratio") - 1.4) < 0.05, table.text(row, "ratio").c_str());
            QVERIFY(table.text(row, "evidence").starts_with("slice:"));
        }
    }

    /// Its tensors have shapes, types and layouts, and its counters a clock: work is known, and below the peak.
    void theWorkOfTheDemoIsKnown() {
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "1"}, {"steps", "1"}, {"microbatches", "2"}});
        QVERIFY(!workspace->runs.empty());
        for (const auto &capture : workspace->runs.front().captures) {
            const auto work = rankWork(capture, std::nullopt, {});
            QCOMPARE(work.peak.flopsOrigin, PeakOrigin::Counters);
            QVERIFY(std::abs(*work.peak.flops - 20 * 1.65e9 * 8192) < 1e10);
            Nanos known{0};
            for (const auto &group : work.groups) {
                known += group.bytesTime;
                if (const auto share = group.peakShare(work.peak)) {
                    QVERIFY2(*share > 0.001 && *share < 1, group.name.c_str());
                }
                if (const auto bandwidth = group.bandwidth()) {
                    QVERIFY2(*bandwidth < 1.8e12, group.name.c_str());
                }
                QVERIFY2(!group.isMatrix || group.flopCalls == group.calls, group.name.c_str());
            }
            QVERIFY(static_cast<double>(known.count()) > 0.8 * static_cast<double>(work.time.count()));
        }
        const auto mfu = planted::table("mfu", {.workspace = workspace.get()});
        QVERIFY(!mfu.rows.empty());
        for (std::size_t row = 0; row < mfu.rows.size(); ++row) {
            QVERIFY(real(mfu, row, "hfu_percent") > 0 && real(mfu, row, "hfu_percent") < 100);
        }
    }
};

TEST_SUITE(KernelSpreadTest)

}  // namespace tst_kernel_spread

#include "tst_kernel_spread.moc"
