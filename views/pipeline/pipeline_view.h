// budget: one member per widget that it lays out, and one per question that is being answered
#pragma once

#include "core/advice/focus.h"
#include "core/scene/pipeline/pipeline_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"
#include "views/pipeline/pipeline_walk.h"

#include <QtCore/QPoint>

#include <memory>

class QKeyEvent;
class QScrollBar;
class QSplitter;

namespace stagescope {

class PanZoomController;
class PipelineBar;
class PipelineGrid;
class PageTabs;
class PipelineSight;
class PipelineSurvey;
class SceneCanvas;

/// The pipeline chart of one group: cells and P2P operations of its ranks in stage order, bubbles and their sum. Shares
/// the TimeView with the timeline. Which group and step are shown follows Selection; its pickers write there. GUI
/// thread; charts are computed on the pool.
class PipelineView : public View {
    Q_OBJECT
public:
    explicit PipelineView(const ViewServices &services, QWidget *parent = nullptr);
    ~PipelineView() override;

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    [[nodiscard]] QByteArray arrangement() const override;
    void setArrangement(const QByteArray &arrangement) override;
    void showPage(const QString &id) override;
    [[nodiscard]] QStringList pageIds() const override;

    /// The canvas with the chart, for tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] PipelineGrid *grid() const { return m_grid; }
    [[nodiscard]] PageTabs *pages() const { return m_pages; }
    [[nodiscard]] const PipelineScene &layoutShown() const { return m_layout; }

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Result {
        std::vector<PipelineGroup> groups;
        PipelineInput input;
        MemoryLanes memory;
    };

    void buildControls();
    void connectChart();
    void connectControls();
    void analyse();
    void judge();
    void adopt(Result result);
    /// The cells that stand below the measured ones: the answer to a question, else the ideal; empty for none.
    [[nodiscard]] const std::vector<IdealCell> &ghost() const;
    void showGhost();
    void showBaseline();
    void settleGroup();
    void chooseRank(const RankRef &rank);
    void shareHeight();
    void startSurvey();
    void adoptSurvey();
    [[nodiscard]] PipelineScene sceneFor(QSize size, AlignedRange range, int scrollY) const;
    void paintChosen(QPainter &painter, const PipelineScene &layout) const;
    void onClicked(const std::optional<ItemRef> &item);
    void onSelectionChanged(QObject *origin);
    void onShown();
    void followRank();
    bool walk(const QKeyEvent &key);
    void hover(QPoint position);

    std::shared_ptr<const Workspace> m_workspace;
    std::vector<PipelineGroup> m_groups;
    PipelineInput m_input;
    MemoryLanes m_memory;
    PipelineScene m_layout;  ///< as last built for the canvas
    std::string m_group;     ///< asked for; empty = the first
    std::optional<std::int64_t> m_step;
    bool m_known = false;              ///< an analysis has come back
    bool m_followPending = false;      ///< the group of the chosen rank is to be shown
    std::optional<ItemRef> m_primary;  ///< as it was selected last
    bool m_isShared = false;           ///< the parts have got their heights
    AsyncResult<Result> m_analysis;
    Focus m_focus;  ///< what is shown where nothing was asked for
    AsyncResult<Focus> m_judging;
    bool m_judgePending = false;
    bool m_surveyPending = false;

    std::optional<ItemRef> m_hovered;  ///< cell or transfer below the pointer
    TransferWalk m_walk;
    std::unique_ptr<PipelineSight> m_sight;

    PipelineSurvey *m_survey = nullptr;
    PipelineBar *m_bar = nullptr;
    PipelineGrid *m_grid = nullptr;
    PageTabs *m_pages = nullptr;
    QSplitter *m_split = nullptr;
    QScrollBar *m_scroll = nullptr;
    SceneCanvas *m_canvas = nullptr;
    PanZoomController *m_gestures = nullptr;
};

}  // namespace stagescope
