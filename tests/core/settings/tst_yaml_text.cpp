#include "core/settings/setting_edit.h"
#include "core/settings/setting_review.h"
#include "core/settings/yaml_scalar.h"
#include "core/settings/yaml_text.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

using namespace stagescope;

namespace {

/// As JSON, with "~" for what is not followed.
std::string shownTree(const TextNode &node) {
    if (node.type == NodeType::Object || node.type == NodeType::List) {
        std::string text;
        for (const auto &member : node.members) {
            text += (text.empty() ? "" : ", ") + (node.type == NodeType::Object ? member.key + ": " : "") +
                    shownTree(member.value);
        }
        return node.type == NodeType::Object ? "{" + text + "}" : "[" + text + "]";
    }
    return node.type == NodeType::Text ? jsonText(node.text) : node.type == NodeType::Expression ? "~" : node.text;
}

/// A training's file, as people keep them.
const std::string kTraining =
    "# parallel\r\nparallel:\r\n  plan:\r\n    modules:\r\n      - model.layers.{*}\r\n      - a: 1\r\n        b: x\r\n"
    "data:\r\n  path: &P /home/a b  # where\r\n  text: |\r\n    tools:\r\n      no\r\n\r\nmodel: *P\r\n\r\n"
    "tools:\r\n  profile:   # ours\r\n    enable : false\r\n    ranks:\r\n    - 0   # the first\r\n    - 4\r\n"
    "    static_param: {level: level1, start_step: 10}\r\n    mine: [1,\r\n      2]\r\n  memory_profile:\r\n"
    "training:\r\n  lr: 1.0e-5\r\n";

std::string editedYaml(const std::string &text, const std::vector<std::string> &changes) {
    std::vector<SettingChange> list;
    for (const auto &change : changes) {
        list.push_back(*readSettingChange(change));
    }
    const auto result = editSettings(text, SettingKind::MindSpeedFsdp, list);
    return result ? *result : result.error().detail;
}

}  // namespace

class YamlTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trees_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("tree");
        const auto row = [](const char *name, const char *text, const char *tree) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(tree);
        };
        row("nested", "a:\n  b:\n    c: 1\n  d: x y\ne: ~\n", "{a: {b: {c: 1}, d: \"x y\"}, e: null}");
        row("flags", "a: on\nb: No\nc: TRUE\nd: \"true\"\ne: y\n",
            "{a: true, b: false, c: true, d: \"true\", e: \"y\"}");
        row("numbers", "a: 010\nb: 0x1F\nc: 1_000\nd: -3\ne: 1e3\nf: 1.5\ng: 08\nh: +7\n",
            "{a: 8, b: 31, c: 1000, d: -3, e: \"1e3\", f: 1.5, g: \"08\", h: 7}");
        row("lists", "a:\n- 1\n- b: 2\n  c: 3\n- - x\n  - y\nd: []\n", "{a: [1, {b: 2, c: 3}, [\"x\", \"y\"]], d: []}");
        row("in brackets", "a: {b: [1, 'two', {c: }], d: e f}\n", "{a: {b: [1, \"two\", {c: null}], d: \"e f\"}}");
        row("over lines", "a: [1,  # one\n\n  2]\nb: long\n  text\nc: 'it''s'\nd: \"q\\n\"\n",
            "{a: [1, 2], b: \"long text\", c: \"it's\", d: \"q\\u000a\"}");
        row("long in brackets", "a: {b: one\n    two, c: [x\n   y]}\n", "{a: {b: \"one two\", c: [\"x y\"]}}");
        row("comments", "# x\na: 1 # y\n# z\nb: a#b\n", "{a: 1, b: \"a#b\"}");
        row("anchors", "a: &x 1\nb: *x\nc: !!int 3\nd: &y\n  e: 2\n<<: *y\n", "{a: 1, b: ~, c: ~, d: {e: 2}, <<: ~}");
        row("a block of text", "a: |\n  b: 1\n\n   c\nd: >-\n  x\ne: 2\n",
            "{a: \"|\\u000a  b: 1\\u000a\\u000a   c\", d: \">-\\u000a  x\", e: 2}");
        row("a document", "---\na: 1\n...\n", "{a: 1}");
        row("quoted keys", "\"a b\": 1\n'c': 2\n", "{a b: 1, c: 2}");
        row("nothing", "# only this\n", "{}");
    }
    void trees() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, tree);
        const auto read = readYamlText(text.toStdString());
        QVERIFY2(read.has_value(), read ? "" : read.error().detail.c_str());
        QCOMPARE(QByteArray::fromStdString(shownTree(read->root)), tree);
        const auto windows = readYamlText(QByteArray(text).replace("\n", "\r\n").toStdString());
        QVERIFY(windows.has_value());
        QCOMPARE(QByteArray::fromStdString(shownTree(windows->root)).replace("\\u000d", ""), tree);
    }
    void broken_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("where");
        const auto row = [](const char *name, const QByteArray &text, const char *where) {
            QTest::newRow(name) << text << QByteArray(where);
        };
        row("a tab", "a:\n\tb: 1\n", "line 2: a tab");
        row("no colon", "a: 1\nb\n", "line 2: a key and a colon");
        row("deeper than its key", "a: 1\n# x\n  b: 2\n", "line 3: the indentation");
        row("between two", "a:\n    b: 1\n  c: 2\n", "line 3: the indentation");
        row("open bracket", "a: [1, 2\n", "closing bracket");
        row("no comma", "a: ['1' '2']\n", "line 1: a comma");
        row("open quote", "a: \"x\n", "closing quote");
        row("two values", "a: 'x' y\n", "line 1: text behind");
        row("two colons", "a: b: c\n", "line 1: a second colon");
        row("two documents", "a: 1\n---\nb: 2\n", "line 2: a second document");
        row("a list", "- a\n- b\n", "line 1: a key and a colon");
        row("deep", QByteArray("a: ") + QByteArray(100'000, '['), "64 levels");
        row("deep in lines", "a:\n " + QByteArray("- ").repeated(100'000), "64 levels");
    }
    void broken() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, where);
        const auto read = readYamlText(text.toStdString());
        QVERIFY(!read.has_value());
        QVERIFY2(QByteArray::fromStdString(read.error().detail).contains(where), read.error().detail.c_str());
    }
    void longTextsTakeNoLongerThanTheyAre() {
        const std::string quotes(4'000'000, '\'');
        QVERIFY(readYamlText("a: '" + quotes + "'\n").has_value());
        QVERIFY(readYamlText("a: [" + std::string(2'000'000, ',') + "]\n").has_value());
        QVERIFY(readYamlText("a: |\n" + std::string(1'000'000, '\n') + "  b\nc: 1\n").has_value());
    }
    void everyCutEnds() {
        for (std::size_t size = 0; size < kTraining.size(); ++size) {
            (void)readYamlText(kTraining.substr(0, size));
            auto other = kTraining;
            other[size] = "\n\t:-#[{'\"&*| "[size % 13];
            (void)readYamlText(other);
        }
        QVERIFY(readYamlText(kTraining).has_value());
    }
    void ofATrainingOnlyItsToolsAreChecked() {
        const auto read = readSettings(SettingKind::MindSpeedFsdp, kTraining);
        QVERIFY2(read.has_value(), read ? "" : read.error().detail.c_str());
        const auto review = reviewSettings(SettingKind::MindSpeedFsdp, kTraining, *read, {});
        QStringList found;
        for (const auto &problem : review.problems) {
            found << QString::number(problem.line) + QLatin1Char(' ') + QString::fromStdString(problem.path) +
                         QLatin1Char(' ') + QString::fromStdString(problem.what.id.substr(17));
        }
        QCOMPARE(found.join(QStringLiteral(", ")),
                 QStringLiteral("18 tools.profile.enable off, 23 tools.profile.mine unknown, "
                                "25 tools.memory_profile no_object"));
        QCOMPARE(review.sheet.find("ranks")->shown(), "[0, 4]");
        QCOMPARE(review.sheet.find("start_step")->shown(), "10");
        QCOMPARE(review.sheet.find("memory.start_step")->shown(), "1");
        QCOMPARE(review.sheet.find("memory.end_step")->shown(), "2");
        QCOMPARE(review.sheet.find("prof_dir")->shown(), "./profiling");
    }
    void mistakesAreToldWithTheirLines() {
        const std::string text =
            "tools:\n  profile:\n    profile_type: dynamic\n    ranks: 0\n    static_param:\n      level: level3\n"
            "      start_step: 1e1\n      level: level1\n      with_stak: true\n      end_step: *later\n  "
            "tensorboard:\n"
            "    enable: true\n";
        const auto read = readSettings(SettingKind::MindSpeedFsdp, text);
        const auto review = reviewSettings(SettingKind::MindSpeedFsdp, text, *read, {});
        QStringList found;
        for (const auto &problem : review.problems) {
            found << QLatin1String(verdictText(problem.verdict).data()) + QLatin1Char(' ') +
                         QString::number(problem.line) + QLatin1Char(' ') +
                         QString::fromStdString(problem.what.id.substr(17));
        }
        QCOMPARE(found.join(QStringLiteral(", ")),
                 QStringLiteral("stops 3 bad.stops, stops 4 bad.stops, reset 7 bad.reset, ignored 8 twice, "
                                "ignored 9 unknown_near, warning 10 alias, warning 0 off"));
    }
    void onlyTheValueChanges() {
        QCOMPARE(editedYaml(kTraining, {}), kTraining);
        auto wanted = kTraining;
        const auto swap = [&](const std::string &from, const std::string &to) {
            wanted.replace(wanted.find(from), from.size(), to);
        };
        swap("enable : false", "enable : true");
        swap("ranks:\r\n    - 0   # the first\r\n    - 4\r\n", "ranks: [1, 2]\r\n");
        swap("start_step: 10", "start_step: 20");
        QCOMPARE(editedYaml(kTraining, {"profile.enable=true", "ranks=1,2", "static_param.start_step=20"}), wanted);
    }
    void missingKeysStandBehindTheLast() {
        auto wanted = kTraining;
        const auto behind = [&](const std::string &what, const std::string &added) {
            wanted.insert(wanted.find(what) + what.size(), added);
        };
        behind("start_step: 10", ", end_step: 12");
        behind("      2]", "\r\n    profile_type: static");
        behind("  memory_profile:", "\r\n    enable: true");
        QCOMPARE(editedYaml(kTraining, {"static_param.end_step=12", "profile_type=static", "memory.enable=true"}),
                 wanted);
        QCOMPARE(editedYaml("model:\n  a: 1", {"profile.enable=true", "save_path=./out dir"}),
                 "may be tools.profile.static_param.save_path or tools.memory_profile.save_path");
        QCOMPARE(editedYaml("model:\n  a: 1", {"profile.enable=true", "prof_dir=./out dir"}),
                 "model:\n  a: 1\ntools:\n  profile:\n    enable: true\n    static_param:\n      save_path: \"./out "
                 "dir\"");
        QCOMPARE(editedYaml("tools: 1\n", {"profile.enable=true"}), "is no object");
    }
    void newOnesAreReadAgain() {
        const auto text = newSettings(SettingKind::MindSpeedFsdp);
        QVERIFY2(
            text.starts_with("tools:\n  profile:\n    enable: false\n    profile_type: static\n    ranks: [0]\n    "
                             "static_param:\n      level: level1\n"),
            text.c_str());
        QVERIFY2(text.ends_with("    max_entries: null\n    mem_info: false\n"), text.c_str());
        QCOMPARE(static_cast<int>(*recognisedSettings(*readSettingText(text))),
                 static_cast<int>(SettingKind::MindSpeedFsdp));
    }
    /// Whatever a text is, it is the same text again.
    void textsAreQuotedWhereTheyNeedIt() {
        for (const char *text : {"./profiling", "on", "1e3", "0x10", "null", "", "-", "a: b", "a #b", "[x]", "it's",
                                 "\"q\"", "\\", "*x", "&x", "!x", " x", "12", "é"}) {
            TextNode value{.type = NodeType::Text, .text = text};
            const auto read = readYamlText("a: " + yamlOf(value) + "\nb: [" + yamlOf(value) + "]\n");
            QVERIFY2(read.has_value(), text);
            QCOMPARE(static_cast<int>(read->root.at("a")->type), static_cast<int>(NodeType::Text));
            QCOMPARE(read->root.at("a")->text, text);
            QCOMPARE(read->root.at("b")->members.front().value.text, text);
        }
    }
};

TEST_SUITE(YamlTextTest)
#include "tst_yaml_text.moc"
