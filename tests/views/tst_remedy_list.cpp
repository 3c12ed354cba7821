#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/session/workspace.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/pipeline/remedy_list.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTreeWidget>

namespace tst_remedy_list {

using namespace stagescope;

namespace {

/// A cluster with two troubles of different ranks.
std::shared_ptr<const Workspace> troubledCluster() {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    DemoOptions options;
    options.steps = 2;
    options.faults = {{.kind = DemoFault::Kind::SlowHost, .first = 5, .factorPpm = 30'000'000},
                      {.kind = DemoFault::Kind::SlowRank, .first = 2, .factorPpm = 1'500'000}};
    auto workspace = std::make_shared<Workspace>();
    if (placeDemo(path, options)) {
        if (auto run = loadRun(path, RunId{0}, LoadDepth::Deep)) {
            workspace->runs.push_back(std::move(*run));
        }
    }
    return workspace;
}

}  // namespace

class RemedyListTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_workspace = troubledCluster();
        QCOMPARE(m_workspace->runs.size(), std::size_t{1});
    }
    void nothingIsStudiedUnseen() {
        RemedyList list;
        list.setWorkspace(m_workspace);
        QVERIFY(!list.isBusy());
        QCOMPARE(list.list()->topLevelItemCount(), 0);
    }
    void checksDecideWhatIsMended() {
        RemedyList list;
        list.resize(500, 300);
        list.setWorkspace(m_workspace);
        list.show();
        QTRY_COMPARE(list.list()->topLevelItemCount(), 2);
        const auto both = list.total()->text();
        QVERIFY(!both.isEmpty());
        auto *second = list.list()->topLevelItem(1);
        QCOMPARE(second->checkState(0), Qt::Checked);
        QVERIFY(!second->text(2).isEmpty());
        // Four ways to compute again, on each of four stages and on all.
        QCOMPARE(list.exchanges()->topLevelItemCount(), 20);
        QVERIFY(list.exchanges()->isVisible());
        QVERIFY(list.exchanges()->topLevelItem(0)->text(1).toDouble() > 0);
        const auto title = second->text(0);
        // By the keys, as it was never clicked.
        list.list()->setFocus();
        QTest::keyClick(list.list(), Qt::Key_Home);
        QTest::keyClick(list.list(), Qt::Key_Down);
        QTest::keyClick(list.list(), Qt::Key_Space);
        QCOMPARE(second->checkState(0), Qt::Unchecked);
        QVERIFY(list.isBusy());
        QTRY_VERIFY(!list.isBusy());
        QVERIFY(list.total()->text() != both);
        QCOMPARE(list.list()->topLevelItem(1)->text(0), title);
        QVERIFY(list.list()->topLevelItem(1)->text(2).isEmpty());
        list.list()->topLevelItem(1)->setCheckState(0, Qt::Checked);
        QTRY_VERIFY(!list.isBusy());
        QCOMPARE(list.total()->text(), both);
    }
    void aRunWithoutFindingsSaysSo() {
        auto empty = std::make_shared<Workspace>();
        empty->runs.emplace_back();
        RemedyList list;
        list.setWorkspace(empty);
        list.show();
        QTRY_VERIFY(!list.total()->text().isEmpty());
        QCOMPARE(list.list()->topLevelItemCount(), 0);
        QVERIFY(!list.exchanges()->isVisible());
    }

private:
    std::shared_ptr<const Workspace> m_workspace;
};

TEST_SUITE(RemedyListTest)

}  // namespace tst_remedy_list

#include "tst_remedy_list.moc"
