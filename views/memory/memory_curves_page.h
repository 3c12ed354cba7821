// budget: curves, their owners and what is selected of both share one chart, one bar and one model
#pragma once

#include "core/analysis/memory/memory_holders.h"
#include "core/scene/memory/memory_curves_model.h"
#include "views/common/async_result.h"
#include "views/common/view.h"
#include "views/memory/curve_chart.h"

class QLabel;
class QStackedWidget;

namespace stagescope {

class CurveBar;
class PanZoomController;
class SceneCanvas;

/// The page "Memory curves": what the profiler recorded of each rank's memory on the shared time axis, ranks over one
/// another (of many, bands by stage and lines of the selected) or as differences, peaks, and beside them who held the
/// memory at the peak: of the time in sight, or of the selected range or slice, or at a selected moment. A click
/// selects the moment and the stretch for which the value held; a double click or Enter shows it in the timeline. GUI
/// thread; curves and holders are made on the pool.
class MemoryCurvesPage : public View {
    Q_OBJECT
public:
    explicit MemoryCurvesPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QWidget *emptyArea() override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    void keepReadable() override;

    /// For tests.
    [[nodiscard]] CurveBar *bar() const { return m_bar; }
    [[nodiscard]] CurveChart *chart() const { return m_chart; }
    [[nodiscard]] const MemoryCurves &model() const { return *m_model; }
    [[nodiscard]] const MemoryHolders &holders() const { return m_holders; }
    [[nodiscard]] QString heading() const;
    [[nodiscard]] QString tipAt(QPoint position);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Model = std::shared_ptr<const MemoryCurves>;
    /// The curve at a place of the chart, and its sample there.
    struct Place {
        const RankCurve *curve = nullptr;
        std::uint32_t sample = 0;
    };

    void build();
    void connectControls();
    void ask();
    void adopt(Model model);
    void askHolders();
    void showWindow();
    void showCurves();
    void choose(QPoint position);
    void showInTimeline();
    void follow();
    void paintMarks(QPainter &painter, const CurvePlot &plot) const;
    void paintPeak(QPainter &painter, const CurvePlot &plot, int rank) const;
    void askItem();
    /// The selected item or range where it touches the curves.
    [[nodiscard]] std::optional<AlignedRange> rangeMeant() const;
    /// What peaks are told of: what is meant, else what is in sight; nothing = all.
    [[nodiscard]] std::optional<AlignedRange> rangeOfPeaks() const;
    void reveal();
    [[nodiscard]] std::optional<MemoryCurves::Top> momentMeant() const;
    [[nodiscard]] std::optional<MomentRef> selectedMoment() const;
    [[nodiscard]] std::optional<Place> placeAt(QPoint position);
    [[nodiscard]] QString holdersHeading() const;
    [[nodiscard]] AlignedRange rangeShown() const;
    [[nodiscard]] AlignedTime origin() const;
    [[nodiscard]] Scene messageFor(QSize size) const;
    [[nodiscard]] Scene holdersFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    Model m_model = std::make_shared<MemoryCurves>();
    bool m_known = false;  ///< a model has come back
    MemoryCurveQuestion m_asked;
    MemoryHolders m_holders;
    std::optional<MemoryCurves::Top> m_moment;  ///< that the holders are of
    std::optional<ItemRef> m_item;              ///< the selected one
    std::optional<AlignedRange> m_itemRange;    ///< when it was, once that is known
    bool m_showPending = false;                 ///< what is selected is to be brought into sight
    AsyncResult<Model> m_work;
    AsyncResult<std::optional<AlignedRange>> m_itemWork;
    AsyncResult<MemoryHolders> m_holderWork;
    CurveBar *m_bar = nullptr;
    QLabel *m_heading = nullptr;
    QStackedWidget *m_stack = nullptr;
    SceneCanvas *m_message = nullptr;
    QWidget *m_content = nullptr;
    CurveChart *m_chart = nullptr;
    SceneCanvas *m_holderList = nullptr;
    PanZoomController *m_gestures = nullptr;
};

}  // namespace stagescope
