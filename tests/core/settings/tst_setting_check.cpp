#include "core/base/words/message_list.h"
#include "core/base/words/resource_texts.h"
#include "core/settings/setting_check.h"
#include "core/settings/setting_edit.h"
#include "tests/support/test_suite.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

namespace tst_setting_check {

using namespace stagescope;

namespace {

QByteArray shown(const SettingProblem &problem) {
    return QByteArray::fromStdString(std::string(verdictText(problem.verdict)) + " " + std::to_string(problem.line) +
                                     " " + problem.path + " " +
                                     problem.what.id.substr(std::string("settings.problem.").size())) +
           "\n";
}

/// "reset 3 experimental_config.op_attr op_attr", one a line.
QByteArray verdicts(SettingKind kind, const std::string &text, const SettingQuestion &question = {}) {
    const auto read = readSettings(kind, text);
    if (!read) {
        return QByteArray::fromStdString(read.error().detail);
    }
    QByteArray all;
    const auto sheet = checkSettings(kind, read->root, question);
    for (const auto &problem : sheet.problems()) {
        all += shown(problem);
    }
    return all;
}

/// The usual settings of a kind with changes, one key a line.
std::string changed(SettingKind kind, const QByteArrayList &changes) {
    auto text = newSettings(kind);
    for (const auto &change : changes) {
        const auto one = readSettingChange(change.toStdString());
        const auto next = editSettings(text, kind, {&*one, 1});
        text = next ? *next : next.error().detail;
    }
    return text;
}

std::string valueOf(SettingKind kind, const std::string &text, const char *role, const SettingQuestion &question = {}) {
    const auto read = readSettings(kind, text);
    const auto sheet = checkSettings(kind, read->root, question);
    const auto *value = sheet.find(role);
    return value == nullptr ? "(none)" : value->shown();
}

}  // namespace

class SettingCheckTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyKeyHasAMeaning() {
        for (const auto &program : settingPrograms()) {
            for (const auto &spec : program.keys) {
                const auto meaning = settingMeaning(spec);
                QVERIFY2(englishText(meaning) != meaning.id, meaning.id.c_str());
                QVERIFY(readSettingText("{\"v\":" + std::string(spec.usual) + "}").has_value());
                QVERIFY2(spec.renamed.empty() || settingAt(program, spec.renamed) != nullptr ||
                             spec.path == std::string_view("pcie"),
                         std::string(spec.path).c_str());
            }
        }
    }
    /// A line of resources/settings that is written otherwise would lose what it says.
    void everyWordOfALineIsKnown() {
        const QRegularExpression key(
            QStringLiteral("^[\\w.]+(\t(flag|integer|number|text|choice|choices|integers|texts|object)\t[^\t]+"
                           "(\t((accepted|role|reset_to|codes|gone|renamed)=[^\t]+|on_bad=(warning|ignored|stops)|"
                           "nullable|raw))*)?$"));
        const auto text = resourceTexts("settings").front();
        std::size_t found = 0;
        for (const auto &line : QString::fromUtf8(text.data(), qsizetype(text.size())).split(QLatin1Char('\n'))) {
            if (!line.isEmpty() && !line.startsWith(QLatin1Char('#')) && !line.startsWith(QLatin1Char('['))) {
                QVERIFY2(key.match(line).hasMatch(), qPrintable(line));
                ++found;
            }
        }
        for (const auto &program : settingPrograms()) {
            found -= program.keys.size();
        }
        QCOMPARE(found, std::size_t{0});
    }
    /// Every key takes its usual value, and no other type; of what is new nothing is refused.
    void everyKeyIsChecked() {
        for (const auto &program : settingPrograms()) {
            const auto usual = verdicts(program.kind, newSettings(program.kind));
            QVERIFY2(!usual.contains(" bad.") && !usual.contains("unknown") && !usual.contains("missing"), usual);
            for (const auto &spec : program.keys) {
                const std::string version = spec.gone.empty() ? "" : "1.0";
                const auto *wrong = spec.type == SettingType::Object ? "[]" : "{}";
                std::string text = "{";
                std::string close = "}";
                std::string_view rest = spec.path;
                for (auto dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
                    text += "\n\"" + std::string(rest.substr(0, dot)) + "\": {";
                    close += "}";
                    rest = rest.substr(dot + 1);
                }
                text += "\n\"" + std::string(rest) + "\": " + wrong + close;
                const auto line = 2 + std::count(spec.path.begin(), spec.path.end(), '.');
                const auto wanted = QByteArray(verdictText(spec.onBad).data()) + " " + QByteArray::number(line) + " " +
                                    QByteArray(spec.path.data(), static_cast<qsizetype>(spec.path.size())) + " bad.";
                QByteArray found;
                const auto sheet = checkSettings(program.kind, readSettingText(text)->root, {.version = version});
                for (const auto &problem : sheet.problems()) {
                    found += shown(problem);
                }
                QVERIFY2(found.contains(wanted), wanted + "\n" + found);
            }
        }
    }
    void rules_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArrayList>("changes");
        QTest::addColumn<QByteArray>("verdict");
        const auto row = [](const char *name, SettingKind kind, const QByteArrayList &changes, const char *verdict) {
            QTest::newRow(name) << static_cast<int>(kind) << changes << QByteArray(verdict);
        };
        using enum SettingKind;
        row("mm off", MindSpeed, {}, "warning 3 profile.enable off");
        row("mm one step", MindSpeed, {"profile.enable=true", "profile.static_param.end_step=10"},
            "reset 14 profile.static_param.end_step end_before_start");
        row("mm warm-up", MindSpeed, {"profile.enable=true"},
            "warning 13 profile.static_param.start_step no_warmup_here");
        row("mm folder", MindSpeed, {"profile.enable=true"}, "warning 12 profile.static_param.save_path shared_folder");
        row("mm counters", MindSpeed, {"profile.static_param.level=level0"},
            "reset 16 profile.static_param.aic_metrics_type metrics_below_level1");
        row("mm template", MindSpeed, {"profile.enable=true", "profile.profile_type=dynamic"},
            "stops 20 profile.dynamic_param.config_path placeholder");
        row("mm dynamic", MindSpeed, {"profile.enable=true", "profile.profile_type=dynamic"},
            "warning 4 profile.profile_type dynamic");
        row("mm ranks", MindSpeed, {"profile.enable=true", "profile.ranks=0,8,9"},
            "ignored 5 profile.ranks ranks_outside");
        row("mm no rank", MindSpeed, {"profile.enable=true", "profile.ranks=8"}, "stops 5 profile.ranks ranks_outside");
        row("mm both", MindSpeed, {"profile.enable=true", "memory_profile.enable=true"},
            "warning 24 memory_profile.enable both_profiles");
        row("mm memory end", MindSpeed, {"memory_profile.enable=true", "memory_profile.end_step=0"},
            "warning 26 memory_profile.end_step memory_end");
        row("mm entries", MindSpeed, {"memory_profile.enable=true", "memory_profile.max_entries=100"},
            "warning 30 memory_profile.max_entries max_entries");
        row("fsdp off", MindSpeedFsdp, {}, "warning 3 tools.profile.enable off");
        row("fsdp one step", MindSpeedFsdp, {"tools.profile.enable=true", "tools.profile.static_param.end_step=10"},
            "reset 14 tools.profile.static_param.end_step end_before_start");
        row("fsdp warm-up", MindSpeedFsdp, {"tools.profile.enable=true"},
            "warning 13 tools.profile.static_param.start_step no_warmup_here");
        row("fsdp folder", MindSpeedFsdp, {"tools.profile.enable=true"},
            "warning 12 tools.profile.static_param.save_path shared_folder");
        row("fsdp counters", MindSpeedFsdp, {"tools.profile.static_param.level=level0"},
            "reset 16 tools.profile.static_param.aic_metrics_type metrics_below_level1");
        row("fsdp ranks", MindSpeedFsdp, {"tools.profile.enable=true", "tools.profile.ranks=0,8"},
            "ignored 5 tools.profile.ranks ranks_outside");
        row("fsdp both", MindSpeedFsdp, {"tools.profile.enable=true", "tools.memory_profile.enable=true"},
            "warning 19 tools.memory_profile.enable both_profiles");
        row("fsdp memory end", MindSpeedFsdp, {"tools.memory_profile.enable=true", "tools.memory_profile.end_step=1"},
            "warning 21 tools.memory_profile.end_step memory_end");
        row("dyno off", MsMonitor, {}, "warning 1 PROFILE_START_STEP start_off");
        row("dyno next", MsMonitor, {"PROFILE_START_STEP=-1"}, "warning 1 PROFILE_START_STEP start_next");
        row("dyno warm-up", MsMonitor, {}, "warning 3 WARMUP_ITERATIONS no_warmup");
        row("dyno op_attr", MsMonitor, {"op_attr=true"}, "reset 18 PROFILE_OP_ATTR op_attr");
        row("dyno ranks", MsMonitor, {"is_rank=true"}, "stops 14 PROFILE_RANK_LIST no_ranks");
        row("dyno ranks unused", MsMonitor, {"ranks=1"}, "ignored 14 PROFILE_RANK_LIST rank_list_off");
        row("dyno ranks outside", MsMonitor, {"is_rank=true", "ranks=1,8"},
            "ignored 14 PROFILE_RANK_LIST ranks_outside");
        row("dyno analyse", MsMonitor, {"is_rank=true", "ranks=1", "analyse=true"},
            "reset 6 PROFILE_ANALYSE analyse_of_ranks");
        row("dyno async", MsMonitor, {"async_mode=true"}, "ignored 7 PROFILE_ASYNC_MODE async_without_analyse");
        row("dyno marks alone", MsMonitor, {"profiler_level=Level_none"}, "reset 22 PROFILE_MSTX level_none");
        row("dyno counters", MsMonitor, {"aic_metrics=Memory"}, "reset 16 PROFILE_AIC_METRICS metrics_below_level1");
        row("dyno domains", MsMonitor, {"mstx_domain_include=a"},
            "ignored 23 PROFILE_MSTX_DOMAIN_INCLUDE domains_without_mstx");
        row("dyno both domains", MsMonitor, {"msprof_tx=true", "mstx_domain_include=a", "mstx_domain_exclude=b"},
            "reset 24 PROFILE_MSTX_DOMAIN_EXCLUDE both_domains");
        row("dyno gc", MsMonitor, {"gc_detect_threshold=0"}, "warning 29 PROFILE_GC_DETECT_THRESHOLD gc_all");
        row("dyno gc below", MsMonitor, {"gc_detect_threshold=-1.5"},
            "reset 29 PROFILE_GC_DETECT_THRESHOLD gc_negative");
        row("dyno npu-monitor", MsMonitor, {"npu_monitor=true"}, "stops 29 NPU_MONITOR_START npu_monitor");
        row("dyno nothing", MsMonitor, {"activities="}, "stops 5 PROFILE_ACTIVITIES no_activity");
        row("dyno stacks", MsMonitor, {"with_stack=true"}, "warning 10 PROFILE_WITH_STACK cost.stack");
        row("dyno of MindSpore off", MsMonitorMindSpore, {}, "stops 1 PROFILE_START_STEP monitor_range");
        row("dyno of MindSpore, no steps", MsMonitorMindSpore, {"start_step=5"},
            "stops 2 ACTIVITIES_ITERATIONS monitor_range");
        row("dyno of MindSpore, level", MsMonitorMindSpore, {"profiler_level=Level_none"},
            "reset 9 PROFILE_PROFILER_LEVEL level_none");
        row("dyno of MindSpore, counters", MsMonitorMindSpore, {"profiler_level=Level1"},
            "reset 10 PROFILE_AIC_METRICS metrics_by_level");
        row("dyno of MindSpore, shapes", MsMonitorMindSpore, {"record_shapes=true", "activities=NPU"},
            "reset 6 PROFILE_RECORD_SHAPES shapes_without_cpu");
        row("dyno of MindSpore, both domains", MsMonitorMindSpore,
            {"mstx=true", "mstx_domain_include=a", "mstx_domain_exclude=b"},
            "reset 16 PROFILE_MSTX_DOMAIN_EXCLUDE both_domains");
        row("dyno of MindSpore, flops", MsMonitorMindSpore, {"with_flops=true"},
            "reset 20 PROFILE_WITH_FLOPS unread_by_mindspore");
        row("dyno of MindSpore, modules", MsMonitorMindSpore, {"with_modules=true"},
            "reset 21 PROFILE_WITH_MODULES unread_by_mindspore");
        row("dyno of MindSpore, async", MsMonitorMindSpore, {"async_mode=true"},
            "reset 22 PROFILE_ASYNC_MODE unread_by_mindspore");
        row("dyno of MindSpore, op_attr", MsMonitorMindSpore, {"op_attr=true"},
            "reset 23 PROFILE_OP_ATTR unread_by_mindspore");
        row("dyno of MindSpore, ranks", MsMonitorMindSpore, {"ranks=0,1"},
            "reset 25 PROFILE_RANK_LIST unread_by_mindspore");
        row("dyno of MindSpore, is_rank", MsMonitorMindSpore, {"is_rank=true"},
            "reset 24 PROFILE_IS_RANK unread_by_mindspore");
        row("dyno of MindSpore, gc", MsMonitorMindSpore, {"gc_detect_threshold=1.5"},
            "reset 27 PROFILE_GC_DETECT_THRESHOLD unread_by_mindspore");
        row("dyno of MindSpore, npu-monitor", MsMonitorMindSpore, {"npu_monitor=true"},
            "stops 27 NPU_MONITOR_START npu_monitor");
        row("MindSpore schedule warm-up", MindSporeSchedule, {}, "warning 3 warmup no_warmup");
        row("npu off", TorchNpu, {}, "warning 12 start_step start_off");
        row("npu next", TorchNpu, {"start_step=-1"}, "warning 12 start_step start_next");
        row("npu warm-up", TorchNpu, {}, "warning 11 warmup no_warmup");
        row("npu op_attr", TorchNpu, {"op_attr=true"}, "reset 20 experimental_config.op_attr op_attr");
        row("npu gc", TorchNpu, {"gc_detect_threshold=0"}, "warning 21 experimental_config.gc_detect_threshold gc_all");
        row("npu ranks", TorchNpu, {"is_rank=true"}, "stops 14 rank_list no_ranks");
        row("npu ranks unused", TorchNpu, {"rank_list=1"}, "ignored 14 rank_list rank_list_off");
        row("npu ranks outside", TorchNpu, {"is_rank=true", "rank_list=1,8"}, "ignored 14 rank_list ranks_outside");
        row("npu analyse", TorchNpu, {"is_rank=true", "rank_list=1", "analyse=true"},
            "reset 4 analyse analyse_of_ranks");
        row("npu async", TorchNpu, {"async_mode=true"}, "ignored 15 async_mode async_without_analyse");
        row("npu marks alone", TorchNpu, {"profiler_level=Level_none"}, "reset 25 experimental_config.mstx level_none");
        row("npu counters", TorchNpu, {"aic_metrics=Memory"},
            "reset 18 experimental_config.aic_metrics metrics_below_level1");
        row("npu domains", TorchNpu, {"mstx_domain_include=a"},
            "ignored 26 experimental_config.mstx_domain_include domains_without_mstx");
        row("npu both domains", TorchNpu, {"mstx=true", "mstx_domain_include=a", "mstx_domain_exclude=b"},
            "reset 27 experimental_config.mstx_domain_exclude both_domains");
        row("npu nothing", TorchNpu, {"activities="}, "stops 2 activities no_activity");
        row("npu stacks", TorchNpu, {"with_stack=true"}, "warning 7 with_stack cost.stack");
        row("npu memory", TorchNpu, {"profile_memory=true", "profiler_level=Level1"},
            "warning 6 profile_memory cost.memory");
        row("npu level 2", TorchNpu, {"profiler_level=Level2"},
            "warning 17 experimental_config.profiler_level cost.level2");
        row("ms off", MindSpore, {}, "warning 2 start_step monitor_off");
        row("ms reversed", MindSpore, {"start_step=5", "stop_step=4"}, "stops 3 stop_step monitor_range");
        row("ms from 0", MindSpore, {"start_step=0", "stop_step=4"}, "stops 2 start_step monitor_range");
        row("ms level", MindSpore, {"profiler_level=LevelNone"}, "reset 5 profiler_level level_none");
        row("ms counters", MindSpore, {"profiler_level=Level1"}, "reset 4 aic_metrics metrics_by_level");
        row("ms shapes", MindSpore, {"record_shapes=true", "activities=NPU"},
            "reset 16 record_shapes shapes_without_cpu");
        row("ms code", MindSpore, {"profiler_level=Level1", "aic_metrics=AiCoreNone"},
            "reset 4 aic_metrics metrics_by_level");
        row("options off", MindSporeOptions, {}, "stops 2 start no_start");
        row("options gpu", MindSporeOptions, {"start=true", "activities=CPU,GPU"}, "ignored 5 activities gpu");
        row("npu other counters", TorchNpu, {"profiler_level=Level1", "aic_metrics=L2Cache"},
            "warning 18 experimental_config.aic_metrics cost.metrics");
        row("npu excluded domains", TorchNpu, {"mstx_domain_exclude=b"},
            "ignored 27 experimental_config.mstx_domain_exclude domains_without_mstx");
        row("ms counters below", MindSpore, {"aic_metrics=Memory"}, "reset 4 aic_metrics metrics_below_level1");
        row("ms both domains", MindSpore, {"mstx=true", "mstx_domain_include=a", "mstx_domain_exclude=b"},
            "reset 19 mstx_domain_exclude both_domains");
        row("ms domains", MindSpore, {"mstx_domain_include=a"}, "ignored 18 mstx_domain_include domains_without_mstx");
        row("ms never", MindSpore, {"start_step=5"}, "stops 3 stop_step monitor_range");
        row("ms nothing", MindSpore, {"activities="}, "stops 7 activities no_activity");
        row("options level", MindSporeOptions, {"start=true", "profiler_level=LevelNone"},
            "reset 4 profiler_level level_none");
        row("options counters", MindSporeOptions, {"profiler_level=Level2"}, "reset 6 aic_metrics metrics_by_level");
        row("options counters below", MindSporeOptions, {"aic_metrics=MemoryUB"},
            "reset 6 aic_metrics metrics_below_level1");
        row("options shapes", MindSporeOptions, {"record_shapes=true", "activities=NPU"},
            "reset 15 record_shapes shapes_without_cpu");
        row("options both domains", MindSporeOptions, {"mstx=true", "mstx_domain_include=a", "mstx_domain_exclude=b"},
            "reset 20 mstx_domain_exclude both_domains");
        row("schedule warm-up", Schedule, {}, "warning 3 warmup no_warmup");
        row("schedule for ever", Schedule, {}, "warning 5 repeat for_ever");
        row("schedule several", Schedule, {"repeat=2"}, "warning 5 repeat several_captures");
    }
    void rules() {
        QFETCH(int, kind);
        QFETCH(QByteArrayList, changes);
        QFETCH(QByteArray, verdict);
        const auto settings = static_cast<SettingKind>(kind);
        const auto found = verdicts(settings, changed(settings, changes), {.world = 8});
        QVERIFY2(found.contains(verdict + "\n"), found + QByteArray::fromStdString(changed(settings, changes)));
        // The rule is about these changes: without them, and where it is not about what is usual, it is silent.
        if (!changes.isEmpty()) {
            QVERIFY(!verdicts(settings, newSettings(settings), {.world = 8}).contains(verdict + "\n"));
        }
    }
    void whatIsResetCountsFromThenOn() {
        using enum SettingKind;
        QCOMPARE(valueOf(TorchNpu, R"({"active": 0, "warmup": -1, "start_step": -2})", "active"), "1");
        QCOMPARE(valueOf(TorchNpu, R"({"warmup": -1})", "warmup"), "0");
        QCOMPARE(valueOf(TorchNpu, R"({"start_step": -2})", "start_step"), "0");
        QCOMPARE(valueOf(TorchNpu, R"({"experimental_config": {"profiler_level": "Level3"}})", "profiler_level"),
                 "Level0");
        QCOMPARE(valueOf(TorchNpu, R"({"experimental_config": {"host_sys": ["cpu", "gpu"]}})", "host_sys"), "[]");
        QCOMPARE(valueOf(TorchNpu, R"({"experimental_config": {"export_type": ["db", "x"]}})", "export_type"),
                 "[text]");
        QCOMPARE(valueOf(TorchNpu, R"({"activities": ["GPU", "NPU"]})", "activities"), "[NPU]");
        QCOMPARE(valueOf(TorchNpu, R"({"experimental_config": {"gc_detect_threshold": -1}})", "gc_detect_threshold"),
                 "null");
        QCOMPARE(valueOf(MindSpore, R"({"activities": 2})", "activities"), "[NPU]");
        QCOMPARE(valueOf(MindSpore, R"({"host_sys": ["cpu", "numa"]})", "host_sys"), "[]");
        QCOMPARE(valueOf(MindSpore, R"({"analyse_mode": 2})", "analyse_mode"), "-1");
        QCOMPARE(valueOf(MindSpore, R"({"profiler_level": "Level3"})", "profiler_level"), "Level0");
        QCOMPARE(valueOf(MindSpore, R"({"profiler_level": -1, "mstx": true})", "profiler_level"), "LevelNone");
        QCOMPARE(valueOf(MindSporeOptions, R"({"activities": ["CPU", "TPU"]})", "activities"), "[CPU, NPU]");
        QCOMPARE(valueOf(MindSporeOptions, R"({"aic_metrics": "AicoreNone"})", "aic_metrics"), "None");
        QCOMPARE(valueOf(MindSporeOptions, R"({"export_type": ["db", "xml"]})", "export_type"), "[text]");
        QCOMPARE(valueOf(MindSporeOptions, R"({"profile_framework": "none"})", "profile_framework", {.version = "2.3"}),
                 "all");
        QCOMPARE(valueOf(MindSporeOptions, R"({"profile_framework": null})", "profile_framework", {.version = "2.3"}),
                 "null");
        QCOMPARE(valueOf(MindSporeOptions, R"({"output_path": "here"})", "prof_dir", {.version = "2.3"}), "./data");
        QCOMPARE(valueOf(MindSporeOptions, R"({"output_path": "/here"})", "prof_dir", {.version = "2.3"}), "/here");
        QCOMPARE(valueOf(MindSporeOptions, R"({"output_path": "here"})", "prof_dir"), "here");
        QCOMPARE(valueOf(MindSpore, R"({"export_type": 2})", "export_type"), "[text, db]");
        QCOMPARE(valueOf(MindSpore, R"({"aic_metrics": 99})", "aic_metrics"), "AiCoreNone");
        QCOMPARE(valueOf(MindSpore, R"({"profiler_level": 1})", "aic_metrics"), "PipeUtilization");
        QCOMPARE(valueOf(MindSpore, R"({"mstx": 1})", "mstx"), "false");
        QCOMPARE(valueOf(MindSpore, R"({"start_step": true})", "start_step"), "-1");
        QCOMPARE(valueOf(MindSporeOptions, R"({"host_sys": ["cpu"]})", "host_sys"), "[]");
        QCOMPARE(valueOf(MindSporeOptions, R"({"timeline_limit": 0})", "timeline_limit", {.version = "2.3"}), "500");
        QCOMPARE(valueOf(MindSporeOptions, R"({"aicore_metrics": 9})", "aicore_metrics", {.version = "2.3"}), "0");
        QCOMPARE(valueOf(Schedule, R"({"active": true})", "active"), "1");
    }
    /// Texts of a request, one key each, as the program that it is sent to takes them.
    void valuesOfRequests_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("role");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("verdict");
        using enum SettingKind;
        const auto row = [](SettingKind kind, const char *line, const char *role, const char *value,
                            const char *verdict) {
            QTest::addRow("%s %s", settingProgram(kind).id.data(), line)
                << static_cast<int>(kind) << QByteArray(line) << QByteArray(role) << QByteArray(value)
                << QByteArray(verdict);
        };
        row(MsMonitor, "PROFILE_START_STEP=7", "start_step", "7", "");
        row(MsMonitor, "PROFILE_START_STEP=soon", "start_step", "0", "reset");
        row(MsMonitor, "PROFILE_START_STEP=-2", "start_step", "0", "reset");
        row(MsMonitor, "ACTIVITIES_ITERATIONS=+3", "active", "3", "");
        row(MsMonitor, "ACTIVITIES_ITERATIONS=0", "active", "1", "reset");
        row(MsMonitor, "WARMUP_ITERATIONS=-1", "warmup", "0", "reset");
        row(MsMonitor, "ACTIVITIES_LOG_FILE=/data/x", "prof_dir", "/data/x", "");
        row(MsMonitor, "PROFILE_ACTIVITIES=CPU,NPU", "activities", "[CPU, NPU]", "");
        row(MsMonitor, "PROFILE_ACTIVITIES=npu", "activities", "[NPU]", "");
        row(MsMonitor, "PROFILE_ACTIVITIES=CPU, NPU", "activities", "[CPU]", "ignored");  // " NPU" is none
        row(MsMonitor, "PROFILE_WITH_STACK=True", "with_stack", "true", "");
        row(MsMonitor, "PROFILE_WITH_STACK=1", "with_stack", "false", "reset");
        row(MsMonitor, "PROFILE_DATA_SIMPLIFICATION=no", "data_simplification", "true", "reset");
        row(MsMonitor, "PROFILE_PROFILER_LEVEL=level1", "profiler_level", "Level0", "reset");
        row(MsMonitor, "PROFILE_EXPORT_TYPE=Db", "export_type", "db", "");
        row(MsMonitor, "PROFILE_EXPORT_TYPE=Text,Db", "export_type", "text", "reset");
        row(MsMonitor, "PROFILE_GC_DETECT_THRESHOLD=None", "gc_detect_threshold", "null", "");
        row(MsMonitor, "PROFILE_GC_DETECT_THRESHOLD=0.5", "gc_detect_threshold", "0.5", "");
        row(MsMonitor, "PROFILE_GC_DETECT_THRESHOLD=long", "gc_detect_threshold", "null", "stops");
        row(MsMonitor, "PROFILE_HOST_SYS=cpu, mem", "host_sys", "[cpu, mem]", "");
        row(MsMonitor, "PROFILE_HOST_SYS=cpu,gpu", "host_sys", "[]", "reset");
        row(MsMonitor, "PROFILE_HOST_SYS=None", "host_sys", "[]", "");
        row(MsMonitor, "PROFILE_RANK_LIST=0,x", "ranks", "[]", "stops");
        row(MsMonitor, "PROFILE_IS_RANK=maybe", "is_rank", "false", "stops");
        row(MsMonitor, "PROFILE_START_ITERATION=0", "start_iteration", "0", "");
        row(MsMonitorMindSpore, "PROFILE_START_STEP=7", "start_step", "7", "");
        row(MsMonitorMindSpore, "start_step=7", "start_step", "7", "");  // the short key counts too
        row(MsMonitorMindSpore, "iterations=x", "iterations", "0", "reset");
        row(MsMonitorMindSpore, "log_file=./out", "prof_dir", "./out", "");
        row(MsMonitorMindSpore, "PROFILE_ACTIVITIES=CPU, NPU", "activities", "[CPU, NPU]", "");
        row(MsMonitorMindSpore, "PROFILE_ACTIVITIES=cpu", "activities", "[CPU, NPU]", "reset");
        row(MsMonitorMindSpore, "PROFILE_EXPORT_TYPE=Db", "export_type", "Db", "");
        row(MsMonitorMindSpore, "PROFILE_EXPORT_TYPE=db", "export_type", "Text", "reset");
        row(MsMonitorMindSpore, "PROFILE_MSPROF_TX=true", "mstx", "true", "");
        row(MsMonitorMindSpore, "PROFILE_DATA_SIMPLIFICATION=yes", "data_simplification", "false", "reset");
        row(MsMonitorMindSpore, "PROFILE_HOST_SYS=cpu,numa", "host_sys", "[]", "reset");
    }
    void valuesOfRequests() {
        QFETCH(int, kind);
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, role);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, verdict);
        const auto text = "\n" + line.toStdString() + "\r\n";
        const auto read = readSettings(static_cast<SettingKind>(kind), text);
        QVERIFY2(read.has_value(), line);
        const SettingSheet sheet(static_cast<SettingKind>(kind), read->root, {});
        QCOMPARE(QByteArray::fromStdString(sheet.find(role.toStdString())->shown()), value);
        QByteArray found;
        for (const auto &problem : sheet.problems()) {
            found += verdictText(problem.verdict).data() + QByteArray(problem.line == 2 ? "" : " of another line");
        }
        QCOMPARE(found, verdict);
    }
    void aRequestIsToldByItsLines() {
        using enum SettingKind;
        QVERIFY(verdicts(MsMonitor, "PROFILE_START_STEP=1\n").contains("stops 0 PROFILE_ACTIVITIES no_activities_key"));
        QVERIFY(verdicts(MsMonitor, "PROFILE_WITH_STAK=true\n").contains("ignored 1 PROFILE_WITH_STAK unknown_near"));
        QVERIFY(verdicts(MsMonitor, "{\"active\": 1}").contains("KEY=VALUE"));
        QVERIFY(verdicts(TorchNpu, "active=1\n").contains("braces"));
        const auto read = readSettingText("NpuTrace config = \nA=b=c\nnothing\nA=1\nA=2\n");
        QCOMPARE(read->problems.size(), std::size_t{3});
        QCOMPARE(read->problems[0].what.id + std::to_string(read->problems[0].line), "settings.problem.request_line2");
        QCOMPARE(read->problems[1].what.id + std::to_string(read->problems[1].line), "settings.problem.request_line3");
        QCOMPARE(read->problems[2].what.id + std::to_string(read->problems[2].line), "settings.problem.twice5");
    }
    /// MindSpore's schedule() knows less, and in graph mode O2 nothing may stand before the first step.
    void mindSpore() {
        using enum SettingKind;
        const std::string call = "{\"active\": 1, \"warmup\": 1,\n\"skip_first_wait\": 1}";
        QVERIFY(verdicts(MindSporeSchedule, call).contains("stops 2 skip_first_wait unknown_keyword"));
        QVERIFY(!verdicts(Schedule, call).contains("skip_first_wait"));
        QVERIFY(verdicts(MindSporeSchedule, "{}").contains("stops 0 active no_active"));
        QVERIFY(verdicts(MindSporeSchedule, "{\"active\": 1,\n\"warm_up\": 1}").contains("stops 2 warm_up keyword"));
        const std::string late = "{\"active\": 1,\n\"wait\": 2,\n\"skip_first\": 3}";
        const auto inGraph = verdicts(MindSporeSchedule, late, {.isGraphO2 = true});
        QVERIFY2(inGraph.contains("stops 2 wait graph_o2\n") && inGraph.contains("stops 3 skip_first graph_o2\n"),
                 inGraph);
        QVERIFY(!verdicts(MindSporeSchedule, late).contains("graph_o2"));
        QVERIFY(!verdicts(Schedule, late, {.isGraphO2 = true}).contains("graph_o2"));
        QVERIFY(!verdicts(MindSporeSchedule, "{\"active\": 1}", {.isGraphO2 = true}).contains("graph_o2"));
        const std::string cache = "{\"start_step\": 1, \"stop_step\": 2,\n\"l2_cache\": true}";
        QVERIFY(verdicts(MindSpore, cache, {.isGraphO2 = true}).contains("reset 2 l2_cache graph_o2_cache"));
        QVERIFY(!verdicts(MindSpore, cache).contains("graph_o2"));
        QVERIFY(verdicts(MsMonitorMindSpore, "PROFILE_L2_CACHE=true\n", {.isGraphO2 = true})
                    .contains("reset 1 PROFILE_L2_CACHE graph_o2_cache"));
        QVERIFY(!verdicts(MindSporeOptions, R"({"start": true, "l2_cache": true})", {.isGraphO2 = true})
                     .contains("graph_o2"));
    }
    void versions() {
        using enum SettingKind;
        const std::string text =
            "{\"start_step\": 1, \"stop_step\": 2,\n\"aicore_metrics\": 0, \"profiler_level\": \"Level1\"}";
        const QByteArray gone = "ignored 2 aicore_metrics renamed";
        QVERIFY(verdicts(MindSpore, text).contains(gone));
        QVERIFY(verdicts(MindSpore, text, {.version = "2.6.0rc1"}).contains(gone));
        QVERIFY(verdicts(MindSpore, text, {.version = "2.10"}).contains(gone));
        QVERIFY(!verdicts(MindSpore, text, {.version = "2.5.1"}).contains(gone));
        QCOMPARE(valueOf(MindSpore, text, "aicore_metrics", {.version = "2.5"}), "PipeUtilization");
        QVERIFY(verdicts(Schedule, "{\"active\": 1,\n\"warm_up\": 1}").contains("stops 2 warm_up keyword"));
        QVERIFY(!verdicts(Schedule, R"({"active": 1, "warm_up": 1})", {.version = "2.5"}).contains("warmup"));
    }
    /// Numbers that stand for names, each, and what none does.
    void codes_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("number");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *key, int number, const char *value) {
            QTest::addRow("%s %d", key, number) << QByteArray(key) << number << QByteArray(value);
        };
        const char *metrics[] = {"PipeUtilization", "ArithmeticUtilization", "Memory",  "MemoryL0",
                                 "MemoryUB",        "ResourceConflictRatio", "L2Cache", "MemoryAccess"};
        for (int i = 0; i < 8; ++i) {
            row("aic_metrics", i, metrics[i]);
        }
        row("aic_metrics", 8, "PipeUtilization");  // none, and the level demands some
        row("profiler_level", 1, "Level1");
        row("profiler_level", 2, "Level2");
        row("profiler_level", 3, "Level0");
        row("activities", 0, "[CPU, NPU]");
        row("activities", 1, "[CPU]");
        row("activities", 2, "[NPU]");
        row("activities", 3, "[CPU, NPU]");
        row("export_type", 0, "[text]");
        row("export_type", 1, "[db]");
        row("export_type", 2, "[text, db]");
        row("export_type", 3, "[text]");
    }
    void codes() {
        QFETCH(QByteArray, key);
        QFETCH(int, number);
        QFETCH(QByteArray, value);
        const auto other = key == "profiler_level" ? std::string() : std::string(R"("profiler_level": "Level1", )");
        const auto text = "{" + other + "\"" + key.toStdString() + "\": " + std::to_string(number) + "}";
        QCOMPARE(QByteArray::fromStdString(valueOf(SettingKind::MindSpore, text, key.constData())), value);
        QVERIFY2(verdicts(SettingKind::MindSpore, text).contains(" " + key + " "),
                 text.c_str());  // deprecated, or reset
    }
    void unknownKeysAreToldWithWhatWasMeant() {
        using enum SettingKind;
        QVERIFY(verdicts(TorchNpu, "{\n\"Profile_memory\": true}").contains("ignored 2 Profile_memory unknown_near"));
        QVERIFY(verdicts(TorchNpu, "{\n\"whatever\": true}").contains("ignored 2 whatever unknown\n"));
        QVERIFY(verdicts(TorchNpu, "{\n\"experimental_config\": 1}").contains("stops 2 experimental_config no_object"));
        QVERIFY(verdicts(Schedule, "{\"active\": 1,\n\"waits\": 1}").contains("stops 2 waits unknown_near"));
        QVERIFY(!verdicts(TorchNpu, R"({"metadata": {"anything": 1}})").contains("unknown"));
        QVERIFY(verdicts(MindSpeed, "{}").contains("stops 0 profile.static_param.level missing"));
        QVERIFY(!verdicts(MindSpeed, "{}").contains("extract_video_feature"));
        QVERIFY(verdicts(Schedule, "{}").contains("stops 0 active no_active"));
    }
    void recognised() {
        const auto kindOf = [](const char *text) { return recognisedSettings(*readSettingText(text)); };
        QCOMPARE(static_cast<int>(*kindOf(R"({"memory_profile": {"enable": true}})")),
                 static_cast<int>(SettingKind::MindSpeed));
        QCOMPARE(static_cast<int>(*kindOf(R"({"active": 1, "is_rank": true})")),
                 static_cast<int>(SettingKind::TorchNpu));
        QCOMPARE(static_cast<int>(*kindOf(R"({"start_step": 1, "stop_step": 2})")),
                 static_cast<int>(SettingKind::MindSpore));
        QCOMPARE(static_cast<int>(*kindOf(R"({"start": true})")), static_cast<int>(SettingKind::MindSporeOptions));
        QCOMPARE(static_cast<int>(*kindOf(R"({"wait": 1, "active": 2})")), static_cast<int>(SettingKind::Schedule));
        QCOMPARE(static_cast<int>(*kindOf(R"({"schedule": {"wait": 1}})")), static_cast<int>(SettingKind::Torch));
        QCOMPARE(static_cast<int>(*kindOf("model:\n  a: 1\ntools:\n  profile:\n    enable: true\n")),
                 static_cast<int>(SettingKind::MindSpeedFsdp));
        QCOMPARE(static_cast<int>(*kindOf("NpuTrace config = \nACTIVITIES_LOG_FILE=x\nPROFILE_START_STEP=1\n")),
                 static_cast<int>(SettingKind::MsMonitor));
        QCOMPARE(static_cast<int>(*kindOf("start_step=5\niterations=2\n")),
                 static_cast<int>(SettingKind::MsMonitorMindSpore));
        QVERIFY(!kindOf("model:\n  a: 1\n"));
        QVERIFY(!kindOf("active: 1\n"));  // no program reads these in YAML
        QVERIFY(!kindOf("{}"));
        QVERIFY(!kindOf(R"({"access_config": {"access_key": ""}})"));
    }
};

TEST_SUITE(SettingCheckTest)

}  // namespace tst_setting_check

#include "tst_setting_check.moc"
