// Traces of GPUs side by side: two ranks as msprof-analyze compare has them, two devices as TraceLens does.
#include "tests/real/compared_sides.h"
#include "tests/real/csv_rows.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_real_gpu_compared {

using namespace stagescope;

namespace {

const auto kTwoRanks = QStringLiteral("torch/hta_two_ranks");
const auto kSheets = QStringLiteral("gpu_two_ranks.json");

/// Rows of a table of all ranks by rank, and a text of theirs.
using RankRows = std::map<std::pair<std::string, std::string>, std::map<std::string, double>>;
RankRows rowsOfRanks(const Workspace &workspace, const char *id, const char *name,
                     const std::vector<const char *> &columns, std::map<std::string, std::string> parameters = {}) {
    RankRows rows;
    const auto table =
        analysisById(id)->run({.workspace = &workspace, .parameters = std::move(parameters)}, {}).value();
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        auto &of = rows[{table.text(row, "rank"), table.text(row, name)}];
        for (const auto *column : columns) {
            of[column] += realCell(table, row, column);
        }
    }
    return rows;
}

/// What theirs takes for work of tensor cores.
struct KernelSum {
    double millis = 0;
    double count = 0;
};
KernelSum tensorCoreKernels(const RankRows &kernels, const std::string &rank) {
    KernelSum sum;
    for (const auto &[key, figures] : kernels) {
        const auto name = QString::fromStdString(key.second);
        const auto isPart = [&](const char *part) { return name.contains(QLatin1String(part), Qt::CaseInsensitive); };
        const auto parts = {"gemm", "conv", "cutlass", "wgrad", "gemvx"};
        if (key.first == rank && std::any_of(parts.begin(), parts.end(), isPart)) {
            sum.millis += figures.at("total_us") / 1000;
            sum.count += figures.at("count");
        }
    }
    return sum;
}

/// Of ranges of a rank, also of those within others: "outer::inner".
std::map<std::string, double> marksOf(const RankRows &marks, int rank, const std::string &name) {
    std::map<std::string, double> sums;
    for (const auto &[key, figures] : marks) {
        if (key.first == std::to_string(rank) && (key.second == name || key.second.ends_with("::" + name))) {
            for (const auto &[column, value] : figures) {
                sums[column] += value;
            }
        }
    }
    return sums;
}

bool isWithin(double own, double wanted, double share) { return std::abs(own - wanted) <= share * std::abs(wanted); }

std::unique_ptr<ComparedSides> twoDevices() {
    return runsCompared(QStringLiteral("torch/h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz"),
                        QStringLiteral("torch/mi300/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz"));
}
std::vector<CsvRow> tracelensRows(const char *sheet) {
    return csvRows(realDataFolder() + QStringLiteral("/../golden/tracelens/compare_h100_mi300_qwen_csvs/") +
                   QLatin1String(sheet) + QStringLiteral(".csv"));
}
double numberOf(const CsvRow &row, const char *column) {
    const auto it = row.find(QString::fromUtf8(column));
    return it == row.end() ? 0 : it->second.toDouble();
}
std::string withoutSpaces(std::string text) {
    std::erase(text, ' ');
    return text;
}

}  // namespace

class RealGpuComparedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Theirs knows no classes of GPUs but kernels of tensor cores, by parts of their names, and all others; takes
    /// fills for no work at all, and of the copies those of the stream with most kernels.
    void metricsOfTwoRanks() {
        const auto golden = comparedRows(kSheets, QStringLiteral("OverallMetrics"));
        const auto sides = ranksCompared(kTwoRanks);
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), std::size_t{9});
        auto copies = rowsOfRanks(sides->workspace, "copies", "direction", {"total_us", "count"});
        const auto kernels =
            rowsOfRanks(sides->workspace, "kernel_stats", "name", {"total_us", "count"}, {{"by", "name"}});
        const auto table = analysisById("overall_compare")->run({.workspace = &sides->workspace}, {}).value();
        for (const bool isAfter : {false, true}) {
            std::map<std::string, double> own;
            double classes = 0;
            bool isOfComputing = true;
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                const auto metric = table.text(row, "metric");
                own[metric] = realCell(table, row, isAfter ? "duration_ms" : "baseline_duration_ms");
                isOfComputing = isOfComputing && metric != "Uncovered Communication Time";
                classes += isOfComputing && table.text(row, "level") == "1" ? own[metric] : 0;
            }
            QVERIFY(std::abs(classes - own["Computing Time"]) < 1e-6);
            const auto cubes = tensorCoreKernels(kernels, isAfter ? "1" : "0");
            const auto fills = copies[{isAfter ? "1" : "0", "fill"}]["total_us"] / 1000;
            const auto theirs = [&](int row) {
                return golden[static_cast<std::size_t>(row)][isAfter ? 4 : 1].toDouble();
            };
            const auto theirCount = [&](int row) {
                return golden[static_cast<std::size_t>(row)][isAfter ? 6 : 3].toDouble();
            };
            QVERIFY(std::abs(own["Computing Time"] - fills - theirs(0)) < 1e-6);
            QVERIFY(std::abs(own["Computing Time"] - cubes.millis - fills - theirs(1)) < 1e-6);
            QVERIFY(std::abs(cubes.millis - theirs(3)) < 1e-6);
            QCOMPARE(cubes.count, theirCount(3));
            // What fills cover of communication, and one that ends the capture.
            QVERIFY(theirs(4) >= own["Uncovered Communication Time"]);
            QVERIFY(theirs(4) - own["Uncovered Communication Time"] <= fills);
            QVERIFY(std::abs(own["E2E Time"] - theirs(8)) <= 0.005);
            const auto onDevice = copies[{isAfter ? "1" : "0", "DtoD"}]["total_us"] / 1000;
            QVERIFY(std::abs(onDevice - theirs(6)) < 1e-6);
        }
    }
    void communicationOfTwoRanks() {
        const auto golden = comparedRows(kSheets, QStringLiteral("CommunicationCompare"));
        const auto sides = ranksCompared(kTwoRanks);
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), std::size_t{1});
        const auto table = sides->difference("comm_summary");
        QCOMPARE(table.rows.size(), std::size_t{1});
        const std::vector<std::pair<int, const char *>> columns{
            {3, "count_before"},  {4, "total_before_us"}, {5, "mean_before_us"},  {6, "max_before_us"},
            {7, "min_before_us"}, {10, "count_after"},    {11, "total_after_us"}, {12, "mean_after_us"},
            {13, "max_after_us"}, {14, "min_after_us"},   {15, "total_change_us"}};
        for (const auto &[column, name] : columns) {
            QVERIFY2(std::abs(realCell(table, 0, name) - golden[0][column].toDouble()) < 1e-6, name);
        }
        QVERIFY(std::abs(realCell(table, 0, "total_us_ratio") - golden[0][16].toDouble()) < 1e-4);
    }
    /// Calls and their time. The peer takes annotations for operators, and from the time of their own it subtracts
    /// calls of the driver and of any thread that run meanwhile, so that this cannot be compared.
    void callsOfTwoRanks() {
        const auto golden = comparedRows(kSheets, QStringLiteral("ApiCompare"));
        const auto sides = ranksCompared(kTwoRanks);
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), std::size_t{201});
        auto calls = rowsOfRanks(sides->workspace, "api_stats", "name", {"total_us", "count"});
        const auto marks = rowsOfRanks(sides->workspace, "mark_stats", "name", {"total_us", "count"});
        int annotations = 0;
        for (const auto &line : golden) {
            const auto name = line[1].toString().toStdString();
            const bool isCall = calls.contains({"0", name}) || calls.contains({"1", name});
            annotations += isCall ? 0 : 1;
            for (const int side : {0, 1}) {
                auto own = isCall ? calls[{std::to_string(side), name}] : marksOf(marks, side, name);
                QVERIFY2(own["count"] == line[5 + 4 * side].toDouble(), name.c_str());
                QVERIFY2(std::abs(own["total_us"] / 1000 - line[2 + 4 * side].toDouble()) < 0.0051, name.c_str());
            }
        }
        QCOMPARE(annotations, 33);
    }
    /// The outermost operators of the peer are annotations, without kernels; how often there are such is all that can
    /// be compared.
    void operatorsOfTwoRanks() {
        const auto golden = comparedRows(kSheets, QStringLiteral("OperatorCompare"));
        const auto statistic = comparedRows(kSheets, QStringLiteral("OperatorCompareStatistic"));
        const auto sides = ranksCompared(kTwoRanks);
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        const auto marks = rowsOfRanks(sides->workspace, "mark_stats", "name", {"count"});
        double all = 0;
        for (const auto &line : statistic) {
            const auto name = line[1].toString().toStdString();
            QCOMPARE(marksOf(marks, 0, name)["count"], line[3].toDouble());
            QCOMPARE(marksOf(marks, 1, name)["count"], line[5].toDouble());
            all += line[3].toDouble();
        }
        QCOMPARE(all, static_cast<double>(golden.size()));
        // Ours have the kernels: those of operators, step by step.
        const auto table = sides->table("op_compare");
        double kernels = 0;
        int both = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            kernels += realCell(table, row, "kernels_before");
            both += !table.text(row, "name_before").empty() && !table.text(row, "name_after").empty() ? 1 : 0;
        }
        QCOMPARE(kernels, 1188.0);  // of 1204 kernels, copies and fills
        QCOMPARE(both, 346);        // as many as difflib finds
    }

    void timelineOfTwoDevices() {
        const auto golden = tracelensRows("gpu_timeline");
        const auto sides = twoDevices();
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        const auto table = sides->difference("time_split");
        QCOMPARE(table.rows.size(), std::size_t{1});
        const std::map<QString, std::string> names{{QStringLiteral("total_time"), "step"},
                                                   {QStringLiteral("computation_time"), "computing"},
                                                   {QStringLiteral("exposed_comm_time"), "not_overlapped"},
                                                   {QStringLiteral("exposed_memcpy_time"), "copies"},
                                                   {QStringLiteral("idle_time"), "idle"},
                                                   {QStringLiteral("total_comm_time"), "communication"}};
        std::size_t compared = 0;
        for (const auto &row : golden) {
            const auto name = names.find(row.at(QStringLiteral("type")));
            if (name == names.end()) {
                continue;
            }
            for (const auto &[part, column] :
                 {std::pair("before", "h100::time ms"), std::pair("after", "mi300::time ms"),
                  std::pair("change", "time ms__mi300_diff")}) {
                // Theirs begins with the first kernel, a step with what launches it.
                const auto head =
                    name->second == "step" ? realCell(table, 0, std::string("preparing_") + part + "_us") / 1000 : 0;
                const auto own = realCell(table, 0, name->second + "_" + part + "_us") / 1000 - head;
                QVERIFY2(isWithin(own, numberOf(row, column), 0.001), name->second.c_str());
            }
            ++compared;
        }
        QCOMPARE(compared, names.size());
    }
    void operatorsOfTwoDevices() {
        const auto golden = tracelensRows("ops_summary");
        const auto sides = twoDevices();
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), std::size_t{21});
        const auto table = sides->difference("framework_ops");
        QCOMPARE(table.rows.size(), golden.size());
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto name = QString::fromStdString(table.text(row, "operator"));
            const auto line = std::find_if(golden.begin(), golden.end(),
                                           [&](const CsvRow &of) { return of.at(QStringLiteral("name")) == name; });
            QVERIFY2(line != golden.end(), qPrintable(name));
            QCOMPARE(realCell(table, row, "count_before"), numberOf(*line, "h100::Count"));
            QCOMPARE(realCell(table, row, "count_after"), numberOf(*line, "mi300::Count"));
            for (const auto &[own, theirs] : {std::pair("total_before_us", "h100::total_direct_kernel_time_ms"),
                                              std::pair("total_after_us", "mi300::total_direct_kernel_time_ms")}) {
                QVERIFY2(isWithin(realCell(table, row, own) / 1000, numberOf(*line, theirs), 0.005), qPrintable(name));
            }
        }
    }
    /// By operands. An operator that only copies is no work of kernels.
    void operandsOfTwoDevices() {
        auto golden = tracelensRows("ops_unique_args_intersect_mi300");
        for (auto &row : tracelensRows("ops_unique_args_only_variant_mi300")) {
            golden.push_back(std::move(row));
        }
        const auto sides = twoDevices();
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), std::size_t{36});
        struct Figures {
            double count[2]{};
            double time[2]{};
        };
        const auto keyOf = [](const std::string &name, const std::string &shapes, const std::string &types) {
            return name + " " + withoutSpaces(shapes) + " " + withoutSpaces(types);
        };
        std::map<std::string, Figures> theirs;
        for (const auto &row : golden) {  // rows of other strides and values are of one kind
            auto &of =
                theirs[keyOf(row.at(QStringLiteral("name")).toStdString(), asJson(row.at(QStringLiteral("Input Dims"))),
                             asJson(row.at(QStringLiteral("Input type"))))];
            of.count[0] += numberOf(row, "h100::operation_count");
            of.count[1] += numberOf(row, "mi300::operation_count");
            of.time[0] += numberOf(row, "h100::total_direct_kernel_time_sum");
            of.time[1] += numberOf(row, "mi300::total_direct_kernel_time_sum");
        }
        const auto table = sides->difference("kernel_work");
        std::map<std::string, std::size_t> own;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            own[keyOf(table.text(row, "type"), table.text(row, "input_shapes"), table.text(row, "input_types"))] = row;
        }
        std::size_t compared = 0;
        for (const auto &[key, figures] : theirs) {
            const auto row = own.find(key);
            if (row == own.end()) {
                QVERIFY2(key.starts_with("aten::_local_scalar_dense"), key.c_str());
                continue;
            }
            QCOMPARE(realCell(table, row->second, "count_before"), figures.count[0]);
            QCOMPARE(realCell(table, row->second, "count_after"), figures.count[1]);
            QVERIFY2(isWithin(realCell(table, row->second, "total_before_us"), figures.time[0], 0.005), key.c_str());
            QVERIFY2(isWithin(realCell(table, row->second, "total_after_us"), figures.time[1], 0.005), key.c_str());
            ++compared;
        }
        QCOMPARE(compared, std::size_t{34});
    }
    /// FLOP per time of matrix products: theirs is the mean of the rates, ours the rate of the mean.
    void productsOfTwoDevices() {
        const auto golden = tracelensRows("GEMM_intersect_mi300");
        const auto sides = twoDevices();
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), std::size_t{5});
        const auto table = sides->difference("kernel_work");
        int compared = 0;
        for (const auto &line : golden) {
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                if (table.text(row, "type") != line.at(QStringLiteral("name")).toStdString() ||
                    table.text(row, "input_shapes") != asJson(line.at(QStringLiteral("h100::Input Dims_first")))) {
                    continue;
                }
                QVERIFY(isWithin(realCell(table, row, "tflops_before"), numberOf(line, "h100::TFLOPS/s_mean"), 0.005));
                QVERIFY(isWithin(realCell(table, row, "tflops_after"), numberOf(line, "mi300::TFLOPS/s_mean"), 0.005));
                QVERIFY(isWithin(realCell(table, row, "total_change_us"),
                                 numberOf(line, "Kernel Time (µs)_sum__mi300_diff"), 0.005));
                ++compared;
            }
        }
        QCOMPARE(compared, 5);
    }
    /// Kernels by name: those of one vendor alone have no partner.
    void kernelsOfTwoDevices() {
        const auto golden = tracelensRows("kernel_summary");
        const auto sides = twoDevices();
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        struct Sums {
            double count[2]{};
            double time[2]{};
        };
        std::map<std::string, Sums> theirs;
        std::set<QStringList> seen;  // a kernel of several operators on both sides is joined with itself
        for (const auto &row : golden) {
            const auto name = row.at(QStringLiteral("Kernel name"));
            for (const int side : {0, 1}) {
                const auto device = side == 0 ? QStringLiteral("h100::") : QStringLiteral("mi300::");
                const auto count = row.at(device + QString::fromUtf8("Kernel duration (µs)_count"));
                const auto time = row.at(device + QString::fromUtf8("Kernel duration (µs)_sum"));
                const QStringList key{device,
                                      name,
                                      row.at(device + QStringLiteral("Parent cpu_op")),
                                      row.at(device + QStringLiteral("Kernel stream")),
                                      count,
                                      time};
                if (seen.insert(key).second) {
                    theirs[name.toStdString()].count[side] += count.toDouble();
                    theirs[name.toStdString()].time[side] += time.toDouble();
                }
            }
        }
        const auto table = sides->difference("kernel_stats", {{"by", "name"}});
        std::map<std::string, Sums> own;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            auto &of = own[table.text(row, "name")];
            of.count[0] += realCell(table, row, "count_before");
            of.count[1] += realCell(table, row, "count_after");
            of.time[0] += realCell(table, row, "total_before_us");
            of.time[1] += realCell(table, row, "total_after_us");
        }
        for (const auto &[name, sums] : theirs) {
            const auto &of = own[name];
            for (const int side : {0, 1}) {
                QVERIFY2(of.count[side] == sums.count[side], name.c_str());
                QVERIFY2(std::abs(of.time[side] - sums.time[side]) < 0.005, name.c_str());
            }
        }
        QCOMPARE(theirs.size(), std::size_t{42});
    }
};

TEST_SUITE(RealGpuComparedTest)

}  // namespace tst_real_gpu_compared

#include "tst_real_gpu_compared.moc"
