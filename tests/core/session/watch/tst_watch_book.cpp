#include "core/session/watch/watch_book.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace tst_watch_book {

using namespace stagescope;
using namespace std::chrono_literals;

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kRank = "h_1_20261124015620000_ascend_pt";

std::string inRank(const std::string &name) { return std::string(kRank) + '/' + name; }

QByteArray textOf(const WatchReport &report) {
    QByteArray text;
    for (const auto &capture : report.captures) {
        text += QByteArray::fromStdString(capture.name) + ' ' + captureStateText(capture.verdict.state).data() + ' ' +
                QByteArray::number(qulonglong(capture.arrival)) + '\n';
    }
    return text;
}

/// A folder that is looked at by clocks of the test.
class Watched {
public:
    Watched() : book(tree.path(), 5s) { tree.folder(""); }
    /// A look so long after the last one; the clock on the wall may have been set meanwhile.
    WatchReport look(std::chrono::nanoseconds later, std::chrono::nanoseconds wallSet = 0s) {
        m_steady += later;
        m_wall += later + wallSet;
        return book.look({m_steady, m_wall.count()});
    }

    ProfileTree tree;
    WatchBook book;

private:
    std::chrono::nanoseconds m_steady = 1000s;
    std::chrono::nanoseconds m_wall{WatchMoment::now().wallNs};
};

/// Two captures of PyTorch's handler, one of them half.
void plantTraces(const ProfileTree &tree) {
    tree.trace("a.1.pt.trace.json");
    tree.file("a.2.pt.trace.json", R"({"traceEvents": [{"ph": "X")");
}

}  // namespace

/// What a folder holds from one look to the next, with planted writers.
class WatchBookTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCaptureFromItsFirstFile() {
        Watched at;
        QCOMPARE(textOf(at.look(0s)), QByteArray());
        at.tree.folder(kRank);
        QCOMPARE(textOf(at.look(1s)), kRank.data() + QByteArray(" being_written 0\n"));
        at.tree.file(inRank("PROF_1_2_A/host/data/x.slice_0"));
        QCOMPARE(at.look(100s).captures.front().verdict.rule, CaptureRule::NoEndMark);
        at.tree.file(inRank("PROF_1_2_A/host/end_info.done"));
        at.tree.file(inRank("profiler_info_0.json"), "{}");
        QCOMPARE(at.look(1s).captures.front().verdict.rule, CaptureRule::Changing);
        QCOMPARE(at.look(6s).captures.front().verdict.state, CaptureState::NotParsed);
        at.tree.trace(inRank("ASCEND_PROFILER_OUTPUT/trace_view.json"));
        QCOMPARE(at.look(2s).captures.front().verdict.state, CaptureState::BeingWritten);
        at.tree.file(inRank("ASCEND_PROFILER_OUTPUT/analyse.done"), "");
        const auto report = at.look(0s);
        QCOMPARE(textOf(report), kRank.data() + QByteArray(" complete 1\n"));
        QCOMPARE(report.captures.front().verdict.rule, CaptureRule::ParseMark);
        QCOMPARE(report.captures.front().path, at.tree.path(kRank));
        QCOMPARE(report.captures.front().files, std::size_t{5});
        // Parsing anew begins with taking the old away.
        fs::remove_all(at.tree.path(inRank("ASCEND_PROFILER_OUTPUT")));
        at.tree.folder(inRank("ASCEND_PROFILER_OUTPUT"));
        QCOMPARE(textOf(at.look(1s)), kRank.data() + QByteArray(" being_written 1\n"));
    }

    /// A change within the tick of the clock in which the folder was looked at leaves its time as it was.
    void whatChangesWithinATick() {
        Watched at;
        at.tree.trace(inRank("ASCEND_PROFILER_OUTPUT/trace_view.json"));
        at.tree.file(inRank("ASCEND_PROFILER_OUTPUT/analyse.done"), "");
        QCOMPARE(textOf(at.look(0s)), kRank.data() + QByteArray(" complete 1\n"));
        const auto folders = {std::string(kRank), inRank("ASCEND_PROFILER_OUTPUT")};
        std::vector<fs::file_time_type> times;
        for (const auto &folder : folders) {
            times.push_back(fs::last_write_time(at.tree.path(folder)));
        }
        fs::remove(at.tree.path(inRank("ASCEND_PROFILER_OUTPUT/analyse.done")));
        auto time = times.begin();
        for (const auto &folder : folders) {
            fs::last_write_time(at.tree.path(folder), *time++);
        }
        QCOMPARE(textOf(at.look(0s)), kRank.data() + QByteArray(" being_written 1\n"));
    }

    void filesThatAreWrittenInPlace() {
        Watched at;
        at.look(0s);
        plantTraces(at.tree);
        QCOMPARE(textOf(at.look(1s)),
                 QByteArray("a.1.pt.trace.json being_written 0\na.2.pt.trace.json being_written 0\n"));
        QCOMPARE(textOf(at.look(6s)), QByteArray("a.1.pt.trace.json complete 1\na.2.pt.trace.json broken_off 0\n"));
        // The writer was slow, not dead.
        at.tree.trace("a.2.pt.trace.json");
        QCOMPARE(textOf(at.look(1s)), QByteArray("a.1.pt.trace.json complete 1\na.2.pt.trace.json being_written 0\n"));
        QCOMPARE(textOf(at.look(6s)), QByteArray("a.1.pt.trace.json complete 1\na.2.pt.trace.json complete 2\n"));
        // What was complete is written again.
        at.tree.file("a.1.pt.trace.json", "{");
        QCOMPARE(textOf(at.look(1s)), QByteArray("a.1.pt.trace.json being_written 1\na.2.pt.trace.json complete 2\n"));
    }

    void whatWasThereBefore() {
        Watched at;
        plantTraces(at.tree);
        at.tree.age("a.1.pt.trace.json", 60);
        QCOMPARE(textOf(at.look(0s)), QByteArray("a.1.pt.trace.json complete 1\na.2.pt.trace.json being_written 0\n"));
    }
    void whatBrokeOffLongAgo() {
        Watched at;
        at.tree.file("a.1.pt.trace.json", R"({"traceEvents": [{"ph": "X"})");  // ends as an object does
        at.tree.age("a.1.pt.trace.json", 86'400);
        QCOMPARE(textOf(at.look(0s)), QByteArray("a.1.pt.trace.json broken_off 0\n"));
    }
    void timesFromTheFuture() {
        Watched at;
        at.tree.trace("a.1.pt.trace.json");
        at.tree.age("a.1.pt.trace.json", -7200);
        QCOMPARE(textOf(at.look(0s)), QByteArray("a.1.pt.trace.json being_written 0\n"));
        QCOMPARE(textOf(at.look(6s)), QByteArray("a.1.pt.trace.json complete 1\n"));
    }
    /// Nanoseconds of 64 bits end in 2262, and begin in 1677; times of files do neither.
    void timesOfOtherCenturies() {
        Watched at;
        at.tree.trace("a.1.pt.trace.json");
        at.tree.trace("a.2.pt.trace.json");
        at.tree.trace("a.3.pt.trace.json");
        const std::array<std::pair<const char *, std::int64_t>, 3> times{{{"a.1.pt.trace.json", 13'600'000'000},
                                                                          {"a.2.pt.trace.json", 9'223'372'037},
                                                                          {"a.3.pt.trace.json", -2'000'000'000}}};
        for (const auto &[name, seconds] : times) {
            const std::array<timespec, 2> both{{{seconds, 0}, {seconds, 0}}};
            QCOMPARE(::utimensat(AT_FDCWD, at.tree.path(name).c_str(), both.data(), 0), 0);
        }
        QCOMPARE(textOf(at.look(0s)),
                 QByteArray("a.1.pt.trace.json being_written 0\na.2.pt.trace.json being_written 0\n"
                            "a.3.pt.trace.json complete 1\n"));
        QCOMPARE(textOf(at.look(6s)), QByteArray("a.1.pt.trace.json complete 2\na.2.pt.trace.json complete 3\n"
                                                 "a.3.pt.trace.json complete 1\n"));
    }
    void aClockThatIsSet() {
        Watched at;
        at.look(0s);
        at.tree.trace("a.1.pt.trace.json");
        at.look(1s);
        QCOMPARE(textOf(at.look(1s, 24h)), QByteArray("a.1.pt.trace.json being_written 0\n"));
        QCOMPARE(textOf(at.look(1s, -48h)), QByteArray("a.1.pt.trace.json being_written 0\n"));
        QCOMPARE(textOf(at.look(4s)), QByteArray("a.1.pt.trace.json complete 1\n"));
    }

    void comingAndGoing() {
        Watched at;
        at.tree.trace("a.1.pt.trace.json");
        at.tree.trace("a.2.pt.trace.json");
        at.look(0s);
        QCOMPARE(at.look(6s).captures.size(), std::size_t{2});
        fs::remove(at.tree.path("a.1.pt.trace.json"));
        QCOMPARE(textOf(at.look(1s)), QByteArray("a.2.pt.trace.json complete 2\n"));
        // A name that it gets in the end makes no new capture of it.
        fs::rename(at.tree.path("a.2.pt.trace.json"), at.tree.path("step7.pt.trace.json"));
        QCOMPARE(textOf(at.look(1s)), QByteArray("step7.pt.trace.json complete 2\n"));
        fs::remove_all(at.tree.path());
        const auto gone = at.look(1s);
        QVERIFY(!gone.readable && gone.captures.empty());
        QCOMPARE(gone.readable.error().kind, ErrorKind::NotFound);
        at.tree.trace("b.1.pt.trace.json");
        at.look(1s);
        const auto back = at.look(6s);
        QVERIFY(back.readable.has_value());
        QCOMPARE(textOf(back), QByteArray("b.1.pt.trace.json complete 3\n"));
    }

    void permissionsLost() {
        if (::geteuid() == 0) {
            QSKIP("root may read everything");
        }
        Watched at;
        at.tree.trace("a.1.pt.trace.json");
        at.tree.file(inRank("profiler_info_0.json"), "{}");
        at.look(0s);
        fs::permissions(at.tree.path(kRank), fs::perms::none);
        fs::permissions(at.tree.path("a.1.pt.trace.json"), fs::perms::none);
        const auto denied = at.look(6s);
        fs::permissions(at.tree.path(kRank), fs::perms::owner_all);
        fs::permissions(at.tree.path("a.1.pt.trace.json"), fs::perms::owner_read);
        QCOMPARE(denied.captures.size(), std::size_t{2});
        for (const auto &capture : denied.captures) {
            QCOMPARE(capture.verdict.state, CaptureState::Unreadable);
            QCOMPARE(capture.verdict.error->kind, ErrorKind::NoPermission);
        }
        at.look(0s);
        QCOMPARE(at.look(6s).captures.front().verdict.state, CaptureState::Complete);
        fs::permissions(at.tree.path(), fs::perms::none);
        const auto closed = at.look(1s);
        fs::permissions(at.tree.path(), fs::perms::owner_all);
        QCOMPARE(closed.readable.error().kind, ErrorKind::NoPermission);
    }

    void whatIsNoCapture() {
        Watched at;
        at.tree.file("profiler_config.json", R"({"start_step": 5, "activities": ["CPU"]})");
        at.tree.file("log/dp_h_1_rank_0.log", "x\n");
        at.tree.file("model/weights.bin");
        at.tree.file(".hidden.pt.trace.json", "{");
        at.tree.folder("empty");
        QCOMPARE(textOf(at.look(100s)), QByteArray());
        // A folder becomes one when something comes into it.
        at.tree.trace("empty/later/x.pt.trace.json");
        QCOMPARE(textOf(at.look(1s)), QByteArray("empty being_written 0\n"));
        // JSON whose name says nothing is judged by what is in it.
        at.tree.trace("plain.json");
        QCOMPARE(textOf(at.look(0s)), QByteArray("empty being_written 0\nplain.json complete 1\n"));  // by its age
        QCOMPARE(textOf(at.look(6s)), QByteArray("empty complete 2\nplain.json complete 1\n"));
    }

    void theFolderOfOneRank() {
        const ProfileTree tree;
        tree.trace(inRank("ASCEND_PROFILER_OUTPUT/trace_view.json"));
        tree.file(inRank("ASCEND_PROFILER_OUTPUT/analyse.done"));
        WatchBook book(tree.path(kRank) + "//");
        const auto report = book.look(WatchMoment::now());
        QCOMPARE(textOf(report), kRank.data() + QByteArray(" complete 1\n"));
        QCOMPARE(report.captures.front().path, tree.path(kRank));
    }

    void twoThousand() {
        Watched at;
        for (int i = 0; i < 2000; ++i) {
            at.tree.trace("w." + std::to_string(i) + ".pt.trace.json");
        }
        at.look(0s);
        const auto report = at.look(6s);
        QCOMPARE(report.captures.size(), std::size_t{2000});
        QCOMPARE(report.captures[10].name, std::string("w.10.pt.trace.json"));
        QVERIFY(std::all_of(report.captures.begin(), report.captures.end(),
                            [](const auto &each) { return each.verdict.state == CaptureState::Complete; }));
        std::set<std::size_t> arrivals;
        for (const auto &capture : report.captures) {
            arrivals.insert(capture.arrival);
        }
        QCOMPARE(arrivals.size(), std::size_t{2000});
        QCOMPARE(*arrivals.rbegin(), std::size_t{2000});
    }

    void aLookThatIsStopped() {
        Watched at;
        plantTraces(at.tree);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(at.book.look(WatchMoment::now(), stop.get_token()).captures.empty());
    }

    void nothingIsWritten() {
        Watched at;
        at.tree.database(inRank("ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db"));
        at.tree.file(inRank("ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db-wal"), "half");
        plantTraces(at.tree);
        const auto names = [&] {
            std::set<std::string> all;
            for (const auto &entry : fs::recursive_directory_iterator(at.tree.path())) {
                all.insert(entry.path().string() + ' ' +
                           std::to_string(entry.last_write_time().time_since_epoch().count()));
            }
            return all;
        };
        const auto before = names();
        at.look(0s);
        QCOMPARE(at.look(60s).captures.back().verdict.state, CaptureState::BeingWritten);  // by its -wal
        QVERIFY(names() == before);
    }

    void logs() {
        Watched at;
        at.tree.file(
            "log/dp_h_1_rank_0.log",
            "2026-11-24 01:56:20,000 [INFO] [1] dynamic_profile.py: Dynamic monitor process has been created\n"
            "2026-11-24 01:56:21,000 [INFO] [1] dynamic_profile.py: Start Dynamic Profiler at 5 step.\n"
            "2026-11-24 01:56:22,000 [WARNING] [1] x.py: Load json failed,  because cfg bytes size over 9 bytes\n");
        at.tree.file("train.log",
                     "[WARNING] lr is small\n"
                     "[ERROR] ME(1): start_step must be greater than step_num, but get start_step = 3, stop_step = 4\n"
                     "step 5 profile loss 1.0\n[ERROR] out of coffee\n");
        at.tree.file(inRank("logs/profiler_1_ProfilingParser.log"),
                     "2026-11-24 [ERROR] [1] x.py: Failed to parsing profiling data, error: no space\n");
        at.tree.age("log/dp_h_1_rank_0.log", 100);
        at.tree.age("train.log", 50);
        const auto lines = at.look(0s).log;
        QCOMPARE(lines.size(), std::size_t{4});
        QVERIFY(lines[0].text.find("Start Dynamic Profiler at 5 step.") != std::string::npos);
        QCOMPARE(lines[0].line, std::size_t{2});
        QCOMPARE(lines[0].path, at.tree.path() + "/log/dp_h_1_rank_0.log");
        QCOMPARE(lines[1].level, WatchLogLine::Level::Warning);
        QVERIFY(lines[2].text.find("start_step must be") != std::string::npos);
        QCOMPARE(lines[2].line, std::size_t{2});
        QCOMPARE(lines[3].level, WatchLogLine::Level::Error);
        // Of what is complete nobody asks any more; what is added to a log is found.
        at.tree.trace(inRank("ASCEND_PROFILER_OUTPUT/trace_view.json"));
        at.tree.file(inRank("ASCEND_PROFILER_OUTPUT/analyse.done"));
        std::ofstream(at.tree.path("train.log"), std::ios::app) << "[ERROR] Dynamic profiler json is not valid\n";
        const auto later = at.look(1s).log;
        QCOMPARE(later.size(), std::size_t{4});
        QCOMPARE(later.back().line, std::size_t{5});
    }
    void logsOfStrangeContent() {
        Watched at;
        at.tree.file("dp_h_1_rank_0.log", std::string("\0\xff\xfe[ERROR]", 10) + std::string(1 << 20, 'x') + "\n");
        at.tree.file("dp_h_2_rank_1.log", "");
        std::string many;
        for (int i = 0; i < 100'000; ++i) {
            many += "[ERROR] again\n";
        }
        at.tree.file("dp_h_3_rank_2.log", many);
        const auto lines = at.look(0s).log;
        QCOMPARE(lines.size(), WatchLogReader::kMostLines);
        QCOMPARE(lines.back().line, std::size_t{0});  // nobody counted those before
        QCOMPARE(lines.back().offset, many.size() - 14);
        QVERIFY(std::all_of(lines.begin(), lines.end(), [](const auto &line) { return line.text.size() <= 400; }));
    }
    /// What it reads of a log does not grow with the log, nor does it read anything twice.
    void longLogsAreReadFromTheirEnd() {
        Watched at;
        at.tree.file("dp_h_1_rank_0.log", "[ERROR] at the begin\n");
        const auto path = at.tree.path("dp_h_1_rank_0.log");
        std::filesystem::resize_file(path, std::uintmax_t{3} << 30);
        const auto add = [&](const std::string &text) { std::ofstream(path, std::ios::app) << text; };
        add("\n[ERROR] first\n[ERROR] half of ");
        const auto bytesRead = [&](auto &&look) {
            const auto now = [] {
                std::ifstream in("/proc/self/io");
                std::string key;
                std::uint64_t value = 0;
                in >> key >> value;
                return value;
            };
            const auto before = now();
            look();
            return now() - before;
        };
        const auto texts = [&] {
            std::vector<std::string> result;
            for (const auto &line : at.look(1s).log) {
                result.push_back(line.text);
            }
            return result;
        };
        using Texts = std::vector<std::string>;
        QVERIFY(bytesRead([&] { QCOMPARE(texts(), (Texts{"[ERROR] first", "[ERROR] half of"})); }) < (1U << 20));
        add("a line\n[ERROR] second\n");
        QCOMPARE(texts(), (Texts{"[ERROR] first", "[ERROR] half of a line", "[ERROR] second"}));
        QCOMPARE(texts(), (Texts{"[ERROR] first", "[ERROR] half of a line", "[ERROR] second"}));
        add(std::string(1 << 20, 'x') + "\n[ERROR] third\n");
        QVERIFY(bytesRead([&] { QCOMPARE(texts().back(), std::string("[ERROR] third")); }) < (1U << 19));
        at.tree.file("dp_h_1_rank_0.log", "[ERROR] anew\n");
        QCOMPARE(texts(), Texts{"[ERROR] anew"});
    }
    /// Of more logs than one look reads those that changed last come first, the others later.
    void manyLogsAreReadOneLookAfterTheOther() {
        Watched at;
        for (int i = 0; i < 40; ++i) {
            const auto name = "dp_h_" + std::to_string(i) + "_rank_0.log";
            std::string text(60'000, 'x');
            text.append("\n[ERROR] of ").append(std::to_string(i)).append("\n");
            at.tree.file(name, text);
            at.tree.age(name, 1000 - i);
        }
        const auto first = at.look(0s).log;
        QVERIFY(!first.empty() && first.size() < 40);
        QCOMPARE(first.back().text, std::string("[ERROR] of 39"));
        at.look(1s);
        const auto all = at.look(2s).log;
        QCOMPARE(all.size(), std::size_t{40});
        QCOMPARE(all.front().text, std::string("[ERROR] of 0"));
        QCOMPARE(all.front().line, std::size_t{2});
    }
};

TEST_SUITE(WatchBookTest)

}  // namespace tst_watch_book

#include "tst_watch_book.moc"
