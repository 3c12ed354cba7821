// Questions in SQL about profiles of real machines; the answers are those of the raw files.
#include "core/ask/ask_engine.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

namespace tst_real_ask {

using namespace stagescope;

class RealAskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answers_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char *name, const char *path, const char *sql, const char *wanted) {
            QTest::newRow(name) << QString::fromLatin1(path) << QByteArray(sql) << QByteArray(wanted);
        };
        row("kernels beside copies", "torch/h100_scenes/streams_copies",
            "SELECT count(DISTINCT evidence_a), sum(dur_ns), (SELECT sum(dur_ns) FROM cover((SELECT spans(begin_ns, "
            "dur_ns) FROM copy))) FROM overlap((SELECT spans(begin_ns, dur_ns, evidence) FROM kernel WHERE stream = 46 "
            "AND dur_ns > 50000), (SELECT spans(begin_ns, dur_ns) FROM copy))",
            "32|5328363|54178436");
        row("pinned and pageable copies", "torch/h100_scenes/streams_copies",
            "SELECT group_concat(line, ' ') FROM (SELECT memory || ' ' || count(*) || ' ' || round(sum(bytes) * 1.0 / "
            "sum(dur_ns), 3) AS line FROM copy WHERE name LIKE '%HtoD%' GROUP BY memory ORDER BY memory)",
            "pageable 4 8.375 pinned 4 55.07");
        row("values that are read back", "torch/h100_scenes/sync_item",
            "SELECT (SELECT count(*) FROM host_op WHERE name = 'aten::item'), count(*), round(sum(dur_ns) / 1e6, 2) "
            "FROM "
            "api WHERE name = 'cudaStreamSynchronize' AND step IS NOT NULL",
            "12|12|9.33");
        row("steps with garbage collection", "torch/h100_scenes/garbage_collection",
            "SELECT group_concat(step, ' ') FROM (SELECT step FROM step WHERE dur_ns > 10 * (SELECT min(dur_ns) FROM "
            "step) ORDER BY step)",
            "4 6");
        row("the peak of memory", "torch/h100_scenes/profile_memory",
            "SELECT (SELECT max(bytes) FROM memory WHERE measure = 'allocated'), (SELECT max(bytes) FROM memory WHERE "
            "measure = 'reserved')",
            "4640223744|4894752768");
        row("p95 of a kernel", "ascend/cnn_text",
            "SELECT round(p95(dur_ns) / 1000, 2), count(*), (SELECT round(sum(dur_ns) / 1000.0, 1) || ' ' || count(*) "
            "FROM kernel WHERE rank = 0 AND type = 'TransData') FROM kernel WHERE rank = 0 AND type = 'MatMulV2'",
            "325.95|8|1423.2 57");
        row("one rank of several", "ascend/qwen3_pp2dp2",
            "SELECT count(*), sum(dur_ns), round(p95(dur_ns) / 1000, 1) FROM kernel WHERE rank = 0 AND type = "
            "'FlashAttentionScoreGrad'",
            "28|63128660|2284.5");
        row("kernels of a timeline alone", "more/xplane/te_fused_attn.xplane.pb",
            "SELECT group_concat(DISTINCT kind), count(*), (SELECT count(*) FROM kernel) FROM kernels",
            "computing|150|150");
        row("what is not recorded", "torch/h100_scenes/device_only",
            "SELECT op IS NULL, (SELECT count(*) > 0 FROM capability WHERE answer = 'no') FROM kernel ORDER BY dur_ns "
            "DESC LIMIT 1",
            "1|1");
    }
    void answers() {
        QFETCH(QString, path);
        QFETCH(QByteArray, sql);
        QFETCH(QByteArray, wanted);
        const QDir data(realDataFolder());
        if (!data.exists(path)) {
            QSKIP("real data is absent");
        }
        Workspace workspace;
        workspace.runs.push_back(loadedRun(data.filePath(path).toStdString()));
        AnalysisInput input;
        input.workspace = &workspace;
        const auto found = ask(input, sql.toStdString(), {}, {});
        QVERIFY2(found, found ? "" : found.error().detail.c_str());
        QCOMPARE(found->rows.size(), std::size_t{1});
        std::string text;
        for (const auto &cell : found->rows.front()) {
            text += (text.empty() ? "" : "|") + cellText(cell);
        }
        QCOMPARE(QByteArray::fromStdString(text), wanted);
    }
};

TEST_SUITE(RealAskTest)

}  // namespace tst_real_ask

#include "tst_real_ask.moc"
