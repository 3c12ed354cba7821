#include "views/communication/communication_pages.h"

#include <QtCore/QtGlobal>

namespace stagescope {

const std::vector<ViewEntry> &communicationPageList() {
    static const std::vector<ViewEntry> list{
        {"comm_matrix", QT_TRANSLATE_NOOP("ViewList", "Communication matrix"), makeMatrixPage},
        {"comm_durations", QT_TRANSLATE_NOOP("ViewList", "Durations"), makeDurationsPage},
        {"comm_bandwidth", QT_TRANSLATE_NOOP("ViewList", "Bandwidth"), makeBandwidthPage},
        {"comm_late", QT_TRANSLATE_NOOP("ViewList", "Late arrivals"), makeLatePage},
        {"comm_strategy", QT_TRANSLATE_NOOP("ViewList", "Parallel strategy"), makeStrategyPage},
        {"comm_overview", QT_TRANSLATE_NOOP("ViewList", "Overlap"), makeOverviewPage},
    };
    return list;
}

}  // namespace stagescope
