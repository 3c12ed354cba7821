#pragma once

#include "core/scene/communication/comm_overview_scene.h"
#include "views/common/chart_page.h"

namespace stagescope {

class ScopeBar;

/// The page "Overlap": computing, communication and what of it computing covers, per rank and step, per group and kind.
/// GUI thread; the model is made on the pool.
class OverviewPage : public ModelPage<CommOverview> {
    Q_OBJECT
public:
    explicit OverviewPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;

protected:
    void ask() override;
    void onModel() override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] PlainLayout layoutFor(QSize size) const override;

private:
    ScopeBar *m_bar = nullptr;
};

}  // namespace stagescope
