#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/communication/comm_late_scene.h"
#include "views/common/chart_page.h"

namespace stagescope {

class ScopeBar;

/// What the page "Late arrivals" shows.
struct LatePageModel {
    CommLateModel late;
    ResultTable table;
};

/// The page "Late arrivals": what was waited for each rank, the collectives that cost most, and all of them in a table
/// whose Enter shows the operator of the last rank in the timeline. GUI thread; models are made on the pool.
class LatePage : public ModelPage<LatePageModel> {
    Q_OBJECT
public:
    /// `shared`: a bar that stands above several pages; null: the page has its own.
    explicit LatePage(const ViewServices &services, QWidget *parent = nullptr, ScopeBar *shared = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    using ChartPage::table;

protected:
    void ask() override;
    void onModel() override;
    void onDoubleClicked(QPoint position, const std::optional<ItemRef> &item) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] PlainLayout layoutFor(QSize size) const override;
    void retranslate() override;

private:
    void showRow(const QModelIndex &index);

    ScopeBar *m_bar = nullptr;
    bool m_isBarOwn = true;
};

}  // namespace stagescope
