// What msprof-analyze's advisor says of real and planted captures, against our rules. Sheets of single operators are in
// tst_real_operators.
#include "core/advice/findings.h"
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <algorithm>
#include <set>

namespace tst_real_advisor {

using namespace stagescope;

namespace {

Workspace loadedAt(const QString &name) {
    Workspace workspace;
    const auto path = realFile(name);
    if (auto run = path.empty() ? Result<Run>(Run{}) : loadRun(path, RunId{0}, LoadDepth::Deep)) {
        workspace.runs.push_back(std::move(*run));
    }
    return workspace;
}

/// The capture in which one fault was planted for each checker of the advisor.
QString plantedCapture() {
    const QDir folder(realPath(QStringLiteral("planted")));
    const auto found = folder.entryList({QStringLiteral("advisor*")}, QDir::Dirs);
    return found.isEmpty() ? QString() : QStringLiteral("planted/") + found.front();
}

QJsonArray sheetOf(const char *file, const char *title) {
    QFile golden(realPath(QStringLiteral("../golden/msprof_analyze/advisor/") + QLatin1String(file)));
    return golden.open(QIODevice::ReadOnly)
               ? QJsonDocument::fromJson(golden.readAll()).object()[QLatin1String(title)].toArray()
               : QJsonArray();
}

const Finding *findingBy(const std::vector<Finding> &list, std::string_view rule) {
    const auto it = std::find_if(list.begin(), list.end(), [&](const Finding &f) { return f.rule == rule; });
    return it == list.end() ? nullptr : &*it;
}

/// All that matches, also what costs nothing.
std::vector<Finding> allMatches(const Run &run) {
    RuleValues values;
    for (const auto &rule : ruleList()) {
        for (const auto &parameter : rule.parameters) {
            if (parameter.name == rule.id + ".share" && rule.parameters.size() < 4) {
                values[parameter.name] = 0;
            }
        }
    }
    return findings(run, values);
}

}  // namespace

class TestRealAdvisor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (realPath(QStringLiteral("../golden/msprof_analyze/advisor")).isEmpty()) {
            QSKIP("no real profiles here");
        }
    }
    /// Counts and times of the advisor. It reports all of these; we report what the device idles for, which in this
    /// capture nearly always works: only the loader and the driver's memory hold it up.
    void callsOfTheHost() {
        const auto workspace = loadedAt(plantedCapture());
        const auto list = allMatches(workspace.runs.at(0));
        struct Expected {
            const char *rule;
            const char *count;
            const char *millis;
        };
        for (const auto &[rule, count, millis] :
             {Expected{"garbage_collection", "3", "6.6"}, Expected{"online_compilation", "30", "1.5"},
              Expected{"sync_batch_norm", "25", "0.4"}, Expected{"memory_operations", "9", "32.7"},
              Expected{"unfused_optimizer", "1", ""}}) {
            const auto *finding = findingBy(list, rule);
            QVERIFY2(finding != nullptr, rule);
            QCOMPARE(finding->facts.at(0).args.at(0), std::string(count));
            QVERIFY2(*millis == '\0' || finding->facts[0].args.at(2) == millis, finding->facts[0].args[2].c_str());
        }
        QVERIFY(findingBy(list, "stream_sync") != nullptr);
        QCOMPARE(findingBy(list, "unfused_optimizer")->remedy.args.at(0), std::string("torch_npu.optim.NpuFusedAdamW"));
        const auto told = findings(workspace.runs[0]);
        for (const auto *rule : {"aicpu", "block_dim", "no_bound", "data_loading", "memory_operations", "environment",
                                 "frequency", "bandwidth_contention"}) {
            QVERIFY2(findingBy(told, rule) != nullptr, rule);
        }
        for (const auto *rule : {"garbage_collection", "online_compilation", "sync_batch_norm"}) {
            QVERIFY2(findingBy(told, rule) == nullptr, rule);
        }
        QCOMPARE(findingBy(told, "data_loading")->facts.at(0).args.at(2), std::string("23.5"));
    }
    /// Not ours of the advisor's: a traffic class that is the default, and caches of the host where devices do not wait
    /// for it.
    void settingsOfTheEnvironment() {
        const auto bad = [](const QString &name, const RuleValues &values) {
            const auto workspace = loadedAt(name);
            const auto list = findings(workspace.runs.at(0), values);
            const auto *finding = findingBy(list, "environment");
            std::set<std::string> keys;
            for (const auto &fact : finding == nullptr ? std::vector<Message>{} : finding->facts) {
                for (const std::string_view prefix : {"finding.environment.fact.", "finding.environment.unset."}) {
                    if (fact.id.starts_with(prefix)) {
                        keys.insert(fact.id.substr(prefix.size()));
                    }
                }
            }
            return keys;
        };
        const auto told = [](const char *file) {
            std::set<std::string> keys;
            const auto rows = sheetOf(file, "Environment Variable Issues");
            for (qsizetype i = 1; i < rows.size(); ++i) {
                keys.insert(rows[i].toArray()[0].toString().toStdString());
            }
            return keys;
        };
        auto planted = told("planted.json");
        planted.erase("HCCL_RDMA_TC");
        QCOMPARE(bad(plantedCapture(), {{"environment.idle_share", 0}}), planted);
        QCOMPARE(bad(QStringLiteral("ascend/cnn_text"), {}), told("cnn_text.json"));
        QCOMPARE(bad(QStringLiteral("ascend/qwen3_pp2dp2"), {{"environment.idle_share", 0}}), told("qwen3_text.json"));
        QVERIFY(
            bad(QStringLiteral("ascend/qwen3_pp2dp2"), {}).empty());  // nothing says that its devices wait for hosts
    }
    void sequencesThatOverlap_data() {
        QTest::addColumn<QString>("capture");
        QTest::addColumn<QByteArray>("golden");
        QTest::addColumn<int>("more");
        QTest::newRow("planted") << plantedCapture() << QByteArray("planted.json") << 0;
        // The advisor forgets the last sequence where that extends the one before it.
        QTest::newRow("rank 0") << QStringLiteral("ascend/qwen3_pp2dp2/rank_0_ascend_pt")
                                << QByteArray("qwen_rank0.json") << 1;
        QTest::newRow("rank 2") << QStringLiteral("ascend/qwen3_pp2dp2/rank_2_ascend_pt")
                                << QByteArray("qwen_rank2.json") << 1;
    }
    void sequencesThatOverlap() {
        QFETCH(QString, capture);
        QFETCH(QByteArray, golden);
        QFETCH(int, more);
        const auto workspace = loadedAt(capture);
        const auto *entry = analysisById("fusible_sequences");
        const auto table = entry->run({.workspace = &workspace, .parameters = {{"counting", "overlapping"}}}, {})
                               .value_or(ResultTable{});
        const auto rows = sheetOf(golden.constData(), "OPERATOR SEQUENCE ANALYSIS BASE");
        QVERIFY(rows.size() > 2);
        std::map<std::pair<std::string, std::string>, std::size_t> ours;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            ours[{table.text(row, "start_index"), table.text(row, "end_index")}] = row;
        }
        int otherwise = 0;
        for (qsizetype i = 2; i < rows.size(); ++i) {
            const auto said = rows[i].toArray();
            const auto at = ours.find({std::to_string(said[0].toInt()), std::to_string(said[1].toInt())});
            QVERIFY2(at != ours.end(), qPrintable(QString::number(said[0].toInt())));
            const auto number = [&](const char *column) {
                return QByteArray::fromStdString(table.text(at->second, column)).toDouble();
            };
            // Its times since 1970 are doubles of microseconds, which are a quarter apart.
            QVERIFY(std::abs(number("total_us") - said[2].toDouble()) < 0.3 * said[5].toDouble());
            QVERIFY(std::abs(number("execution_us") - said[3].toDouble()) < 0.02);
            QVERIFY(std::abs(number("mte_us") - said[4].toDouble()) < 0.02);
            QCOMPARE(number("count"), said[5].toDouble());
            QCOMPARE(table.text(at->second, "mte_bound"), std::string(said[6].toBool() ? "yes" : "no"));
            otherwise += table.text(at->second, "host_bound") == (said[7].toBool() ? "yes" : "no") ? 0 : 1;
        }
        QVERIFY2(otherwise <= 2, qPrintable(QString::number(otherwise)));  // at the very limit, for the same reason
        QCOMPARE(table.rows.size(), static_cast<std::size_t>(rows.size() - 2 + more));
        // Counted once, they take no more than there is to execute.
        const auto once = entry->run({.workspace = &workspace}, {}).value_or(ResultTable{});
        const auto kernels = analysisById("kernels")->run({.workspace = &workspace}, {}).value_or(ResultTable{});
        const auto sum = [](const ResultTable &of, const char *column) {
            double total = 0;
            for (std::size_t row = 0; row < of.rows.size(); ++row) {
                total += QByteArray::fromStdString(of.text(row, column)).toDouble();
            }
            return total;
        };
        qInfo("overlapping %.1f ms, once %.1f ms, headroom %.1f ms", sum(table, "execution_us") / 1000,
              sum(once, "execution_us") / 1000, sum(once, "headroom_us") / 1000);
        QVERIFY(sum(once, "execution_us") <= sum(kernels, "duration_us"));
    }
    /// The advisor names torch.addmm beside these: its three calls are the end of npu_rotary_mul, where they count.
    void affinityApis() {
        const auto workspace = loadedAt(plantedCapture());
        const auto table = analysisById("affinity_apis")->run({.workspace = &workspace}, {}).value_or(ResultTable{});
        std::map<std::string, int> ours;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            ++ours[table.text(row, "api")];
        }
        std::set<std::string> apis;
        for (const auto &[api, count] : ours) {
            QCOMPARE(count, 3);
            apis.insert(api);
        }
        std::set<std::string> theirs;
        const auto rows = sheetOf("planted.json", "Affinity API Issues");
        for (qsizetype i = 1; i < rows.size(); ++i) {
            theirs.insert(rows[i].toArray()[0].toString().toStdString());
        }
        theirs.erase("torch.addmm");
        theirs.erase("torch_npu.optim.NpuFusedAdamW");  // a rule of its own: unfused_optimizer
        QCOMPARE(apis, theirs);
    }
    /// The advisor calls kernels of dynamic shapes a problem wherever all are; aclnn's always are, compiled ahead, and
    /// none is compiled while these train. Its optimizer is named by both.
    void smallNetwork() {
        for (const auto *name : {"ascend/cnn_text", "ascend/cnn_db"}) {
            const auto workspace = loadedAt(QLatin1String(name));
            const auto list = allMatches(workspace.runs.at(0));
            QVERIFY(findingBy(list, "online_compilation") == nullptr);
            const auto *optimizer = findingBy(list, "unfused_optimizer");
            QVERIFY2(optimizer != nullptr, name);
            QCOMPARE(optimizer->remedy.args.at(0), std::string("torch_npu.optim.NpuFusedSGD"));
        }
    }
};

TEST_SUITE(TestRealAdvisor)

}  // namespace tst_real_advisor

#include "tst_real_advisor.moc"
