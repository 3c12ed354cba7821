// A file of rocprofv3: figures that an independent reading in Python gives.
#include "core/session/loading/load_job.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace tst_real_rocprofv3 {

using namespace stagescope;

class RealRocprofv3Test : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresOfDispatches() {
        const auto path = realFile("more/rocprofv3/908_results_cut.json.gz");
        if (path.empty()) {
            QSKIP("the real file is not here");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QCOMPARE(run->captures.size(), std::size_t{1});
        const auto &capture = run->captures.front();
        std::int64_t sum = 0;
        std::int64_t nccl = 0;
        std::int64_t covered = 0;
        std::int64_t until = INT64_MIN;
        std::int64_t first = INT64_MAX;
        std::size_t count = 0;
        std::set<std::string> names;
        for (const auto &table : capture.tables(TableKind::Kernels)) {
            for (const auto &kernel : TableRecords<KernelRecord>(*table)) {  // by begin
                const auto end = kernel.begin + kernel.duration;
                ++count;
                sum += kernel.duration;
                nccl += kernel.core == "COMMUNICATION" ? kernel.duration : 0;
                covered += std::max<std::int64_t>(end - std::max(kernel.begin, until), 0);
                until = std::max(until, end);
                first = std::min(first, kernel.begin);
                names.insert(std::string(kernel.name));
            }
        }
        QCOMPARE(count, std::size_t{500});
        QCOMPARE(sum, std::int64_t{73'745'073});
        QCOMPARE(covered, std::int64_t{71'589'098});
        QCOMPARE(first, std::int64_t{63'870'407'790'291});
        QCOMPARE(until, std::int64_t{63'870'651'493'540});
        QCOMPARE(nccl, std::int64_t{70'178'157});
        QVERIFY(queues(capture) ==
                (std::map<std::string, std::size_t>{{"16", 2}, {"17", 4}, {"18", 435}, {"19", 44}, {"20", 15}}));
        QCOMPARE(capture.environmentValue("device", "name"), std::string("AMD Instinct MI350X"));
    }

private:
    /// Works by queue, out of the names of the lanes: "Stream 567, queue 18".
    static std::map<std::string, std::size_t> queues(const RankCapture &capture) {
        std::map<std::string, std::size_t> counts;
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                for (const auto &track : trace->tracks()) {
                    const auto name = trace->text(track.name);
                    if (track.kind == TrackKind::DeviceStream) {
                        counts[std::string(name.substr(name.rfind(' ') + 1))] += trace->slices(track.id).size();
                    }
                }
            }
        }
        return counts;
    }
};

TEST_SUITE(RealRocprofv3Test)

}  // namespace tst_real_rocprofv3
#include "tst_real_rocprofv3.moc"
