#include "core/session/watch/capture_state.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_capture_state {

using namespace stagescope;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view kRank = "host_1_20261124015620000_ascend_pt/";

CaptureListing listed(std::vector<std::string> names, std::string path = "/watched/step100") {
    CaptureListing listing;
    listing.path = std::move(path);
    listing.isFolder = true;
    for (auto &name : names) {
        listing.files.push_back({std::move(name), 10, 1});
    }
    std::sort(listing.files.begin(), listing.files.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
    return listing;
}
/// The names in the folder of one rank of torch_npu.
CaptureListing ofRank(std::vector<std::string> names) {
    return listed(std::move(names), "/watched/host_1_20261124015620000_ascend_pt");
}
CaptureListing fileNamed(const std::string &name) {
    CaptureListing listing;
    listing.path = "/watched/" + name;
    listing.files.push_back({name, 10, 1});
    return listing;
}

Status whole(const std::string &) { return {}; }
Status brokenOff(const std::string &path) { return fail(ErrorKind::Truncated, "its JSON does not close", path); }

const std::vector<std::string> kRecording{"FRAMEWORK/torch.op_range", "PROF_1_2_A/device_0/data/x.slice_0",
                                          "PROF_1_2_A/host/data/y.slice_0", "PROF_1_2_A/host/start_info"};

std::vector<std::string> with(std::vector<std::string> names, const std::vector<std::string> &more) {
    names.insert(names.end(), more.begin(), more.end());
    return names;
}
const auto kSealed = with(kRecording, {"PROF_1_2_A/host/end_info.done", "PROF_1_2_A/device_0/end_info.0.done",
                                       "profiler_info_0.json", "profiler_metadata.json"});
const auto kParsed =
    with(kSealed, {"ASCEND_PROFILER_OUTPUT/trace_view.json", "ASCEND_PROFILER_OUTPUT/kernel_details.csv"});

}  // namespace

/// What names and times of a capture mean; nothing is read here.
class CaptureStateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void marksOfWriters_data() {
        QTest::addColumn<std::vector<std::string>>("names");
        QTest::addColumn<int>("seconds");
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QByteArray>("rule");
        const auto row = [](const char *name, const std::vector<std::string> &names, int seconds, const char *state,
                            const char *rule) {
            QTest::newRow(name) << names << seconds << QByteArray(state) << QByteArray(rule);
        };
        row("nothing yet", {}, 0, "being_written", "empty");
        row("nothing ever", {}, 10'000, "being_written", "empty");
        row("recording", kRecording, 0, "being_written", "no_end_mark");
        row("recording of slow steps", kRecording, 10'000, "being_written", "no_end_mark");
        row("stopped just now", kSealed, 1, "being_written", "changing");
        row("stopped, never parsed", kSealed, 6, "not_parsed", "end_mark");
        row("folder of the parser", with(kSealed, {"ASCEND_PROFILER_OUTPUT/x.tmp"}), 6, "not_parsed", "end_mark");
        row("parsing", kParsed, 1, "being_written", "changing");
        row("parsed by an old torch_npu", kParsed, 6, "complete", "quiet");
        row("parsed", with(kParsed, {"ASCEND_PROFILER_OUTPUT/analyse.done"}), 0, "complete", "parse_mark");
        row("parsed to nothing", with(kSealed, {"ASCEND_PROFILER_OUTPUT/analyse.done"}), 60, "not_parsed", "end_mark");
        row("export of msprof inside, for now",
            with(kSealed, {"PROF_1_2_A/mindstudio_profiler_output/msprof_20261124015620.json"}), 20, "being_written",
            "changing");
        row("export of msprof inside, alone",
            with(kSealed, {"PROF_1_2_A/mindstudio_profiler_output/msprof_20261124015620.json"}), 60, "complete",
            "quiet");
        row("tables without a timeline", {"ASCEND_PROFILER_OUTPUT/step_trace_time.csv"}, 20, "being_written",
            "changing");
        row("tables alone", {"ASCEND_PROFILER_OUTPUT/step_trace_time.csv"}, 60, "complete", "quiet");
        row("raw data cut off, a copy", {"profiler_info_0.json", "ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db"},
            6, "complete", "quiet");
        row("mark elsewhere", with(kRecording, {"analyse.done", "PROF_1_2_A/host/data/end_info.done"}), 60,
            "being_written", "no_end_mark");
        row("imported, not exported", with(kRecording, {"PROF_1_2_A/host/data/all_file.complete"}), 60, "being_written",
            "no_end_mark");
    }
    void marksOfWriters() {
        QFETCH(std::vector<std::string>, names);
        QFETCH(int, seconds);
        QFETCH(QByteArray, state);
        QFETCH(QByteArray, rule);
        const auto inside = judgeCapture(ofRank(names), std::chrono::seconds(seconds), &whole, 5s);
        QCOMPARE(captureStateText(inside.state), std::string_view(state));
        QCOMPARE(captureRuleText(inside.rule), std::string_view(rule));
        // The same where the rank lies in a folder of the trigger; an empty one is known by its own name.
        auto outer = names;
        std::for_each(outer.begin(), outer.end(), [](auto &name) { name = std::string(kRank) + name; });
        auto listing = listed(outer);
        listing.folders.emplace_back(kRank.substr(0, kRank.size() - 1));
        QCOMPARE(judgeCapture(listing, std::chrono::seconds(seconds), &whole, 5s), inside);
    }

    void msprofAlone() {
        const std::string root = "PROF_1_2_A/";
        const std::vector<std::string> raw{root + "host/data/a.slice_0", root + "device_0/data/b.slice_0"};
        QCOMPARE(judgeCapture(listed(raw), 60s, &whole, 5s).rule, CaptureRule::NoEndMark);
        const auto sealed = with(raw, {root + "host/end_info.done"});
        QCOMPARE(judgeCapture(listed(sealed), 60s, &whole, 5s).state, CaptureState::NotParsed);
        const auto exported = with(sealed, {root + "mindstudio_profiler_output/msprof_20261124015620.json"});
        QCOMPARE(judgeCapture(listed(exported), 1s, &whole, 5s).state, CaptureState::BeingWritten);
        QCOMPARE(judgeCapture(listed(exported), 6s, &whole, 5s).state, CaptureState::Complete);
    }

    void oneRankIsWaitedFor() {
        const std::string done = "rank0_start2_stop5/h_1_20261124_ascend_ms/ASCEND_PROFILER_OUTPUT/";
        const std::string open = "rank1_start2_stop5/h_2_20261124_ascend_ms/PROF_1_2_A/host/";
        const std::vector<std::string> first{done + "trace_view.json", done + "analyse.done"};
        // The mark of one rank says nothing of the ranks whose folders do not lie there yet.
        QCOMPARE(judgeCapture(listed(first), 60s, &whole, 5s).rule, CaptureRule::ParseMark);
        const auto both = with(first, {open + "start_info"});
        QCOMPARE(judgeCapture(listed(both), 60s, &whole, 5s).state, CaptureState::BeingWritten);
        const auto sealed = with(both, {open + "end_info.done"});
        QCOMPARE(judgeCapture(listed(sealed), 60s, &whole, 5s).state, CaptureState::Complete);
        QCOMPARE(judgeCapture(listed(sealed), 1s, &whole, 5s).state, CaptureState::BeingWritten);
    }

    void whatIsNotWhole() {
        const auto trace = fileNamed("host_1.1764000000000.pt.trace.json");
        QCOMPARE(judgeCapture(trace, 4s, &whole, 5s).rule, CaptureRule::Changing);
        QCOMPARE(judgeCapture(trace, 5s, &whole, 5s).state, CaptureState::Complete);
        const auto broken = judgeCapture(trace, 5s, &brokenOff, 5s);
        QCOMPARE(broken.state, CaptureState::BrokenOff);
        QCOMPARE(broken.error->where, trace.path);
        const auto inFolder = judgeCapture(ofRank(kParsed), 5s, &brokenOff, 5s);
        QCOMPARE(inFolder.state, CaptureState::BrokenOff);
        QCOMPARE(inFolder.error->where, ofRank({}).path + "/ASCEND_PROFILER_OUTPUT/kernel_details.csv");  // the first
        // A database whose journal is there is not broken off: somebody writes it.
        const auto written = [](const std::string &path) { return Status(fail(ErrorKind::Changed, "journal", path)); };
        QCOMPARE(judgeCapture(fileNamed("x_ascend_pytorch_profiler_0.db"), 60s, written, 5s).state,
                 CaptureState::BeingWritten);
        const auto denied = [](const std::string &path) { return Status(fail(ErrorKind::NoPermission, "no", path)); };
        QCOMPARE(judgeCapture(trace, 60s, denied, 5s).state, CaptureState::Unreadable);
    }

    void timesThatRunBackwards() {
        QCOMPARE(judgeCapture(ofRank(kParsed), -5s, &whole, 5s).rule, CaptureRule::Changing);
        QCOMPARE(judgeCapture(ofRank(kParsed), std::chrono::nanoseconds::max(), &whole, 5s).state,
                 CaptureState::Complete);
    }

    void noAccess() {
        auto listing = ofRank(kParsed);
        listing.readable = fail(ErrorKind::NoPermission, "Permission denied", listing.path);
        const auto verdict = judgeCapture(listing, 60s, &whole, 5s);
        QCOMPARE(verdict.state, CaptureState::Unreadable);
        QCOMPARE(verdict.error->detail, std::string("Permission denied"));
    }

    void whatIsACapture_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<std::vector<std::string>>("names");
        QTest::addColumn<bool>("isCapture");
        const auto row = [](const char *name, const std::vector<std::string> &names, bool isCapture) {
            QTest::newRow(name) << QByteArray(name) << names << isCapture;
        };
        row("host_1_20261124015620000_ascend_pt", {}, true);
        row("PROF_000001_20261124015620_ABC", {}, true);
        row("rank0_start2_stop5", {"h_1_2_ascend_ms/profiler_info_0.json"}, true);
        row("log", {"dp_host_1_rank_0.log"}, false);
        row("empty", {}, false);
        row("checkpoint", {"model.pt", "optimizer.bin", "README"}, false);
        row("database", {"ascend_pytorch_profiler_0.db"}, true);
        row("settings", {"profiler_config.json"}, false);
        row("traces", {"a.pt.trace.json"}, true);
    }
    void whatIsACapture() {
        QFETCH(QByteArray, name);
        QFETCH(std::vector<std::string>, names);
        const auto listing = listed(names, "/watched/" + name.toStdString());
        const auto isTrace = [](const std::string &path) { return path.find("trace") != std::string::npos; };
        QTEST(mayBeCapture(listing, isTrace), "isCapture");
    }
};

TEST_SUITE(CaptureStateTest)

}  // namespace tst_capture_state

#include "tst_capture_state.moc"
