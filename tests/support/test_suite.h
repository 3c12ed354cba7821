// A test program holds the suites of one subject: every tst_<name>.cpp ends with TEST_SUITE(Class) and its moc file.
// `PROGRAM <name> [options of QTest]` runs one suite, `PROGRAM` all of them, one after the other, in one process.
#pragma once

#include <QtTest/QTest>

namespace stagescope {

/// Has static duration; its constructor, called before main, adds the suite to those of the program.
struct TestSuite {
    using Run = int (*)(int argc, char **argv);
    /// file: the source, as in __FILE__.
    TestSuite(const char *file, Run run);
};

}  // namespace stagescope

#define TEST_SUITE(Class)                                                                   \
    static const stagescope::TestSuite suiteOf##Class(__FILE__, [](int argc, char **argv) { \
        Class test;                                                                         \
        return QTest::qExec(&test, argc, argv);                                             \
    });
