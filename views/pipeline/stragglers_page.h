#pragma once

#include "core/scene/pipeline/straggler_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

class QComboBox;
class QLabel;
class QPainter;
class QScrollArea;

namespace stagescope {

class SceneCanvas;

/// The page "Stragglers" below the pipeline chart: all ranks of the job as a map, who is slow, and what it costs. A
/// click selects the rank and its pipeline. GUI thread; the figures are made on the pool.
class StragglersPage : public View {
    Q_OBJECT
public:
    explicit StragglersPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const StragglerFindings &model() const { return m_model; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void adopt(StragglerFindings model);
    void layOut();
    void choose(const RankRef &rank);
    void showTip(QPoint position);
    void paintSelected(QPainter &painter, const Scene &scene) const;
    [[nodiscard]] const Stragglers::WorkerFigures *workerOf(int rank) const;
    [[nodiscard]] StragglerMetric metric() const;
    [[nodiscard]] Scene sceneFor(QSize size) const;

    StragglerFindings m_model;
    bool m_known = false;               ///< an analysis has come back
    std::optional<Message> m_unjudged;  ///< why no rank is judged yet
    AsyncResult<StragglerFindings> m_analysis;
    QLabel *m_metricLabel = nullptr;
    QComboBox *m_metric = nullptr;
    QScrollArea *m_scroll = nullptr;
    SceneCanvas *m_canvas = nullptr;
};

}  // namespace stagescope
