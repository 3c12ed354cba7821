#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/pipeline/chart/host_transfers.h"
#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/analysis/pipeline/schedule/simulator.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <tuple>

namespace tst_cell_work {

using namespace stagescope;

namespace {

constexpr std::int64_t kUs = 1000;
constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kBetween = 40 * kUs;  ///< from the end of one cell's work to the begin of the next one's

/// How a program is written, and what its profiler records.
struct Style {
    bool isMarked = true;         ///< ranges named as PyTorch names them
    bool isOnDevice = false;      ///< operators launch kernels; backwards are launched by a second thread
    bool waitsWithin = false;     ///< some cells wait once more between their operators
    bool sharesReceives = false;  ///< receives are posted as soon as the rank is there, long before they are needed
};

using CellKey = std::tuple<int, CellKind, int, int>;  ///< rank, kind, chunk, microbatch

/// A pipeline played on hosts that send and receive through Gloo: each range opens when the one before it closes, waits
/// for its input, works, and sends.
class PlayedHosts {
public:
    PlayedHosts(const ScheduleOptions &options, const Style &style, unsigned seed) : m_style(style), m_random(seed) {
        const auto schedule = generateSchedule(options);
        const SimulationCosts costs{
            .duration = [this](const PipelineAction &action) { return costOf(action); },
            .transfer = [this](const auto &, const auto &) { return Nanos{within(200, 2000) * kUs}; }};
        const auto simulation = simulateSchedule(*schedule, costs);
        std::vector<RankCapture> captures;
        for (std::size_t rank = 0; rank < schedule->ranks.size(); ++rank) {
            RecordedRank host;
            std::int64_t free = kMs;
            for (std::size_t i = 0; i < schedule->ranks[rank].size(); ++i) {
                const auto &time = simulation->times[rank][i];
                free = record(host, schedule->ranks[rank][i], free, 2 * kMs + time.begin.count());
            }
            captures.push_back(host.capture(static_cast<int>(rank), {planted::steps({{1, 0, 1000 * 1000 * kMs}})}));
        }
        m_workspace = planted::workspace(std::move(captures));
    }

    [[nodiscard]] const Run &run() const { return m_workspace.runs[0]; }
    [[nodiscard]] const std::map<CellKey, Nanos> &truth() const { return m_truth; }

private:
    using RecordedRank = planted::RecordedRank;

    std::int64_t within(int least, int most) { return std::uniform_int_distribution<>(least, most)(m_random); }

    /// Planted once per action; the wait within it comes on top.
    Nanos costOf(const PipelineAction &action) {
        const auto key = std::tuple(action.rank, action.kind, action.chunk, action.microbatch);
        auto &plan = m_plans[key];
        plan.work = (action.kind == CellKind::Overlapped ? 2 : 1) * within(3000, 9000) * kUs;
        plan.wait = m_style.waitsWithin && within(0, 2) == 0 ? within(1000, 9000) * kUs : 0;
        return Nanos{plan.work + plan.wait + kBetween};
    }

    void op(RecordedRank &host, bool isBackward, std::int64_t forward, std::int64_t begin, std::int64_t end) const {
        if (m_style.isOnDevice) {
            host.launchedOn(isBackward ? "thread 2" : "thread 1", "gemm", begin + 2 * kUs, begin + 5 * kUs, end);
            end = begin + 4 * kUs;
        }
        if (isBackward) {
            host.backward("autograd::engine::evaluate_function: AddmmBackward0", forward, begin, end);
        } else {
            host.host("aten::addmm", begin, end);
        }
    }

    /// From when the rank is free, with its input at `ready`; gives when it is free again.
    std::int64_t record(RecordedRank &host, const PipelineAction &action, std::int64_t free, std::int64_t ready) {
        const auto &plan = m_plans.at({action.rank, action.kind, action.chunk, action.microbatch});
        const auto open = free + 10 * kUs;
        const bool isBackward = action.kind != CellKind::Forward && action.kind != CellKind::Overlapped;
        const auto posted = m_style.sharesReceives ? kMs : open + 5 * kUs;
        if (ready > open + 25 * kUs) {
            host.host("c10d::recv_", m_style.isMarked ? open + 3 * kUs : free + 3 * kUs, open + 5 * kUs);
            host.host("gloo:recv", posted, ready, SliceClass::Mstx);
        }
        // Three operators; the wait lies behind the first.
        const auto begin = std::max(ready, open + 20 * kUs);
        const auto third = plan.work / 3;
        const auto again = begin + third + plan.wait;
        auto &forwards = m_forwards[{action.rank, action.chunk, action.microbatch}];
        if (!isBackward) {
            forwards = {begin + kUs, again + kUs, again + third + kUs};
        }
        // Backwards go through the operators in reverse.
        op(host, isBackward, forwards[2], begin, begin + third);
        if (plan.wait > 0) {
            host.host("gloo:recv", begin + third + 1, again, SliceClass::Mstx);
        }
        op(host, isBackward, forwards[1], again + kUs / 2, again + third);
        op(host, isBackward, forwards[0], again + third + kUs / 2, begin + plan.work + plan.wait);
        const auto end = begin + plan.work + plan.wait;
        host.host("c10d::send", end + 2 * kUs, end + 4 * kUs);
        host.host("gloo:send", end + 4 * kUs, end + 40 * kMs, SliceClass::Mstx);
        if (m_style.isMarked) {
            host.host("PP:" + actionText(action), open, end + 6 * kUs, SliceClass::Mstx);
        }
        note(action, plan.work);
        return end + 8 * kUs;
    }

    void note(const PipelineAction &action, std::int64_t work) {
        m_truth[{action.rank, action.kind, action.chunk, action.microbatch}] = Nanos{work};
    }

    struct Plan {
        std::int64_t work = 0;
        std::int64_t wait = 0;
    };

    Style m_style;
    std::mt19937 m_random;
    std::map<CellKey, Plan> m_plans;
    std::map<std::tuple<int, int, int>, std::array<std::int64_t, 3>> m_forwards;  ///< within the operators
    std::map<CellKey, Nanos> m_truth;
    Workspace m_workspace;
};

struct Form {
    const char *name;
    ScheduleOptions options;
};

std::vector<Form> forms() {
    std::vector<Form> result;
    for (const int p : {2, 4}) {
        for (const int m : {8, 12}) {
            result.push_back({"gpipe", {.kind = ScheduleKind::GPipe, .stages = p, .microbatches = m}});
            result.push_back({"1f1b", {.kind = ScheduleKind::OneFOneB, .stages = p, .microbatches = m}});
            result.push_back({"zb-h1", {.kind = ScheduleKind::ZeroBubbleH1, .stages = p, .microbatches = m}});
            result.push_back({"zb-v", {.kind = ScheduleKind::ZeroBubbleV, .stages = p, .microbatches = m}});
            for (const int v : {2, 3}) {
                for (const auto kind :
                     {ScheduleKind::Interleaved, ScheduleKind::LoopedBfs, ScheduleKind::InterleavedZeroBubble}) {
                    result.push_back(
                        {scheduleKindText(kind).data(), {.kind = kind, .stages = p, .microbatches = m, .chunks = v}});
                }
            }
        }
    }
    return result;
}

std::string differences(const PlayedHosts &hosts, const PipelineChart &chart) {
    std::map<CellKey, Nanos> found;
    for (const auto &cell : chart.cells) {
        found[{cell.rank, cell.kind, std::max(cell.chunk, 0), cell.microbatch}] = cell.work();
    }
    if (found.size() != hosts.truth().size()) {
        return std::to_string(found.size()) + " of " + std::to_string(hosts.truth().size()) + " cells";
    }
    for (const auto &[key, work] : hosts.truth()) {
        const auto it = found.find(key);
        const auto &[rank, kind, chunk, microbatch] = key;
        const auto name = "rank " + std::to_string(rank) + " " + std::string(cellKindText(kind)) +
                          std::to_string(microbatch) + "." + std::to_string(chunk);
        if (it == found.end()) {
            return name + " is missing";
        }
        if (std::abs((it->second - work).count()) > work.count() / 50) {
            return name + ": " + durationText(it->second) + ", not " + durationText(work);
        }
    }
    return {};
}

}  // namespace

/// A range is not yet work: what a cell waited for transfers is none of it.
class CellWorkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void transferNames_data() {
        using Role = HostTransferName::Role;
        QTest::addColumn<int>("role");
        QTest::addColumn<bool>("isCall");
        const auto row = [](const char *name, Role role, bool isCall) {
            QTest::newRow(name) << static_cast<int>(role) << isCall;
        };
        row("c10d::recv_", Role::Receive, true);
        row("c10d::recv_any_source_", Role::Receive, true);
        row("c10d::send", Role::Send, true);
        row("gloo:recv", Role::Receive, false);
        row("gloo:send", Role::Send, false);
        row("gloo:barrier", Role::Wait, false);
        row("nccl:send", Role::Send, false);
        row("nccl:coalesced", Role::Collective, false);
        row("mpi:all_reduce", Role::Collective, false);
        row("_c10d_functional::wait_tensor", Role::Wait, false);
        row("HcclBatchSendRecv", Role::Batch, true);
        row("wait", Role::Wait, false);
        for (const char *name : {"aten::mm", "ReceivedGradBackward0", "aten::scatter_", "PP:4RECV_F0", "waiting", ""}) {
            QTest::newRow(name) << -1 << false;
        }
    }
    void transferNames() {
        QFETCH(int, role);
        QFETCH(bool, isCall);
        const auto name = hostTransferName(QTest::currentDataTag());
        QCOMPARE(name ? static_cast<int>(name->role) : -1, role);
        QCOMPARE(name && name->isCall, isCall);
    }

    void playedHosts_data() {
        QTest::addColumn<int>("form");
        QTest::addColumn<int>("style");
        for (int form = 0; form < static_cast<int>(forms().size()); ++form) {
            for (int style = 0; style < 8; ++style) {
                const auto [name, options] = forms()[static_cast<std::size_t>(form)];
                QTest::addRow("%s p%d m%d v%d, style %d", name, options.stages, options.microbatches, options.chunks,
                              style)
                    << form << style;
            }
        }
    }
    /// Whatever the schedule, and however late inputs come: cells cost what was planted, the schedule is recognised,
    /// and no cell begins before what it needs has ended.
    void playedHosts() {
        QFETCH(int, form);
        QFETCH(int, style);
        const auto options = forms()[static_cast<std::size_t>(form)].options;
        const PlayedHosts hosts(options,
                                {.isMarked = true,
                                 .isOnDevice = (style & 1) != 0,
                                 .waitsWithin = (style & 2) != 0,
                                 .sharesReceives = (style & 4) != 0},
                                static_cast<unsigned>(100 * form + style));
        const auto groups = pipelineGroups(hosts.run());
        QCOMPARE(groups.size(), std::size_t{1});
        const auto chart = pipelineChart(hosts.run(), groups.front());
        QVERIFY(chart.match.has_value());
        QVERIFY2(!chart.match->isCustom, matchText(*chart.match).c_str());
        QCOMPARE(chart.match->best().kind, options.kind);
        QCOMPARE(chart.match->best().microbatches, options.microbatches);
        QCOMPARE(chunksOf(chart.match->best()), chunksOf(options));
        const auto wrong = differences(hosts, chart);
        QVERIFY2(wrong.empty(), wrong.c_str());
        QCOMPARE(earlyCellsOf(chart, {}), std::size_t{0});
        QVERIFY(!measuredAlignment(hosts.run()).isShifted());
    }

    void unmarkedHosts_data() {
        QTest::addColumn<int>("p");
        QTest::addColumn<int>("m");
        QTest::addColumn<bool>("isOnDevice");
        for (const int p : {2, 3, 4}) {
            for (const int m : {4, 8, 11}) {
                for (const bool isOnDevice : {false, true}) {
                    QTest::addRow("p%d m%d %s", p, m, isOnDevice ? "device" : "host") << p << m << isOnDevice;
                }
            }
        }
    }
    /// PyTorch's 1F1B marks nothing: its transfers and the threads of its passes tell.
    void unmarkedHosts() {
        QFETCH(int, p);
        QFETCH(int, m);
        QFETCH(bool, isOnDevice);
        const ScheduleOptions options{.kind = ScheduleKind::OneFOneB, .stages = p, .microbatches = m};
        const PlayedHosts hosts(options, {.isMarked = false, .isOnDevice = isOnDevice}, 7);
        const auto groups = pipelineGroups(hosts.run());
        QCOMPARE(groups.size(), std::size_t{1});
        const auto chart = pipelineChart(hosts.run(), groups.front());
        QVERIFY(chart.match.has_value());
        QCOMPARE(matchText(*chart.match), scheduleText(options));
        const auto wrong = differences(hosts, chart);
        QVERIFY2(wrong.empty(), wrong.c_str());
        QCOMPARE(earlyCellsOf(chart, {}), std::size_t{0});
    }

    /// A transfer that goes on beside the work of a range costs it nothing; one that a thread waits for is no work.
    void onlyPausesAreWaits() {
        planted::RecordedRank host;
        host.host("PP:0F0", 0, 10 * kMs, SliceClass::Mstx)
            .host("aten::mm", kMs, 4 * kMs)
            .host("aten::mm", 4 * kMs + kUs, 9 * kMs)
            .host("gloo:recv", 0, 3 * kMs, SliceClass::Mstx)  // ends while an operator runs
            .host("gloo:send", 0, 4 * kMs, SliceClass::Mstx)  // ends with it, to the nanosecond
            .host("PP:0F1", 20 * kMs, 40 * kMs, SliceClass::Mstx)
            .host("aten::mm", 21 * kMs, 24 * kMs)
            .host("gloo:recv", 22 * kMs, 30 * kMs, SliceClass::Mstx)  // ends in the pause between two
            .host("aten::mm", 31 * kMs, 39 * kMs);
        const auto cells = rankCells(host.capture()).cells;
        QCOMPARE(cells.size(), std::size_t{2});
        QCOMPARE(cells[0].work(), Nanos{9 * kMs});  // the transfer begins before the first operator, which begins late
        QCOMPARE(cells[1].work(), Nanos{14 * kMs});
        QCOMPARE(cells[1].waits.size(), std::size_t{1});
        QCOMPARE(cells[1].waits[0], (RankRange{rankTime(24 * kMs), rankTime(30 * kMs)}));
    }
};

TEST_SUITE(CellWorkTest)

}  // namespace tst_cell_work

#include "tst_cell_work.moc"
