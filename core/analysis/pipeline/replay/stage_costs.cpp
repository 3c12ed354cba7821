#include "core/analysis/pipeline/replay/stage_costs.h"

#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/analysis/pipeline/time/stage_work.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

namespace stagescope {

namespace {

constexpr std::size_t kCosts = std::size(kChunkCosts);
constexpr std::size_t kForward = 0;
constexpr std::size_t kBackward = 1;
constexpr std::size_t kForwardCommunication = 6;
constexpr std::size_t kBackwardCommunication = 7;

/// Index into kChunkCosts of what a cell of a kind is measured for.
std::optional<std::size_t> costOf(CellKind kind) {
    switch (kind) {
        case CellKind::Forward:
            return kForward;
        case CellKind::Backward:
            return kBackward;
        case CellKind::BackwardInput:
            return 2;
        case CellKind::BackwardWeight:
            return 3;
        case CellKind::Loss:
            return 4;
        case CellKind::Overlapped:
            return 5;
        default:
            return std::nullopt;
    }
}

/// B = I + W, where only the halves or only the whole of some were seen.
void completeBackward(ChunkCosts &costs) {
    const Nanos halves = costs.backwardInput + costs.backwardWeight;
    const bool hasHalves = costs.backwardInput > Nanos{0} && costs.backwardWeight > Nanos{0};
    if (costs.backward <= Nanos{0}) {
        costs.backward = halves;
    } else if (costs.backwardInput <= Nanos{0} && costs.backwardWeight > Nanos{0}) {
        // Marks do not tell I from B: where W is seen besides, it is I that they mean.
        costs.backwardInput = costs.backward;
        costs.backward += costs.backwardWeight;
    } else if (hasHalves) {
        costs.backward = (costs.backward + halves) / 2;
    }
}

}  // namespace

ChunkCosts combined(const std::vector<ChunkCosts> &chunks, const std::function<Nanos(std::vector<Nanos>)> &combine) {
    ChunkCosts result;
    for (const auto member : kChunkCosts) {
        std::vector<Nanos> values;
        for (const ChunkCosts &chunk : chunks) {
            values.push_back(chunk.*member);
        }
        result.*member = combine(std::move(values));
    }
    return result;
}

ChunkCosts scaled(const ChunkCosts &costs, double factor) {
    ChunkCosts result;
    for (const auto member : kChunkCosts) {
        result.*member = Nanos{std::llround(double((costs.*member).count()) * factor)};
    }
    return result;
}

Nanos meanOf(const std::vector<Nanos> &values) {
    Nanos sum{0};
    for (const Nanos value : values) {
        sum += value;
    }
    const auto count = std::int64_t(values.size());
    return count == 0 ? Nanos{0} : Nanos{(sum.count() + count / 2) / count};
}

CostSamples::CostSamples(const PipelineChart &chart, std::optional<std::int64_t> step)
    : m_ranks(chart.group.ranks.size()), m_chunks(chart.match ? std::size_t(chunksOf(chart.match->best())) : 0) {
    if (m_chunks == 0) {
        return;
    }
    if (const auto schedule = generateSchedule(chart.match->best())) {
        for (const std::vector<PipelineAction> &actions : schedule->ranks) {
            for (const PipelineAction &action : actions) {
                if (action.kind == CellKind::BackwardInput) {
                    m_inputs.insert({std::size_t(action.rank), action.chunk, action.microbatch});
                }
            }
        }
    }
    const std::vector<int> &ranks = chart.group.ranks;
    const bool ordersLosses = chart.match->best().hasLogits;
    const std::vector<Nanos> work = ordersLosses ? std::vector<Nanos>(chart.cells.size()) : stageWork(chart);
    for (std::size_t i = 0; i < chart.cells.size(); ++i) {
        const PipelineCell &cell = chart.cells[i];
        const auto rank = std::size_t(std::find(ranks.begin(), ranks.end(), cell.rank) - ranks.begin());
        const bool isCost = costOf(cell.kind) && (isScheduled(cell.kind) || ordersLosses);
        if (rank < ranks.size() && (!step || cell.step == *step) && isCost) {
            addCell(cell, work[i], rank);
        }
    }
    for (const P2pEdge &edge : chart.edges) {
        const auto found = std::find_if(m_steps.begin(), m_steps.end(),
                                        [&](const Step &candidate) { return candidate.step == edge.step; });
        if (found != m_steps.end() && edge.receive != P2pEdge::kNone) {
            found->transfers.push_back(timeToArrive(chart, edge));
        }
    }
}

std::size_t CostSamples::place(std::size_t rank, int chunk) const {
    const std::size_t own = chunk < 0 ? 0 : std::min(std::size_t(chunk), m_chunks - 1);
    return (rank * m_chunks + own) * kCosts;
}

CostSamples::Step &CostSamples::stepOf(std::int64_t step) {
    const auto found =
        std::find_if(m_steps.begin(), m_steps.end(), [&](const Step &candidate) { return candidate.step == step; });
    return found != m_steps.end() ? *found : m_steps.emplace_back(Step{.step = step});
}

CostSamples::Sums &CostSamples::blockOf(const PipelineCell &cell) {
    Step &step = stepOf(cell.step);
    const auto found = std::find(step.microbatches.begin(), step.microbatches.end(), cell.microbatch);
    const auto index = std::size_t(found - step.microbatches.begin());
    if (found == step.microbatches.end()) {
        step.microbatches.push_back(cell.microbatch);
        step.blocks.emplace_back(m_ranks * m_chunks * kCosts);
    }
    return step.blocks[index];
}

CellKind CostSamples::roleOf(const PipelineCell &cell, std::size_t rank) const {
    const bool isInput =
        cell.kind == CellKind::Backward && m_inputs.contains({rank, std::max(cell.chunk, 0), cell.microbatch});
    return isInput ? CellKind::BackwardInput : cell.kind;
}

void CostSamples::addCell(const PipelineCell &cell, Nanos work, std::size_t rank) {
    Sums &block = blockOf(cell);
    const auto add = [&](std::size_t cost, Nanos duration) {
        Sum &sum = block[place(rank, cell.chunk) + cost];
        sum.sum += duration.count();
        ++sum.count;
    };
    const CellKind kind = roleOf(cell, rank);
    add(*costOf(kind), cell.work() + work);
    ++m_cells;
    m_isSplitMeasured = m_isSplitMeasured || cell.kind == CellKind::BackwardWeight;
    const bool isPlain = kind == CellKind::Forward || kind == CellKind::Backward;
    if (cell.use && isPlain) {
        m_isCommunicationKnown = true;
        add(kind == CellKind::Forward ? kForwardCommunication : kBackwardCommunication, cell.use->exposed);
    }
}

std::optional<ChunkCosts> CostSamples::chunkCosts(const Sums &sums, std::size_t place) const {
    ChunkCosts result;
    for (std::size_t cost = 0; cost < kCosts; ++cost) {
        const Sum &sum = sums[place + cost];
        result.*kChunkCosts[cost] = sum.count == 0 ? Nanos{0} : Nanos{(sum.sum + sum.count / 2) / sum.count};
    }
    completeBackward(result);
    if (result.forward <= Nanos{0} || result.backward <= Nanos{0}) {
        return std::nullopt;
    }
    return result;
}

std::optional<StageCosts> CostSamples::costs(const Sums &sums, const std::vector<Nanos> &transfers) const {
    StageCosts result;
    Nanos overlapped{0};
    Nanos serial{0};
    for (std::size_t rank = 0; rank < m_ranks; ++rank) {
        std::vector<ChunkCosts> &chunks = result.ranks.emplace_back();
        for (std::size_t chunk = 0; chunk < m_chunks; ++chunk) {
            const std::optional<ChunkCosts> own = chunkCosts(sums, place(rank, int(chunk)));
            if (!own) {
                return std::nullopt;
            }
            overlapped += own->overlapped;
            serial += own->overlapped > Nanos{0} ? own->work() : Nanos{0};
            chunks.push_back(*own);
        }
    }
    if (result.ranks.empty()) {
        return std::nullopt;
    }
    if (serial > Nanos{0}) {
        result.hiddenShare = 1 - double(overlapped.count()) / double(serial.count());
    }
    result.transfer = meanOf(transfers);
    result.cells = m_cells;
    result.isSplitMeasured = m_isSplitMeasured;
    result.isCommunicationKnown = m_isCommunicationKnown;
    return result;
}

std::optional<StageCosts> CostSamples::mean() const {
    Sums sums(m_ranks * m_chunks * kCosts);
    std::vector<Nanos> transfers;
    for (const Step &step : m_steps) {
        for (const Sums &block : step.blocks) {
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i].sum += block[i].sum;
                sums[i].count += block[i].count;
            }
        }
        transfers.push_back(median(step.transfers));
    }
    return costs(sums, transfers);
}

std::optional<StageCosts> CostSamples::resampled(std::uint64_t seed) const {
    // The engine's sequence is fixed by the standard, its distributions are not.
    std::mt19937_64 random(seed);
    const auto draw = [&](std::size_t count) { return std::size_t(random() % count); };
    Sums sums(m_ranks * m_chunks * kCosts);
    std::vector<Nanos> transfers;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Step &step = m_steps[draw(m_steps.size())];
        for (std::size_t j = 0; j < step.blocks.size(); ++j) {
            const Sums &block = step.blocks[draw(step.blocks.size())];
            for (std::size_t k = 0; k < sums.size(); ++k) {
                sums[k].sum += block[k].sum;
                sums[k].count += block[k].count;
            }
        }
        transfers.push_back(median(step.transfers));
    }
    return costs(sums, transfers);
}

bool CostSamples::canResample() const {
    return m_steps.size() > 1 || (m_steps.size() == 1 && m_steps.front().blocks.size() > 1);
}

}  // namespace stagescope
