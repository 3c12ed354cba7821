// What people reported of files that tools like this one took for something else: a row for each expectation that the
// collection of cases tells. $STAGESCOPE_REAL_DATA/../findings/cases; skipped where it is absent. Others of its rows
// are in tests/real/tst_real_inside.cpp, tests/core/formats/trace_json/tst_dialects.cpp and
// tests/core/advice/tst_absent_parts.cpp, r01 to r14 in the suites of edits, outputs, bundles and redaction.
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QProcess>
#include <QtTest/QTest>

namespace tst_cases {

using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    int code = -1;
    QString out;
    QString text;  ///< of both streams
};

Outcome runCli(const QStringList &words) {
    QProcess process;
    process.start(qEnvironmentVariable("STAGESCOPE_CLI"), words);
    process.waitForFinished(60000);
    const auto out = QString::fromUtf8(process.readAllStandardOutput());
    return {process.exitCode(), out, out + QString::fromUtf8(process.readAllStandardError())};
}

/// Columns of a CSV, each as its cells joined by blanks: "rank: 0 0 1".
QString columnOf(const QString &csv, const QString &name) {
    QStringList cells;
    qsizetype at = -1;
    const auto lines = csv.split(u'\n', Qt::SkipEmptyParts);
    for (const auto &line : lines) {
        const auto parts = line.split(u',');
        if (at < 0) {
            at = parts.indexOf(name);
        } else if (at < parts.size()) {
            cells << parts[at];
        }
    }
    return cells.join(u' ');
}

}  // namespace

class CasesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!QDir(profile(u"S01_rocm_dur_overflow"_s)).exists()) {
            QSKIP("the cases of strangers are not here");
        }
    }

    void tablesTellWhatHappened_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("cells");
        const auto row = [](const char *name, const QStringList &words, const char *column, const char *cells) {
            QTest::addRow("%s, %s", name, column)
                << QString::fromLatin1(name) << words << QString::fromLatin1(column) << QString::fromLatin1(cells);
        };
        const auto split = QStringList{u"table"_s, u"time_split"_s};
        const auto steps = QStringList{u"table"_s, u"steps"_s};
        row("A1_step_rows_repeat", split, "computing_us", "100 200 300");
        row("A1_step_rows_repeat", split, "step", "3 3 (2) 4");
        row("S02_sglang_steps", steps, "step", "0 1 2 3 4 5 6");
        row("S02_sglang_steps", split, "computing_us", "1800 900 900 900 900 900 900");
        row("S02_sglang_steps", {u"table"_s, u"mark_stats"_s}, "side",
            "host host host host host host host device device device device device device device");
        row("S04_names_tp_phase", {u"table"_s, u"ranks"_s}, "rank", "0 0 1 1");
        row("S04_names_tp_phase", {u"table"_s, u"ranks"_s}, "capture", "DECODE EXTEND DECODE EXTEND");
        row("S05_merged_beside_ranks", {u"table"_s, u"kernel_stats"_s, u"--set"_s, u"by=name"_s}, "rank", "0 1");
        row("S05_merged_beside_ranks", {u"table"_s, u"kernel_stats"_s, u"--set"_s, u"by=name"_s}, "count", "10 10");
        row("S05_merged_beside_ranks", {u"table"_s, u"kernel_stats"_s, u"--set"_s, u"by=name"_s}, "total_us",
            "900 450");
        row("S23_jax_gpu", steps, "step", "0 1 2");
        row("S23_jax_gpu", steps, "duration_us", "850 850 850");
        row("S23_jax_gpu", split, "computing_us", "640 640 640");
        row("S23_jax_gpu", split, "not_overlapped_us", "50 50 50");
        row("S23_jax_gpu", {u"table"_s, u"copies"_s}, "total_us", "90");
        row("S02_sglang_steps", {u"table"_s, u"mark_stats"_s}, "count", "1 1 1 1 1 1 1 1 1 1 1 1 1 1");
        row("S37_steps_repeat", steps, "step", "3 4 3 (2) 4 (2)");
        row("S37_steps_repeat", steps, "duration_us", "2000 2000 2000 2000");
        row("S37_steps_repeat", split, "computing_us", "750 900 1050 1200");
        row("S48_kineto_2021", steps, "step", "5 6 7");
        row("S48_kineto_2021", steps, "duration_us", "2900 2900 2900");
        row("S48_kineto_2021", split, "computing_us", "1840 1840 1840");
        row("S48_kineto_2021", split, "communication_us", "200 200 200");
        row("S48_kineto_2021", split, "copies_us", "50 50 50");
        row("S48_kineto_2021", {u"table"_s, u"framework_ops"_s}, "operator", "aten::mm");
        row("S48_kineto_2021", {u"table"_s, u"framework_ops"_s}, "kernels", "30");
        row("S58_custom_allreduce", split, "computing_us", "1500");
        row("S58_custom_allreduce", split, "communication_us", "500");
    }
    void tablesTellWhatHappened() {
        QFETCH(QString, name);
        QFETCH(QStringList, words);
        QFETCH(QString, column);
        QFETCH(QString, cells);
        const auto told = runCli(words << profile(name));
        QCOMPARE(told.code, 0);
        QCOMPARE(columnOf(told.out, column), cells);
    }

    void checkTellsWhatItIs_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("told");
        QTest::addColumn<QString>("never");
        const auto row = [](const char *name, int code, const char *told, const char *never = "") {
            QTest::addRow("%s: %s", name, told)
                << QString::fromLatin1(name) << code << QString::fromLatin1(told) << QString::fromLatin1(never);
        };
        row("S01_rocm_dur_overflow", 0, "fmha_bwd");
        row("S02_sglang_steps", 0, "dialect:", "npu");
        row("S03_vllm_coordinator", 0, "2 of 2 ranks", "rank 2");
        row("S03_vllm_coordinator", 0, "host process: node1_55.async_llm");
        row("S05_merged_beside_ranks", 0,
            "not used: merged-1761093483.5.trace.json.gz: repeats the data of the rank files");
        row("S06_merged_processes", 0, "trace.json#400", "trace.unmatched_flow_start");
        row("S13_kernels_at_zero", 0, "5 records", "before the capture");
        row("S19_count_of_bytes", 0, "segments that do not fit, of 20.00 MiB together", "x20971521");
        row("S23_jax_gpu", 0, "dialect: JAX", "error");
        row("S26_git_lfs_pointer", 2, "A pointer of Git LFS, the data (52.4 MB) is not here: git lfs pull", "Findings");
        row("S29_utf16", 2, "UTF-16, UTF-8 is expected", "Findings");
        row("S31_execution_trace", 2, "An execution trace of PyTorch (Chakra), not a timeline; the Kineto trace",
            "Findings");
        row("S34_nsys_sqlite", 0, "dialect: Nsight Systems", "error");
        row("S46_two_gpus_one_process", 0, "2 devices in one file");
        row("S58_custom_allreduce", 0, "neither a backward pass nor an optimizer", "gradient reduction");
        row("S60_ascend_unparsed", 2, "Raw data of a profiler that was never analysed; run:", "no finding");
    }
    void checkTellsWhatItIs() {
        QFETCH(QString, name);
        QFETCH(int, code);
        QFETCH(QString, told);
        QFETCH(QString, never);
        const auto outcome = runCli({u"check"_s, u"--verbose"_s, profile(name)});
        QCOMPARE(outcome.code, code);
        QVERIFY2(outcome.text.contains(told), qPrintable(outcome.text));
        QVERIFY2(never.isEmpty() || !outcome.text.contains(never), qPrintable(outcome.text));
    }

private:
    static QString profile(const QString &name) {
        return QDir::cleanPath(stagescope::realDataFolder() + u"/../findings/cases/"_s + name + u"/profile"_s);
    }
};

TEST_SUITE(CasesTest)

}  // namespace tst_cases

#include "tst_cases.moc"
