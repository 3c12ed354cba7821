#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/training/training_page.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

namespace tst_training_page {

using namespace stagescope;

class TestTrainingPage : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::unique_ptr<TrainingPage> m_page;

    /// Two ranks with a log of 40 steps, of which the profile has the last few or none.
    static std::shared_ptr<const Workspace> withLog(bool isProfile) {
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 2;
        options.steps = 3;
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo"));
        Workspace workspace;
        if (isProfile ? placeDemo(path.toStdString(), options).has_value() : QDir().mkpath(path)) {
            QFile log(path + QStringLiteral("/train.log"));
            if (log.open(QIODevice::WriteOnly)) {
                for (int step = 1; step <= 40; ++step) {
                    log.write(QStringLiteral(" [2026-01-01 00:00:%1] iteration %2/ 40 | elapsed time per iteration "
                                             "(ms): 500.0 | lm loss: %3E+00 | grad norm: 1.0 |\n")
                                  .arg(step, 2, 10, QLatin1Char('0'))
                                  .arg(step)
                                  .arg(10.0 / step)
                                  .toUtf8());
                }
            }
            log.close();
            if (auto run = loadRun(path.toStdString(), RunId{0}, LoadDepth::Deep)) {
                workspace.runs.push_back(std::move(*run));
            }
        }
        workspace.version = 1;
        return std::make_shared<const Workspace>(std::move(workspace));
    }
    void show(std::shared_ptr<const Workspace> workspace) {
        m_selection.set({}, nullptr);
        m_page = std::make_unique<TrainingPage>(ViewServices{&m_selection, &m_time});
        m_page->resize(1000, 500);
        m_page->show();
        m_page->setWorkspace(std::move(workspace));
        QTRY_VERIFY(!m_page->isBusy());
    }

private Q_SLOTS:
    void aClickLeadsToTheNearestRecordedStep() {
        show(withLog(true));
        QVERIFY(!m_page->emptyReason());
        QCOMPARE(m_page->model().curves.size(), std::size_t{3});
        const auto &captured = m_page->model().captured.steps;
        QVERIFY(!captured.empty());
        std::ignore = m_page->canvas()->grab();
        const auto &plot = m_page->layoutShown().plot;
        const QPoint end(plot.right() - 2, plot.y + plot.height / 2);
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, end);
        QCOMPARE(m_selection.state().items,
                 (std::vector<ItemRef>{StepRef{RunId{0}, m_page->model().captured.nearest(40)->step}}));
        QVERIFY(m_page->tipAt(end).contains(QStringLiteral("40")));
    }

    void aLogWithoutAProfileHasCurves() {
        show(withLog(false));
        QVERIFY(!m_page->emptyReason());
        const auto &plot = m_page->layoutShown().plot;
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, QPoint(plot.x + 5, plot.y + 5));
        QVERIFY(m_selection.state().items.empty());
    }

    void withoutALogThePageSaysWhy() {
        show(nullptr);
        QCOMPARE(m_page->emptyReason()->id, std::string("training.empty"));
    }
};

TEST_SUITE(TestTrainingPage)

}  // namespace tst_training_page

#include "tst_training_page.moc"
