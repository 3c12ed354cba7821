#pragma once

#include "core/scene/kit/scene.h"
#include "core/scene/pipeline/bubble_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

class QScrollArea;

namespace stagescope {

class SceneCanvas;

/// The page "Bubbles by cause" below the pipeline chart. GUI thread; the model is made on the pool.
class BubblesPage : public View {
    Q_OBJECT
public:
    explicit BubblesPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const BubbleModel &model() const { return m_model; }
    [[nodiscard]] const BubbleScene &layoutShown() const { return m_layout; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void analyse();
    void adopt(BubbleModel model);
    void layOut();
    void onSelectionChanged();
    void choose(QPoint position);
    void hover(QPoint position);
    [[nodiscard]] QString tipAt(QPoint position) const;
    void paintSelection(QPainter &painter, const Scene &scene) const;
    void showRange(AlignedRange range);
    [[nodiscard]] BubbleScene sceneFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    std::string m_group;  ///< asked for; empty = the first
    std::optional<std::int64_t> m_step;
    BubbleModel m_model;
    BubbleScene m_layout;  ///< as last built for the canvas
    bool m_known = false;  ///< an analysis has come back
    AsyncResult<BubbleModel> m_analysis;
    QScrollArea *m_scroll = nullptr;
    SceneCanvas *m_canvas = nullptr;
};

}  // namespace stagescope
