#include "views/communication/communication_view.h"

#include "core/store/tables/table_store.h"
#include "views/common/empty_reason.h"
#include "views/common/page_tabs.h"
#include "views/communication/communication_pages.h"

#include <QtWidgets/QTabBar>
#include <QtWidgets/QVBoxLayout>

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

CommunicationView::CommunicationView(const ViewServices &services, QWidget *parent) : View(services, parent) {
    m_pages = new PageTabs(communicationPageList(), services, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_pages);
    connect(m_pages, &PageTabs::busyChanged, this, &CommunicationView::busyChanged);
    connect(m_pages, &PageTabs::viewRequested, this, &CommunicationView::viewRequested);
    connect(this->services().selection, &Selection::changed, this, [this](const QObject *origin) {
        const auto &pages = m_pages->pages();
        const auto &items = this->services().selection->state().items;
        const bool isOwn = std::find(pages.begin(), pages.end(), origin) != pages.end();
        if (!isOwn && !items.empty() && std::holds_alternative<LinkRef>(items.front())) {
            m_pages->setCurrentId(QStringLiteral("comm_matrix"));
        }
    });
    retranslate();
}

QString CommunicationView::id() const { return QStringLiteral("communication"); }
QString CommunicationView::title() const { return tr("Communication"); }
bool CommunicationView::isBusy() const { return m_pages->isBusy(); }

std::optional<Message> CommunicationView::emptyReason() const {
    const auto *run = m_workspace ? m_workspace->mainRun() : nullptr;
    if (run != nullptr && hasCommunication(*run)) {
        return std::nullopt;
    }
    return emptyBecause(m_workspace, "communication.empty");
}

void CommunicationView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_pages->setWorkspace(m_workspace);
    Q_EMIT titleOrReasonChanged();
}

void CommunicationView::paintPicture(QPainter &painter, QSize size) { m_pages->current()->paintPicture(painter, size); }

void CommunicationView::retranslate() {
    m_pages->retranslate();
    m_pages->tabBar()->setAccessibleName(tr("Pages of communication"));
}

void CommunicationView::showPage(const QString &id) { m_pages->setCurrentId(id); }

QByteArray CommunicationView::arrangement() const { return m_pages->currentId().toUtf8(); }

void CommunicationView::setArrangement(const QByteArray &arrangement) {
    m_pages->setCurrentId(QString::fromUtf8(arrangement));
}

}  // namespace stagescope
