#include "core/analysis/tables/analysis.h"
#include "core/base/io/mark_file.h"
#include "core/session/marks.h"
#include "core/session/workspace.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <filesystem>
#include <fstream>
#include <memory>

namespace tst_marks {

using namespace stagescope;

namespace {

constexpr std::int64_t kFar = 1'700'000'000'123'456'789;

AlignedRange at(std::int64_t begin, std::int64_t length = 0) {
    return {alignedTime(kFar + begin), alignedTime(kFar + begin + length)};
}

std::string contentOf(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write(const std::filesystem::path &path, const std::string &text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

}  // namespace

class MarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_data = std::make_unique<QTemporaryDir>();
        m_run = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        m_path = m_run->path().toStdString();
    }

    void marksComeBackToTheNanosecond() {
        {
            Marks marks;
            marks.open(m_path);
            marks.add(at(500), "a flag");
            marks.add(at(-3, 40), "ein Stück Zeit 100%\nin two lines");
            marks.recolor(1, 0x123456);
        }
        Marks again;
        again.open(m_path);
        QCOMPARE(again.all().size(), std::size_t{2});
        QCOMPARE(again.all()[0].range, at(-3, 40));
        QCOMPARE(again.all()[0].name, std::string("ein Stück Zeit 100%\nin two lines"));
        QVERIFY(!again.all()[0].isFlag());
        QCOMPARE(again.all()[1].range, at(500));
        QCOMPARE(again.all()[1].rgb, std::uint32_t{0x123456});
        QVERIFY(again.all()[1].isFlag());
        QVERIFY(again.inHand() == nullptr);
    }

    void theRunsOwnFolderStaysAsItWas() {
        Marks marks;
        marks.open(m_path);
        marks.add(at(1), "x");
        QVERIFY(QDir(m_run->path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        QVERIFY(marksPath(m_path).string().starts_with(m_data->path().toStdString()));
    }

    void everyRunHasItsOwn() {
        Marks marks;
        marks.open(m_path);
        marks.add(at(1), "here");
        marks.open(m_path + "/other");
        QVERIFY(marks.all().empty());
        QVERIFY(!marks.undo());
        marks.open(m_path + "/other/..");  // the same place by another name
        QCOMPARE(marks.all().size(), std::size_t{1});
    }

    void changesAreUndoneAndDoneAgain() {
        Marks marks;
        marks.open(m_path);
        const auto first = marks.add(at(1), "first");
        const auto second = marks.add(at(2), "second");
        QCOMPARE(marks.inHand()->id, second);
        marks.remove(first);
        marks.remove(second);
        QVERIFY(marks.inHand() == nullptr);
        QVERIFY(marks.undo());
        QVERIFY(marks.undo());
        QCOMPARE(marks.all().size(), std::size_t{2});
        QCOMPARE(readMarks(m_path)->size(), std::size_t{2});  // also on the disk
        QVERIFY(marks.redo());
        QVERIFY(marks.find(first) == nullptr);
        marks.rename(second, "renamed");
        QVERIFY(!marks.redo());
        QVERIFY(marks.undo());
        QCOMPARE(marks.find(second)->name, std::string("second"));
    }

    void idsAreNeverGivenTwice() {
        Marks marks;
        marks.open(m_path);
        const auto first = marks.add(at(1), "first");
        marks.remove(first);
        const auto second = marks.add(at(1), "second");
        QVERIFY(first != second);
        QVERIFY(marks.nextNumber() > second);
    }

    void brokenMarksAreToldAndKept_data() {
        QTest::addColumn<int>("damage");
        QTest::newRow("cut in the middle") << 0;
        QTest::newRow("a digit changed") << 1;
        QTest::newRow("another file") << 2;
        QTest::newRow("empty") << 3;
        QTest::newRow("of a newer version") << 4;
        QTest::newRow("a line added at the end") << 5;
    }

    void brokenMarksAreToldAndKept() {
        QFETCH(int, damage);
        {
            Marks marks;
            marks.open(m_path);
            marks.add(at(1), "lost?");
            marks.add(at(5, 10), "also lost?");
        }
        const auto path = marksPath(m_path);
        auto text = contentOf(path);
        QVERIFY(parseMarks(text, "x").has_value());
        switch (damage) {
            case 0:
                text.resize(text.size() / 2);
                break;
            case 1:
                text[text.find("789") + 2] = '7';
                break;
            case 2:
                text = std::string(1000, '\0');
                break;
            case 3:
                text.clear();
                break;
            case 4:
                text.replace(text.find(" 1\n"), 3, " 2\n");
                break;
            default:
                text += "flag 1 000000 x\n";
        }
        QVERIFY(!parseMarks(text, "x").has_value());
        write(path, text);
        Marks marks;
        QString told;
        connect(&marks, &Marks::troubled, this,
                [&](const Error &error) { told = QString::fromStdString(errorLine(error)); });
        marks.open(m_path);
        QVERIFY(told.startsWith(QString::fromStdString(path.string())));
        QVERIFY(marks.all().empty());
        QCOMPARE(contentOf(path), text);  // looking changes nothing
        marks.add(at(7), "new");
        QCOMPARE(contentOf(path.string() + ".broken"), text);
        QCOMPARE(readMarks(m_path)->size(), std::size_t{1});
    }

    void whatCannotBeSavedIsTold() {
        const QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("a_file")).toStdString();
        write(file, "not a folder");
        qputenv("XDG_DATA_HOME", file.c_str());
        Marks marks;
        int troubles = 0;
        connect(&marks, &Marks::troubled, this, [&] { ++troubles; });
        marks.open(m_path);
        marks.add(at(1), "x");
        QCOMPARE(troubles, 1);
        QCOMPARE(marks.all().size(), std::size_t{1});
    }

    /// Two windows show one run: neither loses what the other one marks, and each takes back its own alone.
    void twoWindowsKeepTheMarksOfBoth() {
        Marks first;
        Marks second;
        first.open(m_path);
        first.add(at(1), "common");
        first.add(at(2), "goes");
        second.open(m_path);
        first.add(at(3), "of the first");
        first.remove(2);
        second.add(at(4), "of the second");
        second.rename(1, "renamed");
        const auto names = [](const std::vector<TimeMark> &marks) {
            std::string text;
            std::for_each(marks.begin(), marks.end(), [&](const auto &mark) { text += mark.name + ';'; });
            return text;
        };
        QCOMPARE(names(*readMarks(m_path)), std::string("renamed;of the first;of the second;"));
        QCOMPARE(names(second.all()), names(*readMarks(m_path)));
        QVERIFY(second.undo() && second.undo());
        QCOMPARE(names(*readMarks(m_path)), std::string("common;of the first;"));
        QVERIFY(second.redo());
        QVERIFY(first.undo());  // brings back what it removed
        QCOMPARE(names(*readMarks(m_path)), std::string("common;goes;of the first;of the second;"));
        for (const auto &entry : std::filesystem::recursive_directory_iterator(m_data->path().toStdString())) {
            QVERIFY2(entry.is_directory() || entry.path() == marksPath(m_path), entry.path().c_str());
        }
    }

    void theTableReadsWhatWasSaved() {
        Marks marks;
        marks.open(m_path);
        marks.add(at(1000), "a flag");
        marks.add(at(2000, 1500), "a range");
        auto workspace = std::make_shared<Workspace>();
        Run run;
        run.id = RunId{0};
        run.path = m_path;
        workspace->runs.push_back(run);
        AnalysisInput input;
        input.workspace = workspace.get();
        auto table = analysisById("marks")->run(input, {});
        QVERIFY(table.has_value());
        QCOMPARE(table->rows.size(), std::size_t{2});
        QCOMPARE(table->text(0, "kind"), std::string("flag"));
        QCOMPARE(table->text(1, "name"), std::string("a range"));
        QCOMPARE(table->text(1, "start_ns"), std::to_string(kFar + 2000));
        QCOMPARE(table->text(1, "duration_us"), std::string("1.5"));
        QCOMPARE(table->text(1, "color").size(), std::size_t{7});
        input.range = at(900, 200);
        QCOMPARE(analysisById("marks")->run(input, {})->rows.size(), std::size_t{1});
        write(marksPath(m_path), "rubbish");
        QVERIFY(!analysisById("marks")->run(input, {}).has_value());
    }

private:
    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<QTemporaryDir> m_run;
    std::string m_path;
};

TEST_SUITE(MarksTest)

}  // namespace tst_marks

#include "tst_marks.moc"
