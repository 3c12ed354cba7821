#include "core/analysis/pipeline/replay/straggler_model.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stagescope {

namespace {

using Node = MeasuredGraph::Node;

constexpr double kNormalMad = 1.4826;  ///< standard deviation / MAD of a normal distribution
constexpr double kLeastSpread =
    0.005;  ///< of log durations: clocks and timers do not repeat better than half a percent
constexpr std::size_t kLeastSteps = 3;
constexpr double kNoCells = 0;  ///< of a class in a step; levels are 1 at least
constexpr std::size_t kLeastMicrobatches = 8;

double mean(const std::vector<double> &values) {
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double lengthOf(const Node &node) { return std::max(1.0, static_cast<double>(node.cost().count())); }

struct Correlation {
    double value = 0;
    double spread = 0;
};
Correlation correlation(const std::vector<double> &a, const std::vector<double> &b) {
    const double meanA = mean(a);
    const double meanB = mean(b);
    double squaresA = 0;
    double squaresB = 0;
    double products = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        squaresA += (a[i] - meanA) * (a[i] - meanA);
        squaresB += (b[i] - meanB) * (b[i] - meanB);
        products += (a[i] - meanA) * (b[i] - meanB);
    }
    const double both = std::sqrt(squaresA * squaresB);
    return {both > 0 ? products / both : 0,
            std::sqrt((squaresA + squaresB) / 2 / std::max(1.0, static_cast<double>(a.size())))};
}

}  // namespace

bool StragglerModel::WorkerEffect::isSlowAtAll() const {
    return std::find(isSlow.begin(), isSlow.end(), true) != isSlow.end();
}

StragglerModel::StragglerModel(std::span<const JobPipeline> pipelines, const std::vector<std::int64_t> &steps,
                               const StragglerLimits &limits)
    : m_pipelines(pipelines), m_steps(steps.size()) {
    for (const auto &pipeline : pipelines) {
        m_rows = std::max(m_rows, pipeline.chart->group.ranks.size());
        auto &graphs = m_graphs.emplace_back();
        for (const auto *graph : pipeline.steps) {
            if (std::find(steps.begin(), steps.end(), graph->step) != steps.end()) {
                graphs.push_back(graph);
            }
        }
    }
    collect();
    compareWorkers();
    takeOutSharedMoves();
    flagRuns(limits);
    compareData();
}

int StragglerModel::microbatchOf(std::size_t replica, const Node &node) const {
    return m_pipelines[replica].chart->cells[node.cell].microbatch;
}

void StragglerModel::collect() {
    std::map<ClassKey, std::size_t> counts;
    for (std::size_t replica = 0; replica < m_graphs.size(); ++replica) {
        for (std::size_t step = 0; step < m_steps; ++step) {
            std::map<ClassKey, std::vector<double>> lengths;
            for (const auto &node : graph(replica, step).nodes) {
                lengths[{node.row, node.kind, node.stage}].push_back(lengthOf(node));
            }
            for (auto &[key, values] : lengths) {
                counts[key] = std::max(counts[key], values.size());
                auto &levels = m_levels[key];
                levels.resize(m_graphs.size(), std::vector<double>(m_steps));
                levels[replica][step] = median(std::move(values));
            }
        }
    }
    for (const auto &[key, replicas] : m_levels) {
        std::vector<double> typical;
        for (auto levels : replicas) {
            std::erase(levels, kNoCells);
            if (!levels.empty()) {
                typical.push_back(median(std::move(levels)));
            }
        }
        m_references[key] = {lowerMedian(std::move(typical)), counts[key]};
    }
    std::map<StageKey, std::vector<double>> stages;
    for (const auto &[key, reference] : m_references) {
        stages[{std::get<1>(key), std::get<2>(key)}].push_back(reference.level);
    }
    std::map<CellKind, std::vector<double>> kinds;
    for (const auto &[key, levels] : stages) {
        kinds[key.first].push_back(mean(levels));
    }
    for (const auto &[kind, levels] : kinds) {
        m_kindLevels[kind] = mean(levels);
    }
}

double StragglerModel::workRatio(Worker worker, std::size_t step) const {
    double work = 0;
    double usual = 0;
    for (const auto &[key, replicas] : m_levels) {
        const double level = replicas[worker.replica][step];
        if (std::get<0>(key) == worker.row && level > kNoCells) {
            const auto &reference = m_references.at(key);
            work += static_cast<double>(reference.cells) * level;
            usual += static_cast<double>(reference.cells) * reference.level;
        }
    }
    return usual > 0 ? work / usual : 1;
}

void StragglerModel::compareWorkers() {
    for (std::size_t replica = 0; replica < m_graphs.size(); ++replica) {
        for (std::size_t row = 0; row < m_rows; ++row) {
            WorkerEffect effect{.worker = {replica, row}, .steps = {}, .isSlow = {}};
            for (std::size_t step = 0; step < m_steps; ++step) {
                effect.steps.push_back(workRatio(effect.worker, step));
            }
            effect.isSlow.assign(m_steps, false);
            m_workers.push_back(std::move(effect));
        }
    }
}

void StragglerModel::takeOutSharedMoves() {
    for (std::size_t replica = 0; replica < m_graphs.size(); ++replica) {
        std::vector<double> moves;
        for (std::size_t step = 0; step < m_steps; ++step) {
            std::vector<double> ratios;
            for (std::size_t row = 0; row < m_rows; ++row) {
                ratios.push_back(m_workers[replica * m_rows + row].steps[step]);
            }
            moves.push_back(lowerMedian(std::move(ratios)));
        }
        const double usual = median(moves);
        for (std::size_t row = 0; row < m_rows; ++row) {
            auto &effect = m_workers[replica * m_rows + row];
            for (std::size_t step = 0; step < m_steps; ++step) {
                effect.steps[step] *= usual / moves[step];
            }
            effect.ratio = median(effect.steps);
        }
    }
}

void StragglerModel::flagRuns(const StragglerLimits &limits) {
    std::vector<double> logs;
    for (const auto &effect : m_workers) {
        std::transform(effect.steps.begin(), effect.steps.end(), std::back_inserter(logs),
                       [](double ratio) { return std::log(ratio); });
    }
    const double middle = median(logs);
    for (auto &value : logs) {
        value = std::abs(value - middle);
    }
    const double spread = std::max(kNormalMad * median(std::move(logs)), kLeastSpread);
    const auto zOf = [&](double ratio) { return (std::log(ratio) - middle) / spread; };
    const auto need = std::min(static_cast<std::size_t>(std::max(limits.steps, 1)), m_steps);
    for (auto &effect : m_workers) {
        std::vector<double> slow;
        for (std::size_t first = 0; first < m_steps;) {
            auto last = first;
            while (last < m_steps && zOf(effect.steps[last]) > limits.z && effect.steps[last] > limits.ratio) {
                ++last;
            }
            if (last - first >= need) {
                for (auto step = first; step < last; ++step) {
                    effect.isSlow[step] = true;
                    slow.push_back(effect.steps[step]);
                }
            }
            first = std::max(last, first + 1);
        }
        effect.z = zOf(slow.empty() ? effect.ratio : median(std::move(slow)));
    }
}

void StragglerModel::compareData() {
    std::map<MicrobatchKey, std::pair<std::vector<double>, std::vector<double>>> seen;  // log F, log B over stages
    for (std::size_t replica = 0; replica < m_graphs.size(); ++replica) {
        for (std::size_t step = 0; step < m_steps; ++step) {
            for (const auto &node : graph(replica, step).nodes) {
                const double usual = m_references.at({node.row, node.kind, node.stage}).level;
                auto &[forward, backward] = seen[{replica, step, microbatchOf(replica, node)}];
                if (node.kind == CellKind::Forward || givesGradient(node.kind)) {
                    (node.kind == CellKind::Forward ? forward : backward).push_back(std::log(lengthOf(node) / usual));
                }
            }
        }
    }
    // What a microbatch's place in the step always costs is no matter of its data.
    std::map<int, std::array<std::vector<double>, 2>> places;
    std::vector<std::tuple<MicrobatchKey, double, double>> effects;
    for (const auto &[key, both] : seen) {
        if (!both.first.empty() && !both.second.empty()) {
            effects.emplace_back(key, lowerMedian(both.first), lowerMedian(both.second));
            places[std::get<2>(key)][0].push_back(std::get<1>(effects.back()));
            places[std::get<2>(key)][1].push_back(std::get<2>(effects.back()));
        }
    }
    std::array<std::vector<double>, 2> logs;
    std::vector<MicrobatchKey> keys;
    std::map<std::size_t, std::vector<double>> lengths;  // by step: its data can be cut anew, another step's cannot
    for (const auto &[key, forward, backward] : effects) {
        const auto &place = places[std::get<2>(key)];
        logs[0].push_back(forward - median(place[0]));
        logs[1].push_back(backward - median(place[1]));
        keys.push_back(key);
        m_dataFactors[key] = std::exp((forward + backward) / 2);
        lengths[std::get<1>(key)].push_back(m_dataFactors[key]);
    }
    for (auto &[key, factor] : m_dataFactors) {
        factor /= mean(lengths[std::get<1>(key)]);
    }
    const auto found = correlation(logs[0], logs[1]);
    m_data = {found.value, found.spread, m_steps >= kLeastSteps && effects.size() >= kLeastMicrobatches};
    compareReplicas(keys, std::move(logs));
}

/// Uneven data of one replica are lost among many even ones. A place that always costs more there has no longer data,
/// nor has a step that is slow as a whole.
void StragglerModel::compareReplicas(const std::vector<MicrobatchKey> &keys, std::array<std::vector<double>, 2> logs) {
    const auto takeOut = [&](const auto &groupOf) {
        std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> groups;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            groups[{std::get<0>(keys[i]), groupOf(keys[i])}].push_back(i);
        }
        for (const auto &[group, members] : groups) {
            for (auto &side : logs) {
                std::vector<double> values;
                std::ranges::transform(members, std::back_inserter(values), [&](auto i) { return side[i]; });
                const double usual = median(std::move(values));
                std::ranges::for_each(members, [&](auto i) { side[i] -= usual; });
            }
        }
    };
    takeOut([](const MicrobatchKey &key) { return static_cast<std::size_t>(std::get<2>(key)); });
    takeOut([](const MicrobatchKey &key) { return std::get<1>(key); });
    std::vector<std::array<std::vector<double>, 2>> own(m_graphs.size());
    std::vector<double> most(m_graphs.size(), 0);
    m_data.replicas.resize(m_graphs.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto [replica, step, microbatch] = keys[i];
        own[replica][0].push_back(logs[0][i]);
        own[replica][1].push_back(logs[1][i]);
        if (const double beyond = logs[0][i] + logs[1][i]; beyond > most[replica]) {
            most[replica] = beyond;
            m_data.replicas[replica].step = step;
            m_data.replicas[replica].microbatch = microbatch;
        }
    }
    constexpr std::size_t kLeastOfOne = 3 * kLeastMicrobatches;  // with fewer, what was taken out makes them alike
    for (std::size_t replica = 0; replica < own.size(); ++replica) {
        if (own[replica][0].size() < kLeastOfOne) {
            continue;
        }
        const auto found = correlation(own[replica][0], own[replica][1]);
        m_data.replicas[replica].correlation = found.value;
        m_data.replicas[replica].spread = found.spread;
    }
}

double StragglerModel::dataDivisor(std::size_t step, Worker worker, const Node &node) const {
    const auto factorOf = [&](int microbatch) {
        const auto found = m_dataFactors.find({worker.replica, step, microbatch});
        return found == m_dataFactors.end() ? 1 : found->second;
    };
    const auto &cell = m_pipelines[worker.replica].chart->cells[node.cell];
    const double forward = kindLevel(CellKind::Forward);
    const double backward = kindLevel(CellKind::Backward);
    if (node.kind != CellKind::Overlapped || forward + backward <= 0) {
        return factorOf(cell.microbatch);
    }
    // Its halves are of two microbatches.
    return (forward * factorOf(cell.microbatch) + backward * factorOf(cell.backwardMicrobatch)) / (forward + backward);
}

double StragglerModel::kindLevel(CellKind kind) const {
    const auto found = m_kindLevels.find(kind);
    return found == m_kindLevels.end() ? 0 : found->second;
}

double StragglerModel::stageRatio(std::size_t row) const {
    std::vector<double> works(m_rows, 0);
    for (const auto &[key, reference] : m_references) {
        works[std::get<0>(key)] += static_cast<double>(reference.cells) * reference.level;
    }
    const double usual = median(works);
    return usual > 0 ? works[row] / usual : 1;
}

}  // namespace stagescope
