// Databases that Nsight Systems exported: figures that an independent reading in Python gives.
#include "core/session/loading/load_job.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <map>
#include <string>

namespace tst_real_nsys {

using namespace stagescope;

namespace {

struct Sum {
    std::size_t count = 0;
    std::int64_t time = 0;
    std::int64_t bytes = 0;
    bool operator==(const Sum &) const = default;
};

/// Of the slices of the lanes that end so.
Sum slicesOf(const RankCapture &capture, std::string_view lane) {
    Sum sum;
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            for (const auto &track : trace->tracks()) {
                const auto &slices = trace->slices(track.id);
                for (std::uint32_t i = 0;
                     track.parent.isValid() && trace->text(track.name).ends_with(lane) && i < slices.size(); ++i) {
                    sum.count += 1;
                    sum.time += (slices.end(i) - slices.begin(i)).count();
                }
            }
        }
    }
    return sum;
}

std::map<std::string, Sum> copiesOf(const RankCapture &capture) {
    std::map<std::string, Sum> sums;
    for (const auto &table : capture.tables(TableKind::Copies)) {
        for (const auto &copy : TableRecords<CopyRecord>(*table)) {
            auto &sum = sums[std::string(copy.direction)];
            sum.count += 1;
            sum.time += copy.duration;
            sum.bytes += copy.bytes;
        }
    }
    return sums;
}

std::vector<KernelRecord> kernelsOf(const RankCapture &capture) {
    std::vector<KernelRecord> kernels;
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        for (const auto &kernel : TableRecords<KernelRecord>(*table)) {
            if (kernel.core.empty()) {
                kernels.push_back(kernel);
            }
        }
    }
    return kernels;
}

}  // namespace

class RealNsysTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void schemaOf2025() {
        const auto run = loadedRun("nsys_2025.5_schema_3.24.sqlite");
        if (!run) {
            QSKIP("real databases are not here");
        }
        QCOMPARE(run->captures.size(), std::size_t{1});
        const auto &capture = run->captures.front();
        const auto kernels = kernelsOf(capture);
        QCOMPARE(kernels.size(), std::size_t{1});
        QCOMPARE(kernels[0].duration, std::int64_t{38'912});
        QCOMPARE(kernels[0].stream, std::int64_t{7});
        QCOMPARE(kernels[0].name, std::string_view("kernVectorAdd(const float *, const float *, float *, int)"));
        constexpr std::int64_t kSession = 1'767'718'840'395'831'670;
        QCOMPARE(kernels[0].launch, kSession + 1'141'768'668);
        QVERIFY(copiesOf(capture) ==
                (std::map<std::string, Sum>{{"HtoD", {2, 2'458'272, 8'388'608}}, {"DtoH", {1, 586'464, 4'194'304}}}));
        QVERIFY(slicesOf(capture, "vecAdd 1246") == (Sum{15, 312'247'504}));
        QVERIFY(slicesOf(capture, ": OS calls") == (Sum{446, 575'987'885}));
        QVERIFY(slicesOf(capture, "vecAdd 1246: running") == (Sum{479, 886'082'291}));
        QVERIFY(slicesOf(capture, "Synchronization") == (Sum{1, 1'140'607}));
        QCOMPARE(capture.environmentValue("version", "nsight_systems"), std::string("2025.5.2.266"));
    }

    void schemaOf2022() {
        const auto run = loadedRun("nsys_2022.2_schema_2.9.sqlite");
        if (!run) {
            QSKIP("real databases are not here");
        }
        QCOMPARE(run->captures.size(), std::size_t{1});
        const auto &capture = run->captures.front();
        const auto kernels = kernelsOf(capture);
        QCOMPARE(kernels.size(), std::size_t{1});
        QCOMPARE(kernels[0].duration, std::int64_t{130'855'114});
        QVERIFY(copiesOf(capture) == (std::map<std::string, Sum>{{"HtoD", {256, 20'659'233, 536'870'912}},
                                                                 {"DtoH", {256, 2'116'721, 44'171'264}}}));
        QVERIFY(slicesOf(capture, "vecadd_gpu_256t 38787") == (Sum{9, 406'764'314}));
        QVERIFY(slicesOf(capture, "vecadd_gpu_256t 38787: running") == (Sum{1140, 594'705'118}));
        QVERIFY(slicesOf(capture, "Unified memory HtoD") == (Sum{256, 20'659'233}));
        QCOMPARE(capture.environmentValue("device", "name"), std::string("NVIDIA A100-SXM4-40GB"));
    }

private:
    static Result<Run> loadedRun(const char *name) {
        const auto path = realFile(QStringLiteral("more/nsys/") + QLatin1String(name));
        return path.empty() ? Result<Run>(fail(ErrorKind::NotFound, "not here", name))
                            : loadRun(path, RunId{0}, LoadDepth::Deep);
    }
};

TEST_SUITE(RealNsysTest)

}  // namespace tst_real_nsys
#include "tst_real_nsys.moc"
