#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_config_command {

using namespace Qt::StringLiterals;
using stagescope::DemoOptions;
using stagescope::placeDemo;

namespace {

struct ConfigRun {
    int code = -1;
    QByteArray out;
    QByteArray error;
};

ConfigRun config(const QStringList &words) {
    QProcess process;
    process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), QStringList{u"config"_s} + words);
    if (!process.waitForFinished(60'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray contentOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

}  // namespace

class ConfigCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }
    void newIsCleanAndCanBeEdited() {
        const auto path = file("profiler_config.json");
        QCOMPARE(config({u"new"_s, u"torch_npu"_s, u"start_step=10"_s, u"warmup=1"_s, u"-o"_s, path}).code, 0);
        const auto clean = config({u"check"_s, path, u"--steps"_s, u"20"_s, u"--dp"_s, u"2"_s, u"--pp"_s, u"2"_s});
        QCOMPARE(clean.code, 0);
        QVERIFY2(clean.out.contains("nothing is wrong"), clean.out);
        QVERIFY2(clean.out.contains(".......... wS........"), clean.out);
        QVERIFY2(clean.out.contains("Ranks that suffice of 4: 0-3"), clean.out);
        QVERIFY2(clean.out.contains("Volume, estimated: 4.71 MiB"), clean.out);
        const auto before = contentOf(path);
        QCOMPARE(config({u"edit"_s, path, u"profiler_level=Level1"_s}).code, 0);
        QCOMPARE(contentOf(path), QByteArray(before).replace("Level0", "Level1"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"profiler_config.json"_s});
    }
    void mistakesHaveTheirLines() {
        write("c.json", "{\n  \"activities\": [\"CPU\", \"NPU\"],\n  \"active\": 0,\n  \"with_stak\": true\n}\n");
        const auto checked = config({u"check"_s, file("c.json"), u"--kind"_s, u"torch_npu"_s});
        QCOMPARE(checked.code, 1);
        QVERIFY2(checked.out.contains("line 3    reset    active: 0 is not an integer ≥ 1; 1 is used."), checked.out);
        QVERIFY2(checked.out.contains("line 4    ignored  with_stak: Unknown key; did you mean with_stack?"),
                 checked.out);
        QVERIFY(checked.error.contains("2 of its settings"));
        QCOMPARE(config({u"check"_s, file("c.json"), u"--kind"_s, u"torch_npu"_s, u"--allow-loss"_s}).code, 0);
    }
    /// A profile of the same job in place of an estimate.
    void likeOneThatWasTakenBefore() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 2;
        options.steps = 2;
        QVERIFY(placeDemo(file("demo").toStdString(), options));
        QCOMPARE(config({u"new"_s, u"torch_npu"_s, u"start_step=10"_s, u"active=4"_s, u"-o"_s, file("c.json")}).code,
                 0);
        const auto checked = config({u"check"_s, file("c.json"), u"--pp"_s, u"2"_s, u"--like"_s, file("demo")});
        QCOMPARE(checked.code, 0);
        QVERIFY2(checked.out.contains("Volume, as measured: "), checked.out);
        QVERIFY2(checked.out.contains("for 4 steps of 2 ranks") && checked.out.contains("(4 steps of 2 ranks)"),
                 checked.out);
        QVERIFY2(!checked.out.contains("Qwen3"), checked.out);
        QVERIFY2(checked.out.contains("ms a step while recorded") && checked.out.contains("Overhead in ms unknown"),
                 checked.out);
        const auto both =
            config({u"check"_s, file("c.json"), u"--like"_s, file("demo"), u"--like"_s, file("demo")}).out;
        QVERIFY2(both.count("ms a step while recorded") == 2 && both.contains("If nothing else in the job differs"),
                 both);
        QVERIFY2(checked.out.contains("version 2.7.1 as in --like"), checked.out);
        QVERIFY(!config({u"check"_s, file("c.json"), u"--version"_s, u"2.7.1"_s, u"--like"_s, file("demo")})
                     .out.contains("as in --like"));
        QCOMPARE(config({u"check"_s, file("c.json"), u"--like"_s, file("nowhere")}).code, 2);
    }
    /// Of MindSpore, whose keys differ from version to version.
    void theVersionOfOneThatWasTakenBefore() {
        const auto folder = stagescope::realDataFolder() + u"/mindspore"_s;
        if (!QFile::exists(folder)) {
            QSKIP("no real data");
        }
        const auto profile = folder + u"/localhost.localdomain_4711_20241122101112123_ascend_ms"_s;
        write("c.json", "{\"start_step\": 1, \"stop_step\": 2}");
        const auto checked = config({u"check"_s, file("c.json"), u"--like"_s, profile});
        QVERIFY2(checked.out.contains("version 2.7.0 as in --like"), checked.out + checked.error);
    }
    void refusedEditsLeaveTheFile_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("change");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char *name, const char *text, const QString &kind, const QString &change,
                            const char *reason) {
            QTest::newRow(name) << QByteArray(text) << kind << change << QByteArray(reason);
        };
        row("an anchor", "tools:\r\n  profile:\r\n    enable: &on false\r\neval: *on\r\n", u"mindspeed-mm-fsdp"_s,
            u"profile.enable=true"_s, "line 3: this value is also used elsewhere");
        row("not YAML", "tools: [\n", u"mindspeed-mm-fsdp"_s, u"profile.enable=true"_s, "line 2: did not find");
        row("not JSON", "{\n\"active\": }\n", u"torch_npu"_s, u"active=2"_s, "line 2: a value is expected");
        row("no object", "{\n\"experimental_config\": 1}\n", u"torch_npu"_s, u"mstx=true"_s,
            "line 2: experimental_config is no object");
        row("two changes, one wrong", "{\n\"active\": 1}\n", u"torch_npu"_s, u"active=2 mstx=soon"_s, "soon");
    }
    void refusedEditsLeaveTheFile() {
        QFETCH(QByteArray, text);
        QFETCH(QString, kind);
        QFETCH(QString, change);
        QFETCH(QByteArray, reason);
        write("settings", text);
        const auto path = file("settings");
        const auto run = config(QStringList{u"edit"_s, path} + change.split(u' ') + QStringList{u"--kind"_s, kind});
        QCOMPARE(run.code, 2);
        QCOMPARE(run.out, QByteArray());
        QVERIFY2(run.error.startsWith(path.toUtf8() + ": ") && run.error.count('\n') == 1, run.error);
        QVERIFY2(run.error.contains(reason), run.error);
        QCOMPARE(contentOf(path), text);
    }
    void yamlOfATrainingIsCheckedAndEdited() {
        const QByteArray training =
            "model:\n  a: &x b  # ours\ntools:\n  profile:\n    enable: false\n    ranks:\n"
            "    - 0\n  memory_profile: {}\n";
        write("config.yaml", training);
        const auto checked = config({u"check"_s, file("config.yaml")});
        QCOMPARE(checked.code, 0);
        QVERIFY2(checked.out.contains("settings of mindspeed-mm-fsdp (config.yaml)"), checked.out);
        QCOMPARE(config({u"edit"_s, file("config.yaml"), u"profile.enable=true"_s, u"profile.ranks=0,4"_s}).code, 0);
        QCOMPARE(contentOf(file("config.yaml")),
                 QByteArray(training).replace("false", "true").replace("ranks:\n    - 0\n", "ranks: [0, 4]\n"));
        write("config.yaml", "tools:\n  profile:\n    static_param:\n      level: level3\n\t\tx: 1\n");
        QVERIFY(config({u"check"_s, file("config.yaml")}).error.contains("line 5: found a tab"));
        QCOMPARE(config({u"new"_s, u"mindspeed-mm-fsdp"_s, u"profile.enable=true"_s, u"-o"_s, file("new.yaml")}).code,
                 0);
        const auto clean = config({u"check"_s, file("new.yaml"), u"--steps"_s, u"20"_s});
        QCOMPARE(clean.code, 0);
        QVERIFY2(clean.out.contains(".......... S"), clean.out);
    }
    void requestsAreCheckedFromAFileAndPasted() {
        QCOMPARE(config({u"new"_s, u"msmonitor"_s, u"start_step=10"_s, u"warmup=1"_s, u"-o"_s, file("r.txt")}).code, 0);
        const auto clean = config({u"check"_s, file("r.txt"), u"--steps"_s, u"20"_s});
        QCOMPARE(clean.code, 0);
        QVERIFY2(clean.out.contains("nothing is wrong") && clean.out.contains(".......... wS"), clean.out);
        const auto pasted = config({u"check"_s, u"--text"_s,
                                    u"NpuTrace config = \nPROFILE_START_STEP=5\nACTIVITIES_ITERATIONS=0\n"
                                    "PROFILE_ACTIVITIES=CPU, NPU\n"_s});
        QCOMPARE(pasted.code, 1);
        QVERIFY2(pasted.out.contains("line 3    reset    ACTIVITIES_ITERATIONS: \"0\" is not") ||
                     pasted.out.contains("line 3    reset    ACTIVITIES_ITERATIONS: 0 is not"),
                 pasted.out);
        QVERIFY2(!pasted.out.contains("NpuTrace"), pasted.out);
        QVERIFY2(pasted.out.contains("line 4    ignored  PROFILE_ACTIVITIES: \" NPU\" is not"), pasted.out);
        const auto other = config({u"check"_s, u"--kind"_s, u"msmonitor-mindspore"_s, u"--text"_s,
                                   u"PROFILE_START_STEP=5\nACTIVITIES_ITERATIONS=2\n"_s, u"--steps"_s, u"9"_s});
        QVERIFY2(other.code == 0 && other.out.contains("....RS..."), other.out);
        QCOMPARE(config({u"check"_s, u"--text"_s, u"x"_s, file("r.txt")}).code, 2);
    }
    void graphsOfMindSpore() {
        write("ms.py",
              "from mindspore.profiler import schedule\nschedule(wait=0, warmup=1, active=1, repeat=1,\n"
              "    skip_first=2, skip_first_wait=1)\n");
        const auto script = config({u"check"_s, file("ms.py")});
        QVERIFY2(script.out.contains("line 3    stops    skip_first_wait: No such keyword argument"), script.out);
        QVERIFY2(!script.out.contains("graph mode"), script.out);
        QVERIFY(config({u"check"_s, file("ms.py"), u"--graph-o2"_s})
                    .out.contains("line 3    stops    skip_first: Must be 0 in MindSpore graph mode O2"));
        write("ms.py",
              "import mindspore\nmindspore.set_context(jit_config={\"jit_level\": \"O2\"})\n"
              "schedule(wait=1, active=1)\n");
        QVERIFY(config({u"check"_s, file("ms.py")})
                    .out.contains("line 3    stops    wait: Must be 0 in MindSpore graph mode O2"));
    }
    void ranksThatAreLeftOutAreTold() {
        QCOMPARE(config({u"new"_s, u"mindspeed-mm"_s, u"profile.enable=true"_s, u"profile.ranks=0,1,9"_s, u"-o"_s,
                         file("tools.json")})
                     .code,
                 0);
        const auto checked = config({u"check"_s, file("tools.json"), u"--dp"_s, u"2"_s, u"--pp"_s, u"4"_s});
        QVERIFY2(checked.out.contains("not recorded: 2-7"), checked.out);
        QVERIFY2(checked.out.contains("of 1 step of 2 ranks"), checked.out);
        write("x.json", "{\"is_rank\": true}");
        QVERIFY(config({u"check"_s, file("x.json")}).out.contains("answers, once the errors are fixed"));
        write("x.json", "{\"is_rank\": false}");
        QVERIFY(!config({u"check"_s, file("x.json")}).out.contains("once what stops it"));
    }
    void whatCannotBeReadIsNotChecked() {
        write("cut.json", "{\n\"active\": ");
        const auto cut = config({u"check"_s, file("cut.json")});
        QCOMPARE(cut.code, 2);
        QVERIFY2(cut.error.startsWith(file("cut.json").toUtf8() + ": line 2"), cut.error);
        QCOMPARE(config({u"check"_s, file("none.json")}).code, 2);
        QCOMPARE(config({u"check"_s, m_folder->path()}).code, 2);
        QCOMPARE(config({u"check"_s}).code, 2);
        QCOMPARE(config({u"check"_s, file("cut.json"), u"--steps"_s, u"0"_s}).code, 2);
        QCOMPARE(config({u"check"_s, file("cut.json"), u"--pp"_s, u"-1"_s}).code, 2);
        QCOMPARE(config({u"nothing"_s}).code, 2);
        write("strange.json", "{\"a\": 1}");
        QCOMPARE(config({u"check"_s, file("strange.json")}).code, 2);
        write("big.json", "{\"active\": 1}" + QByteArray(17 << 20, ' '));
        QCOMPARE(config({u"check"_s, file("big.json")}).code, 2);
        write("monitor.json", "{\"is_rank\": false}" + QByteArray(2 << 20, ' '));
        QVERIFY(config({u"check"_s, file("monitor.json")}).out.contains("File larger than 1 MiB"));
    }
    void refusedChangesWriteNothing() {
        write("c.json", "{\"active\": 1, \"is_rank\": false}");
        const auto before = contentOf(file("c.json"));
        QCOMPARE(config({u"edit"_s, file("c.json"), u"warmup=1"_s, u"active=none"_s}).code, 2);
        QCOMPARE(contentOf(file("c.json")), before);
        QCOMPARE(config({u"new"_s, u"torch_npu"_s, u"-o"_s, file("c.json")}).code, 2);
        QCOMPARE(contentOf(file("c.json")), before);
        QCOMPARE(config({u"new"_s, u"torch_npu"_s}).code, 2);
        QCOMPARE(config({u"edit"_s, file("c.json"), u"active=2"_s, u"-o"_s, file("d.json")}).code, 0);
        QCOMPARE(contentOf(file("c.json")), before);
        QCOMPARE(contentOf(file("d.json")), QByteArray(before).replace("1", "2"));
        QDir(m_folder->path()).mkpath(u"x_ascend_pt"_s);
        QDir(m_folder->path()).mkpath(u"scripts"_s);
        for (const auto *name : {"e.json", "scripts/e.json"}) {  // among the folders of ranks, and below
            QCOMPARE(config({u"new"_s, u"torch_npu"_s, u"-o"_s, file(name)}).code, 2);
            QVERIFY(!QFile::exists(file(name)));
        }
        QCOMPARE(config({u"new"_s, u"torch_npu"_s, u"-o"_s, file("x_ascend_pt/c.json")}).code, 2);
    }
    void scriptsAndVariables() {
        write("train.py",
              "import torch\n\nprof = profile(schedule=schedule(wait=1,\n  warmup=1, active=2, repeat=1))\n");
        const auto script = config({u"check"_s, file("train.py"), u"--steps"_s, u"3"_s});
        QVERIFY2(script.out.contains("train.py:3: settings of schedule"), script.out);
        QVERIFY2(script.out.contains(".wc"), script.out);
        QCOMPARE(config({u"check"_s, file("train.py"), u"--steps"_s, u"2"_s}).code, 1);
        write("old.py",
              "monitor = DynamicProfilerMonitor(cfg_path,\n  poll_interval=0)\nh = tensor_board_trace_handler()\n");
        const auto old = config({u"check"_s, file("old.py"), u"--version"_s, u"2.5"_s});
        QCOMPARE(old.code, 1);
        QVERIFY2(old.out.contains("line 2    reset    poll_interval: 0 is not") && !old.out.contains("handler"),
                 old.out);
        QVERIFY(config({u"check"_s, file("old.py")}).out.contains("line 3    stops    tensor_board_trace_handler: "));
        write("none.py", "print(1)\n");
        QCOMPARE(config({u"check"_s, file("none.py")}).code, 2);
        const auto environment = config({u"check"_s, u"--env"_s, u"CPU_AFFINITY_CONF=npu0:0-3"_s, u"--env"_s,
                                         u"MS_PROFILER_OPTIONS={\"start\": false}"_s});
        QCOMPARE(environment.code, 1);
        QVERIFY2(environment.out.contains("CPU_AFFINITY_CONF: No mode set"), environment.out);
        QVERIFY2(environment.out.contains("start: start is not true"), environment.out);
        QCOMPARE(config({u"check"_s, u"--env"_s, u"TASK_QUEUE_ENABLE=1"_s}).code, 0);
        QCOMPARE(config({u"check"_s, u"--env"_s, u"novalue"_s}).code, 2);
    }
    void listsOfKeysAndSnippets() {
        const auto keys = config({u"keys"_s});
        QVERIFY2(keys.out.contains("torch_npu\tactive\tan integer ≥ 1\t1\tNumber of consecutive steps to record.\n"),
                 keys.out);
        const auto snippet =
            config({u"snippets"_s, u"metadata"_s, u"--set"_s, u"global_batch=64"_s, u"--set"_s, u"dp=4"_s});
        QCOMPARE(snippet.code, 0);
        QVERIFY2(snippet.out.contains("\"microbatch_num\": 16"), snippet.out);
        QCOMPARE(config({u"snippets"_s, u"nothing"_s}).code, 2);
        QCOMPARE(config({u"snippets"_s, u"--set"_s, u"dp=x"_s}).code, 2);
        QCOMPARE(config({u"snippets"_s}).out.count("\n# "), 17);
    }
    /// Of the guides nothing stops a program; versions decide what is old.
    void samplesOfTheGuides() {
        const auto folder = stagescope::realDataFolder() + u"/config/"_s;
        if (!QFile::exists(folder + u"tools.json"_s)) {
            QSKIP("no real data");
        }
        for (const auto &name :
             {u"tools.json"_s, u"torch_npu_profiler_config.json"_s, u"mindspore_profiler_config.json"_s,
              u"mindspore_profiler_config_int_coded_guide.json"_s, u"MS_PROFILER_OPTIONS_2.3.json"_s,
              u"MS_PROFILER_OPTIONS_guide.json"_s, u"MS_PROFILER_OPTIONS_new.json"_s}) {
            const auto checked = config({u"check"_s, folder + name});
            QVERIFY2(checked.code == 0 || checked.code == 1, qPrintable(name));
            QVERIFY2(!checked.out.contains("stops"), checked.out);
        }
        QCOMPARE(config({u"check"_s, folder + u"MS_PROFILER_OPTIONS_2.3.json"_s, u"--version"_s, u"2.3"_s}).code, 0);
        QCOMPARE(config({u"check"_s, folder + u"obs_access_config.json"_s}).code, 2);
    }

private:
    [[nodiscard]] QString file(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    void write(const char *name, const QByteArray &content) const {
        QFile target(file(name));
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write(content);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TEST_SUITE(ConfigCommandTest)

}  // namespace tst_config_command

#include "tst_config_command.moc"
