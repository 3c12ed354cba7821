#pragma once

#include "core/scene/training/training_curves_scene.h"
#include "views/common/chart_page.h"

namespace stagescope {

/// Curves of a training log over its steps. A click selects the recorded step of the profile that is nearest. GUI
/// thread; the curves are made on the pool.
class TrainingPage : public ModelPage<TrainingCurves, TrainingCurvesLayout> {
    Q_OBJECT
public:
    explicit TrainingPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    /// With a training log only.
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

protected:
    void ask() override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] TrainingCurvesLayout layoutFor(QSize size) const override;
};

}  // namespace stagescope
