// Whatever a profile is of: none of its texts has a word of another platform.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/advice/platforms/rule_commands.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/byte_pattern.h"
#include "core/export/table_writer.h"
#include "tests/support/small_traces.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <set>

namespace tst_platform_words {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr const char *kOfNpus =
    "\\bnpu|npu\\b|_npu|npu_|mstx|level1|mindspeed|\\bcube|vector unit|ai ?cores?\\b|steptaskinfo|"
    "aic_metrics|ai_cpu|\\bpta\\b|hccs|hccn|\\bsdma\\b|\\bsio\\b|aclnn|ascend_";
/// In what rules say; whom they are from is named for all.
constexpr const char *kSettingsOfNpus = "\\bhccl_|\\bcann\\b";
constexpr const char *kOfGpus =
    "\\bcuda_|torch\\.cuda|cuda graph|\\bnccl_|\\brocm|\\bhip_|hip graph|\\bnvtx|nvlink|nvidia-smi|rocm-smi|"
    "cudnn|tensor cores?\\b|\\bxla_|\\bjax\\b|jax_";
constexpr const char *kNotOfMindSpore = "torch_npu|msprof";

/// A folder as MindSpore's profiler leaves it, without a trace.
Result<Run> mindSporeRun() {
    const QTemporaryDir folder;
    const QDir at(folder.path());
    const auto place = QStringLiteral("host_1_20240101_ascend_ms/ASCEND_PROFILER_OUTPUT");
    if (!at.mkpath(place)) {
        return fail(ErrorKind::ReadFailed, "no temporary folder");
    }
    const auto write = [&](const QString &name, const char *text) {
        QFile file(at.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) > 0;
    };
    const bool isWritten =
        write(QStringLiteral("host_1_20240101_ascend_ms/profiler_info_0.json"),
              R"({"ms_profiler_info": {"profiler_parameters": {"profiler_level": "Level0"}}})") &&
        write(
            place + QStringLiteral("/kernel_details.csv"),
            "Name,Type,Accelerator Core,Start Time(us),Duration(us)\nDefault/MatMul-op1,MatMulV2,AI_CORE,1000.0,5.0\n");
    return isWritten ? loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep)
                     : fail(ErrorKind::ReadFailed, "no temporary file");
}

/// All that the commands say of a run: each table with its head, rows and notes, findings, checks, and answers.
std::vector<std::string> saidOf(const Workspace &workspace) {
    std::vector<std::string> said;
    const auto &run = *workspace.mainRun();
    for (const auto &entry : analysisList()) {
        const AnalysisInput input{.workspace = &workspace};
        const auto table = entry.run(input, {});
        said.push_back(entry.id + ": " + entry.title);
        if (!table) {
            said.push_back(entry.id + ": " + table.error().detail);
            continue;
        }
        said.push_back(entry.id + ": " + tableToCsv(*table));
        for (const auto &note : table->notes) {
            said.push_back(entry.id + ": " + note);
        }
    }
    const auto advice = adviceFor(run);
    for (const auto &finding : advice.findings) {
        said.push_back(finding.rule + ": " + findingText(finding.title) + " " + findingText(finding.remedy));
        for (const auto *messages : {&finding.facts, &finding.assumptions}) {
            for (const auto &message : *messages) {
                said.push_back(finding.rule + ": " + findingText(message));
            }
        }
        said.push_back(finding.rule + ": " + std::string(ruleCommands(finding.rule, platformOf(run))));
    }
    for (const auto &outcome : advice.rules) {
        said.push_back("check: " + findingText(topicOf(outcome.rule)));
        said.push_back("check: " + (outcome.unanswered ? findingText(*outcome.unanswered) : std::string()));
    }
    for (const auto &capability : capabilities(run)) {
        said.push_back("capability: " + capabilityText(capability.title) + " " + capabilityText(capability.remedy));
    }
    for (const auto &capability : capabilities(run)) {  // also what is not said since it is answered
        said.push_back("remedy: " + capabilityText(capabilityRemedy(run, capability.question)));
    }
    return said;
}

/// All texts of all rules that a platform has: its own where each platform has its own, and those of all.
std::vector<std::string> sayableOn(Platform platform) {
    std::vector<std::string> said;
    const auto own = kPlatformWords.at(wordsOf(platform));
    for (const auto &rule : ruleList()) {
        if (rule.isFor != nullptr && !rule.isFor(platform)) {
            continue;
        }
        const std::string begin = "finding." + rule.id;
        for (const auto &text : findingTexts()) {
            const std::string_view id = text.id;
            const auto end = id.substr(id.rfind('.') + 1);
            const bool isOfPlatforms = std::ranges::find(kPlatformWords, end) != kPlatformWords.end();
            const bool isOfRule = id == begin || (id.starts_with(begin) && id[begin.size()] == '.');
            const bool isSource = end == "source";  // names whom the rule is from, not what to do
            if (isOfRule && !isSource && (!isOfPlatforms || end == own)) {
                said.push_back(std::string(id) + ": " + text.english);
            }
        }
        for (const auto &parameter : rule.parameters) {
            said.push_back(parameter.name + ": " + parameter.meaning);
        }
        said.push_back(begin + ": " + std::string(ruleCommands(rule.id, platform)));
    }
    return said;
}

QString foreignIn(const std::vector<std::string> &said, const char *words) {
    BytePattern pattern(words, BytePattern::Case::Ignore);
    QString foreign = QString::fromStdString(pattern.error());
    for (const auto &text : said) {
        if (pattern.isIn(text)) {
            foreign += QString::fromStdString(text).left(400) + QLatin1Char('\n');
        }
    }
    return foreign;
}

}  // namespace

class PlatformWordsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsSaidInForeignWords_data() {
        QTest::addColumn<QString>("trace");
        QTest::newRow("cuda") << kinetoTrace();
        QTest::newRow("rocm") << rocmTrace();
        QTest::newRow("kineto 2021") << kineto2021Trace();
        QTest::newRow("jax on gpus") << jaxTrace();
        QTest::newRow("jax on tpus") << tpuTrace();
        QTest::newRow("sglang") << sglangTrace();
        QTest::newRow("rocprof") << rocprofTrace();
        QTest::newRow("host alone") << traceOf({sliceOf(QStringLiteral("cpu_op"), QStringLiteral("aten::mm"),
                                                        QStringLiteral("1"), QStringLiteral("1"), 10, 5)});
        QTest::newRow("nobody known") << traceOf({sliceOf(QStringLiteral("thing"), QStringLiteral("work"),
                                                          QStringLiteral("1"), QStringLiteral("1"), 10, 5)});
    }
    void nothingIsSaidInForeignWords() {
        QFETCH(QString, trace);
        auto run = loadedText(trace);
        QVERIFY(run.has_value());
        QVERIFY(!isOfNpus(platformOf(*run)));
        Workspace workspace;
        workspace.runs.push_back(std::move(*run));
        QCOMPARE(foreignIn(saidOf(workspace), kOfNpus), QString());
    }

    void mindSporeHasItsOwnWords() {
        auto run = mindSporeRun();
        QVERIFY(run.has_value());
        QCOMPARE(platformOf(*run), Platform::MindSpore);
        Workspace workspace;
        workspace.runs.push_back(std::move(*run));
        QCOMPARE(foreignIn(saidOf(workspace), kNotOfMindSpore), QString());
    }

    /// Whatever a rule that a platform has may ever say of it, whether this or that profile makes it fire.
    void noRuleSpeaksInForeignWords_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("foreign");
        for (std::size_t i = 0; i < kPlatforms; ++i) {
            const auto platform = static_cast<Platform>(i);
            const auto foreign = isOfNpus(platform) ? kOfGpus : kOfNpus;
            QTest::newRow(std::string(platformName(platform)).c_str())
                << static_cast<int>(i) << QString::fromLatin1(foreign);
        }
    }
    void noRuleSpeaksInForeignWords() {
        QFETCH(int, number);
        QFETCH(QString, foreign);
        const auto said = sayableOn(static_cast<Platform>(number));
        QVERIFY(said.size() > 200);
        QCOMPARE(foreignIn(said, qPrintable(foreign)), QString());
        if (!isOfNpus(static_cast<Platform>(number))) {
            QCOMPARE(foreignIn(said, kSettingsOfNpus), QString());
        }
    }

    /// A folder of msprof may be of any framework: MindSpore's lies beside its own profile.
    void msprofNamesNoFramework() {
        std::vector<std::string> said;
        for (const auto &text : capabilityTexts()) {
            if (std::string_view(text.id).starts_with("remedy.msprof.")) {
                said.push_back(std::string(text.id) + ": " + text.english);
            }
        }
        QVERIFY(said.size() > 5);
        QCOMPARE(foreignIn(said, "torch_npu|mindspore"), QString());
    }

    /// Texts that are the same for all platforms have the words of none; rules that only some platforms have may.
    void textsOfAllPlatformsNameNone() {
        std::set<std::string> ofNpus;
        for (const auto &rule : ruleList()) {
            if (rule.isFor != nullptr && !rule.isFor(Platform::Torch)) {
                ofNpus.insert("finding." + rule.id);
            }
        }
        std::vector<std::string> said;
        for (const auto &text : findingTexts()) {
            const std::string_view id = text.id;
            const auto end = id.rfind('.');
            const auto words = std::ranges::find(kPlatformWords, id.substr(end + 1));
            const bool isOfNpu = words != kPlatformWords.end() && words - kPlatformWords.begin() < 2;
            const bool isOfRule =
                ofNpus.contains(std::string(id.substr(0, id.find('.', std::string_view("finding.").size()))));
            if (!isOfNpu && !isOfRule) {
                said.push_back(std::string(id) + ": " + text.english);
            }
        }
        QCOMPARE(foreignIn(said, kOfNpus), QString());
    }

    /// No platform is without words, and none borrows them.
    void eachPlatformHasAllRemedies() {
        QVERIFY(!platformAdvice().empty());
        for (const auto &text : platformAdvice()) {
            for (const auto &sentence : sentencesOf(text)) {
                QVERIFY2(!std::string_view(sentence.english()).empty(), text.id);
            }
        }
    }
};

TEST_SUITE(PlatformWordsTest)

}  // namespace tst_platform_words

#include "tst_platform_words.moc"
