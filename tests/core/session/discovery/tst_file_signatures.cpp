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
        row("results.db", databaseOf("rocpd_kernel_dispatch"), "discovery.rocprof");
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
        row("perf.data", "PERFILE2xxxxxxxx", "discovery.perf_record");
        row("stacks.json", R"({"$schema": "https://www.speedscope.app/file-format-schema.json"})",
            "discovery.sampled_stacks");
        row("trace.dat", "\x17\x08\x44tracing6", "discovery.kernel_trace");
        row("trace.json.gz.crdownload", "xxxx", "discovery.half_fetched");
        row("other.sqlite", databaseOf("users"), "discovery.other_database");
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
