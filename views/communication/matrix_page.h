#pragma once

#include "core/analysis/communication/comm_facts.h"
#include "core/scene/communication/comm_matrix_model.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <memory>

class QModelIndex;
class QSplitter;

namespace stagescope {

class MatrixBar;
class MatrixNavigator;
class SceneCanvas;
class TableView;

/// The page "Communication matrix": links as source x destination, one metric as heat. A click or the arrow keys select
/// a link, whose operators stand in the table below; Enter shows an operator in the timeline. A communication operator
/// selected elsewhere is shown in its group. GUI thread; models are made on the pool.
class MatrixPage : public View {
    Q_OBJECT
public:
    explicit MatrixPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] MatrixBar *bar() const { return m_bar; }
    [[nodiscard]] TableView *operators() const { return m_operators; }
    [[nodiscard]] const CommMatrixModel &model() const { return *m_model; }
    [[nodiscard]] const MatrixScene &layoutShown() const { return m_layout; }
    /// What the pointer is told at a point; empty outside of links.
    [[nodiscard]] QString tipAt(QPoint position) const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Source = std::shared_ptr<const CommMatrixSource>;
    using Model = std::shared_ptr<const CommMatrixModel>;
    struct Sources {
        Source run;
        Source baseline;  ///< null without one
    };

    void connectAll();
    void ask();
    void adopt(Model model);
    void takeSources(Sources sources);
    void choose(const LinkCell &cell);
    [[nodiscard]] LinkCell cellAt(QPoint position) const;
    void step(int rows, int columns);
    void onSelectionChanged(const QObject *origin);
    void searchOperator(const ItemRef &item);
    void followOperator(const std::optional<OperatorPlace> &place);
    void followLink(const LinkRef &link);
    void showOperators();
    void paintFollowed(QPainter &painter, const MatrixScene &layout) const;
    void showInTimeline(const std::string &name);
    [[nodiscard]] const LinkRef *selectedLink() const;
    [[nodiscard]] std::optional<HeatMatrix::Place> markedPlace() const;
    [[nodiscard]] MatrixScene sceneFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    Source m_source;
    Source m_baseline;  ///< null without one
    Model m_model = std::make_shared<CommMatrixModel>();
    bool m_known = false;                  ///< a source has come back
    MatrixScene m_layout;                  ///< as last built for the canvas
    std::optional<ItemRef> m_followed;     ///< operator or slice selected elsewhere that was looked up last
    std::optional<OperatorPlace> m_place;  ///< where that stands; its rank is outlined
    AsyncResult<Sources> m_reading;
    AsyncResult<Model> m_making;
    AsyncResult<std::optional<OperatorPlace>> m_search;
    MatrixBar *m_bar = nullptr;
    QSplitter *m_split = nullptr;
    SceneCanvas *m_canvas = nullptr;
    MatrixNavigator *m_navigator = nullptr;
    TableView *m_operators = nullptr;
};

}  // namespace stagescope
