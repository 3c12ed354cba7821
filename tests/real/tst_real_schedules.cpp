#include "core/analysis/pipeline/schedule/mindspeed_labels.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

namespace tst_real_schedules {

using namespace stagescope;

/// Labels that msprof-analyze's recipe gives to DualPipeV, for eight pairs of p and m.
class RealSchedulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void labelsOfTheRecipe() {
        QFile file(realDataFolder() + QStringLiteral("/../golden/pipeline/pp_chart_dualpipev_schedules.json"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the recorded labels are not here");
        const QJsonObject pairs = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(pairs.size(), 8);
        for (const QJsonValue &pair : pairs) {
            const QJsonObject expected = pair.toObject();
            const ScheduleOptions options{.kind = ScheduleKind::MindSpeedDualPipeV,
                                          .stages = expected[QStringLiteral("pp")].toInt(),
                                          .microbatches = expected[QStringLiteral("microbatch_num")].toInt(),
                                          .hasLogits = true};
            const Result<Schedule> schedule = generateSchedule(options);
            QVERIFY(schedule);
            const QJsonObject ranks = expected[QStringLiteral("tasks")].toObject();
            QCOMPARE(ranks.size(), options.stages);
            for (int rank = 0; rank < options.stages; ++rank)
                QCOMPARE(labels(options, *schedule, rank), ranks[QString::number(rank)].toArray());
        }
    }

private:
    static QJsonArray labels(const ScheduleOptions &options, const Schedule &schedule, int rank) {
        QJsonArray result;
        for (const MindSpeedLabel &label : mindSpeedLabels(options, rank, schedule.ranks[std::size_t(rank)]))
            result.append(QJsonArray{QString::fromStdString(label.name), label.phase});
        return result;
    }
};

TEST_SUITE(RealSchedulesTest)

}  // namespace tst_real_schedules

#include "tst_real_schedules.moc"
