#include "core/export/table_writer.h"
#include "tests/support/test_suite.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

namespace tst_table_writer {

using namespace stagescope;

class TableWriterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void csvQuotesWhatNeedsIt() {
        const auto csv = tableToCsv(sample(), {.isRaw = true});
        QCOMPARE(QByteArray::fromStdString(csv), QByteArray("name,start_ns,duration_us\r\n"
                                                            "plain,1736408883688177930,8873.756\r\n"
                                                            "\"a,\"\"b\"\"\nc\",-5,0\r\n"
                                                            "\xE8\xBF\xAD\xE4\xBB\xA3,,\r\n"));
        QVERIFY(tableToCsv(sample(), kCsvForSpreadsheets).starts_with("\xEF\xBB\xBFname,"));
    }

    void whatASpreadsheetWouldRunIsHarmless_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        const auto row = [](const char *text, const char *cell) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(cell);
        };
        row("=1+1", "'=1+1");
        row("@SUM(A1)", "'@SUM(A1)");
        row("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
        row("-2+3", "'-2+3");
        row("-12.5", "-12.5");
        row("+7e3", "+7e3");
        row("-", "-");
        row("aten::mm", "aten::mm");
        row("a\x1b[31m\nb", "a\u241b[31m\u240ab");
        row("\u202ertl", "\ufffdrtl");
        row("\t=1", "\u2409=1");
    }
    void whatASpreadsheetWouldRunIsHarmless() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        ResultTable table;
        table.columns = {{"name", ColumnType::Text, "", "Name."}};
        table.rows = {{text.toStdString()}};
        const auto lineOf = [](const std::string &csv) { return QByteArray::fromStdString(csv).mid(6).chopped(2); };
        QCOMPARE(lineOf(tableToCsv(table)), cell);
        const auto raw = lineOf(tableToCsv(table, {.isRaw = true}));
        QCOMPARE(raw.startsWith('"') ? raw.mid(1).chopped(1) : raw, text);
    }

    void jsonReadsBack() {
        QJsonParseError error;
        const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(tableToJson(sample())), &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
        const auto rows = document[QStringLiteral("rows")].toArray();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0][QStringLiteral("start_ns")].toInteger(), qint64{1736408883688177930});
        QCOMPARE(rows[0][QStringLiteral("duration_us")].toDouble(), 8873.756);
        QCOMPARE(rows[1][QStringLiteral("name")].toString(), QStringLiteral("a,\"b\"\nc"));
        QVERIFY(rows[2][QStringLiteral("start_ns")].isNull());
        QCOMPARE(document[QStringLiteral("columns")][2][QStringLiteral("unit")].toString(), QStringLiteral("us"));
        QCOMPARE(document[QStringLiteral("notes")][0].toString(), QStringLiteral("a \"note\""));
        QCOMPARE(document[QStringLiteral("table")].toString(), QStringLiteral("sample"));
    }

    /// Each line by itself, the same values as in one document.
    void jsonLinesReadBack() {
        const auto rows =
            QJsonDocument::fromJson(QByteArray::fromStdString(tableToJson(sample())))[QStringLiteral("rows")].toArray();
        const auto lines = QByteArray::fromStdString(tableToJsonLines(sample())).split('\n');
        QCOMPARE(lines.size(), rows.size() + 1);
        QVERIFY(lines.back().isEmpty());
        for (qsizetype i = 0; i < rows.size(); ++i) {
            QCOMPARE(QJsonDocument::fromJson(lines[i]).object(), rows[i].toObject());
        }
        QVERIFY(tableToJsonLines({}).empty());
    }

    void invalidBytesBecomeValidText() {
        auto table = sample();
        table.rows = {{std::string("a\xFF\x01z"), std::monostate{}, std::monostate{}}};
        const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(tableToJson(table)));
        QCOMPARE(document[QStringLiteral("rows")][0][QStringLiteral("name")].toString(),
                 QStringLiteral("a") + QChar(0xFFFD) + QChar(1) + QStringLiteral("z"));
        QVERIFY(tableToCsv(table).find('\xFF') == std::string::npos);
    }

private:
    static ResultTable sample() {
        ResultTable table;
        table.id = "sample";
        table.columns = {{"name", ColumnType::Text, "", "Name."},
                         {"start_ns", ColumnType::Integer, "ns", "Start."},
                         {"duration_us", ColumnType::Real, "us", "Duration."}};
        table.rows = {{std::string("plain"), std::int64_t{1736408883688177930}, 8873.756},
                      {std::string("a,\"b\"\nc"), std::int64_t{-5}, 0.0},
                      {std::string("\xE8\xBF\xAD\xE4\xBB\xA3"), std::monostate{}, std::monostate{}}};
        table.notes = {"a \"note\""};
        return table;
    }
};

TEST_SUITE(TableWriterTest)

}  // namespace tst_table_writer

#include "tst_table_writer.moc"
