#include "views/operators/operator_view.h"

#include "views/common/page_tabs.h"
#include "views/operators/kernel_sources.h"
#include "views/operators/operator_pages.h"

#include <QtWidgets/QTabBar>
#include <QtWidgets/QVBoxLayout>

namespace stagescope {

OperatorView::OperatorView(const ViewServices &services, QWidget *parent) : View(services, parent) {
    m_pages = new PageTabs(operatorPageList(), services, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_pages);
    connect(m_pages, &PageTabs::busyChanged, this, &OperatorView::busyChanged);
    connect(m_pages, &PageTabs::viewRequested, this, &OperatorView::viewRequested);
    retranslate();
}

QString OperatorView::id() const { return QStringLiteral("operator"); }
QString OperatorView::title() const { return tr("Operator"); }
bool OperatorView::isBusy() const { return m_pages->isBusy(); }
std::optional<Message> OperatorView::emptyReason() const { return whyNoKernels(m_workspace); }

void OperatorView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_pages->setWorkspace(m_workspace);
    Q_EMIT titleOrReasonChanged();
}

void OperatorView::paintPicture(QPainter &painter, QSize size) { m_pages->current()->paintPicture(painter, size); }

void OperatorView::retranslate() {
    m_pages->retranslate();
    m_pages->tabBar()->setAccessibleName(tr("Pages of operators"));
}

void OperatorView::showPage(const QString &id) { m_pages->setCurrentId(id); }

QByteArray OperatorView::arrangement() const { return m_pages->currentId().toUtf8(); }

void OperatorView::setArrangement(const QByteArray &arrangement) {
    m_pages->setCurrentId(QString::fromUtf8(arrangement));
}

}  // namespace stagescope
