#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"
#include "core/base/number_text.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace tst_real_cell_sources {

using namespace stagescope;

namespace {

std::string millisText(const PipelineCell &cell, RankTime origin) {
    return std::string(cellKindText(cell.kind)) + ' ' + std::to_string(std::lround(millis(cell.range.begin - origin))) +
           ".." + std::to_string(std::lround(millis(cell.range.end - origin)));
}

}  // namespace

class RealCellSourcesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deviceWorkOfQwen() {
        const auto path = realFile("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto groups = pipelineGroups(*run);
        QCOMPARE(groups.front().ranks, (std::vector<int>{0, 2}));
        const auto origin = rankTime(1'764'246'877'073'569'640);
        std::vector<std::string> found;
        for (const int rank : {0, 2}) {
            for (const auto &cell : rankCells(*run->capture(rank)).cells) {
                found.push_back(std::to_string(rank) + ": " + millisText(cell, origin));
                QCOMPARE(cell.step, std::int64_t{13});
                QCOMPARE(cell.evidence, CellEvidence::Inferred);
                if (isScheduled(cell.kind)) {
                    const auto isLayer = [](const CellPart &part) { return part.name == kAttentionPart; };
                    QCOMPARE(std::count_if(cell.parts.begin(), cell.parts.end(), isLayer), 14);
                }
            }
        }
        const std::vector<std::string> expected = {"0: F 0..73",
                                                   "0: F 75..154",
                                                   "0: B 315..397",
                                                   "0: B 553..648",
                                                   "0: gradient_sync 648..744",
                                                   "0: optimizer 746..810",
                                                   "2: F 77..146",
                                                   "2: loss 146..244",
                                                   "2: B 244..313",
                                                   "2: F 316..387",
                                                   "2: loss 387..482",
                                                   "2: B 482..551",
                                                   "2: gradient_sync 556..744",
                                                   "2: optimizer 746..810"};
        QCOMPARE(found, expected);
        QVERIFY(rankCells(*run->capture(1)).cells.empty());
    }

    /// How much of each cell the device works, of the same run: the first forward waits for the host.
    void deviceBusyOfQwen() {
        const auto path = realFile("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto chart = pipelineChart(*run, pipelineGroups(*run).front());
        QCOMPARE(chart.cells.size(), std::size_t{14});
        for (const auto &cell : chart.cells) {
            QVERIFY(cell.use.has_value());
            QCOMPARE(cell.use->busy + cell.use->exposed + cell.use->rest, cell.range.duration());
        }
        const auto &first = chart.cells.front();
        QCOMPARE(first.rank, 0);
        QCOMPARE(first.kind, CellKind::Forward);
        // Its kernels end before the transfer that follows begins.
        QCOMPARE(std::lround(millis(first.range.duration())), 73L);
        QCOMPARE(std::lround(millis(chart.p2p.front().range.begin - first.range.begin)), 74L);
        QCOMPARE(std::lround(millis(first.use->busy)), 31L);
        QCOMPARE(first.use->exposed, Nanos{0});
    }

    /// The figures of DeepSeek's profile of one overlapped pair of chunks.
    void overlappedChunkOfDeepSeek() {
        const auto path = realFile("torch/dualpipe_chunk_train.json");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto &capture = run->captures.front();
        const auto cells = rankCells(capture).cells;
        QCOMPARE(cells.size(), std::size_t{1});
        const auto &cell = cells.front();
        QCOMPARE(cell.kind, CellKind::Overlapped);
        QCOMPARE(cell.evidence, CellEvidence::DeviceRange);
        const auto origin = rankSteps(capture).front().range.begin;
        QCOMPARE((cell.range.begin - origin).count(), std::int64_t{533'000});
        QCOMPARE((cell.range.end - origin).count(), std::int64_t{129'545'000});
        std::map<std::string, double> busy;
        double total = 0;
        for (const auto &part : cell.parts) {
            busy[std::string(cellKindText(part.kind))] += millis(part.busy);
            busy[part.name + std::string(cellKindText(part.kind))] += millis(part.busy);
            total += millis(part.busy);
            const bool communicates = part.name == "dispatch" || part.name == "combine";
            QCOMPARE(part.lane == CellPart::Lane::Communication, communicates);
        }
        QCOMPARE(cell.parts.size(), std::size_t{40});
        const std::map<std::string, double> expected = {
            {"F", 97.4},         {"I", 111.6},       {"W", 35.1},    {"attnF", 17.5}, {"mlpF", 18.4},
            {"dispatchF", 26.8}, {"combineF", 34.7}, {"mlpI", 21.2}, {"attnI", 37.4}, {"dispatchI", 29.9},
            {"combineI", 23.1},  {"mlpW", 25.5},     {"attnW", 9.6}};
        QCOMPARE(busy.size(), expected.size());
        for (const auto &[name, figure] : expected) {
            QVERIFY2(std::abs(busy[name] - figure) < 0.051, (name + ' ' + std::to_string(busy[name])).c_str());
        }
        QVERIFY(std::abs(total - 244.1) < 0.05);
    }

    /// Compute and communication of the same profile: the kernels of expert parallelism communicate.
    void exposedCommunicationOfDeepSeek() {
        const auto path = realFile("torch/dualpipe_chunk_train.json");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto busy = busyIntervals(run->captures.front());
        const auto exposed = subtracted(busy.communication, busy.computing);
        QVERIFY(std::abs(static_cast<double>(totalLength(busy.computing)) / 1e6 - 124.3) < 0.06);
        QVERIFY(std::abs(static_cast<double>(totalLength(exposed)) / 1e6 - 4.15) < 0.06);
    }

    /// 32 steps of two pipelines in one file, each microbatch named.
    void jobOfStragglerAnalysis() {
        const auto path = realFile("pipeline/straggler_ST.json.gz");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        QCOMPARE(run->captures.size(), std::size_t{8});
        const auto groups = pipelineGroups(*run);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].ranks, (std::vector<int>{0, 2, 4, 6}));
        std::size_t transfers = 0;
        for (const int rank : run->ranks()) {
            std::map<std::int64_t, std::map<CellKind, std::vector<int>>> steps;
            for (const auto &cell : rankCells(*run->capture(rank)).cells) {
                QVERIFY(cell.step >= 0);
                steps[cell.step][cell.kind].push_back(cell.microbatch);
                QVERIFY(!isScheduled(cell.kind) || (cell.numbering == Numbering::Named && cell.chunk == 0));
            }
            QCOMPARE(steps.size(), std::size_t{32});
            for (const auto &[step, kinds] : steps) {
                QCOMPARE(kinds.at(CellKind::Forward), (std::vector<int>{0, 1, 2, 3}));
                QCOMPARE(kinds.at(CellKind::Backward), (std::vector<int>{0, 1, 2, 3}));
            }
            const auto ops = p2pOps(*run->capture(rank));
            transfers += ops.size();
            QVERIFY(std::all_of(ops.begin(), ops.end(),
                                [&](const P2pOp &op) { return op.peer >= 0 && op.peer % 2 == rank % 2; }));
        }
        QCOMPARE(transfers, std::size_t{4 * 768});
    }
};

TEST_SUITE(RealCellSourcesTest)

}  // namespace tst_real_cell_sources

#include "tst_real_cell_sources.moc"
