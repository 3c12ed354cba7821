#pragma once

#include "core/scene/pipeline/straggler_scene.h"
#include "views/common/chart_page.h"

namespace stagescope {

/// The page "Stragglers" below the pipeline chart: all ranks of the job as a map, who is slow, and what it costs. A
/// click selects the rank and its pipeline. GUI thread; the figures are made on the pool.
class StragglersPage : public ModelPage<StragglerFindings> {
    Q_OBJECT
public:
    explicit StragglersPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    /// By the id of a figure: "work".
    void showPage(const QString &metric) override;
    [[nodiscard]] QStringList pageIds() const override;

protected:
    void ask() override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] PlainLayout layoutFor(QSize size) const override;

private:
    [[nodiscard]] const Stragglers::WorkerFigures *workerOf(int rank) const;

    std::optional<Message> m_unjudged;  ///< why no rank is judged yet
    StragglerMetric m_metric = StragglerMetric::Slowdown;
};

}  // namespace stagescope
