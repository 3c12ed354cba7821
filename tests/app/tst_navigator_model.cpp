#include "app/window/panels/navigator_dock.h"
#include "app/window/panels/state_icons.h"
#include "tests/support/test_suite.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QTreeView>

namespace tst_navigator_model {

using namespace stagescope;

namespace {

RankCapture capture(int rank, const std::string &host, LoadState state = LoadState::Listed) {
    RankCapture result;
    result.rank = rank;
    result.device = rank % 8;
    result.host = host;
    result.folder = "/p/rank" + std::to_string(rank);
    result.state = state;
    FileSource database;
    database.id = SourceId{static_cast<std::uint32_t>(rank * 2)};
    database.path = result.folder + "/ascend_pytorch_profiler_" + std::to_string(rank) + ".db";
    database.format = "profiler_db";
    FileSource text = database;
    text.id = SourceId{static_cast<std::uint32_t>(rank * 2 + 1)};
    text.path = result.folder + "/trace_view.json";
    text.format = "trace_json";
    text.chosen = false;
    result.files = {database, text};
    return result;
}

std::shared_ptr<const Workspace> workspace(std::vector<RankCapture> captures, std::uint32_t runs = 1) {
    auto result = std::make_shared<Workspace>();
    for (std::uint32_t i = 0; i < runs; ++i) {
        Run run;
        run.id = RunId{i};
        run.label = "run" + std::to_string(i);
        run.path = "/p";
        run.captures = captures;
        result->runs.push_back(std::move(run));
    }
    return result;
}

QString name(const QModelIndex &index) { return index.data().toString(); }

}  // namespace

class TestNavigatorModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void treeOfRunHostRankFile() {
        NavigatorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWorkspace(workspace({capture(0, "a"), capture(1, "a"), capture(2, "b")}));
        const auto run = model.index(0, 0);
        QCOMPARE(name(run), QStringLiteral("run0"));
        QCOMPARE(model.rowCount(run), 2);
        const auto host = model.index(0, 0, run);
        QCOMPARE(name(host), QStringLiteral("a"));
        QCOMPARE(model.rowCount(host), 2);
        const auto rank = model.index(1, 0, host);
        QCOMPARE(name(rank), QString::fromUtf8("Rank 1 · device 1"));
        QCOMPARE(name(model.index(1, 0, rank)), QStringLiteral("trace_view.json"));
        QCOMPARE(model.indexOf(RunId{0}, 1), rank);
    }
    /// Also where a part of a damaged file could be read. Missing ranks have a row for each that are neighbours.
    void damagedAndMissingRanksAreMarked() {
        auto damaged = capture(1, "a", LoadState::Deep);
        const auto log = std::make_shared<ImportLog>();
        log->add(Severity::DataLoss, damaged.files[0].path, "db.truncated", "byte 1", "");
        damaged.log = log;
        LoadedSource part;
        part.source = damaged.files[0].id;
        part.traces.push_back(nullptr);
        damaged.loaded.push_back(part);
        auto job = std::make_shared<Workspace>(*workspace({capture(0, "a", LoadState::Deep), damaged}));
        job->runs[0].parallel.world = 8;
        job->runs[0].captures.push_back(capture(5, "b", LoadState::Deep));
        NavigatorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWorkspace(job);
        const auto dot = [](const QModelIndex &index) {
            return index.data(Qt::DecorationRole).value<QIcon>().cacheKey();
        };
        const auto run = model.index(0, 0);
        QCOMPARE(dot(model.indexOf(RunId{0}, 0)), loadStateIcon(LoadState::Deep).cacheKey());
        QCOMPARE(dot(model.indexOf(RunId{0}, 1)), loadStateIcon(LoadState::Damaged).cacheKey());
        QCOMPARE(model.rowCount(run), 4);
        QCOMPARE(name(model.index(2, 0, run)), QString::fromUtf8("Ranks 2-4 · no profile"));
        QCOMPARE(name(model.index(3, 0, run)), QString::fromUtf8("Ranks 6-7 · no profile"));
        QCOMPARE(dot(model.index(3, 0, run)), loadStateIcon(LoadState::Missing).cacheKey());
        QVERIFY(!model.index(3, 0, run).data(Qt::ToolTipRole).toString().isEmpty());
        QVERIFY(!model.indexOf(RunId{0}, 6).isValid());
    }
    /// The last capture of a rank is the one in use.
    void capturesThatAreNotShownAreMarked() {
        auto older = capture(0, "a");
        older.captureLabel = "start2_stop5";
        older.folder = "/p/rank0_start2_stop5";
        auto newer = capture(0, "a");
        newer.captureLabel = "start8_stop9";
        newer.folder = "/p/rank0_start8_stop9";
        NavigatorModel model;
        model.setWorkspace(workspace({older, newer}));
        const auto host = model.index(0, 0, model.index(0, 0));
        QCOMPARE(model.rowCount(host), 2);
        QVERIFY(name(model.index(0, 0, host)).contains(QString::fromUtf8("start2_stop5 · not shown")));
        QVERIFY(!name(model.index(1, 0, host)).contains(QStringLiteral("not shown")));
        QVERIFY(
            model.index(0, 0, host).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Another capture of")));
        QCOMPARE(model.place(model.index(0, 0, host))->capture, std::string("start2_stop5"));
        QCOMPARE(model.place(model.index(1, 0, host))->capture, std::string());
    }
    void arrivingRanksAreInsertedInPlace() {
        NavigatorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWorkspace(workspace({capture(1, "a"), capture(4, "a")}));
        const QPersistentModelIndex four = model.indexOf(RunId{0}, 4);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setWorkspace(workspace(
            {capture(0, "a"), capture(1, "a"), capture(2, "a"), capture(3, "a"), capture(4, "a"), capture(5, "b")}));
        QCOMPARE(resets.count(), 0);
        QVERIFY(four.isValid());
        QCOMPARE(four.row(), 4);
        QCOMPARE(model.rowCount(model.index(0, 0)), 2);
    }
    void ranksAndRunsGoAgain() {
        NavigatorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWorkspace(workspace({capture(0, "a"), capture(1, "a"), capture(2, "a")}, 2));
        QCOMPARE(model.rowCount(), 2);
        model.setWorkspace(workspace({capture(1, "a")}, 1));
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(!model.indexOf(RunId{0}, 2).isValid());
        QVERIFY(model.indexOf(RunId{0}, 1).isValid());
        model.setWorkspace(std::make_shared<Workspace>());
        QCOMPARE(model.rowCount(), 0);
    }
    void onlyChangedRanksAreAnnounced() {
        NavigatorModel model;
        model.setWorkspace(workspace({capture(0, "a"), capture(1, "a"), capture(2, "a")}));
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.setWorkspace(workspace({capture(0, "a"), capture(1, "a"), capture(2, "a")}));
        QCOMPARE(changes.count(), 0);
        model.setWorkspace(workspace({capture(0, "a"), capture(1, "a", LoadState::Deep), capture(2, "a")}));
        QVERIFY(changes.count() >= 1);
        QCOMPARE(changes.front()[0].toModelIndex(), model.indexOf(RunId{0}, 1));
    }
    void anotherSourceCanBeChosen() {
        NavigatorModel model;
        model.setWorkspace(workspace({capture(3, "a")}));
        const auto rank = model.indexOf(RunId{0}, 3);
        const auto database = model.index(0, 0, rank);
        const auto text = model.index(1, 0, rank);
        QCOMPARE(database.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
        QCOMPARE(text.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        QSignalSpy spy(&model, &NavigatorModel::chooseRequested);
        QVERIFY(!model.setData(database, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(model.setData(text, Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy[0][1].value<SourceId>(), SourceId{7});
    }
    void aFileOfSeveralPartsIsListedOnce() {
        auto digest = capture(3, "a");
        digest.files[1].path = digest.files[0].path;
        digest.files[1].part = 1;
        NavigatorModel model;
        model.setWorkspace(workspace({digest}));
        QCOMPARE(model.rowCount(model.indexOf(RunId{0}, 3)), 1);
    }
    /// However narrow the dock is, and whatever follows the number.
    void numbersOfRanksAreSeen() {
        NavigatorDock dock;
        std::vector<RankCapture> captures;
        for (const int rank : {1016, 1024}) {
            captures.push_back(capture(rank, "a"));
            captures.back().captureLabel = "start2_stop5";
        }
        dock.setWorkspace(workspace(captures));
        dock.resize(dock.minimumSizeHint().width(), 400);
        dock.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dock));
        const auto seen = [&](int rank) {
            const auto row = dock.tree()->visualRect(dock.model()->indexOf(RunId{0}, rank));
            return dock.tree()->viewport()->grab(row).toImage();
        };
        QCOMPARE(seen(1016).size(), seen(1024).size());
        QVERIFY(seen(1016) != seen(1024));
    }
    void tenThousandRanks() {
        std::vector<RankCapture> captures;
        for (int rank = 0; rank < 10'000; ++rank) {
            captures.push_back(capture(rank, "host" + std::to_string(rank / 8)));
        }
        NavigatorModel model;
        model.setWorkspace(workspace(captures));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        captures[5000].state = LoadState::Shallow;
        model.setWorkspace(workspace(captures));
        QCOMPARE(resets.count(), 0);
        QVERIFY(changes.count() >= 1 && changes.count() <= 3);
        QCOMPARE(model.indexOf(RunId{0}, 9999).row(), 7);
    }
};

TEST_SUITE(TestNavigatorModel)

}  // namespace tst_navigator_model

#include "tst_navigator_model.moc"
