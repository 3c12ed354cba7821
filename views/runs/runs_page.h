#pragma once

#include "core/advice/runs/run_series.h"
#include "core/scene/difference/series_scene.h"
#include "views/common/chart_page.h"
#include "views/runs/series_load.h"

#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QTabWidget;
class QToolButton;

namespace stagescope {

class RunList;
class RunListView;

/// What the page "Runs" shows: runs in their order, each with all figures.
struct RunsModel {
    std::vector<SeriesRun> runs;
    std::vector<SeriesMetric> metrics;
    std::size_t chosen = 0;  ///< of the metrics
};

/// The page "Runs": a chosen figure over any number of runs, a box of the steps of each, their time splits, and a table
/// of all figures. Shown are the runs that were chosen, else those in the folder that is open when it is one of many
/// runs, else the baseline and the run. They are loaded anew in the background, each is shown when it is there. A click
/// marks a run; it is opened, or taken as the baseline, by its button or key. GUI thread.
class RunsPage : public ModelPage<RunsModel, SeriesLayout> {
    Q_OBJECT
public:
    explicit RunsPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    /// With a baseline, and when runs were chosen to be seen beside one another.
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override {
        return workspace.baseline() != nullptr || !m_chosen.empty();
    }
    [[nodiscard]] bool isBusy() const override { return m_load.isBusy(); }
    [[nodiscard]] QString tipAt(QPoint position) const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    void retranslate() override;

    /// The list to choose from; outlives the page. Without one there is no choice.
    void setRunList(RunList *list);
    /// How runs are loaded.
    void setLoading(LoadJob::Options loading) { m_load.setLoading(std::move(loading)); }
    /// Chooses runs; none: those that are open.
    void choose(std::vector<std::string> paths);
    [[nodiscard]] const std::vector<std::string> &chosen() const { return m_chosen; }

    /// For tests.
    [[nodiscard]] QComboBox *metricPicker() const { return m_metric; }
    [[nodiscard]] QComboBox *orderPicker() const { return m_order; }
    [[nodiscard]] RunListView *listView() const { return m_list; }
    [[nodiscard]] std::optional<std::size_t> marked() const;
    using ChartPage::table;

Q_SIGNALS:
    void runRequested(const QString &path);
    void baselineRequested(const QString &path);

protected:
    void ask() override;
    void onControls() override;
    void onModel() override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void onDoubleClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &event) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] SeriesLayout layoutFor(QSize size) const override;
    void paintMarks(QPainter &, const SeriesLayout &) const override {}

private:
    void addControls();
    void addBelow();
    void followList();
    void load();
    void take(const SeriesRun &run);
    void showRuns(std::vector<SeriesRun> runs);
    void mark(std::optional<std::size_t> run);
    void request(bool isBaseline);
    void updateButtons();
    void updateProgress();
    [[nodiscard]] std::vector<std::string> openPaths() const;
    [[nodiscard]] std::vector<SeriesMetric> wantedMetrics() const;
    [[nodiscard]] SeriesReading wantedReading() const;

    SeriesLoad m_load;
    RunList *m_known = nullptr;
    std::vector<std::string> m_chosen;
    std::vector<std::string> m_asked;  ///< what was loaded last
    std::vector<SeriesMetric> m_metrics;
    SeriesReading m_reading = SeriesReading::SmallFiles;  ///< of what was loaded last
    std::string m_marked;                                 ///< path
    ControlBar *m_controls = nullptr;
    QComboBox *m_metric = nullptr;
    QComboBox *m_order = nullptr;
    QCheckBox *m_traces = nullptr;
    QToolButton *m_open = nullptr;
    QToolButton *m_baseline = nullptr;
    QToolButton *m_stop = nullptr;
    QLabel *m_progress = nullptr;
    QTabWidget *m_below = nullptr;
    RunListView *m_list = nullptr;
};

}  // namespace stagescope
