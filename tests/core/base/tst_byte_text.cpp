#include "core/base/byte_text.h"
#include "core/base/shown_name.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

namespace tst_byte_text {

using namespace stagescope;

class ByteTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sizesAreReadAsPeopleWriteThem() {
        QCOMPARE(bytesFromText("512"), std::optional<std::int64_t>(512));
        QCOMPARE(bytesFromText(" 1.5 MiB "), std::optional<std::int64_t>(1'572'864));
        QCOMPARE(bytesFromText("2kb"), std::optional<std::int64_t>(2048));
        QCOMPARE(bytesFromText("0.5G"), std::optional<std::int64_t>(536'870'912));
        QCOMPARE(bytesFromText("7 B"), std::optional<std::int64_t>(7));
        for (const char *bad :
             {"", "MB", "-1", "1 XB", "1 Mx", "bb", "1 Bib", "1e999", "99999999 PB", "nan", "1.5 MB!"}) {
            QVERIFY2(!bytesFromText(bad), bad);
        }
    }
    void unitsAreBinary() {
        QCOMPARE(bytesText(0), std::string("0 B"));
        QCOMPARE(bytesText(1023), std::string("1023 B"));
        QCOMPARE(bytesText(1024), std::string("1.00 KiB"));
        QCOMPARE(bytesText(38400), std::string("37.50 KiB"));
        QCOMPARE(bytesText((1U << 20) - 1), std::string("1.00 MiB"));
        QCOMPARE(bytesText(std::uint64_t{80} << 30), std::string("80.00 GiB"));
        QCOMPARE(bytesText(~std::uint64_t{0}), std::string("16.00 EiB"));
        QCOMPARE(exactBytesText(512), std::string("512 B"));
        QCOMPARE(exactBytesText(38400), std::string("37.50 KiB (38400 B)"));
    }
    void digitsComeInThrees() {
        QCOMPARE(groupedText(7), std::string("7"));
        QCOMPARE(groupedText(999), std::string("999"));
        QCOMPARE(groupedText(1000), std::string("1 000"));
        QCOMPARE(groupedText(10000000), std::string("10 000 000"));
    }

    void marksShowTheNameInTheirText_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char *text, const char *shown) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(shown);
        };
        row("{'name': 'backward_step'}", "backward_step");
        row("{'microbatch': 3, 'name' : 'forward_step', 'chunk': 1}", "forward_step");
        row("{\"name\":\"step\"}", "step");
        row("{'rename': 'a', 'name': 'b'}", "b");
        row("{'name': ''}", "{'name': ''}");
        row("{'name': 3}", "{'name': 3}");
        row("{'name': 'cut", "{'name': 'cut");
        row("{'name'", "{'name'");
        row("{name", "{name");
        row("{", "{");
        row("", "");
        row("MatMul", "MatMul");
        row("name: 'x'", "name: 'x'");
    }
    void marksShowTheNameInTheirText() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(std::string(shownName(text.toStdString()))), shown);
    }
};

TEST_SUITE(ByteTextTest)

}  // namespace tst_byte_text

#include "tst_byte_text.moc"
