#include "core/analysis/pipeline/chart/pass_cells.h"

#include "core/analysis/pipeline/chart/device_launches.h"
#include "core/analysis/pipeline/chart/host_transfers.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::string_view kPassArrow = "fwdbwd";
constexpr std::string_view kEngine = "autograd::engine::evaluate_function";
constexpr std::int64_t kLeastShareOfLongest = 50;  ///< one part in 50 = 2 %

/// An operator, or a row of them, of one pass.
struct Piece {
    CellKind pass = CellKind::Forward;
    RankRange range;
    TrackId track;
};

/// The outermost operator at a moment.
std::optional<RankRange> outermostOperatorAt(const SliceTable &slices, RankTime t) {
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto id = slices.find(depth, t);
        if (id && slices.klass(id->value) == SliceClass::HostOp) {
            return RankRange{slices.begin(id->value), slices.end(id->value)};
        }
    }
    return std::nullopt;
}

void addForwards(const TraceStore &trace, std::vector<Piece> &pieces, const std::stop_token &stop) {
    const auto &flows = trace.flows();
    for (std::size_t i = 0; i < flows.size() && !(i % 4096 == 0 && stop.stop_requested()); ++i) {
        const auto &flow = flows.at(i);
        if (trace.text(flow.category) == kPassArrow) {
            if (const auto range = outermostOperatorAt(trace.slices(flow.fromTrack), flow.from)) {
                pieces.push_back({CellKind::Forward, *range, flow.fromTrack});
            }
        }
    }
}

void addBackwards(const TraceStore &trace, std::vector<Piece> &pieces, const std::stop_token &stop) {
    std::unordered_map<StringId, bool> isEngine;
    for (const auto track : hostTracks(trace)) {
        const auto &slices = trace.slices(track);
        for (std::uint32_t i = 0; i < slices.size() && !(i % 4096 == 0 && stop.stop_requested()); ++i) {
            const auto [it, isNew] = isEngine.try_emplace(slices.name(i));
            it->second = isNew ? trace.text(slices.name(i)).starts_with(kEngine) : it->second;
            if (it->second) {
                pieces.push_back({CellKind::Backward, {slices.begin(i), slices.end(i)}, track});
            }
        }
    }
}

/// By begin; operators of a forward within a backward compute it once more and belong to that.
std::vector<Piece> piecesOf(const TraceStore &trace, const std::stop_token &stop) {
    std::vector<Piece> pieces;
    addForwards(trace, pieces, stop);
    addBackwards(trace, pieces, stop);
    std::stable_sort(pieces.begin(), pieces.end(), [](const Piece &a, const Piece &b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
    });
    std::vector<Piece> result;
    auto backwardUntil = RankTime::min();
    for (const auto &piece : pieces) {
        if (piece.pass == CellKind::Backward) {
            backwardUntil = std::max(backwardUntil, piece.range.end);
        } else if (piece.range.begin < backwardUntil) {
            continue;
        }
        result.push_back(piece);
    }
    return result;
}

/// When something is sent or received, ascending: by the calls where these are recorded.
std::vector<RankTime> cutsOf(const HostTransfers &host) {
    std::vector<RankTime> calls;
    std::vector<RankTime> others;
    for (const auto &transfer : host.transfers()) {
        if (transfer.what.isPointToPoint()) {
            (transfer.what.isCall ? calls : others).push_back(transfer.range.begin);
        }
    }
    auto &cuts = calls.empty() ? others : calls;
    std::sort(cuts.begin(), cuts.end());
    return std::move(cuts);
}

/// When receives of the host itself end, ascending.
std::vector<RankTime> receivesOf(const HostTransfers &host) {
    std::vector<RankTime> times;
    for (const auto &transfer : host.transfers()) {
        if (transfer.what.role == HostTransferName::Role::Receive && !transfer.what.isCall &&
            endsOnHost(transfer.name)) {
            times.push_back(transfer.range.end);
        }
    }
    std::sort(times.begin(), times.end());
    return times;
}

/// Rows of one pass without a cut between them.
std::vector<Piece> joined(const std::vector<Piece> &pieces, const std::vector<RankTime> &cuts) {
    std::vector<Piece> rows;
    auto lastBegin = RankTime::min();
    for (const auto &piece : pieces) {
        const auto cut = std::upper_bound(cuts.begin(), cuts.end(), lastBegin);
        const bool isCut = cut != cuts.end() && *cut <= piece.range.begin;
        if (rows.empty() || isCut || rows.back().pass != piece.pass) {
            rows.push_back(piece);
        } else {
            rows.back().range.end = std::max(rows.back().range.end, piece.range.end);
        }
        lastBegin = piece.range.begin;
    }
    Nanos longestForward{0};
    Nanos longestBackward{0};
    for (const auto &row : rows) {
        auto &longest = row.pass == CellKind::Forward ? longestForward : longestBackward;
        longest = std::max(longest, row.range.duration());
    }
    std::erase_if(rows, [&](const Piece &row) {
        const auto longest = row.pass == CellKind::Forward ? longestForward : longestBackward;
        return row.range.duration() * kLeastShareOfLongest < longest;
    });
    const bool hasBoth = longestForward > Nanos{0} && longestBackward > Nanos{0};
    return hasBoth ? rows : std::vector<Piece>{};
}

std::optional<RankRange> deviceRange(const std::vector<DeviceLaunch> &launches, RankRange host) {
    std::optional<RankRange> range;
    auto it = std::lower_bound(launches.begin(), launches.end(), host.begin,
                               [](const DeviceLaunch &launch, RankTime t) { return launch.launched < t; });
    for (; it != launches.end() && it->launched < host.end; ++it) {
        range =
            range ? RankRange{std::min(range->begin, it->range.begin), std::max(range->end, it->range.end)} : it->range;
    }
    return range;
}

void addCells(const TraceStore &trace, int rank, const std::vector<StepBounds> &steps, std::vector<PipelineCell> &cells,
              const std::stop_token &stop) {
    const HostTransfers host(trace, stop);
    if (!host.hasPointToPoint()) {
        return;
    }
    auto launches = deviceLaunches(trace, stop);
    std::erase_if(launches, [&](const DeviceLaunch &launch) {
        return launch.klass == SliceClass::Communication && p2pKindOf(trace.text(launch.name));
    });
    const auto receives = receivesOf(host);
    auto before = RankTime::min();
    for (const auto &row : joined(piecesOf(trace, stop), cutsOf(host))) {
        const auto device = deviceRange(launches, row.range);
        auto own = host.workIn(row.range, row.track);
        const auto after = std::upper_bound(steps.begin(), steps.end(), row.range.begin,
                                            [](RankTime t, const StepBounds &s) { return t < s.range.begin; });
        PipelineCell cell;
        cell.rank = rank;
        cell.step = after == steps.begin() ? kNoStep : std::prev(after)->step;
        cell.kind = row.pass;
        cell.evidence = device ? CellEvidence::Inferred : CellEvidence::FlowArrows;
        cell.range = device.value_or(own.range);
        cell.hostRange = row.range;
        cell.feeds = static_cast<int>(std::ranges::upper_bound(receives, row.range.end) -
                                      std::ranges::upper_bound(receives, before));
        before = row.range.end;
        if (!device) {
            cell.waits = std::move(own.waits);
        }
        cells.push_back(std::move(cell));
    }
}

}  // namespace

std::vector<PipelineCell> passCells(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<PipelineCell> cells;
    const auto steps = rankSteps(capture);
    for (const auto &[source, trace] : capture.traces()) {
        if (!HostTransfers::isSilent(*trace)) {
            addCells(*trace, capture.rank, steps, cells, stop);
        }
    }
    std::stable_sort(cells.begin(), cells.end(),
                     [](const PipelineCell &a, const PipelineCell &b) { return a.range.begin < b.range.begin; });
    return cells;
}

}  // namespace stagescope
