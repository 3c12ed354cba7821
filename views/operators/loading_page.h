#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/operators/loading_scene.h"
#include "views/common/chart_page.h"
#include "views/common/pages/focus_rank.h"

#include <vector>

class QComboBox;

namespace stagescope {

/// What the page "Data loading" shows: how the data of each rank come to its device, and the tables of it that have
/// rows (data_pipeline, data_waits, data_batches, data_supply, data_events,
/// data_stages).
struct LoadingPageModel {
    std::vector<RankLoading> ranks;
    std::vector<ResultTable> tables;
};

/// The page "Data loading": the queues of MindData's pipeline, and what steps or batches waited for, with the figures
/// as tables. A bar or a row selects the longest call of its step; a double click or Enter shows it in the timeline.
/// Follows the selected rank, without one that of the first finding. GUI thread; the figures are made on the pool.
class LoadingPage : public ModelPage<LoadingPageModel, LoadingLayout> {
    Q_OBJECT
public:
    explicit LoadingPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] bool isBusy() const override { return ModelPage::isBusy() || m_focus.isBusy(); }

    /// The rank that is shown; null without any.
    [[nodiscard]] const RankLoading *shownRank() const;
    /// For tests.
    [[nodiscard]] QComboBox *rankPicker() const { return m_rank; }
    [[nodiscard]] QComboBox *tablePicker() const { return m_which; }
    using ChartPage::table;

protected:
    void ask() override;
    void onControls() override;
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] LoadingLayout layoutFor(QSize size) const override;

private:
    void followRank();
    void showTable();

    FocusRank m_focus{this};
    ControlBar *m_controls = nullptr;
    QComboBox *m_rank = nullptr;
    QComboBox *m_which = nullptr;
};

}  // namespace stagescope
