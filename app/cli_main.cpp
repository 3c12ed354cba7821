// stagescope-cli: the commands that need neither views nor QtGui, for compute nodes.
#include "app/program.h"

#include <QtCore/QCoreApplication>

using namespace stagescope;

int main(int argc, char **argv) {
    const auto makeApplication = [](ApplicationKind, int &count, char **words) {
        return std::make_unique<QCoreApplication>(count, words);
    };
    setProgramName("stagescope-cli");
    return runProgram(dataCommands(), makeApplication, argc, argv);
}
