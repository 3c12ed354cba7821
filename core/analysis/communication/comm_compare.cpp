#include "core/analysis/communication/comm_compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

using Kind = CommDifference::Kind;
using Metric = CommDifference::Metric;

class RunComparison {
public:
    explicit RunComparison(const std::stop_token &stop) : m_stop(stop) {}

    void addRun(const Run &run, const StepPairs &steps) { add(run, steps, false); }
    void addBaseline(const Run &run, const StepPairs &steps) { add(run, steps, true); }
    [[nodiscard]] std::vector<CommDifference> take() { return std::move(m_rows); }

private:
    using Key = std::tuple<Kind, std::size_t, std::string, std::string, int, int, std::string, Metric>;

    void add(const Run &run, const StepPairs &steps, bool isBaseline) {
        m_isBaseline = isBaseline;
        m_pairs = &steps;
        m_groups = commGroupKeys(commGroups(run, CommSource::Any, m_stop));
        m_numbers = {};
        const auto times = commTimes(run, CommSource::Any, m_stop);
        const auto sent = commBandwidths(run, CommSource::Any, m_stop);
        const auto matrix = commMatrix(run, CommSource::Any, m_stop);
        m_numbers.learn(times);
        m_numbers.learn(sent);
        m_numbers.learn(matrix.links);
        addOperators(times);
        addTransports(sent);
        addLinks(matrix.links);
    }

    void addOperators(const std::vector<CommTime> &times) {
        for (const auto &time : times) {
            CommDifference row;
            row.kind = Kind::Operator;
            row.name = time.name;
            row.group = time.group;
            row.rank = time.rank;
            put(row, time.step, Metric::Elapsed, time.elapsedMs);
            put(row, time.step, Metric::Transit, time.transitMs);
            put(row, time.step, Metric::Wait, time.waitMs);
            put(row, time.step, Metric::Synchronization, time.synchronizationMs);
            put(row, time.step, Metric::Idle, time.idleMs);
        }
    }

    /// Size and time of an operator's transport stand in each of its rows.
    void addTransports(const std::vector<CommBandwidth> &rows) {
        std::set<std::tuple<std::string, std::string, std::string, std::string, int>> seen;
        for (const auto &sent : rows) {
            if (!seen.emplace(sent.step, sent.group, sent.name, sent.transport, sent.rank).second) {
                continue;
            }
            CommDifference row;
            row.kind = Kind::Transport;
            row.name = sent.name;
            row.group = sent.group;
            row.rank = sent.rank;
            row.transport = sent.transport;
            addSent(row, sent.step, sent.sizeMb, sent.timeMs);
        }
    }

    void addLinks(const std::vector<CommLink> &links) {
        for (const auto &link : links) {
            CommDifference row;
            row.kind = Kind::Link;
            row.name = link.name;
            row.group = link.group;
            row.rank = link.source;
            row.destination = link.destination;
            row.transport = link.transport;
            addSent(row, link.step, link.sizeMb, link.timeMs);
        }
    }

    void addSent(const CommDifference &row, const std::string &step, double sizeMb, double timeMs) {
        put(row, step, Metric::Size, sizeMb);
        put(row, step, Metric::Time, timeMs);
        put(row, step, Metric::Bandwidth, timeMs == 0 ? 0 : sizeMb / timeMs);
    }

    /// What a file does not tell has no row.
    void put(const CommDifference &row, const std::string &step, Metric metric, double value) {
        if (std::isnan(value)) {
            return;
        }
        for (std::size_t i = 0; i < m_pairs->size(); ++i) {
            const auto &[own, other] = (*m_pairs)[i];
            if (step == (m_isBaseline ? other : own)) {
                putInPair(row, m_numbers.plainName(step, row.group, row.name), i, metric, value);
            }
        }
    }

    void putInPair(const CommDifference &row, std::string name, std::size_t pair, Metric metric, double value) {
        const auto known = m_groups.find(row.group);
        // Over which transport a link went may be what differs; of an operator's it is a cell of its own.
        Key key{row.kind,
                pair,
                known == m_groups.end() ? row.group : known->second,
                std::move(name),
                row.rank,
                row.destination,
                row.kind == Kind::Link ? std::string() : row.transport,
                metric};
        const auto [it, isNew] = m_index.try_emplace(std::move(key), m_rows.size());
        if (isNew) {
            m_rows.push_back(row);
            m_rows.back().metric = metric;
            std::tie(m_rows.back().step, m_rows.back().baselineStep) = (*m_pairs)[pair];
        }
        auto &cell = m_rows[it->second];
        (m_isBaseline ? cell.baseline : cell.value) = value;
    }

    const std::stop_token &m_stop;
    const StepPairs *m_pairs = nullptr;
    bool m_isBaseline = false;
    CommGroupKeys m_groups;
    OperatorNumbers m_numbers;
    std::map<Key, std::size_t> m_index;
    std::vector<CommDifference> m_rows;
};

std::vector<std::string> stepsOf(const Run &run, const std::stop_token &stop) {
    std::vector<std::string> steps;
    const auto add = [&](const std::string &step) {
        if (std::find(steps.begin(), steps.end(), step) == steps.end()) {
            steps.push_back(step);
        }
    };
    for (const auto &time : commTimes(run, CommSource::Any, stop)) {
        add(time.step);
    }
    for (const auto &link : commMatrix(run, CommSource::Any, stop).links) {
        add(link.step);
    }
    return steps;
}

}  // namespace

std::optional<double> CommDifference::difference() const {
    return value && baseline ? std::optional(*value - *baseline) : std::nullopt;
}

std::optional<double> CommDifference::ratio() const {
    return value && baseline && *baseline != 0 ? std::optional(*value / *baseline) : std::nullopt;
}

std::string_view commKindText(Kind kind) {
    constexpr std::array<std::string_view, 3> kTexts{"operator", "transport", "link"};
    return kTexts.at(static_cast<std::size_t>(kind));
}

std::string_view commMetricText(Metric metric) {
    constexpr std::array<std::string_view, 8> kTexts{"elapsed", "transit", "wait", "synchronization",
                                                     "idle",    "size",    "time", "bandwidth"};
    return kTexts.at(static_cast<std::size_t>(metric));
}

std::string_view commMetricUnit(Metric metric) {
    return metric == Metric::Size ? "MB" : metric == Metric::Bandwidth ? "GB/s" : "ms";
}

StepPairs pairedSteps(const Run &run, const Run &baseline, const std::stop_token &stop) {
    return pairedSteps(stepsOf(run, stop), stepsOf(baseline, stop));
}

std::vector<CommDifference> compareComm(const Run &run, const Run &baseline, const StepPairs &steps,
                                        const std::stop_token &stop) {
    RunComparison comparison(stop);
    comparison.addRun(run, steps);
    comparison.addBaseline(baseline, steps);
    return stop.stop_requested() ? std::vector<CommDifference>{} : comparison.take();
}

}  // namespace stagescope
