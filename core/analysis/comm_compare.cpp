#include "core/analysis/comm_compare.h"

#include "core/analysis/comm_parameters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

using Kind = CommDifference::Kind;
using Metric = CommDifference::Metric;

/// "hcom_send__822_5_1": type, digits of the group's hash, running number, rest.
struct OperatorName {
    std::string type;
    std::int64_t number = -1;  ///< -1: the name has another form and stands for itself
    std::string rest{};
};

OperatorName parsed(std::string_view name) {
    const auto at = name.find("__");
    const auto digits = at == std::string_view::npos ? at : name.find_first_not_of("0123456789", at + 2);
    OperatorName result{std::string(name)};
    if (digits == std::string_view::npos || digits == at + 2 || name[digits] != '_') {
        return result;
    }
    std::int64_t number = -1;
    const auto *begin = name.data() + digits + 1;
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), number);
    if (error == std::errc{} && number >= 0) {
        result = {std::string(name.substr(0, at)), number, std::string(end, name.data() + name.size())};
    }
    return result;
}

/// What makes groups of two runs the same: their ranks, and which of the groups of these ranks.
std::map<std::string, std::string> groupKeys(const Run &run, const std::stop_token &stop) {
    auto groups = commGroups(run, CommSource::Any, stop);
    std::stable_sort(groups.begin(), groups.end(), [](const auto &a, const auto &b) {
        return std::tie(a.ranks, a.isP2p, a.name, a.group) < std::tie(b.ranks, b.isP2p, b.name, b.group);
    });
    std::map<std::string, std::string> keys;
    std::map<std::string, int> numbers;
    for (const auto &group : groups) {
        const auto ranks = joinedRanks(group.ranks);
        const auto [it, isNew] = keys.try_emplace(group.group);
        if (isNew) {
            it->second = ranks + "#" + std::to_string(numbers[ranks]++);
        }
    }
    return keys;
}

class Comparison {
public:
    explicit Comparison(const std::stop_token &stop) : m_stop(stop) {}

    void addRun(const Run &run, const StepPairs &steps) { add(run, steps, false); }
    void addBaseline(const Run &run, const StepPairs &steps) { add(run, steps, true); }
    [[nodiscard]] std::vector<CommDifference> take() { return std::move(m_rows); }

private:
    using Key = std::tuple<Kind, std::size_t, std::string, std::string, int, int, std::string, Metric>;

    void add(const Run &run, const StepPairs &steps, bool isBaseline) {
        m_isBaseline = isBaseline;
        m_pairs = &steps;
        m_groups = groupKeys(run, m_stop);
        m_first.clear();
        const auto times = commTimes(run, CommSource::Any, m_stop);
        const auto sent = commBandwidths(run, CommSource::Any, m_stop);
        const auto matrix = commMatrix(run, CommSource::Any, m_stop);
        number(times);
        number(sent);
        number(matrix.links);
        addOperators(times);
        addTransports(sent);
        addLinks(matrix.links);
    }

    /// Running numbers go on from step to step and depend on where the recording began: they count from the first of
    /// the step.
    template <class Row>
    void number(const std::vector<Row> &rows) {
        for (const auto &row : rows) {
            if (const auto name = parsed(row.name); name.number >= 0) {
                const auto [it, isNew] = m_first.try_emplace({row.step, row.group, name.type}, name.number);
                it->second = std::min(it->second, name.number);
            }
        }
    }

    [[nodiscard]] std::string plainName(const std::string &step, const std::string &group,
                                        const std::string &name) const {
        const auto parts = parsed(name);
        const auto it = m_first.find({step, group, parts.type});
        return parts.number < 0 || it == m_first.end()
                   ? name
                   : parts.type + "#" + std::to_string(parts.number - it->second) + parts.rest;
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

    void put(const CommDifference &row, const std::string &step, Metric metric, double value) {
        for (std::size_t i = 0; i < m_pairs->size(); ++i) {
            const auto &[own, other] = (*m_pairs)[i];
            if (step == (m_isBaseline ? other : own)) {
                putInPair(row, plainName(step, row.group, row.name), i, metric, value);
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
    std::map<std::string, std::string> m_groups;
    std::map<std::tuple<std::string, std::string, std::string>, std::int64_t> m_first;  ///< by step, group, type
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
    const auto steps = stepsOf(run, stop);
    const auto others = stepsOf(baseline, stop);
    StepPairs pairs;
    for (const auto &step : steps) {
        if (std::find(others.begin(), others.end(), step) != others.end()) {
            pairs.emplace_back(step, step);
        }
    }
    for (std::size_t i = 0; pairs.size() <= i && i < std::min(steps.size(), others.size()); ++i) {
        pairs.emplace_back(steps[i], others[i]);
    }
    return pairs;
}

std::vector<CommDifference> compareComm(const Run &run, const Run &baseline, const StepPairs &steps,
                                        const std::stop_token &stop) {
    Comparison comparison(stop);
    comparison.addRun(run, steps);
    comparison.addBaseline(baseline, steps);
    return stop.stop_requested() ? std::vector<CommDifference>{} : comparison.take();
}

}  // namespace stagescope
