#include "core/analysis/difference/common_names.h"
#include "core/analysis/difference/table_difference.h"
#include "core/analysis/difference/two_sides.h"
#include "core/analysis/tables/analysis.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_table_difference {

using namespace stagescope;

namespace {

ResultTable sample(std::vector<std::vector<Cell>> rows) {
    return {"sample",
            {{"rank", ColumnType::Integer, "", "Rank.", ColumnRole::Key},
             {"name", ColumnType::Text, "", "Name.", ColumnRole::Name},
             {"count", ColumnType::Integer, "", "How many.", ColumnRole::Sum},
             {"total_us", ColumnType::Real, "us", "Sum.", ColumnRole::Sum},
             {"mean_us", ColumnType::Real, "us", "Mean.", ColumnRole::Figure},
             {"note", ColumnType::Text, "", "Whatever."}},
            std::move(rows),
            {}};
}
std::vector<Cell> line(std::int64_t rank, const char *name, std::int64_t count, double total, double mean) {
    return {rank, std::string(name), count, total, mean, std::string("x")};
}

}  // namespace

class TestTableDifference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsAreJoinedByKeys() {
        const auto before = sample({line(0, "a", 2, 10.5, 5.25), line(0, "gone", 1, 3, 3)});
        const auto after = sample({line(0, "new", 4, 100, 25), line(0, "a", 3, 12.25, 4)});
        const auto table = tableDifference(before, after);
        QCOMPARE(table.id, std::string("sample_difference"));
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(table.text(0, "name"), std::string("new"));  // the largest change in time first
        QCOMPARE(table.text(0, "side"), std::string("after"));
        QCOMPARE(table.text(0, "total_change_us"), std::string("100"));
        QCOMPARE(table.text(0, "total_before_us"), std::string());
        QCOMPARE(table.text(0, "mean_change_us"), std::string());  // no mean to compare with
        QCOMPARE(table.text(1, "name"), std::string("gone"));
        QCOMPARE(table.text(1, "total_change_us"), std::string("-3"));
        QCOMPARE(table.text(1, "count_change"), std::string("-1"));
        QCOMPARE(table.text(2, "side"), std::string("both"));
        QCOMPARE(table.text(2, "total_change_us"), std::string("1.75"));
        QCOMPARE(table.text(2, "count_ratio"), std::string("1.5"));
        QCOMPARE(table.indexOf("note"), table.columns.size());
        QCOMPARE(table.indexOf("rows_before"), table.columns.size());
    }
    void ranksThatDifferByTheQuestionAreLeftOut() {
        const auto before = sample({line(0, "a", 2, 10, 5)});
        const auto after = sample({line(1, "a", 2, 11, 5.5)});
        QCOMPARE(tableDifference(before, after).rows.size(), std::size_t{2});
        const auto table = tableDifference(before, after, {{"rank"}, nullptr});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "total_change_us"), std::string("1"));
        QCOMPARE(table.indexOf("rank"), table.columns.size());
    }
    void commonNamesPutRowsTogether() {
        const auto before = sample({line(0, "aclnnMatmul_MatMulV3", 2, 10, 5), line(0, "MatMulV2", 1, 5, 5)});
        const auto after = sample({line(0, "ampere_sgemm_128x64_nn", 3, 9, 3)});
        const auto table = tableDifference(before, after, {{}, &CommonNames::builtIn()});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "name"), std::string("MatMul"));
        QCOMPARE(table.text(0, "count_before"), std::string("3"));
        QCOMPARE(table.text(0, "total_change_us"), std::string("-6"));
        QCOMPARE(table.text(0, "mean_before_us"), std::string("5"));  // both agree
        QCOMPARE(table.text(0, "rows_before"), std::string("2"));
        QCOMPARE(table.text(0, "rows_after"), std::string("1"));
    }
    void namesOfLibraries_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("common");
        const std::pair<const char *, const char *> names[]{
            {"aclnnFlashAttentionScoreGrad", "FlashAttentionGrad"},
            {"pytorch_flash::flash_fwd_kernel<...>", "FlashAttention"},
            {"aten::_scaled_dot_product_flash_attention_backward", "FlashAttentionGrad"},
            {"Conv2DBackpropFilter", "ConvolutionBackwardFilter"},
            {"cudnn::cnn::wgrad2d_grouped_direct_kernel", "ConvolutionBackwardFilter"},
            {"Cijk_Ailk_Bljk_SB_MT128x128x8", "MatMul"},
            {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>", "Add"},
            {"ncclDevKernel_AllReduce_Sum_f32_RING_LL", "AllReduce"},
            {"hcom_allReduce__123_0_1", "AllReduce"},
            {"hcom_allGather__123_0_1", "AllGather"},
            {"ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL", "ReduceScatter"},
            {"ncclDevKernel_Broadcast_RING_LL", "Broadcast"},
            {"BroadcastTo", "BroadcastTo"},
            {"GatherV3", "Gather"},
            {"aclnnAddV2", "Add"},
            {"aten::add_", "Add"},
            {"CUDAAdd", "Add"},
            {"PadAddressing", "PadAddressing"},
            {"Padding", "Padding"},
            {"aten::expand", "aten::expand"},
            {"LogicalAnd", "LogicalAnd"},
            {"aten::nonzero", "aten::nonzero"},
            {"aten::zero_", "Fill"},
            {"ConvertLayout", "ConvertLayout"},
            {"Conv2D", "Convolution"},
            {"aten::convolution", "Convolution"},
            {"CumulativeSum", "CumulativeSum"},
            {"multi_tensor_apply_kernel<FusedAdamMathFunctor>", "Adam"},
            {"multi_tensor_apply_kernel<TensorListMetadata>", "multi_tensor_apply_kernel<TensorListMetadata>"},
            {"my_own_kernel", "my_own_kernel"}};
        for (const auto &[name, common] : names) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(common);
        }
    }
    void namesOfLibraries() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, common);
        QCOMPARE(QByteArray::fromStdString(CommonNames::builtIn().of(name.toStdString())), common);
    }
    void ownNamesComeFirst() {
        const auto names = CommonNames::extended("# mine\nmatmul !grouped = Product\r\n\nmy own = Mine");
        QVERIFY(names);
        QCOMPARE(names->of("MatMulV3"), std::string("Product"));
        QCOMPARE(names->of("GroupedMatmul"), std::string("GroupedMatMul"));
        QCOMPARE(names->of("OwnMyKernel"), std::string("Mine"));
        for (const auto *wrong : {"a b", "= x", "a =", "fine = F\n!x = y"}) {
            const auto bad = CommonNames::extended(wrong);
            QVERIFY2(!bad, wrong);
            QVERIFY(bad.error().detail.starts_with("line "));
        }
    }
    /// Every table that can be compared gives no change against itself, and its own figures on both sides.
    void tablesAgainstThemselves() {
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}});
        AnalysisInput input;
        input.workspace = workspace.get();
        input.comparedWith = ComparedWith{};
        int compared = 0;
        for (const auto &entry : analysisList()) {
            if (!isComparable(entry)) {
                QVERIFY(!runDifference(entry, input, nullptr, {}));
                continue;
            }
            const auto own = entry.run(input, {});
            const auto table = runDifference(entry, input, nullptr, {});
            QVERIFY2(own && table, entry.id.c_str());
            QVERIFY2(own->rows.empty() == table->rows.empty(), entry.id.c_str());
            ++compared;
            for (std::size_t row = 0; row < table->rows.size(); ++row) {
                QCOMPARE(table->text(row, "side"), std::string("both"));
                for (const auto &column : table->columns) {
                    const auto text = table->text(row, column.name);
                    if (column.meaning == "After - before." && !text.empty()) {
                        QVERIFY2(text == "0", (entry.id + " " + column.name + " " + text).c_str());
                    }
                }
            }
        }
        QVERIFY2(compared >= 14, qPrintable(QString::number(compared)));
    }
    void sidesOfAQuestion() {
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}});
        AnalysisInput input;
        input.workspace = workspace.get();
        QVERIFY(!twoSides(input));  // nothing to compare with
        input.ranks = {1};
        input.comparedWith = ComparedWith{{0}, 6};
        const auto sides = twoSides(input);
        QVERIFY(sides);
        QCOMPARE(sides->before.ranks, std::vector{0});
        QCOMPARE(sides->before.step, std::optional<std::int64_t>(6));
        QCOMPARE(sides->after.step, std::optional<std::int64_t>());
        QCOMPARE(pairedRanks(*sides), (std::vector<std::pair<int, int>>{{0, 1}}));
        input.ranks = {};
        input.comparedWith = ComparedWith{};
        QCOMPARE(pairedRanks(*twoSides(input)), (std::vector<std::pair<int, int>>{{0, 0}, {1, 1}}));
    }
};

TEST_SUITE(TestTableDifference)

}  // namespace tst_table_difference

#include "tst_table_difference.moc"
