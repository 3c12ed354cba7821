#include "views/cluster/overview_page.h"

#include "views/common/empty/empty_reason.h"
#include "views/communication/scope_bar.h"

namespace stagescope {

OverviewPage::OverviewPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "comm_overview", Extent::Page, parent), m_bar(new ScopeBar(services.selection, this)) {
    setBar(m_bar);
    retranslate();
}

QString OverviewPage::ownFilter() const { return m_bar->ownFilter(); }
QString OverviewPage::title() const { return tr("Overlap"); }
QString OverviewPage::canvasName() const { return tr("Computing and communication by rank and step"); }

std::optional<Message> OverviewPage::emptyReason() const {
    if (!model().isEmpty()) {
        return std::nullopt;
    }
    return isKnown() ? emptyBecause(workspace(), "communication.empty.overview", "comm_ops")
                     : Message("communication.empty.loading");
}

void OverviewPage::ask() {
    start([workspace = workspace(), scope = m_bar->scope()](const std::stop_token &stop) {
        const auto *run = workspace ? workspace->mainRun() : nullptr;
        return run ? commOverview(*run, scope, stop) : CommOverview{};
    });
}

void OverviewPage::onModel() { m_bar->setScopes(model().scopes); }

PlainLayout OverviewPage::layoutFor(QSize size) const {
    return {buildCommOverviewScene(model(), size.width(), size.height(), m_bar->caption().toStdString(),
                                   sceneStyle(font()))};
}

}  // namespace stagescope
