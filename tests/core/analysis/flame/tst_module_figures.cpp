// Memory and work of modules in the table of modules.
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_module_figures {

using namespace stagescope;
using planted::RecordedRank;

namespace {

constexpr auto kPython = SliceClass::Python;

/// Net_0 from 100 to 700 with Linear_0 from 110 to 300; its product is kernel "gemm" from 1000 to 1100 ns.
RecordedRank network() {
    RecordedRank recorded;
    recorded.host("nn.Module: Net_0", 100, 700, kPython).host("nn.Module: Linear_0", 110, 300, kPython);
    recorded.direct("aten::mm", "gemm", 120, 140, 1000, 1100).direct("aten::relu", "relu", 400, 420, 1200, 1300);
    return recorded;
}

struct Piece {
    std::int64_t bytes;
    std::int64_t allocated;
    std::int64_t released = kNoMemoryTime;
};
std::shared_ptr<const TableStore> memoryOf(const std::vector<Piece> &pieces) {
    TableWriter<MemoryOpRecord> writer;
    for (const auto &piece : pieces) {
        MemoryOpRecord record;
        record.name = "aten::empty";
        record.bytes = piece.bytes;
        record.allocated = piece.allocated;
        record.released = piece.released;
        writer.append(record);
    }
    return std::make_shared<const TableStore>(writer.take());
}

/// A product of 64 x 32 by 32 x 16 in the matrix units, and a kernel of no such work.
std::shared_ptr<const TableStore> kernelsOf(std::string_view shapes) {
    TableWriter<KernelRecord> writer;
    KernelRecord gemm;
    gemm.name = "gemm";
    gemm.type = "MatMulV3";
    gemm.core = "AI_CORE";
    gemm.cube = 1;
    gemm.begin = 1000;
    gemm.duration = 100;
    gemm.inputShapes = shapes;
    gemm.inputTypes = "FLOAT16;FLOAT16";
    gemm.inputFormats = "ND;ND";
    gemm.outputShapes = "64,16";
    gemm.outputTypes = "FLOAT16";
    gemm.outputFormats = "ND";
    writer.append(gemm);
    KernelRecord relu;
    relu.name = "relu";
    relu.type = "Relu";
    relu.core = "AI_VECTOR_CORE";
    relu.cube = 0;
    relu.begin = 1200;
    relu.duration = 100;
    writer.append(relu);
    return std::make_shared<const TableStore>(writer.take());
}

ResultTable modulesOf(RankCapture capture, std::map<std::string, std::string> parameters = {}) {
    const auto workspace = planted::workspace({std::move(capture)});
    return planted::table("modules", {.workspace = &workspace, .parameters = std::move(parameters)});
}

constexpr double kFlop = 2.0 * 64 * 32 * 16;

}  // namespace

class ModuleFiguresTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// What is released within a call is not kept by it, though it may be by the call around it.
    void memory() {
        const auto table = modulesOf(network().capture(0, {memoryOf({{100, 150, 250},
                                                                     {1000, 160, 650},
                                                                     {10, 200},
                                                                     {7, 500, 600},
                                                                     {5000, 900},
                                                                     {-3, 210},
                                                                     {50, 50, 800}})}));
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(table.text(0, "module"), std::string("Net_0"));
        QCOMPARE(table.text(0, "allocated_bytes"), std::string("1117"));
        QCOMPARE(table.text(0, "kept_bytes"), std::string("10"));
        QCOMPARE(table.text(1, "allocated_bytes"), std::string("1110"));
        QCOMPARE(table.text(1, "kept_bytes"), std::string("1010"));
    }

    void withoutRecordsNothingIsKnown() {
        const auto table = modulesOf(network().capture());
        for (std::size_t row = 0; row < 2; ++row) {
            for (const auto *column : {"allocated_bytes", "kept_bytes", "gflop", "mfu_percent"}) {
                QCOMPARE(table.text(row, column), std::string());
            }
        }
        // A record that has nothing of a module says so.
        QCOMPARE(modulesOf(network().capture(0, {memoryOf({{5, 900}})})).text(0, "allocated_bytes"), std::string("0"));
    }

    void work() {
        const auto capture = network().capture(0, {kernelsOf("64,32;32,16")});
        const auto table = modulesOf(capture, {{"peak_tflops", "1"}});
        const auto real = [&](std::size_t row, std::string_view column) {
            return std::get<double>(table.rows[row][table.indexOf(column)]);
        };
        QCOMPARE(real(0, "gflop"), kFlop / 1e9);
        QCOMPARE(real(1, "gflop"), kFlop / 1e9);
        QCOMPARE(real(0, "mfu_percent"), 100 * kFlop / 200e-9 / 1e12);
        QCOMPARE(real(1, "mfu_percent"), 100 * kFlop / 100e-9 / 1e12);
        QCOMPARE(table.text(0, "unjudged_us"), std::string("0"));
        QCOMPARE(modulesOf(capture).text(0, "mfu_percent"), std::string());  // whose peak is not known
        const auto odd = modulesOf(network().capture(0, {kernelsOf("64,32")}), {{"peak_tflops", "1"}});
        QCOMPARE(odd.text(1, "gflop"), std::string());
        QCOMPARE(odd.text(1, "unjudged_us"), std::string("0.1"));
    }
};

TEST_SUITE(ModuleFiguresTest)

}  // namespace tst_module_figures

#include "tst_module_figures.moc"
