// What is recorded beside a profile, of real runs: figures that an independent reading in Python gives.
#include "core/analysis/memory/memory_categories.h"
#include "core/analysis/memory/memory_series.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace tst_real_beside {

using namespace stagescope;

namespace {

Run loaded(const char *name) {
    const auto path = realFile(QStringLiteral("more/") + QLatin1String(name));
    auto run = path.empty() ? Result<Run>(Run{}) : loadRun(path, RunId{0}, LoadDepth::Deep);
    return run ? std::move(*run) : Run{};
}

}  // namespace

class RealBesideTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void memoryTimeline() {
        const auto run = loaded("memory_timeline/memory_timeline.raw.gz");
        if (run.captures.empty()) {
            QSKIP("real memory timelines are not here");
        }
        const auto &capture = run.captures.front();
        const auto found = memoryCategories(capture);
        QCOMPARE(found.peak, std::int64_t{3'082'832'104});
        QCOMPARE(found.end, std::int64_t{332'060'904});
        const std::map<std::string, std::int64_t> wanted{
            {"parameter", 102'440'608},      {"optimizer_state", 102'228'128},
            {"input", 19'395'584},           {"temporary", 0},
            {"activation", 2'592'465'920},   {"gradient", 67'858'432},
            {"autograd_detail", 64'225'280}, {"unknown", 134'218'152}};
        QCOMPARE(found.all.size(), wanted.size());
        for (const auto &category : found.all) {
            QCOMPARE(category.atPeak, wanted.at(category.name));
        }
        const auto all = memorySeries(capture);
        const auto total = std::find_if(all.begin(), all.end(),
                                        [](const MemorySeries &series) { return series.owner.level == "allocator"; });
        QVERIFY(total != all.end());
        QCOMPARE((*total)[MemoryMeasure::Allocated].samples, std::size_t{7720});  // and what was there before
        const auto curve = memoryCurve(capture, total->owner, MemoryMeasure::Allocated);
        QCOMPARE((found.peakAt - curve.time(0)).count(), std::int64_t{98'424'324});
    }

    void replayedGraphsHaveTheOperatorsOfTheirCapture() {
        const auto run = loaded("serving/sglang_decode/sglang_Qwen3-8B_decode.json.gz");
        if (run.captures.empty()) {
            QSKIP("real traces of serving are not here");
        }
        std::map<std::string, std::pair<int, double>> sums;
        const auto records = recordsOf<KernelRecord>(run.captures.front());
        for (const auto &kernel : records) {
            auto &[count, us] = sums[std::string(kernel.frameworkOp)];
            ++count;
            us += static_cast<double>(kernel.duration) / 1000;
        }
        const auto check = [&](const char *name, int count, double us) {
            QCOMPARE(sums[name].first, count);
            QVERIFY2(std::abs(sums[name].second - us) < 0.06, name);
        };
        check("aten::mm", 145, 5782.3);
        check("sglang_profiler::attention_paged_attention_ragged_100", 72, 2127.9);
        check("aiter::add_rmsnorm", 72, 346.8);
        check("aiter::rmsnorm", 73, 337.1);
        check("sgl_kernel::silu_and_mul", 36, 324.4);
        check("sgl_kernel::rotary_embedding", 36, 195.8);
        check("sglang::store_cache", 36, 173.5);
    }

    void executionTraces() {
        const auto callsOf = [](const char *name) {
            std::map<std::string, int> calls;
            const auto run = loaded(name);
            for (const auto &capture : run.captures) {
                const auto records = recordsOf<StatisticRecord>(capture);
                for (const auto &record : records) {
                    ++calls[record.note.empty() ? std::string(record.name) : std::string(record.note)];
                }
            }
            return calls;
        };
        const auto calls = callsOf("execution_trace/execution_trace.json");
        if (calls.empty()) {
            QSKIP("real execution traces are not here");
        }
        QCOMPARE(calls.at("allreduce"), 1);
        QCOMPARE(calls.at("## process_group:init ##"), 1);
        QCOMPARE(calls.at("aten::as_strided"), 6);
        const auto sumOf = [](const std::map<std::string, int> &all) {
            return std::accumulate(all.begin(), all.end(), 0,
                                   [](int sum, const auto &each) { return sum + each.second; });
        };
        QCOMPARE(sumOf(calls), 51);  // 54 nodes, of which three are roots
        QCOMPARE(sumOf(callsOf("execution_trace/benchmark_simple_add_et.json.gz")), 36);
    }
};

TEST_SUITE(RealBesideTest)

}  // namespace tst_real_beside

#include "tst_real_beside.moc"
