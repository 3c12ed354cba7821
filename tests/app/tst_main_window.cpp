#include "app/window/drop_overlay.h"
#include "app/window/main_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/panels/search_panel.h"
#include "app/window/start_page.h"
#include "app/window/view_tabs.h"
#include "app/window/window_actions.h"
#include "app/window/window_place.h"
#include "core/scene/timeline/timeline_found.h"
#include "core/store/tables/table_store.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/common/command_palette.h"
#include "views/common/export_path.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/memory/memory_view.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QFile>
#include <QtCore/QMimeData>
#include <QtCore/QTimer>
#include <QtCore/QUrl>
#include <QtGui/QClipboard>
#include <QtGui/QDropEvent>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QTreeView>

namespace tst_main_window {

using namespace stagescope;

namespace {

constexpr int kLoadMs = 60'000;

/// Over the left half of the window, or over the right one.
void drop(QWidget *target, const QStringList &paths, bool right = false) {
    const QPoint at(right ? target->width() - 50 : 50, 50);
    QMimeData data;
    QList<QUrl> urls;
    for (const auto &path : paths) {
        urls << QUrl::fromLocalFile(path);
    }
    data.setUrls(urls);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QVERIFY(target->findChild<DropOverlay *>()->isVisible());
    QDropEvent event(QPointF(at), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &event);
    QVERIFY(event.isAccepted());
    QVERIFY(!target->findChild<DropOverlay *>()->isVisible());
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

    void aCrashIsToldOnceAtTheNextStart() {
        qputenv("XDG_STATE_HOME", m_home.path().toUtf8());
        const auto folder = m_home.filePath(QStringLiteral("stagescope"));
        QVERIFY(QDir().mkpath(folder));
        for (int day = 10; day < 22; ++day) {
            QFile report(folder + QStringLiteral("/crash-202601%1-120000-7.txt").arg(day));
            QVERIFY(report.open(QIODevice::WriteOnly));
        }
        const auto told = [this] {
            QString all;
            for (const auto *label : m_window->findChild<StartPage *>()->findChildren<QLabel *>()) {
                all += label->isHidden() ? QString() : label->text();
            }
            return all;
        };
        m_window->tellOfCrash();
        QVERIFY(told().contains(folder + QStringLiteral("/crash-20260121-120000-7.txt")));
        QCOMPARE(QDir(folder).entryList({QStringLiteral("crash-*")}).size(), 10);
        cleanup();
        init();
        m_window->tellOfCrash();
        QVERIFY(!told().contains(QStringLiteral("crash-")));
    }
    void droppedFolderOpensAndTheSecondIsTheBaseline() {
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Stagescope"));
        drop(m_window.get(), {m_demo.path()});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->windowTitle(), QStringLiteral("cluster (2 ranks) - Stagescope"), kLoadMs);
        QVERIFY(!actionNamed(QStringLiteral("Close Baseline"))->isEnabled());
        drop(m_window.get(), {m_other.path()}, true);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->workspace()->baseline() != nullptr, kLoadMs);
        QCOMPARE(m_window->runs()->workspace()->baseline()->path, m_other.path().toStdString());
        const auto *message = m_window->findChild<QLabel *>(QStringLiteral("message"));
        QTRY_VERIFY_WITH_TIMEOUT(!message->text().contains(QStringLiteral("as the baseline")), kLoadMs);
        QCOMPARE(m_window->runs()->workspace()->mainRun()->path, m_demo.path().toStdString());
        actionNamed(QStringLiteral("Close Baseline"))->trigger();
        QVERIFY(m_window->runs()->workspace()->baseline() == nullptr);
        drop(m_window.get(), {m_other.path()});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->runs()->workspace()->mainRun()->path, m_other.path().toStdString(),
                                  kLoadMs);
        QVERIFY(m_window->runs()->workspace()->baseline() == nullptr);
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(m_window->runs()->workspace()->runs.empty());
        QVERIFY(m_window->findChild<StartPage *>()->isVisible());
        QVERIFY(!actionNamed(QStringLiteral("Close"))->isEnabled());
    }
    /// Of ranks that were captured several times the other capture, from the tree, and back.
    void anotherCaptureIsOpenedFromItsRow() {
        const QTemporaryDir folder;
        for (const auto *name :
             {"rank0_start2_stop5", "rank0_start8_stop9", "rank1_start2_stop5", "rank1_start8_stop9"}) {
            const auto inner = folder.filePath(QString::fromLatin1(name));
            QVERIFY(QDir().mkpath(inner));
            QFile trace(inner + QStringLiteral("/trace_view.json"));
            QVERIFY(trace.open(QIODevice::WriteOnly));
            trace.write("[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":5}]");
        }
        m_window->openPaths({folder.path()});
        const auto isShown = [&](const char *name) {
            const auto *run = m_window->runs()->workspace()->mainRun();
            return run != nullptr && run->captures.size() == 4 && run->capture(0)->folder.ends_with(name) &&
                   run->capture(1)->folder.ends_with(name);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isShown("start8_stop9"), kLoadMs);
        auto *dock = m_window->findChild<NavigatorDock *>();
        const auto openOther = [&] {
            const auto host = dock->model()->index(0, 0, dock->model()->index(0, 0));
            const auto row = dock->model()->index(0, 0, host);
            QVERIFY(!dock->model()->place(row)->capture.empty());
            QVERIFY(dock->model()->place(dock->model()->index(1, 0, host))->capture.empty());
            QTimer::singleShot(0, dock, [] {
                auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
                const auto actions = menu->actions();
                const auto it = std::find_if(actions.begin(), actions.end(), [](const QAction *action) {
                    return action->text() == QStringLiteral("Open this capture");
                });
                menu->close();
                (*it)->trigger();
            });
            dock->tree()->expandAll();
            Q_EMIT dock->tree()->customContextMenuRequested(dock->tree()->visualRect(row).center());
        };
        openOther();
        QTRY_VERIFY_WITH_TIMEOUT(isShown("start2_stop5"), kLoadMs);
        openOther();
        QTRY_VERIFY_WITH_TIMEOUT(isShown("start8_stop9"), kLoadMs);
    }
    void whatWasSeenIsRemembered() {
        open();
        m_window->tabs()->setCurrentId(QStringLiteral("summary"));
        const auto gist = [this] {
            const auto *known = m_window->runList()->find(m_demo.path().toStdString());
            return known == nullptr ? std::nullopt : known->gist;
        };
        QTRY_VERIFY_WITH_TIMEOUT(gist().has_value(), kLoadMs);
        const auto seen = *gist();
        std::int64_t sum = 0;
        for (const auto &[part, length] : seen.parts) {
            QVERIFY2(hasMessageText(part), part.c_str());
            sum += length;
        }
        QVERIFY(seen.stepNs > 0 && sum > 0);
        QVERIFY(seen.findings == 0 || hasMessageText(seen.finding.id));
    }
    void wrongFilesAreToldAndNotRemembered() {
        QTemporaryDir folder;
        const auto wrong = folder.filePath(QStringLiteral("README.md"));
        QFile file(wrong);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("# no profile\n") > 0);
        file.close();
        m_window->openPaths({wrong});
        auto *start = m_window->findChild<StartPage *>();
        const auto says = [&](const QString &words) {
            const auto labels = start->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
                return label->isVisible() && (label->text() + label->toolTip()).contains(words);
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("Nothing readable in ") + wrong), kLoadMs);
        QVERIFY(!m_window->findChild<QLabel *>(QStringLiteral("message"))->text().contains(QStringLiteral("Nothing")));
        QVERIFY(m_window->runs()->workspace()->runs.empty());
        QVERIFY(m_window->runList()->find(wrong.toStdString()) == nullptr);
        // Beside the ranks of a profile the folder above is what was meant.
        const auto beside = m_demo.path() + QStringLiteral("/notes.txt");
        QFile notes(beside);
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("none\n") > 0);
        notes.close();
        m_window->openPaths({beside});
        QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("Nothing readable in ") + beside), kLoadMs);
        QTRY_VERIFY_WITH_TIMEOUT(says(m_demo.path()) && says(QStringLiteral("instead")), kLoadMs);
        for (auto *label : start->findChildren<QLabel *>()) {
            if (label->toolTip() == m_demo.path() && label->text().contains(QStringLiteral("instead"))) {
                Q_EMIT label->linkActivated(QStringLiteral("open"));
                break;
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_window->windowTitle(), QStringLiteral("cluster (2 ranks) - Stagescope"), kLoadMs);
        QVERIFY(QFile::remove(beside));
    }
    void escapeLeavesTheFieldFirst() {
        open();
        QTRY_VERIFY_WITH_TIMEOUT(allDeep(), kLoadMs);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QTest::keyClick(m_window.get(), Qt::Key_Slash);
        auto *box = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(box != nullptr);
        QTest::keyClicks(box, QStringLiteral("MatMul"));
        auto *panel = m_window->findChild<SearchPanel *>();
        QTRY_VERIFY_WITH_TIMEOUT(!panel->isBusy() && panel->rowCount() > 1, kLoadMs);
        QTest::keyClick(box, Qt::Key_Return);
        const auto hit = m_window->selection()->state().items;
        QCOMPARE(hit.size(), std::size_t{1});
        QTest::keyClick(box, Qt::Key_Escape);
        QVERIFY(!box->hasFocus());
        QVERIFY(m_window->selection()->state().items == hit);
        const auto before = m_window->timeView()->range();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_W);
        QCOMPARE(box->text(), QStringLiteral("MatMul"));
        QVERIFY(m_window->timeView()->range() != before);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(m_window->selection()->state().items.empty());
        // Of a finding that was shown goes all that it chose.
        SelectionState evidence;
        evidence.ranks = {{m_window->runs()->workspace()->mainRun()->id, 1}};
        evidence.items = {evidence.ranks.front()};
        evidence.step = 1;
        m_window->selection()->set(evidence);
        m_window->selection()->show(Message("findings.none"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(m_window->selection()->state() == SelectionState{});
    }
    void theDrawerOpensWithTheFirstSelection() {
        open();
        const auto *drawer = m_window->findChild<QDockWidget *>(QStringLiteral("drawer"));
        QVERIFY(!drawer->isVisible());
        m_window->selection()->setItem(RankRef{m_window->runs()->workspace()->mainRun()->id, 0});
        QVERIFY(drawer->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Q);
        QVERIFY(!drawer->isVisible());
        m_window->selection()->setItem(RankRef{m_window->runs()->workspace()->mainRun()->id, 1});
        QVERIFY(drawer->isVisible());
    }
    void pagesOfTheDrawerHaveHeightsOfTheirOwn() {
        open();
        m_window->resize(1400, 1000);
        auto *drawer = m_window->findChild<DrawerDock *>();
        drawer->setHeights({200, 0, 360});
        drawer->show();
        drawer->showDetails();
        QTRY_COMPARE(drawer->height(), 200);
        drawer->showSystem();
        QTRY_COMPARE(drawer->height(), 360);
        drawer->showDetails();
        QTRY_COMPARE(drawer->height(), 200);
    }
    void theWindowStaysOnTheScreenWithItsFrame() {
        const QRect screen(0, 0, 1600, 900);
        const QMargins frame(4, 28, 4, 4);
        const auto fitted = fittedInto({0, 20, 1600, 900}, screen, frame);
        QVERIFY(screen.contains(fitted.marginsAdded(frame)));
        QCOMPARE(fitted.size(), QSize(1592, 868));
        QCOMPARE(fittedInto({100, 100, 800, 600}, screen, frame), QRect(100, 100, 800, 600));
        QVERIFY(screen.contains(fittedInto({1500, 700, 800, 600}, screen, frame).marginsAdded(frame)));
        QVERIFY(screen.contains(fittedInto({-3000, -50, 800, 600}, screen, frame).marginsAdded(frame)));
    }
    void keysSwitchTabsAndDocks() {
        open();
        const auto *drawer = m_window->findChild<QDockWidget *>(QStringLiteral("drawer"));
        const auto *navigator = m_window->findChild<QDockWidget *>(QStringLiteral("navigator"));
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("timeline"));
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("summary"));
        QVERIFY(!drawer->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Q);
        QVERIFY(drawer->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Q);
        QVERIFY(!drawer->isVisible());
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
    void everyTabHasAKey() {
        open();
        QCOMPARE(m_window->tabs()->count(), WindowActions::kMaxTabKeys);
        for (int tab = 0; tab < m_window->tabs()->count(); ++tab) {
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + tab), Qt::AltModifier);
            QCOMPARE(m_window->tabs()->currentIndex(), tab);
            QVERIFY(m_window->tabs()->currentView() != nullptr);
        }
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
    }
    void aSnapshotOpensOnMemory() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("snapshot.pickle"));
        QVERIFY(QFile::copy(sourcePath("tests/core/formats/snapshots/expandable.pickle"), path));
        drop(m_window.get(), {path});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->tabs()->currentId(), QStringLiteral("memory"), kLoadMs);
        QCOMPARE(qobject_cast<MemoryView *>(m_window->tabs()->view(QStringLiteral("memory")))->page()->id(),
                 QStringLiteral("active-memory"));
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
        QVERIFY2(panel->summary().contains(QStringLiteral("Invalid regular expression")), qPrintable(panel->summary()));
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
        // An entry stands with its menus, and is found in either language.
        for (const auto &words : {QStringLiteral("theme dark"), QString::fromUtf8("深色")}) {
            QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
            field->setText(words);
            QCOMPARE(list->count(), 1);
            QCOMPARE(list->item(0)->text(), QStringLiteral("View: Theme > Dark"));
            QTest::keyClick(field, Qt::Key_Escape);
        }
        m_window->setLanguage(Language::Chinese);
        QCoreApplication::processEvents();
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        for (int row = 0; row < list->count(); ++row) {
            const auto text = list->item(row)->text();
            QVERIFY2(!text.contains(QLatin1Char('&')) && !text.contains(QStringLiteral("(F)")), qPrintable(text));
        }
        field->setText(QStringLiteral("dark"));
        QCOMPARE(list->count(), 1);
        QTest::keyClick(field, Qt::Key_Escape);
        m_window->setLanguage(Language::English);
        QCoreApplication::processEvents();
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
    void reportsAndTablesAreExportedFromTheMenu() {
        open();
        QTRY_VERIFY_WITH_TIMEOUT(allShallow(), kLoadMs);
        QTemporaryDir out;
        setExportFolder(out.path());
        const auto message = [&] { return m_window->findChild<QLabel *>(QStringLiteral("message"))->text(); };
        m_window->setProgram(QFile::decodeName(qgetenv("STAGESCOPE_BINARY")));
        // The dialogs begin with the run and the view in the folder that was written to last.
        const auto accept = [&](const QString &wanted) {
            QTimer::singleShot(200, m_window.get(), [&, wanted] {
                auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
                QVERIFY(dialog != nullptr);
                QCOMPARE(dialog->directory().absolutePath(), QDir(out.path()).absolutePath());
                QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), wanted);
                static_cast<QDialog *>(dialog)->done(QDialog::Accepted);
            });
        };
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->tabs()->currentView()->isBusy(), kLoadMs);
        accept(QStringLiteral("cluster_summary.png"));
        actionNamed(QStringLiteral("Export Picture..."))->trigger();
        QVERIFY(QFile::exists(out.filePath(QStringLiteral("cluster_summary.png"))));
        QVERIFY(message().startsWith(QStringLiteral("Written: ")));
        actionNamed(QStringLiteral("Export Table..."))->trigger();
        auto *palette = m_window->findChild<CommandPalette *>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(palette != nullptr && palette->isVisible());
        accept(QStringLiteral("cluster_ranks.csv"));
        auto *field = palette->findChild<QLineEdit *>();
        QTest::keyClicks(field, QStringLiteral("ranks"));
        auto *list = palette->findChild<QListWidget *>();
        for (int row = 0; row < list->count(); ++row) {
            if (list->item(row)->text() == QStringLiteral("Ranks    [ranks]")) {
                list->setCurrentRow(row);
            }
        }
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(out.filePath(QStringLiteral("cluster_ranks.csv"))), kLoadMs);
        accept(QStringLiteral("cluster_report.html"));
        actionNamed(QStringLiteral("Export Report..."))->trigger();
        const auto page = out.filePath(QStringLiteral("cluster_report.html"));
        QTRY_COMPARE_WITH_TIMEOUT(message(), QStringLiteral("Written: ") + page, 4 * kLoadMs);
        QVERIFY(QFile::exists(page));
    }
    void aMissingPathIsSaidNotAsked() {
        m_window->openPaths({QStringLiteral("/no/such/folder")});
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY(m_window->runs()->workspace()->runs.empty());
    }

private:
    [[nodiscard]] QAction *actionNamed(const QString &text) const {
        const auto actions = m_window->actions();
        const auto it = std::find_if(actions.begin(), actions.end(), [&](const QAction *action) {
            return QString(action->text()).remove(QLatin1Char('&')) == text;
        });
        return it == actions.end() ? nullptr : *it;
    }
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

TEST_SUITE(TestMainWindow)

}  // namespace tst_main_window

#include "tst_main_window.moc"
