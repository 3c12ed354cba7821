#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/scene/roles/role_scene.h"
#include "views/common/chart_page.h"

namespace stagescope {

/// The chart, and the table role_time below it.
struct RolesModel {
    RoleChart chart;
    ResultTable table;
};

/// Rollout, reference, reward, update ... of each rank over the rounds of reinforcement learning. A click selects the
/// range. GUI thread; the chart is made on the pool.
class RolesPage : public ModelPage<RolesModel, RoleChartLayout> {
    Q_OBJECT
public:
    explicit RolesPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    /// Where a rank has such ranges.
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

protected:
    void ask() override;
    void onModel() override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] RoleChartLayout layoutFor(QSize size) const override;
};

}  // namespace stagescope
