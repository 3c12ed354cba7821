#include "core/session/run_list.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

namespace tst_run_list {

using namespace stagescope;

namespace {

std::string paths(const RunList &list) {
    std::string text;
    for (const auto &run : list.all()) {
        text += run.path + ' ';
    }
    return text;
}

KnownRun at(const std::string &path) {
    KnownRun run;
    run.path = path;
    return run;
}

void write(const QByteArray &bytes) {
    const auto path = QString::fromStdString(runListPath());
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

}  // namespace

class TestRunList : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_data;
    QByteArray m_before;

private Q_SLOTS:
    void init() {
        m_data = std::make_unique<QTemporaryDir>();
        m_before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
    }
    void cleanup() { qputenv("XDG_DATA_HOME", m_before); }

    void whatWasOpenedLastComesFirst() {
        RunList list;
        list.refresh();
        QVERIFY(list.all().empty());
        QVERIFY(!QFile::exists(QString::fromStdString(runListPath())));  // reading makes nothing
        list.noteOpened(at("/runs/a"));
        list.noteOpened(at("/runs/b/"));
        list.noteOpened(at("/runs/c"));
        list.noteOpened(at("/runs/./a"));
        QCOMPARE(paths(list), std::string("/runs/a /runs/c /runs/b "));
        RunList next;
        next.refresh();
        QVERIFY(next.all() == list.all());
    }
    void namesAndNotesStay() {
        RunList list;
        auto run = at("/runs/a");
        run.capturedNs = 1'700'000'000'123'456'789;
        run.ranks = 8;
        list.noteOpened(run);
        QCOMPARE(std::string(list.all()[0].label()), std::string("a"));
        list.rename("/runs/a", "before \"fusion\" \u4e2d\u6587");
        list.annotate("/runs/a", "100 % of the batch\nsecond line");
        list.rename("/runs/none", "x");
        list.noteOpened(at("/runs/a"));
        RunList next;
        next.refresh();
        const auto *found = next.find("/runs/a/");
        QVERIFY(found != nullptr);
        QCOMPARE(found->name, std::string("before \"fusion\" \u4e2d\u6587"));
        QCOMPARE(found->note, std::string("100 % of the batch\nsecond line"));
        QCOMPARE(*found->capturedNs, std::int64_t{1'700'000'000'123'456'789});
        QCOMPARE(found->ranks, std::size_t{8});
        next.rename("/runs/a", "a");  // its own name is none
        QCOMPARE(next.all()[0].name, std::string());
    }
    void whatWasSeenStays() {
        RunList list;
        const RunGist gist{11'700'000'000,
                           {{"split.free", 2'700'000'000}, {"split.computing", 9'000'000'000}},
                           Message("finding.slow_worker.title", {"3", "30 %"}),
                           4};
        list.noteGist("/runs/a", gist);
        QVERIFY(list.all().empty());  // only of what was opened
        list.noteOpened(at("/runs/a"));
        list.noteGist("/runs/a", gist);
        list.noteOpened(at("/runs/a"));  // again, before it is read
        RunList other;
        other.refresh();
        QCOMPARE(other.find("/runs/a")->gist->parts.front().first, std::string("split.computing"));
        QVERIFY(other.find("/runs/a")->gist == list.find("/runs/a")->gist);
        QCOMPARE(other.find("/runs/a")->gist->finding.args, gist.finding.args);
        other.noteGist("/runs/a", {gist.stepNs, {}, {}, 0});
        list.refresh();
        QCOMPARE(list.find("/runs/a")->gist->findings, std::size_t{0});
    }
    void removedComesBack() {
        RunList list;
        for (const auto *path : {"/a", "/b", "/c"}) {
            list.noteOpened(at(path));
        }
        list.annotate("/b", "kept");
        QVERIFY(!list.undoRemove());
        list.remove({"/b", "/c", "/none"});
        QCOMPARE(paths(list), std::string("/a "));
        QVERIFY(list.undoRemove());
        QCOMPARE(paths(list), std::string("/c /b /a "));
        QCOMPARE(list.find("/b")->note, std::string("kept"));
        QVERIFY(!list.undoRemove());
    }
    void noWindowLosesWhatAnotherWrote() {
        RunList one;
        RunList other;
        one.refresh();
        other.refresh();
        one.noteOpened(at("/a"));
        other.noteOpened(at("/b"));
        one.annotate("/a", "mine");
        other.rename("/a", "theirs");
        one.refresh();
        QCOMPARE(paths(one), std::string("/b /a "));
        QCOMPARE(one.find("/a")->note, std::string("mine"));
        QCOMPARE(one.find("/a")->name, std::string("theirs"));
        other.remove({"/a"});
        QSignalSpy changes(&one, &RunList::changed);
        one.refresh();
        QCOMPARE(changes.size(), 1);
        QCOMPARE(paths(one), std::string("/b "));
        one.refresh();
        QCOMPARE(changes.size(), 1);
    }
    void damageIsToldAndPutAside_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("truncated") << QByteArray("{\"version\":1,\"runs\":[{\"path\":\"/a\"");
        QTest::newRow("noise") << QByteArray("\x00\xff\x01 no list", 11);
        QTest::newRow("another version") << QByteArray("{\"version\":99,\"runs\":[]}");
        QTest::newRow("another shape") << QByteArray("[1,2,3]");
        QTest::newRow("huge") << QByteArray(20 << 20, ' ');
    }
    void damageIsToldAndPutAside() {
        QFETCH(QByteArray, bytes);
        write(bytes);
        RunList list;
        QSignalSpy troubles(&list, &RunList::troubled);
        list.refresh();
        QCOMPARE(troubles.size(), 1);
        QVERIFY(list.all().empty());
        list.noteOpened(at("/a"));
        QCOMPARE(paths(list), std::string("/a "));
        QFile aside(QString::fromStdString(runListPath()) + QStringLiteral(".broken"));
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), bytes);
        RunList next;
        QSignalSpy none(&next, &RunList::troubled);
        next.refresh();
        QCOMPARE(paths(next), std::string("/a "));
        QCOMPARE(none.size(), 0);
    }
    void entriesThatMakeNoSenseAreLeftOut() {
        write(R"({"version":1,"runs":[7,{"path":5},{"name":"without"},{"path":"/a","used_ns":-5,"ranks":-1,"runs":"x",
            "captured_ns":"y"},{"path":"/b","used_ns":9223372036854775807,"ranks":1e300},{"path":"/a","note":"twice"}]})");
        RunList list;
        list.refresh();
        QCOMPARE(paths(list), std::string("/b /a "));
        QVERIFY(!list.find("/a")->capturedNs);
        QCOMPARE(list.find("/a")->ranks, std::size_t{0});
        list.noteOpened(at("/c"));
        QCOMPARE(paths(list), std::string("/c /b /a "));
    }
    void itDoesNotGrowForEver() {
        QByteArray text = R"({"version":1,"runs":[{"path":"/oldest","note":"dear","used_ns":1})";
        for (std::size_t i = 0; i < RunList::kMostRuns + 50; ++i) {
            text += ",{\"path\":\"/" + QByteArray::number(qulonglong{i}) + "\",\"used_ns\":1000}";
        }
        write(text + "]}");
        RunList list;
        list.refresh();
        QCOMPARE(list.all().size(), RunList::kMostRuns);
        QVERIFY(list.find("/oldest") != nullptr);  // what someone wrote a note to is worth more
    }
    void aFolderThatCannotBeWrittenIsTold() {
        const QFile inTheWay(m_data->filePath(QStringLiteral("stagescope")));
        QFile file(inTheWay.fileName());
        QVERIFY(file.open(QIODevice::WriteOnly));
        RunList list;
        QSignalSpy troubles(&list, &RunList::troubled);
        list.noteOpened(at("/a"));
        QVERIFY(troubles.size() >= 1);
    }
};

TEST_SUITE(TestRunList)

}  // namespace tst_run_list

#include "tst_run_list.moc"
