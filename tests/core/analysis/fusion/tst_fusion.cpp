#include "core/analysis/fusion/affinity_apis.h"
#include "core/analysis/fusion/fusible_sequences.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <map>

namespace tst_fusion {

using namespace stagescope;

namespace {

constexpr std::int64_t kMicro = 1000;

/// Kernels of 10 us each, 40 us apart, so that all wait for their launches.
struct Recorded {
    std::vector<std::string> types;
    std::int64_t apart = 40;

    [[nodiscard]] RankCapture capture() const {
        TableBuilder builder(TableKind::Kernels);
        for (std::size_t i = 0; i < types.size(); ++i) {
            builder.set("name", types[i])
                .set("type", types[i])
                .set("core", types[i] == "Index" ? "AI_CPU" : "AI_VECTOR_CORE")
                .set("begin_ns", static_cast<std::int64_t>(i) * apart * kMicro)
                .set("duration_ns", 10 * kMicro)
                .endRow();
        }
        const auto end = static_cast<std::int64_t>(types.size()) * apart * kMicro;
        return planted::capture(0, {planted::shared(builder), planted::steps({{1, 0, end}})});
    }
};

std::vector<FusibleSequence> sequencesOf(const Recorded &recorded, SequenceCounting counting) {
    const auto capture = recorded.capture();
    const std::vector captures{&capture};
    return fusibleSequences(kernelsInFileOrder(capture), MetricTables(captures), recordedTime(capture), counting);
}

Recorded repeated(const std::vector<std::string> &types, int times) {
    Recorded result;
    for (int i = 0; i < times; ++i) {
        result.types.insert(result.types.end(), types.begin(), types.end());
    }
    return result;
}

std::map<std::string, std::size_t> apisOf(const std::vector<std::string> &calls) {
    planted::RecordedRank recorded;
    std::int64_t time = 0;
    for (const auto &call : calls) {
        recorded.host(call, time, time + 8);
        if (call.starts_with("aten::")) {
            recorded.host("aten::empty", time + 1, time + 3);  // within it
        }
        time += 10;
    }
    const auto space = planted::workspace({recorded.capture()});
    std::map<std::string, std::size_t> found;
    for (const auto &match : affinityMatches(space.runs[0], *space.runs[0].capture(0))) {
        found[std::string(match.api)] += match.calls;
    }
    return found;
}

}  // namespace

class TestFusion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Communication and AI CPUs end a sequence, so that here is but one of three kernels and what lies in it.
    void sequencesBetweenWhatEndsThem() {
        const auto recorded = repeated({"Cast", "Mul", "Add", "Index"}, 8);
        for (const auto counting : {SequenceCounting::Overlapping, SequenceCounting::Once}) {
            const auto list = sequencesOf(recorded, counting);
            QCOMPARE(list.size(), std::size_t{1});
            QCOMPARE(list[0].first, std::size_t{0});
            QCOMPARE(list[0].length, std::size_t{3});
            QCOMPARE(list[0].count, std::size_t{8});
            QCOMPARE(list[0].total, Nanos{8 * 90 * kMicro});
            QCOMPARE(list[0].execution, Nanos{8 * 30 * kMicro});
            QCOMPARE(list[0].headroom, Nanos{8 * 20 * kMicro});
            QVERIFY(list[0].isHostBound && !list[0].isMteBound);
        }
    }
    /// A chain of layers: the advisor's sequences overlap and claim more than there is; counted once, none does.
    void eachKernelCountsOnce() {
        const auto recorded = repeated({"Cast", "Mul", "Add", "Sub"}, 20);
        const auto sum = [](const std::vector<FusibleSequence> &list) {
            Nanos time{0};
            for (const auto &sequence : list) {
                time += sequence.execution;
            }
            return time;
        };
        const Nanos all{80 * 10 * kMicro};
        QVERIFY(sum(sequencesOf(recorded, SequenceCounting::Overlapping)) > 3 * all);
        const auto once = sequencesOf(recorded, SequenceCounting::Once);
        QVERIFY(!once.empty());
        QVERIFY(sum(once) <= all);
    }
    /// No fused operator spans a product: the advisor's sequences do.
    void productsEndSequences() {
        const auto recorded = repeated({"Cast", "Mul", "MatMulV3", "Add"}, 20);
        QVERIFY(!sequencesOf(recorded, SequenceCounting::Overlapping).empty());
        const auto once = sequencesOf(recorded, SequenceCounting::Once);
        QCOMPARE(once.size(), std::size_t{1});
        QCOMPARE(once[0].length, std::size_t{3});
        QCOMPARE(once[0].count, std::size_t{19});
    }
    void nothingWhereNothingRecurs() {
        QVERIFY(sequencesOf({}, SequenceCounting::Once).empty());
        QVERIFY(sequencesOf(repeated({"Cast", "Mul", "Add", "Index"}, 5), SequenceCounting::Overlapping).empty());
        auto dense = repeated({"Cast", "Mul", "Add"}, 20);
        dense.apart = 10;
        QVERIFY(sequencesOf(dense, SequenceCounting::Overlapping).empty());
        dense.apart = -10;  // against time
        QVERIFY(sequencesOf(dense, SequenceCounting::Overlapping).empty());
    }
    void callsOfAten_data() {
        QTest::addColumn<QByteArray>("calls");
        QTest::addColumn<QByteArray>("api");
        QTest::addColumn<int>("replaced");
        const auto row = [](const char *calls, const char *api, int replaced) {
            QTest::newRow(calls) << QByteArray(calls) << QByteArray(api) << replaced;
        };
        row("pow mean add rsqrt mul type_as", "torch_npu.npu_rms_norm", 6);
        row("rsqrt mul", "torch_npu.npu_rms_norm", 2);
        row("chunk silu mul", "torch_npu.npu_swiglu", 3);
        row("slice neg cat mul mul add", "torch_npu.npu_rotary_mul", 6);
        row("matmul mul add softmax dropout matmul", "torch_npu.npu_fusion_attention", 6);
        row("matmul add mul softmax dropout matmul", "torch_npu.npu_fusion_attention", 6);
        row("matmul softmax matmul", "torch_npu.npu_fusion_attention", 3);
        row("permute contiguous view", "torch_npu.npu_confusion_transpose", 3);
        row("add layer_norm", "torch_npu.npu_add_layer_norm", 2);
        row("mul mul add", "torch.addmm", 3);
        row("linear relu linear", "", 0);
    }
    void callsOfAten() {
        QFETCH(QByteArray, calls);
        QFETCH(QByteArray, api);
        QFETCH(int, replaced);
        std::vector<std::string> names;
        for (const auto &call : calls.split(' ')) {
            names.push_back("aten::" + call.toStdString());
        }
        const auto found = apisOf(names);
        if (replaced > 0) {
            QCOMPARE(found.size(), std::size_t{1});
            QCOMPARE(found.begin()->first, api.toStdString());
            QCOMPARE(found.begin()->second, static_cast<std::size_t>(replaced));
        } else {
            QVERIFY(!found.contains(api.toStdString()));
        }
    }
    /// What runs in between that is no aten call does not part them; calls of two threads do not join.
    void onlyAtenCallsOfOneThreadCount() {
        QCOMPARE(apisOf({"aten::chunk", "model.py(3): forward", "aten::silu", "aten::mul"}).size(), std::size_t{1});
        planted::RecordedRank recorded;
        recorded.host("aten::add", 0, 8).host("aten::layer_norm", 10, 18, SliceClass::HostOp, "thread 2");
        const auto space = planted::workspace({recorded.capture()});
        QVERIFY(affinityMatches(space.runs[0], *space.runs[0].capture(0)).empty());
    }
    void kernelsOfTheCalls() {
        planted::RecordedRank recorded;
        recorded.direct("aten::chunk", "Slice", 0, 2, 100, 110);
        recorded.direct("aten::silu", "Swish", 20, 22, 110, 140);
        recorded.direct("aten::mul", "Mul", 40, 42, 140, 160);
        const auto space = planted::workspace({recorded.capture()});
        const auto list = affinityMatches(space.runs[0], *space.runs[0].capture(0));
        QCOMPARE(list.size(), std::size_t{1});
        QCOMPARE(list[0].kernels, std::size_t{3});
        QCOMPARE(list[0].device, Nanos{60});
        QCOMPARE(list[0].headroom, Nanos{30});
    }
};

TEST_SUITE(TestFusion)

}  // namespace tst_fusion

#include "tst_fusion.moc"
