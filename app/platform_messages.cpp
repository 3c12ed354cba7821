#include "app/platform_messages.h"

#include <QtCore/QLatin1String>
#include <QtCore/QString>
#include <QtCore/QtMessageHandler>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

/// Beginnings of the messages that are hidden.
constexpr std::array kHidden{
    QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set"),
    QLatin1String("This plugin does not support propagateSizeHints()"),
};

QtMessageHandler g_next = nullptr;  // set once, before any thread is started

void printOthers(QtMsgType type, const QMessageLogContext &context, const QString &message) {
    const bool isHidden =
        std::any_of(kHidden.begin(), kHidden.end(), [&](QLatin1String begin) { return message.startsWith(begin); });
    if (!isHidden && g_next != nullptr) {
        g_next(type, context, message);
    }
}

}  // namespace

void hidePlatformMessages() { g_next = qInstallMessageHandler(printOthers); }

}  // namespace stagescope
