#pragma once

#include "core/scene/communication/comm_overview_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <memory>

namespace stagescope {

class SceneCanvas;
class ScopeBar;

/// The page "Overlap": computing, communication and what of it computing covers, per rank and step, per group and kind.
/// GUI thread; the model is made on the pool.
class OverviewPage : public View {
    Q_OBJECT
public:
    explicit OverviewPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const CommOverview &model() const { return *m_model; }

private:
    using Model = std::shared_ptr<const CommOverview>;

    void ask();
    void adopt(Model model);
    void paintSelected(QPainter &painter, const Scene &scene) const;
    [[nodiscard]] Scene sceneFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    Model m_model = std::make_shared<CommOverview>();
    bool m_known = false;  ///< a model has come back
    AsyncResult<Model> m_analysis;
    ScopeBar *m_bar = nullptr;
    SceneCanvas *m_canvas = nullptr;
};

}  // namespace stagescope
