#include "core/settings/setting_text.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_setting_text {

using namespace stagescope;

namespace {

std::vector<std::string> problemIds(const SettingText &text) {
    std::vector<std::string> ids;
    for (const auto &problem : text.problems) {
        ids.push_back(problem.what.id + "@" + std::to_string(problem.line));
    }
    return ids;
}

}  // namespace

class SettingTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesHaveTypesAndPlaces() {
        const std::string text = "{\n \"a\": {\"b\": [1, -2.5, true, null, \"x\\n\\u00e9\"]}\n}";
        const auto read = readSettingText(text);
        QVERIFY(read.has_value());
        const auto *list = read->root.at("a.b");
        QVERIFY(list != nullptr);
        QCOMPARE(list->line, 2);
        QCOMPARE(text.substr(list->begin, list->end - list->begin), "[1, -2.5, true, null, \"x\\n\\u00e9\"]");
        const std::vector<NodeType> types{NodeType::Integer, NodeType::Number, NodeType::Flag, NodeType::Null,
                                          NodeType::Text};
        QCOMPARE(list->members.size(), types.size());
        for (std::size_t i = 0; i < types.size(); ++i) {
            QCOMPARE(static_cast<int>(list->members[i].value.type), static_cast<int>(types[i]));
        }
        QCOMPARE(list->members[4].value.text, "x\n\xC3\xA9");
        QVERIFY(read->problems.empty());
        QCOMPARE(read->root.at("a.c"), nullptr);
    }
    void toldAreWhatPythonRefuses() {
        const auto read = readSettingText("\xEF\xBB\xBF{ // why\r\n\"a\": 1,\r\n/* x */ \"a\": 2,\r\n}");
        QVERIFY(read.has_value());
        const std::vector<std::string> wanted{"settings.problem.bom@1", "settings.problem.comment@1",
                                              "settings.problem.twice@3", "settings.problem.comma@4"};
        QCOMPARE(problemIds(*read), wanted);
        QCOMPARE(read->root.at("a")->text, "2");
    }
    void broken_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("where");
        QTest::newRow("empty") << QByteArray() << QByteArray("line 1");
        QTest::newRow("list") << QByteArray("[1]") << QByteArray("line 1");
        QTest::newRow("cut in a text") << QByteArray("{\n\"a\": \"b") << QByteArray("line 2");
        QTest::newRow("cut in an object") << QByteArray("{\"a\": {\"b\": 1}") << QByteArray("text ends");
        QTest::newRow("no colon") << QByteArray("{\"a\" 1}") << QByteArray("colon");
        QTest::newRow("no comma") << QByteArray("{\"a\": 1\n\"b\": 2}") << QByteArray("line 2");
        QTest::newRow("single quotes") << QByteArray("{'a': 1}") << QByteArray("double quotes");
        QTest::newRow("Python") << QByteArray("{\"a\": True}") << QByteArray("a value");
        QTest::newRow("padded number") << QByteArray("{\"a\": 01}") << QByteArray("a value");
        QTest::newRow("more behind") << QByteArray("{}\n{}") << QByteArray("after the end");
        QTest::newRow("bad escape") << QByteArray("{\"a\": \"\\u00g0\"}") << QByteArray("hexadecimal");
        QTest::newRow("a line in a text") << QByteArray("{\"a\": \"b\nc\"}") << QByteArray("line 1");
        QTest::newRow("open comment") << QByteArray("{/* ") << QByteArray("line 1");
        QTest::newRow("deep") << QByteArray("{\"a\": ") + QByteArray(100'000, '[') << QByteArray("64 levels");
    }
    void broken() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, where);
        const auto read = readSettingText(text.toStdString());
        QVERIFY(!read.has_value());
        QVERIFY2(QByteArray::fromStdString(read.error().detail).contains(where), read.error().detail.c_str());
    }
    void hugeIsRefused() {
        QCOMPARE(static_cast<int>(readSettingText(std::string(kMaxSettingBytes + 1, ' ')).error().kind),
                 static_cast<int>(ErrorKind::Limit));
        std::string many = "{\"k\": 1";
        for (int i = 0; i < 5000; ++i) {
            many += ",\"k" + std::to_string(i) + "\": 1";
        }
        QCOMPARE(static_cast<int>(readSettingText(many + "}").error().kind), static_cast<int>(ErrorKind::Limit));
    }
    void everyCutEnds() {
        const std::string whole = R"({"a": [1, "b\u0041", {"c": null}], "d": -1e3 /* x */})";
        for (std::size_t size = 0; size < whole.size(); ++size) {
            QVERIFY(!readSettingText(whole.substr(0, size)).has_value());
        }
        QVERIFY(readSettingText(whole).has_value());
    }
    void callsOfAScript() {
        const auto calls = readCalls(
            "# schedule(wait=9)\n"
            "def schedule(x): pass\n"
            "prof = profile(\n"
            "    schedule=torch_npu.profiler.schedule(wait=1, warmup = 2,\n"
            "        active=N * (2 + 1), flag=True, kinds=['a', \"b\"],  # why\n"
            "        repeat=None),\n"
            ")\n"
            "my_schedule(1)\n",
            "schedule");
        QCOMPARE(calls.size(), std::size_t{1});
        const auto &call = calls.front();
        QCOMPARE(call.at("wait")->text, "1");
        QCOMPARE(call.at("warmup")->text, "2");
        QCOMPARE(call.at("warmup")->line, 4);
        QCOMPARE(static_cast<int>(call.at("active")->type), static_cast<int>(NodeType::Expression));
        QCOMPARE(call.at("active")->text, "N * (2 + 1)");
        QCOMPARE(call.at("active")->line, 5);
        QCOMPARE(call.at("flag")->text, "true");
        QCOMPARE(call.at("kinds")->members.size(), std::size_t{2});
        QCOMPARE(static_cast<int>(call.at("repeat")->type), static_cast<int>(NodeType::Null));
        QVERIFY(readCalls("schedule(", "schedule").size() <= 1);
        QCOMPARE(readCalls(std::string(1000, '\n') + "schedule(schedule(", "schedule").front().line, 1001);
    }
};

TEST_SUITE(SettingTextTest)

}  // namespace tst_setting_text

#include "tst_setting_text.moc"
