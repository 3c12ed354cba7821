// Folders of a profiler that hold what it recorded and nothing that was made of it.
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/raw_folders.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_raw_folders {

using namespace stagescope;

namespace {

Run found(const std::string &path) {
    auto run = discover(path, RunId{0});
    return run ? std::move(*run) : Run{};
}

}  // namespace

class RawFoldersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rawFoldersAreNamedWithTheirCommand() {
        const ProfileTree tree;
        tree.file("rank0_ascend_pt/profiler_info_0.json", "{}");
        tree.file("rank0_ascend_pt/PROF_1/device_0/data/stars.data.0.slice_0");
        tree.file("o'brien/PROF_2/host/data/x");
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0}));
        QCOMPARE(run.log->count("discovery.raw_prof"), std::uint64_t{2});
        const auto samples = run.log->entries().front().samples;
        QCOMPARE(samples.size(), std::size_t{2});
        QCOMPARE(samples[0].where, tree.path("o'brien/PROF_2"));
        QVERIFY(samples[0].detail.starts_with("msprof --export=on --output="));
        QVERIFY(samples[0].detail.find(R"(o'\''brien)") != std::string::npos);
        QVERIFY(samples[1].detail.find("torch_npu.profiler.profiler") != std::string::npos);
    }

    /// A framework starts msprof, and keeps its folder beside its own files or folders.
    void rawFoldersBesideTheirAnalysis_data() {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<QString>("raw");
        QTest::addColumn<bool>("isAnalysed");
        const auto row = [](const char *name, const char *profile, const char *raw, bool isAnalysed) {
            QTest::newRow(name) << QString::fromLatin1(profile) << QString::fromLatin1(raw) << isAnalysed;
        };
        row("old MindSpore", "step_trace_raw_3_detail_time.csv", "PROF_1/device_3/data/x", true);
        row("old MindSpore, another device", "step_trace_raw_3_detail_time.csv", "PROF_1/device_5/data/x", false);
        row("old MindSpore, host alone", "step_trace_raw_3_detail_time.csv", "PROF_1/host/data/x", true);
        row("MindSpore", "h_1_20240101_ascend_ms/ASCEND_PROFILER_OUTPUT/step_trace_time.csv", "PROF_1/device_0/data/x",
            true);
        row("torch_npu", "h_1_20240101_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", "PROF_1/device_0/data/x",
            true);
        row("never analysed", "h_1_20240101_ascend_ms/profiler_info_0.json", "PROF_1/device_0/data/x", false);
        row("of another folder", "a/h_1_20240101_ascend_ms/ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
            "b/PROF_1/device_0/data/x", false);
        row("a trace of GPUs", "rank0.json", "PROF_1/device_0/data/x", false);
        row("an export", "PROF_2/mindstudio_profiler_output/op_summary_1.csv", "PROF_1/device_0/data/x", false);
    }
    void rawFoldersBesideTheirAnalysis() {
        QFETCH(QString, profile);
        QFETCH(QString, raw);
        QFETCH(bool, isAnalysed);
        const ProfileTree tree;
        if (profile.endsWith(QStringLiteral("rank0.json"))) {
            tree.trace(profile.toStdString());
        } else {
            tree.file(profile.toStdString(), "{}");
        }
        tree.file(raw.toStdString());
        const auto log = found(tree.path()).log;
        QCOMPARE(log->count("discovery.raw_prof"), std::uint64_t{isAnalysed ? 0U : 1U});
        QCOMPARE(log->count("discovery.raw_analysed"), std::uint64_t{isAnalysed ? 1U : 0U});
    }

    void parsedFoldersAreNotCalledRaw() {
        const ProfileTree tree;
        tree.file("rank0_ascend_pt/profiler_info_0.json", "{}");
        tree.file("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv");
        tree.file("rank0_ascend_pt/PROF_1/device_0/data/stars.data.0.slice_0");
        QCOMPARE(found(tree.path()).log->count("discovery.raw_prof"), std::uint64_t{0});
    }
};

TEST_SUITE(RawFoldersTest)

}  // namespace tst_raw_folders

#include "tst_raw_folders.moc"
