#include "core/session/loading/load_job.h"
#include "core/store/tables/table_store.h"
#include "tests/support/snapshot_text.h"
#include "tests/support/test_suite.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/memory/compare_page.h"
#include "views/memory/memory_bar.h"
#include "views/memory/memory_pages.h"
#include "views/memory/memory_view.h"
#include "views/memory/quality_page.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTableView>

namespace tst_snapshot_pages {

using namespace stagescope;

/// The pages that look at several snapshots: those of two ranks, dumped into one folder.
class SnapshotPagesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::shared_ptr<const Workspace> m_workspace;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<MemoryView> m_view;

    void write(const QString &name, const std::string &text) const {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(QByteArray::fromStdString(text)) > 0);
    }
    template <class Page>
    Page *turnTo(const char *id) {
        const auto &list = memoryPageList();
        const auto entry =
            std::find_if(list.begin(), list.end(), [&](const auto &e) { return std::string_view(e.id) == id; });
        m_view->setPage(static_cast<std::size_t>(entry - list.begin()));
        auto *page = qobject_cast<Page *>(m_view->page());
        return page;
    }

private Q_SLOTS:
    void initTestCase() {
        // As MindSpeed-MM names them: the rank behind the date.
        write(QStringLiteral("snapshot_2026-11-21-10-30_0.pickle"), rankSnapshot(0));
        write(QStringLiteral("snapshot_2026-11-21-10-30_1.pickle"), rankSnapshot(1, 0x7e0000000000));
        auto run = loadRun(m_folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QCOMPARE(run->snapshots.size(), std::size_t{2});
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(std::move(*run));
        workspace->version = 1;
        m_workspace = workspace;
    }
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_view = std::make_unique<MemoryView>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_view->resize(1200, 800);
        m_view->show();
        m_view->setWorkspace(m_workspace);
        QTRY_VERIFY(m_view->session().history() != nullptr);
    }
    void cleanup() { m_view.reset(); }

    void snapshotsOfRanksAreOpenTogether() {
        const auto &choices = m_view->session().choices();
        QCOMPARE(choices.size(), std::size_t{2});
        QCOMPARE(choices[0].source.rank, std::optional(0));
        QCOMPARE(choices[1].source.rank, std::optional(1));
        QVERIFY(m_view->bar()->snapshotPicker()->itemText(1).startsWith(QStringLiteral("rank 1, ")));
        SelectionState state;
        state.ranks = {{RunId{0}, 1}};
        m_selection->set(state);
        QCOMPARE(m_view->session().chosenIndex(), std::size_t{1});
    }

    void theExtraBlockIsNamed() {
        auto *page = turnTo<ComparePage>("memory-compare");
        QVERIFY(page != nullptr);
        QCOMPARE(page->picker(0)->currentIndex(), 0);
        QCOMPARE(page->picker(1)->currentIndex(), 1);
        auto *moments = page->momentPicker();
        moments->setFocus();
        QTest::keyClick(moments, Qt::Key_Down);  // at the end
        QTRY_COMPARE(page->comparison().sums[1].blocks, std::uint64_t{517});
        QTRY_VERIFY(page->aboutShown().contains(QStringLiteral("516 blocks")));
        QVERIFY(page->aboutShown().contains(QStringLiteral("517 blocks")));
        auto *table = page->table()->table();
        QVERIFY(table->model()->index(0, 0).data().toString().contains(QStringLiteral("rope_cache")));
        QCOMPARE(table->model()->index(0, 6).data().toString(), QStringLiteral("\u22121"));  // run minus baseline
        QVERIFY(table->model()->headerData(1, Qt::Horizontal).toString().startsWith(QStringLiteral("Run")));
        QVERIFY(table->model()->headerData(2, Qt::Horizontal).toString().startsWith(QStringLiteral("Baseline")));
        QCOMPARE(table->model()->headerData(6, Qt::Horizontal).toString(), QStringLiteral("Difference (blocks)"));
        // A row selects its stack, in the snapshot that has it.
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(!m_selection->state().items.empty());
        const auto *stack = std::get_if<StackRef>(&m_selection->state().items.front());
        QVERIFY(stack != nullptr);
        QCOMPARE(stack->snapshot, 1U);
        // When the first step begins both hold the parameters alone.
        moments->setFocus();
        QTest::keyClick(moments, Qt::Key_Down);
        QTRY_COMPARE(page->comparison().sums[1].blocks, std::uint64_t{500});
        QCOMPARE(page->comparison().sums[0].blocks, std::uint64_t{500});
        QTRY_VERIFY(page->aboutShown().contains(QStringLiteral("Identical contents.")));
    }

    void oneSnapshotHasNothingToCompareWith() {
        auto alone = std::make_shared<Workspace>(*m_workspace);
        alone->runs.front().snapshots.pop_back();
        alone->version = 2;
        m_view->setWorkspace(alone);
        auto *page = turnTo<ComparePage>("memory-compare");
        QCOMPARE(page->emptyReason()->id, std::string("memory.compare.empty.one"));
    }

    void phasesSelectTheirEvents() {
        auto *page = turnTo<QualityPage>("memory-quality");
        QVERIFY(page != nullptr);
        auto *phases = page->phases()->table();
        QTRY_VERIFY(phases->model()->rowCount() >= 4);
        QCOMPARE(phases->model()->index(0, 0).data().toString(), QStringLiteral("Initialization"));
        QTest::mouseClick(phases->viewport(), Qt::LeftButton, {},
                          phases->visualRect(phases->model()->index(0, 0)).center());
        const auto range = m_view->session().range();
        QVERIFY(range.has_value());
        QCOMPARE(range->begin, 0U);
        QCOMPARE(range->end, 500U);
    }

    void allocatorSettingsAreShown() {
        auto *page = turnTo<QualityPage>("memory-quality");
        const auto *settings = page->settings()->table()->model();
        QTRY_COMPARE(settings->rowCount(), 1);
        QCOMPARE(settings->index(0, 0).data().toString(), QStringLiteral("max_split_size"));
        QCOMPARE(settings->index(0, 1).data().toString(), QStringLiteral("-1"));
    }

    void qualityIsSaidInWords() {
        auto *page = turnTo<QualityPage>("memory-quality");
        auto *facts = page->facts()->table();
        QTRY_VERIFY(facts->model()->rowCount() >= 10);
        QCOMPARE(facts->model()->index(0, 0).data().toString(), QStringLiteral("note"));  // the gravest first
        const auto ids = messageIds();
        for (int row = 0; row < facts->model()->rowCount(); ++row) {
            const auto text = facts->model()->index(row, 2).data().toString();
            QVERIFY2(!ids.contains(text) && !text.contains(QStringLiteral("memory.quality")), qPrintable(text));
        }
        // A row looks at its snapshot.
        const auto last = facts->model()->index(facts->model()->rowCount() - 1, 0);
        facts->scrollTo(last);
        QTest::mouseClick(facts->viewport(), Qt::LeftButton, {}, facts->visualRect(last).center());
        QCOMPARE(m_view->session().chosenIndex(), std::size_t{1});
        QTRY_VERIFY(!m_view->isBusy());
    }

    void everyQualityHasItsWords() {
        const auto ids = messageIds();
        for (const char *id :
             {"complete.loss",      "complete.sound",       "format.json",    "format.pickle",   "history.loss",
              "overflow.loss",      "overflow.note",        "overflow.sound", "times.all",       "times.some",
              "times.sound",        "frames.all",           "frames.some",    "frames.sound",    "frees.note",
              "free_requests.note", "segment_events.note",  "failures.note",  "workspaces.note", "replay.loss",
              "replay.sound",       "unknown_actions.note", "grade.loss",     "grade.note",      "grade.sound"}) {
            QVERIFY2(ids.contains(QStringLiteral("memory.quality.") + QLatin1String(id)), id);
        }
    }
};

TEST_SUITE(SnapshotPagesTest)

}  // namespace tst_snapshot_pages

#include "tst_snapshot_pages.moc"
