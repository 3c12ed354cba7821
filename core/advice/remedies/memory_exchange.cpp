#include "core/advice/remedies/memory_exchange.h"

#include "core/advice/number_texts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace stagescope {

namespace {

using State = MemoryExchange::State;

/// One row of the pipelines, or a rank without one.
struct StageStudy {
    int stage = -1;
    int rank = -1;
    std::vector<int> ranks{};
    RankPasses passes{};
};
/// A change of one stage.
struct StageChange {
    const StageStudy *stage = nullptr;
    MemoryExchange figures{};
};

double peakOf(const RuleInput &input, int rank) {
    const auto own = input.memory.peaks.find(rank);
    return own == input.memory.peaks.end() ? 0 : static_cast<double>(own->second.allocated.value_or(0));
}

/// Of the last pipeline that it is in; null where it is in none.
const PipelineChart *chartOf(const RuleInput &input, int rank) {
    const PipelineChart *chart = nullptr;
    for (const auto &group : input.pipelines) {
        const auto &ranks = group.chart.group.ranks;
        chart = std::ranges::find(ranks, rank) == ranks.end() ? chart : &group.chart;
    }
    return chart;
}

std::vector<StageStudy> studiedStages(const RuleInput &input) {
    std::map<int, StageStudy> stages;
    for (const auto &group : input.pipelines) {
        for (std::size_t row = 0; row < group.chart.group.ranks.size(); ++row) {
            const int rank = group.chart.group.ranks[row];
            stages[static_cast<int>(row)].ranks.push_back(rank);
        }
    }
    std::vector<StageStudy> studies;
    for (auto &[stage, study] : stages) {
        study.stage = stage;
        studies.push_back(std::move(study));
    }
    for (const int rank : input.run.ranks()) {
        if (chartOf(input, rank) == nullptr) {
            studies.push_back({.ranks = {rank}});
        }
    }
    std::erase_if(studies, [&](StageStudy &study) {
        std::erase_if(study.ranks, [&](int rank) { return input.run.capture(rank) == nullptr; });
        if (study.ranks.empty() || input.stop.stop_requested()) {
            return true;
        }
        study.rank = *std::ranges::max_element(study.ranks, {}, [&](int rank) { return peakOf(input, rank); });
        auto passes = rankPasses(*input.run.capture(study.rank), chartOf(input, study.rank), input.stop);
        study.passes = std::move(passes).value_or(RankPasses{});
        return study.passes.chunks.empty();
    });
    return studies;
}

struct Counts {
    std::size_t kernels = 0;
    std::size_t again = 0;
};
Counts countsOf(const RankPasses &passes, Exchange exchange) {
    Counts counts;
    for (const auto &chunk : passes.chunks) {
        counts.kernels += chunk.parts[static_cast<std::size_t>(exchange)].kernels;
        counts.again += chunk.parts[static_cast<std::size_t>(exchange)].again;
    }
    return counts;
}

/// Whole layers are computed once more where attention is, and all else that there is.
bool repeatsLayers(const RankPasses &passes) {
    const auto repeats = [&](Exchange exchange) {
        const auto counts = countsOf(passes, exchange);
        return counts.kernels == 0 || counts.again > 0;
    };
    return countsOf(passes, Exchange::AttentionRecompute).again > 0 && repeats(Exchange::ActivationRecompute) &&
           repeats(Exchange::NormRecompute);
}

/// What the rank gave out at a step's most beyond the step's least.
std::optional<double> keptAtMost(const RuleInput &input, int rank) {
    const auto steps = input.memory.steps.find(rank);
    std::optional<double> kept;
    if (steps != input.memory.steps.end()) {
        for (const auto &step : steps->second) {
            kept = std::max(kept.value_or(0), static_cast<double>(step.most - step.least));
        }
    }
    return kept;
}

class StageExchanges {
public:
    StageExchanges(const RuleInput &input, const StageStudy &stage) : m_input(input), m_stage(stage) {}

    [[nodiscard]] std::vector<StageChange> all() {
        const bool isFull = repeatsLayers(m_stage.passes);
        addRecompute(Exchange::FullRecompute, isFull);
        for (const auto exchange :
             {Exchange::AttentionRecompute, Exchange::ActivationRecompute, Exchange::NormRecompute}) {
            if (!isFull) {
                addRecompute(exchange, true);
            }
        }
        addSwap();
        return std::move(m_changes);
    }

private:
    /// In both directions where it is on for some layers.
    void addRecompute(Exchange exchange, bool mayBeOn) {
        auto counts = countsOf(m_stage.passes, exchange);
        counts.again = mayBeOn ? counts.again : 0;
        if (counts.kernels == 0) {
            return;
        }
        const auto state = counts.again == 0 ? State::Off : counts.again < counts.kernels ? State::Partly : State::On;
        const auto shareOn = std::min(static_cast<double>(counts.again) / static_cast<double>(counts.kernels), 1.0);
        for (const bool isTurnedOn : {true, false}) {
            if (state != (isTurnedOn ? State::On : State::Off)) {
                addChange(exchange, state, isTurnedOn, isTurnedOn ? 1 - shareOn : shareOn);
            }
        }
    }

    void addChange(Exchange exchange, State state, bool isTurnedOn, double share) {
        StageChange change{&m_stage, begin(exchange, state, isTurnedOn)};
        auto &figures = change.figures;
        double atATime = 0;
        for (const auto &chunk : m_stage.passes.chunks) {
            const auto &part = chunk.parts[static_cast<std::size_t>(exchange)];
            const auto added =
                isTurnedOn ? std::llround(share * static_cast<double>(part.time.count())) : -part.againTime.count();
            figures.chunks.push_back({.backward = Nanos{added}});
            figures.paid += Nanos{std::llround(static_cast<double>(added) * chunk.backwards)};
            atATime = std::max(atATime, part.atATime);
        }
        const auto inFlight = m_stage.passes.inFlightBytes[static_cast<std::size_t>(exchange)];
        const auto won = std::max(share * inFlight - atATime, 0.0);
        setBytes(figures, isTurnedOn ? won : -won);
        const auto counts = countsOf(m_stage.passes, exchange);
        const bool isWhole = exchange == Exchange::FullRecompute;
        figures.seen += std::to_string(counts.kernels) + (isWhole ? " layers, " : " forward kernels per microbatch, ") +
                        std::to_string(state == State::Off ? 0 : counts.again) + " of them computed once more" +
                        inFlightText();
        m_changes.push_back(std::move(change));
    }

    void addSwap() {
        const auto &passes = m_stage.passes;
        const auto attention = static_cast<std::size_t>(Exchange::AttentionSwap);
        const auto counts = countsOf(passes, Exchange::AttentionRecompute);
        double perStep = 0;
        for (const auto &chunk : passes.chunks) {
            perStep += chunk.parts[attention].bytes * chunk.backwards;
        }
        if (perStep <= 0 || passes.copyRate <= 0) {
            return;
        }
        constexpr double kSwapped = 0.5;
        const bool isOn = passes.copiedBytes > kSwapped * perStep;
        StageChange change{&m_stage, begin(Exchange::AttentionSwap, isOn ? State::On : State::Off, !isOn)};
        auto &figures = change.figures;
        for (const auto &chunk : passes.chunks) {
            const auto &part = chunk.parts[attention];
            const auto layers = static_cast<std::int64_t>(std::max<std::size_t>(1, chunk.layers));
            const Nanos copy{std::llround(part.bytes / static_cast<double>(layers) / passes.copyRate)};
            const auto backward = chunk.backwardLayer > Nanos{0} ? chunk.backwardLayer : chunk.layer;
            figures.isHidden = figures.isHidden && copy < chunk.layer;
            // Instead of computing the attention once more.
            const auto replaced = chunk.parts[static_cast<std::size_t>(Exchange::AttentionRecompute)].againTime;
            auto &added = figures.chunks.emplace_back();
            if (!isOn) {
                added.forward = std::max(copy - chunk.layer, Nanos{0}) * layers;
                added.backward = std::max(copy - backward, Nanos{0}) * layers - replaced;
            }
            figures.paid +=
                Nanos{std::llround(static_cast<double>((added.forward + added.backward).count()) * chunk.backwards)};
        }
        const auto won = passes.inFlightBytes[attention];
        setBytes(figures, isOn ? -won : counts.again > 0 ? 0 : won);
        figures.seen += oneDecimal(passes.copyRate) + " GB/s between host and device" + inFlightText() +
                        (figures.isHidden ? "" : "; copies take longer than a layer computes") +
                        (counts.again > 0 ? "; instead of computing attention once more" : "");
        m_changes.push_back(std::move(change));
    }

    [[nodiscard]] MemoryExchange begin(Exchange exchange, State state, bool isTurnedOn) const {
        MemoryExchange figures{.stage = m_stage.stage,
                               .rank = m_stage.rank,
                               .exchange = exchange,
                               .state = state,
                               .isTurnedOn = isTurnedOn};
        const auto peak = m_input.memory.peaks.find(m_stage.rank);
        if (peak != m_input.memory.peaks.end() && peak->second.allocated) {
            figures.peak = static_cast<double>(*peak->second.allocated) +
                           static_cast<double>(std::max<std::int64_t>(peak->second.outside.value_or(0), 0));
        }
        if (peak != m_input.memory.peaks.end() && peak->second.capacity) {
            figures.capacity = static_cast<double>(*peak->second.capacity);
        }
        return figures;
    }

    void setBytes(MemoryExchange &figures, double won) const {
        if (!m_stage.passes.hasShapes) {
            figures.seen = "No shapes: bytes are unknown. ";
            return;
        }
        const auto most = keptAtMost(m_input, m_stage.rank);
        figures.won = most && figures.isTurnedOn ? std::min(won, *most) : won;
        figures.seen = figures.peak ? "" : "No record of memory. ";
    }

    [[nodiscard]] std::string inFlightText() const {
        const auto count = m_stage.passes.inFlight;
        return count == 0 ? "" : ", " + std::to_string(count) + " in flight";
    }

    const RuleInput &m_input;
    const StageStudy &m_stage;
    std::vector<StageChange> m_changes;
};

/// Adds to each cell of the stage's ranks what the change does. A pace holds for a cell and the work before it.
void addToCure(const RuleInput &input, const StageChange &change, Cure &cure) {
    const std::set<int> ranks(change.stage->ranks.begin(), change.stage->ranks.end());
    const auto addedTo = [&](const PipelineCell &cell) {
        const auto &chunks = change.figures.chunks;
        const auto last = static_cast<int>(chunks.size()) - 1;
        const auto chunkOf = [&](int chunk) -> const PassChange & {
            return chunks[static_cast<std::size_t>(std::clamp(chunk, 0, last))];
        };
        const bool isBoth = cell.kind == CellKind::Overlapped;
        auto added = isBoth || cell.kind == CellKind::Forward ? chunkOf(cell.chunk).forward : Nanos{0};
        added += isBoth ? chunkOf(cell.backwardChunk).backward : Nanos{0};
        return givesGradient(cell.kind) ? added + chunkOf(cell.chunk).backward : added;
    };
    for (const auto &group : input.pipelines) {
        for (const auto &step : group.steps) {
            for (const auto &node : step.graph.nodes) {
                const auto &cell = group.chart.cells[node.cell];
                const auto added = ranks.contains(cell.rank) ? addedTo(cell) : Nanos{0};
                if (added != Nanos{0} && node.cost() > Nanos{0}) {
                    const auto begin = ns(node.range.begin);
                    cure.pace[cell.rank].push_back({{begin, begin + 1}, -shareOf(added, node.cost())});
                }
            }
        }
    }
}

void replay(const RuleInput &input, MemoryExchange &exchange) {
    if (input.step <= Nanos{0}) {
        return;
    }
    const bool isReplayed = input.job.hasPipelines() && !exchange.cure.isEmpty();
    exchange.step = isReplayed ? input.step - input.job.saved(exchange.cure) : input.step + exchange.paid;
}

/// One remedy changed on all stages that can: flags hold for the whole job.
std::vector<MemoryExchange> onAllStages(const RuleInput &input, const std::vector<StageChange> &changes) {
    std::map<std::pair<Exchange, bool>, std::vector<const StageChange *>> byRemedy;
    for (const auto &change : changes) {
        if (change.figures.stage >= 0) {
            byRemedy[{change.figures.exchange, change.figures.isTurnedOn}].push_back(&change);
        }
    }
    std::vector<MemoryExchange> result;
    for (const auto &[key, stages] : byRemedy) {
        if (stages.size() < 2 || input.stop.stop_requested()) {
            continue;
        }
        const auto fullest = *std::ranges::max_element(stages, {}, [](const StageChange *change) {
            const auto &figures = change->figures;
            return std::pair(figures.peakAfter().value_or(0), figures.won.value_or(0));
        });
        auto all = fullest->figures;
        all.stage = -1;
        all.cure = {};
        all.chunks = {};
        for (const auto *change : stages) {
            all.isHidden = all.isHidden && change->figures.isHidden;
            all.paid = key.second ? std::max(all.paid, change->figures.paid) : std::min(all.paid, change->figures.paid);
            addToCure(input, *change, all.cure);
        }
        all.seen = std::to_string(stages.size()) + " stages at once; memory of the one that is fullest then";
        replay(input, all);
        result.push_back(std::move(all));
    }
    return result;
}

/// Whether figures of a stage may be of this rank: in one of its rows no rank has a higher peak.
bool isFullest(const RuleInput &input, int rank) {
    bool isInPipeline = false;
    for (const auto &group : input.pipelines) {
        const auto it = std::ranges::find(group.chart.group.ranks, rank);
        const auto row = static_cast<std::size_t>(it - group.chart.group.ranks.begin());
        if (it == group.chart.group.ranks.end()) {
            continue;
        }
        isInPipeline = true;
        const bool isBelow = std::ranges::any_of(input.pipelines, [&](const GroupStudy &other) {
            const auto &ranks = other.chart.group.ranks;
            return row < ranks.size() && peakOf(input, ranks[row]) > peakOf(input, rank);
        });
        if (!isBelow) {
            return true;
        }
    }
    return !isInPipeline;
}

}  // namespace

void lookForPasses(const RuleInput &input, const RankCapture &capture) {
    if (isFullest(input, capture.rank)) {
        static_cast<void>(rankPasses(capture, chartOf(input, capture.rank), input.stop));
    }
}

std::vector<MemoryExchange> memoryExchanges(const RuleInput &input) {
    const auto stages = studiedStages(input);
    std::vector<StageChange> changes;
    for (const auto &stage : stages) {
        std::ranges::move(StageExchanges(input, stage).all(), std::back_inserter(changes));
    }
    std::vector<MemoryExchange> result;
    for (auto &change : changes) {
        addToCure(input, change, change.figures.cure);
        replay(input, change.figures);
        result.push_back(change.figures);
    }
    std::ranges::move(onAllStages(input, changes), std::back_inserter(result));
    return result;
}

}  // namespace stagescope
