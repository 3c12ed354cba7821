#include "core/base/io/mark_file.h"
#include "core/session/report_list.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

namespace tst_report_list {

using namespace stagescope;

namespace {

ReportEntry entry(const std::string &title) {
    ReportEntry result;
    result.title = title;
    result.png = std::string("\x89PNG\r\n\0\xff", 8);
    return result;
}

std::string titles(const ReportList &list) {
    std::string text;
    for (const auto &one : list.all()) {
        text += one.title;
    }
    return text;
}

}  // namespace

class TestReportList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_data = std::make_unique<QTemporaryDir>();
        m_before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
    }
    void cleanup() { qputenv("XDG_DATA_HOME", m_before); }

    void isKeptWithTheRun() {
        ReportList list;
        list.open("/runs/a");
        auto first = entry("first");
        first.note = "line 1\nline 2 <\u4e2d\u6587> \"quoted\"";
        first.table = {"Steps", {"step", "time"}, {{"5", "12 ms"}, {"6", "13 ms"}}, 900};
        list.add(first);
        list.add(entry("second"));
        const auto read = readReportList("/runs/a");
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t{2});
        QCOMPARE(read->front().note, first.note);
        QCOMPARE(read->front().png, first.png);
        QVERIFY(read->front().table.heads == first.table.heads && read->front().table.rows == first.table.rows);
        QCOMPARE(read->front().table.rowCount, std::uint64_t{900});
        QVERIFY(readReportList("/runs/b")->empty());
        list.open("/runs/b");
        QVERIFY(list.all().empty());
        list.open("/runs/a");
        QCOMPARE(titles(list), std::string("firstsecond"));
    }
    void entriesMoveAndGo() {
        ReportList list;
        list.open("/runs/a");
        for (const auto *title : {"a", "b", "c", "d"}) {
            list.add(entry(title));
        }
        list.move(0, 2);
        QCOMPARE(titles(list), std::string("bcad"));
        list.move(3, 0);
        QCOMPARE(titles(list), std::string("dbca"));
        list.remove(1);
        QCOMPARE(titles(list), std::string("dca"));
        QSignalSpy changes(&list, &ReportList::changed);
        list.move(0, 3);
        list.move(7, 0);
        list.remove(3);
        list.setNote(3, "nobody's");
        QCOMPARE(changes.size(), 0);
        list.setNote(2, "mine");
        QCOMPARE(changes.size(), 1);
        QCOMPARE(readReportList("/runs/a")->at(2).note, std::string("mine"));
    }
    void brokenListsAreToldAndPutAside_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray(R"({"version":1,"entries":[{"title":)");
        QTest::newRow("array") << QByteArray("[1,2]");
        QTest::newRow("other type") << QByteArray(R"({"version":1,"entries":7})");
        QTest::newRow("newer") << QByteArray(R"({"version":2,"entries":[]})");
        QTest::newRow("too many entries") << "{\"version\":1,\"entries\":[7" + QByteArray(",7").repeated(20'000) + "]}";
        QTest::newRow("too many columns") << "{\"version\":1,\"entries\":[{\"table\":{\"heads\":[\"" +
                                                 QByteArray("\",\"").repeated(5'000) + "\"]}}]}";
    }
    void brokenListsAreToldAndPutAside() {
        QFETCH(QByteArray, text);
        const auto path = write(text);
        ReportList list;
        QSignalSpy troubles(&list, &ReportList::troubled);
        list.open("/runs/a");
        QCOMPARE(troubles.size(), 1);
        QVERIFY(QFile::exists(path) && !QFile::exists(path + QStringLiteral(".broken")));
        list.add(entry("new"));
        QVERIFY(QFile::exists(path + QStringLiteral(".broken")));
        QCOMPARE(readReportList("/runs/a")->size(), std::size_t{1});
    }
    /// What is of another type is as if it were not there.
    void strangeEntriesAreTamed() {
        write(R"({"version":1,"entries":[5,{"title":3,"png":"AAAA","note":"n"},)"
              R"({"table":{"heads":["a","b"],"rows":[["1"],["1","2"],["1","2","3"],7],"row_count":-4}}]})");
        const auto list = readReportList("/runs/a");
        QVERIFY(list);
        QCOMPARE(list->size(), std::size_t{3});
        QVERIFY((*list)[1].png.empty() && (*list)[1].title.empty());
        QCOMPARE((*list)[1].note, std::string("n"));
        QCOMPARE((*list)[2].table.rows, (std::vector<std::vector<std::string>>{{"1", "2"}}));
        QCOMPARE((*list)[2].table.rowCount, std::uint64_t{1});
    }

    void twoWindowsKeepTheEntriesOfBoth() {
        ReportList first;
        ReportList second;
        first.open("/runs/a");
        first.add(entry("a"));
        first.add(entry("b"));
        second.open("/runs/a");
        first.add(entry("c"));
        first.remove(0);
        second.add(entry("d"));
        QCOMPARE(titles(second), std::string("bdc"));
        first.setNote(0, "a note");
        QCOMPARE(titles(first), std::string("bcd"));
        second.move(0, 2);
        QCOMPARE(titles(second), std::string("dcb"));
        QCOMPARE(second.all().back().note, std::string("a note"));
        ReportList third;
        third.open("/runs/a");
        QCOMPARE(titles(third), titles(second));
    }

private:
    static QString write(const QByteArray &text) {
        const auto path = QString::fromStdString(keptPath("/runs/a", "report").string());
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("cannot write %s", qPrintable(path));
        }
        return path;
    }

    std::unique_ptr<QTemporaryDir> m_data;
    QByteArray m_before;
};

TEST_SUITE(TestReportList)

}  // namespace tst_report_list

#include "tst_report_list.moc"
