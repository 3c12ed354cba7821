// What memory is for, by the call stacks of its allocations.
#include "core/analysis/snapshot/snapshot_categories.h"
#include "core/analysis/tables/analysis.h"
#include "tests/core/analysis/planted.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/snapshot_text.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_snapshot_categories {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

/// The category of a stack: "function|file", innermost first.
std::string categoryOf(const std::vector<std::string> &frames) {
    SnapshotStore::Parts parts;
    std::vector<FrameId> ids;
    for (const auto &text : frames) {
        const auto bar = text.find('|');
        StackFrame frame;
        frame.function = parts.strings.intern(text.substr(0, bar));
        frame.file = parts.strings.intern(text.substr(bar + 1));
        ids.push_back(parts.stacks.frame(frame));
    }
    const auto stack = parts.stacks.stack(ids);
    const SnapshotStore store(std::move(parts));
    return std::string(categoryText(memoryCategory(store, stack)));
}

constexpr const char *kCall = "_call_impl|/lib/python3/site-packages/torch/nn/modules/module.py";
constexpr const char *kTrain = "train|/job/train.py";

}  // namespace

class SnapshotCategoriesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rules_data() {
        QTest::addColumn<std::vector<std::string>>("frames");
        QTest::addColumn<std::string>("category");
        const auto row = [](const char *name, std::vector<std::string> frames, const char *category) {
            QTest::newRow(name) << std::move(frames) << std::string(category);
        };
        const std::string module = "|/lib/torch/nn/modules/module.py";
        const std::string adam = "|/lib/torch/optim/adam.py";
        row("state", {"_init_group" + adam, "step" + adam, kTrain}, "optimizer_state");
        row("state of another optimizer", {"init_state_fn|/megatron/core/optimizer/distrib_optimizer.py", kTrain},
            "optimizer_state");
        row("step", {"_multi_tensor_adam" + adam, "step" + adam, "wrapper|/lib/torch/optim/optimizer.py", kTrain},
            "temporary");
        row("engine",
            {"at::_ops::mm::call(at::Tensor const&)|??",
             "torch::autograd::generated::MmBackward0::apply(x)|Functions.cpp",
             "torch::autograd::Engine::thread_main()|??"},
            "gradient");
        row("accumulated", {"torch::autograd::AccumulateGrad::apply(x)|??"}, "gradient");
        row("first gradient", {"_make_grads|/lib/torch/autograd/__init__.py", "backward|/lib/torch/_tensor.py", kTrain},
            "gradient");
        row("moved", {"convert" + module, "_apply" + module, "to" + module, kTrain}, "parameter");
        row("made", {"__init__|/lib/torch/nn/modules/linear.py", "__init__|/job/model.py", kTrain}, "parameter");
        row("forward", {"forward|/job/model.py", kCall, kTrain}, "activation");
        row("functional", {"relu|/lib/torch/nn/functional.py", "loss|/job/loss.py", kTrain}, "activation");
        // A forward pass that the backward pass runs once more makes activations again.
        row("checkpoint",
            {"forward|/job/model.py", kCall, "recompute_fn|/lib/torch/utils/checkpoint.py",
             "torch::autograd::Engine::evaluate_function()|??"},
            "activation");
        row("workspace", {"at::cuda::getCurrentCUDABlasHandle()|??", kCall}, "temporary");
        row("user", {kTrain, "main|/job/train.py"}, "unknown");
        row("none", {}, "unknown");
        // Names alone decide nothing: these are a user's.
        row("a step of the user", {"step|/job/train.py"}, "unknown");
        row("a conversion of the user", {"to|/job/convert.py"}, "unknown");
        row("no names", {"|", "|"}, "unknown");
    }
    void rules() {
        QFETCH(const std::vector<std::string>, frames);
        QFETCH(const std::string, category);
        QCOMPARE(categoryOf(frames), category);
    }

    /// At the peak a layer, an activation and what no frame tells; at the end the activation is gone.
    void theTableCloses() {
        SnapshotText text;
        static_cast<void>(text.alloc("model"));
        const auto activation = text.alloc("forward");
        static_cast<void>(text.alloc(""));
        text.free(activation);
        Run run;
        run.id = RunId{0};
        SnapshotFile file;
        file.file.path = "/dump/snapshot.pickle";
        file.store = readSnapshotBytes(QByteArray::fromStdString(text.text()))->reading.store;
        run.snapshots.push_back(file);
        Workspace workspace;
        workspace.runs.push_back(std::move(run));
        const auto table = planted::table("snapshot_categories", {.workspace = &workspace});
        QCOMPARE(table.rows.size(), kMemoryCategories.size());
        std::map<std::string, std::pair<std::string, std::string>> bytes;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            bytes[table.text(row, "category")] = {table.text(row, "peak_bytes"), table.text(row, "end_bytes")};
        }
        using Pair = std::pair<std::string, std::string>;
        QCOMPARE(bytes["activation"], Pair("1048576", "0"));
        QCOMPARE(bytes["unknown"], Pair("2097152", "2097152"));
        QCOMPARE(bytes["parameter"], Pair("0", "0"));
        const Workspace empty = planted::workspace({});
        QVERIFY(planted::table("snapshot_categories", {.workspace = &empty}).rows.empty());
    }
};

TEST_SUITE(SnapshotCategoriesTest)

}  // namespace tst_snapshot_categories

#include "tst_snapshot_categories.moc"
