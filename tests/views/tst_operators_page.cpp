#include "core/store/tables/table_store.h"
#include "tests/support/sample_operators.h"
#include "tests/support/test_suite.h"
#include "views/memory/memory_view.h"
#include "views/memory/operator_bar.h"
#include "views/memory/operators_page.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QClipboard>
#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableView>

namespace tst_operators_page {

using namespace stagescope;
using namespace stagescope::sample;

/// The page "Operator memory": what clicks and keys there do to the selection, and what the selection does there.
class OperatorsPageTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<OperatorsPage> m_page;
    std::shared_ptr<const Workspace> m_workspace = operatorWorkspace();

    [[nodiscard]] QStringList namesShown() const {
        QStringList names;
        for (int row = 0; row < m_page->model()->rowCount(); ++row) {
            names += m_page->model()->index(row, 0).data().toString();
        }
        return names;
    }
    void clickRow(int row) {
        auto *table = m_page->table();
        const auto index = m_page->model()->index(row, 0);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    }
    void choose(OperatorTimes times) {
        auto *picker = m_page->bar()->timesPicker();
        picker->setFocus();
        QTest::keyClick(picker, Qt::Key_Home);
        for (int i = 0; i < static_cast<int>(times); ++i) {
            QTest::keyClick(picker, Qt::Key_Down);
        }
        QCOMPARE(picker->currentIndex(), static_cast<int>(times));
        QTRY_VERIFY(!m_page->isBusy());
    }

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_page = std::make_unique<OperatorsPage>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_page->resize(1200, 600);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        m_page->setWorkspace(m_workspace);
        QTRY_COMPARE(m_page->model()->rowCount(), 3);
    }
    void cleanup() { m_page.reset(); }

    void aRowSelectsItsOperatorAndTheTimelineShowsIt() {
        TimelineView timeline(ViewServices{m_selection.get(), m_time.get(), nullptr});
        timeline.resize(1000, 400);
        timeline.setWorkspace(m_workspace);
        timeline.show();
        m_time->setRange({alignedTime(kStart + 80 * kMs), alignedTime(kStart + 90 * kMs)});
        clickRow(0);
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{MemoryOpRef{RunId{0}, 2, 0}}));
        const auto op = AlignedRange{alignedTime(kStart + 12 * kMs), alignedTime(kStart + 13 * kMs)};
        QTRY_VERIFY(m_time->range().begin <= op.begin && op.end <= m_time->range().end);
        QTRY_VERIFY(m_page->sumShown().contains(QStringLiteral("12.500 ms")));
        // A double click goes there.
        const QSignalSpy asked(m_page.get(), &View::viewRequested);
        QTest::keyClick(m_page->table(), Qt::Key_Return);
        QTRY_COMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("timeline"));
    }

    void aSliceMarksWhatItAllocated() {
        m_selection->setItem(operatorNamed(*m_workspace, "Mul"));  // on the device, launched by aten::mul
        QTRY_VERIFY(m_page->model()->answer().isMade(0));
        const auto *model = m_page->model();
        QVERIFY(model->index(0, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(!model->index(1, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(m_page->sumShown().contains(QStringLiteral("1.00 MiB")));
        choose(OperatorTimes::BySelected);
        QCOMPARE(namesShown(), QStringList{QStringLiteral("aten::empty")});
        m_selection->setItem(operatorNamed(*m_workspace, "aten::add"));
        QTRY_COMPARE(namesShown(), QStringList{QStringLiteral("aten::add")});
        // The selected operator is the current row.
        choose(OperatorTimes::All);
        m_selection->setItem(MemoryOpRef{RunId{0}, 2, 2});
        QTRY_COMPARE(m_page->table()->currentIndex().row(), 2);
    }

    void aliveAtTheMomentFollowsTheSelection() {
        choose(OperatorTimes::AliveAtMoment);
        QCOMPARE(m_page->model()->rowCount(), 0);
        m_selection->setItem(MomentRef{RunId{0}, 2, kStart + 15 * kMs});
        QTRY_COMPARE(namesShown(), (QStringList{QStringLiteral("aten::empty"), QStringLiteral("aten::clone")}));
        QVERIFY(m_page->sumShown().contains(QStringLiteral("5.00 MiB")));
        QVERIFY(m_page->sumShown().contains(QStringLiteral("15.00 MiB")));
        SelectionState state;
        state.range = AlignedRange{alignedTime(kStart + 40 * kMs), alignedTime(kStart + 85 * kMs)};
        m_selection->set(state);
        QTRY_COMPARE(namesShown(), QStringList{QStringLiteral("aten::empty")});
        choose(OperatorTimes::LeftByRange);
        QCOMPARE(namesShown(), QStringList{QStringLiteral("aten::add")});
    }

    void filtersNarrow() {
        auto *bar = m_page->bar();
        QTest::keyClicks(bar->nameField(), QStringLiteral("ADD"));
        QTRY_COMPARE(namesShown(), QStringList{QStringLiteral("aten::add")});
        bar->nameField()->clear();
        QTest::keyClicks(bar->leastField(), QStringLiteral("1.5 MB"));
        QTest::keyClicks(bar->mostField(), QStringLiteral("3M"));
        QTRY_COMPARE(namesShown(), QStringList{QStringLiteral("aten::add")});
        bar->leastField()->clear();
        bar->mostField()->clear();
        QTRY_COMPARE(m_page->model()->rowCount(), 3);
        QTest::mouseClick(bar->unreleasedBox(), Qt::LeftButton, {}, QPoint(8, bar->unreleasedBox()->height() / 2));
        QVERIFY(bar->unreleasedBox()->isChecked());
        QTRY_COMPARE(namesShown(), QStringList{QStringLiteral("aten::add")});
        bar->unreleasedBox()->setChecked(false);
        bar->placePicker()->setFocus();
        QTest::keyClick(bar->placePicker(), Qt::Key_End);
        QTRY_COMPARE(namesShown(), QStringList{QStringLiteral("aten::add")});
    }

    void aClickOnAHeadSorts() {
        auto *header = m_page->table()->horizontalHeader();
        const auto clickHead = [&](int column) {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 6, header->height() / 2));
        };
        clickHead(1);
        QTRY_COMPARE(namesShown(), (QStringList{QStringLiteral("aten::empty"), QStringLiteral("aten::add"),
                                                QStringLiteral("aten::clone")}));
        clickHead(1);
        QTRY_COMPARE(namesShown(), (QStringList{QStringLiteral("aten::clone"), QStringLiteral("aten::add"),
                                                QStringLiteral("aten::empty")}));
        // The row is the operator's, however the table is sorted.
        clickRow(0);
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{MemoryOpRef{RunId{0}, 2, 2}}));
        QTest::keyClick(m_page->table(), Qt::Key_C, Qt::ControlModifier);
        const auto lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[1].startsWith(QStringLiteral("aten::clone\t4.00 MiB")));
    }

    void millionsOfRowsAreNotCopied() {
        auto big = std::make_shared<Workspace>(*m_workspace);
        TableWriter<MemoryOpRecord> table;
        for (std::int64_t i = 0; i < 300'000; ++i) {
            table.append(operatorRow(i % 2 == 0 ? "even" : "odd", 1 + i % 7, kStart + i, kStart + i + 10));
        }
        big->runs.front().captures.front().loaded.front().tables = {std::make_shared<const TableStore>(table.take())};
        m_page->setWorkspace(big);
        QTRY_COMPARE_WITH_TIMEOUT(m_page->model()->rowCount(), 300'000, 20'000);
        QTest::keyClicks(m_page->bar()->nameField(), QStringLiteral("odd"));
        QTRY_COMPARE_WITH_TIMEOUT(m_page->model()->rowCount(), 150'000, 20'000);
        m_selection->setItem(MemoryOpRef{RunId{0}, 2, 299'999});
        QTRY_COMPARE_WITH_TIMEOUT(m_page->table()->currentIndex().row(), 149'999, 20'000);
        QVERIFY(m_page->table()->visualRect(m_page->table()->currentIndex()).isValid());
    }

    void withoutRecordsThePageSaysWhatToSet() {
        auto empty = std::make_shared<Workspace>(*m_workspace);
        empty->runs.front().captures.front().loaded.front().tables.clear();
        m_page->setWorkspace(empty);
        QTRY_VERIFY(m_page->emptyReason().has_value());
        QCOMPARE(m_page->emptyReason()->id, std::string("memory.operators.empty.none.other"));
        QTRY_COMPARE(m_page->model()->rowCount(), 0);
    }

    void thePictureHasRowsAndHeads() {
        QImage image(900, 300, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        m_page->paintPicture(painter, image.size());
        painter.end();
        QSet<QRgb> colors;
        bool hasMagenta = false;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                colors.insert(image.pixel(x, y));
                hasMagenta = hasMagenta || image.pixel(x, y) == QColor(Qt::magenta).rgb();
            }
        }
        QVERIFY(!hasMagenta);
        QVERIFY(colors.size() > 8);
    }
};

TEST_SUITE(OperatorsPageTest)

}  // namespace tst_operators_page

#include "tst_operators_page.moc"
