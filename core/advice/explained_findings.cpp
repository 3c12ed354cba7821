#include "core/advice/explained_findings.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <optional>
#include <set>

namespace stagescope {

namespace {

using Causes = std::vector<const Finding *>;

/// The memory snapshot that a finding is about.
std::optional<std::uint32_t> snapshotOf(const Finding &finding) {
    for (const auto &item : finding.evidence.items) {
        if (const auto *event = std::get_if<SnapshotEventRef>(&item)) {
            return event->snapshot;
        }
    }
    return std::nullopt;
}

bool isOfOtherSnapshot(const Finding &cause, const Finding &finding) {
    const auto of = snapshotOf(finding);
    const auto by = snapshotOf(cause);
    return of && by && of != by;
}

/// Findings of rules that look at the same and stand nearer to the cause.
Causes causesOf(std::size_t rule, const FoundByRule &found) {
    const auto &own = ruleList()[rule].standing;
    Causes causes;
    for (std::size_t i = 0; i < found.size() && own.subject != Subject::Own; ++i) {
        const auto &other = ruleList()[i].standing;
        const bool alsoExplains = other.alsoExplains == own.subject && own.nearness > Nearness::Cause;
        const bool isOfSubject = other.subject == own.subject || alsoExplains;
        if (isOfSubject && other.nearness < own.nearness) {
            std::ranges::transform(found[i], std::back_inserter(causes), [](const Finding &each) { return &each; });
        }
    }
    return causes;
}

/// What is left of a finding's cost without its causes, as a share; nothing where no replay can tell.
std::optional<double> leftOf(const Finding &finding, const Causes &causes, const CuredJob &job) {
    std::vector<const Cure *> cures;
    for (const auto *cause : causes) {
        if (!cause->cure.isEmpty()) {
            cures.push_back(&cause->cure);
        }
    }
    if (!job.hasPipelines() || cures.empty()) {
        return std::nullopt;
    }
    const auto without = job.saved(cures);
    cures.push_back(&finding.cure);
    const auto onTop = job.saved(cures) - without;
    const auto most = std::max(job.saved(finding.cure), onTop);
    if (most <= Nanos{0} || millis(most) < kLeastLeft * millis(finding.impact)) {
        return std::nullopt;  // something else hides it from the job
    }
    return millis(onTop) / millis(most);
}

bool areItsRanksBlamed(const Finding &finding, const Causes &causes) {
    std::set<int> open;
    for (const auto &rank : finding.evidence.ranks) {
        open.insert(rank.rank);
    }
    for (const auto *cause : causes) {
        for (const auto &rank : cause->evidence.ranks) {
            open.erase(rank.rank);
        }
        if (cause->evidence.ranks.empty()) {
            open.clear();
        }
    }
    return !causes.empty() && open.empty();
}

bool isExplained(const Finding &finding, Causes causes, const CuredJob &job) {
    std::erase_if(causes, [&](const Finding *cause) { return isOfOtherSnapshot(*cause, finding); });
    const auto left = leftOf(finding, causes, job);
    if (left) {
        return *left < kLeastLeft;
    }
    std::erase_if(causes,
                  [&](const Finding *cause) { return millis(cause->impact) < kLeastLeft * millis(finding.impact); });
    return areItsRanksBlamed(finding, causes);
}

}  // namespace

std::vector<Finding> unexplained(std::size_t rule, const FoundByRule &found, const CuredJob &job) {
    const auto causes = causesOf(rule, found);
    std::vector<Finding> left;
    std::ranges::copy_if(found[rule], std::back_inserter(left),
                         [&](const Finding &finding) { return !isExplained(finding, causes, job); });
    return left;
}

}  // namespace stagescope
