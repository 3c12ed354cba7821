#include "core/analysis/snapshot/snapshot_comparison.h"
#include "core/analysis/snapshot/snapshot_phases.h"
#include "core/analysis/snapshot/snapshot_quality.h"
#include "core/analysis/tables/analysis_list.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/snapshot_text.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_snapshot_comparison {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

std::shared_ptr<const SnapshotStore> storeOf(const std::string &text) {
    return readSnapshotBytes(QByteArray::fromStdString(text))->reading.store;
}
SnapshotSource sourceOf(const SnapshotStore &store, std::optional<int> rank = {}) {
    return {&store, &store.devices().front(), "snapshot.pickle", rank};
}
SnapshotMoment endOf(const SnapshotStore &store) { return {sourceOf(store), store.devices().front().eventCount}; }

/// Snapshots of ranks as a run, ranks in order.
Workspace workspaceOf(const std::vector<std::string> &texts) {
    Run run;
    run.id = RunId{0};
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
        SnapshotFile file;
        file.file.path = "/dump/snapshot_rank_" + std::to_string(rank) + ".pickle";
        file.rank = static_cast<int>(rank);
        file.store = storeOf(texts[rank]);
        run.snapshots.push_back(std::move(file));
    }
    Workspace workspace;
    workspace.runs.push_back(std::move(run));
    return workspace;
}

ResultTable tableOf(const AnalysisEntry &entry, const Workspace &workspace,
                    std::map<std::string, std::string> parameters = {}) {
    AnalysisInput input;
    input.workspace = &workspace;
    input.parameters = std::move(parameters);
    auto table = entry.run(input, {});
    return table ? *table : ResultTable{};
}

/// "overflow note, times sound, ..." of the first device.
std::string qualityOf(const SnapshotStore &store) {
    std::string text;
    for (const auto &fact : snapshotQuality(sourceOf(store))) {
        if (fact.grade != QualityGrade::Sound) {
            text += fact.check + ' ' + std::string(qualityGradeText(fact.grade)) + ' ';
        }
    }
    return text;
}

/// A store with one call stack: "function|file", innermost first.
SnapshotStore storeWithStack(const std::vector<std::string> &frames) {
    SnapshotStore::Parts parts;
    std::vector<FrameId> ids;
    for (const auto &text : frames) {
        const auto bar = text.find('|');
        StackFrame frame;
        frame.function = parts.strings.intern(text.substr(0, bar));
        frame.file = parts.strings.intern(text.substr(bar + 1));
        frame.line = frame.file.value > 0 && text.ends_with(".py") ? 7 : 0;
        ids.push_back(parts.stacks.frame(frame));
    }
    (void)parts.stacks.stack(ids);
    return SnapshotStore(std::move(parts));
}

const std::vector<std::string> kUnwinder{"torch::unwind::unwind()|??",
                                         "torch::CapturedTraceback::gather(bool, bool, bool)|??",
                                         "torch::cuda::(anonymous namespace)::gather_with_cpp()|memory_snapshot.cpp",
                                         "c10::cuda::CUDACachingAllocator::Native::NativeCachingAllocator::allocate()|",
                                         "c10::StorageImpl::StorageImpl(c10::Allocator*, bool)|"};
const std::vector<std::string> kNpu{"c10_npu::NPUCachingAllocator::THNCachingAllocator::allocate(unsigned long)|??",
                                    "c10_npu::NPUWorkspaceAllocator::malloc(void**, int, unsigned long, void*)|??"};

std::vector<std::string> operator+(std::vector<std::string> inner, const std::vector<std::string> &outer) {
    inner.insert(inner.end(), outer.begin(), outer.end());
    return inner;
}

}  // namespace

class SnapshotComparisonTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void unwindersAndAllocatorsOwnNothing_data() {
        using Frames = std::vector<std::string>;
        QTest::addColumn<std::vector<std::string>>("frames");
        QTest::addColumn<std::string>("owner");
        QTest::addColumn<std::string>("label");
        const Frames mul{"at::detail::empty_cuda(c10::ArrayRef<long>)|??",
                         "at::_ops::empty::call(c10::ArrayRef<long>)|??",
                         "at::_ops::mul_Tensor::call(at::Tensor const&)|??", "PyNumber_Multiply|??"};
        const Frames user{"rope|/job/model.py", "_PyEval_EvalFrameDefault|??", "main|/job/train.py"};
        const Frames library{"linear|/usr/lib/python3/dist-packages/torch/nn/functional.py"};
        const Frames engine{"at::_ops::mm::call(at::Tensor const&, at::Tensor const&)|??",
                            "torch::autograd::generated::MmBackward0::apply(std::vector<at::Tensor>&&)|Functions.cpp",
                            "torch::autograd::Engine::thread_main()|??"};
        const std::string rope = "rope (model.py:7)";
        QTest::newRow("CUDA") << kUnwinder + mul + user << rope << "aten::mul_Tensor < " + rope;
        QTest::newRow("NPU") << kNpu + mul + user << rope << "aten::mul_Tensor < " + rope;
        QTest::newRow("no operator") << kUnwinder + user << rope << rope;
        QTest::newRow("Python only") << library + user << rope << "linear < " + rope;
        QTest::newRow("library only") << kUnwinder + mul + library << std::string("linear (functional.py:7)")
                                      << std::string("aten::mul_Tensor < linear (functional.py:7)");
        QTest::newRow("backward") << kUnwinder + engine << std::string("MmBackward0 (C++ only)")
                                  << std::string("MmBackward0 (C++ only)");
        QTest::newRow("C++") << kUnwinder + Frames{"start_thread|??"} << std::string("C++ only")
                             << std::string("C++ only");
        QTest::newRow("allocator alone") << kUnwinder << std::string("C++ only") << std::string("C++ only");
        QTest::newRow("none") << Frames{} << std::string() << std::string();
    }
    void unwindersAndAllocatorsOwnNothing() {
        QFETCH(std::vector<std::string>, frames);
        QFETCH(std::string, owner);
        QFETCH(std::string, label);
        const auto store = storeWithStack(frames);
        const StackId stack{frames.empty() ? 0U : 1U};
        QCOMPARE(ownerText(store, stack), owner);
        QCOMPARE(ownerLabel(store, stack), label);
        const bool isNamed = stackText(store, stack).find("unwind::") != std::string::npos ||
                             stackText(store, stack).find("CachingAllocator") != std::string::npos;
        QCOMPARE(isNamed, frames == kUnwinder);  // nothing else is there
    }

    void whyOneBlockMore() {
        // Other processes have other addresses.
        const auto first = storeOf(rankSnapshot(0));
        const auto second = storeOf(rankSnapshot(1, 0x7e0000000000));
        const auto found = compareSnapshots(endOf(*second), endOf(*first), StackGrouping::Frame);
        QCOMPARE(found.sums[0].blocks, std::uint64_t{517});
        QCOMPARE(found.sums[1].blocks, std::uint64_t{516});
        // The difference is run minus baseline.
        QCOMPARE(compareSnapshots(endOf(*first), endOf(*second), StackGrouping::Frame).groups.front().bytesMore(),
                 -static_cast<std::int64_t>(kMiB));
        QVERIFY(found.groups.front().name.find("rope_cache") != std::string::npos);
        QCOMPARE(found.groups.front().blocksMore(), std::int64_t{1});
        QCOMPARE(found.groups.front().bytesMore(), static_cast<std::int64_t>(kMiB));
        QVERIFY(found.groups.front().sides[0].stack && !found.groups.front().sides[1].stack);
        for (std::size_t i = 1; i < found.groups.size(); ++i) {
            QCOMPARE(found.groups[i].blocksMore(), std::int64_t{0});
        }
        const auto same = compareSnapshots(endOf(*first), endOf(*first), StackGrouping::Stack);
        QVERIFY(std::all_of(same.groups.begin(), same.groups.end(),
                            [](const auto &g) { return g.bytesMore() == 0 && g.blocksMore() == 0; }));
    }

    void anEditedProgramIsComparedWithoutItsLines() {
        const auto text = rankSnapshot(0);
        auto edited = text;
        for (auto at = edited.find("\"line\":7"); at != std::string::npos; at = edited.find("\"line\":7", at)) {
            edited.replace(at, 8, "\"line\":9");
        }
        const auto first = storeOf(text);
        const auto second = storeOf(edited);
        const auto kept = compareSnapshots(endOf(*first), endOf(*second), StackGrouping::Frame);
        QVERIFY(kept.groups.front().bytesMore() != 0);
        const auto ignored = compareSnapshots(endOf(*first), endOf(*second), StackGrouping::Frame, GroupLines::Ignored);
        QCOMPARE(ignored.groups.size(), std::size_t{2});
        QVERIFY(std::all_of(ignored.groups.begin(), ignored.groups.end(),
                            [](const auto &g) { return g.bytesMore() == 0 && g.blocksMore() == 0; }));
        QVERIFY(ignored.groups.front().name.find(".py)") != std::string::npos);
    }

    void theRankThatIsNotLikeTheOthers() {
        const auto workspace = workspaceOf({rankSnapshot(0), rankSnapshot(0), rankSnapshot(3), rankSnapshot(0)});
        const auto table = tableOf(makeSnapshotRanksEntry(), workspace, {{"at", "end"}});
        QCOMPARE(table.rows.size(), std::size_t{4});  // one place differs, told for each rank
        QCOMPARE(table.text(0, "rank"), std::string("2"));
        QVERIFY(table.text(0, "group").find("rope_cache") != std::string::npos);
        QCOMPARE(table.text(0, "blocks"), std::string("3"));
        QCOMPARE(table.text(0, "median_blocks"), std::string("0"));
        QCOMPARE(table.text(0, "delta_bytes"), std::to_string(3 * kMiB));
        QCOMPARE(table.text(0, "deviations"), std::string());  // all others are equal
        const auto alike = tableOf(makeSnapshotRanksEntry(), workspaceOf({rankSnapshot(1), rankSnapshot(1)}));
        QVERIFY(alike.rows.empty() && alike.notes.size() == 1);
    }

    void stagesAreComparedAmongThemselves() {
        // Stage 0 are ranks 0 and 1, stage 1 ranks 2 and 3, which hold more: that is no difference.
        auto workspace = workspaceOf({rankSnapshot(0), rankSnapshot(0), rankSnapshot(5), rankSnapshot(5)});
        auto &run = workspace.runs.front();
        run.parallel = {1, 2, 2, 1, 1, 4};
        for (int rank = 0; rank < 4; ++rank) {
            RankCapture capture;
            capture.rank = rank;
            run.captures.push_back(capture);
        }
        QCOMPARE(stagesOfRanks(run), (std::map<int, int>{{0, 0}, {1, 0}, {2, 1}, {3, 1}}));
        QVERIFY(tableOf(makeSnapshotRanksEntry(), workspace, {{"at", "end"}}).rows.empty());
        run.parallel = {};
        QVERIFY(stagesOfRanks(run).empty());
        QVERIFY(!tableOf(makeSnapshotRanksEntry(), workspace, {{"at", "end"}}).rows.empty());
    }

    void initialisationIsAPhaseOfItsOwn() {
        const SnapshotHistory history(storeOf(rankSnapshot(0)), 0, {});
        const auto phases = snapshotPhases(history);
        QVERIFY(phases.size() >= 4);
        QVERIFY(phases.front().kind == SnapshotPhase::Kind::Initialisation);
        QCOMPARE(phases.front().end, 500U);
        QCOMPARE(phases.front().keptBlocks, std::uint64_t{500});
        QCOMPARE(phases.front().bytesAfter, 500 * kMiB);
        QVERIFY(phases[1].kind == SnapshotPhase::Kind::Step);
        QCOMPARE(phases[1].step, std::int64_t{0});
        QCOMPARE(phases[1].keptBlocks, std::uint64_t{16});
        QCOMPARE(phases[1].peak, 517 * kMiB);
        QCOMPARE(phases[1].bytesAfter, 516 * kMiB);
        QCOMPARE(phases[2].keptBlocks, std::uint64_t{0});
        QCOMPARE(firstStepMoment(history), std::optional<std::uint32_t>(500));
        const auto table = tableOf(makeSnapshotPhasesEntry(), workspaceOf({rankSnapshot(0)}));
        QCOMPARE(table.text(0, "phase"), std::string("initialisation"));
        QCOMPARE(table.text(1, "first_event"), std::string("500"));
    }

    void withoutMarksThereIsOnePhase() {
        SnapshotText text;
        text.alloc("a");
        text.alloc("b");
        const SnapshotHistory history(storeOf(text.text()), 0, {});
        const auto phases = snapshotPhases(history);
        QCOMPARE(phases.size(), std::size_t{1});
        QVERIFY(phases.front().kind == SnapshotPhase::Kind::Whole);
        QVERIFY(!firstStepMoment(history));
    }

    void qualityIsTold_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("found");
        QTest::newRow("flagged ring") << QByteArray("ring_flagged") << QByteArray("overflow loss");
        QTest::newRow("ring") << QByteArray("ring") << QByteArray("overflow");
        QTest::newRow("workspaces") << QByteArray("npu_workspace") << QByteArray("workspaces note");
        QTest::newRow("segments only") << QByteArray("segments_only") << QByteArray("history loss");
        QTest::newRow("failure") << QByteArray("oom_exhaustion") << QByteArray("failures note");
    }
    void qualityIsTold() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, found);
        const auto read = readSnapshotFile(madeSnapshot((file + ".pickle").toStdString()));
        const auto quality = qualityOf(read->store());
        QVERIFY2(quality.find(found.toStdString()) != std::string::npos, quality.c_str());
    }

    void whatIsSoundIsCalledSound() {
        const auto store = storeOf(rankSnapshot(0));
        // The segments were there before the history: nothing tells when they came.
        QCOMPARE(qualityOf(*store), std::string("segment_events note "));
        const auto facts = snapshotQuality(sourceOf(*store));
        QVERIFY(std::any_of(facts.begin(), facts.end(), [](const auto &f) { return f.check == "replay"; }));
        const auto table = tableOf(makeSnapshotQualityEntry(), workspaceOf({rankSnapshot(0), rankSnapshot(1)}));
        QCOMPARE(table.rows.size(), 2 * facts.size());
        QCOMPARE(table.text(0, "check"), std::string("segment_events"));
    }

    void settingsOfTheAllocatorAreATable() {
        auto workspace = workspaceOf({rankSnapshot(0), rankSnapshot(0)});
        const auto table = tableOf(makeSnapshotSettingsEntry(), workspace);
        QCOMPARE(table.rows.size(), std::size_t{2});  // one of each file
        QCOMPARE(table.text(1, "rank"), std::string("1"));
        QCOMPARE(table.text(1, "setting"), std::string("max_split_size"));
        QCOMPARE(table.text(1, "value"), std::string("-1"));
        // Those of several devices are those of their process; one within another follows a dot.
        workspace.runs[0].snapshots.resize(1);
        workspace.runs[0].snapshots[0].store = readSnapshotFile(madeSnapshot("current_4.pickle"))->reading.store;
        const auto nested = tableOf(makeSnapshotSettingsEntry(), workspace);
        QCOMPARE(nested.rows.size(), std::size_t{8});
        QCOMPARE(nested.text(5, "setting"), std::string("roundup_power2_divisions.2"));
        QCOMPARE(nested.text(5, "value"), std::string("4"));
        QCOMPARE(tableOf(makeSnapshotSettingsEntry(), workspaceOf({})).notes.size(), std::size_t{1});
    }

    void missingStacksFreesAndEndsAreTold() {
        SnapshotText bare;
        bare.alloc("");
        bare.alloc("");
        QCOMPARE(qualityOf(*storeOf(bare.text())), std::string("frames loss frees note segment_events note "));
        SnapshotText failed;
        const int block = failed.alloc("a");
        failed.alloc("b");
        failed.oom();
        failed.free(block);
        const auto store = storeOf(failed.text());
        const auto facts = snapshotQuality(sourceOf(*store));
        const auto failure =
            std::find_if(facts.begin(), facts.end(), [](const auto &f) { return f.check == "failures"; });
        QVERIFY(failure != facts.end());
        QCOMPARE(failure->text.args, (std::vector<std::string>{"1", "1"}));  // one free after the failure
        const auto whole = bytesOfFile(madeSnapshot("current_4.pickle"));
        const auto broken = readSnapshotBytes(whole.left(whole.size() * 3 / 4));
        if (broken->reading.store != nullptr && !broken->store().devices().empty()) {
            QVERIFY(qualityOf(broken->store()).starts_with("complete loss"));
        }
    }
};

TEST_SUITE(SnapshotComparisonTest)

}  // namespace tst_snapshot_comparison

#include "tst_snapshot_comparison.moc"
