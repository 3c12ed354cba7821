#include "core/base/words/message_list.h"
#include "core/settings/setting_edit.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_setting_edit {

using namespace stagescope;

namespace {

Result<std::string> edited(const std::string &text, SettingKind kind, const std::vector<std::string> &changes) {
    std::vector<SettingChange> list;
    for (const auto &change : changes) {
        list.push_back(*readSettingChange(change));
    }
    return editSettings(text, kind, list);
}

const std::string kOwn =
    "\xEF\xBB\xBF{\r\n\t\"active\"  :1 ,\t// how many\r\n\t\"mine\": [1,2,  3],\r\n\t\"active\": 2,\r\n"
    "  \"experimental_config\":{ \"mstx\" :false }\r\n}  \r\n";

}  // namespace

class SettingEditTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingChangedIsByteForByte() { QCOMPARE(*edited(kOwn, SettingKind::TorchNpu, {}), kOwn); }
    void onlyTheValueChanges() {
        auto wanted = kOwn;
        wanted.replace(wanted.find("2,\r\n  \"exp"), 1, "17");  // the last of two counts
        wanted.replace(wanted.find("false"), 5, "true");
        QCOMPARE(*edited(kOwn, SettingKind::TorchNpu, {"active=17", "mstx=true"}), wanted);
    }
    void missingKeysStandBehindTheLast() {
        auto wanted = kOwn;
        wanted.insert(wanted.find(" }\r\n}"), ", \"profiler_level\": \"Level1\"");
        wanted.insert(wanted.find("\r\n}  "), ",\r\n  \"rank_list\": [0, 4]");
        QCOMPARE(*edited(kOwn, SettingKind::TorchNpu, {"profiler_level=Level1", "rank_list=0,4"}), wanted);
        QCOMPARE(*edited("{}", SettingKind::TorchNpu, {"export_type=text,db"}),
                 R"({"experimental_config": {"export_type": ["text", "db"]}})");
        QCOMPARE(*edited("{\"schedule\": {}, }", SettingKind::Torch, {"active=3"}),
                 "{\"schedule\": {\"active\": 3}, }");
    }
    void everyKeyOfEveryKindCanBeSetAgain() {
        for (const auto &program : settingPrograms()) {
            const auto text = newSettings(program.kind);
            for (const auto &spec : program.keys) {
                const bool isWritten = readSettings(program.kind, text)->root.at(spec.path) != nullptr;
                QVERIFY(isWritten || !spec.gone.empty() || program.syntax != SettingSyntax::Json);
                if (isWritten) {
                    QCOMPARE(*edited(text, program.kind, {std::string(spec.path) + "=" + std::string(spec.usual)}),
                             text);
                }
            }
        }
    }
    void refused_data() {
        QTest::addColumn<QByteArray>("change");
        QTest::newRow("no key") << QByteArray("nothing=1");
        QTest::newRow("of two keys") << QByteArray("enable=true");
        QTest::newRow("no choice") << QByteArray("profile.static_param.level=level7");
        QTest::newRow("no number") << QByteArray("profile.static_param.start_step=soon");
        QTest::newRow("below the range") << QByteArray("profile.static_param.start_step=-1");
        QTest::newRow("no flag") << QByteArray("profile.static_param.with_stack=1");
        QTest::newRow("no item") << QByteArray("profile.ranks=0,x");
        QTest::newRow("another key behind") << QByteArray("profile.ranks=[0], \"x\": [1]");
        QTest::newRow("a comment") << QByteArray("profile.ranks=[0 /* x */]");
        QTest::newRow("null") << QByteArray("profile.ranks=null");
        QTest::newRow("empty") << QByteArray("profile.static_param.start_step=");
    }
    void refused() {
        QFETCH(QByteArray, change);
        const auto result = edited(newSettings(SettingKind::MindSpeed), SettingKind::MindSpeed, {change.toStdString()});
        QVERIFY(!result.has_value());
        QCOMPARE(static_cast<int>(result.error().kind), static_cast<int>(ErrorKind::BadArgument));
    }
    void textsAreQuoted() {
        const auto text = edited("{}", SettingKind::TorchNpu, {"prof_dir=C:\\a \"b\"\n"});
        QCOMPARE(*text, "{\"prof_dir\": \"C:\\\\a \\\"b\\\"\\u000a\"}");
        QCOMPARE(readSettingText(*text)->root.at("prof_dir")->text, "C:\\a \"b\"\n");
        QCOMPARE(*edited("{}", SettingKind::MindSpore, {"prof_path=null"}), R"({"prof_path": null})");
    }
    void brokenTextsAreLeftAlone() {
        QVERIFY(!edited("{\"active\": 1", SettingKind::TorchNpu, {"active=2"}).has_value());
        QVERIFY(!edited("{\"experimental_config\": 1}", SettingKind::TorchNpu, {"mstx=true"}).has_value());
        QVERIFY(!readSettingChange("=1").has_value());
        QVERIFY(!readSettingChange("active").has_value());
    }
    void whileItIsTyped_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("result");
        const auto row = [](const char *key, const char *value, const char *result) {
            QTest::addRow("%s=%s", key, value) << QByteArray(key) << QByteArray(value) << QByteArray(result);
        };
        row("active", "12", "12");
        row("active", "", R"("" is not an integer ≥ 1; 1 is used.)");
        row("active", "-", R"("-" is not an integer ≥ 1; 1 is used.)");
        row("active", "0", "0 is not an integer ≥ 1; 1 is used.");
        row("active", R"(1}, "warmup": {"x":1)", R"("1}, "warmup": {"x":1" is not an integer ≥ 1; 1 is used.)");
        row("prof_dir", "./out", R"("./out")");
        row("rank_list", "0, 4", "[0, 4]");
        row("rank_list", "0, x", R"("0, x" is not a list of integers ≥ 0; nothing is recorded.)");
        row("activities", "CPU,GPU", R"("GPU" is not a list of allowed values: CPU, NPU; it is ignored.)");
        row("experimental_config.gc_detect_threshold", "null", "null");
        row("experimental_config.profiler_level", "Level1", R"("Level1")");
        row("experimental_config.profiler_level", "Level7",
            R"("Level7" is not one of the allowed values: Level_none, Level0, Level1, Level2; "Level0" is used.)");
    }
    void whileItIsTyped() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, result);
        const auto *spec = settingAt(settingProgram(SettingKind::TorchNpu), key.toStdString());
        QVERIFY(spec != nullptr);
        const auto typed = readTypedSetting(SettingKind::TorchNpu, *spec, value.toStdString(), {});
        QCOMPARE(typed.json.empty(), typed.refusal.has_value());
        QCOMPARE(QByteArray::fromStdString(typed.refusal ? englishText(*typed.refusal) : typed.json), result);
    }
    void aKeyThatTheVersionDoesNotKnowIsRefused() {
        const auto *spec = settingAt(settingProgram(SettingKind::TorchNpu), "experimental_config.msprof_tx");
        QVERIFY(readTypedSetting(SettingKind::TorchNpu, *spec, "soon", {}).refusal.has_value());
        QVERIFY(readTypedSetting(SettingKind::TorchNpu, *spec, "soon", "2.5").refusal.has_value());
        QVERIFY(!readTypedSetting(SettingKind::TorchNpu, *spec, "true", "2.5").refusal.has_value());
    }
};

TEST_SUITE(SettingEditTest)

}  // namespace tst_setting_edit

#include "tst_setting_edit.moc"
