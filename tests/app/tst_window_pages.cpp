// All tabs and pages of several profiles: not more than one finds one's way in, each under its old name, all of one
// filter.
#include "app/window/clock_control.h"
#include "app/window/context_bar.h"
#include "app/window/main_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/view_tabs.h"
#include "core/analysis/overview/step_in_time.h"
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/layout_faults.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/common/command_palette.h"
#include "views/common/pages/page_tabs.h"
#include "views/compare/compare_view.h"
#include "views/findings/findings_view.h"
#include "views/memory/memory_view.h"
#include "views/pipeline/pipeline_view.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace tst_window_pages {

using namespace stagescope;

class WindowPagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"}) {
            qputenv(name, m_home.path().toUtf8());
        }
        writeRun(QStringLiteral("cluster"), 2, 2);
        writeRun(QStringLiteral("before"), 2, 2);
        writeRun(QStringLiteral("alone"), 1, 1);
        const auto snapshot = sourcePath("tests/core/formats/snapshots/current_4.pickle");
        const auto other = sourcePath("tests/core/formats/snapshots/expandable.pickle");
        QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("snapshots")));
        for (const auto *folder : {"snapshots", "cluster"}) {
            QVERIFY(QFile::copy(snapshot, path(folder) + QStringLiteral("/snapshot_rank_0.pickle")));
            QVERIFY(QFile::copy(other, path(folder) + QStringLiteral("/snapshot_rank_1.pickle")));
        }
    }
    void cleanup() { m_window.reset(); }

    void notMoreThanTwentyPages_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("missing");
        const QStringList ofTwo{QStringLiteral("map"), QStringLiteral("difference"), QStringLiteral("compare_ranks")};
        const QStringList ofSnapshots{QStringLiteral("active-memory"), QStringLiteral("memory-allocator")};
        QTest::newRow("everything") << QStringList{QStringLiteral("cluster"), QStringLiteral("before")}
                                    << QStringList();
        QTest::newRow("cluster") << QStringList{QStringLiteral("before")} << ofSnapshots;
        QTest::newRow("one rank") << QStringList{QStringLiteral("alone")} << ofTwo + ofSnapshots;
        QTest::newRow("snapshots") << QStringList{QStringLiteral("snapshots")}
                                   << ofTwo + QStringList{QStringLiteral("memory-use")};
    }
    void notMoreThanTwentyPages() {
        QFETCH(QStringList, names);
        QFETCH(QStringList, missing);
        open(names);
        QVERIFY(m_window->tabs()->count() <= 6);
        const auto offered = offeredPages();
        QVERIFY2(offered.size() <= 20, qPrintable(offered.join(u' ')));
        for (const auto &page : missing) {
            QVERIFY2(!offered.contains(page), qPrintable(page));
        }
        const auto *drawer = m_window->findChild<DrawerDock *>()->findChild<QTabWidget *>();
        QVERIFY(drawer->count() <= 6);
        // All of them can be turned to, and are drawn.
        for (int tab = 0; tab < m_window->tabs()->count(); ++tab) {
            m_window->tabs()->setCurrentIndex(tab);
            for (const auto &page : offeredPages(tab)) {
                m_window->tabs()->turnTo(page);
                QVERIFY2(settle(), qPrintable(page));
                QVERIFY(!m_window->grab().isNull());
            }
        }
    }

    /// Beside the Data Manager at twice the size of letters on a screen of 1280 pixels there are some 420.
    void theContextBarIsWholeHoweverNarrow() {
        Selection selection;
        QWidget window;
        auto *column = new QVBoxLayout(&window);
        auto *bar = new ContextBar(&selection, &window);
        column->addWidget(bar);
        column->addStretch(1);
        window.show();
        for (const int width : {440, 660, 1400}) {
            window.resize(width, 120);
            QTRY_COMPARE(bar->height() > 50, width == 440);  // two lines
            const auto faults = testing::textFaults(*bar);
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        }
        // The window stays as wide as it is while a text grows.
        window.resize(1060, 120);
        auto *clock = bar->findChild<ClockControl *>();
        for (const int letters : {60, 1}) {
            clock->setText(QString(letters, u'm'));
            QTRY_COMPARE(bar->height() > 50, letters == 60);
        }
    }

    /// With the panels around it a page has less room than alone.
    void everyPageIsWhole_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<bool>("chinese");
        QTest::addColumn<QSize>("size");
        for (const bool chinese : {false, true}) {
            for (const QSize size : {QSize(1000, 700), QSize(1600, 900)}) {
                const auto *language = chinese ? "Chinese" : "English";
                QTest::addRow("two runs, %s, %d", language, size.width())
                    << QStringList{QStringLiteral("cluster"), QStringLiteral("before")} << chinese << size;
                QTest::addRow("one rank, %s, %d", language, size.width())
                    << QStringList{QStringLiteral("alone")} << chinese << size;
            }
        }
    }
    void everyPageIsWhole() {
        QFETCH(QStringList, names);
        QFETCH(bool, chinese);
        QFETCH(QSize, size);
        constexpr double kMostEmpty = 0.4;  // of a page with data
        open(names);
        m_window->setLanguage(chinese ? Language::Chinese : Language::English);
        m_window->resize(size);
        QStringList faults;
        for (int tab = 0; tab < m_window->tabs()->count(); ++tab) {
            m_window->tabs()->setCurrentIndex(tab);
            for (const auto &page : offeredPages(tab)) {
                m_window->tabs()->turnTo(page);
                QVERIFY2(settle(), qPrintable(page));
                for (const auto &fault : testing::textFaults(*m_window)) {
                    faults << page + QStringLiteral(": ") + fault;
                }
                // What has no data says so, in words.
                auto *view = m_window->tabs()->currentView();
                auto parts = view->findChildren<View *>();
                parts.prepend(view);
                const bool hasData = std::none_of(parts.begin(), parts.end(), [](const View *part) {
                    return part->isVisible() && part->emptyReason();
                });
                const auto empty = testing::largestEmptyShare(view->grab().toImage());
                if (hasData && empty >= kMostEmpty) {
                    faults << QStringLiteral("%1: %2 of the page is empty").arg(page).arg(empty);
                }
            }
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    /// Names of tabs and pages as they were.
    void oldNamesLeadToWhatShows() {
        open({QStringLiteral("cluster"), QStringLiteral("before")});
        for (const auto *name : {"summary",
                                 "timeline",
                                 "pipeline",
                                 "communication",
                                 "memory",
                                 "operator",
                                 "compare/compare_ranks",
                                 "compare/rank_time",
                                 "compare/rank_time/waiting_for",
                                 "compare/compare_ledger",
                                 "compare/compare_tables",
                                 "compare/compare_runs",
                                 "compare",
                                 "pipeline/bubbles",
                                 "pipeline/stragglers",
                                 "pipeline/what_if",
                                 "communication/comm_matrix",
                                 "communication/comm_durations",
                                 "communication/comm_bandwidth",
                                 "communication/comm_late",
                                 "communication/comm_strategy",
                                 "communication/comm_overview",
                                 "memory/active-memory",
                                 "memory/allocator-state",
                                 "memory/cached-segments",
                                 "memory/memory-stacks",
                                 "memory/memory-events",
                                 "memory/memory-compare",
                                 "memory/memory-quality",
                                 "memory/memory-curves",
                                 "memory/memory-peaks",
                                 "memory/memory-peaks/outside",
                                 "memory/memory-operators",
                                 "operator/operator_kernels",
                                 "operator/operator_flame",
                                 "operator/operator_roofline",
                                 "operator/operator_launches",
                                 "operator/operator_data"}) {
            m_window->tabs()->setCurrentId(QStringLiteral("timeline"));
            const auto place = QString::fromLatin1(name);
            m_window->tabs()->turnTo(place);
            QVERIFY2(settle(), name);
            const auto shown = placeOfView(place).section(u'/', -1);
            const auto views = m_window->tabs()->findChildren<View *>();
            const bool isSeen = std::any_of(views.begin(), views.end(), [&](const View *view) {
                return view->isVisible() && !view->emptyReason() && placeOfView(place).split(u'/').contains(view->id());
            });
            QVERIFY2(isSeen, name);
            QVERIFY2(placeOfView(place).startsWith(m_window->tabs()->currentId()), name);
            QVERIFY2(isKnownView(place.section(u'/', -1)) || place.count(u'/') == 2, name);
        }
        auto *findings = m_window->findChild<FindingsView *>();
        QVERIFY(!findings->isVisible());
        m_window->tabs()->turnTo(QStringLiteral("findings"));
        QVERIFY(findings->isVisible());
    }

    /// By the words that they had, too.
    void thePaletteKnowsOldNames() {
        open({QStringLiteral("cluster")});
        for (const auto &[words, id] :
             {std::pair{"stragglers", "stragglers"}, std::pair{"parallel strategy", "comm_strategy"},
              std::pair{"late arrivals", "comm_late"}, std::pair{"data loading", "operator_data"},
              std::pair{"compare: ", "compare_ranks"}, std::pair{"cached segments", "cached-segments"},
              std::pair{"ledger", "compare_ledger"}}) {
            QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
            auto *palette = m_window->findChild<CommandPalette *>(QString(), Qt::FindDirectChildrenOnly);
            QTRY_VERIFY(palette != nullptr && palette->isVisible());
            auto *typed = palette->findChild<QLineEdit *>();
            const auto isCompare = QLatin1String(id) == QLatin1String("compare_ranks");
            QTest::keyClicks(typed, QStringLiteral("page ") + QLatin1String(isCompare ? "side by side" : words));
            QVERIFY2(palette->findChild<QListWidget *>()->count() > 0, words);
            QTest::keyClick(typed, Qt::Key_Return);
            QVERIFY(settle());
            const auto views = m_window->tabs()->findChildren<View *>();
            QVERIFY2(std::any_of(views.begin(), views.end(),
                                 [&, id = id](const View *view) {
                                     return view->isVisible() && view->id() == QLatin1String(id);
                                 }),
                     words);
        }
    }

    /// Step, group and rank of the bar above the tabs; a page that shows something else says so.
    void allPagesHaveOneFilter() {
        open({QStringLiteral("before")});
        auto state = m_window->selection()->state();
        state.step = 6;
        state.group = "pp(0,2)";
        state.ranks = {{m_window->runs()->workspace()->mainRun()->id, 2}};
        m_window->selection()->set(state);
        for (int tab = 0; tab < m_window->tabs()->count(); ++tab) {
            m_window->tabs()->setCurrentIndex(tab);
            for (const auto &page : offeredPages(tab)) {
                m_window->tabs()->turnTo(page);
                QVERIFY2(settle(), qPrintable(page));
                const auto *view = m_window->tabs()->tab(m_window->tabs()->currentId());
                QVERIFY2(view->ownFilter().isEmpty(), qPrintable(page + QStringLiteral(": ") + view->ownFilter()));
                QVERIFY2(m_window->selection()->state() == state, qPrintable(page));
                // The chosen step is in sight.
                QVERIFY2(m_window->timeView()->range().overlaps(stepRange()), qPrintable(page));
            }
        }
        // A page that was behind others when the step was chosen shows it, too.
        const auto *compare = m_window->findChild<CompareView *>();
        QCOMPARE(compare->model().left.split->step, std::optional<std::int64_t>(6));
        // One that is asked for something else says so, and comes back.
        m_window->tabs()->turnTo(QStringLiteral("comm_durations"));
        QVERIFY(settle());
        auto *view = m_window->tabs()->tab(QStringLiteral("communication"));
        auto *page = m_window->tabs()->view(QStringLiteral("comm_operations"));
        auto *box = page->findChild<QComboBox *>(QStringLiteral("scopeGroup"));
        const int other = box->currentIndex() == 1 ? 2 : 1;
        box->setCurrentIndex(other);
        Q_EMIT box->activated(other);
        QVERIFY(settle());
        QVERIFY(view->ownFilter().contains(box->itemText(other)));
        QTest::mouseClick(page->findChild<QToolButton *>(QStringLiteral("followSelection")), Qt::LeftButton);
        QVERIFY(settle());
        QVERIFY(view->ownFilter().isEmpty());
        // With nothing chosen pages of one rank or one pipeline say which.
        m_window->selection()->set({});
        for (const auto *name : {"operator_kernels", "operator_launches", "pipeline"}) {
            m_window->tabs()->turnTo(QLatin1String(name));
            QVERIFY(settle());
            QVERIFY2(!m_window->tabs()->tab(m_window->tabs()->currentId())->ownFilter().isEmpty(), name);
        }
    }

    /// The first screen is about what is open.
    void aLogOpensOnItsCurves() {
        QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("logs")));
        QFile log(path("logs/train.log"));
        QVERIFY(log.open(QIODevice::WriteOnly));
        for (int step = 1; step <= 20; ++step) {
            log.write(QStringLiteral(" [2026-01-01 00:00:%1] iteration %2/ 40 | elapsed time per iteration (ms): %3 | "
                                     "lm loss: 2.5E+00 |\n")
                          .arg(step, 2, 10, QLatin1Char('0'))
                          .arg(step, 8)
                          .arg(1000 + step)
                          .toUtf8());
        }
        log.close();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1000, 700);
        m_window->show();
        m_window->openPaths({path("logs")});
        const auto *summary = qobject_cast<const PagedView *>(m_window->tabs()->tab(QStringLiteral("summary")));
        QTRY_COMPARE_WITH_TIMEOUT(summary->pages()->currentId(), QStringLiteral("training"), kLoadMs);
        QVERIFY(settle());
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("summary"));
    }

    /// In a view that looks elsewhere, too.
    void aChosenStepComesIntoSight() {
        open({QStringLiteral("before")});
        m_window->tabs()->setCurrentId(QStringLiteral("timeline"));
        for (const std::int64_t step : {5, 6, 7, 5}) {
            auto state = m_window->selection()->state();
            state.step = step;
            m_window->selection()->set(state);
            QVERIFY(settle());
            const auto range = stepRange();
            QVERIFY(m_window->timeView()->range().overlaps(range));
            QVERIFY(m_window->timeView()->range().duration() < m_window->timeView()->limits().duration());
        }
    }

private:
    static constexpr int kLoadMs = 60'000;

    [[nodiscard]] QString path(const QString &name) const { return m_home.filePath(name); }
    [[nodiscard]] QString path(const char *name) const { return path(QString::fromLatin1(name)); }
    void writeRun(const QString &name, int pp, int dp) const {
        DemoOptions options;
        options.pp = pp;
        options.dp = dp;
        options.microbatches = 4;
        options.steps = 3;
        QVERIFY(placeDemo(path(name).toStdString(), options).has_value());
    }
    void open(const QStringList &names) {
        m_window = std::make_unique<MainWindow>();
        m_window->setLanguage(Language::English);
        m_window->resize(1400, 850);
        m_window->show();
        QStringList paths;
        std::transform(names.begin(), names.end(), std::back_inserter(paths),
                       [this](const QString &name) { return path(name); });
        m_window->openPaths(paths);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(static_cast<std::size_t>(names.size())), kLoadMs);
        QVERIFY(settle());
    }
    [[nodiscard]] bool isLoaded(std::size_t runs) const {
        const auto workspace = m_window->runs()->workspace();
        return workspace->runs.size() == runs && !m_window->runs()->status().running &&
               std::all_of(workspace->runs.begin(), workspace->runs.end(), [](const Run &run) {
                   return !(run.captures.empty() && run.snapshots.empty()) &&
                          std::all_of(run.captures.begin(), run.captures.end(),
                                      [](const RankCapture &capture) { return capture.state == LoadState::Deep; });
               });
    }
    [[nodiscard]] bool settle() const {
        const auto isAtRest = [this] {
            const auto views = m_window->findChildren<View *>();
            return std::none_of(views.begin(), views.end(),
                                [](const View *view) { return view->isVisible() && view->isBusy(); });
        };
        QTest::qWait(20);
        const bool isDone = QTest::qWaitFor(isAtRest, kLoadMs);
        QTest::qWait(20);
        return isDone;
    }
    [[nodiscard]] AlignedRange stepRange() const {
        const auto &run = *m_window->runs()->workspace()->mainRun();
        return *stepInTime(run, *m_window->selection()->state().step);
    }
    [[nodiscard]] QStringList offeredPages(int tab) const {
        const auto id = QLatin1String(viewList()[static_cast<std::size_t>(tab)].id);
        const auto *view = m_window->tabs()->tab(id);
        if (const auto *paged = qobject_cast<const PagedView *>(view)) {
            return paged->pages()->offeredIds();
        }
        if (const auto *memory = qobject_cast<const MemoryView *>(view)) {
            return memory->offeredIds();
        }
        return qobject_cast<const PipelineView *>(view)->pages()->offeredIds();  // each below the chart
    }
    [[nodiscard]] QStringList offeredPages() const {
        QStringList all;
        for (int tab = 0; tab < m_window->tabs()->count(); ++tab) {
            all += offeredPages(tab);
        }
        return all;
    }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(WindowPagesTest)

}  // namespace tst_window_pages

#include "tst_window_pages.moc"
