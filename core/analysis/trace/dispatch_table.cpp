#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/dispatch_paths.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/first_items.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/base/item_ref.h"
#include "core/base/string_pool.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

enum class DispatchBy : std::uint8_t { Kernel, Operator, Step, Stage };
constexpr auto kDispatchModes = std::to_array<std::string_view>({"kernel", "operator", "step", "stage"});
constexpr std::int64_t kDefaultDispatchRows = 1000;

/// The stretches of DispatchTimes, in order of columns.
constexpr std::array<std::optional<Nanos> DispatchTimes::*, 6> kStretches{
    &DispatchTimes::python,      &DispatchTimes::enqueue, &DispatchTimes::queue,
    &DispatchTimes::secondQueue, &DispatchTimes::launch,  &DispatchTimes::deviceWait};

void add(std::optional<Nanos> &sum, const std::optional<Nanos> &value) {
    if (value) {
        sum = sum.value_or(Nanos{0}) + *value;
    }
}

/// One row: a piece of device work, or several of them together.
struct DispatchRow {
    int rank = -1;
    std::optional<std::int64_t> step;
    int stage = -1;
    std::string_view name;
    std::string_view op;
    std::string_view kind;
    std::int64_t count = 0;
    std::int64_t hostBoundCount = 0;
    std::optional<std::int64_t> begin;
    std::array<std::optional<Nanos>, kStretches.size()> stretches{};
    Nanos device{0};
    std::optional<Nanos> idle;
    std::optional<Nanos> hostBound;
    std::optional<Nanos> whole;   ///< what hostBound is a share of, where it is not idle + device
    std::optional<SliceRef> ref;  ///< its evidence

    [[nodiscard]] std::optional<double> hostBoundPercent() const {
        const auto of = whole.value_or(idle.value_or(Nanos{0}) + device);
        return hostBound ? percentOf(*hostBound, of) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::int64_t> hostBoundPieces() const {
        return hostBound ? std::optional(hostBoundCount) : std::nullopt;
    }
    void addPath(const DispatchPath &path, const IdleBefore &before) {
        const auto times = dispatchTimes(path);
        for (std::size_t i = 0; i < kStretches.size(); ++i) {
            add(stretches[i], times.*kStretches[i]);
        }
        ++count;
        device += times.device;
        add(idle, before.idle);
        add(hostBound, before.hostBound);
        hostBoundCount += before.hostBound.value_or(Nanos{0}).count() > 0 ? 1 : 0;
    }
};

std::string_view kindText(SliceClass klass) {
    return klass == SliceClass::Computing ? "computing" : klass == SliceClass::Communication ? "communication" : "copy";
}

/// Device work of one rank with the texts it refers to.
class RankDispatch {
public:
    RankDispatch(const AnalysisInput &input, const RankCapture &capture, const std::stop_token &stop)
        : m_input(input), m_capture(capture), m_paths(dispatchPaths(capture, stop)), m_idle(idleBefore(m_paths)) {
        for (const auto &split : timeSplits(capture, stop)) {
            if (split.range) {
                m_steps.push_back({split.step, split.range->begin, split.parts.total});
            }
        }
        for (const auto &source : capture.loaded) {
            if (!source.traces.empty()) {
                m_traces[source.source] = source.traces.front().get();
            }
        }
    }
    struct Step {
        std::optional<std::int64_t> step;  ///< nothing: the whole capture, since no steps are known
        RankTime begin;
        Nanos total{0};
    };

    [[nodiscard]] bool hasHost() const {
        return std::any_of(m_paths.begin(), m_paths.end(), [](const DispatchPath &path) { return path.hasHost(); });
    }
    [[nodiscard]] std::string_view text(const DispatchPath &path, StringId id) const {
        return id.isValid() ? m_traces.at(path.source)->text(id) : std::string_view{};
    }
    [[nodiscard]] SliceRef ref(const DispatchPath &path) const {
        return {m_input.run()->id, path.source, path.track, path.slice};
    }
    /// fn(path, idle before it, its step or null) for what is asked about.
    template <class Fn>
    void forEach(Fn &&fn) const {
        for (std::size_t i = 0; i < m_paths.size(); ++i) {
            const auto &path = m_paths[i];
            const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), rankTime(path.begin),
                                                [](RankTime t, const Step &s) { return t < s.begin; });
            const auto *step = after == m_steps.begin() ? nullptr : &*std::prev(after);
            if ((!m_input.step || (step != nullptr && step->step == m_input.step)) &&
                m_input.touches(m_capture.rank, {rankTime(path.begin), rankTime(path.end)})) {
                fn(path, m_idle[i], step);
            }
        }
    }

private:
    const AnalysisInput &m_input;
    const RankCapture &m_capture;
    std::vector<DispatchPath> m_paths;
    std::vector<IdleBefore> m_idle;
    std::vector<Step> m_steps;
    std::map<SourceId, const TraceStore *> m_traces;
};

/// Those that waited most for the host come first.
struct WaitedMore {
    bool operator()(const DispatchRow &a, const DispatchRow &b) const {
        return std::tuple(b.hostBound.value_or(Nanos{-1}), b.device, a.rank, a.step, a.begin, a.name, a.op) <
               std::tuple(a.hostBound.value_or(Nanos{-1}), a.device, b.rank, b.step, b.begin, b.name, b.op);
    }
};

struct DispatchOfRanks {
    using FirstRows = FirstItems<DispatchRow, WaitedMore>;

    DispatchBy by;
    std::size_t most;
    std::vector<PipelineGroup> groups;
    StringPool texts{};  ///< of the rows
    FirstRows first;
    std::vector<DispatchRow> steps{};

    /// A row whose texts go with the rank's timeline.
    void add(DispatchRow row) {
        if (first.takes(row)) {
            row.name = texts.at(texts.intern(row.name));
            row.op = texts.at(texts.intern(row.op));
            first.add(row);
        }
    }
};

Result<DispatchOfRanks> startDispatch(const AnalysisInput &input) {
    const auto mode = choiceParameter(input, "by", kDispatchModes);
    const auto top = countParameter(input, "top", kDefaultDispatchRows);
    if (!mode || !top) {
        return tl::unexpected(mode ? top.error() : mode.error());
    }
    return DispatchOfRanks{.by = static_cast<DispatchBy>(*mode),
                           .most = *top,
                           .groups = pipelineGroups(*input.run()),
                           .first = DispatchOfRanks::FirstRows(*top)};
}

void addKernels(const RankDispatch &work, int rank, int stage, DispatchOfRanks &all) {
    work.forEach([&](const DispatchPath &path, const IdleBefore &before, const RankDispatch::Step *step) {
        DispatchRow row;
        row.rank = rank;
        row.step = step == nullptr ? std::nullopt : step->step;
        row.stage = stage;
        row.name = work.text(path, path.name);
        row.op = work.text(path, path.op);
        row.kind = kindText(path.klass);
        row.begin = path.begin;
        row.addPath(path, before);
        row.ref = work.ref(path);
        all.add(row);
    });
}

void addOperators(const RankDispatch &work, int rank, int stage, DispatchOfRanks &all) {
    std::map<std::string_view, DispatchRow> sums;
    std::map<std::string_view, Nanos> worst;
    work.forEach([&](const DispatchPath &path, const IdleBefore &before, const RankDispatch::Step *) {
        const auto name = work.text(path, path.outermost);
        auto &row = sums[name];
        const auto waited = before.hostBound.value_or(Nanos{-1});
        if (const auto [it, isNew] = worst.try_emplace(name, waited); isNew || waited > it->second) {
            it->second = waited;
            row.ref = work.ref(path);
        }
        row.rank = rank;
        row.stage = stage;
        row.op = name;
        row.addPath(path, before);
    });
    for (auto &[name, row] : sums) {
        all.add(row);
    }
}

void addSteps(const RankDispatch &work, int rank, int stage, std::vector<DispatchRow> &rows) {
    std::map<const RankDispatch::Step *, DispatchRow> sums;  // in order of time
    work.forEach([&](const DispatchPath &path, const IdleBefore &before, const RankDispatch::Step *step) {
        if (step != nullptr) {
            sums[step].addPath(path, before);
        }
    });
    for (auto &[step, row] : sums) {
        row.rank = rank;
        row.step = step->step;
        row.stage = stage;
        row.whole = step->total;
        rows.push_back(row);
    }
}

/// Sums of rows of the same stage; ranks outside of all pipelines are left out.
std::vector<DispatchRow> byStage(const std::vector<DispatchRow> &steps) {
    std::map<int, DispatchRow> sums;
    for (const auto &step : steps) {
        auto &row = sums[step.stage];
        row.stage = step.stage;
        row.count += step.count;
        row.hostBoundCount += step.hostBoundCount;
        for (std::size_t i = 0; i < kStretches.size(); ++i) {
            add(row.stretches[i], step.stretches[i]);
        }
        row.device += step.device;
        add(row.idle, step.idle);
        add(row.hostBound, step.hostBound);
        add(row.whole, step.whole);
    }
    sums.erase(-1);
    std::vector<DispatchRow> rows;
    for (auto &[stage, row] : sums) {
        rows.push_back(row);
    }
    return rows;
}

void addDispatch(const RankInput &of, DispatchOfRanks &all, TableRows<DispatchRow> & /*out*/) {
    const RankDispatch work(of.all, of.capture, of.stop);
    if (of.stop.stop_requested() || !work.hasHost()) {
        return;
    }
    const int rank = of.capture.rank;
    const auto stage = stageOfRank(all.groups, rank);
    if (all.by == DispatchBy::Kernel) {
        addKernels(work, rank, stage, all);
    } else if (all.by == DispatchBy::Operator) {
        addOperators(work, rank, stage, all);
    } else {
        addSteps(work, rank, stage, all.steps);
    }
}

void addDispatchRows(DispatchOfRanks &all, TableRows<DispatchRow> &out) {
    const auto first = all.first.take();
    if (first.empty() && all.steps.empty()) {
        out.note(
            "Not answerable from this profile: no host calls linked to kernels are loaded; "
            "record the host and the device.");
        return;
    }
    const auto steps = all.by == DispatchBy::Stage ? byStage(all.steps) : std::move(all.steps);
    for (const auto *rows : {&first, &steps}) {
        for (const auto &row : *rows) {
            out.add(row);
        }
    }
    if (!first.empty()) {
        out.note("Rows that waited most for the host first, at most " + std::to_string(all.most) + ".");
    }
}

template <std::size_t i>
std::optional<Nanos> stretch(const DispatchRow &row) {
    return row.stretches[i];
}

}  // namespace

AnalysisEntry makeDispatchEntry() {
    return rankTable<DispatchRow>(
        {{.id = "dispatch",
          .title = "Dispatch: from the framework to the device",
          .depth = LoadDepth::Deep,
          .parameters = {{"by", "kernel",
                          "kernel: one row per kernel, communication operator or copy; operator, step, stage: sums of "
                          "them."},
                         {"top", std::to_string(kDefaultDispatchRows),
                          "Rows to keep where they are ordered by host_bound_us."}}}},
        {
            key(column("rank", "Global rank; empty for sums over a stage.", &DispatchRow::rank, ifKnown)),
            key(column("step", "Step in which it runs on the device; empty for sums over several.",
                       &DispatchRow::step)),
            key(column("stage", "Position of the rank in its pipeline; empty where there is none.", &DispatchRow::stage,
                       ifKnown)),
            key(column("operator", "Framework operator that launched it; by operator the outermost one around that.",
                       &DispatchRow::op)),
            column("name", "Name on the device; empty for sums.", &DispatchRow::name),
            column("kind", "computing, communication or copy; empty for sums.", &DispatchRow::kind),
            sum(column("count", "Device tasks.", &DispatchRow::count)),
            column("start_ns", "ns", "Begin on the device, clock of the rank; empty for sums.", &DispatchRow::begin),
            sum(column("python_us", "us",
                       "From the operator's begin to its enqueue call, or to the launch call where there is no queue. "
                       "This and the next five follow each other; empty where the profile does not have it.",
                       stretch<0>)),
            sum(column("enqueue_us", "us", "In the enqueue call; long when the task queue is full.", stretch<1>)),
            sum(column("queue_us", "us", "From there until the second thread dequeues it.", stretch<2>)),
            sum(column(
                "second_queue_us", "us",
                "On that thread until the launch call: tiling, workspace, compilation (second-level queue time).",
                stretch<3>)),
            sum(column("launch_us", "us", "In the launch call (CANN node launch, aclrt..., cudaLaunchKernel).",
                       stretch<4>)),
            sum(column("device_wait_us", "us", "From there to the begin on the device.", stretch<5>)),
            sum(column("device_us", "us", "Duration on the device.", &DispatchRow::device)),
            sum(column("idle_before_us", "us",
                       "How long the device had done neither computing nor communication before it; of copies empty.",
                       &DispatchRow::idle)),
            sum(column("host_bound_us", "us", "Part of idle_before_us before the launch call returned.",
                       &DispatchRow::hostBound)),
            column("host_bound_percent", "%",
                   "host_bound_us of the step (by step), of the steps of all ranks of the stage (by stage), else of "
                   "idle_before_us + device_us.",
                   &DispatchRow::hostBoundPercent),
            sum(column("host_bound_count", "Device tasks with host_bound_us > 0.", &DispatchRow::hostBoundPieces)),
            column("evidence",
                   "Name of the slice on the device for --select; of sums over an operator the one that waited longest "
                   "for the host.",
                   &DispatchRow::ref),
        },
        startDispatch, addDispatch, addDispatchRows);
}

}  // namespace stagescope
