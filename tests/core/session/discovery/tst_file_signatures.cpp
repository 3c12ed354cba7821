// Files that nothing here reads: a file of each kind is known by itself, and in a folder.
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/file_signatures.h"
#include "core/session/discovery/nearest_profile.h"
#include "tests/core/base/packed.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <set>

namespace tst_file_signatures {

using namespace stagescope;

namespace {

/// With the zeros in it.
template <std::size_t N>
std::string bytesOf(const char (&text)[N]) {
    return {text, N - 1};
}

std::string withZeros(std::string_view text) {
    std::string wide;
    for (const char c : text) {
        wide += c;
        wide += '\0';
    }
    return wide;
}

std::string zipOf(const std::string &inner) {
    return bytesOf("PK\x03\x04\x00\x00\x08\x08") + std::string(22, '\0') + inner;
}

std::string databaseOf(std::string_view table) {
    return bytesOf("SQLite format 3\0") + std::string(5000, '\0') + "CREATE TABLE " + std::string(table) + " (a)";
}

/// A packet of a protobuf: field 1 of that content.
std::string packet(std::string_view content) {
    return std::string("\x0a") + static_cast<char>(content.size()) + std::string(content);
}

constexpr std::string_view kPointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 52428800\n";
constexpr std::string_view kTrace =
    R"({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]})";

}  // namespace

class FileSignaturesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFileOfEachKind_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("code");
        const auto row = [](const char *name, const std::string &content, const char *code) {
            QTest::newRow(name) << QString::fromLatin1(name) << QByteArray::fromStdString(content)
                                << QString::fromLatin1(code);
        };
        row("prefill.json", std::string(kPointer), "discovery.git_lfs");
        row("snapshot.pickle", std::string(kPointer), "discovery.git_lfs");
        row("trace_view.json", std::string(kPointer), "discovery.git_lfs");
        row("kernel_details.csv", std::string(kPointer), "discovery.git_lfs");
        row("ascend_pytorch_profiler_0.db", std::string(kPointer), "discovery.git_lfs");
        row("utf16.json", "\xff\xfe" + withZeros(kTrace), "discovery.utf16");
        row("utf16_big.json", "\xfe\xff" + withZeros(kTrace), "discovery.utf16");
        row("utf16_plain.json", withZeros(kTrace), "discovery.utf16");
        row("step_trace_time.csv", "\xff\xfe" + withZeros("Step,Computing\n1,2\n"), "discovery.utf16");
        row("page.json", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", "discovery.web_page");
        row("memory.html", "<html><head><title>GPU Memory Timeline HTML</title></head></html>",
            "discovery.memory_picture");
        row("traces.7z", bytesOf("7z\xbc\xaf\x27\x1c\0\x04"), "discovery.archive");
        row("traces.rar", "Rar!\x1a\x07\x01", "discovery.archive");
        row("trace.json.xz",
            bytesOf("\xfd"
                    "7zXZ\0\0\0"),
            "discovery.archive");
        row("trace.json.bz2", "BZh91AY&SY", "discovery.archive");
        row("weights.pt", zipOf("archive/data.pkl"), "discovery.saved_tensors");
        row("old_weights.pkl", bytesOf("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."),
            "discovery.saved_tensors");
        row("arrays.npz", zipOf("x.npy"), "discovery.saved_arrays");
        row("report1.nsys-rep", bytesOf("NVIDIA\0\0"), "discovery.nsys_report");
        row("old.qdrep", std::string(64, '\1'), "discovery.nsys_report");
        row("kernels.ncu-rep", "NVR\2", "discovery.ncu_report");
        row("out_kernel_trace.csv", "\"Kind\",\"Agent_Id\",\"Queue_Id\"\n\"K\",1,2\n", "discovery.rocprof");
        row("results.db", databaseOf("rocpd_op"), "discovery.rpd");
        row("trace.rpd", databaseOf("rocpd_api"), "discovery.rpd");
        row("host.xplane.pb", packet("\x12\x05/host"), "discovery.xplane");
        row("out.pftrace", packet("zz"), "discovery.perfetto");
        row("trace.perfetto-trace", "perfetto", "discovery.perfetto");
        row("rank0.0.et",
            bytesOf("\x0a\x05"
                    "0.0.4"),
            "discovery.execution_trace");
        row("lines.json", "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1}\n{\"ph\": \"X\", \"name\": \"b\", \"ts\": 2}\n",
            "discovery.trace_lines");
        row("events.jsonl",
            "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1}\n{\"ph\": \"X\", \"name\": \"b\", \"ts\": 2}\n",
            "discovery.trace_lines");
        row("RLConfig.json", R"({"config": [{"framework": "verl", "tasks": [{"roleName": "a", "taskName": "b"}]}]})",
            "discovery.role_settings");
        row("perf.data", "PERFILE2xxxxxxxx", "discovery.other_profiler");
        row("stacks.json", R"({"$schema": "https://www.speedscope.app/file-format-schema.json"})",
            "discovery.other_profiler");
        row("trace.dat", "\x17\x08\x44tracing6", "discovery.kernel_trace");
        row("trace.json.gz.crdownload", "xxxx", "discovery.half_fetched");
        row("rank0.json.tmp", std::string(kTrace), "discovery.half_fetched");
        row("other.sqlite", databaseOf("users"), "discovery.other_database");
        row("cpu.pprof", gzipped(bytesOf("\x0a\x04\x08\x01\x10\x02")), "discovery.other_profiler");
        row("cpu.prof", bytesOf("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0"), "discovery.other_profiler");
        row("stats.pstats", "{(s", "discovery.other_profiler");
        row("stacks.folded", "main;train;forward 120\nmain;load 3\n", "discovery.other_profiler");
        row("profiler_stacks.txt", "a.py(1)_main;aten::mm 120\n", "discovery.other_profiler");
        row("session.json", R"({"sample_count": 3, "root_frame": {}})", "discovery.other_profiler");
        row("scalene.json", R"({"alloc_samples": 3, "files": {}})", "discovery.other_profiler");
        row("memray-train.bin", bytesOf("memray\0\x0c"), "discovery.other_profiler");
        row("run.tracy", "tlZ\4xxxxxxxx", "discovery.other_profiler");
        row("profile.0.0.0", "2 templated_functions_MULTI_TIME\n# Name Calls\n", "discovery.other_profiler");
        row("metadata", "/* CTF 1.8 */\ntrace {\n", "discovery.other_profiler");
        row("traces.otf2", bytesOf("OTF2\0"), "discovery.other_profiler");
        row("app.nvvp", databaseOf("CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"), "discovery.other_profiler");
        row("cuda_gpu_kern_sum.csv", "Time (%),Total Time (ns),Instances\n50.0,1000,3\n", "discovery.other_profiler");
        row("perf_script.txt", "python 1 [001] 100.0: 1 cycles:\n\tffff f ([k])\n", "discovery.other_profiler");
        row("averages.txt", "-----\n  Name    Self CPU %   Self CPU\n", "discovery.other_profiler");
        for (const char *name : {"python.hpcrun", "r000hs.vtune", "hs.amplxe", "run.cali", "tau.edf",
                                 "tautrace.0.0.0.trc", "set-0.mpit", "job.darshan", "trace.stf", "dlprof_dldb.sqlite",
                                 "form.template", "heaptrack.python.55", "threading.advixe", "app.etl"}) {
            row(name, "\x01\x02\x03", "discovery.other_profiler");
        }
        row("meta.db", "HPCPROF-meta____", "discovery.other_profiler");
        row("experiment.xml", "<?xml version=\"1.0\"?>\n<!DOCTYPE HPCToolkitExperiment [\n]>\n<HPCToolkitExperiment>",
            "discovery.other_profiler");
        row("trace.prv", "#Paraver (01/12/26 at 10:00):100_ns:1(4)", "discovery.other_profiler");
        row("attributes.json", "__rec=node,id=1,attr=10", "discovery.other_profiler");
        row("toc.xml", "<?xml version=\"1.0\"?>\n<trace-toc><run number=\"1\">", "discovery.other_profiler");
        row("details_trace.csv", "\"ID\",\"Process ID\",\"Kernel Name\",\"Context\",\"Stream\",\"Section Name\"\n",
            "discovery.other_profiler");
        row("profile.cubex", std::string("anchor.xml") + std::string(247, '\0') + "ustar", "discovery.other_profiler");
        row("wall_clock.json", R"({"omnitrace": {"metadata": {}}})", "discovery.other_profiler");
        row("trace.fxt", bytesOf("\x10\0\x04\x46xT\x16\0"), "discovery.other_profiler");
        row("trace.parquet", "PAR1", "discovery.other_format");
        row("metrics.h5", "\x89HDF\r\n\x1a\n", "discovery.other_format");
        row("table.arrow", "ARROW1", "discovery.other_format");
        row("run-a.wandb", ":W&B", "discovery.other_format");
        row("flame.svg", "<?xml version=\"1.0\"?><svg></svg>", "discovery.other_format");
        row("core.1234",
            "\x7f"
            "ELF\2\1\1",
            "discovery.other_format");
        row("report.pdf", "%PDF-1.4", "discovery.other_format");
        row("train.ipynb", R"({"cells": [], "nbformat": 4})", "discovery.other_format");
        row("model.pb", bytesOf("\x08\x08\x12\x07pytorch"), "discovery.other_format");
        row("rank0.json.gz", gzipped(gzipped(gzipped(std::string(kTrace)))), "discovery.packed_too_often");
        row("rank0.json.br", "zzzz", "discovery.archive");
        row("config.json", R"({"architectures": [], "hidden_size": 4096})", "discovery.other_json");
        row("list.json", R"([{"a": 1}, {"a": 2}])", "discovery.other_json");
        row("number.json", "42", "discovery.no_json");
        row("404.json", R"({"message": "Not Found"})", "discovery.other_json");
        row("rank1.json", R"({"message": "Not Found"})", "discovery.no_trace_of_rank");
    }
    /// What else a program leaves for each rank is not lost where the trace of that rank is there.
    void otherFilesOfARankAreNoLoss() {
        const ProfileTree tree;
        tree.file("rank1.json", kTrace);
        tree.file("metrics_rank1.json", R"({"loss": 2.5})");
        const auto run = discover(tree.path(), RunId{0});
        QVERIFY(run.has_value() && !run->log->hasDataLoss());
        tree.file("metrics_rank2.json", R"({"loss": 2.5})");
        const auto other = discover(tree.path(), RunId{0});
        QVERIFY(other.has_value() && other->log->hasDataLoss());
    }
    void aFileOfEachKind() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, code);
        const auto codeText = code.toStdString();
        for (const bool isAlone : {true, false}) {
            const ProfileTree tree;
            const auto file = tree.file(name.toStdString(), content.toStdString());
            const auto run = discover(isAlone ? file : tree.path(), RunId{0});
            QVERIFY(run.has_value());
            if (!isAlone && codeText == "discovery.web_page" && !name.endsWith(u".json")) {
                continue;
            }
            QVERIFY2(run->log->count(codeText) == 1, isAlone ? "alone" : "in a folder");
            QVERIFY2(!hasReader(*run), isAlone ? "alone" : "in a folder");
            const auto entries = run->log->entries();
            const auto entry =
                std::find_if(entries.begin(), entries.end(), [&](const auto &e) { return e.code == codeText; });
            const auto sentence = unreadSentence(entry->code, entry->samples.front().detail);
            QVERIFY2(sentence.size() > 20 && sentence.find('%') == std::string::npos, sentence.c_str());
            if (codeText == "discovery.git_lfs") {
                QVERIFY2(sentence.find("the data (52.4 MB) is not here: git lfs pull") != std::string::npos,
                         sentence.c_str());
            }
        }
    }
    void everySignatureHasItsFile() {
        std::set<std::string_view> codes;
        for (const auto &signature : fileSignatures()) {
            QVERIFY2(codes.insert(signature.code).second, signature.sentence);
            QCOMPARE(signatureByCode(signature.code), &signature);
        }
        QVERIFY(codes.size() >= 18);
        QCOMPARE(signatureByCode("discovery.nothing"), nullptr);
        QVERIFY(unreadSentence("discovery.nothing", "").empty());
    }

    void otherJsonIsNamedByItsMembers() {
        const auto told = [](std::string_view path, std::string_view text) {
            const auto unread = unreadJson(path, text);
            return QString::fromStdString(unread ? unreadSentence(unread->signature->code, unread->detail) : "");
        };
        const auto members = told("/a/x.json", "{\"a\": {\"inner\": 1}, \"c\" : [{\"d\": 2}], \"e\": 3, \"f\": 4}");
        QVERIFY2(members.endsWith(QLatin1String("members: a, c, e")), qPrintable(members));
        QVERIFY(told("/a/x.json", "[1, 2]").endsWith(QLatin1String("members: -")));
        QVERIFY(told("/a/x.json.gz", "{").endsWith(QLatin1String("members: -")));
        QVERIFY(told("/a/rank0.json", "words\nand lines").endsWith(QLatin1String("starts with: words and lines")));
        QVERIFY(told("/a/x.json", std::string(60, 'x')).endsWith(QLatin1String("xxx...")));
        QVERIFY(told("/a/x.txt", "{}").isEmpty() && told("/a/x.json", "").isEmpty());
    }

    /// A trace under another name is read where none has the name of a trace.
    void tracesUnderOddNames() {
        for (const char *name : {"rank0.json.txt", "trace", "profile", "rank0.json.gzip"}) {
            const ProfileTree tree;
            const auto file = tree.file(name, std::string(kTrace));
            for (const auto &path : {file, tree.path()}) {
                const auto run = discover(path, RunId{0});
                QVERIFY2(run && run->captures.size() == 1 && hasReader(*run), name);
            }
            tree.trace("rank1.json");
            QCOMPARE(discover(tree.path(), RunId{0})->captures.size(), std::size_t{1});
        }
        // Opened by itself any name will do.
        const ProfileTree tree;
        const auto run = discover(tree.file("notes.xyz", std::string(kTrace)), RunId{0});
        QVERIFY(run && hasReader(*run));
    }

    /// Their names are what users wish, and the rank behind it.
    void dumpsOfFlightRecordersAreFound() {
        const ProfileTree tree;
        tree.file("job_77_comm_3", R"({"version": "2.10", "pg_config": {}, "entries": []})");
        for (int i = 0; i < 100; ++i) {
            tree.file("notes_" + std::to_string(i), "words");
        }
        const auto run = discover(tree.path(), RunId{0});
        QVERIFY(run && run->captures.size() == 1);
        QCOMPARE(run->captures.front().files.front().format, std::string("flight_recorder"));
    }

    void anEmptyDumpIsALoss() {
        const ProfileTree tree;
        tree.file("nccl_trace_rank_1", "");
        tree.file("rank_0.log", "");
        QCOMPARE(discover(tree.path(), RunId{0})->log->count("discovery.ends_early"), std::uint64_t{1});
    }

    /// What a profile is read from has no signature of anything else.
    void profilesHaveNone() {
        for (const auto text :
             {kTrace,
              std::string_view(R"({"schemaVersion": 1, "distributedInfo": {"pg_config": []}, "traceEvents": []})"),
              std::string_view("[]"), std::string_view("Step,Computing\n1,2\n"), std::string_view("words"),
              std::string_view()}) {
            QVERIFY2(!unreadFile("/a/rank0.json", text), std::string(text).c_str());
        }
    }

    void whatLiesBesideProfilesIsNoLoss() {
        const ProfileTree tree;
        tree.trace("rank0.json");
        tree.file("checkpoint.pt", zipOf("archive/data.pkl"));
        tree.file("report1.nsys-rep", "x");
        tree.file("curves.html", "<html></html>");
        const auto run = discover(tree.path(), RunId{0});
        QVERIFY(run && hasReader(*run));
        QCOMPARE(run->captures.size(), std::size_t{1});
        QVERIFY(!run->log->hasDataLoss());
        QCOMPARE(run->log->count("discovery.nsys_report"), std::uint64_t{1});
        // In the place of a rank it is one.
        tree.file("rank1.json", kPointer);
        QVERIFY(discover(tree.path(), RunId{0})->log->hasDataLoss());
    }

    void rawFoldersThatWereNeverAnalysed() {
        const ProfileTree tree;
        tree.file("a_ascend_pt/profiler_info.json", "{}");
        tree.file("a_ascend_pt/profiler_metadata.json", "{}");
        tree.file("a_ascend_pt/FRAMEWORK/torch.op_range");
        const auto run = discover(tree.path(), RunId{0});
        QVERIFY(run.has_value());
        QVERIFY(!hasReader(*run));
        QCOMPARE(run->log->count("discovery.raw_prof"), std::uint64_t{1});
    }
};

TEST_SUITE(FileSignaturesTest)

}  // namespace tst_file_signatures

#include "tst_file_signatures.moc"
