// Traces of GPUs against what TraceLens made of them: where the time of the device went, kernels, operators.
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/intervals.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/table_store.h"
#include "tests/real/csv_rows.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtTest/QTest>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace tst_real_gpu {

using namespace stagescope;

namespace {

QString goldenFolder(const QString &name) { return realDataFolder() + QStringLiteral("/../golden/tracelens/") + name; }
QString tracePath(const QString &name) { return realDataFolder() + QStringLiteral("/torch/") + name; }

std::optional<Workspace> opened(const QString &path) {
    auto run = loadRun(path.toStdString(), RunId{0}, LoadDepth::Deep);
    if (!run) {
        return std::nullopt;
    }
    Workspace workspace;
    workspace.runs.push_back(std::move(*run));
    return workspace;
}

double millis(std::int64_t ns) { return static_cast<double>(ns) / 1e6; }
bool isWithin(double own, double wanted) { return std::abs(own - wanted) <= 0.001 * std::abs(wanted) + 1e-9; }

/// What TraceLens calls its rows, in ms, of the kernels that are asked for.
struct Timeline {
    std::map<QString, double> rows;
};
template <class Wanted>
Timeline timelineOf(const RankCapture &capture, bool withFills, Wanted &&wanted) {
    std::vector<Interval> computing;
    std::vector<Interval> communication;
    std::vector<Interval> copies;
    std::vector<Interval> all;
    for (const auto &kernel : deviceKernels(capture)) {
        if (!kernel.launch || !wanted(kernel)) {
            continue;
        }
        const Interval span{kernel.begin, kernel.begin + kernel.duration};
        if (kernel.kind == DeviceKernel::Kind::Fill && !withFills) {
            continue;
        }
        all.push_back(span);
        (kernel.communicates                       ? communication
         : kernel.kind == DeviceKernel::Kind::Copy ? copies
                                                   : computing)
            .push_back(span);
    }
    const auto compute = merged(computing);
    const auto comm = merged(communication);
    const auto copy = merged(copies);
    const auto busy = merged(all);
    const auto total = busy.empty() ? 0 : busy.back().end - busy.front().begin;
    return {{{QStringLiteral("computation_time"), millis(totalLength(compute))},
             {QStringLiteral("exposed_comm_time"), millis(totalLength(subtracted(comm, compute)))},
             {QStringLiteral("exposed_memcpy_time"), millis(totalLength(subtracted(copy, united(compute, comm))))},
             {QStringLiteral("busy_time"), millis(totalLength(busy))},
             {QStringLiteral("idle_time"), millis(total - totalLength(busy))},
             {QStringLiteral("total_time"), millis(total)},
             {QStringLiteral("total_comm_time"), millis(totalLength(comm))},
             {QStringLiteral("total_memcpy_time"), millis(totalLength(copy))}}};
}

bool isRecomputed(const DeviceKernel &kernel) { return kernel.table->number(kernel.row, "recompute", -1) == 1; }

/// Categories of TraceLens in our words. It files attention's own operators under "other".
QString categoryOf(const QString &golden) {
    static const std::map<QString, QString> kNames{
        {QStringLiteral("GEMM"), QStringLiteral("matrix_product/forward")},
        {QStringLiteral("CONV_fwd"), QStringLiteral("convolution/forward")},
        {QStringLiteral("CONV_bwd"), QStringLiteral("convolution/backward")},
        {QStringLiteral("NORM_fwd"), QStringLiteral("normalization/forward")},
        {QStringLiteral("NORM_bwd"), QStringLiteral("normalization/backward")},
        {QStringLiteral("elementwise"), QStringLiteral("elementwise")},
        {QStringLiteral("reduce"), QStringLiteral("reduction")},
        {QStringLiteral("multi_tensor_apply"), QStringLiteral("multi_tensor")},
        {QStringLiteral("other"), QStringLiteral("other")}};
    const auto it = kNames.find(golden);
    return it == kNames.end() ? golden : it->second;
}

}  // namespace

class RealGpuTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!QDir(tracePath(QStringLiteral("h100"))).exists()) {
            QSKIP("real data is absent");
        }
    }

    void everyTraceOpens_data() {
        QTest::addColumn<QString>("path");
        for (const auto *folder : {"h100", "mi300"}) {
            const QDir dir(tracePath(QLatin1String(folder)));
            for (const auto &name : dir.entryList(QDir::Files)) {
                QTest::newRow(qPrintable(QLatin1String(folder) + QLatin1Char('/') + name)) << dir.filePath(name);
            }
        }
    }
    void everyTraceOpens() {
        QFETCH(const QString, path);
        const auto workspace = opened(path);
        QVERIFY(workspace && workspace->runs.front().captures.size() == 1);
        const auto &capture = workspace->runs.front().captures.front();
        QVERIFY(capture.hasTrace());
        QVERIFY(!capture.log || !capture.log->hasDataLoss());
        QVERIFY(tellsLaunches(capture));
        const auto table = analysisById("steps")->run({.workspace = &*workspace}, {});
        QVERIFY(table && !table->rows.empty());
    }

    void theDevicesTimeIsAsTraceLensFoundIt_data() {
        QTest::addColumn<QString>("trace");
        for (const auto *name :
             {"h100/Qwen_Qwen1.5-0.5B-Chat__1016005", "h100/gaunernst_bert-small-uncased__1016001",
              "mi300/Qwen_Qwen1.5-0.5B-Chat__1016005", "mi300/gaunernst_bert-small-uncased__1016001"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void theDevicesTimeIsAsTraceLensFoundIt() {
        QFETCH(const QString, trace);
        const auto golden = csvRows(goldenFolder(QString(trace).replace(QLatin1Char('/'), QLatin1Char('_'))) +
                                    QStringLiteral("/gpu_timeline.csv"));
        QCOMPARE(golden.size(), std::size_t{8});
        const auto workspace = opened(tracePath(trace + QStringLiteral(".json.gz")));
        QVERIFY(workspace.has_value());
        const auto splits = timeSplits(workspace->runs.front());
        QCOMPARE(splits.size(), std::size_t{1});
        const auto &parts = splits.front().parts;
        QVERIFY(parts.copies && parts.fills);
        // TraceLens counts from the first work of the device to the last, the step is as long as on the host.
        const auto device = parts.total - parts.preparing - parts.tail;
        const std::map<QString, Nanos> own{{QStringLiteral("total_time"), device},
                                           {QStringLiteral("computation_time"), parts.computing},
                                           {QStringLiteral("exposed_comm_time"), parts.notOverlapped},
                                           {QStringLiteral("exposed_memcpy_time"), *parts.copies},
                                           {QStringLiteral("idle_time"), parts.free - *parts.copies},
                                           {QStringLiteral("busy_time"), device - parts.free + *parts.copies},
                                           {QStringLiteral("total_comm_time"), parts.communication}};
        for (const auto &row : golden) {
            const auto it = own.find(row.at(QStringLiteral("type")));
            const auto wanted = row.at(QStringLiteral("time ms")).toDouble();
            if (it != own.end()) {
                QVERIFY2(isWithin(millis(it->second.count()), wanted), qPrintable(it->first));
            }
        }
        QCOMPARE(parts.total, parts.sumOfParts());
        // Work of the warm-up that still runs is no time of the capture, here neither.
        const auto metrics = analysisById("overall_metrics")->run({.workspace = &*workspace}, {});
        QVERIFY(metrics.has_value());
        for (std::size_t row = 0; row < metrics->rows.size(); ++row) {
            const auto metric = metrics->text(row, "metric");
            const auto golds = std::map<std::string, QString>{{"Computing Time", QStringLiteral("computation_time")},
                                                              {"E2E Time", QStringLiteral("total_time")}};
            const auto it = golds.find(metric);
            for (const auto &line : golden) {
                if (it != golds.end() && line.at(QStringLiteral("type")) == it->second) {
                    const auto wanted = line.at(QStringLiteral("time ms")).toDouble();
                    QVERIFY2(isWithin(std::stod(metrics->text(row, "duration_ms")), wanted), metric.c_str());
                }
            }
        }
    }

    /// Here TraceLens leaves fills out, and splits by activation checkpointing.
    void recomputationIsToldFromTheRest() {
        const auto folder = goldenFolder(QStringLiteral("mi300_resnet_act_checkpoint_recompute"));
        const auto golden = csvRows(folder + QStringLiteral("/gpu_timeline.csv"));
        QCOMPARE(golden.size(), std::size_t{16});
        const auto workspace = opened(tracePath(QStringLiteral("mi300/resnet_act_checkpoint.json.gz")));
        QVERIFY(workspace.has_value());
        const auto &capture = workspace->runs.front().captures.front();
        for (const bool recompute : {false, true}) {
            const auto own = timelineOf(capture, false,
                                        [&](const DeviceKernel &kernel) { return isRecomputed(kernel) == recompute; });
            for (const auto &row : golden) {
                if ((row.at(QStringLiteral("is_recompute")) == QLatin1String("True")) != recompute) {
                    continue;
                }
                const auto type = row.at(QStringLiteral("type"));
                QVERIFY2(isWithin(own.rows.at(type), row.at(QStringLiteral("time ms")).toDouble()),
                         qPrintable(type + QLatin1Char(' ') + QString::number(own.rows.at(type))));
            }
        }
        // All of the device's time is in one of the steps.
        const auto splits = timeSplits(workspace->runs.front());
        QVERIFY(!splits.empty());
        const auto total = splits.back().range->end - splits.back().parts.tail - splits.front().range->begin -
                           splits.front().parts.preparing;
        Nanos communication{0};
        for (const auto &split : splits) {
            communication += split.parts.communication;
            QCOMPARE(split.parts.total, split.parts.sumOfParts());
        }
        QVERIFY(isWithin(millis(total.count()), 56.51760302734375));
        QVERIFY(isWithin(millis(communication.count()), 47.20031005859375));
    }

    void kernelsAreThose_data() { theDevicesTimeIsAsTraceLensFoundIt_data(); }
    void kernelsAreThose() {
        QFETCH(const QString, trace);
        const auto golden = csvRows(goldenFolder(QString(trace).replace(QLatin1Char('/'), QLatin1Char('_'))) +
                                    QStringLiteral("/kernel_summary.csv"));
        QVERIFY(!golden.empty());
        const auto workspace = opened(tracePath(trace + QStringLiteral(".json.gz")));
        QVERIFY(workspace.has_value());
        using Key = std::tuple<std::string, std::string, std::int64_t>;
        std::map<Key, std::pair<std::int64_t, std::int64_t>> own;
        for (const auto &kernel : deviceKernels(workspace->runs.front().captures.front())) {
            if (kernel.kind == DeviceKernel::Kind::Kernel) {
                auto &sum = own[{std::string(kernel.table->text(kernel.row, "operator")), std::string(kernel.name),
                                 kernel.stream}];
                ++sum.first;
                sum.second += kernel.duration;
            }
        }
        std::map<Key, std::pair<std::int64_t, double>> theirs;
        for (const auto &row : golden) {
            auto &sum = theirs[{row.at(QStringLiteral("Parent cpu_op")).toStdString(),
                                row.at(QStringLiteral("Kernel name")).toStdString(),
                                static_cast<std::int64_t>(row.at(QStringLiteral("Kernel stream")).toDouble())}];
            sum.first += row.at(QString::fromUtf8("Kernel duration (\u00b5s)_count")).toLongLong();
            sum.second += row.at(QString::fromUtf8("Kernel duration (\u00b5s)_sum")).toDouble();
        }
        QCOMPARE(own.size(), theirs.size());
        for (const auto &[key, sum] : theirs) {
            const auto it = own.find(key);
            QVERIFY2(it != own.end(), std::get<1>(key).c_str());
            QCOMPARE(it->second.first, sum.first);
            QVERIFY(std::abs(static_cast<double>(it->second.second) / 1000 - sum.second) < 0.001);
        }
    }

    void operatorsAreCountedByCategory_data() {
        theDevicesTimeIsAsTraceLensFoundIt_data();
        QTest::newRow("mi300/resnet_act_checkpoint") << QStringLiteral("mi300/resnet_act_checkpoint");
    }
    void operatorsAreCountedByCategory() {
        QFETCH(const QString, trace);
        auto folder = QString(trace).replace(QLatin1Char('/'), QLatin1Char('_'));
        folder += trace.contains(QLatin1String("resnet")) ? QStringLiteral("_recompute") : QString();
        const auto golden = csvRows(goldenFolder(folder) + QStringLiteral("/ops_summary_by_category.csv"));
        QVERIFY(!golden.empty());
        const auto workspace = opened(tracePath(trace + QStringLiteral(".json.gz")));
        QVERIFY(workspace.has_value());
        const auto table =
            analysisById("framework_ops")->run({.workspace = &*workspace, .parameters = {{"by", "category"}}}, {});
        QVERIFY(table.has_value());
        std::map<QString, long long> own;
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            auto category = QString::fromStdString(table->text(row, "category"));
            const bool hasPass = category == QLatin1String("convolution") ||
                                 category == QLatin1String("normalization") ||
                                 category == QLatin1String("matrix_product");
            category += hasPass ? QLatin1Char('/') + QString::fromStdString(table->text(row, "pass")) : QString();
            category = category == QLatin1String("attention") ? QStringLiteral("other") : category;
            const bool recompute = table->text(row, "recompute") == "1";
            own[category + (recompute ? QStringLiteral(" again") : QString())] +=
                QString::fromStdString(table->text(row, "count")).toLongLong();
        }
        own.erase(QStringLiteral("communication"));
        std::map<QString, long long> theirs;
        for (const auto &row : golden) {
            const auto recompute = row.find(QStringLiteral("is_recompute"));
            const bool again = recompute != row.end() && recompute->second == QLatin1String("True");
            theirs[categoryOf(row.at(QStringLiteral("op category"))) +
                   (again ? QStringLiteral(" again") : QString())] += row.at(QStringLiteral("Count")).toLongLong();
        }
        for (const auto &[category, count] : theirs) {
            QVERIFY2(own[category] == count,
                     qPrintable(category + QStringLiteral(" %1 %2").arg(own[category]).arg(count)));
        }
        QCOMPARE(own.size(), theirs.size());
    }

    /// Computing time with and without recomputation, as in the sheet of the device's timeline.
    void recomputationCostsWhatTraceLensFound() {
        const auto golden = csvRows(goldenFolder(QStringLiteral("mi300_resnet_act_checkpoint_recompute")) +
                                    QStringLiteral("/gpu_timeline.csv"));
        QVERIFY(!golden.empty());
        const auto workspace = opened(tracePath(QStringLiteral("mi300/resnet_act_checkpoint.json.gz")));
        QVERIFY(workspace.has_value());
        std::map<QString, double> theirs;
        for (const auto &row : golden) {
            if (row.at(QStringLiteral("type")) == QLatin1String("computation_time")) {
                theirs[row.at(QStringLiteral("is_recompute"))] = row.at(QStringLiteral("time ms")).toDouble();
            }
        }
        double again = 0;
        double once = 0;
        const auto steps =
            analysisById("recompute")->run({.workspace = &*workspace, .parameters = {{"by", "step"}}}, {});
        QVERIFY(steps.has_value());
        for (std::size_t row = 0; row < steps->rows.size(); ++row) {
            again += QString::fromStdString(steps->text(row, "recompute_us")).toDouble() / 1000;
            once += QString::fromStdString(steps->text(row, "other_us")).toDouble() / 1000;
        }
        QVERIFY2(isWithin(again, theirs.at(QStringLiteral("True"))), qPrintable(QString::number(again)));
        QVERIFY2(isWithin(once, theirs.at(QStringLiteral("False"))), qPrintable(QString::number(once)));
        const auto modules = analysisById("recompute")->run({.workspace = &*workspace}, {});
        double sum = 0;
        for (std::size_t row = 0; row < modules->rows.size(); ++row) {
            sum += QString::fromStdString(modules->text(row, "recompute_us")).toDouble() / 1000;
        }
        QVERIFY2(std::abs(sum - again) < 1e-6, qPrintable(QString::number(sum)));
    }

    /// A queue holds what was launched and has not begun; each launch has a delay.
    void launchesAreQueued() {
        const auto workspace = opened(tracePath(QStringLiteral("h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz")));
        QVERIFY(workspace.has_value());
        const auto queues = analysisById("launch_queue")->run({.workspace = &*workspace}, {});
        const auto delays = analysisById("launch_delays")->run({.workspace = &*workspace}, {});
        QVERIFY(queues.has_value() && delays.has_value());
        QCOMPARE(queues->rows.size(), std::size_t{1});
        const auto launches = QString::fromStdString(queues->text(0, "launches")).toLongLong();
        QVERIFY(launches > 100);
        long long early = 0;  // launched before the capture
        for (const auto &kernel : deviceKernels(workspace->runs.front().captures.front())) {
            early += kernel.launch ? 0 : 1;
        }
        QCOMPARE(QString::fromStdString(queues->text(0, "unknown")).toLongLong(), early);
        long long counted = 0;
        for (std::size_t row = 0; row < delays->rows.size(); ++row) {
            counted += QString::fromStdString(delays->text(row, "count")).toLongLong();
        }
        QCOMPARE(counted, launches);
    }
};

TEST_SUITE(RealGpuTest)

}  // namespace tst_real_gpu

#include "tst_real_gpu.moc"
