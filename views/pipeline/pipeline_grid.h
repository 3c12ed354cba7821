#pragma once

#include "core/scene/pipeline/pipeline_grid_scene.h"

#include <QtCore/QPoint>
#include <QtWidgets/QWidget>

#include <set>

class QComboBox;
class QPainter;

namespace stagescope {

class ControlBar;
class SceneCanvas;

/// The overview of all pipelines of a job: a heat map of stages x replicas with a choice of what its colour means. Asks
/// by signals. GUI thread.
class PipelineGrid : public QWidget {
    Q_OBJECT
public:
    explicit PipelineGrid(QWidget *parent = nullptr);

    void show(const PipelineGridInput &input);
    /// Ranks to be outlined: the group that the chart shows.
    void setMarked(std::set<int> ranks);
    void retranslate();
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] PipelineMetric chosenMetric() const;
    /// The map as it stands at another size.
    void paintPicture(QPainter &painter, QSize size);
    [[nodiscard]] int wantedHeight() const;

Q_SIGNALS:
    void rankAsked(stagescope::RankRef rank);

private:
    [[nodiscard]] Scene sceneFor(QSize size) const;
    void paintMarked(QPainter &painter, const Scene &scene) const;
    [[nodiscard]] QString tipAt(QPoint position) const;

    PipelineGridInput m_input;
    std::set<int> m_marked;
    ControlBar *m_bar;
    QComboBox *m_metric = nullptr;
    SceneCanvas *m_canvas;
};

}  // namespace stagescope
