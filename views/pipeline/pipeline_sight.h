#pragma once

#include "core/scene/pipeline/pipeline_scene.h"
#include "core/session/workspace.h"

#include <functional>
#include <optional>
#include <set>
#include <vector>

class QScrollBar;

namespace stagescope {

class SceneCanvas;
class Selection;
class TimeView;

/// Which stretch of time and which rows of a pipeline chart are in sight. What is wanted while nobody sees the chart,
/// or while it is being worked out, is done by settle(). Refers to what the view shows; GUI thread.
class PipelineSight {
public:
    struct Chart {
        SceneCanvas *canvas;
        QScrollBar *scroll;
        const PipelineInput &input;
        const PipelineScene &layout;
        std::function<const std::vector<IdealCell> &()> ghost;  ///< the cells below the measured ones
    };
    PipelineSight(TimeView *time, const Selection *selection, Chart chart);

    void wantStep() { m_wantsStep = true; }
    void wantItem(bool isWanted) { m_wantsItem = isWanted; }
    void wantChosen() { m_wantsChosen = true; }
    [[nodiscard]] bool wantsChosen() const { return m_wantsChosen; }

    /// Does what is wanted and can be done by now; the step only where the visible time would show nothing of it, or
    /// all steps, or where it is being chosen.
    void settle(const Workspace *workspace, bool isBusy);

    /// The step with what stands below it, and a margin; the visible time where there is no step.
    [[nodiscard]] AlignedRange step() const;
    void fitStep();
    /// The time view can go wherever the chart has something.
    void coverLimits();
    /// Where the whole of what was measured is in sight, so is the whole of what stands below it.
    void keepWhole(AlignedRange below);
    /// All that is chosen, large enough to be read and with what stands around it; the whole step where that is ranks
    /// only.
    void showChosen(const Workspace *workspace);
    /// The selected item; later where nobody sees the chart.
    void reveal(const Workspace *workspace);
    void updateScrollBar();

private:
    [[nodiscard]] bool isOfChosenStep(const Workspace *workspace) const;
    void revealRows(const std::set<int> &ranks);

    TimeView *m_time;
    const Selection *m_selection;
    Chart m_chart;
    std::optional<AlignedRange> m_fitted;  ///< what fitStep showed last
    bool m_wantsStep = true;
    bool m_wantsItem = false;
    bool m_wantsChosen = false;  ///< all that is chosen is to be brought into sight
};

}  // namespace stagescope
