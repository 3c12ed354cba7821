#include "views/operators/operator_view.h"

#include "views/operators/kernel_sources.h"
#include "views/operators/operator_pages.h"

namespace stagescope {

OperatorView::OperatorView(const ViewServices &services, QWidget *parent)
    : PagedView(services, "operator", operatorPageList(), parent) {
    retranslate();
}

QString OperatorView::title() const { return tr("Operator"); }
std::optional<Message> OperatorView::emptyReason() const { return whyNoKernels(workspace()); }
QString OperatorView::pagesName() const { return tr("Operator pages"); }

}  // namespace stagescope
