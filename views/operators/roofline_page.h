#pragma once

#include "core/analysis/operators/work_groups.h"
#include "core/scene/operators/roofline_scene.h"
#include "views/common/chart_page.h"
#include "views/common/pages/focus_rank.h"

#include <map>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace stagescope {

/// What the page "Roofline" shows: the ranks that have kernels, in the step and range that are selected.
struct RooflinePageModel {
    std::vector<RankWork> ranks;
    std::map<int, RankWork> baseline;  ///< of the counterparts, by rank of the run

    /// Null for a rank without kernels.
    [[nodiscard]] const RankWork *of(int rank) const;
};

/// The page "Roofline": intensity against rate of each operator and shape of a rank, under what its device can do, and
/// the same figures as a table. A click marks the group in the table, and a row the group in the picture; what other
/// ranks reach with the same shapes is told by the tip. Peak and bandwidth can be set. Follows the selected rank, step
/// and range. GUI thread; the figures are made on the pool.
class RooflinePage : public ModelPage<RooflinePageModel, RooflineLayout> {
    Q_OBJECT
public:
    explicit RooflinePage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] bool isBusy() const override { return ModelPage::isBusy() || m_focus.isBusy(); }

    /// The rank that is shown; null without any.
    [[nodiscard]] const RankWork *shownRank() const;
    /// The group that is marked, into its groups.
    /// Of the baseline, beside it; null without any.
    [[nodiscard]] const RankWork *shownBaseline() const;
    [[nodiscard]] std::optional<std::size_t> markedGroup() const { return m_marked; }

    /// For tests.
    [[nodiscard]] QComboBox *rankPicker() const { return m_rank; }
    [[nodiscard]] QDoubleSpinBox *peakField() const { return m_peak; }
    [[nodiscard]] QDoubleSpinBox *bandwidthField() const { return m_bandwidth; }
    [[nodiscard]] QCheckBox *vectorSwitch() const { return m_vectors; }
    using ChartPage::table;

Q_SIGNALS:
    /// A group was chosen by the user: operator and shapes as kernel_work has them.
    void groupChosen(int rank, const QString &type, const QString &shapes);

protected:
    [[nodiscard]] std::vector<int> tableRanks() const override { return {m_tableRank}; }
    void ask() override;
    void onControls() override;
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] RooflineLayout layoutFor(QSize size) const override;

private:
    void addControls();
    QDoubleSpinBox *addFigure(const char *name, const QString &suffix);
    void showRank();
    void followRank();
    void mark(std::optional<std::size_t> group);
    /// What the model depends on.
    [[nodiscard]] PeakSettings settings() const;

    FocusRank m_focus{this};
    ControlBar *m_controls = nullptr;
    QComboBox *m_rank = nullptr;
    QDoubleSpinBox *m_peak = nullptr;
    QDoubleSpinBox *m_bandwidth = nullptr;
    QCheckBox *m_vectors = nullptr;
    std::optional<std::size_t> m_marked;
    std::optional<std::int64_t> m_askedStep;
    std::optional<AlignedRange> m_askedRange;
    PeakSettings m_askedSettings;
    int m_tableRank = -1;  ///< whose groups the table holds
};

}  // namespace stagescope
