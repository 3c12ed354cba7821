#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/support/damaged_chart.h"
#include "tests/support/identities.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_identities {

using namespace stagescope;

namespace {

constexpr int kDamages = 12;

}  // namespace

class IdentitiesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySchedule_data() {
        QTest::addColumn<int>("kind");
        for (const auto kind : scheduleKinds()) {
            QTest::newRow(std::string(scheduleKindText(kind)).c_str()) << static_cast<int>(kind);
        }
    }
    void everySchedule() {
        QFETCH(int, kind);
        DemoOptions options;
        options.schedule = static_cast<ScheduleKind>(kind);
        options.dp = 1;
        options.steps = 2;
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(placeDemo(path, options).has_value());
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto groups = pipelineGroups(*run);
        QCOMPARE(groups.size(), std::size_t{1});
        const auto chart = pipelineChart(*run, groups.front());
        const auto whole = identities::check(*run, chart);
        QVERIFY2(whole.broken.empty(), whole.broken.c_str());
        QCOMPARE(whole.accounts, std::size_t{8});
        QVERIFY(100 * whole.unknown < whole.whole);
        for (unsigned seed = 1; seed <= kDamages; ++seed) {
            const auto sums = identities::check(*run, identities::damaged(*run, chart, seed));
            QVERIFY(sums.accounts > 0);
            QVERIFY2(sums.broken.empty(), (sums.broken + ", seed " + std::to_string(seed)).c_str());
        }
    }
};

TEST_SUITE(IdentitiesTest)

}  // namespace tst_identities

#include "tst_identities.moc"
