#include "core/analysis/pipeline/chart/inferred_cells.h"

#include "core/analysis/pipeline/chart/device_ops.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <optional>
#include <span>

namespace stagescope {

namespace {

using Ops = std::span<const DeviceOp>;

constexpr int kLeastShareOfBusiest = 50;  ///< one part in 50 = 2 %
constexpr std::int64_t kRhythm = 4;       ///< kernels of the layers keep their durations within this factor
constexpr Nanos kShortKernel{20'000};     ///< below, durations are mostly jitter

bool isCompute(const DeviceOp &op) { return op.role == DeviceOp::Role::Compute; }
bool isForwardAttention(const DeviceOp &op) { return op.trait.isAttention && !op.trait.isBackward; }

/// Position of the op behind the widest gap in ops[first, last].
std::size_t behindWidestGap(Ops ops, std::size_t first, std::size_t last) {
    auto busyUntil = ops[first].range.end;
    auto widest = Nanos::min();
    auto result = last;
    for (auto i = first + 1; i <= last; ++i) {
        if (const auto gap = ops[i].range.begin - busyUntil; gap > widest) {
            widest = gap;
            result = i;
        }
        busyUntil = std::max(busyUntil, ops[i].range.end);
    }
    return result;
}

/// First ops of the steps as the device did them, but for the first.
std::vector<std::size_t> stepCuts(Ops ops, const std::vector<StepBounds> &steps) {
    std::vector<std::size_t> cuts;
    bool sawBackward = false;
    bool sawOptimizer = false;
    std::optional<std::size_t> lastOptimizer;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (lastOptimizer && (isForwardAttention(ops[i]) || ops[i].isPointToPoint())) {
            cuts.push_back(behindWidestGap(ops, *lastOptimizer, i));
            lastOptimizer.reset();
            sawBackward = false;
        }
        sawBackward |= ops[i].trait.isBackward;
        if (ops[i].trait.isOptimizer && sawBackward) {
            lastOptimizer = i;
            sawOptimizer = true;
        }
    }
    for (std::size_t i = 1; !sawOptimizer && i < steps.size(); ++i) {
        const auto it = std::lower_bound(ops.begin(), ops.end(), steps[i].range.begin,
                                         [](const DeviceOp &op, RankTime t) { return op.range.begin < t; });
        cuts.push_back(static_cast<std::size_t>(it - ops.begin()));
    }
    return cuts;
}

RankRange spanOf(Ops ops) {
    RankRange range{ops.front().range.begin, ops.front().range.end};
    for (const auto &op : ops) {
        range.end = std::max(range.end, op.range.end);
    }
    return range;
}

Nanos busyOf(Ops ops) {
    Nanos busy{0};
    for (const auto &op : ops) {
        busy += op.range.duration();
    }
    return busy;
}

/// Kernels between two cuts.
struct Segment {
    Ops kernels;
    std::size_t forwardAttentions = 0;
    std::size_t backwardAttentions = 0;
    std::size_t before = 0;         ///< forward attentions before the first backward kernel
    std::size_t firstBackward = 0;  ///< kernels.size() when there is none
    Nanos busy{0};

    [[nodiscard]] bool isBackward() const { return firstBackward < kernels.size(); }
};

Segment segmentOf(Ops kernels) {
    Segment segment;
    segment.kernels = kernels;
    segment.firstBackward = kernels.size();
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const auto &kernel = kernels[i];
        segment.busy += kernel.range.duration();
        if (kernel.trait.isBackward) {
            segment.firstBackward = std::min(segment.firstBackward, i);
            segment.backwardAttentions += kernel.trait.isAttention ? 1 : 0;
        } else if (kernel.trait.isAttention) {
            ++segment.forwardAttentions;
            segment.before += segment.isBackward() ? 0 : 1;
        }
    }
    return segment;
}

/// Kernels of one step between its cuts. `kernels` are by begin.
std::vector<Segment> segmentsOf(Ops kernels, std::vector<RankTime> cuts) {
    std::sort(cuts.begin(), cuts.end());
    std::vector<Segment> segments;
    std::size_t first = 0;
    const auto addUntil = [&](std::size_t last) {
        if (first < last) {
            segments.push_back(segmentOf(kernels.subspan(first, last - first)));
        }
        first = std::max(first, last);
    };
    for (const auto cut : cuts) {
        const auto it = std::lower_bound(kernels.begin(), kernels.end(), cut,
                                         [](const DeviceOp &op, RankTime t) { return op.range.begin < t; });
        addUntil(static_cast<std::size_t>(it - kernels.begin()));
    }
    addUntil(kernels.size());
    return segments;
}

std::vector<RankTime> cutsOf(Ops ops) {
    std::vector<RankTime> cuts;
    for (const auto &op : ops) {
        if (op.role == DeviceOp::Role::Send || op.role == DeviceOp::Role::Batch) {
            cuts.push_back(op.range.begin);
        }
        if (op.role == DeviceOp::Role::Receive || op.role == DeviceOp::Role::Batch) {
            cuts.push_back(op.range.end);
        }
    }
    return cuts;
}

/// One step of one rank: kernels up to the last of the backward and what follows them.
struct StepWork {
    std::vector<DeviceOp> body;
    std::vector<RankTime> cuts;
    std::vector<DeviceOp> tail;  ///< from the first collective or optimizer kernel behind the body
};

StepWork stepWork(Ops ops) {
    RankTime bodyEnd = ops.front().range.begin;
    for (const auto &op : ops) {
        if (op.trait.isBackward || op.isPointToPoint()) {
            bodyEnd = std::max(bodyEnd, op.range.end);
        }
    }
    StepWork work;
    work.cuts = cutsOf(ops);
    for (const auto &op : ops) {
        const bool begins = !isCompute(op) ? !op.isPointToPoint() && op.range.end > bodyEnd
                                           : op.trait.isOptimizer && op.range.begin >= bodyEnd;
        if (!op.isPointToPoint() && (begins || (!work.tail.empty() && op.range.begin >= bodyEnd))) {
            work.tail.push_back(op);
            work.tail.back().range.begin = std::max(op.range.begin, bodyEnd);
        } else if (isCompute(op)) {
            work.body.push_back(op);
        }
    }
    return work;
}

/// What holds for a rank as a whole and decides about single segments.
struct RankTraits {
    bool hasAttention = false;
    bool recomputes = false;  ///< each backward has a forward of its own elsewhere
    std::size_t layers = 0;   ///< attentions of a whole forward, at most
    Nanos least{0};           ///< of busy time that makes a segment a cell
};

RankTraits traitsOf(const std::vector<std::vector<Segment>> &steps) {
    RankTraits traits;
    std::size_t forwards = 0;
    std::size_t backwards = 0;
    for (const auto &segments : steps) {
        for (const auto &s : segments) {
            traits.hasAttention |= s.forwardAttentions + s.backwardAttentions > 0;
            forwards += !s.isBackward() && s.forwardAttentions > 0 ? 1 : 0;
            backwards += s.isBackward() ? 1 : 0;
            traits.layers = std::max({traits.layers, s.before, s.backwardAttentions});
            traits.least = std::max(traits.least, s.busy / kLeastShareOfBusiest);
        }
    }
    traits.recomputes = backwards > 0 && forwards >= backwards;
    return traits;
}

/// Where the layers end before `end`: behind the last attention, kernels go on as behind the one before.
std::size_t endOfLayers(Ops kernels, std::size_t end) {
    std::vector<std::size_t> attentions;
    for (std::size_t i = 0; i < end; ++i) {
        if (isForwardAttention(kernels[i])) {
            attentions.push_back(i);
        }
    }
    if (attentions.size() < 2) {
        return end;
    }
    const auto last = attentions.back();
    const auto before = attentions[attentions.size() - 2];
    const auto isAlike = [](const DeviceOp &a, const DeviceOp &b) {
        const auto longer = std::max(a.range.duration(), b.range.duration());
        const auto shorter = std::min(a.range.duration(), b.range.duration());
        return a.name == b.name && (longer < kShortKernel || longer <= shorter * kRhythm);
    };
    std::size_t k = 0;
    while (last + k < end && before + k < last && isAlike(kernels[before + k], kernels[last + k])) {
        ++k;
    }
    return last + k;
}

class CellMaker {
public:
    CellMaker(int rank, std::int64_t step, const RankTraits &traits, std::vector<PipelineCell> &cells)
        : m_rank(rank), m_step(step), m_traits(traits), m_cells(cells) {}

    void addSegment(const Segment &segment);
    void addTail(Ops tail);

private:
    void add(CellKind kind, Ops ops, std::string_view name);
    void addParts(PipelineCell &cell, Ops ops);

    int m_rank;
    std::int64_t m_step;
    const RankTraits &m_traits;
    std::vector<PipelineCell> &m_cells;
    bool m_sawBackward = false;
};

void CellMaker::addParts(PipelineCell &cell, Ops ops) {
    const bool isBackward = cell.kind == CellKind::Backward;
    std::size_t first = 0;  // of the forward kernels in a row
    bool hasForward = false;
    for (std::size_t i = 0; i <= ops.size(); ++i) {
        const bool ends = i == ops.size() || ops[i].trait.isBackward;
        if (ends && isBackward && hasForward) {
            cell.parts.push_back({CellKind::Backward, CellPart::Lane::Compute, true,
                                  spanOf(ops.subspan(first, i - first)), "recompute",
                                  busyOf(ops.subspan(first, i - first))});
        }
        if (i == ops.size()) {
            break;
        }
        first = ends ? i + 1 : first;
        hasForward = !ends && (hasForward || isForwardAttention(ops[i]));
        if (ops[i].trait.isAttention && ops[i].trait.isBackward == isBackward) {
            cell.parts.push_back({cell.kind, CellPart::Lane::Compute, false, ops[i].range, std::string(kAttentionPart),
                                  ops[i].range.duration()});
        }
    }
    std::stable_sort(cell.parts.begin(), cell.parts.end(),
                     [](const CellPart &a, const CellPart &b) { return a.range.begin < b.range.begin; });
}

void CellMaker::add(CellKind kind, Ops ops, std::string_view name) {
    PipelineCell cell;
    cell.rank = m_rank;
    cell.step = m_step;
    cell.kind = kind;
    cell.evidence = CellEvidence::Inferred;
    cell.range = spanOf(ops);
    cell.name = name;
    if (isScheduled(kind)) {
        addParts(cell, ops);
    }
    m_cells.push_back(std::move(cell));
}

void CellMaker::addSegment(const Segment &segment) {
    const auto kernels = segment.kernels;
    if (segment.busy < m_traits.least || segment.busy == Nanos{0}) {
        return;
    }
    if (!segment.isBackward()) {
        const bool isWeight = m_traits.hasAttention && segment.forwardAttentions == 0 && m_sawBackward;
        const bool isOther = m_traits.hasAttention && segment.forwardAttentions == 0 && !m_sawBackward;
        add(isWeight  ? CellKind::BackwardWeight
            : isOther ? CellKind::Other
                      : CellKind::Forward,
            kernels,
            isWeight  ? "W"
            : isOther ? ""
                      : "FP");
        return;
    }
    m_sawBackward = true;
    const bool isRecompute = m_traits.recomputes || segment.before < segment.backwardAttentions;
    const auto turn = segment.before == 0 || isRecompute ? 0 : segment.firstBackward;
    if (turn > 0) {
        const auto layersEnd = endOfLayers(kernels, turn);
        add(CellKind::Forward, kernels.first(layersEnd), "FP");
        if (layersEnd < turn) {
            add(CellKind::Loss, kernels.subspan(layersEnd, turn - layersEnd), "loss");
        }
    }
    add(CellKind::Backward, kernels.subspan(turn), "BP");
}

void CellMaker::addTail(Ops tail) {
    const auto optimizer = static_cast<std::size_t>(
        std::find_if(tail.begin(), tail.end(), [](const DeviceOp &op) { return op.trait.isOptimizer; }) - tail.begin());
    // Collectives up to the optimizer; where none is seen, all.
    std::size_t synced = 0;
    for (std::size_t i = 0; i < optimizer; ++i) {
        synced = isCompute(tail[i]) ? synced : i + 1;
    }
    if (synced > 0) {
        add(CellKind::GradientSync, tail.first(synced), "gradient sync");
    }
    if (optimizer < tail.size()) {
        add(CellKind::Optimizer, tail.subspan(synced), "optimizer");
    }
}

/// Kernels of a forward before its first attention, as forwards that stand alone have them; nothing when there is none.
std::optional<std::size_t> kernelsBeforeAttention(const std::vector<std::vector<Segment>> &steps) {
    std::optional<std::size_t> least;
    for (const auto &segments : steps) {
        for (const auto &segment : segments) {
            if (!segment.isBackward() && segment.forwardAttentions > 0) {
                const auto kernels = segment.kernels;
                const auto first = std::find_if(kernels.begin(), kernels.end(), &isForwardAttention);
                const auto before = static_cast<std::size_t>(first - kernels.begin());
                least = std::min(least.value_or(before), before);
            }
        }
    }
    return least;
}

/// The first stage sends nothing behind a backward, so that the next forward follows it without a cut.
std::vector<Segment> parted(const std::vector<Segment> &segments, std::optional<std::size_t> lead) {
    std::vector<Segment> result;
    for (const auto &segment : segments) {
        const auto kernels = segment.kernels;
        const auto isBackward = [](const DeviceOp &op) { return op.trait.isBackward; };
        const auto behind = kernels.rend() - std::find_if(kernels.rbegin(), kernels.rend(), isBackward);
        const auto first = std::find_if(kernels.begin() + behind, kernels.end(), &isForwardAttention);
        if (behind == 0 || first == kernels.end()) {
            result.push_back(segment);
            continue;
        }
        const auto last = static_cast<std::size_t>(behind) - 1;
        const auto attention = static_cast<std::size_t>(first - kernels.begin());
        const auto turn =
            lead && last + *lead < attention ? attention - *lead : behindWidestGap(kernels, last, attention);
        result.push_back(segmentOf(kernels.first(turn)));
        result.push_back(segmentOf(kernels.subspan(turn)));
    }
    return result;
}

/// Neighbours that an operation on another stream has cut in two: of one kind, and one layer count together.
std::vector<Segment> joined(const std::vector<Segment> &segments, std::size_t layers) {
    std::vector<Segment> result;
    for (const auto &segment : segments) {
        if (!result.empty()) {
            auto &last = result.back();
            const auto forward = last.forwardAttentions + segment.forwardAttentions;
            const auto backward = last.backwardAttentions + segment.backwardAttentions;
            const bool bothForward = !last.isBackward() && !segment.isBackward() && forward <= layers;
            const bool bothBackward = last.isBackward() && segment.isBackward() && backward <= layers &&
                                      last.before == 0 && segment.before == 0;
            const bool haveWork = last.forwardAttentions + last.backwardAttentions > 0 &&
                                  segment.forwardAttentions + segment.backwardAttentions > 0;
            if (haveWork && (bothForward || bothBackward)) {
                const auto *begin = last.kernels.data();
                last = segmentOf({begin, last.kernels.size() + segment.kernels.size()});
                continue;
            }
        }
        result.push_back(segment);
    }
    return result;
}

std::int64_t stepOf(Ops ops, const std::vector<StepBounds> &steps, std::size_t index, bool isOnly) {
    const auto after = std::upper_bound(steps.begin(), steps.end(), ops.front().range.begin,
                                        [](RankTime t, const StepBounds &s) { return t < s.range.begin; });
    if (!steps.empty()) {
        return after == steps.begin() ? kNoStep : std::prev(after)->step;
    }
    return isOnly ? kNoStep : static_cast<std::int64_t>(index);
}

}  // namespace

std::vector<PipelineCell> inferredCells(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<PipelineCell> cells;
    const auto ops = deviceOps(capture, stop);
    if (std::none_of(ops.begin(), ops.end(), [](const DeviceOp &op) { return op.isPointToPoint(); })) {
        return cells;
    }
    const auto steps = rankSteps(capture);
    auto cuts = stepCuts(ops, steps);
    cuts.push_back(ops.size());
    std::vector<StepWork> works;
    std::vector<std::int64_t> numbers;
    std::size_t first = 0;
    for (const auto cut : cuts) {
        if (first < cut) {
            const auto own = Ops(ops).subspan(first, cut - first);
            numbers.push_back(stepOf(own, steps, works.size(), cuts.size() == 1));
            works.push_back(stepWork(own));
            first = cut;
        }
    }
    std::vector<std::vector<Segment>> segments;
    for (const auto &work : works) {
        segments.push_back(segmentsOf(work.body, work.cuts));
    }
    const auto lead = kernelsBeforeAttention(segments);
    for (auto &list : segments) {
        list = parted(list, lead);
    }
    const auto whole = traitsOf(segments);
    for (auto &list : segments) {
        list = joined(list, whole.layers);
    }
    const auto traits = traitsOf(segments);
    for (std::size_t i = 0; i < works.size() && !stop.stop_requested(); ++i) {
        CellMaker maker(capture.rank, numbers[i], traits, cells);
        for (const auto &segment : segments[i]) {
            maker.addSegment(segment);
        }
        maker.addTail(works[i].tail);
    }
    const auto has = [&](CellKind kind) {
        return std::any_of(cells.begin(), cells.end(), [&](const PipelineCell &cell) { return cell.kind == kind; });
    };
    if (!has(CellKind::Forward) || !has(CellKind::Backward)) {
        cells.clear();
    }
    return cells;
}

}  // namespace stagescope
