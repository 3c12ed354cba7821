#include "core/analysis/operators/kernel_bound.h"
#include "core/analysis/operators/metrics/known_metrics.h"
#include "core/formats/tables/kernel_metrics.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>
#include <set>

namespace tst_kernel_bound {

using namespace stagescope;

namespace {

std::string bound(const PipeRatios::Core &cube, const PipeRatios::Core &vector) {
    const auto found = boundOf({cube, vector});
    return found ? std::string(boundName(*found)) : std::string();
}

/// One kernel with these figures.
RankCapture measured(const std::vector<std::pair<std::string, float>> &figures) {
    TableBuilder builder(TableKind::Kernels);
    builder.set("name", std::string_view("a")).set("duration_ns", std::int64_t{5}).endRow();
    for (const auto &[name, value] : figures) {
        builder.addMeasures(name, {value});
    }
    return planted::capture(0, {planted::shared(builder)});
}

}  // namespace

class KernelBoundTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void limits() {
        // Reached exactly, in the 32 bits that are kept.
        QCOMPARE(bound({.mac = 0.8F, .mte2 = 0.96F}, {}), std::string("cube"));
        QCOMPARE(bound({.mac = 0.79F, .mte2 = 0.95F}, {}), std::string("mte2"));
        QCOMPARE(bound({.mac = 0.79F, .mte1 = 0.9F, .mte2 = 0.94F}, {}), std::string("mte2"));
        QCOMPARE(bound({.mac = 0.79F, .mte1 = 0.95F, .mte2 = 0.94F}, {}), std::string("mte1"));
        QCOMPARE(bound({.mac = 0.79F, .mte2 = 0.79F}, {}), std::string("none"));
        QCOMPARE(bound({.fixpipe = 0.81F}, {}), std::string("fixpipe"));
        QCOMPARE(bound({}, {.vec = 0.7F, .mte2 = 0.3F}), std::string("vector"));
        QCOMPARE(bound({}, {.vec = 0.7F, .mte2 = 0.71F}), std::string("mte2"));
        QCOMPARE(bound({}, {.mte2 = 0.2F, .mte3 = 0.75F}), std::string("mte3"));
        QCOMPARE(bound({}, {.vec = 0.69F, .scalar = 0.79F}), std::string("none"));
        QCOMPARE(bound({}, {.scalar = 0.8F, .icacheMiss = 0.9F}), std::string("scalar"));
        QCOMPARE(bound({}, {.scalar = 0.1F, .icacheMiss = 0.5F}), std::string("icache"));
    }

    void nothingMeasured() {
        QCOMPARE(bound({}, {}), std::string());
        QCOMPARE(bound({.mac = 0.0F}, {.vec = 0.0F}), std::string());
    }

    void figuresByName() {
        const auto capture = measured({{"aiv_vec_ratio", 0.75F}, {"aic_mac_ratio", 0.0F}, {"aaa_of_later", 1.5F}});
        const std::vector captures{&capture};
        const MetricTables metrics(captures);
        const std::vector<std::string> names{"aic_mac_ratio", "aiv_vec_ratio", "aaa_of_later"};
        QCOMPARE(metrics.names(), names);
        const auto kernels = deviceKernels(capture);
        const auto values = metrics.of(kernels.front());
        QCOMPARE(*values.written(1), 0.75);
        QVERIFY(!values[metrics.indexOf("aic_mte2_ratio")]);
        QCOMPARE(boundOf(PipeMetrics(metrics).of(values)), std::optional(KernelBound::Vector));
    }

    void oneKindOfCore() {
        const auto capture = measured({{"vec_ratio", 0.1F}, {"mac_ratio", 0.85F}, {"mte3_ratio", 0.2F}});
        const std::vector captures{&capture};
        const MetricTables metrics(captures);
        const auto ratios = PipeMetrics(metrics).of(metrics.of(deviceKernels(capture).front()));
        QCOMPARE(ratios.cube.mac, std::optional(0.85F));
        QCOMPARE(ratios.vector.mte3, std::optional(0.2F));
        QCOMPARE(boundOf(ratios), std::optional(KernelBound::Cube));
    }

    /// Names in files and names of columns are two sides of one list.
    void knownMetricsAreNamedAsReadersNameThem() {
        std::set<std::string> names;
        for (const auto &metric : knownMetrics()) {
            QVERIFY2(names.insert(metric.name).second, metric.name.c_str());
            QCOMPARE(metricMeaning(metric.name), metric.meaning);
        }
        for (const std::string name :
             {"aicore_time(us)", "aic_total_cycles", "aic_mac_time(us)", "aic_fixpipe_ratio", "aiv_icache_miss_rate",
              "cube_utilization(%)", "aic_l0c_read_bw_cube(GB/s)", "aic_main_mem_write_bw(GB/s)", "aic_cube_fops",
              "aiv_ub_read_bw_vector(GB/s)", "aiv_vec_resc_cflt_ratio", "aic_r0_read_cache_hit", "aiv_total_time"}) {
            const auto metric = kernelMetric(name);
            QVERIFY2(metric && names.contains(metric->name), name.c_str());
        }
        QVERIFY(!kernelMetric("Block Dim") && !kernelMetric("") && !kernelMetric("HF32 Eligible"));
        QVERIFY(metricMeaning("mac_ratio").starts_with("Of cores that do both"));
        QVERIFY(!metricMeaning("what_is_this").empty());
    }
};

TEST_SUITE(KernelBoundTest)

}  // namespace tst_kernel_bound

#include "tst_kernel_bound.moc"
