// budget: three charts with an axis and a selection of their own share one model and one pair of pickers
#pragma once

#include "core/scene/pages/compare_scene.h"
#include "core/scene/pages/compare_strip.h"
#include "core/scene/timeline/timeline_scene.h"
#include "views/common/async_result.h"
#include "views/common/pages/focus_rank.h"
#include "views/common/view.h"
#include "views/compare/sides_bar.h"

class QCheckBox;
class QHBoxLayout;
class QComboBox;
class QLabel;
class QScrollArea;
class QScrollBar;
class QSplitter;

namespace stagescope {

class PanZoomController;
class SceneCanvas;

/// Two ranks of one or of two runs side by side: figures above, both timelines below, aligned at the begins of their
/// steps and on one time axis of their own. Left is the reference. GUI thread; the model is made on the pool.
class CompareView : public View {
    Q_OBJECT
public:
    explicit CompareView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override { return canCompare(workspace); }
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    // For tests.
    [[nodiscard]] SceneCanvas *figures() const { return m_figures; }
    [[nodiscard]] SceneCanvas *timelines() const { return m_timelines; }
    [[nodiscard]] SceneCanvas *strip() const { return m_strip; }
    [[nodiscard]] const CompareModel &model() const { return m_model; }
    [[nodiscard]] TimeView &timeView() { return m_time; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    /// Where one side is chosen: run, and rank of it.
    struct Picker {
        QLabel *label = nullptr;
        QComboBox *run = nullptr;
        QComboBox *rank = nullptr;
    };

    void buildControls();
    void addPicker(Picker &picker, const QString &name, QHBoxLayout *bar);
    void connectControls();
    void connectPicker(const Picker &picker, std::optional<RankRef> CompareView::*side);
    void fillPickers();
    void fillPicker(const Picker &picker, const std::optional<RankRef> &rank);
    void chooseByHand(std::optional<RankRef> CompareView::*side, RankRef rank);
    void onStripClicked(const std::optional<ItemRef> &item);
    void showStripTip(QPoint position);
    void splitRanks();
    void updateStrip();
    void onShown();
    void onJudged(bool isOther);
    void chooseSides();
    void analyse();
    void adopt(CompareModel model);
    void layOutFigures();
    void shareHeight();
    [[nodiscard]] bool showsTraces() const;
    void layOutTimelines();
    void fitSteps();
    [[nodiscard]] AlignedRange stepRange() const;
    [[nodiscard]] Scene figuresFor(QSize size) const;
    [[nodiscard]] Scene timelinesFor(QSize size, AlignedRange range, int scrollY) const;
    [[nodiscard]] TimelineSceneOptions timelineOptions(QSize size, AlignedRange range, int scrollY) const;
    [[nodiscard]] TimeAxis axis() const;
    void onTimelinesClicked(QPoint position, const std::optional<ItemRef> &item);
    void select(const std::optional<ItemRef> &item);
    void paintSelection(QPainter &painter, const Scene &scene) const;
    void paintParts(QPainter &painter, QSize size);
    void updateScrollBar();

    std::shared_ptr<const Workspace> m_workspace;
    std::optional<RankRef> m_left;
    std::optional<RankRef> m_right;
    bool m_isChosen = false;  ///< by the user: a new workspace keeps it
    std::optional<std::int64_t> m_step;
    CompareModel m_model;
    bool m_known = false;
    TimelineLayout m_timeline;   ///< loaded traces of both sides; without rows when one is not loaded
    bool m_splitByUser = false;  ///< the splitter was moved: heights are the user's
    TimeView m_time;             ///< of this view alone: 0 is the begin of either step
    Selection m_area;            ///< selected area of that axis; has no meaning in other views
    AsyncResult<CompareModel> m_analysis;
    FocusRank m_focus{this};
    bool m_splitPending = false;  ///< of all ranks

    RankSplits m_splits;  ///< of all ranks, in the step shown
    std::vector<RankDifference> m_differences;
    AsyncResult<RankSplits> m_splitting;

    Picker m_leftPicker;
    Picker m_rightPicker;
    SceneCanvas *m_strip = nullptr;
    QCheckBox *m_traces = nullptr;  ///< tracks of the traces instead of the four lanes
    QSplitter *m_splitter = nullptr;
    QScrollArea *m_figuresScroll = nullptr;
    SceneCanvas *m_figures = nullptr;
    SceneCanvas *m_timelines = nullptr;
    QScrollBar *m_scroll = nullptr;
    PanZoomController *m_panZoom = nullptr;
};

}  // namespace stagescope
