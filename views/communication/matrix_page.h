#pragma once

#include "core/analysis/communication/comm_facts.h"
#include "core/scene/communication/comm_matrix_model.h"
#include "views/common/chart_page.h"

namespace stagescope {

class MatrixBar;
class MatrixNavigator;

/// The page "Communication matrix": links as source x destination, one metric as heat. A click or the arrow keys select
/// a link, whose operators stand in the table below; Enter shows an operator in the timeline. A communication operator
/// selected elsewhere is shown in its group. GUI thread; models are made on the pool.
class MatrixPage : public ModelPage<CommMatrixModel, MatrixScene> {
    Q_OBJECT
public:
    explicit MatrixPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void retranslate() override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

    /// For tests.
    [[nodiscard]] MatrixBar *bar() const { return m_bar; }
    [[nodiscard]] TableView *operators() const { return table(); }

protected:
    void ask() override;
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void showEvent(QShowEvent *event) override;
    [[nodiscard]] std::optional<Message> shownReason() const override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] MatrixScene layoutFor(QSize size) const override;
    void paintMarks(QPainter &painter, const MatrixScene &layout) const override;
    void paintShown(QPainter &painter) const override;

private:
    using Source = std::shared_ptr<const CommMatrixSource>;
    struct Sources {
        Source run;
        Source baseline;  ///< null without one
    };

    void connectAll();
    void takeSources(Sources sources);
    void choose(const LinkCell &cell);
    [[nodiscard]] LinkCell cellAt(QPoint position) const;
    void step(int rows, int columns);
    void searchOperator(const ItemRef &item);
    void followOperator(const std::optional<OperatorPlace> &place);
    void followLink(const LinkRef &link);
    void showOperators();
    void showInTimeline(const std::string &name);
    [[nodiscard]] const LinkRef *selectedLink() const;
    [[nodiscard]] std::optional<HeatMatrix::Place> markedPlace() const;

    Source m_source;                       ///< null until it has been read
    Source m_baseline;                     ///< null without one
    std::vector<std::string> m_names;      ///< of the rows shown
    std::optional<ItemRef> m_followed;     ///< operator or slice selected elsewhere that was looked up last
    std::optional<OperatorPlace> m_place;  ///< where that stands; its rank is outlined
    AsyncResult<Sources> m_reading;
    AsyncResult<std::optional<OperatorPlace>> m_search;
    MatrixBar *m_bar = nullptr;
    MatrixNavigator *m_navigator = nullptr;
};

}  // namespace stagescope
