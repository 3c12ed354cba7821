#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/memory/memory_bar.h"
#include "views/memory/memory_verdict.h"
#include "views/memory/memory_view.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>

#include <algorithm>

namespace tst_memory_verdict {

using namespace stagescope;

/// The sentence above the pages of a snapshot.
class TestMemoryVerdict : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        copy("oom_fragmentation.pickle", "snapshot_rank_0.pickle");
        copy("expandable.pickle", "snapshot_rank_1.pickle");
        auto run = loadRun(m_folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(std::move(*run));
        workspace->version = 1;
        m_workspace = workspace;
    }
    void eachSnapshotHasItsOwn() {
        Selection selection;
        TimeView time;
        MemoryView view(ViewServices{&selection, &time, nullptr});
        QVERIFY(view.verdict()->sentence().isEmpty());
        view.resize(1000, 700);
        view.show();
        view.setWorkspace(m_workspace);
        QTRY_VERIFY(view.session().history() != nullptr && !view.verdict()->isBusy());
        QVERIFY(view.verdict()->isVisible());
        QCOMPARE(view.verdict()->sentence(), QStringLiteral("Fragmentation: a request of 8.00 MiB failed with 10.00 "
                                                            "MiB free in gaps of at most 2.00 MiB"));
        QVERIFY(view.verdict()->font().bold());
        // To the remedy in one click.
        const QSignalSpy asked(&view, &View::viewRequested);
        QTest::mouseClick(view.verdict(), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("findings"));
        const int height = view.verdict()->height();
        view.session().choose(1);
        QTRY_VERIFY(view.verdict()->sentence().startsWith(QStringLiteral("Leaks were not checked")));
        QVERIFY(!view.verdict()->font().bold());
        QCOMPARE(view.verdict()->height(), height);  // nothing jumps
        view.verdict()->resize(100, height);
        QVERIFY(view.verdict()->shownText() != view.verdict()->sentence());
        QCOMPARE(view.verdict()->toolTip(), view.verdict()->sentence());
        QTest::mouseClick(view.verdict(), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);  // nothing was found
    }

    void theDeviceThatFailedIsShownFirst() {
        const QTemporaryDir folder;
        const auto from = sourcePath("tests/core/formats/snapshots/");
        QVERIFY(QFile::copy(from + QStringLiteral("expandable.pickle"),
                            folder.filePath(QStringLiteral("snapshot_rank_0.pickle"))));
        QVERIFY(QFile::copy(from + QStringLiteral("current_4.pickle"),
                            folder.filePath(QStringLiteral("snapshot_rank_1.pickle"))));
        auto run = loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(std::move(*run));
        workspace->version = 1;
        Selection selection;
        TimeView time;
        MemoryView view(ViewServices{&selection, &time, nullptr});
        view.resize(1000, 700);
        view.show();
        view.setWorkspace(workspace);
        QTRY_VERIFY(view.session().history() != nullptr && !view.verdict()->isBusy());
        QVERIFY(view.session().chosen()->hasFailed);
        QCOMPARE(view.session().chosen()->source.rank, std::optional(1));
        auto *picker = view.bar()->snapshotPicker();
        QCOMPARE(picker->count(), 4);
        for (int i = 0; i < picker->count(); ++i) {
            const bool hasFailed = view.session().choices()[static_cast<std::size_t>(i)].hasFailed;
            QCOMPARE(picker->itemText(i).contains(QStringLiteral("out of memory")), hasFailed);
            QCOMPARE(!picker->itemIcon(i).isNull(), hasFailed);
        }
        // Its other device is not called sound; another file is.
        view.session().choose(2);
        QTRY_VERIFY(view.verdict()->sentence().startsWith(QStringLiteral("Out of memory on device 0 of this file.")));
        view.session().choose(0);
        QTRY_VERIFY(view.verdict()->sentence().startsWith(QStringLiteral("Leaks were not checked")));
        // What the user chose stays when more is loaded.
        auto more = std::make_shared<Workspace>(*workspace);
        more->version = 2;
        view.setWorkspace(more);
        QCOMPARE(view.session().chosenIndex(), std::size_t{0});
    }

private:
    void copy(const char *name, const char *as) {
        const auto from = sourcePath("tests/core/formats/snapshots/");
        QVERIFY(QFile::copy(from + QLatin1String(name), m_folder.filePath(QLatin1String(as))));
    }

    QTemporaryDir m_folder;
    std::shared_ptr<const Workspace> m_workspace;
};

TEST_SUITE(TestMemoryVerdict)

}  // namespace tst_memory_verdict

#include "tst_memory_verdict.moc"
