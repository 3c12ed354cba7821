#include "app/askpass/ask_pass.h"
#include "app/platform_messages.h"
#include "app/program.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QIcon>
#include <QtWidgets/QApplication>

using namespace stagescope;

namespace {

std::unique_ptr<QCoreApplication> makeApplication(ApplicationKind kind, int &argc, char **argv) {
    if (kind == ApplicationKind::Core) {
        return std::make_unique<QCoreApplication>(argc, argv);
    }
    if (kind == ApplicationKind::Offscreen) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const DisplayCheck check;
    auto application = std::make_unique<QApplication>(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("stagescope"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/stagescope.svg")));
    return application;
}

}  // namespace

int main(int argc, char **argv) {
    if (isAskedBySsh() && argc == 2) {
        const QApplication application(argc, argv);
        return askForSsh(QString::fromLocal8Bit(argv[1]));
    }
    return runProgram(allCommands(), &makeApplication, argc, argv);
}
