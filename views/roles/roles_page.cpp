#include "views/roles/roles_page.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/base/number_text.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <utility>

namespace stagescope {

namespace {

constexpr int kRowsShare = 3;
constexpr int kRoundsShare = 2;

RolesModel rolesModel(const Workspace &workspace, const std::stop_token &stop) {
    AnalysisInput input;
    input.workspace = &workspace;
    auto table = analysisById("role_time")->run(input, stop);
    return {roleChart(*workspace.mainRun(), stop), table ? std::move(*table) : ResultTable{}};
}

}  // namespace

RolesPage::RolesPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "roles", Extent::Page, parent) {
    setTable(new TableView, kRowsShare, kRoundsShare);
    connect(table(), &TableView::itemChosen, this, [this](const ItemRef &item) { select(item); });
    connect(table(), &TableView::itemOpened, this, [this](const ItemRef &item) {
        select(item);
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    });
    retranslate();
}

QString RolesPage::title() const { return tr("Roles"); }
QString RolesPage::canvasName() const { return tr("Parts of reinforcement learning on each rank over time"); }

std::optional<Message> RolesPage::emptyReason() const {
    return model().chart.phases.empty() ? std::optional(Message(isKnown() ? "role.empty" : "role.empty.reading"))
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
    start([workspace = workspace()](const std::stop_token &stop) { return rolesModel(*workspace, stop); });
}

void RolesPage::onModel() {
    table()->setTable(model().table);
    table()->setVisible(!model().chart.phases.empty());
}

QString RolesPage::tipAt(QPoint position) const {
    const auto *phase = layoutShown().phaseAt(model().chart, position.x(), position.y());
    return phase == nullptr ? QString()
                            : tr("Rank %1: %2 (%3)\n%4")
                                  .arg(phase->rank)
                                  .arg(messageText(roleWorkMessage(phase->work)), utf8Text(phase->name),
                                       utf8Text(timeText(phase->range.duration())));
}

RoleChartLayout RolesPage::layoutFor(QSize size) const {
    return layOutRoleChart(model().chart, size.width(), size.height(), sceneStyle(font()));
}

}  // namespace stagescope
