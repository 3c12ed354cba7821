#include "core/analysis/overview/diagnostics.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_job.h"
#include "core/session/loading/run_facts.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/base/packed.h"
#include "tests/core/formats/small_database.h"
#include "tests/core/session/gated_formats.h"
#include "tests/core/session/small_cluster.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>

namespace tst_damage {

using namespace stagescope;
namespace fs = std::filesystem;

namespace {

constexpr auto kRankFolder = "rank_0_ascend_pt/";
constexpr auto kGoodFolder = "rank_1_ascend_pt/";

std::string bytesOf(const fs::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// All there is below a folder: path -> kind, time and bytes.
using Listing = std::map<std::string, std::string>;

Listing listing(const std::string &folder) {
    Listing result;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        const bool isFile = entry.symlink_status().type() == fs::file_type::regular;
        const auto time = isFile ? entry.last_write_time().time_since_epoch().count() : 0;
        result[entry.path().string()] = std::to_string(static_cast<int>(entry.symlink_status().type())) + ' ' +
                                        std::to_string(time) + ' ' + (isFile ? bytesOf(entry.path()) : std::string());
    }
    return result;
}

const RankCapture *captureIn(const Run &run, const std::string &folder) {
    const auto it = std::find_if(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
        return (capture.folder + '/').find('/' + folder) != std::string::npos;
    });
    return it == run.captures.end() ? nullptr : &*it;
}

bool isHealthy(const Run &run) {
    const auto *good = captureIn(run, kGoodFolder);
    return good != nullptr && good->state == LoadState::Deep && good->hasTrace() && good->log == nullptr;
}

/// Whether a rank shows something or says why it does not.
bool speaks(const Run &run) {
    const auto *capture = captureIn(run, kRankFolder);
    if (capture == nullptr) {
        return !run.log->isEmpty();
    }
    const bool told = capture->log != nullptr || !run.log->isEmpty();
    return capture->state == LoadState::Damaged ? told : told || !capture->loaded.empty();
}

std::string stepTrace() {
    return "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
           "Communication(Not Overlapped and Exclude Receive),Preparing\n"
           "4,13,231290.1,420174.26,0,420174.26,158558,810022.3,0,420174.26,206.25\n"
           "4,14,231291.1,420174.26,0,420174.26,158558,810022.3,0,420174.26,206.25\n";
}

std::string kernelDetails() {
    return "Step Id,Device_id,Stream ID,Name,Accelerator Core,Start Time(us),Duration(us),Input Shapes\n"
           "13,4,2,aclnnMul_MulAiCore_Mul,AI_VECTOR_CORE,1764246877073569.640\t,18.92,\"\"\"1,2;3\"\"\"\n"
           "13,4,N/A,hcom_send__128_3_1,COMMUNICATION,1764246877073589.640\t,9.5,N/A\n";
}

}  // namespace

class TestDamage : public QObject {
    Q_OBJECT

    struct Profile {
        std::string name;
        std::string bytes;
    };

    static void addProfiles() {
        QTest::addColumn<QByteArray>("name");
        for (const char *name :
             {"ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db", "ASCEND_PROFILER_OUTPUT/analysis.db",
              "ASCEND_PROFILER_OUTPUT/trace_view.json", "ASCEND_PROFILER_OUTPUT/trace_view.json.gz",
              "ASCEND_PROFILER_OUTPUT/trace_view.json.zst", "ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
              "ASCEND_PROFILER_OUTPUT/kernel_details.csv", "profiler_info_0.json", "profiler_metadata.json"}) {
            QTest::newRow(name) << QByteArray(name);
        }
    }

    /// A run of a healthy rank 1 and of rank 0, of which there is nothing but the file of the row.
    Profile makeRun(const ProfileTree &tree) const {
        tree.trace(std::string(kGoodFolder) + "ASCEND_PROFILER_OUTPUT/trace_view.json");
        QFETCH(QByteArray, name);
        const auto inner = name.toStdString();
        return {kRankFolder + inner, m_bytes.at(inner.substr(inner.rfind('/') + 1))};
    }

    /// Loads and compares the folder with what it was.
    static void loadUntouched(const ProfileTree &tree, const char *what, int number) {
        const auto before = listing(tree.path());
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        const auto about = QStringLiteral("%1 %2").arg(QLatin1String(what)).arg(number);
        QVERIFY2(run.has_value(), qPrintable(about));
        QVERIFY2(isHealthy(*run), qPrintable(about));
        QVERIFY2(speaks(*run), qPrintable(about));
        QVERIFY2(listing(tree.path()) == before, qPrintable(about));
    }

    std::map<std::string, std::string> m_bytes;

private Q_SLOTS:
    void initTestCase() {
        const ProfileTree tree;
        const auto small = tree.file("small.db", "");
        QVERIFY(testing::writeSmallDatabase(small));
        m_bytes["ascend_pytorch_profiler_0.db"] = bytesOf(small);
        const SmallCluster cluster;
        QVERIFY(cluster.isWritten());
        for (const char *name : {"analysis.db", "profiler_info_0.json", "profiler_metadata.json"}) {
            m_bytes[name] = bytesOf(cluster.tree.path(cluster.find(name)));
        }
        const auto trace = traceText(60);
        m_bytes["trace_view.json"] = trace;
        m_bytes["trace_view.json.gz"] = gzipped(trace);
        m_bytes["trace_view.json.zst"] = zstded(trace);
        m_bytes["step_trace_time.csv"] = stepTrace();
        m_bytes["kernel_details.csv"] = kernelDetails();
    }

    void wholeFilesLoad_data() { addProfiles(); }
    void wholeFilesLoad() {
        const ProfileTree tree;
        const auto profile = makeRun(tree);
        tree.file(profile.name, profile.bytes);
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value() && isHealthy(*run));
        const auto *capture = captureIn(*run, kRankFolder);
        QVERIFY(capture != nullptr);
        const bool isDeep = capture->files.front().format == "profiler_db" || capture->hasTrace();
        QCOMPARE(capture->state, isDeep ? LoadState::Deep : LoadState::Shallow);
        QVERIFY(!capture->loaded.empty());
        QVERIFY(capture->log == nullptr || !capture->log->hasDataLoss());
    }

    /// Files of no bytes: each is named as lost, also where another one is used in its place.
    void emptyFilesAreNamed_data() {
        QTest::addColumn<QString>("name");
        for (const auto *name : {"trace_view.json", "ascend_pytorch_profiler_0.db", "memory_record.csv",
                                 "operator_memory.csv", "step_trace_time.csv", "communication.json", "x.pickle"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void emptyFilesAreNamed() {
        QFETCH(QString, name);
        for (const bool alone : {true, false}) {
            const ProfileTree tree;
            const auto folder = std::string(kRankFolder) + "ASCEND_PROFILER_OUTPUT/";
            const auto path = tree.file(folder + name.toStdString(), "");
            if (!alone) {
                tree.file(folder + "kernel_details.csv", kernelDetails());
            }
            const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
            QVERIFY(run.has_value());
            const auto all = diagnostics(*run);
            QVERIFY(std::any_of(all.begin(), all.end(), [&](const Diagnostic &d) {
                return d.entry.severity == Severity::DataLoss && d.entry.source == path &&
                       d.entry.samples.front().detail.starts_with("the file is empty");
            }));
            QCOMPARE(isReadable(*run), !alone);
        }
    }

    void refusedPicklesAreLost() {
        const ProfileTree tree;
        for (const auto *content : {"\x80\x04\x8c\x02os\x8c\x06system\x93.", "\x80\x06}."}) {
            const auto run = loadRun(tree.file("x.pickle", content), RunId{0}, LoadDepth::Deep);
            QVERIFY(run.has_value());
            const auto all = diagnostics(*run);
            QVERIFY(!all.empty());
            QCOMPARE(all.front().entry.severity, Severity::DataLoss);
            QCOMPARE(all.front().entry.code, std::string("file.Unsupported"));
            QVERIFY(!isReadable(*run));
        }
    }

    void damageOfClusterFilesIsKept() {
        const ProfileTree tree;
        tree.file("cluster_analysis_output/cluster_step_trace_time.csv", "Step,Type,Index,Computing,Free\n0,rank,0,1");
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QVERIFY(run->log->hasDataLoss());
    }

    void absurdSizesAreLeftOut() {
        const ProfileTree tree;
        tree.file(std::string(kRankFolder) + "profiler_metadata.json",
                  R"({"distributed_args": {"world_size": 1000000, "pipeline_model_parallel_size": 2}})");
        tree.file(std::string(kRankFolder) + "profiler_info_0.json", "{}");
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        QCOMPARE(run->parallel.world, 0);
        QCOMPARE(run->parallel.pp, 2);
        QCOMPARE(run->capture(0)->log->count("session.absurd_size"), std::uint64_t{1});
    }

    void truncated_data() { addProfiles(); }
    void truncated() {
        const ProfileTree tree;
        const auto profile = makeRun(tree);
        for (std::size_t i = 0; i < 50 && !QTest::currentTestFailed(); ++i) {
            tree.file(profile.name, profile.bytes.substr(0, profile.bytes.size() * i / 50));
            loadUntouched(tree, "cut at fiftieth", static_cast<int>(i));
        }
    }

    void flippedBytes_data() { addProfiles(); }
    void flippedBytes() {
        const ProfileTree tree;
        const auto profile = makeRun(tree);
        std::mt19937 random(11);  // NOLINT: the same flips every time
        for (int i = 0; i < 200 && !QTest::currentTestFailed(); ++i) {
            auto bytes = profile.bytes;
            for (int flips = 0; flips <= i % 8; ++flips) {
                bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
            }
            tree.file(profile.name, bytes);
            loadUntouched(tree, "flips", i);
        }
    }

    void otherContent_data() { addProfiles(); }
    void otherContent() {
        const ProfileTree tree;
        const auto profile = makeRun(tree);
        const std::string others[] = {std::string(5000, '\0'),
                                      std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16),
                                      std::string("PK\x03\x04", 4) + std::string(100, 'x'),
                                      std::string("\xff\xfe{\0}\0", 6),
                                      "[[[[[[[[[[",
                                      std::string(100'000, '['),
                                      "null",
                                      "<html></html>",
                                      std::string("SQLite format 3\0", 16) + std::string(4000, '\xff'),
                                      std::string("\x1f\x8b\x08", 3) + std::string(50, '\0'),
                                      std::string("\x28\xb5\x2f\xfd", 4) + std::string(50, '\xff')};
        int number = 0;
        for (const auto &content : others) {
            tree.file(profile.name, content);
            loadUntouched(tree, "content", number++);
        }
        for (const auto &[name, content] : m_bytes) {
            tree.file(profile.name, content);
            loadUntouched(tree, name.c_str(), number++);
        }
    }

    void notEvenAFile_data() { addProfiles(); }
    void notEvenAFile() {
        const ProfileTree tree;
        const auto profile = makeRun(tree);
        const auto path = tree.path(profile.name);
        tree.file(profile.name);
        const auto check = [&](const char *what) {
            const auto before = listing(tree.path());
            const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
            QVERIFY2(run.has_value() && isHealthy(*run), what);
            QVERIFY2(listing(tree.path()) == before, what);
            fs::remove_all(path);
        };
        fs::remove(path);
        fs::create_directories(path);
        check("a folder");
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        check("a pipe");
        fs::create_symlink("nowhere", path);
        check("a link to nothing");
        fs::create_symlink(fs::path(path).filename(), path);
        check("a link to itself");
        fs::create_symlink("/dev/zero", path);
        check("a link to an endless device");
    }

    void changedWhileItIsRead_data() { addProfiles(); }
    void changedWhileItIsRead() {
        const ProfileTree tree;
        const auto profile = makeRun(tree);
        const auto path = tree.file(profile.name, profile.bytes);
        std::atomic<int> turns{0};
        std::jthread changer([&](const std::stop_token &stop) {
            for (int i = 0; !stop.stop_requested(); ++i, ++turns) {
                std::error_code ignored;
                if (i % 3 == 0) {
                    fs::resize_file(path, profile.bytes.size() / 2, ignored);
                } else if (i % 3 == 1) {
                    const auto other = tree.file(std::string(kRankFolder).append("new"), profile.bytes);
                    fs::rename(other, path, ignored);
                } else {
                    fs::remove(path, ignored);
                    tree.file(profile.name, profile.bytes);
                }
            }
        });
        for (int i = 0; i < 20; ++i) {
            const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
            QVERIFY(run.has_value() && isHealthy(*run));
        }
        changer.request_stop();
        changer.join();
        QVERIFY(turns > 0);
    }

    void goneBetweenDiscoveryAndReading_data() { addProfiles(); }
    void goneBetweenDiscoveryAndReading() {
        const ProfileTree tree;
        const auto profile = makeRun(tree);
        const auto path = tree.file(profile.name, profile.bytes);
        const auto listed = discover(tree.path(), RunId{0});
        QVERIFY(listed.has_value());
        const auto format = captureIn(*listed, kRankFolder)->files.front().format;
        ReadGate gate;
        const auto formats = gatedFormats(gate, format);
        LoadJob::Options options;
        options.threads = 1;
        options.formats = formats;
        LoadJob job(tree.path(), RunId{0}, options);
        QTRY_COMPARE_WITH_TIMEOUT(gate.waiting.load(), 1, 60'000);
        fs::remove(path);
        gate.permits = 1000;
        QVERIFY(job.wait());
        const auto run = job.snapshot();
        QVERIFY(isHealthy(*run));
        const auto *capture = captureIn(*run, kRankFolder);
        QVERIFY(capture != nullptr);
        QCOMPARE(capture->state, LoadState::Damaged);
        QVERIFY(capture->log != nullptr);
    }

    void logBesideTheDatabase_data() {
        QTest::addColumn<bool>("withIndex");
        QTest::addColumn<bool>("isDamaged");
        QTest::newRow("log alone") << false << false;
        QTest::newRow("log and index") << true << false;
        QTest::newRow("damaged log") << false << true;
        QTest::newRow("damaged log and index") << true << true;
    }
    void logBesideTheDatabase() {
        QFETCH(bool, withIndex);
        QFETCH(bool, isDamaged);
        const ProfileTree work;
        const auto original = work.file("a.db", "");
        QVERIFY(testing::writeSmallDatabase(original));
        const ProfileTree tree;
        tree.trace(std::string(kGoodFolder) + "ASCEND_PROFILER_OUTPUT/trace_view.json");
        const auto database = std::string(kRankFolder) + "ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db";
        {
            testing::WrittenDatabase open(original);
            QVERIFY(
                open.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;"
                         "INSERT INTO STEP_TIME VALUES(3,2000000,3000000)"));
            tree.file(database, bytesOf(original));
            auto log = bytesOf(original + "-wal");
            QVERIFY(log.size() > 1000);
            if (isDamaged) {
                std::fill(log.begin() + 40, log.end(), '\x5a');
            }
            tree.file(database + "-wal", log);
            if (withIndex) {
                tree.file(database + "-shm", bytesOf(original + "-shm"));
            }
        }
        loadUntouched(tree, "log", 0);
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QVERIFY(captureIn(*run, kRankFolder)->hasTrace());
    }
};

TEST_SUITE(TestDamage)

}  // namespace tst_damage

#include "tst_damage.moc"
