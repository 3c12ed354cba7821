#include "views/common/physical_key.h"

#include <QtGui/QKeyEvent>

namespace stagescope {

int physicalLetter(const QKeyEvent &event) {
    switch (event.nativeScanCode()) {
        case 25:
            return Qt::Key_W;
        case 38:
            return Qt::Key_A;
        case 39:
            return Qt::Key_S;
        case 40:
            return Qt::Key_D;
        case 0:
            return event.key();
        default:
            break;
    }
    const bool isMoved =
        event.key() == Qt::Key_W || event.key() == Qt::Key_A || event.key() == Qt::Key_S || event.key() == Qt::Key_D;
    return isMoved ? 0 : event.key();
}

}  // namespace stagescope
