#include "app/window/main_window.h"
#include "app/window/search_panel.h"
#include "app/window/view_tabs.h"
#include "core/scene/timeline_found.h"
#include "tests/app/demo_profile_fixture.h"
#include "views/common/command_palette.h"
#include "views/common/scene_canvas.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QMimeData>
#include <QtCore/QUrl>
#include <QtGui/QClipboard>
#include <QtGui/QDropEvent>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QToolButton>

using namespace stagescope;

namespace {

constexpr int kLoadMs = 60'000;

void drop(QWidget *target, const QStringList &paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const auto &path : paths) {
        urls << QUrl::fromLocalFile(path);
    }
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &event);
    QVERIFY(event.isAccepted());
}

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_demo.isWritten());
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
    }
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->setLanguage(Language::English);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));  // shortcuts reach the active window only
    }
    void cleanup() { m_window.reset(); }

    void droppedFolderOpensAndTheSecondIsTheBaseline() {
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Stagescope"));
        drop(m_window.get(), {m_demo.path()});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->windowTitle(), QStringLiteral("cluster (2 ranks) - Stagescope"), kLoadMs);
        drop(m_window.get(), {m_other.path()});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->workspace()->baseline() != nullptr, kLoadMs);
        QCOMPARE(m_window->runs()->workspace()->baseline()->path, m_other.path().toStdString());
        QCOMPARE(m_window->runs()->workspace()->mainRun()->path, m_demo.path().toStdString());
    }
    void keysSwitchTabsAndDocks() {
        open();
        const auto *drawer = m_window->findChild<QDockWidget *>(QStringLiteral("drawer"));
        const auto *navigator = m_window->findChild<QDockWidget *>(QStringLiteral("navigator"));
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("timeline"));
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("summary"));
        QVERIFY(drawer->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Q);
        QVERIFY(!drawer->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Q);
        QVERIFY(drawer->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!navigator->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(navigator->isVisible());
    }
    void theViewIsCopiedWhereNothingElseCopies() {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
        auto *clipboard = QApplication::clipboard();
        clipboard->clear();
        QTRY_VERIFY(!m_window->tabs()->currentView()->isBusy());
        QTest::keyClick(m_window->tabs()->currentView(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(clipboard->image().size(), m_window->tabs()->currentView()->size() * 2);
        clipboard->clear();
        auto *search = m_window->findChild<QLineEdit *>();
        search->setText(QStringLiteral("words"));
        search->setFocus();
        search->selectAll();
        QTest::keyClick(search, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(clipboard->text(), QStringLiteral("words"));
        QVERIFY(clipboard->image().isNull());
    }
    void languageSwitchesAtOnce() {
        open();
        QCOMPARE(m_window->tabs()->tabText(1), QStringLiteral("Timeline"));
        m_window->setLanguage(Language::Chinese);
        QTRY_COMPARE(m_window->tabs()->tabText(1), QString::fromUtf8("时间线"));
        m_window->setLanguage(Language::English);
        QTRY_COMPARE(m_window->tabs()->tabText(1), QStringLiteral("Timeline"));
    }
    void tabsOfLaterVersionsSaySo() {
        open();
        QCOMPARE(m_window->tabs()->count(), 8);
        QVERIFY(m_window->tabs()->tabToolTip(5).contains(QStringLiteral("not part of this version")));
        QVERIFY(m_window->tabs()->isTabEnabled(4));
    }
    void theLastTabOfAFolderIsRemembered() {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::AltModifier);
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("pipeline"));
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        open();
        QTRY_COMPARE(m_window->tabs()->currentId(), QStringLiteral("pipeline"));
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
    }
    void theLastSessionIsRestored() {
        open();
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->restoreSession();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->workspace()->mainRun() != nullptr, kLoadMs);
        QCOMPARE(m_window->runs()->workspace()->mainRun()->path, m_demo.path().toStdString());
    }
    void searchFindsSlicesAndEnterSelectsThem() {
        open();
        const auto ranks = m_window->runs()->workspace()->mainRun()->ranks();
        m_window->runs()->requestDeep(m_window->runs()->workspace()->mainRun()->id, ranks);
        QTRY_VERIFY_WITH_TIMEOUT(allDeep(), kLoadMs);
        QTest::keyClick(m_window.get(), Qt::Key_Slash);
        auto *box = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(box != nullptr);
        QTest::keyClicks(box, QStringLiteral("Step"));
        auto *panel = m_window->findChild<SearchPanel *>();
        QTRY_VERIFY_WITH_TIMEOUT(!panel->isBusy() && panel->rowCount() > 1, kLoadMs);
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(m_window->selection()->state().items.size(), std::size_t{1});
        QCOMPARE(m_window->selection()->state().items.front(), ItemRef(panel->result().hits[0].slice));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(m_window->selection()->state().items.front(), ItemRef(panel->result().hits[1].slice));
        QTest::keyClick(box, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(m_window->selection()->state().items.front(), ItemRef(panel->result().hits[0].slice));
    }
    void allHitsAreMarkedInTheTimeline() {
        open();
        QTRY_VERIFY_WITH_TIMEOUT(allDeep(), kLoadMs);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        auto *canvas = m_window->findChild<TimelineView *>()->canvas();
        const auto bars = [&] {
            const auto &rects = canvas->scene().rects;
            return std::count_if(rects.begin(), rects.end(), [](const SceneRect &r) {
                return r.color.role == ColorRole::Accent && r.height == kFoundBarHeight;
            });
        };
        QTRY_VERIFY(m_window->findChild<TimelineView *>()->layoutShown().sources().size() >= 2);
        QCOMPARE(bars(), 0);
        auto *panel = m_window->findChild<SearchPanel *>();
        panel->search(QStringLiteral("MatMul"));
        QTRY_VERIFY_WITH_TIMEOUT(!panel->isBusy() && !panel->result().hits.empty(), kLoadMs);
        QVERIFY(bars() > 0);
        panel->search(QString());
        QTRY_VERIFY_WITH_TIMEOUT(!panel->isBusy() && panel->result().hits.empty(), kLoadMs);
        QCOMPARE(bars(), 0);
    }
    void searchKnowsWordsCasesAndPatterns() {
        open();
        const auto *run = m_window->runs()->workspace()->mainRun();
        m_window->runs()->requestDeep(run->id, run->ranks());
        QTRY_VERIFY_WITH_TIMEOUT(allDeep(), kLoadMs);
        auto *panel = m_window->findChild<SearchPanel *>();
        const auto hits = [&](const QString &text) {
            panel->search(text);
            return QTest::qWaitFor([&] { return !panel->isBusy(); }, kLoadMs) ? int(panel->result().total) : -1;
        };
        const int part = hits(QStringLiteral("step"));
        QVERIFY(part > 0);
        panel->wordButton()->click();
        QCOMPARE(hits(QStringLiteral("ste")), 0);
        panel->patternButton()->click();
        QVERIFY(!panel->wordButton()->isEnabled());
        QCOMPARE(hits(QStringLiteral("ste[p]")), part);
        panel->caseButton()->click();
        QCOMPARE(hits(QStringLiteral("sTE[p]")), 0);
        QCOMPARE(hits(QStringLiteral("ste[p")), 0);
        QVERIFY2(panel->summary().contains(QStringLiteral("no regular expression")), qPrintable(panel->summary()));
    }
    void spaceGoesFromFindingToFindingInAnyTab() {
        open();
        QTRY_VERIFY_WITH_TIMEOUT(allShallow(), kLoadMs);
        QTest::keyClick(m_window->tabs()->view(QStringLiteral("timeline")), Qt::Key_Space);
        const auto *message = m_window->findChild<QLabel *>(QStringLiteral("message"));
        QVERIFY(message != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(message->text().startsWith(QStringLiteral("No finding")), kLoadMs);
    }
    void commandsAreFoundByTyping() {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto *palette = m_window->findChild<CommandPalette *>();
        QVERIFY(palette != nullptr && palette->isVisible());
        auto *field = palette->findChild<QLineEdit *>();
        QCOMPARE(QApplication::focusWidget(), field);
        const auto *list = palette->findChild<QListWidget *>();
        QTest::keyClicks(field, QStringLiteral("tab pipe"));
        QCOMPARE(list->count(), 1);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(palette->isHidden());
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("pipeline"));
        // Keys that mean something to the window are letters here; Esc does nothing but leave.
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        const int all = list->count();
        QVERIFY(all > m_window->tabs()->count());
        QTest::keyClicks(field, QStringLiteral("q/"));
        QCOMPARE(field->text(), QStringLiteral("q/"));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(palette->isHidden());
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClick(field, Qt::Key_Up);
        QCOMPARE(list->currentRow(), all - 1);
    }
    void aMissingPathIsSaidNotAsked() {
        m_window->openPaths({QStringLiteral("/no/such/folder")});
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY(m_window->runs()->workspace()->runs.empty());
    }

private:
    void open() {
        m_window->openPaths({m_demo.path()});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->windowTitle(), QStringLiteral("cluster (2 ranks) - Stagescope"), kLoadMs);
    }
    [[nodiscard]] bool allShallow() const {
        const auto &captures = m_window->runs()->workspace()->mainRun()->captures;
        return std::all_of(captures.begin(), captures.end(), [](const RankCapture &c) {
            return c.state == LoadState::Shallow || c.state == LoadState::Deep;
        });
    }
    [[nodiscard]] bool allDeep() const {
        const auto &captures = m_window->runs()->workspace()->mainRun()->captures;
        return std::all_of(captures.begin(), captures.end(),
                           [](const RankCapture &c) { return c.state == LoadState::Deep; });
    }

    QTemporaryDir m_home;
    DemoProfileFixture m_demo;
    DemoProfileFixture m_other;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
