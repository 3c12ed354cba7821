// Call paths of real profiles: what they add up to, and modules against the comparison and module sheets of the peer.
#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/analysis.h"
#include "core/analysis/trace/op_stats.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <cmath>
#include <map>

namespace tst_real_flame {

using namespace stagescope;

namespace {

std::optional<Workspace> opened(const QString &path) {
    if (!QFile::exists(realDataFolder() + QLatin1Char('/') + path)) {
        return std::nullopt;
    }
    auto run = loadRun((realDataFolder() + QLatin1Char('/') + path).toStdString(), RunId{0}, LoadDepth::Deep);
    if (!run) {
        return std::nullopt;
    }
    Workspace workspace;
    workspace.runs.push_back(std::move(*run));
    return workspace;
}

QJsonObject golden(const QString &path) {
    QFile file(realDataFolder() + QStringLiteral("/../golden/") + path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// Device work of one rank and step by call path.
FlameTree treeOf(const Workspace &workspace, const TimeSplit &split, FlameFrames frames) {
    const auto &run = workspace.runs[0];
    const auto &capture = *run.capture(split.rank);
    const AnalysisInput input{.workspace = &workspace, .step = split.step};
    return flameTree(run, capture,
                     {.frames = frames,
                      .host = askedRange(input, run, capture, AskedSide::Host).range,
                      .device = askedRange(input, run, capture).range});
}

bool isNear(Nanos a, Nanos b, std::int64_t within) { return std::abs((a - b).count()) <= within; }

/// Figures of the modules of a rank, by path.
std::map<std::string, std::map<std::string, double>> modulesOf(const Workspace &workspace, int rank) {
    const auto table = analysisById("modules")->run({.workspace = &workspace, .ranks = {rank}}, {}).value();
    std::map<std::string, std::map<std::string, double>> result;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        auto &figures = result[table.text(row, "path")];
        for (const auto *column : {"kernels", "forward_us", "forward_self_us", "backward_us", "backward_self_us"}) {
            figures[column] = std::stod(table.text(row, column));
        }
    }
    return result;
}

}  // namespace

class RealFlameTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rootsAreTheTimeOfTheDevice_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("rounding");  // the trace's own tracks of overlap round each interval
        QTest::newRow("text") << QStringLiteral("ascend/cnn_text") << 30;
        QTest::newRow("database") << QStringLiteral("ascend/cnn_db") << 0;
        QTest::newRow("mi300") << QStringLiteral("torch/mi300/resnet_act_checkpoint.json.gz") << 0;
        QTest::newRow("h100") << QStringLiteral("torch/h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz") << 0;
        QTest::newRow("dualpipe") << QStringLiteral("torch/dualpipe_chunk_train.json") << 0;
        QTest::newRow("two ranks") << QStringLiteral("torch/hta_two_ranks") << 0;
    }
    void rootsAreTheTimeOfTheDevice() {
        QFETCH(QString, path);
        QFETCH(int, rounding);
        const auto workspace = opened(path);
        if (!workspace) {
            QSKIP("no such profile here");
        }
        for (const auto &split : timeSplits(workspace->runs[0])) {
            for (const auto frames :
                 {FlameFrames::All, FlameFrames::Python, FlameFrames::Module, FlameFrames::Operator}) {
                const auto tree = treeOf(*workspace, split, frames);
                const auto &root = tree.nodes[0];
                QVERIFY(isNear(root.device.filled, split.parts.computing, rounding));
                QVERIFY(isNear(root.device.exposed, split.parts.notOverlapped, rounding));
            }
        }
    }

    void leavesAreOperatorStatistics() {
        for (const auto *path : {"ascend/cnn_text", "torch/mi300/resnet_act_checkpoint.json.gz"}) {
            const auto workspace = opened(QString::fromLatin1(path));
            if (!workspace) {
                QSKIP("no such profile here");
            }
            for (const auto &capture : workspace->runs[0].captures) {
                std::map<std::string, Nanos, std::less<>> sums;
                const auto tree = flameTree(workspace->runs[0], capture, {});
                for (const auto &node : tree.nodes) {
                    if (node.kind == FlameKind::Kernel || node.kind == FlameKind::Communication) {
                        sums[std::string(tree.name(node))] += node.device.computing + node.device.communication;
                    }
                }
                const auto stats = opStats(capture, {});
                QCOMPARE(sums.size(), stats.size());
                for (const auto &stat : stats) {
                    QCOMPARE(sums[stat.name], stat.total);
                }
            }
        }
    }

    /// Every row of a module, of both ranks, in the forward and the backward pass.
    void modulesEqualTheComparisonSheet() {
        const auto workspace = opened(QStringLiteral("ascend/cnn_text"));
        const auto sheet = golden(QStringLiteral("real/cmp_text_l1.sheets.json"))
                               .value(QStringLiteral("ModuleCompareStatistic"))
                               .toArray();
        if (!workspace || sheet.isEmpty()) {
            QSKIP("no such profile here");
        }
        int compared = 0;
        for (int rank = 0; rank < 2; ++rank) {
            const auto modules = modulesOf(*workspace, rank);
            const int self = rank == 0 ? 6 : 10;  // column of the device's own time; the total stands two further
            for (const auto &value : sheet) {
                const auto row = value.toArray();
                if (row[4].toString() != QStringLiteral("[ TOTAL ]") ||
                    !row[1].toString().startsWith(QStringLiteral("nn.Module"))) {
                    continue;
                }
                auto path = row[3].toString();
                const bool isBackward = path.contains(QStringLiteral("/[ BACKWARD ]"));
                path.remove(QStringLiteral("/[ BACKWARD ]"));
                const auto own =
                    modules.find(path.mid(2).split(QStringLiteral("/ ")).join(QLatin1Char(';')).toStdString());
                QVERIFY2(own != modules.end(), qPrintable(path));
                // The sheet adds up fractions of nanoseconds.
                const auto within = own->second.at("kernels") * 1e-6;
                const auto of = [&](const char *column) { return own->second.at(column) / 1000; };
                QVERIFY(std::abs(of(isBackward ? "backward_self_us" : "forward_self_us") - row[self].toDouble()) <=
                        within);
                QVERIFY(isBackward || std::abs(of("forward_us") - row[self + 2].toDouble()) <= within);
                ++compared;
            }
        }
        QCOMPARE(compared, 98);
    }

    /// Marks of the domain "Module". In the backward pass the sheet of modules also counts what runs between the
    /// operators of a module: reductions and gradients' accumulation after a product.
    void modulesFromMarksEqualTheModuleSheet() {
        const auto workspace = opened(QStringLiteral("planted/modules"));
        const auto sheet = golden(QStringLiteral("msprof_analyze/recipes/planted_modules/module_statistic.json"))
                               .value(QStringLiteral("ModuleStatistic"))
                               .toArray();
        if (!workspace || sheet.isEmpty()) {
            QSKIP("no such profile here");
        }
        std::map<std::pair<int, std::string>, std::pair<double, double>> wanted;  // forward, backward
        for (qsizetype i = 1; i < sheet.size(); ++i) {
            const auto row = sheet[i].toArray();
            const auto parent = row[0].toString().replace(QLatin1Char('/'), QLatin1Char(';'));
            const bool isBackward = row[1].toString().startsWith(QStringLiteral("[Backward]"));
            const bool isBetween = isBackward && (row[2].toString() == QStringLiteral("aclnnReduceSum") ||
                                                  row[2].toString() == QStringLiteral("aclnnMuls"));
            const auto name = row[1].toString().remove(QStringLiteral("[Backward]")).section(QLatin1Char('_'), 0, 0);
            const auto path = parent.isEmpty() ? name : parent + QLatin1Char(';') + name;
            auto &[forward, backward] = wanted[{row[7].toInt(), path.toStdString()}];
            (isBackward ? backward : forward) += isBetween ? 0 : row[4].toDouble() / 1000;
        }
        QCOMPARE(wanted.size(), std::size_t{14});
        for (const auto &[key, times] : wanted) {
            const auto own = modulesOf(*workspace, key.first).at(key.second);
            QVERIFY(std::abs(own.at("forward_self_us") - times.first) < 1e-6);
            QVERIFY(std::abs(own.at("backward_self_us") - times.second) < 1e-6);
        }
    }

    /// All 66 rows of the recipe, in its order.
    void operatorsOfModulesEqualTheModuleSheet() {
        const auto workspace = opened(QStringLiteral("planted/modules"));
        const auto sheet = golden(QStringLiteral("msprof_analyze/recipes/planted_modules/module_statistic.json"))
                               .value(QStringLiteral("ModuleStatistic"))
                               .toArray();
        if (!workspace || sheet.isEmpty()) {
            QSKIP("no such profile here");
        }
        const auto table = analysisById("module_ops")->run({.workspace = &*workspace}, {}).value();
        QCOMPARE(table.rows.size(), std::size_t{66});
        QCOMPARE(sheet.size(), qsizetype{67});
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const auto wanted = sheet[static_cast<qsizetype>(i) + 1].toArray();
            const auto text = [&](const char *column) { return QString::fromStdString(table.text(i, column)); };
            const auto variant = text("variant");
            const auto module =
                (text("pass") == QStringLiteral("backward") ? QStringLiteral("[Backward]") : QString()) +
                text("module") + (variant.isEmpty() ? variant : QLatin1Char('_') + variant);
            QCOMPARE(text("parent").replace(QLatin1Char(';'), QLatin1Char('/')), wanted[0].toString());
            QCOMPARE(module, wanted[1].toString());
            QCOMPARE(text("operator"), wanted[2].toString());
            QCOMPARE(text("kernels"), wanted[3].toString());
            QCOMPARE(qRound64(text("total_us").toDouble() * 1000), qRound64(wanted[4].toDouble()));
            QCOMPARE(text("count").toInt(), wanted[6].toInt());
            QCOMPARE(text("rank").toInt(), wanted[7].toInt());
        }
    }

    /// A model in Python on a GPU: each of its blocks, and all kernels of the step beneath the model.
    void modulesOfAPythonTrace() {
        const auto workspace = opened(QStringLiteral("torch/h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz"));
        if (!workspace) {
            QSKIP("no such profile here");
        }
        const auto modules = modulesOf(*workspace, workspace->runs[0].captures[0].rank);
        QCOMPARE(modules.size(), std::size_t{316});
        double blocks = 0;
        for (int i = 0; i < 24; ++i) {
            blocks += modules.at("Qwen2Model_0;Qwen2DecoderLayer_" + std::to_string(i)).at("forward_us");
        }
        const auto &model = modules.at("Qwen2Model_0");
        QVERIFY(blocks > 0.9 * model.at("forward_us") && blocks <= model.at("forward_us"));
    }
};

TEST_SUITE(RealFlameTest)

}  // namespace tst_real_flame

#include "tst_real_flame.moc"
