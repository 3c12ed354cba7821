#include "tests/support/test_suite.h"

#ifdef QT_WIDGETS_LIB
#include <QtCore/QTemporaryDir>
#include <QtWidgets/QApplication>
using TestApplication = QApplication;
#else
#include <QtCore/QCoreApplication>
using TestApplication = QCoreApplication;
#endif

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace {

using Suites = std::map<std::string, stagescope::TestSuite::Run>;

/// Made at its first use: suites are added before main.
Suites &suites() {
    static Suites all;
    return all;
}

/// A file of results that several suites are told to write would hold the last one's only.
int runAll(int argc, char **argv) {
    if (argc > 1) {
        std::fprintf(stderr, "usage: %s [SUITE [OPTION...]]\nsuites:\n", argv[0]);
        for (const auto &[name, run] : suites()) {
            std::fprintf(stderr, "  %s\n", name.c_str());
        }
        return 2;
    }
    int failed = 0;
    for (const auto &[name, run] : suites()) {
        failed += run(argc, argv);
    }
    return failed;
}

}  // namespace

stagescope::TestSuite::TestSuite(const char *file, Run run) {
    const auto name = std::filesystem::path(file).stem().string();
    suites().emplace(name.substr(std::string("tst_").size()), run);
}

int main(int argc, char **argv) {
    TestApplication app(argc, argv);
#ifdef QT_WIDGETS_LIB
    // What is opened in a window is remembered, but not among the runs of whoever runs the tests.
    const QTemporaryDir data;
    qputenv("XDG_DATA_HOME", data.path().toUtf8());
#endif
    const auto suite = argc > 1 ? suites().find(argv[1]) : suites().end();
    if (suite == suites().end()) {
        return runAll(argc, argv);
    }
    std::vector<char *> arguments(argv, argv + argc);
    arguments.erase(arguments.begin() + 1);
    arguments.push_back(nullptr);
    return suite->second(argc - 1, arguments.data());
}
