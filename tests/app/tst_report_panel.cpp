// What is added to the report by hand: from the window to the page.
#include "app/window/main_window.h"
#include "app/window/panels/report_panel.h"
#include "app/window/view_tabs.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QMimeData>
#include <QtCore/QProcess>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <array>

namespace tst_report_panel {

using namespace stagescope;

namespace {
constexpr int kLoadMs = 60'000;
constexpr std::array kHomes{"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"};
}  // namespace

class TestReportPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_data = std::make_unique<QTemporaryDir>();
        for (const char *variable : kHomes) {
            qputenv(variable, m_data->path().toUtf8());
        }
        QVERIFY(m_demo.isWritten());
        open();
    }
    void cleanup() { m_window.reset(); }

    void addedWithNoteMovedAndRemoved() {
        const QAbstractItemModelTester tester(table()->model());
        add(Qt::Key_1, QStringLiteral("one"));
        add(Qt::Key_3, QStringLiteral("two"));
        add(Qt::Key_2, QStringLiteral("three"));
        QCOMPARE(notes(), QStringLiteral("one two three"));
        for (const auto &entry : m_window->reportList()->all()) {
            QVERIFY2(!QImage::fromData(QByteArray::fromStdString(entry.png)).isNull(), entry.title.c_str());
        }
        table()->selectRow(2);
        QTest::keyClick(table(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(notes(), QStringLiteral("one three two"));
        QCOMPARE(table()->currentIndex().row(), 1);
        QTest::keyClick(table(), Qt::Key_Up, Qt::AltModifier);
        QTest::keyClick(table(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(notes(), QStringLiteral("three one two"));
        drag(0, 3);
        QCOMPARE(notes(), QStringLiteral("one two three"));
        drag(2, 1);
        QCOMPARE(notes(), QStringLiteral("one three two"));
        table()->selectRow(1);
        QTest::keyClick(table(), Qt::Key_Delete);
        QCOMPARE(notes(), QStringLiteral("one two"));
        open();
        QCOMPARE(notes(), QStringLiteral("one two"));
    }
    void strangeDropsChangeNothing() {
        add(Qt::Key_1, QStringLiteral("one"));
        auto *model = table()->model();
        for (const char *row : {"", "-1", "7", "x"}) {
            QMimeData data;
            data.setData(model->mimeTypes().front(), row);
            QVERIFY(!model->dropMimeData(&data, Qt::MoveAction, 0, 0, {}));
        }
        QCOMPARE(notes(), QStringLiteral("one"));
    }
    void theReportHasThemBetweenFindingsAndAppendix() {
        add(Qt::Key_1, QStringLiteral("Look at <rank 1> & compare"));
        add(Qt::Key_3, QStringLiteral("Bubbles"));
        m_window->reportList()->move(1, 0);
        QTemporaryDir out;
        const auto html = reportOf(out.filePath(QStringLiteral("x.html")), {});
        const auto findings = html.indexOf(QStringLiteral("id=\"findings\""));
        const auto added = html.indexOf(QStringLiteral("id=\"added\""));
        const auto appendix = html.indexOf(QStringLiteral("id=\"appendix\""));
        QVERIFY(findings > 0 && added > findings && appendix > added);
        const auto section = html.mid(added, appendix - added);
        const auto second =
            section.indexOf(QStringLiteral("<p class=\"lines\">Look at &lt;rank 1&gt; &amp; compare</p>"));
        QVERIFY(section.indexOf(QStringLiteral("<p class=\"lines\">Bubbles</p>")) > 0);
        QVERIFY(second > section.indexOf(QStringLiteral("<p class=\"lines\">Bubbles</p>")));
        QCOMPARE(section.count(QStringLiteral("<img ")), 2);
        const auto redacted = reportOf(out.filePath(QStringLiteral("y.html")), {QStringLiteral("--redact")});
        const auto from = redacted.indexOf(QStringLiteral("id=\"added\""));
        const auto kept = redacted.mid(from, redacted.indexOf(QStringLiteral("id=\"appendix\"")) - from);
        QVERIFY(kept.contains(QStringLiteral("<p class=\"lines\">Bubbles</p>")) &&
                !kept.contains(QStringLiteral("<img ")));
    }
    void closedWhileANoteIsTyped() {
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->tabs()->currentView()->isBusy(), kLoadMs);
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(table()->isAncestorOf(QApplication::focusWidget()));
        m_window.reset();
        open();
        QCOMPARE(m_window->reportList()->all().size(), std::size_t{1});
    }
    void withoutARunThereIsNothingToAdd() {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(m_window->reportList()->all().empty());
    }

private:
    void open() {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->openPaths({m_demo.path()});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->reportList()->isOpen() && isLoaded(), kLoadMs);
    }
    [[nodiscard]] bool isLoaded() const {
        const auto *run = m_window->runs()->workspace()->mainRun();
        return run != nullptr &&
               std::all_of(run->captures.begin(), run->captures.end(),
                           [](const RankCapture &capture) { return capture.state == LoadState::Deep; });
    }
    [[nodiscard]] QTableView *table() const { return m_window->findChild<ReportPanel *>()->table(); }
    [[nodiscard]] QString notes() const {
        QStringList texts;
        const auto *model = table()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            texts += model->index(row, ReportModel::Note).data().toString();
        }
        return texts.join(QLatin1Char(' '));
    }
    /// The tab of that key is added, and its note typed where the panel offers it.
    void add(Qt::Key tab, const QString &note) {
        QTest::keyClick(m_window.get(), tab, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_window->tabs()->currentView()->isBusy() && !m_window->tabs()->currentView()->emptyReason(), kLoadMs);
        const auto before = m_window->reportList()->all().size();
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_window->reportList()->all().size(), before + 1);
        const auto editor = [this] {
            auto *focus = QApplication::focusWidget();
            return table()->isAncestorOf(focus) ? qobject_cast<QLineEdit *>(focus) : nullptr;
        };
        QTRY_VERIFY(editor() != nullptr);
        QTest::keyClicks(editor(), note);
        QTest::keyClick(editor(), Qt::Key_Return);
        QTRY_COMPARE(QString::fromStdString(m_window->reportList()->all().back().note), note);
    }
    /// Onto the gap above a row.
    void drag(int row, int above) {
        auto *model = table()->model();
        const std::unique_ptr<QMimeData> data(model->mimeData({model->index(row, 0)}));
        QVERIFY(!model->dropMimeData(data.get(), Qt::MoveAction, above, 0, {}));
    }
    [[nodiscard]] QString reportOf(const QString &path, const QStringList &more) const {
        QProcess process;
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"),
                      QStringList{QStringLiteral("report"), m_demo.path(), QStringLiteral("-o"), path} + more);
        QFile file(path);
        const bool isWritten = process.waitForFinished(240'000) && file.open(QIODevice::ReadOnly);
        return isWritten ? QString::fromUtf8(file.readAll()) : QString();
    }

    DemoProfileFixture m_demo;
    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(TestReportPanel)

}  // namespace tst_report_panel

#include "tst_report_panel.moc"
