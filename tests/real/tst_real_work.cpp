// Work of kernels against goldens: TraceLens for PyTorch on GPUs, hand-made sums and msprof-analyze for Ascend.
#include "core/analysis/operators/chip_peak.h"
#include "core/analysis/operators/kernel_calls.h"
#include "core/analysis/operators/kernel_work.h"
#include "core/analysis/operators/step_work.h"
#include "core/analysis/operators/work_groups.h"
#include "core/session/loading/load_job.h"
#include "tests/real/csv_rows.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <cmath>
#include <map>

namespace tst_real_work {

using namespace stagescope;

namespace {

QString goldenPath(const QString &name) { return realDataFolder() + QStringLiteral("/../golden/") + name; }

double number(const CsvRow &row, const char *column) { return row.at(QString::fromUtf8(column)).toDouble(); }
bool isWithin(double own, double wanted, double share) { return std::abs(own - wanted) <= share * std::abs(wanted); }

std::optional<Run> opened(const QString &path) {
    auto run = loadRun(path.toStdString(), RunId{0}, LoadDepth::Deep);
    return run ? std::optional(std::move(*run)) : std::nullopt;
}

RankWork workOf(const Run &run, int rank) { return rankWork(*run.capture(rank), std::nullopt, {}); }

/// The operator inside that launches the kernels, with its operands, where that is another one.
std::pair<std::string, std::string> launcherOf(const CsvRow &row) {
    const auto name = row.at(QStringLiteral("name"));
    if (name != QStringLiteral("aten::_scaled_dot_product_flash_attention")) {
        return {name.toStdString(), asJson(row.at(QStringLiteral("Input Dims_first")))};
    }
    const auto size = [&](const char *parameter) {
        return row.at(QStringLiteral("param: ") + QLatin1String(parameter)).toStdString();
    };
    const auto shape = [&](const std::string &length, const std::string &heads, const std::string &depth) {
        return "[" + size("B") + ", " + size(length.c_str()) + ", " + size(heads.c_str()) + ", " + size(depth.c_str()) +
               "]";
    };
    return {"aten::_flash_attention_forward", "[" + shape("N_Q", "H_Q", "d_h_qk") + ", " +
                                                  shape("N_KV", "H_KV", "d_h_qk") + ", " +
                                                  shape("N_KV", "H_KV", "d_h_v")};
}

/// Of the two convolutions of a backward pass those whose gradient is asked for; TraceLens always tells two.
double passesDone(const CsvRow &row) {
    const auto values = row.at(QStringLiteral("Concrete Inputs_first"));
    return values.contains(QStringLiteral("[False, True,")) || values.contains(QStringLiteral("[True, False,")) ? 1 : 2;
}

struct Sum {
    double flop = 0;
    double bytes = 0;
    double micros = 0;
    std::uint64_t calls = 0;
};
Sum sumOf(const RankWork &work, const std::string &name, const std::string &shapes) {
    Sum sum;
    for (const auto &group : work.groups) {
        if (group.name == name && group.shapes.starts_with(shapes)) {
            sum.flop += group.flop;
            sum.bytes += group.bytes;
            sum.micros += static_cast<double>(group.time.count()) / 1e3;
            sum.calls += group.calls;
        }
    }
    return sum;
}

/// ROCm's attention starts with a fill that is an operator of its own; TraceLens counts it with the attention.
double fillMicros(const RankWork &work, const std::string &launcher, std::uint64_t calls) {
    const auto fills = sumOf(work, "aten::fill_", "[[1], []]");
    return launcher == "aten::_flash_attention_forward" && fills.calls == calls ? fills.micros : 0;
}

/// FLOP per time of the groups of an operator, in TFLOP/s.
double teraflopsOf(const RankWork &work, const std::string &name, const std::string &shapes = {}) {
    const auto sum = sumOf(work, name, shapes);
    return sum.flop / sum.micros / 1e6;
}

}  // namespace

class RealWorkTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!QDir(realDataFolder() + QStringLiteral("/torch/h100")).exists()) {
            QSKIP("real data is absent");
        }
    }

    void tracelensRows_data() {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("golden");
        QTest::addColumn<int>("rows");
        const auto add = [](const char *name, const char *trace, const char *golden, int rows) {
            QTest::newRow(name) << QString::fromUtf8(trace) << QString::fromUtf8(golden) << rows;
        };
        add("h100 qwen", "h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz", "h100_Qwen_Qwen1.5-0.5B-Chat__1016005", 6);
        add("h100 bert", "h100/gaunernst_bert-small-uncased__1016001.json.gz",
            "h100_gaunernst_bert-small-uncased__1016001", 5);
        add("mi300 qwen", "mi300/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz", "mi300_Qwen_Qwen1.5-0.5B-Chat__1016005", 6);
        add("mi300 bert", "mi300/gaunernst_bert-small-uncased__1016001.json.gz",
            "mi300_gaunernst_bert-small-uncased__1016001", 5);
        add("mi300 resnet", "mi300/resnet_act_checkpoint.json.gz", "mi300_resnet_act_checkpoint_recompute", 35);
    }
    /// FLOP and bytes of every row exactly, time and rate of those of matrix products and attention within 0.5 %. Its
    /// mean of rates is no rate of the mean: compared is FLOP / mean time.
    void tracelensRows() {
        QFETCH(QString, trace);
        QFETCH(QString, golden);
        QFETCH(int, rows);
        const auto run = opened(realDataFolder() + QStringLiteral("/torch/") + trace);
        QVERIFY(run.has_value());
        const auto work = workOf(*run, run->ranks().front());
        int seen = 0;
        for (const auto *sheet : {"GEMM", "SDPA_fwd", "CONV_fwd", "CONV_bwd"}) {
            for (const auto &row :
                 csvRows(goldenPath(QStringLiteral("tracelens/%1/%2.csv").arg(golden, QLatin1String(sheet))))) {
                const auto name = row.at(QStringLiteral("name")).toStdString();
                const auto dims = asJson(row.at(QStringLiteral("Input Dims_first")));
                const auto types = asJson(row.at(QStringLiteral("Input type_first")));
                const auto values = asJson(row.at(QStringLiteral("Concrete Inputs_first")));
                const auto own =
                    kernelWork({.framework = name, .inputShapes = dims, .inputTypes = types, .inputValues = values});
                const auto told = name + " " + dims;
                QVERIFY2(own && own->flop && own->bytes, told.c_str());
                const double times = 2 / passesDone(row);
                QVERIFY2(isWithin(times * *own->flop, number(row, "GFLOPS_first") * 1e9, 1e-12), told.c_str());
                QVERIFY2(isWithin(times * *own->bytes, number(row, "Data Moved (MB)_first") * 1048576, 1e-12),
                         told.c_str());
                ++seen;
                if (std::string_view(sheet).starts_with("CONV")) {
                    continue;
                }
                const auto [launcher, shapes] = launcherOf(row);
                auto sum = sumOf(work, launcher, shapes);
                sum.micros += fillMicros(work, launcher, sum.calls);
                QCOMPARE(sum.calls, static_cast<std::uint64_t>(number(row, "name_count")));
                QVERIFY2(isWithin(sum.micros, number(row, "Kernel Time (µs)_sum"), 0.005), told.c_str());
                QVERIFY2(isWithin(sum.flop / sum.micros,
                                  number(row, "GFLOPS_first") * 1e9 / number(row, "Kernel Time (µs)_mean"), 0.005),
                         told.c_str());
            }
        }
        QCOMPARE(seen, rows);
    }

    /// Kernels of convolutions are launched by the operators of the library. TraceLens leaves out the fills that ROCm
    /// starts some of them with.
    void convolutionsOfResnet() {
        const auto run = opened(realDataFolder() + QStringLiteral("/torch/mi300/resnet_act_checkpoint.json.gz"));
        QVERIFY(run.has_value());
        const auto work = workOf(*run, run->ranks().front());
        for (const auto &[sheet, name] :
             {std::pair("CONV_fwd", "aten::miopen_convolution"), std::pair("CONV_bwd", "aten::convolution_backward")}) {
            double flop = 0;
            double micros = 0;
            for (const auto &row :
                 csvRows(goldenPath(QStringLiteral("tracelens/mi300_resnet_act_checkpoint_recompute/%1.csv")
                                        .arg(QLatin1String(sheet))))) {
                flop += number(row, "GFLOPS_first") * 1e9 * number(row, "name_count") * passesDone(row) / 2;
                micros += number(row, "Kernel Time (µs)_sum");
            }
            const auto sum = sumOf(work, name, {});
            QVERIFY2(isWithin(sum.flop, flop, 1e-9), qPrintable(QString::number(sum.flop / flop)));
            QVERIFY2(sum.micros >= micros && isWithin(sum.micros, micros, 0.05),
                     qPrintable(QString::number(sum.micros / micros)));
        }
    }

    void h100() {
        const auto run =
            opened(realDataFolder() + QStringLiteral("/torch/h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz"));
        QVERIFY(run.has_value());
        const auto work = workOf(*run, run->ranks().front());
        QCOMPARE(work.peak.flops.value_or(0), 989.4e12);
        QCOMPARE(work.peak.flopsOrigin, PeakOrigin::Chip);
        const std::string shapes = "[[8944, 1024], [1024, 2816]]";
        const auto sum = sumOf(work, "aten::mm", shapes);
        QVERIFY(isWithin(sum.flop / 48, 51.58e9, 0.0005));
        QVERIFY(isWithin(teraflopsOf(work, "aten::mm", shapes), 610.7, 0.0005));
    }

    void qwen3() {
        const auto run = opened(realDataFolder() + QStringLiteral("/ascend/qwen3_pp2dp2"));
        QVERIFY(run.has_value());
        const auto first = workOf(*run, 0);
        const auto third = workOf(*run, 2);
        QCOMPARE(first.peak.flopsOrigin, PeakOrigin::Counters);
        QCOMPARE(originText(first.peak, first.peak.flopsOrigin), std::string("20 cores at 1650 MHz"));
        QVERIFY(isWithin(*first.peak.flops, 270.336e12, 1e-4));
        const auto products = sumOf(first, "MatMulV3", {});
        QCOMPARE(products.calls, std::uint64_t{280});
        QVERIFY(std::abs(products.micros - 48000.8) < 0.1);
        const auto teraflops = teraflopsOf(first, "MatMulV3");
        QVERIFY2(std::abs(teraflops - 185.4) < 0.05, qPrintable(QString::number(teraflops)));
        QVERIFY(std::abs(100 * teraflops / (*first.peak.flops / 1e12) - 68.6) < 0.05);
        QVERIFY(std::abs(teraflopsOf(third, "MatMulV3") - 140.6) < 0.05);
        QVERIFY(std::abs(teraflopsOf(third, "MatMulV3", "\"4096,151936;151936,1024\"") - 69.2) < 0.05);
    }

    /// Of what the matrix units were busy with, products are most, and never more than all.
    void shareOfThePeakIsBelowTheBusyShare() {
        const auto run = opened(realDataFolder() + QStringLiteral("/ascend/qwen3_pp2dp2"));
        QVERIFY(run.has_value());
        int judged = 0;
        for (const auto &group : workOf(*run, 0).groups) {
            if (group.isMatrix && group.flopCalls == 0) {
                QVERIFY2(false, group.name.c_str());
            }
            judged += group.isMatrix ? 1 : 0;
            const auto share = group.peakShare(workOf(*run, 0).peak);
            QVERIFY2(!share || (*share > 0.2 && *share < 0.9), group.shapes.c_str());
        }
        QCOMPARE(judged, 13);
        for (const auto &step : stepWork(*run->capture(0))) {
            const auto share = step.hardwareShare(peakOf(*run->capture(0)));
            QVERIFY(share && *share > 0.05 && *share < 0.2);
            QCOMPARE(step.unjudged.count(), std::int64_t{0});
        }
    }

    /// The peer gives all FLOP of a mark to each of its kernels; those of the cube are told as it tells them.
    void marksOfMsprofAnalyze() {
        QFile file(goldenPath(QStringLiteral("msprof_analyze/recipes/planted_modules/operator_mfu.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto rows = QJsonDocument::fromJson(file.readAll()).object()[QStringLiteral("OperatorMFU")].toArray();
        const auto run = opened(realDataFolder() + QStringLiteral("/planted/modules"));
        QVERIFY(run.has_value());
        int marked = 0;
        for (const int rank : {0, 1}) {
            const auto found = kernelCalls(*run->capture(rank));
            const auto peak = peakOf(*run->capture(rank), {.teraflops = 270.336});
            for (qsizetype i = 1; i < rows.size(); ++i) {
                const auto row = rows[i].toArray();
                const auto kernel = row[2].toString();
                if (row[0].toInt() != rank || kernel.startsWith(QStringLiteral("trans_"))) {
                    continue;
                }
                const auto begin = row[3].toInteger();
                const auto it = std::find_if(found.calls.begin(), found.calls.end(),
                                             [&](const KernelCall &call) { return call.begin == begin; });
                QVERIFY2(it != found.calls.end(), qPrintable(kernel));
                QCOMPARE(it->flop, row[9].toDouble());
                const double share = it->flop * 1e9 / static_cast<double>(it->duration) / *peak.flops;
                QVERIFY2(std::abs(share - row[6].toDouble()) <= 0.5e-4 + 1e-6, qPrintable(kernel));
                ++marked;
            }
            QCOMPARE(found.marked, std::size_t{8});
        }
        QCOMPARE(marked, 16);
    }
};

TEST_SUITE(RealWorkTest)

}  // namespace tst_real_work

#include "tst_real_work.moc"
