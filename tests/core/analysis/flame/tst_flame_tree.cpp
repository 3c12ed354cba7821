#include "core/analysis/flame/flame_rows.h"
#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/run/time_split.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <map>

namespace tst_flame_tree {

using namespace stagescope;
using planted::RecordedRank;

namespace {

constexpr auto kModule = SliceClass::Python;

/// Two layers in a model, an operator of the backward pass on a thread of its own, and a kernel that nothing launched.
RecordedRank modelRank() {
    RecordedRank recorded;
    recorded.host("train.py(3): step", 0, 1000, SliceClass::Python);
    recorded.host("nn.Module: Net_0", 100, 700, kModule);
    recorded.host("nn.Module: Linear_0", 110, 300, kModule);
    recorded.direct("aten::mm", "gemm", 120, 140, 1000, 1100);
    recorded.host("nn.Module: Linear_1", 310, 600, kModule);
    recorded.direct("aten::mm", "gemm", 320, 340, 1050, 1300);
    recorded.direct("aten::relu", "relu", 400, 420, 1400, 1450);
    recorded.direct("aten::all", "ncclAllReduce", 800, 820, 1420, 1600, SliceClass::Communication);
    recorded.backward("MmBackward0", 120, 2000, 2100);
    recorded.launchedOn("thread 2", "gemm_grad", 2010, 2200, 2260);
    recorded.device("warm-up", 10, 40);
    return recorded;
}

FlameTree treeOf(RankCapture capture, const FlameOptions &options) {
    const auto space = planted::workspace({std::move(capture)});
    return flameTree(space.runs[0], space.runs[0].captures[0], options);
}

/// By call path.
std::map<std::string, FlameNode> byPath(const FlameTree &tree) {
    std::map<std::string, FlameNode> result;
    std::vector<std::string> paths(tree.nodes.size());
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
        const auto &node = tree.nodes[i];
        paths[i] = (node.parent == 0 ? "" : paths[node.parent] + ';') + std::string(frameText(tree, node));
        result[paths[i]] = node;
    }
    return result;
}

}  // namespace

class FlameTreeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pathsOfAllFrames() {
        const auto nodes = byPath(treeOf(modelRank().capture(), {}));
        const auto &step = nodes.at("thread 1;train.py(3): step");
        QCOMPARE(step.host, Nanos{1000});
        QCOMPARE(step.hostSelf, Nanos{1000 - 600 - 32});
        QCOMPARE(step.calls, std::uint64_t{1});
        QCOMPARE(step.device.kernels, std::uint64_t{4});
        QCOMPARE(step.device.computing, Nanos{100 + 250 + 50});
        // The second product began while the first one ran, and the device communicates beside the third kernel.
        QCOMPARE(step.device.filled, Nanos{300 + 50});
        QCOMPARE(step.device.communication, Nanos{180});
        QCOMPARE(step.device.exposed, Nanos{150});
        const auto &mm = nodes.at("thread 1;train.py(3): step;Net_0;Linear_1;aten::mm");
        QCOMPARE(mm.kind, FlameKind::Operator);
        QCOMPARE(mm.deviceSelf.filled, Nanos{200});
        QCOMPARE(nodes.at("thread 1;train.py(3): step;Net_0;Linear_1;aten::mm;gemm").kind, FlameKind::Kernel);
        QCOMPARE(nodes.at("launch_not_recorded;warm-up").device.computing, Nanos{30});
        QCOMPARE(nodes.at("thread 2;MmBackward0;gemm_grad").device.computing, Nanos{60});
    }

    void backwardWorkBelongsToItsModule() {
        const auto nodes = byPath(treeOf(modelRank().capture(), {.frames = FlameFrames::Module}));
        const auto &first = nodes.at("thread 1;Net_0;Linear_0");
        QCOMPARE(first.device.computing, Nanos{100 + 60});
        QCOMPARE(first.backward.computing, Nanos{60});
        QCOMPARE(nodes.at("thread 1;Net_0").backward.computing, Nanos{60});
        QCOMPARE(nodes.at("thread 1;Net_0").backwardSelf.computing, Nanos{0});
        QCOMPARE(nodes.at("thread 1;Net_0;Linear_1").backward.computing, Nanos{0});
        QVERIFY(!nodes.contains("thread 2"));
        QCOMPARE(nodes.at("thread 1").deviceSelf.communication, Nanos{180});
    }

    /// Kernels that begin in the range count whole; what lies in it of those before it counts as filled time.
    void aRangeCutsHostAndDevice() {
        const RankRange host{rankTime(200), rankTime(500)};
        const RankRange device{rankTime(1080), rankTime(1420)};
        const auto nodes = byPath(treeOf(modelRank().capture(), {.host = host, .device = device}));
        const auto &step = nodes.at("thread 1;train.py(3): step");
        QCOMPARE(step.host, Nanos{300});
        QCOMPARE(step.calls, std::uint64_t{0});
        QCOMPARE(step.device.kernels, std::uint64_t{1});
        QCOMPARE(step.device.computing, Nanos{50});
        QCOMPARE(step.device.filled, Nanos{1300 - 1080 + 20});
        QCOMPARE(nodes.at("thread 1;train.py(3): step;Net_0;Linear_0;aten::mm").device.filled, Nanos{20});
        QVERIFY(!nodes.contains("launch_not_recorded"));
    }

    void rootsCloseWithTheTimeSplit() {
        auto capture = modelRank().capture(0, {planted::steps({{1, 0, 1200}, {2, 1200, 3000}})});
        const auto splits = timeSplits(capture);
        QCOMPARE(splits.size(), std::size_t{2});
        const auto space = planted::workspace({capture});
        for (const auto &split : splits) {
            for (const std::string frames : {"all", "module", "operator", "python"}) {
                const auto table = planted::table(
                    "flame_graph",
                    {.workspace = &space, .step = split.step, .parameters = {{"frames", frames}, {"width", "device"}}});
                double computing = 0;
                for (std::size_t i = 0; i < table.rows.size(); ++i) {
                    computing += table.text(i, "depth") == "0" ? std::stod(table.text(i, "computing_us")) : 0;
                }
                QCOMPARE(qRound64(computing * 1000), split.parts.computing.count());
            }
        }
    }

    void marksOfModulesComeBeforeThoseOfPython() {
        RecordedRank recorded;
        recorded.host("nn.Module: Linear_0", 100, 200, kModule, "Thread 7");
        recorded.host("aten::mm", 120, 180, SliceClass::HostOp, "Thread 7");
        recorded.mark("Linear", 100, 190, "MSTX Module 7");
        recorded.mark("other", 100, 190, "MSTX Module 8");
        const auto nodes = byPath(treeOf(recorded.capture(), {}));
        QVERIFY(nodes.contains("Thread 7;Linear;aten::mm"));
        QCOMPARE(nodes.at("Thread 7;Linear").kind, FlameKind::Module);
        QCOMPARE(nodes.size(), std::size_t{3});
    }

    void placesNestAndDoNotOverlap() {
        const auto tree = treeOf(modelRank().capture(), {});
        for (const auto width : {FlameWidth::Host, FlameWidth::Device, FlameWidth::Exposed}) {
            const auto places = flamePlaces(tree, flameSizes(tree, width));
            std::map<std::uint32_t, std::uint64_t> inner;
            for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) {
                const auto &parent = places[tree.nodes[i].parent];
                QVERIFY(places[i].begin >= parent.begin);
                QVERIFY(places[i].begin + places[i].size <= parent.begin + parent.size);
                inner[tree.nodes[i].parent] += places[i].size;
            }
            for (const auto &[parent, size] : inner) {
                QVERIFY(size <= places[parent].size);
            }
        }
    }

    void modulesAsATable() {
        const auto space = planted::workspace({modelRank().capture()});
        const auto table = planted::table("modules", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(table.text(0, "path"), std::string("Net_0"));
        QCOMPARE(table.text(0, "forward_us"), std::string("0.4"));
        QCOMPARE(table.text(0, "forward_self_us"), std::string("0"));
        QCOMPARE(table.text(1, "module"), std::string("Linear_1"));
        QCOMPARE(table.text(2, "path"), std::string("Net_0;Linear_0"));
        QCOMPARE(table.text(2, "backward_us"), std::string("0.06"));
        QVERIFY(table.text(2, "evidence").starts_with("slice:"));
    }

    void operatorsOfModules() {
        const auto space = planted::workspace({modelRank().capture()});
        const auto table = planted::table("module_ops", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{4});
        QCOMPARE(table.text(0, "parent"), std::string("Net_0"));
        QCOMPARE(table.text(0, "module"), std::string("Linear_0"));
        QCOMPARE(table.text(0, "operator"), std::string("aten::mm"));
        QCOMPARE(table.text(0, "kernels"), std::string("gemm"));
        QCOMPARE(table.text(2, "operator"), std::string("aten::relu"));
        QCOMPARE(table.text(2, "order"), std::string("1"));
        QCOMPARE(table.text(3, "pass"), std::string("backward"));
        QCOMPARE(table.text(3, "module"), std::string("Linear_0"));
        QCOMPARE(table.text(3, "total_us"), std::string("0.06"));
        QVERIFY(table.text(3, "variant").empty());
    }

    /// Calls of a module that launch other operators, and kernels between operators of its backward pass.
    void variantsAndStretchesOfTheBackwardPass() {
        RecordedRank recorded;
        recorded.host("nn.Module: Block_0", 0, 100, kModule).direct("aten::mm", "gemm", 10, 20, 1000, 1010);
        recorded.host("nn.Module: Block_0", 200, 300, kModule).direct("aten::add", "plus", 210, 220, 1100, 1110);
        recorded.backward("first", 10, 2000, 2010).backward("last", 10, 2100, 2110);
        recorded.host("aten::sum", 2040, 2060, SliceClass::HostOp, "thread 2");
        recorded.host("aten::mul", 2190, 2210, SliceClass::HostOp, "thread 2");
        recorded.launchedOn("thread 2", "between", 2050, 2300, 2320).launchedOn("thread 2", "after", 2200, 2400, 2420);
        const auto space = planted::workspace({recorded.capture()});
        const auto table = planted::table("module_ops", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(table.text(0, "variant"), std::string("0"));
        QCOMPARE(table.text(1, "variant"), std::string("1"));
        QCOMPARE(table.text(2, "kernels"), std::string("between"));
        QCOMPARE(table.text(2, "pass"), std::string("backward"));
    }

    void aStoppedTreeIsQuick() {
        std::stop_source source;
        source.request_stop();
        const auto space = planted::workspace({modelRank().capture()});
        const auto tree = flameTree(space.runs[0], space.runs[0].captures[0], {}, source.get_token());
        QVERIFY(tree.nodes.size() <= 2);
    }
};

TEST_SUITE(FlameTreeTest)

}  // namespace tst_flame_tree

#include "tst_flame_tree.moc"
