// Whatever a profile is of: none of its texts has a word of another platform.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/byte_pattern.h"
#include "core/base/words/message_list.h"
#include "core/export/table_writer.h"
#include "tests/support/small_traces.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <array>
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
/// Other frameworks, whose settings and calls a program of this one does not have.
constexpr const char *kOfTorch = "\\btorch\\b|torch_|pytorch|torchrun|\\.item\\(\\)|task_queue|cpu_affinity_conf";
constexpr const char *kOfMindSpore = "mindspore|msrun";
/// Of GPUs, in what programs of XLA on TPUs say.
constexpr const char *kOfXlaGpus = "\\bcuda|\\bnccl|nvidia|nvlink|\\bgpu|_gpu_|ibquery|ib_write|xla_python_client";
constexpr const char *kOfJax = "\\bjax\\b|jax_|\\bxla|tf\\.data";

/// A folder as the profiler of MindSpore ("ms") or torch_npu ("pt") leaves it, without a trace.
Result<Run> npuRun(const QString &framework) {
    const QTemporaryDir folder;
    const QDir at(folder.path());
    const auto own = QStringLiteral("host_1_20240101_ascend_") + framework;
    const auto place = own + QStringLiteral("/ASCEND_PROFILER_OUTPUT");
    if (!at.mkpath(place)) {
        return fail(ErrorKind::ReadFailed, "no temporary folder");
    }
    const auto write = [&](const QString &name, const char *text) {
        QFile file(at.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) > 0;
    };
    const bool isWritten =
        write(own + QStringLiteral("/profiler_info_0.json"),
              framework == QStringLiteral("ms")
                  ? R"({"ms_profiler_info": {"profiler_parameters": {"profiler_level": "Level0"}}})"
                  : R"({"config": {"common_config": {"with_stack": false}}})") &&
        write(
            own + QStringLiteral("/profiler_metadata.json"),
            R"({"ENV_VARIABLES": {"PYTORCH_NPU_ALLOC_CONF": "", "CPU_AFFINITY_CONF": "nonsense", "HCCL_ALGO": "x"}})") &&
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
        said.push_back("capability: " + englishText(capability.title) + " " + englishText(capability.remedy));
    }
    for (const auto &capability : capabilities(run)) {  // also what is not said since it is answered
        said.push_back("remedy: " + englishText(capabilityRemedy(run, capability.question)));
    }
    return said;
}

/// Sentences that a rule has for what one framework alone records: variables of torch_npu, and the queue between its
/// threads; MindSpore's data pipeline.
bool isOfOtherFramework(std::string_view id, Platform platform) {
    constexpr std::array<std::string_view, 4> kOfTorchNpu{"PYTORCH_NPU_ALLOC_CONF", "TASK_QUEUE_ENABLE",
                                                          "CPU_AFFINITY_CONF", ".task_queue"};
    const bool isOfTorchNpu = std::ranges::any_of(kOfTorchNpu, [&](std::string_view end) { return id.ends_with(end); });
    return (platform != Platform::TorchNpu && isOfTorchNpu) ||
           (platform != Platform::MindSpore && id.ends_with(".minddata"));
}

/// What platforms never say, besides what NPUs and GPUs never say.
std::vector<const char *> foreignFrameworks(Platform platform) {
    switch (platform) {
        case Platform::MindSpore:
            return {kOfTorch, kOfJax, "msprof"};
        case Platform::Jax:
            return {kOfTorch, kOfMindSpore};
        case Platform::JaxTpu:
            return {kOfTorch, kOfMindSpore, kOfXlaGpus};
        case Platform::TorchNpu:
        case Platform::Torch:
        case Platform::TorchRocm:
            return {kOfMindSpore, kOfJax};
        case Platform::TorchOther:
            return {kOfMindSpore, kOfJax, kOfGpus};
        default:
            return {};
    }
}

/// Whom a rule is from is named for all: "PyTorch performance tuning guide".
std::vector<std::string> withoutSources(std::vector<std::string> said) {
    std::erase_if(said, [](const std::string &text) { return text.find(".source") < text.find(": "); });
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
        for (const auto &text : allTexts()) {
            const std::string_view id = text.id;
            const auto end = id.substr(id.rfind('.') + 1);
            const bool isOfPlatforms = std::ranges::find(kPlatformWords, end) != kPlatformWords.end();
            const bool isOfRule = id == begin || (id.starts_with(begin) && id[begin.size()] == '.');
            if (isOfRule && !isOfOtherFramework(id, platform) && (!isOfPlatforms || end == own)) {
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

/// What is quoted: the rules themselves, which are looked at one by one, and what the profile recorded.
std::vector<std::string> withoutQuotes(std::vector<std::string> said) {
    std::erase_if(said, [](const std::string &text) {
        return text.starts_with("rule_parameters: ") || text.starts_with("environment: ");
    });
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
        const auto platform = platformOf(*run);
        QVERIFY(!isOfNpus(platform));
        Workspace workspace;
        workspace.runs.push_back(std::move(*run));
        const auto said = saidOf(workspace);
        QCOMPARE(foreignIn(said, kOfNpus), QString());
        QCOMPARE(foreignIn(said, kSettingsOfNpus), QString());
        for (const auto *words : foreignFrameworks(platform)) {
            const auto foreign = foreignIn(withoutQuotes(said), words);
            QVERIFY2(foreign.isEmpty(), qPrintable(foreign));
        }
    }

    void npusHaveTheirOwnWords_data() {
        QTest::addColumn<QString>("framework");
        QTest::newRow("MindSpore") << QStringLiteral("ms");
        QTest::newRow("torch_npu") << QStringLiteral("pt");
    }
    void npusHaveTheirOwnWords() {
        QFETCH(QString, framework);
        auto run = npuRun(framework);
        QVERIFY(run.has_value());
        const auto platform = platformOf(*run);
        QCOMPARE(platform, framework == QStringLiteral("ms") ? Platform::MindSpore : Platform::TorchNpu);
        // Variables that torch_npu alone reads are not judged elsewhere.
        const auto findings = adviceFor(*run).findings;
        const auto environment = std::ranges::find(findings, "environment", &Finding::rule);
        QVERIFY(environment != findings.end());
        const auto isOfAffinity = [](const Message &fact) { return fact.id.ends_with("CPU_AFFINITY_CONF"); };
        QCOMPARE(std::ranges::any_of(environment->facts, isOfAffinity), platform == Platform::TorchNpu);
        Workspace workspace;
        workspace.runs.push_back(std::move(*run));
        const auto said = saidOf(workspace);
        QCOMPARE(foreignIn(said, kOfGpus), QString());
        for (const auto *words : foreignFrameworks(platform)) {
            const auto foreign = foreignIn(withoutQuotes(said), words);
            QVERIFY2(foreign.isEmpty(), qPrintable(foreign));
        }
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
        for (const auto *words : foreignFrameworks(static_cast<Platform>(number))) {
            const auto foreign = foreignIn(withoutSources(said), words);
            QVERIFY2(foreign.isEmpty(), qPrintable(foreign));
        }
    }

    /// A folder of msprof may be of any framework: MindSpore's lies beside its own profile.
    void msprofNamesNoFramework() {
        std::vector<std::string> said;
        for (const auto &text : messageEntries()) {
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
        for (const auto &text : allTexts()) {
            const std::string_view id = text.id;
            const auto end = id.rfind('.');
            const auto words = std::ranges::find(kPlatformWords, id.substr(end + 1));
            const bool isOfNpu = words != kPlatformWords.end() && words - kPlatformWords.begin() < 2;
            const bool isOfRule =
                ofNpus.contains(std::string(id.substr(0, id.find('.', std::string_view("finding.").size()))));
            if (id.starts_with("finding") && !isOfNpu && !isOfRule) {
                said.push_back(std::string(id) + ": " + text.english);
            }
        }
        QCOMPARE(foreignIn(said, kOfNpus), QString());
    }

    /// No platform is without words, and none borrows them.
    void eachPlatformHasAllRemedies() {
        int found = 0;
        for (const auto &entry : messageEntries()) {
            const std::string id = entry.id;
            const auto end = id.rfind('.');
            const auto own = std::ranges::find(kPlatformWords, id.substr(end + 1));
            if (!id.starts_with("finding.") || own == kPlatformWords.end() || *own == "other") {
                continue;  // other ids end in "other", too
            }
            ++found;
            for (const auto words : kPlatformWords) {
                const auto *text = englishOf(id.substr(0, end + 1).append(words));
                QVERIFY2(text != nullptr && *text != '\0', (id + ' ' + std::string(words)).c_str());
            }
            QVERIFY2(englishOf(id.substr(0, end)) == nullptr, id.c_str());
        }
        QVERIFY(found > 80);
    }
};

TEST_SUITE(PlatformWordsTest)

}  // namespace tst_platform_words

#include "tst_platform_words.moc"
