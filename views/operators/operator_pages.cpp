#include "views/operators/operator_pages.h"

#include "views/common/pages/joint_page.h"
#include "views/operators/flame_page.h"
#include "views/operators/kernels_page.h"
#include "views/operators/launches_page.h"
#include "views/operators/loading_page.h"
#include "views/operators/roofline_page.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

const std::vector<ViewEntry> &hostParts() {
    static const std::vector<ViewEntry> list{
        {"operator_launches", QT_TRANSLATE_NOOP("ViewList", "Launches"), makeView<LaunchesPage>},
        {"operator_data", QT_TRANSLATE_NOOP("ViewList", "Data loading"), makeView<LoadingPage>},
    };
    return list;
}

View *makeHostPage(const ViewServices &services, QWidget *parent) {
    return makeJointPage(operatorPageList().back(), services, parent);
}

}  // namespace

const std::vector<ViewEntry> &operatorPageList() {
    static const std::vector<ViewEntry> list{
        {"operator_kernels", QT_TRANSLATE_NOOP("ViewList", "Kernels"), makeView<KernelsPage>},
        {"operator_flame", QT_TRANSLATE_NOOP("ViewList", "Flame graph"), makeView<FlamePage>},
        {"operator_roofline", QT_TRANSLATE_NOOP("ViewList", "Roofline"), makeView<RooflinePage>},
        {"operator_host", QT_TRANSLATE_NOOP("ViewList", "Host"), makeHostPage, hostParts},
    };
    return list;
}

}  // namespace stagescope
