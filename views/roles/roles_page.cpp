#include "views/roles/roles_page.h"

#include "core/base/number_text.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

namespace stagescope {

RolesPage::RolesPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "roles", Extent::Page, parent) {
    retranslate();
}

QString RolesPage::title() const { return tr("Roles"); }
QString RolesPage::canvasName() const { return tr("Parts of reinforcement learning on each rank over time"); }

std::optional<Message> RolesPage::emptyReason() const {
    return model().phases.empty() ? std::optional(Message(isKnown() ? "role.empty" : "role.empty.reading"))
                                  : std::nullopt;
}

bool RolesPage::isOffered(const Workspace &workspace) const {
    const auto *run = workspace.mainRun();
    return run != nullptr && hasRoles(*run);
}

void RolesPage::ask() {
    if (run() == nullptr) {
        setModel({});
        return;
    }
    start([workspace = workspace()](const std::stop_token &stop) { return roleChart(*workspace->mainRun(), stop); });
}

QString RolesPage::tipAt(QPoint position) const {
    const auto *phase = layoutShown().phaseAt(model(), position.x(), position.y());
    return phase == nullptr ? QString()
                            : tr("Rank %1: %2 (%3)\n%4")
                                  .arg(phase->rank)
                                  .arg(messageText(roleWorkMessage(phase->work)), utf8Text(phase->name),
                                       utf8Text(timeText(phase->range.duration())));
}

RoleChartLayout RolesPage::layoutFor(QSize size) const {
    return layOutRoleChart(model(), size.width(), size.height(), sceneStyle(font()));
}

}  // namespace stagescope
