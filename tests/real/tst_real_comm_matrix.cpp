// The value under the pointer in the communication matrix is the one in the file, read here a second time.
#include "core/scene/communication/comm_matrix_model.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <cmath>
#include <map>
#include <tuple>

namespace tst_real_comm_matrix {

using namespace stagescope;

namespace {

QJsonObject object(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject{};
}

struct Told {
    double sizeMb = 0;
    double timeMs = 0;
    double gbps = 0;
    QString transport;
    int rows = 0;
};
using LinkKey = std::tuple<QString, QString, QString, int, int>;  ///< step, operator, group, source, destination
using Links = std::map<LinkKey, Told>;

std::pair<int, int> ends(const QString &text) {
    return {text.section(QLatin1Char('-'), 0, 0).toInt(), text.section(QLatin1Char('-'), 1, 1).toInt()};
}

void take(Links &links, const LinkKey &key, const QJsonObject &row) {
    auto &told = links[key];
    told.sizeMb += row.value(QLatin1String("Transit Size(MB)")).toDouble();
    told.timeMs += row.value(QLatin1String("Transit Time(ms)")).toDouble();
    told.gbps = row.value(QLatin1String("Bandwidth(GB/s)")).toDouble();
    told.transport = row.value(QLatin1String("Transport Type")).toString();
    ++told.rows;
}

/// op@group -> {"0-1": row}, of one step.
template <class Take>
void eachLink(const QJsonObject &operators, Take take) {
    for (auto op = operators.begin(); op != operators.end(); ++op) {
        // Sums have no group; they are computed anew.
        const auto rows = op.key().contains(QLatin1Char('@')) ? op.value().toObject() : QJsonObject{};
        for (auto row = rows.begin(); row != rows.end(); ++row) {
            take(op.key().section(QLatin1Char('@'), 0, 0), op.key().section(QLatin1Char('@'), 1), ends(row.key()),
                 row.value().toObject());
        }
    }
}

/// What the folders of the ranks say. A rank's own row (source = destination) tells its position in each group.
Links linksOfRanks(const QString &folder) {
    std::map<int, QJsonObject> files;
    for (const auto &name : QDir(folder).entryList({QStringLiteral("rank*")}, QDir::Dirs)) {
        const QString digits = name.section(QLatin1Char('_'), 0, -3).remove(QStringLiteral("rank")).remove(u'_');
        files[digits.toInt()] = object(folder + u'/' + name + QStringLiteral("/ASCEND_PROFILER_OUTPUT/") +
                                       QStringLiteral("communication_matrix.json"));
    }
    std::map<std::pair<QString, int>, int> ranks;
    Links links;
    for (const bool isSecond : {false, true}) {
        for (const auto &[rank, file] : files) {
            for (auto step = file.begin(); step != file.end(); ++step) {
                for (const char *kind : {"p2p", "collective"}) {
                    eachLink(step.value().toObject().value(QLatin1String(kind)).toObject(),
                             [&, own = rank](const QString &op, const QString &group, auto link, const auto &row) {
                                 if (!isSecond && link.first == link.second) {
                                     ranks[{group, link.first}] = own;
                                 }
                                 const auto from = ranks.find({group, link.first});
                                 const auto to = ranks.find({group, link.second});
                                 if (isSecond && from != ranks.end() && to != ranks.end()) {
                                     take(links, {step.key(), op, group, from->second, to->second}, row);
                                 }
                             });
                }
            }
        }
    }
    return links;
}

Links linksOfCluster(const QString &folder) {
    Links links;
    const auto file = object(folder + QStringLiteral("/cluster_analysis_output/cluster_communication_matrix.json"));
    for (const auto &group : file) {
        const auto steps = group.toObject();
        for (auto step = steps.begin(); step != steps.end(); ++step) {
            eachLink(step.value().toObject(), [&](const QString &op, const QString &hash, auto link, const auto &row) {
                take(links, {step.key(), op, hash, link.first, link.second}, row);
            });
        }
    }
    return links;
}

SceneStyle plainStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id; }, 18};
}

const LinkSum *underPointer(const CommMatrixModel &model, const MatrixScene &scene, HeatMatrix::Place place) {
    const double across = scene.area.width / scene.window.columns;
    const double down = scene.area.height / scene.window.rows;
    const int x = scene.area.x + static_cast<int>((static_cast<double>(place.column) + 0.5) * across);
    const int y = scene.area.y + static_cast<int>((static_cast<double>(place.row) + 0.5) * down);
    const auto block = scene.blockAt(x, y);
    const auto worst = block ? model.heat.worstOf(block->row, block->column, scene.level) : std::nullopt;
    return worst ? model.cellAt(*worst).own : nullptr;
}

}  // namespace

class RealCommMatrixTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theValueUnderThePointerIsTheFiles_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("least");
        QTest::newRow("cnn") << QStringLiteral("ascend/cnn_text") << 20;
        QTest::newRow("qwen3") << QStringLiteral("ascend/qwen3_pp2dp2") << 250;
        QTest::newRow("cluster16") << QStringLiteral("ascend/cluster16") << 8;
    }
    void theValueUnderThePointerIsTheFiles() {
        QFETCH(QString, name);
        QFETCH(int, least);
        const auto folder = realPath(name);
        if (folder.isEmpty()) {
            QSKIP("no real profiles here");
        }
        auto links = linksOfRanks(folder);
        links = links.empty() ? linksOfCluster(folder) : links;
        auto run = loadRun(folder.toStdString(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        const auto source = commMatrixSource(*run);
        int compared = 0;
        for (const auto &[key, told] : links) {
            const auto &[step, op, group, from, to] = key;
            CommMatrixQuestion question;
            question.query = {group.toStdString(), step.mid(4).toStdString(), op.toStdString()};
            question.hasSelf = true;
            for (const auto metric : {LinkMetric::Time, LinkMetric::Transport}) {
                question.metric = metric;
                const auto model = commMatrixModel(source, question);
                const auto scene =
                    buildMatrixScene(model.heat, model.axes, model.values, {900, 700, {}, {}, {}}, plainStyle());
                const auto place = model.placeOf(from, to);
                QVERIFY2(place.has_value(), qPrintable(op));
                const auto *link = underPointer(model, scene, *place);
                QVERIFY2(link != nullptr, qPrintable(op));
                QCOMPARE(link->source, from);
                QCOMPARE(link->destination, to);
                QCOMPARE(link->transport, told.transport.toStdString());
                QVERIFY(std::abs(link->sizeMb - told.sizeMb) <= 1e-9 * told.sizeMb);
                QVERIFY(std::abs(link->timeMs - told.timeMs) <= 1e-9 * told.timeMs);
                QVERIFY(told.rows > 1 || !link->gbps() || std::abs(*link->gbps() - told.gbps) <= 1e-4);
            }
            ++compared;
        }
        qInfo("%d links", compared);
        QVERIFY(compared >= least);
    }
};

TEST_SUITE(RealCommMatrixTest)

}  // namespace tst_real_comm_matrix

#include "tst_real_comm_matrix.moc"
