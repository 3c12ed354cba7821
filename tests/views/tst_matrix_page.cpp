#include "core/analysis/item_facts.h"
#include "core/demo/demo_writer.h"
#include "core/session/load_job.h"
#include "views/common/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/communication/communication_view.h"
#include "views/communication/matrix_bar.h"
#include "views/communication/matrix_page.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableView>

using namespace stagescope;

namespace {

/// Two stages in two replicas on two hosts.
std::shared_ptr<const Workspace> demo() {
    DemoOptions options;
    options.pp = 2;
    options.dp = 2;
    options.microbatches = 4;
    options.steps = 2;
    options.ranksPerHost = 2;
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    Workspace workspace;
    if (writeDemo(path, options)) {
        if (auto run = loadRun(path, RunId{0}, LoadDepth::Deep)) {
            workspace.runs.push_back(std::move(*run));
        }
    }
    workspace.version = 1;
    return std::make_shared<const Workspace>(std::move(workspace));
}

}  // namespace

class TestMatrixPage : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::shared_ptr<const Workspace> m_workspace = demo();
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
    void settle() const { QTRY_VERIFY(!m_page->isBusy()); }
    [[nodiscard]] QComboBox *box(const char *name) const { return m_page->findChild<QComboBox *>(QLatin1String(name)); }
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
        const auto *link = m_page->model().link(0, 2);
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

    void anOperatorSelectedElsewhereShowsItsGroup() {
        const auto ops = commTimes(*m_workspace->mainRun());
        const auto op = std::find_if(ops.begin(), ops.end(), [](const CommTime &t) { return t.rank == 3; });
        QVERIFY(op != ops.end());
        m_selection.setItem(CommOpRef{RunId{0}, 3, 0, op->name});
        settle();
        QCOMPARE(m_page->bar()->question().query.group, op->group);
        QCOMPARE(m_page->bar()->question().query.step, op->step);
        QVERIFY(!m_page->model().links.empty());
        QCOMPARE(m_page->model().question.query.group, op->group);
        QVERIFY(m_page->model().placeOf(3, 3).has_value());
    }

    void aLinkSelectedElsewhereIsMarked() {
        const auto group = m_page->model().link(0, 2);
        QVERIFY(group != nullptr);
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

    void aStepChosenHereIsChosenForAll() {
        QCOMPARE(box("matrixStep")->count(), 3);
        pick("matrixStep", 2);
        QCOMPARE(QString::number(m_selection.state().step.value_or(-1)), box("matrixStep")->itemText(2));
        auto state = m_selection.state();
        state.step.reset();
        m_selection.set(state);
        settle();
        QVERIFY(m_page->bar()->question().query.step.empty());
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

QTEST_MAIN(TestMatrixPage)
#include "tst_matrix_page.moc"
