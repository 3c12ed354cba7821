#include "core/analysis/memory/memory_holders.h"
#include "core/scene/memory/memory_curves_model.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_memory_curves_model {

using namespace stagescope;

namespace {

MemorySampleRecord allocator(std::string_view component, std::string_view stream, std::int64_t at,
                             std::int64_t allocated, std::int64_t reserved) {
    return {"allocator", component, stream, 0, at, allocated, reserved, allocated};
}
MemorySampleRecord held(std::string_view level, std::string_view component, std::int64_t at, std::int64_t bytes) {
    return {level, component, {}, 0, at, kNoBytes, bytes, kNoBytes};
}

RankCapture captureOf(int rank, std::initializer_list<MemorySampleRecord> rows) {
    TableWriter<MemorySampleRecord> table;
    for (const auto &row : rows) {
        table.append(row);
    }
    RankCapture capture;
    capture.rank = rank;
    FileSource file;
    file.id = SourceId{static_cast<std::uint32_t>(rank)};
    file.format = "profile_memory";
    capture.files.push_back(file);
    LoadedSource source;
    source.source = file.id;
    source.tables.push_back(std::make_shared<const TableStore>(table.take()));
    capture.loaded.push_back(std::move(source));
    return capture;
}

Run twoRanks() {
    Run run;
    run.captures.push_back(captureOf(
        0, {allocator("PTA", "7", 10, 100, 500), allocator("PTA+GE", "7", 10, 120, 500),
            allocator("PTA", "8", 20, 300, 500), allocator("PTA+GE", "8", 20, 320, 500),
            held("process", "APP", 15, 900), held("module", "HCCL", 15, 200), held("module", "EMPTY", 15, 0)}));
    run.captures.push_back(captureOf(4, {allocator("PTA", "7", 12, 200, 400), allocator("PTA+GE", "7", 12, 200, 400),
                                         held("process", "APP", 15, 800)}));
    run.clock.setOffset(4, Nanos{1000});
    return run;
}

Workspace workspaceOf(Run run) {
    Workspace workspace;
    run.id = RunId{0};
    workspace.runs.push_back(std::move(run));
    return workspace;
}
MemoryCurves curvesOf(Run run, const MemoryCurveQuestion &question = {}) {
    return memoryCurves(workspaceOf(std::move(run)), question);
}

std::string names(const MemoryCurves &model) {
    std::string text;
    for (const auto &curve : model.curves) {
        text += std::to_string(curve.rank) + ":" + curve.key.owner.component + curve.key.owner.stream + "." +
                std::string(memoryMeasureText(curve.key.measure)) + " ";
    }
    return text;
}

}  // namespace

class MemoryCurvesModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void totalsLeaveOutTheirParts() {
        const auto model = curvesOf(twoRanks());
        QCOMPARE(names(model), std::string("0:PTA+GE.allocated 0:PTA+GE.reserved 0:APP.reserved 4:PTA+GE.allocated "
                                           "4:PTA+GE.reserved 4:APP.reserved "));
        QCOMPARE(model.keys.size(), std::size_t{3});
        QVERIFY((model.components == std::vector<std::string>{"PTA", "PTA+GE", "HCCL", "APP"}));
        QCOMPARE(ns(model.bounds->begin), std::int64_t{10});
        QCOMPARE(ns(model.bounds->end), std::int64_t{1016});
    }
    void oneComponentOfOneRankByStream() {
        MemoryCurveQuestion question;
        question.component = "PTA";
        question.ranks = {0};
        question.measures = {MemoryMeasure::Allocated};
        question.byStream = true;
        const auto model = curvesOf(twoRanks(), question);
        QCOMPARE(names(model), std::string("0:PTA7.allocated 0:PTA8.allocated "));
        QVERIFY((model.ranksKnown == std::vector<int>{0, 4}));
    }
    void theTopIsThatOfTheMainCurve() {
        const auto model = curvesOf(twoRanks());
        const auto all = model.top(std::nullopt);
        QVERIFY(all.has_value());
        QCOMPARE(all->rank, 0);
        QCOMPARE(all->peak.value, 320.0);
        QCOMPARE(ns(all->peak.at), std::int64_t{20});
        const auto later = model.top(AlignedRange{alignedTime(1000), alignedTime(1013)});
        QVERIFY(later.has_value());
        QCOMPARE(later->rank, 4);
        QCOMPARE(later->peak.value, 200.0);
    }
    void differencesToARank() {
        auto run = twoRanks();
        run.clock.setOffset(4, Nanos{0});
        MemoryCurveQuestion question;
        question.component = "APP";
        question.baseline = CurveBaseline{RunId{0}, 0};
        const auto model = curvesOf(run, question);
        QCOMPARE(names(model), std::string("4:APP.reserved "));
        QCOMPARE(model.curves[0].samples->value(0), -100.0);
        QVERIFY((model.ranks == std::vector<int>{4}));
    }
    /// 64 ranks of 4 stages: bands that hold all of them, and lines of those that are asked for.
    void ofManyRanksBandsByStage() {
        Run run;
        run.parallel = {.tp = 1, .pp = 4, .dp = 16, .world = 64};
        for (int rank = 0; rank < 64; ++rank) {
            run.captures.push_back(
                captureOf(rank, {allocator("PTA", "7", 10, 100 + 1000 * (rank / 16) + rank, 9000),
                                 allocator("PTA", "7", 20, 100 + 1000 * (rank / 16) + 2 * rank, 9000)}));
        }
        const auto model = curvesOf(run);
        QCOMPARE(model.ranks.size(), std::size_t{64});
        QVERIFY((model.lines == std::vector<int>{63}));  // the greatest peak
        QCOMPARE(model.bands.size(), std::size_t{4});
        for (int stage = 0; stage < 4; ++stage) {
            const auto &band = model.bands[static_cast<std::size_t>(stage)];
            QCOMPARE(band.stage, std::optional(stage));
            QCOMPARE(band.ranks.size(), std::size_t{16});
            QCOMPARE(band.of.least.value(0), 100.0 + 1000 * stage + 16 * stage);
            QCOMPARE(band.of.most.value(1), 100.0 + 1000 * stage + 2 * (16 * stage + 15));
        }
        QCOMPARE(model.curves.size(), std::size_t{65});  // the line has reserved memory, too
        QCOMPARE(model.top(std::nullopt)->rank, 63);
        MemoryCurveQuestion question;
        question.lines = {3, 40};
        QVERIFY((curvesOf(run, question).lines == std::vector<int>{3, 40}));
        // Without stages one band of all.
        run.parallel = {};
        QCOMPARE(curvesOf(run).bands.size(), std::size_t{1});
        QVERIFY(!curvesOf(run).bands[0].stage);
        // Few are lines.
        question.ranks = {3, 40, 41};
        question.lines = {};
        const auto few = curvesOf(run, question);
        QVERIFY(few.bands.empty());
        QVERIFY(few.lines == question.ranks);
    }
    /// The baseline's clock is another one, its steps last longer.
    void differencesToABaselineStepByStep() {
        const auto withSteps = [](std::int64_t begin, std::int64_t length, std::int64_t more) {
            std::vector<MemorySampleRecord> rows;
            auto capture = captureOf(0, {});
            TableBuilder steps(TableKind::Steps);
            TableWriter<MemorySampleRecord> samples;
            for (int i = 0; i < 3; ++i) {
                const auto at = begin + i * length;
                steps.set("step", std::int64_t{5 + i}).set("begin_ns", at).set("end_ns", at + length).endRow();
                samples.append(allocator("PTA", "7", at, 1000 + more * i, 5000));
                samples.append(allocator("PTA", "7", at + 20, 3000 + more * i, 5000));
                samples.append(allocator("PTA", "7", at + 60, 1000 + more * i, 5000));
            }
            capture.loaded[0].tables = {std::make_shared<const TableStore>(steps.take()),
                                        std::make_shared<const TableStore>(samples.take())};
            return capture;
        };
        Workspace workspace;
        workspace.runs.resize(2);
        workspace.runs[0].captures.push_back(withSteps(1'000'000, 100, 64));
        workspace.runs[1].id = RunId{1};
        workspace.runs[1].role = RunRole::Baseline;
        workspace.runs[1].captures.push_back(withSteps(77, 130, 0));
        MemoryCurveQuestion question;
        question.measures = {MemoryMeasure::Allocated};
        question.baseline = CurveBaseline{RunId{1}, std::nullopt};
        const auto model = memoryCurves(workspace, question);
        QVERIFY((model.baselineKnown == std::vector<int>{0}));
        QCOMPARE(model.curves.size(), std::size_t{1});
        const auto &samples = *model.curves[0].samples;
        for (int i = 0; i < 3; ++i) {
            for (const auto at : {0, 20, 60, 99}) {
                if (const auto index = samples.indexAt(rankTime(1'000'000 + 100 * i + at)); i < 2 || at <= 60) {
                    QCOMPARE(samples.value(index), 64.0 * i);  // run minus baseline
                }
            }
        }
    }
    void ranksThatAreNotLoadedAreTold() {
        auto run = twoRanks();
        run.captures[1].loaded.clear();
        run.captures[1].files[0].chosen = true;
        const auto model = curvesOf(run);
        QVERIFY((model.ranksUnread == std::vector<int>{4}));
        QVERIFY((model.ranksKnown == std::vector<int>{0}));
        QVERIFY(memoryRecord(run.captures[0]) == MemoryRecord::Loaded);
        QVERIFY(memoryRecord(RankCapture{}) == MemoryRecord::None);
    }
    void holdersAndTheRestMakeTheWhole() {
        auto capture = captureOf(0, {allocator("PTA", "7", 10, 100, 500), allocator("PTA", "7", 20, 60, 500)});
        TableWriter<MemoryOpRecord> table;
        const auto add = [&](std::string_view name, std::int64_t bytes, std::int64_t until) {
            MemoryOpRecord row;
            row.name = name;
            row.bytes = bytes;
            row.allocated = 5;
            row.released = until;
            table.append(row);
        };
        add("mm", 10, 100);
        add("mm", 15, 100);
        add("add", 40, 18);
        capture.loaded[0].tables.push_back(std::make_shared<const TableStore>(table.take()));
        const auto early = memoryHolders(capture, rankTime(12));
        QCOMPARE(early.holders.size(), std::size_t{2});
        QCOMPARE(early.holders[0].name, std::string("add"));
        QCOMPARE(early.holders[1].allocations, std::size_t{2});
        QCOMPARE(early.held, std::int64_t{65});
        QCOMPARE(*early.allocated, std::int64_t{100});
        QCOMPARE(*early.rest, std::int64_t{35});
        const auto late = memoryHolders(capture, rankTime(25));
        QCOMPARE(late.held, std::int64_t{25});
        QCOMPARE(*late.rest, std::int64_t{35});
        QVERIFY(!memoryHolders(capture, rankTime(6)).allocated);
    }
};

TEST_SUITE(MemoryCurvesModelTest)

}  // namespace tst_memory_curves_model

#include "tst_memory_curves_model.moc"
