#include "core/scene/pipeline/pipeline_digest.h"

#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/scene/kit/scene.h"

#include <algorithm>

namespace stagescope {

namespace {

template <class Item>
void index(const std::vector<Item> &items, std::map<int, PipelineDigest::Part> &parts, std::vector<RankTime> &reach) {
    reach.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool isFirst = i == 0 || items[i].rank != items[i - 1].rank;
        reach.push_back(isFirst ? items[i].range.end : std::max(reach.back(), items[i].range.end));
        auto &part = parts[items[i].rank];
        part.first = isFirst ? i : part.first;
        part.end = i + 1;
    }
}

template <class Item>
std::span<const Item> touching(const std::vector<Item> &items, const std::map<int, PipelineDigest::Part> &parts,
                               const std::vector<RankTime> &reach, int rank, RankRange range) {
    const auto it = parts.find(rank);
    if (it == parts.end()) {
        return {};
    }
    const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
    const auto first =
        std::lower_bound(reach.begin() + at(it->second.first), reach.begin() + at(it->second.end), range.begin) -
        reach.begin();
    const auto end = std::lower_bound(items.begin() + first, items.begin() + at(it->second.end), range.end,
                                      [](const Item &item, RankTime t) { return item.range.begin < t; }) -
                     items.begin();
    return {items.data() + first, static_cast<std::size_t>(end - first)};
}

/// Durations of forwards and backwards, for the share that a forward has of an overlapped cell.
struct Means {
    double sum[2] = {0, 0};
    double count[2] = {0, 0};

    void add(int which, Nanos duration) {
        sum[which] += static_cast<double>(duration.count());
        ++count[which];
    }
    [[nodiscard]] double share(double fallback) const {
        if (sum[0] <= 0 || sum[1] <= 0) {
            return fallback;
        }
        const double forward = sum[0] / count[0];
        return forward / (forward + sum[1] / count[1]);
    }
};

std::array<bool, 9> orderedKinds(const ScheduleOptions &options) {
    std::array<bool, 9> kinds{};
    if (const auto schedule = generateSchedule(options)) {
        for (const auto &rank : schedule->ranks) {
            for (const auto &action : rank) {
                kinds[static_cast<std::size_t>(action.kind)] = true;
            }
        }
    }
    return kinds;
}

void addCells(PipelineDigest &digest, const PipelineChart &chart, const ClockAlignment &clock) {
    Means means;
    for (const auto &cell : chart.cells) {
        digest.kinds[static_cast<std::size_t>(cell.kind)] = true;
        digest.evidence[static_cast<std::size_t>(cell.evidence)] = true;
        digest.chunks = std::max({digest.chunks, cell.chunk + 1, cell.backwardChunk + 1});
        digest.hasParts = digest.hasParts || !cell.parts.empty();
        for (const auto &part : cell.parts) {
            digest.kinds[static_cast<std::size_t>(part.kind)] = true;
            digest.hasRecompute = digest.hasRecompute || part.isRecompute;
            digest.hasCommunication = digest.hasCommunication || part.lane == CellPart::Lane::Communication;
        }
        if (isScheduled(cell.kind)) {
            digest.numbering[static_cast<std::size_t>(cell.numbering)] = true;
        }
        if (cell.kind == CellKind::Forward || cell.kind == CellKind::Backward) {
            means.add(cell.kind == CellKind::Backward ? 1 : 0, cell.work());
        }
    }
    digest.forwardShare = means.share(digest.forwardShare);
    digest.windows = stepWindows(chart, clock);
}

}  // namespace

std::span<const PipelineCell> PipelineDigest::cells(const PipelineChart &chart, int rank, RankRange range) const {
    return touching(chart.cells.get(), cellsOf, cellReach, rank, range);
}

std::span<const P2pOp> PipelineDigest::p2p(const PipelineChart &chart, int rank, RankRange range) const {
    return touching(chart.p2p.get(), p2pOf, p2pReach, rank, range);
}

std::uint8_t PipelineDigest::shadeOf(int chunk) const {
    if (chunk <= 0 || chunks < 2) {
        return 0;
    }
    const int last = kChunkShades - 1;
    return static_cast<std::uint8_t>(std::min(last, (chunk * last + (chunks - 1) / 2) / (chunks - 1)));
}

PipelineDigest pipelineDigest(const PipelineChart &chart, const ClockAlignment &clock) {
    PipelineDigest digest;
    index(chart.cells.get(), digest.cellsOf, digest.cellReach);
    index(chart.p2p.get(), digest.p2pOf, digest.p2pReach);
    for (const auto &op : chart.p2p) {
        digest.p2pKinds[static_cast<std::size_t>(op.kind)] = true;
    }
    digest.phases = pipelinePhases(chart);
    if (chart.match && !chart.match->isCustom) {
        digest.isDual = chart.match->best().kind == ScheduleKind::DualPipe;
        digest.ordered = orderedKinds(chart.match->best());
    }
    addCells(digest, chart, clock);
    digest.earlyCells = earlyCellsOf(chart, clock);
    return digest;
}

}  // namespace stagescope
