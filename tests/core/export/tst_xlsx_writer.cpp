// Workbooks, as Python's zipfile and an XML parser read them: the cells, and what the format cannot hold.
#include "core/export/table_file.h"
#include "core/export/xlsx_writer.h"
#include "core/session/discovery/file_head.h"
#include "tests/support/test_suite.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <limits>

namespace tst_xlsx_writer {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

/// Prints {"A1": text or number, ...} of the sheet with that number.
constexpr auto kReadSheet = R"(
import json, sys, zipfile, xml.etree.ElementTree as tree
ns = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
cells = {}
for cell in tree.fromstring(book.read('xl/worksheets/sheet%s.xml' % sys.argv[2])).iter(ns + 'c'):
    text = cell.find(ns + 'is')
    value = cell.find(ns + 'v')
    cells[cell.get('r')] = ''.join(t.text or '' for t in text.iter(ns + 't')) if text is not None else float(value.text)
print(json.dumps(cells))
)";

QJsonObject cellsOf(const QString &path, int sheet) {
    QProcess python;
    python.start(u"python3"_s, {u"-c"_s, QString::fromLatin1(kReadSheet), path, QString::number(sheet)});
    python.waitForFinished();
    return QJsonDocument::fromJson(python.readAllStandardOutput()).object();
}

ResultTable tableWith(std::vector<std::vector<Cell>> rows) {
    return {"sample",
            {{"name", ColumnType::Text, "", "A name."}, {"duration_us", ColumnType::Real, "us", "Its <length>."}},
            std::move(rows),
            {"One note."}};
}

}  // namespace

class XlsxWriterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cellsAreThoseOfTheTable() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(u"t.xlsx"_s);
        const std::string bad("a\xff\0b<&", 6);
        const auto table = tableWith({{std::string("MatMul"), 1.5},
                                      {std::string("=1+1"), std::int64_t{7}},
                                      {std::monostate{}, std::int64_t{1767225600021781472}},
                                      {bad, std::numeric_limits<double>::infinity()},
                                      {std::string("流 1"), std::int64_t{-999'999'999'999'999}}});
        QVERIFY(writeTableFile(path.toStdString(), table).has_value());
        const auto cells = cellsOf(path, 1);
        QCOMPARE(cells[u"A1"_s].toString(), u"name"_s);
        QCOMPARE(cells[u"B1"_s].toString(), u"duration_us"_s);
        QCOMPARE(cells[u"A2"_s].toString(), u"MatMul"_s);
        QCOMPARE(cells[u"B2"_s].toDouble(), 1.5);
        QCOMPARE(cells[u"A3"_s].toString(), u"=1+1"_s);
        QCOMPARE(cells[u"B3"_s].toDouble(), 7.0);
        QVERIFY(!cells.contains(u"A4"_s));
        QCOMPARE(cells[u"B4"_s].toString(), u"1767225600021781472"_s);
        QCOMPARE(cells[u"A5"_s].toString(), u"a\uFFFD\uFFFDb<&"_s);
        QCOMPARE(cells[u"B5"_s].toString(), QString());  // as in a CSV: no number
        QCOMPARE(cells[u"A6"_s].toString(), u"流 1"_s);
        QCOMPARE(cells[u"B6"_s].toDouble(), -999'999'999'999'999.0);
        const auto meanings = cellsOf(path, 2);
        QCOMPARE(meanings[u"A3"_s].toString(), u"duration_us"_s);
        QCOMPARE(meanings[u"B3"_s].toString(), u"us"_s);
        QCOMPARE(meanings[u"C3"_s].toString(), u"Its <length>."_s);
        QCOMPARE(meanings[u"C4"_s].toString(), u"One note."_s);
    }

    void aTableWithoutRowsOrColumnsIsAWorkbook() {
        const QTemporaryDir folder;
        for (const auto &table : {tableWith({}), ResultTable{"empty", {}, {}, {}}}) {
            const auto path = folder.filePath(QString::fromStdString(table.id) + u".XLSX"_s);
            QVERIFY(writeTableFile(path.toStdString(), table).has_value());
            QCOMPARE(cellsOf(path, 1).size(), static_cast<qsizetype>(table.columns.size()));
        }
    }

    /// A name that ends in .zst is that of the same bytes, compressed.
    void filesAreCompressedByTheirNames() {
        const QTemporaryDir folder;
        const auto table = tableWith({{std::string("MatMul"), 1.5}, {std::string("Add"), 2.0}});
        for (const auto &ending : {u"csv"_s, u"jsonl"_s, u"json"_s}) {
            const auto plain = folder.filePath(u"t."_s + ending).toStdString();
            QVERIFY(writeTableFile(plain, table) && writeTableFile(plain + ".ZST", table));
            QFile packed(QString::fromStdString(plain + ".ZST"));
            QVERIFY(packed.open(QIODevice::ReadOnly) && packed.readAll().startsWith("\x28\xb5\x2f\xfd"));
            const auto wanted = readHead(plain, 1 << 20);
            const auto unpacked = readHead(plain + ".ZST", 1 << 20);
            QVERIFY(wanted && unpacked);
            QCOMPARE(*unpacked, *wanted);
        }
        QCOMPARE(tableEnding("a.b/kernels.CSV.zst"), std::string("csv"));
        QCOMPARE(tableEnding("kernels"), std::string());
    }

    /// Limits end with a sentence that names the place, and nothing is written.
    void whatTheFormatCannotHoldIsSaid() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(u"t.xlsx"_s);
        QVERIFY(tableToXlsx(tableWith({{std::string(32'767, 'x'), 1.0}})).has_value());
        const auto longText = tableToXlsx(tableWith({{std::string("a"), 1.0}, {std::string(32'768, 'x'), 1.0}}));
        QVERIFY(!longText && longText.error().kind == ErrorKind::Limit);
        QVERIFY2(longText.error().detail.find("column name, row 2") != std::string::npos,
                 longText.error().detail.c_str());
        std::string wide;
        for (int i = 0; i < 16'384; ++i) {
            wide += "\xF0\x9F\x98\x80";  // two characters each, as a spreadsheet counts
        }
        QVERIFY(!tableToXlsx(tableWith({{wide, 1.0}})));
        auto many = ResultTable{"many", {{"n", ColumnType::Integer, "", ""}}, {}, {}};
        many.rows.assign(1'048'576, {});
        const auto status = writeTableFile(path.toStdString(), many);
        QVERIFY(!status && status.error().kind == ErrorKind::Limit);
        QVERIFY2(status.error().detail.find("1048575") != std::string::npos, status.error().detail.c_str());
        QVERIFY(!QFile::exists(path));
        auto broad = ResultTable{"broad", std::vector<ColumnSpec>(16'385), {}, {}};
        QVERIFY(!tableToXlsx(broad));
    }
};

TEST_SUITE(XlsxWriterTest)

}  // namespace tst_xlsx_writer

#include "tst_xlsx_writer.moc"
