#include "core/base/student.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <vector>

namespace tst_student {

using namespace stagescope;

class StudentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void meansBeyondTheirScatter() {
        const auto isAbove = [](std::vector<double> samples, double limit) {
            return isMeanAbove(samples, limit, 0.05);
        };
        QVERIFY(isAbove({}, 0));
        QVERIFY(isAbove({-1}, 0));  // of one nobody knows
        QVERIFY(!isAbove({1, 3}, 0));
        QVERIFY(isAbove({1.9, 2.1}, 0));
        QVERIFY(!isAbove({1.9, 2.1}, 2));
        QVERIFY(isAbove({1, 3, 1, 3, 1, 3, 1, 3}, 0));
        QVERIFY(!isAbove({1, 3, 1, 3, 1, 3, 1, 3}, 3));
    }
};

TEST_SUITE(StudentTest)

}  // namespace tst_student

#include "tst_student.moc"
