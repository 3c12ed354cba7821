#include "app/platform_messages.h"

#include "app/crash_report.h"
#include "app/output.h"

#include <QtCore/QLatin1String>
#include <QtCore/QString>
#include <QtCore/QtMessageHandler>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// Beginnings of the messages that are hidden.
constexpr std::array kHidden{
    QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set"),
    QLatin1String("This plugin does not support propagateSizeHints()"),
    QLatin1String("QWidget::paintEngine: Should no longer be called"),  // before kNoImage, where a window has no room
};

QtMessageHandler g_next = nullptr;  // set once, before any thread is started

/// What Qt says before it goes on without a thread, for which its pool would be waited for in vain, and without an
/// image to paint on, which leaves holes in a picture or ends in a crash.
constexpr QLatin1String kNoThread("QThread::start: Thread creation error");
constexpr QLatin1String kNoImage("QPainter::begin: Paint device returned engine == 0");

void printOthers(QtMsgType type, const QMessageLogContext &context, const QString &message) {
    if (message.startsWith(kNoThread)) {
        endForWantOfThreads();
    }
    if (message.startsWith(kNoImage)) {
        endForWantOfMemory();
    }
    const bool isHidden =
        std::any_of(kHidden.begin(), kHidden.end(), [&](QLatin1String begin) { return message.startsWith(begin); });
    if (!isHidden && g_next != nullptr) {
        g_next(type, context, message);
    }
}

struct Waiting {
    QtMsgType type;
    QString text;
};
std::vector<Waiting> g_waiting;  // while a DisplayCheck lives: the GUI thread alone is there

std::string noDisplay() {
    const auto asked = qEnvironmentVariable("QT_QPA_PLATFORM");
    const auto display = qEnvironmentVariable("DISPLAY", qEnvironmentVariable("WAYLAND_DISPLAY"));
    const auto reason = !asked.isEmpty()    ? QStringLiteral("the platform '%1' cannot be used").arg(asked)
                        : display.isEmpty() ? QStringLiteral("there is no display to open a window on")
                                            : QStringLiteral("the display '%1' cannot be opened").arg(display);
    return reason.toStdString() + "; check, table, shot, report and others need none (stagescope --help)";
}

void keepWaiting(QtMsgType type, const QMessageLogContext &, const QString &message) {
    if (type == QtFatalMsg) {
        printError({ErrorKind::Unsupported, noDisplay(), "stagescope"});
        std::_Exit(2);
    }
    g_waiting.push_back({type, message});
}

}  // namespace

DisplayCheck::DisplayCheck() : m_before(qInstallMessageHandler(keepWaiting)) {}

DisplayCheck::~DisplayCheck() {
    qInstallMessageHandler(m_before);
    for (const auto &[type, text] : std::exchange(g_waiting, {})) {
        m_before != nullptr ? m_before(type, {}, text) : qt_message_output(type, {}, text);
    }
}

void hidePlatformMessages() { g_next = qInstallMessageHandler(printOthers); }

}  // namespace stagescope
