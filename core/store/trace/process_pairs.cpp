#include "core/store/trace/process_pairs.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace stagescope {

namespace {

using Process = std::uint32_t;

bool byNumber(const NumberedEnd &a, const NumberedEnd &b) {
    return a.number != b.number ? a.number < b.number : a.time < b.time;
}

/// How badly a target fits a source.
struct Misfit {
    std::uint64_t early = 0;  ///< how often work comes before its call
    double square = 0;        ///< of waits that nothing explains, around their mean

    void add(const Misfit &other) {
        early += other.early;
        square += other.square;
    }
    /// Whether it is clearly less than the other. Clocks that are apart make work come early whatever it belongs to.
    [[nodiscard]] bool isBelow(const Misfit &other) const {
        constexpr double kBelow = 0.8;
        const auto slack = std::max(early, other.early) / 10;
        const bool isMore = early > other.early + slack;
        return early + slack < other.early || (!isMore && square < kBelow * other.square);
    }
};

/// Numbers that two processes have in common.
struct Tally {
    std::uint64_t common = 0;
    std::uint64_t later = 0;  ///< of these, for which the target has something after the source's first
    std::uint64_t early = 0;  ///< of these, for which the target begins before it
    /// What the target's first waits though the source's first has come and it is free: sums of it and of its square.
    double wait = 0;
    double square = 0;

    [[nodiscard]] Misfit misfit() const {
        const auto mean = wait / static_cast<double>(std::max<std::uint64_t>(common, 1));
        return {early, std::max(square - wait * mean, 0.0)};
    }
};

/// Counts and mean times of a process.
struct Place {
    std::uint64_t count = 0;
    double time = 0;  ///< sum

    [[nodiscard]] double mean() const { return count == 0 ? 0 : time / static_cast<double>(count); }
};

class Pairing {
public:
    Pairing(std::vector<NumberedEnd> sources, std::vector<NumberedEnd> targets, const ProcessMarks &marks)
        : m_sources(std::move(sources)), m_targets(std::move(targets)), m_marks(marks) {
        std::sort(m_sources.begin(), m_sources.end(), byNumber);
        std::sort(m_targets.begin(), m_targets.end(), byNumber);
        m_zero = m_sources.front().time;
        tally();
    }

    std::map<Process, Process> run() {
        std::map<Process, Process> result;
        std::vector<Process> targets;
        for (const auto &[target, place] : m_ofTargets) {
            const auto able = ableSources(target);
            if (able.empty()) {
                continue;
            }
            m_able[target] = able;
            m_rivals[target] = rivalsOf(target);
            if (able.size() > m_rivals[target].size() + 1) {
                result[target] = ProcessPairs::kShared;
            } else {
                targets.push_back(target);
            }
        }
        // Those with the least choice first, in the order of time, as of copies of one program; then what fits better.
        std::sort(targets.begin(), targets.end(), [&](Process a, Process b) {
            return m_able[a].size() != m_able[b].size() ? m_able[a].size() < m_able[b].size()
                                                        : m_ofTargets[a].mean() < m_ofTargets[b].mean();
        });
        for (const auto target : targets) {
            const auto &able = m_able[target];
            const auto free = std::find_if_not(able.begin(), able.end(),
                                               [&](Process source) { return isTaken(result, target, source); });
            result[target] = free == able.end() ? able.front() : *free;
        }
        exchange(result);
        // What is certain of some is no choice of their rivals.
        std::set<Process> certain;
        for (bool isMore = true; isMore;) {
            isMore = false;
            for (const auto &[target, source] : result) {
                if (source != ProcessPairs::kShared && !certain.contains(target) &&
                    isCertain(result, target, certain)) {
                    certain.insert(target);
                    isMore = true;
                }
            }
        }
        for (auto &[target, source] : result) {
            source = certain.contains(target) ? source : ProcessPairs::kShared;
        }
        return result;
    }

private:
    /// Whether every other source is contradicted: by work before its call, or by the order in which two sources call
    /// and their targets work, as of copies of one program.
    [[nodiscard]] bool isCertain(const std::map<Process, Process> &chosen, Process target,
                                 const std::set<Process> &certain) const {
        const auto own = chosen.at(target);
        const auto &able = m_able.at(target);
        const auto &rivals = m_rivals.at(target);
        return !isTaken(chosen, target, own) && std::all_of(able.begin(), able.end(), [&](Process other) {
            const bool isGone = std::any_of(rivals.begin(), rivals.end(), [&](Process rival) {
                return certain.contains(rival) && chosen.at(rival) == other;
            });
            return other == own || isGone || isContradicted(target, own, other) ||
                   std::any_of(chosen.begin(), chosen.end(), [&](const auto &rival) {
                       return rival.second == other && areInOrder({target, rival.first}, {own, other});
                   });
        });
    }
    [[nodiscard]] bool isContradicted(Process target, Process own, Process other) const {
        const auto now = m_tallies.find({target, own});
        const auto then = m_tallies.find({target, other});
        const auto early = now == m_tallies.end() ? 0 : now->second.early;
        return then != m_tallies.end() && then->second.early > early + early / 10;
    }
    /// Whether one of two targets comes first whenever its source does, in nearly all numbers that the four have.
    [[nodiscard]] bool areInOrder(std::pair<Process, Process> targets, std::pair<Process, Process> sources) const {
        const auto &a = m_firsts.at(targets.first);
        const auto &b = m_firsts.at(targets.second);
        const auto &callsOfA = m_firsts.at(sources.first);
        const auto &callsOfB = m_firsts.at(sources.second);
        std::uint64_t count = 0;
        std::uint64_t agree = 0;
        for (const auto &[number, time] : a) {
            const auto other = b.find(number);
            const auto call = callsOfA.find(number);
            const auto otherCall = callsOfB.find(number);
            if (other != b.end() && call != callsOfA.end() && otherCall != callsOfB.end()) {
                ++count;
                agree += (time < other->second) == (call->second < otherCall->second) ? 1 : 0;
            }
        }
        constexpr std::uint64_t kLeast = 10;  // fewer are in order by chance
        return count >= kLeast && 2 * count >= a.size() && 100 * agree >= 99 * count;
    }
    [[nodiscard]] bool isTaken(const std::map<Process, Process> &chosen, Process target, Process source) const {
        const auto &rivals = m_rivals.at(target);
        return std::any_of(rivals.begin(), rivals.end(), [&](Process rival) {
            const auto it = chosen.find(rival);
            return it != chosen.end() && it->second == source;
        });
    }
    [[nodiscard]] Misfit misfitOf(Process target, Process source) const {
        const auto it = m_tallies.find({target, source});
        return it == m_tallies.end() ? Misfit{} : it->second.misfit();
    }
    [[nodiscard]] bool isAble(Process target, Process source) const {
        const auto &able = m_able.at(target);
        return std::find(able.begin(), able.end(), source) != able.end();
    }
    /// Two sources exchange targets that are rivals of one another, as long as that fits better: chains of Kempe, which
    /// keep rivals apart.
    void exchange(std::map<Process, Process> &chosen) const {
        constexpr std::size_t kMostSources = 64;
        constexpr int kMostRounds = 20;
        std::vector<Process> sources;
        for (const auto &[source, place] : m_ofSources) {
            sources.push_back(source);
        }
        bool isBetter = sources.size() <= kMostSources;
        for (int round = 0; isBetter && round < kMostRounds; ++round) {
            isBetter = false;
            for (std::size_t a = 0; a < sources.size(); ++a) {
                for (std::size_t b = a + 1; b < sources.size(); ++b) {
                    isBetter = exchangeOf(chosen, sources[a], sources[b]) || isBetter;
                }
            }
        }
    }
    bool exchangeOf(std::map<Process, Process> &chosen, Process a, Process b) const {
        std::set<Process> open;
        for (const auto &[target, source] : chosen) {
            if (source == a || source == b) {
                open.insert(target);
            }
        }
        bool isBetter = false;
        while (!open.empty()) {
            std::vector<Process> chain{*open.begin()};
            open.erase(open.begin());
            for (std::size_t i = 0; i < chain.size(); ++i) {
                for (const auto rival : m_rivals.at(chain[i])) {
                    if (open.erase(rival) > 0) {
                        chain.push_back(rival);
                    }
                }
            }
            Misfit now;
            Misfit then;
            bool canTurn = true;
            for (const auto target : chain) {
                const auto other = chosen.at(target) == a ? b : a;
                canTurn = canTurn && isAble(target, other);
                now.add(misfitOf(target, chosen.at(target)));
                then.add(misfitOf(target, other));
            }
            if (canTurn && then.isBelow(now)) {
                for (const auto target : chain) {
                    chosen[target] = chosen.at(target) == a ? b : a;
                }
                isBetter = true;
            }
        }
        return isBetter;
    }

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
        const auto number = targets.first->number;
        for (auto it = sources.first; it != sources.second; ++it) {
            first.try_emplace(it->process, it->time);
        }
        struct Targets {
            std::int64_t first = 0;
            std::int64_t last = 0;
            std::int64_t free = 0;  ///< before the first
        };
        std::map<Process, Targets> have;  // times of the targets of this number
        for (auto it = targets.first; it != targets.second; ++it) {
            // What starts things of this number itself joins its own.
            if (first.contains(it->process)) {
                continue;
            }
            have.try_emplace(it->process, Targets{it->time, it->time, it->free}).first->second.last = it->time;
            auto &place = m_ofTargets[it->process];
            ++place.count;
            place.time += sinceZero(it->time);
        }
        for (const auto &[target, times] : have) {
            for (const auto &[source, time] : first) {
                if (!canBelong(target, source)) {
                    continue;
                }
                auto &known = m_tallies[{target, source}];
                const auto wait = sinceZero(times.first) - sinceZero(std::max(time, std::min(times.free, times.first)));
                ++known.common;
                known.later += time <= times.last ? 1 : 0;
                known.early += time > times.first ? 1 : 0;
                known.wait += wait;
                known.square += wait * wait;
            }
        }
        for (const auto &[process, times] : have) {
            m_firsts[process].emplace(number, times.first);
        }
        for (const auto &[process, time] : first) {
            m_firsts[process].emplace(number, time);
            auto &place = m_ofSources[process];
            ++place.count;
            place.time += sinceZero(time);
        }
        for (const auto &[a, timeOfA] : have) {
            ++m_numbers[a];
            for (const auto &[b, timeOfB] : have) {
                m_sameNumbers[{a, b}] += a == b || !canBelong(a, b) ? 0 : 1;
            }
        }
    }
    /// Small numbers, whose sums stay exact. Damaged times may lie too far apart.
    [[nodiscard]] double sinceZero(std::int64_t time) const {
        std::int64_t difference = 0;
        const bool isTooFar = __builtin_sub_overflow(time, m_zero, &difference);
        return isTooFar ? 0 : static_cast<double>(difference);
    }
    /// Whether their marks leave it open that they are of one rank.
    [[nodiscard]] bool canBelong(Process a, Process b) const {
        const auto first = m_marks.find(a);
        const auto second = m_marks.find(b);
        return first == m_marks.end() || second == m_marks.end() || first->second == second->second;
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
    const ProcessMarks &m_marks;
    std::int64_t m_zero = 0;
    std::map<Process, std::vector<Process>> m_able;
    std::map<Process, std::vector<Process>> m_rivals;
    std::map<std::pair<Process, Process>, Tally> m_tallies;  ///< target, source
    /// When each process has a number first.
    std::map<Process, std::unordered_map<std::uint64_t, std::int64_t>> m_firsts;
    std::map<Process, Place> m_ofSources;
    std::map<Process, Place> m_ofTargets;
    std::map<Process, std::uint64_t> m_numbers;
    std::map<std::pair<Process, Process>, std::uint64_t> m_sameNumbers;
};

}  // namespace

std::string_view markOfProcess(std::string_view process) {
    const auto end = process.find_last_not_of("0123456789");
    return end == std::string_view::npos || end + 1 == process.size() ? std::string_view() : process.substr(0, end + 1);
}

ProcessPairs::ProcessPairs(std::vector<NumberedEnd> sources, std::vector<NumberedEnd> targets,
                           const ProcessMarks &marks) {
    const bool isOne = std::all_of(sources.begin(), sources.end(),
                                   [&](const NumberedEnd &end) { return end.process == sources.front().process; });
    if (isOne) {
        return;
    }
    // Marks that tell hosts from devices ("python 300", "GPU 0") tie nothing together.
    std::set<std::string_view> ofSources;
    for (const auto &end : sources) {
        if (const auto it = marks.find(end.process); it != marks.end()) {
            ofSources.insert(it->second);
        }
    }
    ProcessMarks tying;
    for (const auto &[process, mark] : marks) {
        if (ofSources.contains(mark)) {
            tying.emplace(process, mark);
        }
    }
    m_sources = Pairing(std::move(sources), std::move(targets), tying).run();
}

}  // namespace stagescope
