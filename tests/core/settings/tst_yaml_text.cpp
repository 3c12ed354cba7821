#include "core/settings/setting_edit.h"
#include "core/settings/setting_review.h"
#include "core/settings/yaml_scalar.h"
#include "core/settings/yaml_text.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_yaml_text {

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
        row("more numbers", "a: 0b101\nb: 1:30\nc: .5\nd: -.Inf\ne: 1.e+3\nf: 1_0.5\ng: 0o17\nh: 1:30.5\n",
            "{a: 5, b: 90, c: .5, d: -inf, e: 1.e+3, f: 10.5, g: \"0o17\", h: 90.5}");
        row("dates are no texts", "a: 2024-01-01\nb: 2001-12-14 21:59:43\nc: \"2024-01-01\"\nd: 2024-1-1\n",
            "{a: 2024-01-01, b: 2001-12-14 21:59:43, c: \"2024-01-01\", d: \"2024-1-1\"}");
        row("tags", "a: !!str 5\nb: !own [1, 2]\nc: ! 6\n", "{a: \"5\", b: ~, c: \"6\"}");
        row("a key of two lines", "? a\n: b\n1: c\n", "{a: \"b\", 1: \"c\"}");
        row("lists", "a:\n- 1\n- b: 2\n  c: 3\n- - x\n  - y\nd: []\n", "{a: [1, {b: 2, c: 3}, [\"x\", \"y\"]], d: []}");
        row("in brackets", "a: {b: [1, 'two', {c: }], d: e f}\n", "{a: {b: [1, \"two\", {c: null}], d: \"e f\"}}");
        row("over lines", "a: [1,  # one\n\n  2]\nb: long\n  text\nc: 'it''s'\nd: \"q\\n\"\n",
            "{a: [1, 2], b: \"long text\", c: \"it's\", d: \"q\\u000a\"}");
        row("long in brackets", "a: {b: one\n    two, c: [x\n   y]}\n", "{a: {b: \"one two\", c: [\"x y\"]}}");
        row("comments", "# x\na: 1 # y\n# z\nb: a#b\n", "{a: 1, b: \"a#b\"}");
        row("anchors", "a: &x 1\nb: *x\nc: !!int 3\nd: &y\n  e: 2\n<<: *y\n", "{a: 1, b: ~, c: ~, d: {e: 2}, <<: ~}");
        row("a block of text", "a: |\n  b: 1\n\n   c\nd: >-\n  x\ne: 2\n",
            "{a: \"b: 1\\u000a\\u000a c\\u000a\", d: \"x\", e: 2}");
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
        row("a tab that indents", "a:\n\tb: 1\n", "line 2: found character");
        row("a tab behind a value", "a: 1\t# x\n", "line 1: a tab");
        row("a tab in a value", "b: 1\na: x\ty\n", "line 2: a tab");
        row("a byte order mark behind the first line", "\n\xEF\xBB\xBF\n", "line 2: a byte order mark");
        row("a byte order mark before a key",
            "a: 1\n\xEF\xBB\xBF"
            "b: 2\n",
            "line 2: ");
        row("a tab behind the sign of a text", "a: |\t\n  x\n", "line 1: a tab");
        row("no colon", "a: 1\nb\n", "line 2: could not find expected ':'");
        row("deeper than its key", "a: 1\n# x\n  b: 2\n", "line 3: ");
        row("between two", "a:\n    b: 1\n  c: 2\n", "line 3: did not find expected key");
        row("open bracket", "a: [1, 2\n", "expected ',' or ']'");
        row("no comma", "a: ['1' '2']\n", "line 1: did not find expected ','");
        row("open quote", "b: 1\na: \"x\n\n", "line 2: found unexpected end of stream");
        row("two values", "a: 'x' y\n", "line 1: did not find");
        row("two colons", "a: b: c\n", "line 1: mapping values are not allowed");
        row("two documents", "a: 1\n---\nb: 2\n", "line 2: a second document");
        row("a list", "- a\n- b\n", "line 1: a key and a colon");
        row("a scalar", "a\n", "line 1: a key and a colon");
        row("an anchor nowhere", "a: 1\nb: *x\n", "line 2: no value has the anchor x");
        row("an anchor twice", "a: &x 1\nb: &x 2\n", "line 2: the anchor x is set twice");
        row("a list as a key", "[a, b]: 1\n", "line 1: a key that is no word");
        row("no UTF-8", "a: 1\nb: \xFF\n", "line 2: invalid");
        row("a zero", QByteArray("a: 1\nb: \0\n", 10), "line 2: control characters");
        row("UTF-16",
            QByteArray("\xFF\xFE"
                       "a\0:\0",
                       6),
            "line 1: ");
        row("many directives", QByteArray("%TAG !a! x\n").repeated(100) + "--- {}\n", "directives");
        row("large", QByteArray("a: 1\n") + QByteArray(5'000'000, '\n'), "4 MiB");
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
        std::string list;
        for (int i = 0; i < 500'000; ++i) {
            list += "x,";
        }
        QVERIFY(readYamlText("a: [" + list + "]\n").has_value());
        QVERIFY(readYamlText("a: " + std::string(60, '[') + list + std::string(60, ']') + "\n").has_value());
        // Whoever copied what aliases stand for would need 10^20 words.
        std::string laughs = "a0: &a0 x\n";
        for (int i = 1; i <= 20; ++i) {
            const auto one = "*a" + std::to_string(i - 1) + ", ";
            laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + one + one + one + one + one + one +
                      one + one + one + "*a" + std::to_string(i - 1) + "]\n";
        }
        QVERIFY(readYamlText(laughs).has_value());
        QVERIFY(editedYaml(laughs, {"profile.enable=true"}).ends_with("\ntools:\n  profile:\n    enable: true\n"));
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
            "tools:\n  profile:\n    profile_type: dynamic\n    ranks: &later 0\n    static_param:\n      level: "
            "level3\n"
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
        swap("ranks:\r\n    - 0   # the first\r\n    - 4\r\n", "ranks: [1, 2]\r\n    # the first\r\n");
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
        QCOMPARE(editedYaml("tools: 1\n", {"profile.enable=true"}), "line 1: tools is no object");
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
    void edits_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char *name, const char *text, const char *change, const char *wanted) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(change) << QByteArray(wanted);
        };
        row("a comma at the end", "tools: {tensorboard: x, }\n", "memory.enable=true",
            "tools: {tensorboard: x, memory_profile: {enable: true}, }\n");
        row("behind a text, CR LF", "data:\r\n  text: >\r\n    keep\r\n", "profile.enable=true",
            "data:\r\n  text: >\r\n    keep\r\ntools:\r\n  profile:\r\n    enable: true\r\n");
        row("behind a text with empty lines", "a: |+\n  keep\n\nb: 1\ntools:\n  tensorboard: |+\n    x\n\n",
            "profile.enable=true",
            "a: |+\n  keep\n\nb: 1\ntools:\n  tensorboard: |+\n    x\n\n  profile:\n    enable: true\n");
        row("a byte order mark", "\xEF\xBB\xBFmodel: {a: 1}\n", "profile.enable=true",
            "\xEF\xBB\xBFmodel: {a: 1}\ntools:\n  profile:\n    enable: true\n");
        row("a date is quoted", "tools:\n  profile:\n    static_param:\n      save_path: ./x\n", "prof_dir=2024-01-01",
            "tools:\n  profile:\n    static_param:\n      save_path: \"2024-01-01\"\n");
        row("an anchor of its own stays", "tools:\n  profile:\n    enable: &on false\n", "profile.enable=true",
            "tools:\n  profile:\n    enable: &on true\n");
        row("an alias is replaced", "a: &on false\ntools:\n  profile:\n    enable: *on\n", "profile.enable=true",
            "a: &on false\ntools:\n  profile:\n    enable: true\n");
        row("null in words", "tools:\n  profile: ~  # none\n", "profile.enable=true",
            "tools:\n  profile: {enable: true}  # none\n");
        row("nothing in brackets", "tools: {profile: , x: 1}\n", "profile.enable=true",
            "tools: {profile: {enable: true} , x: 1}\n");
        row("a text in lines",
            "tools:\n  profile:\n    static_param:\n      save_path: >-  # where\n        a b\n\nb: 1\n",
            "prof_dir=./c", "tools:\n  profile:\n    static_param:\n      save_path: ./c  # where\n\nb: 1\n");
        row("a list no deeper than its key",
            "tools:\n  profile:\n    ranks: # which\n    # more\n    - 0\n    - 1 # last\nb: 1\n", "profile.ranks=2",
            "tools:\n  profile:\n    ranks: [2] # which\n    # more\n    # last\nb: 1\n");
        row("a comment in front of all", "# only this", "profile.enable=true",
            "# only this\ntools:\n  profile:\n    enable: true\n");
        row("JSON", "{\"tools\": {}}\n", "profile.enable=true", "{\"tools\": {\"profile\": {\"enable\": true}}}\n");
        row("brackets from the first byte on", "{tools: {profile: {enable: false}}}\n", "profile.enable=true",
            "{tools: {profile: {enable: true}}}\n");
        row("a first line like a request", "a b: x=y\n", "profile.enable=true",
            "a b: x=y\ntools:\n  profile:\n    enable: true\n");
        row("keys below a merge", "a: &a {enable: false}\ntools:\n  profile:\n    <<: *a\n", "profile.enable=true",
            "a: &a {enable: false}\ntools:\n  profile:\n    <<: *a\n    enable: true\n");
    }
    void edits() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, change);
        QFETCH(QByteArray, wanted);
        QCOMPARE(QByteArray::fromStdString(editedYaml(text.toStdString(), {change.toStdString()})), wanted);
    }
    void refusedEdits_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char *name, const char *text, const char *change, const char *reason) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(change) << QByteArray(reason);
        };
        row("a value with aliases", "tools:\n  profile:\n    enable: &on false\neval: *on\n", "profile.enable=true",
            "line 3: this value is also used elsewhere");
        row("an object with aliases", "tools:\n  profile: &p\n    enable: false\neval: *p\n", "profile.enable=true",
            "line 2: this value is also used elsewhere");
        row("an anchor within", "tools:\n  profile:\n    ranks: [&r 1]\neval: *r\n", "profile.ranks=0",
            "line 4: no value has the anchor r");
        row("through an alias", "a: &a {}\ntools: *a\n", "profile.enable=true", "line 2: tools is no object");
        row("an object that is merged in", "a: &a {profile: {enable: false}}\ntools:\n  <<: *a\n",
            "profile.enable=true", "line 3: the object may come from here");
        row("a text that ends with the file", "a: |\n  keep", "profile.enable=true", "line 1: more than this value");
        row("behind the last document", "---\n...\n", "profile.enable=true",
            "line 3: did not find expected <document start>");
        row("a comment within", "tools: {profile: {ranks: [0, # x\n 1]}}\n", "profile.ranks=2",
            "line 1: a comment inside");
        row("not YAML", "tools: [\n", "profile.enable=true", "line 2: did not find");
        row("no UTF-8", "tools: {}\n", "prof_dir=\xFF", "the value is no text in UTF-8");
    }
    void refusedEdits() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, change);
        QFETCH(QByteArray, reason);
        const auto result = editSettings(text.toStdString(), SettingKind::MindSpeedFsdp,
                                         std::vector{*readSettingChange(change.toStdString())});
        QVERIFY(!result.has_value());
        QVERIFY2(QByteArray::fromStdString(result.error().detail).contains(reason), result.error().detail.c_str());
    }
    /// Whatever a text is, it is the same text again.
    void textsAreQuotedWhereTheyNeedIt() {
        for (const char *text : {"./profiling",
                                 "on",
                                 "1e3",
                                 "0x10",
                                 "null",
                                 "",
                                 "-",
                                 "a: b",
                                 "a #b",
                                 "[x]",
                                 "it's",
                                 "\"q\"",
                                 "\\",
                                 "*x",
                                 "&x",
                                 "!x",
                                 " x",
                                 "12",
                                 "é",
                                 "2024-01-01",
                                 ".5",
                                 "0o17",
                                 "1:30",
                                 "<<",
                                 "=",
                                 "y",
                                 "a\tb",
                                 "a\r\n b",
                                 "\x7F",
                                 "\xC2\x85",
                                 "\xE2\x80\xA8",
                                 "\xEF\xBB\xBF",
                                 "\xF0\x9F\x98\x80",
                                 "---",
                                 "..."}) {
            TextNode value{.type = NodeType::Text, .text = text, .members = {}};
            const auto read = readYamlText("a: " + yamlOf(value) + "\nb: [" + yamlOf(value) + "]\n");
            QVERIFY2(read.has_value(), text);
            QCOMPARE(static_cast<int>(read->root.at("a")->type), static_cast<int>(NodeType::Text));
            QCOMPARE(read->root.at("a")->text, text);
            QCOMPARE(read->root.at("b")->members.front().value.text, text);
        }
    }
};

TEST_SUITE(YamlTextTest)

}  // namespace tst_yaml_text

#include "tst_yaml_text.moc"
