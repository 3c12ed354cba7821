// budget: everything that is open and every part of the window has its one owner here; its methods wire them
#pragma once

#include "app/program.h"
#include "app/window/window_settings.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/loading/open_runs.h"
#include "core/session/marks.h"
#include "core/session/report_list.h"
#include "core/session/run_list.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/store/bundle/bundle_notes.h"
#include "views/common/async_result.h"
#include "views/common/command_palette.h"

#include <QtCore/QProcess>
#include <QtCore/QTimer>
#include <QtWidgets/QMainWindow>

class QStackedWidget;

namespace stagescope {

class BlameNavigator;
class CollectPage;
struct AnalysisEntry;
struct DemoCase;
class ContextBar;
class DrawerDock;
class DropOverlay;
class NavigatorDock;
class RemoteRuns;
class RulePage;
class RunsPage;
class ShortcutsPage;
class ShowListener;
class SlimPage;
class SourceReader;
class StartPage;
class StatusStrip;
class View;
class ViewTabs;
class WatchPage;
class WindowActions;
struct WatchedCapture;

/// The window. Owns what is open (OpenRuns), the selection, the visible time, all docks and tabs, and wires them: no
/// part of it knows another. GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens the first path as the run, the second as its baseline.
    void openPaths(const QStringList &paths);
    /// What was open when the window closed last, as far as it still exists.
    void restoreSession();
    /// Says, once, where the report lies when the program died since; in the window, not in the way.
    void tellOfCrash();
    void setTheme(ThemeKind theme);
    void setLanguage(Language language);
    /// The program that writes reports; this one unless told.
    void setProgram(const QString &path) { m_program = path; }

    [[nodiscard]] Selection *selection() { return &m_selection; }
    [[nodiscard]] ShowListener *shower() { return m_shower; }
    [[nodiscard]] TimeView *timeView() { return &m_timeView; }
    [[nodiscard]] Marks *marks() { return &m_marks; }
    [[nodiscard]] ReportList *reportList() { return &m_reportList; }
    [[nodiscard]] OpenRuns *runs() { return &m_runs; }
    [[nodiscard]] RunList *runList() { return &m_runList; }
    /// Runs of so many bytes are offered a slim copy when they are opened.
    static constexpr std::uint64_t kLargeRun = 20'000'000'000;
    /// How all that is opened from now on is loaded.
    void setLoading(const LoadJob::Options &loading);
    [[nodiscard]] ViewTabs *tabs() { return m_tabs; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void makeParts();
    void wireActions();
    void wireViewActions();
    void wireKeys();
    void wireDock(QAction *action, QDockWidget *dock, bool *wanted);
    void wireParts();
    void wireWalks();
    void markFound();
    void wireRuns();
    void wireSources();
    void setRanks(RunId run, const std::vector<RankByHand> &ranks);
    void useSteps(const QString &pattern);
    void showChosen(const SelectionState &before);
    void openDrawer();
    void showFindings();
    void bringStepIntoSight();
    void placeSoon(int tries);
    void leaveOrDeselect();
    void retranslate();

    void openRun(const QString &path);
    void openBaseline(const QString &path);
    void openSeries(const QStringList &paths);
    [[nodiscard]] RunsPage *runsPage() const;
    void wireRunList();
    void lookForSeries(const Run &run);
    void openDemo(const DemoCase &demo);
    CollectPage *openCollect();
    WatchPage *openWatch();
    SlimPage *openSlim();
    void offerSlim(const Run &run);
    void takeArrivals(const std::vector<WatchedCapture> &captures);
    void askForFile();
    void askForFolder(bool baseline);
    void exportPicture();
    void exportView(View *view);
    void copyPicture();
    void exportTable();
    void exportAnalysis(const AnalysisEntry &entry);
    void addToReport();
    void addQueryToReport();
    void addEntry(ReportEntry entry);
    void exportReport();
    void takeReport();
    void tellWritten(const QString &path, const Status &status);
    [[nodiscard]] QString exportName(const QString &what, const QString &ending) const;
    [[nodiscard]] static QString tableTitle(const std::string &id);
    [[nodiscard]] CommandPalette *commandPalette();
    void showAbout();
    void fillRecentMenu();
    void showPalette();
    void addPages(std::vector<CommandPalette::Entry> &entries);

    void takeWorkspace();
    void takeStatus();
    void takeUnreadable(const Run &run);
    void remember(const Workspace &workspace);
    void chooseFirstTab(const Workspace &workspace);
    void goToFirstPlace(const Workspace &workspace);
    void showTrouble(const QString &text);
    void setFrameTimeShown(bool shown);
    void showFrameTime();
    void updateTitle();

    WindowSettings m_settings;
    Selection m_selection;
    TimeView m_timeView;
    Marks m_marks{this};
    ReportList m_reportList{this};
    RunList m_runList{this};
    OpenRuns m_runs;
    WindowActions *m_actions;
    QStackedWidget *m_pages;
    StartPage *m_start;
    RemoteRuns *m_remote;
    QWidget *m_work;
    ContextBar *m_context;
    ViewTabs *m_tabs;
    NavigatorDock *m_navigator;
    DrawerDock *m_drawer;
    StatusStrip *m_status;
    ShowListener *m_shower;
    BlameNavigator *m_blame;
    SourceReader *m_sources;
    DropOverlay *m_drops;
    ShortcutsPage *m_keys = nullptr;
    CommandPalette *m_palette = nullptr;
    RulePage *m_rules = nullptr;
    CollectPage *m_collect = nullptr;
    WatchPage *m_watch = nullptr;
    SlimPage *m_slim = nullptr;
    QTimer m_frameTimer;
    QString m_path;             ///< of the run that is open
    QString m_baselineOpening;  ///< what the status says meanwhile
    AsyncResult<Result<std::string>> m_demo;
    AsyncResult<std::optional<std::string>> m_nearest;
    AsyncResult<Status> m_export;
    QProcess m_report;
    QString m_program = programPath();
    bool m_tabChosen = false;
    /// How much of the run that is open stands in the list of runs.
    enum class Remembered : std::uint8_t { No, Path, CaptureTime } m_remembered = Remembered::No;
    bool m_isJudged = false;                  ///< whether it is a folder of runs
    std::optional<BundlePlace> m_firstPlace;  ///< of a bundle that is opened for the first time, until it is shown
    bool m_logShown = false;
    bool m_isComparing = false;     ///< two paths were opened together
    bool m_isTableShown = false;    ///< by Show, which is not through yet
    bool m_navigatorWanted = true;  ///< docks are hidden while the start page shows
    bool m_drawerWanted = false;    ///< opens with the first selection
};

}  // namespace stagescope
