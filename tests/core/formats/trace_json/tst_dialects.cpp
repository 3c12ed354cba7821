// One small trace in the words of each producer: who wrote it, its steps, what computes and what communicates.
#include "core/analysis/overview/diagnostics.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
#include "core/base/text.h"
#include "core/base/words/producer_words.h"
#include "core/base/words/resource_texts.h"
#include "core/base/words/step_pattern.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/small_traces.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

namespace tst_dialects {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

std::string joined(const std::vector<std::string> &names) {
    std::string text;
    for (const auto &name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

/// Whole microseconds.
int micros(Nanos time) { return static_cast<int>(time.count() / 1000); }

/// As stagescope trace writes the ranks of a run.
QString mergedTrace() {
    const auto rank = QStringLiteral("0");
    const auto host = QStringLiteral("1001");
    const auto stream = QStringLiteral("2001");
    QStringList events{processName(rank, QStringLiteral("rank 0")),
                       threadName(rank, host, QStringLiteral("python / Thread 1")),
                       threadName(rank, stream, QStringLiteral("Device / Stream 2"))};
    for (int i = 0; i < 2; ++i) {
        const int begin = 1000 + 1000 * i;
        events << sliceOf(QStringLiteral("stagescope.step"), QStringLiteral("ProfilerStep#%1").arg(4 + i), rank, host,
                          begin, 900)
               << sliceOf(QStringLiteral("stagescope.kernel"), QStringLiteral("gemm"), rank, stream, begin + 100, 100)
               << sliceOf(QStringLiteral("stagescope.kernel"), QStringLiteral("hcom_allReduce_1"), rank, stream,
                          begin + 300, 50)
               << sliceOf(QStringLiteral("stagescope.task"), QStringLiteral("Notify_Wait"), rank, stream, begin + 400,
                          50);
    }
    return traceOf(events, QStringLiteral("'generator':'Stagescope',"));
}

/// The host numbers steps 7 and 8 and runs ahead of the devices.
QString numberedByHost(QString trace, int firstBegin = 210, int stride = 30) {
    QString ranges;
    for (const int step : {7, 8}) {
        ranges +=
            QStringLiteral(R"(,{"ph":"X","pid":701,"tid":9,"ts":%1,"dur":20,"name":"train","args":{"step_num":"%2"}})")
                .arg(firstBegin + stride * (step - 7))
                .arg(step);
    }
    return trace.insert(trace.indexOf(QLatin1String("}}")) + 2, ranges);
}
QString jaxNumberedTrace() { return numberedByHost(jaxProgramsTrace()); }

bool lossless(const Run &run) {
    const auto list = diagnostics(run);
    return std::none_of(list.begin(), list.end(),
                        [](const Diagnostic &each) { return each.entry.severity == Severity::DataLoss; });
}

}  // namespace

class DialectsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { QVERIFY(StepPattern::choose({})); }

    void everyFileIsADialect() {
        std::map<std::string, int> names;
        for (const auto text : resourceTexts("dialects")) {
            const auto dialect = parseDialect(text);
            QVERIFY2(dialect.has_value(), dialect ? "" : dialect.error().detail.c_str());
            QCOMPARE(++names[dialect->name], 1);
        }
        QCOMPARE(ProducerWords::builtIn().dialects().size(), resourceTexts("dialects").size());
        QVERIFY(names.size() >= 10);
    }

    void whatIsNoDialectIsRefused() {
        for (const auto *text : {"", "[]", "{}", R"({"name": ""})", R"({"name": "a", "steps": "x"})",
                                 R"({"name": "a", "words": []})", R"({"name": "a", "categories": {"thing": ["x"]}})",
                                 R"({"name": "a", "lanes": [{"process": "x", "holds": "thing"}]})"}) {
            QVERIFY2(!parseDialect(text), text);
        }
    }

    void patternsOfNames() {
        NameList list;
        list.add("*reduce_kernel*");
        list.add("Step#<n>*");
        list.add("!triton_*");
        QVERIFY(list.has("void at::Reduce Kernel<4>") && list.has("step#12 (train)") && !list.has("step#"));
        QVERIFY(!list.has("triton_reduce_kernel"));
        QCOMPARE(list.numberIn("STEP#12 of 30").value_or(-1), std::int64_t{12});
        QVERIFY(!list.numberIn("reduce_kernel 3"));
    }

    /// Against a matcher that tries everything.
    void patternsFitAsTheySay() {
        const std::function<bool(std::string_view, std::string_view)> fits = [&](std::string_view pattern,
                                                                                 std::string_view name) {
            if (pattern.empty()) {
                return name.empty();
            }
            if (pattern.front() == '*') {
                return fits(pattern.substr(1), name) || (!name.empty() && fits(pattern, name.substr(1)));
            }
            const bool isSame = !name.empty() && (lowerCase(pattern.front()) == lowerCase(name.front()) ||
                                                  (pattern.front() == '_' && name.front() == ' '));
            return isSame && fits(pattern.substr(1), name.substr(1));
        };
        std::mt19937 random(11);
        const auto text = [&](std::string_view letters, std::size_t most) {
            std::string made(random() % (most + 1), ' ');
            std::generate(made.begin(), made.end(), [&] { return letters[random() % letters.size()]; });
            return made;
        };
        int fitting = 0;
        for (int i = 0; i < 20'000; ++i) {
            const auto pattern = text("aB_ *1\xc3", 5);
            const auto name = text("Ab_ 1*\xc3", 6);
            NameList list;
            list.add(pattern);
            const bool isFitting = fits(pattern, name);
            QVERIFY2(list.has(name) == isFitting, (pattern + " and " + name).c_str());
            fitting += isFitting ? 1 : 0;
        }
        QVERIFY(fitting > 500 && fitting < 19'000);
    }

    /// A producer that nobody knew: its data file is all that it takes.
    void aDialectIsAddedWithoutCode() {
        auto dialect = parseDialect(R"({"name": "Foo", "platform": "torch", "seen": {"process": ["foo:*"]},
            "categories": {"kernel": ["foo_work"]}, "lanes": [{"process": "foo:*", "thread": "queue *", "holds": "stream"}],
            "steps": ["foo step <n>"], "names": {"communication": ["foo_all*"], "compile": ["fooc"]}})");
        QVERIFY(dialect.has_value());
        const ProducerWords words({std::move(*dialect)});
        QCOMPARE(words.category("foo_work").means, EventMeaning::Kernel);
        QCOMPARE(words.lane("foo:0", "queue 3").holds, LaneMeaning::Stream);
        QVERIFY(words.means(NameMeaning::Communication, "foo_allreduce", 0) &&
                words.means(NameMeaning::Compile, "FooC"));
        QCOMPARE(words.stepNumber("foo step 7").value_or(-1), std::int64_t{7});
        TraceSigns signs;
        QVERIFY(dialectsIn(words, signs).empty());
        signs.processes = {"foo:1"};
        QCOMPARE(dialectsIn(words, signs).size(), std::size_t{1});
    }

    void producersAreNamedByWhatOccurs_data() {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("names");
        QTest::addColumn<QString>("platform");
        QTest::addColumn<QList<int>>("steps");  // numbers
        QTest::addColumn<int>("computing");     // us, of the first step
        QTest::addColumn<int>("communication");
        const auto row = [](const char *tag, const QString &trace, const char *names, const char *platform,
                            const QList<int> &steps, int computing, int communication) {
            QTest::newRow(tag) << trace << QString::fromLatin1(names) << QString::fromLatin1(platform) << steps
                               << computing << communication;
        };
        row("kineto", kinetoTrace(), "PyTorch 2.x profiler", "torch", {4, 5}, 100, 50);
        row("rocm", rocmTrace(), "PyTorch 2.x profiler, ROCm", "rocm", {4, 5}, 100, 50);
        row("kineto 2021", kineto2021Trace(), "PyTorch 1.8 to 1.11 profiler", "torch", {4, 5}, 100, 50);
        row("autograd", autogradTrace(), "PyTorch autograd profiler", "torch", {}, 100, 50);
        row("jax on gpus", jaxTrace(), "JAX", "jax", {0, 1}, 100, 50);
        row("jax without steps", jaxProgramsTrace(), "JAX", "jax", {0, 1}, 100, 50);
        row("jax without steps that the host numbers", jaxNumberedTrace(), "JAX", "jax", {7, 8}, 100, 50);
        row("jax with a lane of steps and numbers of the host", numberedByHost(jaxTrace()), "JAX", "jax", {0, 1}, 100,
            50);
        row("jax on tpus", tpuTrace(), "JAX, TPU", "jax_tpu", {0, 1}, 100, 50);
        row("sglang", sglangTrace(), "PyTorch 2.x profiler, SGLang", "torch", {0, 1}, 100, 50);
        row("vllm", vllmTrace(), "PyTorch 2.x profiler, vLLM", "torch", {0, 1}, 100, 50);
        row("atom", atomTrace(), "PyTorch 2.x profiler, ATOM", "torch", {0, 1}, 100, 50);
        row("tensorrt-llm", tensorRtTrace(), "PyTorch 2.x profiler, TensorRT-LLM", "torch", {0, 1}, 100, 50);
        KinetoWords verl;
        verl.around = QStringLiteral("update_actor");
        row("verl", kinetoTrace(verl), "PyTorch 2.x profiler, verl", "torch", {4, 5}, 100, 50);
        row("steps of two layers", nestedStepsTrace(), "PyTorch 2.x profiler, SGLang", "torch", {0, 1}, 100, 50);
        row("merged ranks", mergedTrace(), "Stagescope", "unknown", {4, 5}, 100, 50);
        row("rocprof", rocprofTrace(), "rocprof, ROCm", "rocm", {}, 100, 50);
    }
    void producersAreNamedByWhatOccurs() {
        QFETCH(QString, trace);
        QFETCH(QString, names);
        QFETCH(QString, platform);
        QFETCH(QList<int>, steps);
        QFETCH(int, computing);
        QFETCH(int, communication);
        const auto run = loadedText(trace);
        QVERIFY(run.has_value());
        QCOMPARE(QString::fromStdString(joined(producersOf(*run))), names);
        QCOMPARE(QString::fromUtf8(platformName(platformOf(*run)).data()), platform);
        const auto &capture = run->captures.front();
        QList<int> found;
        for (const auto &step : rankSteps(capture)) {
            found << int(step.step);
        }
        QCOMPARE(found, steps);
        const auto splits = timeSplits(capture);
        QVERIFY(!splits.empty());
        const auto all = steps.isEmpty() ? 2 : 1;  // without steps it is the whole
        QCOMPARE(micros(splits.front().parts.computing), all * computing);
        QCOMPARE(micros(splits.front().parts.communication), all * communication);
        QVERIFY(lossless(*run));
    }

    /// The first program is of the step before, and the last one is missing: their counts agree all the same.
    void programsBeforeTheirRangesAreOfOtherSteps() {
        const auto firstStep = [](const QString &trace) {
            const auto run = loadedText(trace);
            const auto steps = run ? rankSteps(run->captures.front()) : decltype(rankSteps(run->captures.front())){};
            return steps.empty() ? -1 : micros(steps.front().range.end - steps.front().range.begin);
        };
        const auto program = firstStep(jaxProgramsTrace());
        QCOMPARE(firstStep(numberedByHost(jaxProgramsTrace(), 500, 900)), program);
        QVERIFY(firstStep(numberedByHost(jaxProgramsTrace(), 1500, 900)) != program);
    }

    void rangesOfTheProgramAreSteps() {
        for (const char *name : {"step ", "step_", "step=", "iter-", "Iteration: ", "train_step_",
                                 "step:", "iter=", "global_step=", "Global step: ", "iteration#", "train step "}) {
            const auto run = loadedText(kinetoTrace().replace(QStringLiteral("ProfilerStep#"), QLatin1String(name)));
            QVERIFY(run.has_value());
            const auto steps = rankSteps(run->captures.front());
            QVERIFY2(steps.size() == 2 && steps.front().step == 4, name);
        }
    }

    /// Nothing was copied, or nothing was recorded of what the host called for.
    void copiesThatAreNotRecordedAreNotNone() {
        const auto list = QStringLiteral("\"traceEvents\":[");
        for (const char *call :
             {"cudaStreamIsCapturing", "cudaGraphAddMemcpyNode", "cudaMemcpyAsync", "hipMemcpyAsync"}) {
            auto event = sliceOf(QStringLiteral("cuda_runtime"), QLatin1String(call), QStringLiteral("10"),
                                 QStringLiteral("10"), 1005, 3);
            event.replace(QLatin1Char('\''), QLatin1Char('"'));
            const auto run = loadedText(kinetoTrace().replace(list, list + event + QLatin1Char(',')));
            QVERIFY(run.has_value());
            const auto splits = timeSplits(run->captures.front());
            QCOMPARE(splits.size(), std::size_t{2});
            QCOMPARE(splits.front().parts.copies.has_value(), !QByteArray(call).endsWith("MemcpyAsync"));
        }
    }

    void aPatternOfTheUserMarksSteps() {
        const auto text = kinetoTrace();
        QVERIFY(!StepPattern::choose("step("));
        QVERIFY(StepPattern::choose("forward_(?<step>\\d+)"));
        auto run = loadedText(text);
        QVERIFY(run.has_value());
        QCOMPARE(rankSteps(run->captures.front()).size(), std::size_t{2});
        QCOMPARE(rankSteps(run->captures.front()).front().step, std::int64_t{70});
        QVERIFY(StepPattern::choose("forward_.*"));
        run = loadedText(text);
        QCOMPARE(rankSteps(run->captures.front()).front().step, std::int64_t{0});
        QVERIFY(StepPattern::choose("forward"));  // the whole name must match: the profiler's own marks are left
        run = loadedText(text);
        QCOMPARE(rankSteps(run->captures.front()).front().step, std::int64_t{4});
    }

    void tracesThatPeopleReported_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("duration");  // us, 0: differ
        QTest::addColumn<int>("computing");
        QTest::addColumn<int>("communication");
        QTest::newRow("sglang") << QStringLiteral("S02_sglang_steps") << 7 << 0 << 1800 << 0;
        QTest::newRow("jax") << QStringLiteral("S23_jax_gpu") << 3 << 850 << 640 << 50;
        QTest::newRow("kineto 2021") << QStringLiteral("S48_kineto_2021") << 3 << 2900 << 1840 << 200;
        QTest::newRow("custom all-reduce") << QStringLiteral("S58_custom_allreduce") << 1 << 3000 << 1500 << 500;
    }
    void tracesThatPeopleReported() {
        QFETCH(QString, folder);
        QFETCH(int, steps);
        QFETCH(int, duration);
        QFETCH(int, computing);
        QFETCH(int, communication);
        const auto path = realFile(QStringLiteral("../findings/cases/") + folder + QStringLiteral("/profile"));
        if (path.empty()) {
            QSKIP("no real profiles here");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto &capture = run->captures.front();
        const auto found = rankSteps(capture);
        QCOMPARE(int(found.size()), steps);
        for (const auto &step : found) {
            QVERIFY(duration == 0 || micros(step.range.end - step.range.begin) == duration);
        }
        const auto split = timeSplits(capture).front();
        QCOMPARE(int(micros(split.parts.computing)), computing);
        QCOMPARE(int(micros(split.parts.communication)), communication);
    }
};

TEST_SUITE(DialectsTest)

}  // namespace tst_dialects

#include "tst_dialects.moc"
