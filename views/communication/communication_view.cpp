#include "views/communication/communication_view.h"

#include "core/store/tables/table_store.h"
#include "views/common/empty/empty_reason.h"
#include "views/communication/communication_pages.h"

#include <algorithm>

namespace stagescope {

namespace {

bool isOfCommunication(TableKind kind) {
    return kind == TableKind::CommOps || kind == TableKind::CommTimes || kind == TableKind::CommBandwidths ||
           kind == TableKind::CommLinks || kind == TableKind::StepTraceTime;
}

/// Cheap, since all views are asked whenever files arrive.
bool hasCommunication(const Run &run) {
    const auto isOne = [](const auto &table) { return isOfCommunication(table->kind()); };
    const auto hasOne = [&](const LoadedSource &source) {
        return std::any_of(source.tables.begin(), source.tables.end(), isOne);
    };
    return std::any_of(run.clusterTables.begin(), run.clusterTables.end(), isOne) ||
           std::any_of(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
               return std::any_of(capture.loaded.begin(), capture.loaded.end(), hasOne);
           });
}

}  // namespace

CommunicationView::CommunicationView(const ViewServices &services, QWidget *parent)
    : PagedView(services, "communication", communicationPageList(), parent) {
    connect(this->services().selection, &Selection::changed, this, [this](const QObject *origin) {
        const auto &all = pages()->pages();
        const auto &items = this->services().selection->state().items;
        const bool isOwn = std::find(all.begin(), all.end(), origin) != all.end();
        if (!isOwn && !items.empty() && std::holds_alternative<LinkRef>(items.front())) {
            pages()->showPage(QStringLiteral("comm_matrix"));
        }
    });
    retranslate();
}

QString CommunicationView::title() const { return tr("Communication"); }
QString CommunicationView::pagesName() const { return tr("Communication pages"); }

std::optional<Message> CommunicationView::emptyReason() const {
    const auto *run = workspace() ? workspace()->mainRun() : nullptr;
    if (run != nullptr && hasCommunication(*run)) {
        return std::nullopt;
    }
    return emptyBecause(workspace(), "communication.empty", "comm_ops");
}

}  // namespace stagescope
