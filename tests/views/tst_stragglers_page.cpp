#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/cluster/stragglers_page.h"
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QPainter>
#include <QtTest/QtTest>

namespace tst_stragglers_page {

using namespace stagescope;

namespace {

/// Two stages in three replicas, rank 4 (stage 1 of replica 1) half as fast again.
std::shared_ptr<const Workspace> slowRank() {
    DemoOptions options;
    options.pp = 2;
    options.dp = 3;
    options.microbatches = 4;
    options.steps = 3;
    options.faults = {{.kind = DemoFault::Kind::SlowRank, .first = 4, .second = 0, .factorPpm = 1'500'000}};
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    Workspace workspace;
    if (placeDemo(path, options)) {
        if (auto run = loadRun(path, RunId{0}, LoadDepth::Deep)) {
            workspace.runs.push_back(std::move(*run));
        }
    }
    workspace.version = 1;
    return std::make_shared<const Workspace>(std::move(workspace));
}

}  // namespace

class TestStragglersPage : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::unique_ptr<StragglersPage> m_page;

    [[nodiscard]] QRect placeOf(int rank) const {
        for (const auto &hit : m_page->canvas()->scene().hits) {
            if (hit.item == ItemRef(RankRef{RunId{0}, rank})) {
                return {hit.x, hit.y, hit.width, hit.height};
            }
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        m_page = std::make_unique<StragglersPage>(ViewServices{&m_selection, &m_time});
        m_page->resize(1000, 300);
        m_page->show();
        QVERIFY(m_page->emptyReason().has_value());
        m_page->setWorkspace(slowRank());
        QVERIFY(m_page->isBusy());
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(!m_page->emptyReason().has_value());
    }

    void theSlowRankIsInTheModel() {
        const auto &found = *m_page->model().found;
        QCOMPARE(found.workers.size(), std::size_t{6});
        for (const auto &worker : found.workers) {
            QCOMPARE(worker.slowSteps.empty(), worker.rank != 4);
        }
    }

    void aClickSelectsRankAndPipeline() {
        const auto place = placeOf(4);
        QVERIFY(!place.isEmpty());
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, place.center());
        const auto &state = m_selection.state();
        QCOMPARE(state.ranks, (std::vector<RankRef>{{RunId{0}, 4}}));
        QCOMPARE(state.items, (std::vector<ItemRef>{RankRef{RunId{0}, 4}}));
        QCOMPARE(state.group, std::string("pp(1,4)"));
    }

    void aMetricChangesColours() {
        const auto pixel = [&](int rank) {
            const auto image = m_page->canvas()->grab().toImage();
            return image.pixelColor(placeOf(rank).topLeft() + QPoint(4, 4));
        };
        QCOMPARE(m_page->pageIds().size(), 4);
        for (const auto &metric : m_page->pageIds()) {
            m_page->showPage(metric);
            QVERIFY(pixel(4).red() > pixel(4).blue());
            QVERIFY(pixel(1).blue() > pixel(1).red());
        }
    }

    void aPictureOfAnySize() {
        QImage image(500, 220, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        m_page->paintPicture(painter, image.size());
        painter.end();
        QVERIFY(image.pixelColor(498, 218) != QColor(Qt::magenta));
    }

    void withoutARunThePageSaysWhy() {
        m_page->setWorkspace(nullptr);
        QCOMPARE(m_page->emptyReason()->id, std::string("straggler.empty"));
        QVERIFY(m_page->canvas()->scene().hits.empty());
    }
};

TEST_SUITE(TestStragglersPage)

}  // namespace tst_stragglers_page

#include "tst_stragglers_page.moc"
