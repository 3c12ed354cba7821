#pragma once

#include "core/scene/communication/strategy_scene.h"
#include "views/common/chart_page.h"

#include <array>
#include <memory>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace stagescope {

/// The page "Parallel strategy": ranks by their places in the parallel dimensions, one figure as heat, outlines of
/// groups. Sizes come from the metadata and can be typed. A click or the arrow keys select a rank. GUI thread; the
/// model is made on the pool.
class StrategyPage : public ModelPage<StrategyModel, StrategyScene> {
    Q_OBJECT
public:
    explicit StrategyPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    /// By the id of a figure: "free".
    void showPage(const QString &metric) override;
    [[nodiscard]] QStringList pageIds() const override;

protected:
    void ask() override;
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &key) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] StrategyScene layoutFor(QSize size) const override;
    /// The scene itself marks what is selected.
    void paintMarks(QPainter &, const StrategyScene &) const override {}

private:
    static constexpr std::size_t kDimensions = 5;

    void addControls();
    void choose(std::optional<int> rank);
    void stepBy(int columns, int rows);
    [[nodiscard]] StrategyQuestion question() const;
    [[nodiscard]] std::optional<int> selectedRank() const;

    std::string m_step;  ///< that was asked about
    QComboBox *m_order = nullptr;
    std::array<QSpinBox *, kDimensions> m_sizes{};
    RankMetric m_metric = RankMetric::Computing;
    QComboBox *m_fold = nullptr;
    std::array<QCheckBox *, kDimensions> m_outlines{};
};

}  // namespace stagescope
