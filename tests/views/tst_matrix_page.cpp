#include "core/analysis/communication/comm_facts.h"
#include "core/analysis/overview/item_facts.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/common/theme.h"
#include "views/communication/communication_view.h"
#include "views/communication/matrix_bar.h"
#include "views/communication/matrix_page.h"

#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

namespace tst_matrix_page {

using namespace stagescope;

namespace {

DemoOptions twoHosts() {
    auto options = smallDemo();
    options.ranksPerHost = 2;
    return options;
}

/// The demo beside itself with a slow link between two ranks.
std::shared_ptr<const Workspace> besideSlowLink(const Workspace &run, int from, int to) {
    auto options = twoHosts();
    options.faults = {{.kind = DemoFault::Kind::SlowLink, .first = from, .second = to, .factorPpm = 4'000'000}};
    auto workspace = std::make_shared<Workspace>(run);
    auto baseline = demoWorkspace(options)->runs.at(0);
    baseline.id = RunId{1};
    baseline.role = RunRole::Baseline;
    workspace->runs.front().role = RunRole::Comparison;
    workspace->runs.push_back(std::move(baseline));
    return workspace;
}

/// A slice of a rank's timeline whose operator the files of communication know.
std::optional<SliceRef> communicationSlice(const Workspace &workspace, int rank) {
    const auto *run = workspace.mainRun();
    for (const auto &loaded : run->capture(rank)->loaded) {
        for (const auto &trace : loaded.traces) {
            for (std::uint32_t track = 0; track < trace->tracks().size(); ++track) {
                for (std::uint32_t i = 0; i < trace->slices(TrackId{track}).size(); ++i) {
                    const SliceRef slice{run->id, loaded.source, TrackId{track}, SliceId{i}};
                    if (commPlaceOf(workspace, slice, {})) {
                        return slice;
                    }
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace

class TestMatrixPage : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::shared_ptr<const Workspace> m_workspace = demoWorkspace(twoHosts());
    std::unique_ptr<CommunicationView> m_view;
    MatrixPage *m_page = nullptr;

    [[nodiscard]] QPoint centreOf(int from, int to) const {
        const auto place = m_page->model().placeOf(from, to);
        static_cast<void>(m_page->canvas()->scene());
        const auto &shown = m_page->layoutShown();
        const auto at = [](std::size_t index, double first, double count, int begin, int pixels) {
            return begin + static_cast<int>((static_cast<double>(index) + 0.5 - first) * pixels / count);
        };
        return place ? QPoint(at(place->column, shown.window.firstColumn, shown.window.columns, shown.area.x,
                                 shown.area.width),
                              at(place->row, shown.window.firstRow, shown.window.rows, shown.area.y, shown.area.height))
                     : QPoint(-1, -1);
    }
    /// What came is laid out, too, whether or not the window had time to paint.
    void settle() const {
        QTRY_VERIFY(!m_page->isBusy());
        static_cast<void>(m_page->canvas()->scene());
    }
    [[nodiscard]] QComboBox *box(const char *name) const { return m_page->findChild<QComboBox *>(QLatin1String(name)); }
    void chooseStep(std::optional<std::int64_t> step) {
        auto state = m_selection.state();
        state.step = step;
        m_selection.set(state);
        settle();
    }
    void pick(const char *name, int index) {
        auto *field = box(name);
        field->setCurrentIndex(index);
        Q_EMIT field->activated(index);
        settle();
    }

private Q_SLOTS:
    void init() {
        m_selection.set({});
        m_view = std::make_unique<CommunicationView>(ViewServices{&m_selection, &m_time});
        m_view->resize(1000, 700);
        m_view->show();
        m_page = qobject_cast<MatrixPage *>(m_view->pages()->current());
        QVERIFY(m_page != nullptr);
        QVERIFY(m_page->emptyReason().has_value());
        m_view->setWorkspace(m_workspace);
        settle();
        QVERIFY(!m_view->emptyReason().has_value());
        QVERIFY(!m_page->emptyReason().has_value());
    }

    /// Sends and receives have no total in the files; stage 0 of the first pipeline sends to stage 1.
    void allOperatorsIncludeSendsAndReceives() {
        QVERIFY(!m_page->model().emptyReason().has_value());
        QCOMPARE(m_page->model().question.query.name, std::string(kAllOperators));
        const auto *link = m_page->model().cell(0, 2).own;
        QVERIFY(link != nullptr && link->gbps().has_value());
        QVERIFY(m_page->model().heat.count() > 0);
    }

    void equalRunsDifferByNothing() {
        auto workspace = std::make_shared<Workspace>(*m_workspace);
        auto baseline = m_workspace->runs.front();
        baseline.id = RunId{1};
        baseline.role = RunRole::Baseline;
        workspace->runs.front().role = RunRole::Comparison;
        workspace->runs.push_back(std::move(baseline));
        m_view->setWorkspace(workspace);
        settle();
        QVERIFY(m_page->model().question.baseline.has_value());
        QVERIFY(m_page->model().heat.count() > 0);
        for (const auto &link : m_page->model().links) {
            const auto cell = m_page->model().cell(link.source, link.destination);
            QVERIFY(cell.own != nullptr && cell.baseline != nullptr);
            QCOMPARE(m_page->model().value(cell).value_or(0), 0.0);
        }
    }

    void aClickSelectsALinkAndListsItsOperators() {
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, centreOf(0, 2));
        const auto &state = m_selection.state();
        QCOMPARE(state.items.size(), std::size_t{1});
        const auto *link = std::get_if<LinkRef>(&state.items.front());
        QVERIFY(link != nullptr);
        QCOMPARE(link->source, 0);
        QCOMPARE(link->destination, 2);
        QVERIFY(m_page->operators()->isVisible());
        QVERIFY(!m_page->operators()->model()->table().rows.empty());
        const auto facts = itemFacts(*m_workspace, state.items.front());
        QVERIFY(facts.has_value());
        QCOMPARE(facts->what, std::string("0 \xE2\x86\x92 2"));
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, QPoint(2, 2));
        QVERIFY(m_selection.state().items.empty());
        QVERIFY(!m_page->operators()->isVisible());
    }

    void thePointerIsToldTheExactValues() {
        const auto *link = m_page->model().cell(0, 2).own;
        QVERIFY(link != nullptr);
        const auto tip = m_page->tipAt(centreOf(0, 2));
        QVERIFY2(tip.contains(QString::fromStdString(cellText(Cell{link->sizeMb}))), qPrintable(tip));
        QVERIFY2(tip.contains(QString::fromStdString(cellText(Cell{link->timeMs}))), qPrintable(tip));
        QVERIFY(m_page->tipAt(QPoint(1, 1)).isEmpty());
        QVERIFY(m_page->tipAt(centreOf(0, 0)).isEmpty());
    }

    void arrowsWalkFromLinkToLink() {
        QTest::keyClick(m_page->canvas(), Qt::Key_Right);
        const auto first = m_selection.state().items;
        QCOMPARE(first.size(), std::size_t{1});
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(m_page->canvas(), Qt::Key_Down);
        }
        QVERIFY(m_selection.state().items != first);
        QVERIFY(std::holds_alternative<LinkRef>(m_selection.state().items.front()));
    }

    void anOperatorIsShownInTheTimeline() {
        QSignalSpy asked(m_view.get(), &View::viewRequested);
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, centreOf(0, 2));
        auto *table = m_page->operators()->table();
        QTest::keyClick(m_page->canvas(), Qt::Key_Return);
        table->setCurrentIndex(table->model()->index(0, 0));
        const auto name = m_page->operators()->model()->table().text(0, "name");
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("timeline"));
        const auto &items = m_selection.state().items;
        QCOMPARE(items, (std::vector<ItemRef>{CommOpRef{RunId{0}, 0, 0, name}}));
        QVERIFY(itemFacts(*m_workspace, items.front()).has_value());
    }

    /// However the page comes into sight: a link of two ranks stands among all, whatever group the finding is of.
    void aShownLinkStandsAmongOthers() {
        const auto groups = commMatrixSource(*m_workspace->mainRun()).scopes.groups;
        const auto of = [&](const std::vector<int> &ranks) {
            return std::ranges::find(groups, ranks, &GroupChoice::ranks);
        };
        QVERIFY(of({0, 2}) != groups.end() && of({1, 3}) != groups.end());
        const LinkRef link{RunId{0}, of({0, 2})->group, "", std::string(kAllOperators), 0, 2};
        for (const bool isFresh : {false, true}) {
            auto state = m_selection.state();
            state.items = {link};
            state.group = of({1, 3})->title;
            if (isFresh) {
                m_view = std::make_unique<CommunicationView>(ViewServices{&m_selection, &m_time});
                m_view->resize(1000, 700);
                m_view->show();
                m_page = qobject_cast<MatrixPage *>(m_view->pages()->current());
                m_view->setWorkspace(m_workspace);
            }
            m_selection.set(state);
            m_selection.show(Message("findings.none"));
            settle();
            QVERIFY(m_page->model().placeOf(0, 2).has_value());
            QVERIFY(m_page->model().links.size() > 2);
            m_selection.set({});
            settle();
        }
    }

    void anOperatorSelectedElsewhereShowsItsGroup() {
        const auto ops = commTimes(*m_workspace->mainRun());
        const auto op = std::find_if(ops.begin(), ops.end(), [](const CommTime &t) { return t.rank == 3; });
        QVERIFY(op != ops.end());
        m_selection.setItem(CommOpRef{RunId{0}, 3, 0, op->name});
        settle();
        QCOMPARE(m_page->bar()->question().query.group, op->group);
        QCOMPARE(m_page->bar()->question().query.step, std::string());  // of the selection, which has none
        QVERIFY(!m_page->model().links.empty());
        QCOMPARE(m_page->model().question.query.group, op->group);
        QVERIFY(m_page->model().placeOf(3, 3).has_value());
    }

    void aSliceSelectedElsewhereShowsItsGroup() {
        const auto slice = communicationSlice(*m_workspace, 1);
        QVERIFY(slice.has_value());
        const auto place = commPlaceOf(*m_workspace, *slice, {});
        QVERIFY(place.has_value());
        QCOMPARE(place->rank, 1);
        m_selection.setItem(*slice);
        settle();
        QCOMPARE(m_page->bar()->question().query, (LinkQuery{place->group, {}}));
        QCOMPARE(m_page->model().question.query.group, place->group);
        // Its rank's row is outlined, across all of the places.
        static_cast<void>(m_page->canvas()->scene());
        const auto row = m_page->model().placeOf(1, 1);
        QVERIFY(row.has_value());
        const auto &shown = m_page->layoutShown();
        const auto picture = m_page->canvas()->grab().toImage();
        const auto yOf = [&](std::size_t at) {
            return shown.area.y + static_cast<int>(static_cast<double>(at) * shown.area.height / shown.window.rows);
        };
        const auto accent = Theme::current().color(ColorRole::Accent);
        bool isMarked = false;
        for (int y = yOf(row->row) - 3; y <= yOf(row->row + 1) + 3; ++y) {
            isMarked = isMarked || picture.pixelColor(shown.area.x + shown.area.width / 2, y) == accent;
        }
        QVERIFY(isMarked);
    }

    void aLinkLeadsBackToSlices() {
        const auto slice = communicationSlice(*m_workspace, 0);
        QVERIFY(slice.has_value());
        m_selection.setItem(*slice);
        settle();
        const auto &links = m_page->model().links;
        const auto link = std::find_if(links.begin(), links.end(),
                                       [](const LinkSum &sum) { return sum.source == 0 && !sum.isSelf(); });
        QVERIFY(link != links.end());
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, Qt::NoModifier, centreOf(0, link->destination));
        auto *table = m_page->operators()->table();
        QVERIFY(table->model()->rowCount() > 0);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return);
        // What the timeline is asked for is an operator whose place is the one that the slice told.
        const auto &items = m_selection.state().items;
        QVERIFY(!items.empty() && std::holds_alternative<CommOpRef>(items.front()));
        const auto place = commPlaceOf(*m_workspace, items.front(), {});
        QVERIFY(place.has_value());
        QCOMPARE(place->group, commPlaceOf(*m_workspace, *slice, {})->group);
    }

    void anotherStepIsCompared() {
        QCOMPARE(box("matrixBaseline")->count(), 3);  // none, two steps
        QVERIFY(!m_page->model().heat.isDifference());
        chooseStep(6);
        QCOMPARE(box("matrixBaseline")->count(), 2);  // not with itself
        pick("matrixBaseline", 1);
        QVERIFY(m_page->model().heat.isDifference());
        const auto cell = m_page->model().cell(0, 2);
        QVERIFY(cell.own != nullptr && cell.baseline != nullptr);
        const auto tip = m_page->tipAt(centreOf(0, 2));
        QVERIFY2(tip.contains(QString::fromStdString(cellText(Cell{cell.own->timeMs}))), qPrintable(tip));
        QVERIFY2(tip.contains(QString::fromStdString(cellText(Cell{cell.baseline->timeMs}))), qPrintable(tip));
        pick("matrixBaseline", 0);
        QVERIFY(!m_page->model().heat.isDifference());
    }

    void aSecondRunIsComparedAtOnce() {
        m_view->setWorkspace(besideSlowLink(*m_workspace, 0, 2));
        settle();
        const auto &model = m_page->model();
        QVERIFY(model.heat.isDifference());
        QCOMPARE(model.question.baseline, std::optional(MatrixBaseline{RunId{1}}));
        // The baseline's link is the slow one: this run is better there, by more than anywhere else.
        const auto gain = model.value(model.cell(0, 2));
        QVERIFY(gain && *gain > 0);
        const auto greatest = model.heat.worstOf(0, 0, model.heat.levels() - 1);
        QVERIFY(greatest.has_value());
        const auto &link = model.cellAt(*greatest).any();
        QCOMPARE(std::min(link.source, link.destination), 0);
        QCOMPARE(std::max(link.source, link.destination), 2);
        m_view->setWorkspace(m_workspace);
        settle();
        QVERIFY(!m_page->model().heat.isDifference());
    }

    void aLinkSelectedElsewhereIsMarked() {
        QVERIFY(m_page->model().cell(0, 2).own != nullptr);
        const auto choice = box("matrixGroup")->itemData(1).toString().toStdString();
        m_selection.setItem(LinkRef{RunId{0}, choice, "", std::string(kAllOperators), 0, 2});
        settle();
        QCOMPARE(m_page->model().question.query.group, choice);
    }

    void metricsGroupsAndPlaces() {
        QCOMPARE(box("matrixMetric")->count(), 6);
        for (int i = 0; i < 6; ++i) {
            pick("matrixMetric", i);
            QVERIFY(m_page->model().heat.count() > 0);
        }
        pick("matrixMetric", 0);
        const auto all = m_page->model().heat.count();
        pick("matrixGroup", 1);
        QVERIFY(m_page->model().heat.count() < all);
        pick("matrixGroup", 0);
        QCOMPARE(box("matrixPlaces")->count(), 3);
        pick("matrixPlaces", 1);
        QCOMPARE(m_page->model().heat.rows(), std::size_t{2});
    }

    void aRangeHidesPlaces() {
        auto *from = m_page->findChild<QLineEdit *>(QStringLiteral("matrixFrom"));
        const auto all = m_page->model().heat.count();
        from->setFocus();
        QTest::keyClicks(from, QString::number(m_page->model().most));
        QTest::keyClick(from, Qt::Key_Return);
        settle();
        QVERIFY(m_page->model().heat.count() < all);
        QVERIFY(m_page->model().links.size() > all - 1);
    }

    void theMatrixZoomsAndComesBack() {
        const auto whole = m_page->layoutShown().window;
        QTest::keyClick(m_page->canvas(), Qt::Key_W);
        static_cast<void>(m_page->canvas()->scene());
        QVERIFY(m_page->layoutShown().window.rows < whole.rows);
        QTest::keyClick(m_page->canvas(), Qt::Key_Backspace);
        static_cast<void>(m_page->canvas()->scene());
        QCOMPARE(m_page->layoutShown().window, whole);
    }

    void theChosenStepIsFollowed() {
        QVERIFY(m_page->bar()->question().query.step.empty());
        const auto all = m_page->model().heat.count();
        chooseStep(6);
        QCOMPARE(m_page->bar()->question().query.step, std::string("6"));
        QVERIFY(m_page->model().heat.count() > 0 && m_page->model().heat.count() <= all);
        chooseStep(std::nullopt);
        QVERIFY(m_page->bar()->question().query.step.empty());
    }

    /// A group of the selection is followed, another one is this page's own and says so, until one returns.
    void aGroupOfItsOwnIsSaid() {
        auto state = m_selection.state();
        state.group = box("matrixGroup")->itemText(1).toStdString();
        m_selection.set(state);
        settle();
        QCOMPARE(box("matrixGroup")->currentIndex(), 1);
        QVERIFY(m_page->ownFilter().isEmpty());
        pick("matrixGroup", 2);
        QVERIFY(m_page->ownFilter().contains(box("matrixGroup")->itemText(2)));
        auto *back = m_page->findChild<QToolButton *>(QStringLiteral("followSelection"));
        QVERIFY(back->isVisible());
        QTest::mouseClick(back, Qt::LeftButton);
        settle();
        QVERIFY(m_page->ownFilter().isEmpty() && !back->isVisible());
        QCOMPARE(box("matrixGroup")->currentIndex(), 1);
        m_selection.set({});
        settle();
        QCOMPARE(box("matrixGroup")->currentIndex(), 0);
    }

    void withoutARunThePageSaysWhy() {
        m_view->setWorkspace(std::make_shared<const Workspace>());
        settle();
        QCOMPARE(m_view->emptyReason()->id, std::string("communication.empty"));
        QCOMPARE(m_page->emptyReason()->id, std::string("communication.empty.matrix"));
        QImage image(500, 220, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        m_view->paintPicture(painter, image.size());
        painter.end();
        QVERIFY(image.pixelColor(498, 218) != QColor(Qt::magenta));
    }
};

TEST_SUITE(TestMatrixPage)

}  // namespace tst_matrix_page

#include "tst_matrix_page.moc"
