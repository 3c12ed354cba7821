#include "core/store/trace/process_pairs.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stagescope {

namespace {

using Process = std::uint32_t;

bool byNumber(const NumberedEnd &a, const NumberedEnd &b) {
    return a.number != b.number ? a.number < b.number : a.time < b.time;
}

/// Numbers that two processes have in common.
struct Tally {
    std::uint64_t common = 0;
    std::uint64_t later = 0;  ///< of these, for which the target has something after the source's first
};

/// Counts and mean times of a process.
struct Place {
    std::uint64_t count = 0;
    double time = 0;  ///< sum

    [[nodiscard]] double mean() const { return count == 0 ? 0 : time / static_cast<double>(count); }
};

class Pairing {
public:
    Pairing(std::vector<NumberedEnd> sources, std::vector<NumberedEnd> targets)
        : m_sources(std::move(sources)), m_targets(std::move(targets)) {
        std::sort(m_sources.begin(), m_sources.end(), byNumber);
        std::sort(m_targets.begin(), m_targets.end(), byNumber);
        m_zero = m_sources.front().time;
        tally();
    }

    std::map<Process, Process> run() {
        std::vector<Process> targets;
        for (const auto &[process, place] : m_ofTargets) {
            targets.push_back(process);
        }
        std::sort(targets.begin(), targets.end(),
                  [&](Process a, Process b) { return m_ofTargets[a].mean() < m_ofTargets[b].mean(); });
        std::map<Process, Process> result;
        for (const auto target : targets) {
            const auto able = ableSources(target);
            if (able.empty()) {
                continue;
            }
            const auto rivals = rivalsOf(target);
            if (able.size() > rivals.size() + 1) {
                result[target] = ProcessPairs::kShared;
                continue;
            }
            const auto isTaken = [&](Process source) {
                return std::any_of(rivals.begin(), rivals.end(), [&](Process rival) {
                    const auto it = result.find(rival);
                    return it != result.end() && it->second == source;
                });
            };
            const auto free = std::find_if_not(able.begin(), able.end(), isTaken);
            result[target] = free == able.end() ? able.front() : *free;
        }
        return result;
    }

private:
    void tally() {
        auto source = m_sources.begin();
        for (auto target = m_targets.begin(); target != m_targets.end();) {
            const auto number = target->number;
            const auto last =
                std::find_if(target, m_targets.end(), [&](const NumberedEnd &end) { return end.number != number; });
            source =
                std::find_if(source, m_sources.end(), [&](const NumberedEnd &end) { return end.number >= number; });
            const auto lastSource =
                std::find_if(source, m_sources.end(), [&](const NumberedEnd &end) { return end.number != number; });
            tallyNumber({source, lastSource}, {target, last});
            source = lastSource;
            target = last;
        }
    }
    using Ends = std::vector<NumberedEnd>::const_iterator;
    using Range = std::pair<Ends, Ends>;
    void tallyNumber(Range sources, Range targets) {
        std::map<Process, std::int64_t> first;  // time of the first source of this number
        for (auto it = sources.first; it != sources.second; ++it) {
            first.try_emplace(it->process, it->time);
        }
        std::map<Process, std::int64_t> have;  // time of the last target of this number
        for (auto it = targets.first; it != targets.second; ++it) {
            // What starts things of this number itself joins its own.
            if (first.contains(it->process)) {
                continue;
            }
            have[it->process] = it->time;
            auto &place = m_ofTargets[it->process];
            ++place.count;
            place.time += sinceZero(it->time);
        }
        for (const auto &[target, last] : have) {
            for (const auto &[source, time] : first) {
                auto &known = m_tallies[{target, source}];
                ++known.common;
                known.later += time <= last ? 1 : 0;
            }
        }
        for (const auto &[process, time] : first) {
            auto &place = m_ofSources[process];
            ++place.count;
            place.time += sinceZero(time);
        }
        for (const auto &[a, timeOfA] : have) {
            ++m_numbers[a];
            for (const auto &[b, timeOfB] : have) {
                m_sameNumbers[{a, b}] += a == b ? 0 : 1;
            }
        }
    }
    /// Small numbers, whose sums stay exact. Damaged times may lie too far apart.
    [[nodiscard]] double sinceZero(std::int64_t time) const {
        std::int64_t difference = 0;
        const bool isTooFar = __builtin_sub_overflow(time, m_zero, &difference);
        return isTooFar ? 0 : static_cast<double>(difference);
    }
    /// Those that have nearly all of a target's numbers before it, in the order of time.
    [[nodiscard]] std::vector<Process> ableSources(Process target) {
        Tally most;
        for (const auto &[process, place] : m_ofSources) {
            most.later = std::max(most.later, m_tallies[{target, process}].later);
            most.common = std::max(most.common, m_tallies[{target, process}].common);
        }
        std::vector<Process> able;
        for (const auto &[process, place] : m_ofSources) {
            const auto &own = m_tallies[{target, process}];
            // Where the device's clock is ahead, nothing begins after its launch.
            if (most.later > 0 ? 10 * own.later >= 9 * most.later : own.common > 0 && own.common == most.common) {
                able.push_back(process);
            }
        }
        std::stable_sort(able.begin(), able.end(),
                         [&](Process a, Process b) { return m_ofSources[a].mean() < m_ofSources[b].mean(); });
        return able;
    }
    /// Targets with the same numbers, which so are started by another process. Devices of one process share none.
    [[nodiscard]] std::vector<Process> rivalsOf(Process target) const {
        std::vector<Process> rivals;
        for (const auto &[pair, count] : m_sameNumbers) {
            const auto least = std::min(m_numbers.at(pair.first), m_numbers.at(pair.second));
            if (pair.first == target && 10 * count >= least) {
                rivals.push_back(pair.second);
            }
        }
        return rivals;
    }

    std::vector<NumberedEnd> m_sources;
    std::vector<NumberedEnd> m_targets;
    std::int64_t m_zero = 0;
    std::map<std::pair<Process, Process>, Tally> m_tallies;  ///< target, source
    std::map<Process, Place> m_ofSources;
    std::map<Process, Place> m_ofTargets;
    std::map<Process, std::uint64_t> m_numbers;
    std::map<std::pair<Process, Process>, std::uint64_t> m_sameNumbers;
};

}  // namespace

ProcessPairs::ProcessPairs(std::vector<NumberedEnd> sources, std::vector<NumberedEnd> targets) {
    const bool isOne = std::all_of(sources.begin(), sources.end(),
                                   [&](const NumberedEnd &end) { return end.process == sources.front().process; });
    if (!isOne) {
        m_sources = Pairing(std::move(sources), std::move(targets)).run();
    }
}

}  // namespace stagescope
