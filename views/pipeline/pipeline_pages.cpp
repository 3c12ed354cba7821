#include "views/pipeline/pipeline_pages.h"

#include "views/pipeline/bubbles_page.h"
#include "views/pipeline/what_if_page.h"

#include <QtCore/QtGlobal>

namespace stagescope {

const std::vector<ViewEntry> &pipelinePageList() {
    static const std::vector<ViewEntry> list{
        {"bubbles", QT_TRANSLATE_NOOP("ViewList", "Bubbles by cause"), makeView<BubblesPage>},
        {"what_if", QT_TRANSLATE_NOOP("ViewList", "What-if"), makeView<WhatIfPage>},
    };
    return list;
}

}  // namespace stagescope
