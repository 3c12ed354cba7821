#include "core/export/peer_chart.h"
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

namespace tst_real_pp_chart {

using namespace stagescope;

namespace {

/// Golden results lie beside the data.
QString goldenFolder(const QString &name) { return realDataFolder() + QStringLiteral("/../golden/pipeline/") + name; }

QStringList sorted(QStringList list) {
    list.sort();
    return list;
}

}  // namespace

/// What the peer's recipe wrote into the same databases, row by row: name, times and type.
class RealPpChartTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recipeIsReproduced_data() {
        QTest::addColumn<QString>("name");
        for (const auto &name : {QStringLiteral("1f1b_p4_m8"), QStringLiteral("dualpipev_p2_m4")}) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void recipeIsReproduced() {
        QFETCH(QString, name);
        const auto folder = goldenFolder(name);
        QFile file(folder + QStringLiteral("/expected.json"));
        if (!file.open(QIODevice::ReadOnly)) {
            QSKIP("no golden results");
        }
        const auto expected = QJsonDocument::fromJson(file.readAll()).object();
        const auto run = loadRun(QDir(folder).canonicalPath().toStdString(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run);
        const auto groups = pipelineGroups(*run);
        QCOMPARE(groups.size(), std::size_t{1});
        const auto peer = peerChart(pipelineChart(*run, groups.front()), PeerNames::Recipe);
        QCOMPARE(peer.ranks.size(), static_cast<std::size_t>(expected.size()));
        for (const auto &[rank, own] : peer.ranks) {
            const auto theirs = expected[QString::number(rank)].toObject();
            QStringList tasks;
            for (const auto &task : own.tasks) {
                tasks << QStringLiteral("%1 %2 %3 %4")
                             .arg(QString::fromStdString(task.name))
                             .arg(task.beginNs)
                             .arg(task.endNs)
                             .arg(task.type);
            }
            QStringList wanted;
            for (const auto &row : theirs[QStringLiteral("StepTaskInfo")].toArray()) {
                const auto r = row.toArray();
                wanted << QStringLiteral("%1 %2 %3 %4")
                              .arg(r[0].toString())
                              .arg(r[1].toInteger())
                              .arg(r[2].toInteger())
                              .arg(r[3].toInteger());
            }
            QCOMPARE(tasks, wanted);
            QStringList ids;
            for (const auto &connection : own.connections) {
                ids << QString::fromStdString(connection.operation + " " + connection.id);
            }
            QStringList wantedIds;
            for (const auto &row : theirs[QStringLiteral("opConnectionId")].toArray()) {
                wantedIds << row.toArray()[0].toString() + QLatin1Char(' ') + row.toArray()[1].toString();
            }
            QCOMPARE(sorted(ids), sorted(wantedIds));
        }
    }
};

TEST_SUITE(RealPpChartTest)

}  // namespace tst_real_pp_chart

#include "tst_real_pp_chart.moc"
