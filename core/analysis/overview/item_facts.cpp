#include "core/analysis/overview/item_facts.h"

#include "core/analysis/communication/comm_facts.h"
#include "core/analysis/memory/memory_facts.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/bubble_facts.h"
#include "core/analysis/pipeline/time/cell_facts.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/snapshot/snapshot_facts.h"
#include "core/analysis/trace/slice_facts.h"
#include "core/base/shown_name.h"
#include "core/base/step_id.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

void add(ItemFacts &facts, std::string key, std::string value) {
    if (!value.empty()) {
        facts.facts.emplace_back(std::move(key), std::move(value));
    }
}

void addRange(ItemFacts &facts, const Run &run, int rank, RankRange range) {
    facts.rank = rank;
    facts.duration = range.duration();
    add(facts, "duration", durationText(range.duration()));
    add(facts, "duration_ns", std::to_string(range.duration().count()));
    add(facts, "start_ns", std::to_string(ns(range.begin)));
    add(facts, "start_wall", wallClockText(range.begin));
    add(facts, "end_ns", std::to_string(ns(range.end)));
    const auto *capture = run.capture(rank);
    if (capture == nullptr) {
        return;
    }
    for (const auto &step : rankSteps(*capture)) {
        if (step.range.contains(range.begin) && !step.range.isEmpty()) {
            facts.step = step.step;
            facts.shareOfStep =
                static_cast<double>(range.duration().count()) / static_cast<double>(step.range.duration().count());
            add(facts, "start_in_step", durationText(range.begin - step.range.begin));
        }
    }
}

const RankCapture *captureOf(const Run &run, SourceId source) {
    const auto it = std::find_if(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
        return std::any_of(capture.loaded.begin(), capture.loaded.end(),
                           [&](const LoadedSource &loaded) { return loaded.source == source; });
    });
    return it == run.captures.end() ? nullptr : &*it;
}

std::optional<ItemFacts> factsOf(const Workspace &workspace, const Run &run, const SliceRef &ref,
                                 const std::stop_token &stop) {
    const auto trace = workspace.trace(ref.run, ref.source);
    const auto *capture = captureOf(run, ref.source);
    if (trace == nullptr || capture == nullptr || ref.track.value >= trace->tracks().size() ||
        ref.slice.value >= trace->slices(ref.track).size()) {
        return std::nullopt;
    }
    ItemFacts facts;
    const auto slice = trace->slices(ref.track).at(ref.slice);
    const auto recorded = trace->text(slice.name);
    facts.what = shownName(recorded);
    facts.where = trackPath(*trace, ref.track);
    add(facts, "name", facts.what);
    add(facts, "track", facts.where);
    if (const auto bounds = trace->bounds()) {
        add(facts, "start", durationText(slice.begin - bounds->begin));
    }
    addRange(facts, run, capture->rank, {slice.begin, slice.end});
    addSliceFacts(*trace, ref, slice, facts, stop);
    addKernelFacts(*capture, recorded, slice, facts);
    if (recorded != facts.what) {
        add(facts, "recorded_name", std::string(recorded));
    }
    return facts;
}

std::optional<ItemFacts> factsOf(const Run &run, const CellRef &ref, const std::stop_token &stop) {
    for (const auto &group : groupsAskedFor(run, ref.group)) {
        const auto chart = pipelineChart(run, group, stop);
        const auto cell = std::find_if(chart.cells.begin(), chart.cells.end(),
                                       [&](const auto &c) { return cellRef(run.id, group, c) == ref; });
        if (cell == chart.cells.end()) {
            return std::nullopt;
        }
        ItemFacts facts;
        facts.what = cellTitle(*cell);
        facts.where = group.id;
        add(facts, "name", cell->name);
        add(facts, "cell_kind", std::string(cellKindText(cell->kind)));
        add(facts, "microbatch", cell->microbatch < 0 ? std::string{} : std::to_string(cell->microbatch));
        add(facts, "chunk", cell->chunk < 0 ? std::string{} : std::to_string(cell->chunk));
        add(facts, "group", group.id);
        addRange(facts, run, cell->rank, cell->range);
        const auto position = static_cast<std::size_t>(cell - chart.cells.begin());
        for (auto &fact : cellFacts(chart, position, run.clock)) {
            facts.facts.push_back(std::move(fact));
        }
        return facts;
    }
    return std::nullopt;
}

std::optional<ItemFacts> factsOf(const Run &run, const BubbleRef &ref, const std::stop_token &stop) {
    const auto bubble = bubbleFacts(run, ref, stop);
    if (!bubble) {
        return std::nullopt;
    }
    ItemFacts facts;
    facts.where = bubble->group;
    add(facts, "group", bubble->group);
    addRange(facts, run, ref.rank,
             {run.clock.toRank(ref.rank, bubble->range.begin), run.clock.toRank(ref.rank, bubble->range.end)});
    facts.step = ref.step;
    facts.facts.insert(facts.facts.end(), bubble->facts.begin(), bubble->facts.end());
    return facts;
}

std::optional<ItemFacts> factsOf(const Run &run, const CommOpRef &ref, const std::stop_token &stop) {
    for (const auto &group : pipelineGroups(run)) {
        if (std::find(group.ranks.begin(), group.ranks.end(), ref.rank) == group.ranks.end()) {
            continue;
        }
        const auto chart = pipelineChart(run, group, stop);
        for (std::size_t i = 0; i < chart.p2p.size(); ++i) {
            const auto &op = chart.p2p[i];
            if (op.rank == ref.rank && op.nth == ref.nth && op.name == ref.name) {
                ItemFacts facts;
                facts.what = op.name;
                facts.where = group.id;
                add(facts, "name", op.name);
                add(facts, "p2p_kind", std::string(p2pKindText(op.kind)));
                add(facts, "group", group.id);
                addRange(facts, run, op.rank, op.range);
                add(facts, "connection", op.connection);
                for (auto &fact : transferFacts(chart, i)) {
                    facts.facts.push_back(std::move(fact));
                }
                return facts;
            }
        }
    }
    return commOpFacts(run, ref, stop);
}

std::optional<ItemFacts> factsOf(const Run &run, const RankRef &ref, const std::stop_token &stop) {
    const auto *capture = run.capture(ref.rank);
    if (capture == nullptr) {
        return std::nullopt;
    }
    ItemFacts facts;
    facts.rank = ref.rank;
    facts.where = capture->host;
    add(facts, "host", capture->host);
    add(facts, "device", capture->device < 0 ? std::string{} : std::to_string(capture->device));
    add(facts, "capture", capture->captureLabel);
    add(facts, "folder", capture->folder);
    FileTally files;
    files.addAll(capture->files);
    add(facts, "files", std::to_string(files.count()));
    add(facts, "size_bytes", std::to_string(capture->filesInUse().bytes()));
    for (const auto &split : timeSplits(*capture, stop)) {
        const auto step = split.step ? stepText(*split.step) : std::string{};
        add(facts, "time_split",
            step + (step.empty() ? "" : ": ") + "computing " + durationText(split.parts.computing) +
                ", not overlapped " + durationText(split.parts.notOverlapped) + ", overlapped " +
                durationText(split.parts.overlapped) + ", free " + durationText(split.parts.free) + ", total " +
                durationText(split.parts.total));
    }
    return facts;
}

std::optional<ItemFacts> factsOf(const Run &run, const StepRef &ref) {
    struct OfRank {
        Nanos duration;
        int rank;
    };
    std::vector<OfRank> durations;
    for (const int rank : run.ranks()) {
        const auto steps = rankSteps(*run.capture(rank));
        const auto at = findStep(steps, ref.step);
        if (at < steps.size()) {
            durations.push_back({steps[at].range.duration(), rank});
        }
    }
    if (durations.empty()) {
        return std::nullopt;
    }
    std::sort(durations.begin(), durations.end(), [](const auto &a, const auto &b) { return a.duration < b.duration; });
    ItemFacts facts;
    facts.step = ref.step;
    facts.duration = durations[durations.size() / 2].duration;
    const auto text = [](const OfRank &entry) {
        return durationText(entry.duration) + " (" + std::to_string(entry.rank) + ")";
    };
    add(facts, "step_ranks", std::to_string(durations.size()));
    add(facts, "step_median", durationText(*facts.duration));
    add(facts, "step_fastest", text(durations.front()));
    add(facts, "step_slowest", text(durations.back()));
    return facts;
}

}  // namespace

std::optional<ItemFacts> itemFacts(const Workspace &workspace, const ItemRef &item, const std::stop_token &stop) {
    const auto *run = workspace.run(runOf(item));
    if (run == nullptr) {
        return std::nullopt;
    }
    if (const auto *slice = std::get_if<SliceRef>(&item)) {
        return factsOf(workspace, *run, *slice, stop);
    }
    if (const auto *cell = std::get_if<CellRef>(&item)) {
        return factsOf(*run, *cell, stop);
    }
    if (const auto *bubble = std::get_if<BubbleRef>(&item)) {
        return factsOf(*run, *bubble, stop);
    }
    if (const auto *op = std::get_if<CommOpRef>(&item)) {
        return factsOf(*run, *op, stop);
    }
    if (const auto *rank = std::get_if<RankRef>(&item)) {
        return factsOf(*run, *rank, stop);
    }
    if (const auto *link = std::get_if<LinkRef>(&item)) {
        return linkFacts(*run, *link, stop);
    }
    if (const auto *step = std::get_if<StepRef>(&item)) {
        return factsOf(*run, *step);
    }
    if (const auto *op = std::get_if<MemoryOpRef>(&item)) {
        return memoryOpFacts(*run, *op, stop);
    }
    if (const auto *moment = std::get_if<MomentRef>(&item)) {
        return momentFacts(*run, *moment, stop);
    }
    return snapshotFacts(*run, item, stop);
}

}  // namespace stagescope
