#include "core/store/trace/flow_matching.h"

#include "core/store/trace/interruptible_sort.h"
#include "core/store/trace/process_pairs.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

namespace stagescope {

namespace {

using Ends = std::span<const FlowEnd>;

bool isStart(const FlowEnd &end) { return end.phase == FlowPhase::Start; }

/// fn(ends of one category and id, by time).
template <class Fn>
void forEachArrow(Ends ends, const Fn &fn) {
    for (std::size_t first = 0; first < ends.size();) {
        std::size_t last = first;
        while (last < ends.size() && ends[last].category == ends[first].category && ends[last].id == ends[first].id) {
            ++last;
        }
        fn(ends.subspan(first, last - first));
        first = last;
    }
}

bool isOfSeveral(Ends ends) {
    const auto first = std::find_if(ends.begin(), ends.end(), &isStart);
    return std::any_of(first, ends.end(),
                       [&](const FlowEnd &end) { return isStart(end) && end.process != first->process; });
}

class Matching {
public:
    Matching(Ends ends, const ProcessTies &ties) : m_ends(ends), m_ties(ties) {}

    MatchedFlows run() {
        findPairs();
        forEachArrow(m_ends, [&](Ends ends) {
            if (!m_pairs.empty() && m_pairs.contains(ends.front().category) && isOfSeveral(ends)) {
                matchOfSeveral(ends);
            } else {
                matchOne(ends);
            }
        });
        return std::move(m_result);
    }

private:
    /// Of the categories whose ids several processes use.
    void findPairs() {
        std::set<StringId> categories;
        forEachArrow(m_ends, [&](Ends ends) {
            if (isOfSeveral(ends)) {
                categories.insert(ends.front().category);
            }
        });
        for (const auto category : categories) {
            std::vector<NumberedEnd> sources;
            std::vector<NumberedEnd> targets;
            for (const auto &end : m_ends) {
                if (end.category == category) {
                    (isStart(end) ? sources : targets).push_back({end.id, end.time, end.process});
                }
            }
            m_pairs.emplace(category, ProcessPairs(std::move(sources), std::move(targets), m_ties.marks));
        }
    }
    void matchOfSeveral(Ends ends) {
        const auto &pairs = m_pairs.at(ends.front().category);
        std::map<std::uint32_t, std::vector<FlowEnd>> families;
        for (const auto &end : ends) {
            if (isStart(end)) {
                families[end.process];
            }
        }
        for (const auto &end : ends) {
            const auto driver = m_ties.drivers.find(end.process);
            const auto source = families.contains(end.process)   ? end.process
                                : driver != m_ties.drivers.end() ? driver->second
                                                                 : pairs.sourceOf(end.process);
            families[source].push_back(end);
        }
        const auto shared = families.extract(ProcessPairs::kShared);
        const auto any = families.extract(ProcessPairs::kAny);
        const auto used = shared.empty() ? std::set<const FlowEnd *>{} : matchShared(ends, shared.mapped());
        for (const auto &[process, own] : families) {
            if (!std::all_of(own.begin(), own.end(), &isStart)) {
                matchOne(own);
            }
        }
        m_result.lostEnds += any.empty() ? 0 : any.mapped().size();
        for (const auto &end : ends) {
            const auto family = isStart(end) ? families.find(end.process) : families.end();
            const bool isAlone =
                family != families.end() && std::all_of(family->second.begin(), family->second.end(), &isStart);
            m_result.lostStarts += isAlone && !used.contains(&end) ? 1 : 0;
        }
    }
    /// All ends of one arrow, by time.
    void matchOne(Ends ends) {
        const auto isSource = [](const FlowEnd &e) { return e.phase != FlowPhase::End; };
        const auto firstSource = std::find_if(ends.begin(), ends.end(), isSource);
        const FlowEnd *source = firstSource == ends.end() ? nullptr : &*firstSource;
        bool used = false;
        for (const auto &end : ends) {
            if (source == nullptr) {
                ++m_result.lostEnds;
                continue;
            }
            if (isStart(end)) {
                m_result.lostStarts += &end != source && !used ? 1 : 0;
                used = used && &end == source;
                source = &end;
            } else if (&end != source) {
                add(*source, end);
                used = true;
                source = end.phase == FlowPhase::Step ? &end : source;
            }
        }
        m_result.lostStarts += source != nullptr && !used ? 1 : 0;
    }
    /// Ends in a process that several others drive: each belongs to the one start before it that has none yet.
    std::set<const FlowEnd *> matchShared(Ends all, Ends ends) {
        std::set<const FlowEnd *> used;
        std::vector<const FlowEnd *> open;
        const FlowEnd *last = nullptr;
        auto start = all.begin();
        for (const auto &end : ends) {
            for (; start != all.end() && start->time <= end.time; ++start) {
                if (isStart(*start)) {
                    open.push_back(&*start);
                }
            }
            if (open.size() > 1 || (open.empty() && last == nullptr)) {
                ++(open.empty() ? m_result.lostEnds : m_result.ambiguous);
                continue;
            }
            last = open.empty() ? last : open.front();
            open.clear();
            used.insert(last);
            add(*last, end);
        }
        return used;
    }
    void add(const FlowEnd &from, const FlowEnd &to) {
        m_result.flows.push_back({from.track, to.track, rankTime(from.time), rankTime(to.time), to.category});
    }

    Ends m_ends;
    const ProcessTies &m_ties;
    std::map<StringId, ProcessPairs> m_pairs;
    MatchedFlows m_result;
};

}  // namespace

ProcessTies tiesOf(const std::map<std::string_view, std::uint32_t> &processes,
                   const std::map<std::string, std::string> &drivers) {
    ProcessTies ties;
    for (const auto &[name, process] : processes) {
        if (const auto mark = markOfProcess(name); !mark.empty()) {
            ties.marks.emplace(process, mark);
        }
    }
    for (const auto &[device, host] : drivers) {
        const auto target = processes.find(device);
        const auto source = processes.find(host);
        if (target != processes.end() && (host.empty() || source != processes.end())) {
            ties.drivers.emplace(target->second, host.empty() ? ProcessPairs::kShared : source->second);
        }
    }
    return ties;
}

std::optional<MatchedFlows> matchFlows(std::vector<FlowEnd> ends, const ProcessTies &ties,
                                       const std::stop_token &stop) {
    const auto inOrder = [](const FlowEnd &a, const FlowEnd &b) {
        return std::tie(a.category, a.id, a.time, a.phase, a.track) <
               std::tie(b.category, b.id, b.time, b.phase, b.track);
    };
    if (!interruptibleSort(ends.begin(), ends.end(), inOrder, stop)) {
        return std::nullopt;
    }
    return Matching(ends, ties).run();
}

}  // namespace stagescope
