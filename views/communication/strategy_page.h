#pragma once

#include "core/scene/communication/strategy_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <array>
#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace stagescope {

class SceneCanvas;

/// The page "Parallel strategy": ranks by their places in the parallel dimensions, one figure as heat, outlines of
/// groups. Sizes come from the metadata and can be typed. A click or the arrow keys select a rank. GUI thread; the
/// model is made on the pool.
class StrategyPage : public View {
    Q_OBJECT
public:
    explicit StrategyPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const StrategyModel &model() const { return *m_model; }
    [[nodiscard]] const StrategyScene &layoutShown() const { return m_layout; }
    [[nodiscard]] QString tipAt(QPoint position) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Model = std::shared_ptr<const StrategyModel>;
    static constexpr std::size_t kDimensions = 5;

    void build();
    void ask();
    void adopt(Model model);
    void choose(std::optional<int> rank);
    void stepBy(int columns, int rows);
    void fillPickers();
    [[nodiscard]] StrategyQuestion question() const;
    [[nodiscard]] std::optional<int> selectedRank() const;
    [[nodiscard]] StrategyScene sceneFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    Model m_model = std::make_shared<StrategyModel>();
    bool m_known = false;  ///< a model has come back
    std::string m_step;    ///< that was asked about
    StrategyScene m_layout;
    AsyncResult<Model> m_analysis;
    QLabel *m_orderLabel = nullptr;
    QComboBox *m_order = nullptr;
    std::array<QLabel *, kDimensions> m_sizeLabels{};
    std::array<QSpinBox *, kDimensions> m_sizes{};
    QLabel *m_metricLabel = nullptr;
    QComboBox *m_metric = nullptr;
    QLabel *m_foldLabel = nullptr;
    QComboBox *m_fold = nullptr;
    QLabel *m_outlineLabel = nullptr;
    std::array<QCheckBox *, kDimensions> m_outlines{};
    SceneCanvas *m_canvas = nullptr;
};

}  // namespace stagescope
