#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/operators/launch_scene.h"
#include "views/common/chart_page.h"
#include "views/common/pages/focus_rank.h"

#include <map>
#include <vector>

class QComboBox;

namespace stagescope {

/// What the page "Launches" shows: the launches of each rank in the step and range that are selected, and the table
/// `launch_queue` of them.
struct LaunchesPageModel {
    std::vector<RankLaunches> ranks;
    std::map<int, RankLaunches> baseline;  ///< of the counterparts, by rank of the run
    ResultTable table;
};

/// The page "Launches": how long the queues of a rank's streams are over time and how late launches come to run, with
/// the figures of all streams as a table. A row selects the kernel that came latest; a double click or Enter shows it
/// in the timeline. Follows the selected rank, step and range. GUI thread; the figures are made on the pool.
class LaunchesPage : public ModelPage<LaunchesPageModel, LaunchLayout> {
    Q_OBJECT
public:
    explicit LaunchesPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] bool isBusy() const override { return ModelPage::isBusy() || m_focus.isBusy(); }

    /// The rank that is shown; null without any.
    [[nodiscard]] const RankLaunches *shownRank() const;
    /// For tests.
    [[nodiscard]] QComboBox *rankPicker() const { return m_rank; }
    using ChartPage::table;

protected:
    void ask() override;
    void onControls() override { refresh(); }
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] LaunchLayout layoutFor(QSize size) const override;

private:
    void followRank();

    FocusRank m_focus{this};
    ControlBar *m_controls = nullptr;
    QComboBox *m_rank = nullptr;
    std::optional<std::int64_t> m_askedStep;
    std::optional<AlignedRange> m_askedRange;
};

}  // namespace stagescope
