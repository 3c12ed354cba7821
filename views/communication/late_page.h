#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/communication/comm_late_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <memory>

class QModelIndex;

namespace stagescope {

class SceneCanvas;
class ScopeBar;
class TableView;

/// The page "Late arrivals": what was waited for each rank, the collectives that cost most, and all of them in a table
/// whose Enter shows the operator of the last rank in the timeline. GUI thread; models are made on the pool.
class LatePage : public View {
    Q_OBJECT
public:
    explicit LatePage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] const CommLateModel &model() const { return m_model->late; }

private:
    struct Model {
        CommLateModel late;
        ResultTable table;
    };
    using Shared = std::shared_ptr<const Model>;

    static Shared modelOf(const Workspace *workspace, const CommScope &scope, const std::stop_token &stop);
    void ask();
    void adopt(Shared model);
    void onClicked(const std::optional<ItemRef> &item);
    void showRow(const QModelIndex &index);
    void paintSelection(QPainter &painter, const Scene &scene) const;
    [[nodiscard]] Scene sceneFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    Shared m_model = std::make_shared<Model>();
    bool m_known = false;  ///< a model has come back
    AsyncResult<Shared> m_analysis;
    ScopeBar *m_bar = nullptr;
    SceneCanvas *m_canvas = nullptr;
    TableView *m_table = nullptr;
};

}  // namespace stagescope
