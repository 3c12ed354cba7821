// The page "Kernels" of the tab Operator, driven by events.
#include "core/analysis/tables/analysis.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/store/tables/table_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"
#include "views/common/look/kernel_coloring.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/operators/kernel_tree.h"
#include "views/operators/kernel_tree_model.h"
#include "views/operators/kernels_page.h"
#include "views/operators/operator_pages.h"
#include "views/operators/operator_view.h"

#include <QtGui/QClipboard>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTreeView>

namespace tst_kernels_page {

using namespace stagescope;

class TestKernelsPage : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::shared_ptr<const Workspace> m_workspace = demoWorkspace(smallDemo());
    std::unique_ptr<OperatorView> m_view;
    KernelsPage *m_page = nullptr;

    void settle() { QTRY_VERIFY(!m_view->isBusy()); }
    [[nodiscard]] QTreeView *tree() const { return m_page->tree()->tree(); }
    [[nodiscard]] QModelIndex row(int at) const { return tree()->model()->index(at, 0); }
    [[nodiscard]] const ResultTable &statistics() const { return m_page->tree()->model()->statistics(); }
    [[nodiscard]] int columnOf(const QString &head) const {
        for (int column = 0; column < tree()->model()->columnCount(); ++column) {
            if (tree()->model()->headerData(column, Qt::Horizontal).toString() == head) {
                return column;
            }
        }
        return -1;
    }
    template <class Widget>
    Widget *control(const char *name) const {
        return m_page->findChild<Widget *>(QString::fromLatin1(name));
    }
    void choose(const char *name, const QVariant &data) {
        auto *picker = control<QComboBox>(name);
        picker->setCurrentIndex(picker->findData(data));
        Q_EMIT picker->activated(picker->currentIndex());
        settle();
    }
    [[nodiscard]] double totalUs() const {
        double total = 0;
        for (const auto &cells : statistics().rows) {
            total += std::get<double>(cells[statistics().indexOf("total_us")]);
        }
        return total;
    }
    void selectRange(AlignedRange range) {
        auto state = m_selection.state();
        state.setRange(range);
        m_selection.set(state);
        settle();
    }

private Q_SLOTS:
    void init() {
        m_selection.set({});
        m_time.setLimits(*timeBounds(*m_workspace));
        m_view = std::make_unique<OperatorView>(ViewServices{&m_selection, &m_time});
        m_view->resize(1000, 700);
        m_view->show();
        m_view->setWorkspace(m_workspace);
        m_page = qobject_cast<KernelsPage *>(m_view->pages()->current());
        settle();
    }

    void thePageIsThere() {
        QCOMPARE(m_view->pages()->pages().size(), operatorPageList().size());
        QVERIFY(!m_view->emptyReason());
        QVERIFY(m_page != nullptr && !m_page->emptyReason());
        QCOMPARE(tree()->model()->rowCount(), static_cast<int>(statistics().rows.size()));
        QVERIFY(!statistics().rows.empty());
        QCOMPARE(statistics().text(0, "rank"), std::string("0"));
        const QAbstractItemModelTester tester(tree()->model());
    }

    /// However it comes: the table below is not there before the kernels are.
    void theChartHasTheRoomThatIsThere() {
        const auto *area = m_page->findChild<QScrollArea *>();
        for (const auto &sizes : {QList{100, 500}, QList{500, 100}}) {
            m_page->findChild<QSplitter *>()->setSizes(sizes);
            QTRY_VERIFY(m_page->canvas()->width() == area->viewport()->width() &&
                        m_page->canvas()->height() >= area->viewport()->height());
        }
    }

    void everyGroupingIsOffered() {
        auto *by = control<QComboBox>("kernelsBy");
        QCOMPARE(by->count(), 5);
        double work = -1;
        for (const auto *grouping : {"type", "name", "name_shape"}) {
            choose("kernelsBy", QString::fromLatin1(grouping));
            work = work < 0 ? totalUs() : work;
            QVERIFY(std::abs(totalUs() - work) < 1e-6 * work);
        }
        choose("kernelsBy", QStringLiteral("communication_type"));
        QVERIFY(!statistics().rows.empty());
        QVERIFY(std::abs(totalUs() - work) > 1);
        choose("kernelsBy", QStringLiteral("communication_name"));
        QVERIFY(tree()->model()->headerData(0, Qt::Horizontal).toString() == QStringLiteral("Name"));
    }

    void barsAreAsManyAsAskedFor() {
        choose("kernelsBy", QStringLiteral("name"));
        control<QSpinBox>("kernelsTop")->setValue(1);
        QCOMPARE(m_page->bars().groups.size(), std::size_t{1});
        control<QSpinBox>("kernelsTop")->setValue(15);
        QVERIFY(m_page->bars().groups.size() > 1);
    }

    void aBarSelectsItsSlicesEverywhere() {
        static_cast<void>(m_page->canvas()->scene());
        const auto place = m_page->layoutShown().places.front();
        const QPoint at(place.box.x + 4, place.box.y + 4);
        QVERIFY(m_page->tipAt(at).contains(QStringLiteral("%")));
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, at);
        settle();
        const auto &items = m_selection.state().items;
        const auto group = static_cast<std::size_t>(*m_page->tree()->currentGroup());
        QCOMPARE(group, m_page->bars().groups.front().row);
        QCOMPARE(std::to_string(std::min(items.size(), KernelsPage::kMostSelected)),
                 std::to_string(std::min<std::size_t>(
                     static_cast<std::size_t>(QString::fromStdString(statistics().text(group, "count")).toInt()),
                     KernelsPage::kMostSelected)));
        for (const auto &item : items) {
            QVERIFY(std::holds_alternative<SliceRef>(item));
        }
        QCOMPARE(m_selection.state().ranks, (std::vector<RankRef>{{RunId{0}, 0}}));
    }

    void keysChooseUnfoldAndLead() {
        QSignalSpy asked(m_view.get(), &View::viewRequested);
        tree()->setFocus();
        QTest::keyClick(tree(), Qt::Key_Home);
        QTest::keyClick(tree(), Qt::Key_Down);
        settle();
        QCOMPARE(m_page->tree()->currentGroup(), std::optional(1));
        QVERIFY(!m_selection.state().items.empty());
        QTest::keyClick(tree(), Qt::Key_Right);
        settle();
        const auto group = row(1);
        QVERIFY(tree()->isExpanded(group));
        const auto *kernels = m_page->tree()->model()->kernelsOf(1);
        QVERIFY(kernels != nullptr && !kernels->rows.empty());
        const auto count = QString::fromStdString(statistics().text(1, "count")).toInt();
        QCOMPARE(static_cast<int>(kernels->rows.size()), std::min(count, static_cast<int>(KernelTree::kFirstKernels)));
        QCOMPARE(kernels->text(0, "duration_us"), statistics().text(1, "max_us"));
        // The total of a kernel is its duration.
        const int total = columnOf(QStringLiteral("Total"));
        const auto child = tree()->model()->index(0, total, group);
        QCOMPARE(child.data(Qt::UserRole).toDouble(),
                 QString::fromStdString(kernels->text(0, "duration_us")).toDouble());
        QTest::keyClick(tree(), Qt::Key_Down);
        const auto item = itemFromText(kernels->text(0, "evidence"));
        QVERIFY(item);
        QCOMPARE(m_selection.state().items, (std::vector<ItemRef>{*item}));
        QCOMPARE(asked.count(), 0);
        QTest::keyClick(tree(), Qt::Key_Return);
        settle();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("timeline"));
        const QAbstractItemModelTester tester(tree()->model());
    }

    void aDoubleClickLeadsToTheTimeline() {
        QSignalSpy asked(m_view.get(), &View::viewRequested);
        const auto at = tree()->visualRect(row(0)).center();
        QTest::mouseClick(tree()->viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QTest::mouseDClick(tree()->viewport(), Qt::LeftButton, Qt::NoModifier, at);
        settle();
        QTRY_COMPARE(asked.count(), 1);
        QVERIFY(!m_selection.state().items.empty());
    }

    void theTableIsSortedAndFiltered() {
        const int count = columnOf(QStringLiteral("Occurrences"));
        tree()->sortByColumn(count, Qt::AscendingOrder);
        for (int at = 1; at < tree()->model()->rowCount(); ++at) {
            QVERIFY(row(at - 1).siblingAtColumn(count).data(Qt::UserRole).toLongLong() <=
                    row(at).siblingAtColumn(count).data(Qt::UserRole).toLongLong());
        }
        const auto shown = m_page->tree()->shownTable();
        QCOMPARE(shown.rows.size(), statistics().rows.size());
        QCOMPARE(QString::fromStdString(shown.text(0, "count")).toLongLong(),
                 row(0).siblingAtColumn(count).data(Qt::UserRole).toLongLong());
        // The order outlives another grouping, whose columns stand elsewhere.
        choose("kernelsBy", QStringLiteral("name"));
        QCOMPARE(tree()->header()->sortIndicatorSection(), columnOf(QStringLiteral("Occurrences")));
        const auto name = row(0).data().toString();
        m_page->tree()->findChild<QLineEdit *>()->setText(name);
        QVERIFY(tree()->model()->rowCount() >= 1);
        QVERIFY(tree()->model()->rowCount() < static_cast<int>(statistics().rows.size()));
        QTest::keyClick(tree(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().contains(name));
    }

    /// The choice is one for all views; the legend stands where the cores stood.
    void coloursTellBounds() {
        static_cast<void>(m_page->canvas()->scene());
        const auto cores = m_page->bars().parts.size();
        const auto colors = [&] { return m_page->bars().groups.front().color; };
        const auto named = colors();
        QVERIFY(!row(0).data(Qt::DecorationRole).isValid());
        setKernelColoring(KernelColoring::ByBound);
        QCOMPARE(m_page->bars().coloring, KernelColoring::ByBound);
        QVERIFY(colors() != named);
        QCOMPARE(row(0).data(Qt::DecorationRole).value<QColor>(),
                 Theme::current().color(boundColorOf(
                     row(0).siblingAtColumn(columnOf(QStringLiteral("Bound by"))).data().toString().toStdString())));
        setKernelColoring(KernelColoring::ByName);
        QCOMPARE(colors(), named);
        QCOMPARE(m_page->bars().parts.size(), cores);
    }

    /// A kernel that another view selects is marked here, in the row that counts it, and nothing else is selected by
    /// that.
    void aSelectedSliceMarksItsRow() {
        choose("kernelsBy", QStringLiteral("name"));
        tree()->clearSelection();
        const auto rows = static_cast<int>(statistics().rows.size());
        QVERIFY(rows > 2);
        AnalysisInput input{.workspace = m_workspace.get(), .ranks = {0}};
        input.parameters = {{"name", statistics().text(2, "name")}, {"rows", "1"}};
        const auto kernels = analysisById("kernels")->run(input, {}).value();
        const auto item = itemFromText(kernels.text(0, "evidence"));
        QVERIFY(item.has_value());
        QSignalSpy chosen(m_page->tree(), &KernelTree::groupChosen);
        m_selection.setItem(*item, nullptr);
        settle();
        QCOMPARE(m_page->tree()->currentGroup(), std::optional(2));
        QCOMPARE(chosen.count(), 0);
        QCOMPARE(m_selection.state().items, (std::vector<ItemRef>{*item}));
        // Where its kernels are unfolded, the kernel itself.
        tree()->expand(tree()->currentIndex());
        settle();
        m_selection.set({});
        m_selection.setItem(*item, nullptr);
        settle();
        QVERIFY(tree()->currentIndex().parent().isValid());
        QCOMPARE(m_page->tree()->currentGroup(), std::optional(2));
        // What is no kernel marks nothing.
        tree()->setCurrentIndex({});
        m_selection.setItem(SliceRef{RunId{0}, SourceId{9999}, TrackId{0}, SliceId{0}}, nullptr);
        settle();
        QVERIFY(!m_page->tree()->currentGroup());
    }

    void aCoreFilters() {
        static_cast<void>(m_page->canvas()->scene());
        const auto &places = m_page->layoutShown().places;
        const auto core = std::find_if(places.rbegin(), places.rend(), [](const auto &place) { return place.isPart; });
        QVERIFY(core != places.rend());
        const QPoint at(core->box.x + 4, core->box.y + 4);
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, at);
        auto *filter = m_page->tree()->findChild<QLineEdit *>();
        QCOMPARE(filter->text().toStdString(), m_page->bars().parts[core->bar].label);
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(filter->text(), QString());
    }

    void followsRankStepAndRange() {
        const double all = totalUs();
        auto state = m_selection.state();
        state.ranks = {{RunId{0}, 2}};
        m_selection.set(state);
        settle();
        QCOMPARE(statistics().text(0, "rank"), std::string("2"));
        QCOMPARE(control<QComboBox>("kernelsRank")->currentData().toInt(), 2);
        choose("kernelsRank", 0);
        QVERIFY(std::abs(totalUs() - all) < 1e-6 * all);
        state = m_selection.state();
        state.ranks.clear();
        state.step = 2;
        m_selection.set(state);
        settle();
        const bool isNarrowed = statistics().rows.empty() || totalUs() < all;
        QVERIFY(isNarrowed);
        m_selection.set({});
        settle();
        const auto bounds = *timeBounds(*m_workspace);
        const auto middle = bounds.begin + bounds.duration() / 2;
        selectRange({bounds.begin, middle});
        const double first = totalUs();
        selectRange({middle, bounds.end});
        QVERIFY(std::abs(first + totalUs() - all) < 1e-6 * all);
        QVERIFY(first > 0 && first < all);
        // Nothing begins there: the page says so, and how to get out.
        selectRange({bounds.end, bounds.end + Nanos{10}});
        QVERIFY(m_page->emptyReason());
        QCOMPARE(m_page->emptyReason()->id, std::string("operator.empty.range"));
        QVERIFY(!m_page->tree()->isVisible());
        m_selection.clearItems();
        settle();
        QVERIFY(std::abs(totalUs() - all) < 1e-6 * all);
    }

    void aBoxKeepsToItsStreams() {
        planted::RecordedRank rank;
        rank.device("mul", 1000, 2000).device("fill", 3000, 3500, SliceClass::Computing);
        const auto space = std::make_shared<const Workspace>(planted::workspace({rank.capture()}));
        m_view->setWorkspace(space);
        settle();
        QCOMPARE(statistics().rows.size(), std::size_t{2});
        const auto &source = space->runs[0].captures[0].loaded[0];
        const auto &trace = *source.traces[0];
        const auto tracks = trace.tracks();
        const auto stream = std::find_if(tracks.begin(), tracks.end(),
                                         [](const Track &track) { return track.kind == TrackKind::DeviceStream; });
        QVERIFY(stream != tracks.end());
        auto state = m_selection.state();
        state.setRange(AlignedRange{alignedTime(0), alignedTime(2500)}, {{RunId{0}, source.source, stream->id}});
        m_selection.set(state);
        settle();
        QCOMPARE(statistics().rows.size(), std::size_t{1});
        QCOMPARE(m_page->model().question.streams, (std::vector<std::int64_t>{7}));
    }

    /// More kernels than a row shows at first are fetched when they are asked for.
    void moreKernelsComeOnDemand() {
        TableBuilder builder(TableKind::Kernels);
        for (std::int64_t i = 0; i < 250; ++i) {
            builder.set("name", "k").set("type", "T").set("core", "C").set("begin_ns", i * 1000);
            builder.set("duration_ns", i + 1).endRow();
        }
        auto capture = planted::capture(0, {planted::shared(builder)});
        m_view->setWorkspace(std::make_shared<const Workspace>(planted::workspace({capture})));
        settle();
        QCOMPARE(tree()->model()->rowCount(), 1);
        tree()->expand(row(0));
        settle();
        QCOMPARE(tree()->model()->rowCount(row(0)), 101);
        const auto rest = tree()->model()->index(100, 0, row(0));
        QVERIFY(rest.data().toString().contains(QStringLiteral("150")));
        // However it is sorted, that line stays the last.
        for (const auto order : {Qt::DescendingOrder, Qt::AscendingOrder}) {
            tree()->sortByColumn(columnOf(QStringLiteral("Total")), order);
            QVERIFY(tree()->model()->index(100, 0, row(0)).data().toString().contains(QStringLiteral("150")));
        }
        tree()->setCurrentIndex(tree()->model()->index(100, 0, row(0)));
        QTest::keyClick(tree(), Qt::Key_Return);
        settle();
        QCOMPARE(tree()->model()->rowCount(row(0)), 250);
        // Nothing of them is in a trace: the rank is what is selected.
        m_page->tree()->chooseGroup(0);
        settle();
        QVERIFY(m_selection.state().items.empty());
        QCOMPARE(m_selection.state().ranks, (std::vector<RankRef>{{RunId{0}, 0}}));
    }

    void withoutKernelsThePageSaysWhatWouldHelp() {
        m_view->setWorkspace(std::make_shared<const Workspace>(planted::workspace({planted::capture(0, {})})));
        settle();
        QVERIFY(m_view->emptyReason());
        QVERIFY(m_page->emptyReason());
        QCOMPARE(m_page->emptyReason()->id, m_view->emptyReason()->id);
    }

    void csvHoldsAllColumns() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("k.csv"));
        QVERIFY(m_page->tree()->exportTo(path).has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto head = QString::fromUtf8(file.readLine());
        for (const auto &column : statistics().columns) {
            QVERIFY(head.contains(QString::fromStdString(column.name)));
        }
        QCOMPARE(m_page->tree()->tableId(), std::string("kernel_stats"));
    }
};

TEST_SUITE(TestKernelsPage)

}  // namespace tst_kernels_page

#include "tst_kernels_page.moc"
