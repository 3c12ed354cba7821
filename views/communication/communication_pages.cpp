#include "views/communication/communication_pages.h"

#include "views/communication/bandwidth_page.h"
#include "views/communication/durations_page.h"
#include "views/communication/late_page.h"
#include "views/communication/matrix_page.h"
#include "views/communication/overview_page.h"
#include "views/communication/strategy_page.h"

#include <QtCore/QtGlobal>

namespace stagescope {

const std::vector<ViewEntry> &communicationPageList() {
    static const std::vector<ViewEntry> list{
        {"comm_matrix", QT_TRANSLATE_NOOP("ViewList", "Communication matrix"), makeView<MatrixPage>},
        {"comm_durations", QT_TRANSLATE_NOOP("ViewList", "Durations"), makeView<DurationsPage>},
        {"comm_bandwidth", QT_TRANSLATE_NOOP("ViewList", "Bandwidth"), makeView<BandwidthPage>},
        {"comm_late", QT_TRANSLATE_NOOP("ViewList", "Late arrivals"), makeView<LatePage>},
        {"comm_strategy", QT_TRANSLATE_NOOP("ViewList", "Parallel strategy"), makeView<StrategyPage>},
        {"comm_overview", QT_TRANSLATE_NOOP("ViewList", "Overlap"), makeView<OverviewPage>},
    };
    return list;
}

}  // namespace stagescope
