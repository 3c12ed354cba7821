#include "core/base/time.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_time {

using namespace stagescope;

class TimeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void decimalMicrosecondsAreExact_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("valid");
        QTest::addColumn<qint64>("expected");
        QTest::newRow("ascend") << QByteArray("1736408883688177.930") << true << qint64{1736408883688177930};
        QTest::newRow("tab at the end") << QByteArray("1764246877074017.600\t") << true << qint64{1764246877074017600};
        QTest::newRow("whole") << QByteArray("7") << true << qint64{7000};
        QTest::newRow("negative") << QByteArray("-12.5") << true << qint64{-12500};
        QTest::newRow("exponent") << QByteArray("1.5e3") << true << qint64{1500000};
        QTest::newRow("fourth digit rounds up") << QByteArray("0.0005") << true << qint64{1};
        QTest::newRow("fourth digit rounds down") << QByteArray("0.00049") << true << qint64{0};
        QTest::newRow("long fraction") << QByteArray("72994.4384375") << true << qint64{72994438};
        QTest::newRow("no digits") << QByteArray(".") << false << qint64{0};
        QTest::newRow("empty") << QByteArray() << false << qint64{0};
        QTest::newRow("two points") << QByteArray("1.2.3") << false << qint64{0};
        QTest::newRow("words") << QByteArray("N/A") << false << qint64{0};
        QTest::newRow("too large") << QByteArray("99999999999999999999") << false << qint64{0};
    }
    void decimalMicrosecondsAreExact() {
        QFETCH(QByteArray, text);
        QFETCH(bool, valid);
        QFETCH(qint64, expected);
        const auto value = microsToNs(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QCOMPARE(value.has_value(), valid);
        QCOMPARE(static_cast<qint64>(value.value_or(0)), valid ? expected : 0);
    }
    void microsTextReadsBack() {
        for (const std::int64_t ns : {0LL, 1LL, -1LL, 999LL, 1000LL, -123456789LL, 1736408883688177930LL}) {
            QCOMPARE(microsToNs(microsText(ns)).value_or(-7), ns);
        }
    }
    void durationsNeedAUnit() {
        QCOMPARE(parseDuration("12ms").value_or(Nanos{0}), Nanos{12'000'000});
        QCOMPARE(parseDuration("1.5s").value_or(Nanos{0}), Nanos{1'500'000'000});
        QCOMPARE(parseDuration("7ns").value_or(Nanos{0}), Nanos{7});
        QCOMPARE(parseDuration("2min").value_or(Nanos{0}), Nanos{120'000'000'000});
        QVERIFY(!parseDuration("12"));
        QVERIFY(!parseDuration("ms"));
    }
    void durationTextPicksTheUnit() {
        QCOMPARE(durationText(Nanos{1'234'567}), std::string("1.235 ms"));
        QCOMPARE(durationText(Nanos{999}), std::string("999 ns"));
        QCOMPARE(durationText(Nanos{-2'000'000'000}), std::string("-2.000 s"));
    }
};

TEST_SUITE(TimeTest)

}  // namespace tst_time

#include "tst_time.moc"
