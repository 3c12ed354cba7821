// A step that takes longer than the others, by each cause that the host can have.
#include "core/advice/findings.h"
#include "core/advice/tuning/step_deviations.h"
#include "core/analysis/host/host_activity.h"
#include "tests/support/test_suite.h"
#include "tests/support/written_trace.h"

#include <QtTest/QTest>

namespace tst_step_deviation {

using namespace stagescope;

namespace {

constexpr std::int64_t kStep = 10'000;  // us

/// Steps of a kernel of 8 ms each; `slow` runs a call of `extra` us before its kernel.
std::optional<Run> loop(int steps, const std::vector<int> &slow, std::int64_t extra, const QString &name,
                        const QString &category) {
    WrittenTrace trace;
    std::int64_t time = 1000;
    for (int i = 0; i < steps; ++i) {
        const bool isSlow = std::find(slow.begin(), slow.end(), i) != slow.end();
        const auto more = isSlow ? extra : 0;
        trace.step(i, time, time + kStep + more);
        if (isSlow && !name.isEmpty()) {
            trace.call(name, time + 100, time + 100 + more, category);
        }
        const auto launch = time + 200 + (name.isEmpty() ? 0 : more);
        const auto begin = launch + 10;
        trace.call(QStringLiteral("aten::mm"), launch, launch + 20);
        trace.kernel(launch + 5, begin, begin + 8000 + (name.isEmpty() ? more : 0));
        time += kStep + more;
    }
    return trace.load();
}

std::vector<Finding> deviationsOf(const Run &run) {
    auto all = findings(run);
    std::erase_if(all, [](const Finding &finding) { return finding.rule != "step_deviation"; });
    return all;
}

}  // namespace

class StepDeviationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTellWhatTheHostDoes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("activity");
        const auto row = [](const char *name, const char *activity) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(activity);
        };
        row("entire_frame_compile", "compiling");
        row("async_compile.wait (dynamo_timed)", "compiling");
        row("CachingAutotuner.benchmark_all_configs (dynamo_timed)", "compiling");
        row("torch/_dynamo/convert_frame.py(1024): _compile", "compiling");
        row("triton/compiler/compiler.py(226): compile", "compiling");
        row("AscendCL@aclopCompileAndExecute", "compiling");
        row("Lazy Function Loading", "loading_modules");
        row("cuModuleLoadData", "loading_modules");
        row("cudaLibraryLoadData", "loading_modules");
        row("<built-in function collect>", "collecting_garbage");
        row("GC", "collecting_garbage");
        row("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "loading_data");
        row("gloo:all_reduce", "communicating");
        row("_c10d_functional::wait_tensor", "communicating");
        row("cudaMemcpyAsync", "copying");
        row("cuMemcpyDtoHAsync_v2", "copying");
        row("hipMemcpyAsync", "copying");
        row("AscendCL@aclrtMemcpyAsync", "copying");
        row("<built-in function sleep>", "sleeping");
        row("<built-in method acquire of _thread.lock object at 0x7f>", "locking");
        row("queue.py(154): get", "locking");
        row("<built-in method write of _io.BufferedWriter object at 0x7f>", "reading_files");
        row("torch/serialization.py(944): save", "reading_files");
        row("cudaStreamSynchronize", "synchronising");
        row("CommonPjRtBuffer::ToLiteral", "synchronising");  // returns when what it reads is computed
        row("TransferFromDevice", "synchronising");
        row("TransferToDevice", "copying");
        row("cudaMemcpy", "synchronising");
        row("Activity Buffer Request", "profiling");
        row("PyTorch Profiler (0)", "profiling");
        // What sounds like one of them and is not.
        for (const auto *name :
             {"aten::mm", "aten::copy_", "cudaMemsetAsync", "Torch-Compiled Region: 0/0", "CompiledFunction",
              "torch/_dynamo/eval_frame.py(838): compile_wrapper", "cudaLaunchKernel",
              "<built-in method collect of X object at 0x7f>", "model.py(3): get"}) {
            row(name, "other");
        }
    }
    void namesTellWhatTheHostDoes() {
        QFETCH(const QString, name);
        QFETCH(const QString, activity);
        QCOMPARE(QString::fromUtf8(hostActivityText(hostActivityOf(name.toStdString()))), activity);
    }

    void slowStepsHaveTheirCause_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("remedy");
        const auto row = [](const char *name, const char *category, const char *part, const char *remedy) {
            QTest::newRow(part) << QString::fromLatin1(name) << QString::fromLatin1(category)
                                << QStringLiteral("finding.step_deviation.part.") + QLatin1String(part)
                                << QString::fromLatin1(remedy);
        };
        row("inductor_compile", "cpu_op", "compiling", "finding.online_compilation.remedy.cuda");
        row("Lazy Function Loading", "overhead", "loading_modules", "finding.host.remedy.loading_modules");
        row("<built-in function collect>", "python_function", "collecting_garbage",
            "finding.host.remedy.collecting_garbage");
        row("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "user_annotation", "loading_data",
            "finding.host.remedy.loading_data");
        row("cudaMemcpyAsync", "cuda_runtime", "copying", "finding.host.remedy.copying.cuda");
        row("<built-in function sleep>", "python_function", "sleeping", "finding.host.remedy.sleeping");
        row("<built-in method acquire of _thread.lock object at 0x7f>", "python_function", "locking",
            "finding.host.remedy.locking");
        row("torch/serialization.py(944): save", "python_function", "reading_files",
            "finding.host.remedy.reading_files");
        row("train.py(12): prepare", "python_function", "other", "finding.step_deviation.remedy");
        row("", "", "computing", "finding.step_deviation.remedy");
    }
    void slowStepsHaveTheirCause() {
        QFETCH(const QString, name);
        QFETCH(const QString, category);
        QFETCH(const QString, part);
        QFETCH(const QString, remedy);
        for (const int steps : {2, 3, 4, 5, 8}) {
            for (const auto &slow : steps < 4 ? std::vector<std::vector<int>>{{0}, {steps - 1}}
                                              : std::vector<std::vector<int>>{{0}, {1, 3}, {steps - 1}}) {
                const auto run = loop(steps, slow, 30'000, name, category);
                QVERIFY(run);
                const auto found = deviationsOf(*run);
                QCOMPARE(found.size(), slow.size());
                for (const auto &finding : found) {
                    QVERIFY(std::find(slow.begin(), slow.end(), *finding.evidence.step) != slow.end());
                    const auto extra = static_cast<double>(finding.impact.count()) * steps / 1e6;
                    QVERIFY2(std::abs(extra - 30) < 0.3, qPrintable(QString::number(extra)));
                    QCOMPARE(QString::fromStdString(finding.facts.front().id), part);
                    QCOMPARE(QString::fromStdString(finding.remedy.id), remedy);
                }
            }
        }
    }

    /// Parts sum up to what a step takes longer, to the nanosecond.
    void partsClose() {
        const auto run =
            loop(5, {2}, 30'000, QStringLiteral("<built-in function sleep>"), QStringLiteral("python_function"));
        QVERIFY(run);
        const auto deviations = stepDeviations(*run, run->captures.front(), 0.25);
        QCOMPARE(deviations.size(), std::size_t{1});
        QCOMPARE(deviations.front().usual + deviations.front().extra(), deviations.front().range.duration());
    }

    void evenStepsHaveNone() {
        for (const std::int64_t extra : {0, 1000, 2000}) {
            const auto run =
                loop(5, {1}, extra, QStringLiteral("<built-in function sleep>"), QStringLiteral("python_function"));
            QVERIFY(run);
            QVERIFY(deviationsOf(*run).empty());
        }
    }
};

TEST_SUITE(StepDeviationTest)

}  // namespace tst_step_deviation

#include "tst_step_deviation.moc"
