#include "views/communication/communication_pages.h"

#include "views/common/pages/joint_page.h"
#include "views/communication/bandwidth_page.h"
#include "views/communication/durations_page.h"
#include "views/communication/late_page.h"
#include "views/communication/matrix_page.h"
#include "views/communication/scope_bar.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

const std::vector<ViewEntry> &operationParts() {
    static const std::vector<ViewEntry> list{
        {"comm_durations", QT_TRANSLATE_NOOP("ViewList", "Durations"), makeView<DurationsPage>},
        {"comm_late", QT_TRANSLATE_NOOP("ViewList", "Late arrivals"), makeView<LatePage>},
    };
    return list;
}

View *makeOperationsPage(const ViewServices &services, QWidget *parent) {
    const auto &entry = communicationPageList()[1];
    auto *page = new JointPage(services, entry.id, entry.title, parent);
    auto *bar = new ScopeBar(services.selection, page);
    page->setBar(bar);
    page->add(new DurationsPage(services, page, bar), 3);
    page->add(new LatePage(services, page, bar), 2);
    return page;
}

}  // namespace

const std::vector<ViewEntry> &communicationPageList() {
    static const std::vector<ViewEntry> list{
        {"comm_matrix", QT_TRANSLATE_NOOP("ViewList", "Communication matrix"), makeView<MatrixPage>},
        {"comm_operations", QT_TRANSLATE_NOOP("ViewList", "Durations and late arrivals"), makeOperationsPage,
         operationParts},
        {"comm_bandwidth", QT_TRANSLATE_NOOP("ViewList", "Bandwidth"), makeView<BandwidthPage>},
    };
    return list;
}

}  // namespace stagescope
