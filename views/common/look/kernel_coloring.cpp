#include "views/common/look/kernel_coloring.h"

#include <QtCore/QEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

namespace stagescope {

namespace {
KernelColoring g_coloring = KernelColoring::ByName;  // GUI thread only
}

KernelColoring kernelColoring() { return g_coloring; }

void setKernelColoring(KernelColoring coloring) {
    if (coloring == g_coloring) {
        return;
    }
    g_coloring = coloring;
    for (auto *widget : QApplication::allWidgets()) {
        QEvent change(QEvent::PaletteChange);
        QApplication::sendEvent(widget, &change);
    }
}

std::string_view coloringText(KernelColoring coloring) {
    return coloring == KernelColoring::ByBound ? "bound" : "name";
}

std::optional<KernelColoring> coloringFromText(std::string_view text) {
    for (const auto coloring : {KernelColoring::ByName, KernelColoring::ByBound}) {
        if (text == coloringText(coloring)) {
            return coloring;
        }
    }
    return std::nullopt;
}

}  // namespace stagescope
