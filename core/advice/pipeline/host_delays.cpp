#include "core/advice/pipeline/host_delays.h"

#include "core/advice/number_texts.h"
#include "core/analysis/run/ranks.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

std::optional<Nanos> medianOf(std::vector<Nanos> values) {
    if (values.empty()) {
        return std::nullopt;
    }
    return lowerMedian(std::move(values));
}

/// With what the profiler may have caused, or without.
Nanos gapsOf(const RankGapSummary &rank, std::initializer_list<FreeCause> causes, bool isOfJob) {
    std::vector<Nanos> steps;
    for (const auto &step : rank.steps) {
        Nanos sum{0};
        for (const auto cause : causes) {
            sum += isOfJob ? step.ofJob(cause) : step.of(cause);
        }
        steps.push_back(sum);
    }
    return lowerMedian(std::move(steps));
}

/// Which gaps are asked about. Refers to both.
auto isAmong(const std::vector<int> &ranks, std::initializer_list<FreeCause> causes) {
    return [&ranks, causes](int rank, FreeCause cause) {
        return std::find(ranks.begin(), ranks.end(), rank) != ranks.end() &&
               std::find(causes.begin(), causes.end(), cause) != causes.end();
    };
}

}  // namespace

HostDelays::HostDelays(const RuleInput &input) : m_input(input), m_step(input.step) {
    std::vector<Nanos> operators;
    for (const auto &rank : input.gaps) {
        if (rank.operatorTime) {
            operators.push_back(*rank.operatorTime);
        }
    }
    m_operatorTime = medianOf(std::move(operators));
}

Nanos HostDelays::gapsOf(int rank, std::initializer_list<FreeCause> causes) const {
    for (const auto &summary : m_input.gaps) {
        if (summary.rank == rank) {
            return stagescope::gapsOf(summary, causes, false);
        }
    }
    return Nanos{0};
}

std::optional<Nanos> HostDelays::operatorTime(int rank) const {
    for (const auto &summary : m_input.gaps) {
        if (summary.rank == rank) {
            return summary.operatorTime;
        }
    }
    return std::nullopt;
}

std::vector<int> HostDelays::slowHosts(double ratio) const {
    std::vector<int> ranks;
    for (const auto &summary : m_input.gaps) {
        if (summary.operatorTime && m_operatorTime &&
            static_cast<double>(summary.operatorTime->count()) >=
                ratio * static_cast<double>(std::max<std::int64_t>(1, m_operatorTime->count()))) {
            ranks.push_back(summary.rank);
        }
    }
    return ranks;
}

std::vector<int> HostDelays::otherRanks(const std::vector<int> &ranks) const {
    std::vector<int> others;
    for (const auto &summary : m_input.gaps) {
        if (std::find(ranks.begin(), ranks.end(), summary.rank) == ranks.end()) {
            others.push_back(summary.rank);
        }
    }
    return others;
}

Cure HostDelays::gapsThat(const std::function<bool(int rank, FreeCause cause)> &isAsked, double share) const {
    Cure cure;
    for (const auto &summary : m_input.gaps) {
        for (const auto &gap : summary.late) {
            if (isAsked(summary.rank, gap.cause)) {
                const auto range = m_input.run.clock.toAligned(summary.rank, gap.range);
                cure.time[summary.rank].push_back({{ns(range.begin), ns(range.end)}, share * gap.share});
            }
        }
    }
    return cure;
}

Nanos HostDelays::costOf(const std::vector<int> &ranks, std::initializer_list<FreeCause> causes, Scope scope) const {
    const auto isAsked = isAmong(ranks, causes);
    const auto own = gapsThat(isAsked);
    if (scope == Scope::Job) {
        return m_input.job.saved(own);
    }
    if (m_input.mayBeHidden != nullptr) {
        *m_input.mayBeHidden = true;
    }
    const auto rest = gapsThat([&](int rank, FreeCause cause) { return !isAsked(rank, cause); });
    std::vector<const Cure *> all(m_input.others.begin(), m_input.others.end());
    all.push_back(&rest);
    const auto without = m_input.job.saved(all);
    all.push_back(&own);
    return m_input.job.saved(all) - without;
}

Cure HostDelays::cureOf(const std::vector<int> &ranks, std::initializer_list<FreeCause> causes, double share) const {
    return gapsThat(isAmong(ranks, causes), share);
}

std::optional<HostDelay> HostDelays::worst(std::initializer_list<FreeCause> causes, const std::vector<int> &among,
                                           double least) const {
    // All ranks alike: without the profiler. One against the others: with it, since it costs each of them the same.
    std::vector<Nanos> ofJob;
    std::vector<Nanos> all;
    for (const auto &summary : m_input.gaps) {
        ofJob.push_back(stagescope::gapsOf(summary, causes, true));
        all.push_back(stagescope::gapsOf(summary, causes, false));
    }
    const auto alike = medianOf(std::move(ofJob));
    const auto typical = medianOf(std::move(all));
    if (!typical || m_step <= Nanos{0}) {
        return std::nullopt;
    }
    const bool isReplayed = m_input.job.hasPipelines();
    auto scope = Scope::Job;
    auto together = isReplayed ? costOf(among, causes, scope) : *alike;
    if (isReplayed && shareOf(together, m_step) < least) {
        scope = Scope::OnTop;
        together = costOf(among, causes, scope);
    }
    HostDelay result{std::nullopt, *alike, *alike, together, m_step, isReplayed, cureOf(among, causes)};
    auto most = Nanos{std::llround(kMostOfAll * static_cast<double>(result.impact.count()))};
    // Which rank is behind the others is not said of ranks whose numbers are guessed; what the median one waits is.
    for (const int rank : hasGuessedRanks(m_input.run) ? std::vector<int>{} : among) {
        const auto own = gapsOf(rank, causes);
        const auto excess = own - std::max(*typical - ofSteps(rank, &GapSummary::aheadOfHost), Nanos{0});
        if (excess <= most || shareOf(excess, m_step) < least) {
            continue;
        }
        const bool isCosted = isReplayed && !m_input.wantsSuspects;
        const auto impact = isCosted ? std::min(excess, costOf({rank}, causes, scope)) : excess;
        if (impact > most) {
            most = impact;
            result = {rank, own, *typical, impact, m_step, isReplayed, cureOf({rank}, causes, shareOf(excess, own))};
        }
    }
    return result;
}

Nanos HostDelays::ofSteps(std::optional<int> rank, Nanos GapSummary::*time) const {
    std::vector<Nanos> ranks;
    for (const auto &summary : m_input.gaps) {
        std::vector<Nanos> steps;
        for (const auto &step : summary.steps) {
            steps.push_back(step.*time);
        }
        if (!rank || *rank == summary.rank) {
            ranks.push_back(lowerMedian(std::move(steps)));
        }
    }
    return lowerMedian(std::move(ranks));
}

Nanos HostDelays::harmless(std::optional<int> rank) const { return ofSteps(rank, &GapSummary::harmless); }

HostActivity HostDelays::activityOf(std::optional<int> rank) const {
    ActivityTimes sums{};
    Nanos whole{0};
    for (const auto &summary : m_input.gaps) {
        for (std::size_t i = 0; i < sums.size() && (!rank || *rank == summary.rank); ++i) {
            std::vector<Nanos> steps;
            for (const auto &step : summary.steps) {
                steps.push_back(step.lateBy.at(i));
            }
            sums.at(i) += lowerMedian(std::move(steps));
        }
    }
    for (const auto sum : sums) {
        whole += sum;
    }
    const auto most = std::max_element(sums.begin(), sums.end());
    return 2 * *most >= whole ? static_cast<HostActivity>(most - sums.begin()) : HostActivity::Other;
}

HostDelays::Profiling HostDelays::profilingOf(std::optional<int> rank) const {
    std::vector<Profiling> ranks;
    const auto isLess = [](const Profiling &a, const Profiling &b) { return a.cost < b.cost; };
    for (const auto &summary : m_input.gaps) {
        std::vector<Profiling> steps;
        for (const auto &step : summary.steps) {
            steps.push_back({step.profiler, step.events});
        }
        if (!rank || *rank == summary.rank) {
            ranks.push_back(lowerMedian(std::move(steps), isLess));
        }
    }
    return lowerMedian(std::move(ranks), isLess);
}

bool HostDelays::areLaunchesRecorded(std::optional<int> rank) const {
    Nanos recorded{0};
    Nanos late{0};
    for (const auto &summary : m_input.gaps) {
        for (const auto &step : summary.steps) {
            if (!rank || *rank == summary.rank) {
                recorded += step.recorded;
                late += step.of(FreeCause::HostLaunch);
            }
        }
    }
    return 2 * recorded >= late;
}

std::optional<HostDelays::Witness> HostDelays::longest(std::initializer_list<FreeCause> causes,
                                                       std::optional<int> rank) const {
    std::optional<Witness> best;
    for (const auto &summary : m_input.gaps) {
        for (const auto &step : summary.steps) {
            for (const auto cause : causes) {
                const auto &gap = step.longest.at(static_cast<std::size_t>(cause));
                if (gap && (!rank || *rank == summary.rank) && (!best || gap->length > best->gap.length)) {
                    best = Witness{*gap, summary.rank, step.step};
                }
            }
        }
    }
    return best;
}

std::optional<Message> lacksHost(const RuleInput &input) {
    const bool hasHost = std::ranges::any_of(input.gaps, &RankGapSummary::knowsLaunches);
    return hasHost ? std::nullopt : std::optional(Message("finding.unanswered.host"));
}

SelectionState evidenceOf(const RuleInput &input, const HostDelay &delay,
                          const std::optional<HostDelays::Witness> &witness) {
    SelectionState evidence;
    const auto rank = delay.rank ? delay.rank : witness ? std::optional(witness->rank) : std::nullopt;
    if (witness) {
        evidence.step = witness->step;
        // What the host did is to blame, not the work that ends the gap.
        if (witness->gap.call) {
            evidence.items.emplace_back(*witness->gap.call);
        }
        if (witness->gap.after) {
            evidence.items.emplace_back(*witness->gap.after);
            const auto end = witness->gap.afterBegin;
            evidence.range = input.run.clock.toAligned(witness->rank, RankRange{end - witness->gap.length, end});
        }
    }
    if (delay.rank) {  // else it is about all ranks, and the gap of one is an example
        evidence.ranks.push_back({input.run.id, *delay.rank});
    }
    if (rank) {
        evidence.items.emplace_back(RankRef{input.run.id, *rank});
    }
    return evidence;
}

}  // namespace stagescope
