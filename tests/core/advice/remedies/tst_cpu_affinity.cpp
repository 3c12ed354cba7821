#include "core/advice/remedies/cpu_affinity.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_cpu_affinity {

using namespace stagescope;

class CpuAffinityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void modesAndCoresAreRead() {
        QCOMPARE(cpuAffinityFrom("1").mode, 1);
        const auto fine = cpuAffinityFrom(" mode:2, npu0:0-9,npu0:20 ,npu1:10-19,force:1,lazy_bind:0,bind_irq:1");
        QCOMPARE(fine.mode, 2);
        QVERIFY(fine.problems.empty());
        QCOMPARE(fine.cores.size(), std::size_t{2});
        QVERIFY((fine.cores.at(0) == std::vector<std::pair<int, int>>{{0, 9}, {20, 20}}));
        QVERIFY(cpuAffinityFrom("npu_affine:1,mode:1").problems.empty());
        QVERIFY(cpuAffinityFrom("").problems.empty());
    }
    void whatIsWrongIsSaid_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("problems");
        QTest::newRow("a mode that is none") << QByteArray("3") << 1;
        QTest::newRow("no number") << QByteArray("mode:x") << 1;
        QTest::newRow("a reversed range") << QByteArray("1,npu0:9-0") << 1;
        QTest::newRow("cores without a mode") << QByteArray("npu0:0-9") << 1;
        QTest::newRow("cores of mode 0") << QByteArray("0,npu0:0-9") << 1;
        QTest::newRow("cards that share cores") << QByteArray("1,npu0:0-9,npu1:9-12") << 1;
        QTest::newRow("a card beyond all") << QByteArray("1,npu100:0-9") << 1;
        QTest::newRow("a negative core") << QByteArray("1,npu0:-3") << 1;
        QTest::newRow("a number that is too long") << QByteArray("1,npu0:0-99999999999999999999") << 1;
        QTest::newRow("a word of another setting") << QByteArray("1,cores:4,:,npu:,npu0") << 4;
    }
    void whatIsWrongIsSaid() {
        QFETCH(QByteArray, text);
        QFETCH(int, problems);
        QCOMPARE(static_cast<int>(cpuAffinityFrom(text.toStdString()).problems.size()), problems);
    }
};

TEST_SUITE(CpuAffinityTest)

}  // namespace tst_cpu_affinity

#include "tst_cpu_affinity.moc"
