#include "core/analysis/operators/kernel_work.h"
#include "core/analysis/operators/tensors.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <string>
#include <vector>

namespace tst_kernel_work {

using namespace stagescope;

namespace {

/// Of Ascend's device: shapes, types and formats of inputs and outputs.
KernelOperands device(std::string_view type, std::string_view inputs, std::string_view types, std::string_view formats,
                      std::string_view outputs, std::string_view outputTypes, std::string_view outputFormats) {
    KernelOperands operands;
    operands.type = type;
    operands.inputShapes = inputs;
    operands.inputTypes = types;
    operands.inputFormats = formats;
    operands.outputShapes = outputs;
    operands.outputTypes = outputTypes;
    operands.outputFormats = outputFormats;
    return operands;
}

KernelOperands framework(std::string_view name, std::string_view dims, std::string_view types,
                         std::string_view values = {}) {
    KernelOperands operands;
    operands.framework = name;
    operands.inputShapes = dims;
    operands.inputTypes = types;
    operands.inputValues = values;
    return operands;
}

constexpr double kUnknown = -1;

struct Expected {
    KernelOperands operands;
    double flop = kUnknown;
    double bytes = kUnknown;
    bool isMatrix = true;
    bool isPadded = false;
};
using Rows = std::vector<std::pair<std::string, Expected>>;

void verify(const Rows &rows) {
    for (const auto &[name, expected] : rows) {
        const auto work = kernelWork(expected.operands);
        if (!work) {
            QVERIFY2(expected.flop < 0 && expected.bytes < 0 && !expected.isMatrix, name.c_str());
            continue;
        }
        const auto told = name + ": " + std::to_string(work->flop.value_or(kUnknown)) + " FLOP, " +
                          std::to_string(work->bytes.value_or(kUnknown)) + " bytes";
        QVERIFY2(work->flop.value_or(kUnknown) == expected.flop, told.c_str());
        QVERIFY2(work->bytes.value_or(kUnknown) == expected.bytes, told.c_str());
        QVERIFY2(work->isMatrix == expected.isMatrix, told.c_str());
        QVERIFY2(work->isPadded == expected.isPadded, told.c_str());
    }
}

}  // namespace

class KernelWorkTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textsOfTensors() {
        const auto tensors = tensorsOf("\"4096,1024;;8\"", "DT_BF16;FLOAT;INT8", "ND;NULL;FORMAT_FRACTAL_NZ");
        QCOMPARE(tensors.size(), std::size_t{3});
        QCOMPARE(tensors[0].bytes().value_or(0), 4096 * 1024 * 2.0);
        QVERIFY(!tensors[1].isThere);
        QCOMPARE(tensors[1].bytes().value_or(-1), 0.0);
        QCOMPARE(std::string(tensors[2].format), std::string("FRACTAL_NZ"));
        QVERIFY(tensorsOf("N/A,", "", "").size() == 1 && !tensorsOf("N/A,", "", "")[0].isThere);
        QVERIFY(tensorsOf("", "", "").empty());

        const auto calls =
            tensorsOfJson("[[2, 3], [], [], [[4], [5]]]", R"(["float", "double", "Scalar", "TensorList"])");
        QCOMPARE(calls.size(), std::size_t{4});
        QCOMPARE(calls[1].bytes().value_or(0), 8.0);
        QVERIFY(!calls[2].isThere && !calls[3].isThere);
        const auto values = elementsOfJson("[\"\", \"[1, 1]\", \"a\\\",b\", \"True\"]");
        QCOMPARE(values.size(), std::size_t{4});
        QCOMPARE(std::string(values[1]), std::string("[1, 1]"));
        QCOMPARE(std::string(values[3]), std::string("True"));
        QVERIFY(!numbersOf("[1, -1]") && !numbersOf("[[1]]") && !numbersOf("1,,2") && numbersOf("[]")->empty());
    }

    void matrixProductsOfTheDevice() {
        constexpr double kBytes = (4096.0 * 1024 + 6144.0 * 1024 + 4096.0 * 6144) * 2;
        verify({
            {"second transposed",
             {device("MatMulV3", "\"4096,1024;6144,1024\"", "DT_BF16;DT_BF16", "ND;ND", "\"4096,6144\"", "DT_BF16",
                     "ND"),
              2.0 * 4096 * 6144 * 1024, kBytes}},
            {"first transposed",
             {device("MatMulV3", "4096,6144;4096,1024", "DT_BF16;DT_BF16", "ND;ND", "6144,1024", "DT_BF16", "ND"),
              2.0 * 4096 * 6144 * 1024, kBytes}},
            {"both transposed",
             {device("MatMul", "3,5;7,3", "FLOAT;FLOAT", "ND;ND", "5,7", "FLOAT", "ND"), 2.0 * 3 * 5 * 7,
              4.0 * (15 + 21 + 35)}},
            {"bias",
             {device("MatMulV2", "32,9216;4096,9216;4096", "FLOAT;FLOAT;FLOAT", "FORMAT_ND;FORMAT_ND;FORMAT_ND",
                     "32,4096", "FLOAT", "FORMAT_ND"),
              2.0 * 32 * 9216 * 4096 + 32 * 4096, 4.0 * (32 * 9216 + 4096 * 9216 + 4096 + 32 * 4096)}},
            {"weights in blocks, whose true sizes the others tell",
             {device("MatMulV2", "30,100;7,7,16,16", "FLOAT16;FLOAT16", "ND;FRACTAL_NZ", "30,110", "FLOAT16", "ND"),
              2.0 * 30 * 100 * 110, 2.0 * (3000 + 7 * 7 * 256 + 3300)}},
            {"all in blocks",
             {device("MatMulV2", "2,4,16,16;3,2,16,16", "FLOAT16;FLOAT16", "FRACTAL_NZ;FRACTAL_NZ", "3,4,16,16",
                     "FLOAT16", "FRACTAL_NZ"),
              2.0 * 64 * 32 * 48, 2.0 * (64 * 32 + 32 * 48 + 64 * 48), true, true}},
            {"batch",
             {device("BatchMatMulV2", "8,16,128,64;8,16,64,128", "FLOAT16;FLOAT16", "ND;ND", "8,16,128,128", "FLOAT16",
                     "ND"),
              2.0 * 128 * 128 * 128 * 64, 2.0 * 128 * (128 * 64 * 2 + 128 * 128)}},
            {"one matrix for every batch",
             {device("BatchMatMul", "4,3,5;5,7", "FLOAT;FLOAT", "ND;ND", "4,3,7", "FLOAT", "ND"), 2.0 * 4 * 3 * 5 * 7,
              4.0 * (60 + 35 + 84)}},
            {"8 bits",
             {device("QuantBatchMatmulV3", "64,32;32,16", "INT8;INT8", "ND;ND", "64,16", "DT_BF16", "ND"),
              2.0 * 64 * 32 * 16, 64.0 * 32 + 32 * 16 + 2 * 64 * 16}},
            {"does not fit",
             {device("MatMulV3", "3,5;7,9", "FLOAT;FLOAT", "ND;ND", "3,9", "FLOAT", "ND"), kUnknown,
              4.0 * (15 + 63 + 27)}},
            {"no result", {device("MatMulV3", "3,5;5,9", "FLOAT;FLOAT", "ND;ND", "", "", "")}},
        });
        const auto numberOf = [](std::string_view type, std::string_view types) {
            return kernelWork(device(type, "64,32;32,16", types, "ND;ND", "64,16", "BF16", "ND"))->number;
        };
        QCOMPARE(numberOf("QuantBatchMatmulV3", "INT8;INT8"), NumberType::Int8);
        QCOMPARE(numberOf("WeightQuantBatchMatmulV2", "DT_BF16;INT8"), NumberType::Bf16);
        QCOMPARE(numberOf("MatMulV3", "FLOAT;FLOAT"), NumberType::Fp32);
        QCOMPARE(numberOf("MatMulV3", "FLOAT;DT_BF16"), NumberType::Unknown);
        QCOMPARE(numberOf("Add", "FLOAT16;FLOAT16"), NumberType::Unknown);
    }

    void groupedProducts() {
        verify({
            {"tokens by groups",
             {device("GroupedMatmul", "100,32;4,32,64;;;4", "FLOAT16;FLOAT16;FLOAT16;FLOAT16;INT64", "ND;ND;ND;ND;ND",
                     "100,64", "FLOAT16", "ND"),
              2.0 * 100 * 32 * 64, 2.0 * (3200 + 4 * 32 * 64 + 6400) + 32}},
            {"gradient of the weights",
             {device("GroupedMatmul", "32,100;100,64;4", "FLOAT16;FLOAT16;INT64", "ND;ND;ND", "4,32,64", "FLOAT16",
                     "ND"),
              2.0 * 100 * 32 * 64, 2.0 * (3200 + 6400 + 4 * 32 * 64) + 32}},
            {"one of each for every group",
             {device("GroupedMatmul", "10,8;20,8;8,4;8,4", "FLOAT16;FLOAT16;FLOAT16;FLOAT16", "ND;ND;ND;ND",
                     "10,4;20,4", "FLOAT16;FLOAT16", "ND;ND"),
              2.0 * 30 * 8 * 4, 2.0 * (80 + 160 + 64 + 120)}},
        });
    }

    void attentionOfTheDevice() {
        const std::string_view types = "DT_BF16;DT_BF16;DT_BF16;BOOL";
        const std::string_view formats = "NCL;NCL;NCL;ND";
        const auto forward = [&](std::string_view inputs, std::string_view outputs) {
            return device("FlashAttentionScore", inputs, types, formats, outputs, "FLOAT;FLOAT;DT_BF16;DT_BF16",
                          "ND;ND;ND;ND");
        };
        constexpr double kFull = 4.0 * 16 * 4096 * 4096 * 128;
        const auto flopOf = [](const KernelOperands &operands) {
            const auto work = kernelWork(operands);
            return work && work->isMatrix ? work->flop.value_or(kUnknown) : -2;
        };
        const std::string_view result = "1,16,4096,8;1,16,4096,8;;4096,1,2048";
        QCOMPARE(flopOf(forward("4096,1,2048;4096,1,1024;4096,1,1024;2048,2048", result)), kFull / 2);
        QCOMPARE(flopOf(forward("4096,1,2048;4096,1,1024;4096,1,1024;", result)), kFull);
        QCOMPARE(flopOf(forward("4096,1,2048;4096,1,1024;4096,1,1024;4096,4096", result)), kFull);
        // A mask of 2048 x 2048 over 2048 keys may be either.
        QCOMPARE(
            flopOf(forward("2048,1,2048;2048,1,2048;2048,1,2048;2048,2048", "1,16,2048,8;1,16,2048,8;;2048,1,2048")),
            kUnknown);
        QCOMPARE(flopOf(forward("2,16,512,128;2,4,256,128;2,4,256,128;", "2,16,512,8;2,16,512,8;;2,16,512,128")),
                 4.0 * 2 * 16 * 512 * 256 * 128);
        QCOMPARE(flopOf(forward("2,512,16,128;2,256,4,128;2,256,4,128;", "2,16,512,8;2,16,512,8;;2,512,16,128")),
                 4.0 * 2 * 16 * 512 * 256 * 128);
        // Sequences of several lengths: only their values tell.
        QCOMPARE(flopOf(forward("4096,16,128;4096,16,128;4096,16,128;", "4096,16,8;4096,16,8;;4096,16,128")), kUnknown);
        QCOMPARE(flopOf(device("FlashAttentionScoreGrad",
                               "4096,1,2048;4096,1,1024;4096,1,1024;4096,1,2048;2048,2048;1,16,4096,8;1,16,4096,8",
                               "DT_BF16;DT_BF16;DT_BF16;DT_BF16;BOOL;FLOAT;FLOAT", "NCL;NCL;NCL;NCL;ND;NCHW;NCHW",
                               "4096,1,2048;4096,1,1024;4096,1,1024", "DT_BF16;DT_BF16;DT_BF16", "ND;ND;ND")),
                 kFull / 2 * 2.5);
    }

    void convolutionsOfTheDevice() {
        constexpr double kFlop = 2.0 * 32 * 27 * 27 * (200 * 12 * 16 * 8);
        const auto flopOf = [](const KernelOperands &operands) {
            return kernelWork(operands)->flop.value_or(kUnknown);
        };
        const auto forward = device("Conv2D", "32,8,27,27,8;200,12,16,8;192", "FLOAT;FLOAT;FLOAT",
                                    "NC1HWC0;FRACTAL_Z;NCHW", "32,24,27,27,8", "FLOAT", "NC1HWC0");
        QCOMPARE(flopOf(forward), kFlop);
        QVERIFY(kernelWork(forward)->isPadded);
        QCOMPARE(flopOf(device("Conv2DBackpropInput", "4;200,12,16,8;32,24,27,27,8", "INT32;FLOAT;FLOAT",
                               "NCHW;FRACTAL_Z;NC1HWC0", "32,8,27,27,8", "FLOAT", "NC1HWC0")),
                 kFlop);
        QCOMPARE(flopOf(device("Conv2DBackpropFilter", "32,8,27,27,8;4;32,24,27,27,8", "FLOAT;INT32;FLOAT",
                               "NC1HWC0;NCHW;NC1HWC0", "200,12,16,8", "FLOAT", "FRACTAL_Z")),
                 kFlop);
        QCOMPARE(
            flopOf(device("Conv2D", "2,3,8,8;16,3,3,3", "FLOAT16;FLOAT16", "NCHW;NCHW", "2,16,6,6", "FLOAT16", "NCHW")),
            2.0 * 2 * 36 * 16 * 27);
        QCOMPARE(flopOf(device("Conv2D", "2,3,8,8;16,3,3,3", "FLOAT16;FLOAT16", "ND;ND", "2,16,6,6", "FLOAT16", "ND")),
                 kUnknown);
    }

    void vectorsOfTheDevice() {
        verify({
            {"add",
             {device("Add", "10,4;4", "FLOAT;DT_BF16", "ND;ND", "10,4", "FLOAT", "ND"), 40, 160 + 8 + 160, false}},
            {"only what moves",
             {device("SwiGlu", "4,8", "DT_BF16", "ND", "4,4", "DT_BF16", "ND"), kUnknown, 96, false}},
            {"not all of it is read",
             {device("GatherV2", "1000,8;4", "FLOAT;INT64", "ND;ND", "4,8", "FLOAT", "ND"), kUnknown, kUnknown, false}},
            {"a type of unknown size",
             {device("Cast", "4,8", "RESOURCE", "ND", "4,8", "FLOAT", "ND"), kUnknown, kUnknown, false}},
            {"nothing told", {device("MemSet", "", "", "", "", "", ""), kUnknown, kUnknown, false}},
        });
    }

    void matrixProductsOfTheFramework() {
        const std::string_view bf16 = R"(["c10::BFloat16", "c10::BFloat16"])";
        verify({
            {"mm", {framework("aten::mm", "[[8944, 1024], [1024, 2816]]", bf16), 51581550592.0, 71.0078125 * 1048576}},
            {"addmm",
             {framework("aten::addmm", "[[1024], [8944, 1024], [1024, 1024], [], []]",
                        R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "Scalar", "Scalar"])"),
              18766086144.0, 36.939453125 * 1048576}},
            {"bmm", {framework("aten::bmm", "[[1, 32, 1], [1, 1, 559]]", R"(["float", "float"])"), 35776, 73916}},
            {"baddbmm",
             {framework("aten::baddbmm", "[[2, 3, 4], [2, 3, 5], [2, 5, 4], [], []]",
                        R"(["float", "float", "float", "Scalar", "Scalar"])"),
              2.0 * 2 * 3 * 4 * 5 + 24, 4.0 * (24 + 30 + 40 + 24)}},
            {"linear",
             {framework("aten::linear", "[[2, 3, 5], [7, 5], [7]]", R"(["float", "float", "float"])"),
              2.0 * 6 * 5 * 7 + 42, 4.0 * (30 + 35 + 7 + 42)}},
            {"does not fit", {framework("aten::mm", "[[3, 4], [5, 6]]", bf16)}},
            {"result of another type",
             {framework("aten::_scaled_mm", "[[16, 32], [32, 8], []]",
                        R"(["c10::Float8_e4m3fn", "c10::Float8_e4m3fn", "float"])"),
              2.0 * 16 * 32 * 8}},
            {"no rule: its operands are read",
             {framework("aten::frobnicate", "[[3, 4], [5]]", R"(["float", "c10::Half"])"), kUnknown, 48 + 10, false}},
        });
    }

    void attentionOfTheFramework() {
        const std::string_view types =
            R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "Scalar", "Scalar", "Scalar", "Scalar"])";
        constexpr double kFull = 4.0 * 16 * 16 * 559 * 559 * 64;
        const auto outer = [&](std::string_view causal) {
            return framework("aten::_scaled_dot_product_flash_attention",
                             "[[16, 16, 559, 64], [16, 16, 559, 64], [16, 16, 559, 64], [], [], [], []]", types,
                             causal);
        };
        verify({
            {"causal", {outer(R"(["", "", "", "0.", "True", "False", "0.125"])"), kFull / 2, 69.875 * 1048576}},
            {"full", {outer(R"(["", "", "", "0.", "False", "False", "0.125"])"), kFull, 69.875 * 1048576}},
            {"not told", {outer("")}},
            {"inner",
             {framework("aten::_flash_attention_forward",
                        "[[16, 559, 16, 64], [16, 559, 16, 64], [16, 559, 16, 64], [], [], [], [], [], []]",
                        R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "", "", "Scalar", "Scalar"])",
                        R"(["", "", "", "", "", "559", "559", "0.", "True"])"),
              kFull / 2, 69.875 * 1048576}},
            {"backward of fewer keys' heads",
             {framework("aten::_flash_attention_backward",
                        "[[2, 64, 8, 32], [2, 64, 8, 32], [2, 64, 2, 32], [2, 64, 2, 32], [2, 64, 8, 32]]",
                        R"(["c10::Half", "c10::Half", "c10::Half", "c10::Half", "c10::Half"])",
                        R"(["", "", "", "", "", "", "", "", "64", "64", "0.", "False"])"),
              2.5 * 4 * 2 * 8 * 64 * 64 * 32, 2 * 2.0 * (2 * 64 * 8 * 32 * 2 + 2 * 64 * 2 * 32 * 2)}},
        });
    }

    void convolutionsOfTheFramework() {
        const std::string_view types =
            R"(["c10::BFloat16", "c10::BFloat16", "", "ScalarList", "ScalarList", "ScalarList", "Scalar"])";
        const std::string_view dims = "[[10, 64, 56, 56], [128, 64, 3, 3], [], [], [], [], [], [], []]";
        constexpr double kFlop = 2.0 * 10 * 28 * 28 * 128 * 64 * 9;
        constexpr double kBytes = 2.0 * (10 * 64 * 56 * 56 + 128 * 64 * 9 + 10 * 128 * 28 * 28);
        const std::string_view backward =
            "[[10, 128, 28, 28], [10, 64, 56, 56], [128, 64, 3, 3], [], [], [], [], [], [], [], []]";
        const std::string_view three = R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])";
        verify({
            {"of any library",
             {framework("aten::convolution", dims, types,
                        R"(["", "", "", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1"])"),
              kFlop, kBytes}},
            {"its own order",
             {framework("aten::miopen_convolution", dims, types,
                        R"(["", "", "", "[1, 1]", "[2, 2]", "[1, 1]", "1", "False", "False"])"),
              kFlop, kBytes}},
            {"transposed",
             {framework("aten::convolution", dims, types,
                        R"(["", "", "", "[2, 2]", "[1, 1]", "[1, 1]", "True", "[0, 0]", "1"])"),
              2.0 * 10 * 56 * 56 * 128 * 64 * 9}},
            {"both gradients",
             {framework(
                  "aten::convolution_backward", backward, three,
                  R"(["", "", "", "[0]", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1", "[True, True, False]"])"),
              2 * kFlop, 2 * kBytes}},
            {"one gradient",
             {framework(
                  "aten::convolution_backward", backward, three,
                  R"(["", "", "", "[0]", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1", "[False, True, False]"])"),
              kFlop, kBytes}},
        });
    }

    void elementByElement() {
        verify({
            {"one row for all",
             {framework("aten::mul", "[[16, 559, 1024], [16, 559, 1]]", R"(["float", "float"])"), 9158656,
              4.0 * (9158656 * 2 + 8944), false}},
            {"a number",
             {framework("aten::add", "[[16, 559, 1], [], []]", R"(["float", "double", "Scalar"])"), 8944,
              8.0 * 8944 + 8, false}},
            {"in its place",
             {framework("aten::add_", "[[4], [4], []]", R"(["c10::BFloat16", "float", "Scalar"])"), 4, 8 + 16 + 8,
              false}},
            {"compared", {framework("aten::eq", "[[4], []]", R"(["long int", "Scalar"])"), 4, 32 + 4, false}},
            {"copied to another type",
             {framework("aten::copy_", "[[4], [4], []]", R"(["float", "c10::BFloat16", "Scalar"])"), 0, 16 + 8, false}},
            {"do not go together",
             {framework("aten::add", "[[4], [5], []]", R"(["float", "float", "Scalar"])"), kUnknown, kUnknown, false}},
        });
    }

    /// Shapes come from files.
    void hostileShapes() {
        const std::string huge = "9223372036854775807,9223372036854775807";
        QVERIFY(!kernelWork(device("MatMulV3", "-1,5;5,9", "FLOAT;FLOAT", "ND;ND", "3,9", "FLOAT", "ND"))->flop);
        QVERIFY(kernelWork(device("MatMulV3", huge + ";" + huge, "FLOAT;FLOAT", "ND;ND", huge, "FLOAT", "ND"))->flop);
        const std::string blocks = "9223372036854775807,9223372036854775807,16,16";
        QVERIFY(!kernelWork(device("MatMulV3", blocks + ";" + blocks, "FLOAT;FLOAT", "FRACTAL_NZ;FRACTAL_NZ", huge,
                                   "FLOAT", "ND"))
                     ->flop);
        QVERIFY(!kernelWork(device("MatMulV3", "1,1,0,0;1,1,0,0", "FLOAT;FLOAT", "FRACTAL_NZ;FRACTAL_NZ", "3,9",
                                   "FLOAT", "ND"))
                     ->flop);
        QVERIFY(!kernelWork(framework("aten::mm", "[[", "[")) || !kernelWork(framework("aten::mm", "[[", "["))->flop);
        QVERIFY(!kernelWork(framework("aten::convolution", "[[0, 0, 0, 0], [0, 0, 9, 9]]", R"(["float", "float"])",
                                      R"(["", "", "", "[0, 0]", "[0, 0]", "[1, 1]", "False"])"))
                     ->flop);
    }
};

TEST_SUITE(KernelWorkTest)

}  // namespace tst_kernel_work

#include "tst_kernel_work.moc"
