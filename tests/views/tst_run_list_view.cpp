#include "core/session/run_list.h"
#include "tests/support/test_suite.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/runs/run_list_model.h"
#include "views/runs/run_list_view.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>

namespace tst_run_list_view {

using namespace stagescope;

class TestRunListView : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_data;
    QByteArray m_before;
    std::unique_ptr<RunList> m_list;
    std::unique_ptr<RunListView> m_view;

    [[nodiscard]] QTableView *table() const { return m_view->table(); }
    [[nodiscard]] QPoint centre(int row, int column) const {
        return table()->visualRect(table()->model()->index(row, column)).center();
    }
    void show(RunListView::Use use) {
        m_view = std::make_unique<RunListView>(m_list.get(), use);
        m_view->resize(1100, 300);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        table()->setFocus();
        table()->setCurrentIndex(table()->model()->index(0, 0));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const { QTest::keyClick(table(), key, modifiers); }
    void type(const QString &text) const {
        auto *editor = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(editor != nullptr);
        editor->selectAll();
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QCoreApplication::processEvents();  // the editor hands over what was typed
    }
    [[nodiscard]] QString text(int row, int column) const {
        return table()->model()->index(row, column).data().toString();
    }

private Q_SLOTS:
    void init() {
        m_data = std::make_unique<QTemporaryDir>();
        m_before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        m_list = std::make_unique<RunList>();
        for (const auto *name : {"first", "second", "third"}) {
            KnownRun run;
            run.path = m_data->filePath(QString::fromLatin1(name)).toStdString();
            QVERIFY(std::string_view(name) == "second" || QDir().mkpath(QString::fromStdString(run.path)));
            m_list->noteOpened(run);
        }
        KnownRun folder;
        folder.path = m_data->path().toStdString();
        folder.runs = 3;
        m_list->noteOpened(folder);
    }
    void cleanup() {
        m_view.reset();
        m_list.reset();
        qputenv("XDG_DATA_HOME", m_before);
    }

    void theModelKeepsItsPromises() {
        RunListModel model(m_list.get());
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTickable(true);
        m_list->remove({m_list->all()[1].path});
        m_list->undoRemove();
        m_list->rename(m_list->all()[0].path, "x");
        QVERIFY(!model.setData(model.index(0, RunListModel::Path), QStringLiteral("/other"), Qt::EditRole));
    }
    void aClickOnANameOpens() {
        show(RunListView::Use::Open);
        QSignalSpy opened(m_view.get(), &RunListView::openRequested);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, centre(3, RunListModel::Note));
        QCOMPARE(opened.size(), 0);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, centre(3, RunListModel::Name));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toString(), m_data->filePath(QStringLiteral("first")));
    }
    void keysAlone() {
        show(RunListView::Use::Open);
        QSignalSpy opened(m_view.get(), &RunListView::openRequested);
        press(Qt::Key_Down);
        QCOMPARE(text(1, RunListModel::Name), QStringLiteral("third"));
        press(Qt::Key_F2);
        type(QStringLiteral("with fusion"));
        QCOMPARE(text(1, RunListModel::Name), QStringLiteral("with fusion"));
        for (int i = 0; i < RunListModel::Note; ++i) {
            press(Qt::Key_Right);
        }
        press(Qt::Key_F2);
        type(QStringLiteral("  batch 32 "));
        QCOMPARE(text(1, RunListModel::Note), QStringLiteral("batch 32"));
        press(Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toString(), m_data->filePath(QStringLiteral("third")));
        press(Qt::Key_Delete);
        QCOMPARE(table()->model()->rowCount(), 3);
        QCOMPARE(text(table()->currentIndex().row(), RunListModel::Name), QStringLiteral("second"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(table()->model()->rowCount(), 4);
        QCOMPARE(text(1, RunListModel::Note), QStringLiteral("batch 32"));
        RunList kept;
        kept.refresh();
        QVERIFY(kept.all() == m_list->all());
    }
    void whatIsBeingTypedStaysWhenRowsChange() {
        show(RunListView::Use::Open);
        press(Qt::Key_F2);
        auto *editor = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, QStringLiteral("two words"));
        m_list->annotate(m_data->filePath(QStringLiteral("first")).toStdString(), "from another window");
        QCOMPARE(editor->text(), QStringLiteral("two words"));
    }
    void allCanBeRemoved() {
        show(RunListView::Use::Open);
        for (int i = 0; i < 6; ++i) {
            press(Qt::Key_Delete);
        }
        QCOMPARE(table()->model()->rowCount(), 0);
        QSignalSpy opened(m_view.get(), &RunListView::openRequested);
        for (const auto key : {Qt::Key_Return, Qt::Key_F2, Qt::Key_Space, Qt::Key_Down}) {
            press(key);
        }
        QCOMPARE(opened.size(), 0);
    }
    void namesInTipsAreNoMarkup() {
        m_list->noteGist(m_data->filePath(QStringLiteral("third")).toStdString(),
                         {1, {}, Message("finding.role_wait", {"<b>bold</b>", "2", "3.0"}), 1});
        show(RunListView::Use::Open);
        const auto tip = table()->model()->index(1, RunListModel::Finding).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("&lt;b&gt;bold")), qPrintable(tip));
    }
    void whatIsMissingIsSaidNotDropped() {
        show(RunListView::Use::Open);
        QTRY_VERIFY(text(2, RunListModel::Path).startsWith(QStringLiteral("missing: ")));
        QVERIFY(!text(1, RunListModel::Path).startsWith(QStringLiteral("missing: ")));
    }
    void aFilterAndAnOrder() {
        show(RunListView::Use::Open);
        m_list->annotate(m_data->filePath(QStringLiteral("first")).toStdString(), "Baseline of May");
        m_view->filter()->setFocus();
        QTest::keyClicks(m_view->filter(), QStringLiteral("may"));
        QCOMPARE(table()->model()->rowCount(), 1);
        table()->selectRow(0);
        QSignalSpy opened(m_view.get(), &RunListView::openRequested);
        press(Qt::Key_Return);
        QCOMPARE(opened[0][0].toString(), m_data->filePath(QStringLiteral("first")));
        m_view->filter()->clear();
        table()->sortByColumn(RunListModel::Name, Qt::DescendingOrder);
        QCOMPARE(text(0, RunListModel::Name), QStringLiteral("third"));
    }
    /// How long a step took and where it went, and what to look at first: before a run is opened again.
    void whatWasSeenIsShown() {
        const auto pathOf = [&](const char *name) { return m_data->filePath(QString::fromLatin1(name)).toStdString(); };
        m_list->noteGist(pathOf("first"), {11'700'000'000,
                                           {{"split.computing", 9'000'000'000}, {"split.free", 3'000'000'000}},
                                           Message("split.copies"),
                                           2});
        m_list->noteGist(pathOf("second"), {9'900'000, {{"split.computing", 5}}, Message("of.another.version"), 3});
        m_list->noteGist(pathOf("third"), {});
        show(RunListView::Use::Open);
        QCOMPARE(text(3, RunListModel::Step), QStringLiteral("11.70 s"));
        QCOMPARE(text(3, RunListModel::Finding), messageText(Message("split.copies")));
        QVERIFY(text(2, RunListModel::Finding).startsWith(QStringLiteral("3 finding")));
        QCOMPARE(text(1, RunListModel::Finding), QStringLiteral("No finding"));
        QCOMPARE(text(1, RunListModel::Step), QString());
        QCOMPARE(text(0, RunListModel::Finding), QString());
        const auto tip = table()->model()->index(3, RunListModel::Step).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("75.0 %")), qPrintable(tip));
        const auto cell = table()->visualRect(table()->model()->index(3, RunListModel::Step));
        const auto picture = table()->viewport()->grab().toImage();
        int computing = 0;
        int idle = 0;
        for (int x = cell.left(); x <= cell.right(); ++x) {
            const auto color = picture.pixelColor(x, cell.center().y());
            computing += color == Theme::current().color(ColorRole::Computing) ? 1 : 0;
            idle += color == Theme::current().color(ColorRole::Free) ? 1 : 0;
        }
        QVERIFY2(computing > 30 && std::abs(computing - 3 * idle) <= 6, qPrintable(QString::number(computing)));
        table()->sortByColumn(RunListModel::Step, Qt::DescendingOrder);
        QCOMPARE(text(0, RunListModel::Step), QStringLiteral("11.70 s"));
        QCOMPARE(text(1, RunListModel::Step), QStringLiteral("9.9 ms"));
    }
    void runsAreTickedFoldersAreNot() {
        show(RunListView::Use::Tick);
        QSignalSpy opened(m_view.get(), &RunListView::openRequested);
        QSignalSpy ticked(m_view->model(), &RunListModel::tickedChanged);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, centre(2, RunListModel::Name));
        QCOMPARE(opened.size(), 0);
        press(Qt::Key_Space);
        QCOMPARE(m_view->model()->ticked().size(), std::size_t{1});
        press(Qt::Key_A, Qt::ControlModifier);
        press(Qt::Key_Space);
        QCOMPARE(m_view->model()->ticked().size(), std::size_t{3});
        press(Qt::Key_Space);
        QVERIFY(m_view->model()->ticked().empty());
        QVERIFY(ticked.size() >= 3);
    }
    void severalAreComparedFromTheMenu() {
        show(RunListView::Use::Open);
        QSignalSpy compared(m_view.get(), &RunListView::compareRequested);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, centre(1, RunListModel::Path));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, Qt::ControlModifier, centre(3, RunListModel::Path));
        Q_EMIT table()->customContextMenuRequested(centre(3, RunListModel::Path));
        auto *menu = m_view->findChild<QMenu *>();
        QVERIFY(menu != nullptr);
        for (auto *action : menu->actions()) {
            if (action->text().startsWith(QStringLiteral("Compare"))) {
                action->trigger();
            }
        }
        menu->close();
        QCOMPARE(compared.size(), 1);
        QCOMPARE(compared[0][0].toStringList().size(), 2);
    }
};

TEST_SUITE(TestRunListView)

}  // namespace tst_run_list_view

#include "tst_run_list_view.moc"
