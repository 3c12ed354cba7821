#include "core/analysis/pipeline/chart/marked_cells.h"

#include "core/analysis/pipeline/chart/device_launches.h"
#include "core/analysis/pipeline/chart/device_ops.h"
#include "core/analysis/pipeline/chart/host_transfers.h"
#include "core/analysis/pipeline/chart/mark_names.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/run/steps.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <unordered_map>

namespace stagescope {

namespace {

/// A range of the host that tells something about the pipeline.
struct Mark {
    MarkName meaning;
    RankRange host;
    std::string_view text;
    TrackId track;
};

using Launches = std::span<const DeviceLaunch>;
/// What the names of kernels tell, each looked at once.
using Traits = std::unordered_map<StringId, KernelTrait>;

std::vector<Mark> marksOf(const TraceStore &trace, const std::stop_token &stop) {
    std::map<std::pair<StringId, bool>, std::optional<MarkName>> known;
    std::vector<Mark> marks;
    for (const auto track : hostTracks(trace)) {
        const auto &slices = trace.slices(track);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) {
                return marks;
            }
            const bool isUserRange = slices.klass(i) == SliceClass::Mstx;
            const auto text = trace.text(slices.name(i));
            const auto [it, isNew] = known.try_emplace({slices.name(i), isUserRange});
            if (isNew) {
                it->second = markName(text, isUserRange);
            }
            if (it->second && slices.begin(i) < slices.end(i)) {
                marks.push_back({*it->second, {slices.begin(i), slices.end(i)}, text, track});
            }
        }
    }
    // The longer of two that begin together is the outer one.
    std::stable_sort(marks.begin(), marks.end(), [](const Mark &a, const Mark &b) {
        return a.host.begin != b.host.begin ? a.host.begin < b.host.begin : a.host.end > b.host.end;
    });
    return marks;
}

Launches launchedIn(Launches launches, RankRange host) {
    const auto before = [](const DeviceLaunch &launch, RankTime t) { return launch.launched < t; };
    const auto first = std::lower_bound(launches.begin(), launches.end(), host.begin, before);
    const auto last = std::lower_bound(first, launches.end(), host.end, before);
    return {first, last};
}

struct DeviceSpan {
    std::optional<RankRange> range;
    Nanos busy{0};
};

DeviceSpan spanOf(Launches launches) {
    DeviceSpan span;
    for (const auto &launch : launches) {
        span.busy += launch.range.duration();
        span.range = span.range ? RankRange{std::min(span.range->begin, launch.range.begin),
                                            std::max(span.range->end, launch.range.end)}
                                : launch.range;
    }
    return span;
}

/// Cells of one trace.
class TraceCells {
public:
    TraceCells(const TraceStore &trace, int rank, const std::stop_token &stop)
        : m_trace(trace), m_rank(rank), m_marks(marksOf(trace, stop)) {
        if (m_marks.empty()) {
            return;
        }
        m_launches = deviceLaunches(trace, stop);
        if (!HostTransfers::isSilent(trace)) {
            m_host.emplace(trace, stop);
        }
        std::erase_if(m_launches, [&](const DeviceLaunch &launch) {
            return launch.klass == SliceClass::Communication && p2pKindOf(trace.text(launch.name));
        });
        for (const auto &launch : m_launches) {
            if (const auto [it, isNew] = m_traits.try_emplace(launch.name); isNew) {
                it->second = kernelTrait(trace.text(launch.name));
            }
        }
        findStages();
    }

    void addTo(std::vector<PipelineCell> &cells, const std::vector<StepBounds> &steps) const {
        for (std::size_t i = 0; i < m_marks.size(); ++i) {
            const bool isPart = m_marks[i].meaning.role == MarkName::Role::Part;
            const bool isHollow = m_marks[i].meaning.role == MarkName::Role::Container && !holdsBothPasses(i);
            if (!isPart && !isHollow) {
                cells.push_back(cellOf(i, steps));
            }
        }
    }

private:
    void findStages();
    [[nodiscard]] bool holdsBothPasses(std::size_t container) const;
    [[nodiscard]] std::vector<const Mark *> partsIn(std::size_t container) const;
    [[nodiscard]] PipelineCell cellOf(std::size_t index, const std::vector<StepBounds> &steps) const;
    void addMarkedParts(std::size_t index, PipelineCell &cell) const;
    void addKernelParts(Launches launches, PipelineCell &cell) const;
    [[nodiscard]] int chunkOf(int stage) const {
        const auto it = m_stages.find(stage);
        return m_stages.size() < 2 || it == m_stages.end() ? -1 : static_cast<int>(std::distance(m_stages.begin(), it));
    }

    const TraceStore &m_trace;
    int m_rank;
    std::vector<Mark> m_marks;
    std::vector<DeviceLaunch> m_launches;
    std::optional<HostTransfers> m_host;  ///< where anything is said of transfers
    Traits m_traits;
    std::set<int> m_stages;
};

void TraceCells::findStages() {
    for (const auto &mark : m_marks) {
        for (const int stage : {mark.meaning.stage, mark.meaning.backwardStage}) {
            if (stage >= 0) {
                m_stages.insert(stage);
            }
        }
    }
}

std::vector<const Mark *> TraceCells::partsIn(std::size_t container) const {
    std::vector<const Mark *> parts;
    const auto &host = m_marks[container].host;
    for (auto i = container + 1; i < m_marks.size() && m_marks[i].host.begin < host.end; ++i) {
        if (m_marks[i].meaning.role == MarkName::Role::Part && m_marks[i].host.end <= host.end) {
            parts.push_back(&m_marks[i]);
        }
    }
    return parts;
}

bool TraceCells::holdsBothPasses(std::size_t container) const {
    const auto parts = partsIn(container);
    const auto has = [&](CellKind kind) {
        return std::any_of(parts.begin(), parts.end(), [&](const Mark *part) { return part->meaning.kind == kind; });
    };
    return has(CellKind::Forward) && has(CellKind::Backward);
}

void TraceCells::addMarkedParts(std::size_t index, PipelineCell &cell) const {
    const auto parts = partsIn(index);
    const bool hasWeights = std::any_of(
        parts.begin(), parts.end(), [](const Mark *part) { return part->meaning.kind == CellKind::BackwardWeight; });
    for (const auto *part : parts) {
        const auto span = spanOf(launchedIn(m_launches, part->host));
        if (span.range) {
            const bool isInput = part->meaning.kind == CellKind::Backward && hasWeights;
            cell.parts.push_back({isInput ? CellKind::BackwardInput : part->meaning.kind, part->meaning.lane, false,
                                  *span.range, part->meaning.name, span.busy});
        }
    }
}

void TraceCells::addKernelParts(Launches launches, PipelineCell &cell) const {
    for (const auto &launch : launches) {
        const auto &trait = m_traits.at(launch.name);
        if (!trait.isAttention) {
            continue;
        }
        const bool isBackwardCell = givesGradient(cell.kind);
        const auto pass = trait.isBackward ? CellKind::Backward : CellKind::Forward;
        const bool isRecompute = isBackwardCell && !trait.isBackward;
        cell.parts.push_back({cell.kind == CellKind::Overlapped ? pass : cell.kind, CellPart::Lane::Compute,
                              isRecompute, launch.range, std::string(isRecompute ? "recompute" : kAttentionPart),
                              launch.range.duration()});
    }
}

PipelineCell TraceCells::cellOf(std::size_t index, const std::vector<StepBounds> &steps) const {
    const auto &mark = m_marks[index];
    const auto launches = launchedIn(m_launches, mark.host);
    const auto span = spanOf(launches);
    PipelineCell cell;
    cell.rank = m_rank;
    cell.kind = mark.meaning.kind;
    cell.microbatch = mark.meaning.microbatch;
    cell.backwardMicrobatch = mark.meaning.backwardMicrobatch;
    cell.chunk = mark.meaning.chunk >= 0 ? mark.meaning.chunk : chunkOf(mark.meaning.stage);
    cell.backwardChunk = chunkOf(mark.meaning.backwardStage);
    cell.evidence = span.range ? CellEvidence::DeviceRange : CellEvidence::HostRange;
    if (span.range || !m_host) {
        cell.range = span.range.value_or(mark.host);
    } else {
        auto own = m_host->workIn(mark.host, mark.track);
        cell.range = own.range;
        cell.waits = std::move(own.waits);
    }
    cell.hostRange = mark.host;
    cell.name = mark.meaning.name;
    cell.message = mark.text;
    const auto after = std::upper_bound(steps.begin(), steps.end(), mark.host.begin,
                                        [](RankTime t, const StepBounds &s) { return t < s.range.begin; });
    cell.step = after == steps.begin() ? kNoStep : std::prev(after)->step;
    addMarkedParts(index, cell);
    if (cell.parts.empty()) {
        addKernelParts(launches, cell);
    }
    std::stable_sort(cell.parts.begin(), cell.parts.end(),
                     [](const CellPart &a, const CellPart &b) { return a.range.begin < b.range.begin; });
    return cell;
}

}  // namespace

std::vector<PipelineCell> markedCells(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<PipelineCell> cells;
    const auto steps = rankSteps(capture);
    for (const auto &[source, trace] : capture.traces()) {
        TraceCells(*trace, capture.rank, stop).addTo(cells, steps);
    }
    return cells;
}

}  // namespace stagescope
