#include "core/analysis/overview/item_location.h"

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/memory/op_windows.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/step_bubbles.h"
#include "core/analysis/run/steps.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace stagescope {

namespace {

using Spans = std::vector<RankSpan>;

struct HeldTrace {
    int rank = 0;
    const TraceStore *trace = nullptr;
};

HeldTrace traceIn(const Run &run, SourceId source) {
    for (const auto &capture : run.captures) {
        for (const auto &loaded : capture.loaded) {
            if (loaded.source == source && !loaded.traces.empty()) {
                return {capture.rank, loaded.traces.front().get()};
            }
        }
    }
    return {};
}

std::optional<RankSpan> spanIn(const HeldTrace &held, const SliceRef &ref) {
    const bool isThere = held.trace != nullptr && ref.track.value < held.trace->tracks().size() &&
                         ref.slice.value < held.trace->slices(ref.track).size();
    const auto slice = isThere ? held.trace->slices(ref.track).at(ref.slice) : Slice{};
    return isThere ? std::optional(RankSpan{held.rank, {slice.begin, slice.end}}) : std::nullopt;
}

/// Of one run: what was read to place an item places all others of its kind.
class RunLocator {
public:
    RunLocator(const Run &run, std::stop_token stop) : m_run(run), m_stop(std::move(stop)) {}

    Spans operator()(const SliceRef &ref) {
        const auto span = spanIn(traceOf(ref.source), ref);
        return span ? Spans{*span} : Spans{};
    }
    Spans operator()(const CellRef &ref) {
        auto *known = chartOf(ref.group);
        if (known == nullptr) {
            return {};
        }
        if (known->cells.empty()) {
            for (const auto &cell : known->chart.cells) {
                known->cells.try_emplace(cellRef(m_run.id, known->chart.group, cell), cell.range);
            }
        }
        const auto it = known->cells.find(ref);
        return it == known->cells.end() ? Spans{} : Spans{{ref.rank, it->second}};
    }
    Spans operator()(const BubbleRef &ref) {
        auto *known = chartOf(ref.group);
        if (known == nullptr) {
            return {};
        }
        const auto [it, isNew] = known->bubbles.try_emplace(ref.step);
        if (isNew) {
            it->second = stepBubbles(known->chart, ref.step, m_run.clock);
        }
        const auto *row = it->second ? it->second->of(ref.rank) : nullptr;
        const auto nth = static_cast<std::size_t>(ref.nth);
        const bool isThere = row != nullptr && ref.nth >= 0 && nth < row->bubbles.size();
        return isThere ? Spans{{ref.rank, m_run.clock.toRank(ref.rank, row->bubbles[nth].range)}} : Spans{};
    }
    Spans operator()(const CommOpRef &ref) {
        const auto [it, isNew] = m_ops.try_emplace(ref.rank);
        if (isNew) {
            it->second = opsOf(ref.rank);
        }
        const auto op = it->second.find({ref.name, ref.nth});
        return op == it->second.end() ? Spans{} : Spans{{ref.rank, op->second}};
    }
    Spans operator()(const MomentRef &ref) { return {{ref.rank, {rankTime(ref.at), rankTime(ref.at)}}}; }
    Spans operator()(const MemoryOpRef &ref) {
        if (const auto slice = operatorSlice(m_run, ref)) {
            return (*this)(*slice);
        }
        const auto *capture = m_run.capture(ref.rank);
        const auto memory = capture == nullptr ? OperatorMemory() : OperatorMemory(*capture);
        if (ref.row >= memory.size()) {
            return {};
        }
        const auto begin = memory.number(ref.row, MemoryOpColumn::Allocated);
        const auto end = memory.number(ref.row, MemoryOpColumn::Released);
        const auto known = begin ? begin : end;
        return known ? Spans{{ref.rank, {rankTime(*known), rankTime(std::max(*known, end.value_or(*known)))}}}
                     : Spans{};
    }
    Spans operator()(const StepRef &ref) {
        if (m_steps.empty()) {
            for (const int rank : m_run.ranks()) {
                m_steps.emplace_back(rank, rankSteps(*m_run.capture(rank)));
            }
        }
        Spans spans;
        for (const auto &[rank, steps] : m_steps) {
            const auto at = findStep(steps, ref.step);
            if (at < steps.size()) {
                spans.push_back({rank, steps[at].range});
            }
        }
        return spans;
    }
    /// From the first event to the last.
    Spans operator()(const RankRef &ref) {
        const auto *capture = m_run.capture(ref.rank);
        Spans spans;
        for (std::size_t i = 0; capture != nullptr && i < capture->loaded.size(); ++i) {
            for (const auto &trace : capture->loaded[i].traces) {
                if (const auto bounds = trace->bounds(); bounds && spans.empty()) {
                    spans.push_back({ref.rank, *bounds});
                } else if (bounds) {
                    auto &whole = spans.front().range;
                    whole = {std::min(whole.begin, bounds->begin), std::max(whole.end, bounds->end)};
                }
            }
        }
        return spans;
    }
    Spans operator()(const LinkRef &) { return {}; }
    Spans operator()(const BlockRef &) { return {}; }
    Spans operator()(const SnapshotEventRef &) { return {}; }
    Spans operator()(const EventRangeRef &) { return {}; }
    Spans operator()(const SegmentRef &) { return {}; }
    Spans operator()(const StackRef &) { return {}; }

private:
    struct Chart {
        PipelineChart chart;
        std::map<std::int64_t, std::optional<StepBubbles>> bubbles{};
        std::map<CellRef, RankRange> cells{};
    };
    /// By name and number.
    using Operators = std::map<std::pair<std::string, int>, RankRange>;

    /// Null where the run has no such group.
    Chart *chartOf(const std::string &group) {
        const auto [it, isNew] = m_charts.try_emplace(group);
        if (const auto groups = isNew ? groupsAskedFor(m_run, group) : std::vector<PipelineGroup>{}; !groups.empty()) {
            it->second = std::make_unique<Chart>(Chart{pipelineChart(m_run, groups.front(), m_stop)});
        }
        return it->second.get();
    }
    HeldTrace traceOf(SourceId source) {
        const auto [it, isNew] = m_traces.try_emplace(source);
        if (isNew) {
            it->second = traceIn(m_run, source);
        }
        return it->second;
    }
    /// As charts tell them, else as traces do, else as tables do.
    [[nodiscard]] Operators opsOf(int rank) {
        Operators ops;
        for (const auto &group : pipelineGroups(m_run)) {
            if (std::find(group.ranks.begin(), group.ranks.end(), rank) != group.ranks.end()) {
                for (const auto &op : chartOf(group.id)->chart.p2p) {
                    if (op.rank == rank) {
                        ops.try_emplace({op.name, op.nth}, op.range);
                    }
                }
            }
        }
        const auto *capture = m_run.capture(rank);
        if (capture == nullptr) {
            return ops;
        }
        for (const auto &[source, trace] : capture->traces()) {
            addOpsOf(*trace, ops);
        }
        std::map<std::string, int> counts;
        for (const auto &op : commOps(*capture)) {
            ops.try_emplace({op.name, counts[op.name]++}, op.range);
        }
        return ops;
    }
    /// The nth slice of a name on the communication tracks of a trace.
    static void addOpsOf(const TraceStore &trace, Operators &ops) {
        std::map<StringId, std::vector<RankRange>> byName;
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; i < slices.size(); ++i) {
                if (slices.klass(i) == SliceClass::Communication) {
                    byName[slices.name(i)].push_back({slices.begin(i), slices.end(i)});
                }
            }
        }
        for (auto &[name, ranges] : byName) {
            std::sort(ranges.begin(), ranges.end(), [](const auto &a, const auto &b) { return a.begin < b.begin; });
            for (std::size_t nth = 0; nth < ranges.size(); ++nth) {
                ops.try_emplace({std::string(trace.text(name)), static_cast<int>(nth)}, ranges[nth]);
            }
        }
    }

    const Run &m_run;
    std::stop_token m_stop;
    std::map<std::string, std::unique_ptr<Chart>> m_charts;  ///< by the text that asks for their group
    std::map<SourceId, HeldTrace> m_traces;
    std::map<int, Operators> m_ops;  ///< by rank
    std::vector<std::pair<int, std::vector<StepBounds>>> m_steps;
};

}  // namespace

class ItemLocator::Runs {
public:
    Runs(const Workspace &workspace, std::stop_token stop) : m_workspace(workspace), m_stop(std::move(stop)) {}

    /// Null for a run that is not there.
    RunLocator *of(RunId id) {
        const auto [it, isNew] = m_runs.try_emplace(id);
        if (const auto *run = isNew ? m_workspace.run(id) : nullptr) {
            it->second = std::make_unique<RunLocator>(*run, m_stop);
        }
        return it->second.get();
    }

private:
    const Workspace &m_workspace;
    std::stop_token m_stop;
    std::map<RunId, std::unique_ptr<RunLocator>> m_runs;
};

ItemLocator::ItemLocator(const Workspace &workspace, const std::stop_token &stop)
    : m_runs(std::make_unique<Runs>(workspace, stop)) {}
ItemLocator::~ItemLocator() = default;

std::vector<RankSpan> ItemLocator::locate(const ItemRef &item) {
    auto *run = m_runs->of(runOf(item));
    return run == nullptr ? std::vector<RankSpan>{} : std::visit(*run, item);
}

std::optional<RankRef> ItemLocator::holding(const ItemRef &item) {
    auto rank = rankOf(item);
    if (std::holds_alternative<SliceRef>(item)) {
        const auto spans = locate(item);
        rank = spans.empty() ? std::nullopt : std::optional(spans.front().rank);
    }
    return rank ? std::optional(RankRef{runOf(item), *rank}) : std::nullopt;
}

std::vector<RankSpan> locate(const Workspace &workspace, const ItemRef &item, const std::stop_token &stop) {
    return ItemLocator(workspace, stop).locate(item);
}

std::optional<RankRef> rankHolding(const Workspace &workspace, const ItemRef &item) {
    return ItemLocator(workspace).holding(item);
}

std::optional<AlignedSpan> locateSlice(const Workspace &workspace, const SliceRef &slice) {
    const auto *run = workspace.run(slice.run);
    const auto span = run == nullptr ? std::nullopt : spanIn(traceIn(*run, slice.source), slice);
    return span ? std::optional(AlignedSpan{span->rank, run->clock.toAligned(span->rank, span->range)}) : std::nullopt;
}

}  // namespace stagescope
