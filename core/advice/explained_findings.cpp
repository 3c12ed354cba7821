#include "core/advice/explained_findings.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <array>
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

namespace {

const Standing &standingOf(const Finding &finding) {
    static const Standing kNone;
    const auto rule = std::ranges::find(ruleList(), finding.rule, &Rule::id);
    return rule == ruleList().end() ? kNone : rule->standing;
}

bool isCauseOf(const Finding &cause, const Finding &finding, const CuredJob &job) {
    const auto &near = standingOf(cause);
    const auto &far = standingOf(finding);
    if (near.subject == Subject::Own || near.subject != far.subject || near.nearness >= far.nearness ||
        cause.impact > finding.impact || cause.cure.isEmpty() || finding.cure.isEmpty()) {
        return false;
    }
    const std::array both{&finding.cure, &cause.cure};
    const auto alone = job.saved(cause.cure);
    return alone > Nanos{0} && millis(job.saved(both) - job.saved(finding.cure)) < kLeastLeft * millis(alone);
}

}  // namespace

void nestCauses(std::vector<Finding> &findings, const CuredJob &job) {
    // What is the cause of a cause belongs to what that causes; nearness grows on the way, so that there are no loops.
    std::vector<std::size_t> of(findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i) {
        of[i] = i;
        if (findings[i].isPiece) {
            const auto whole = std::ranges::find_if(findings, [&](const Finding &other) {
                return other.rule == findings[i].partOf && other.impact >= findings[i].impact;
            });
            of[i] = whole == findings.end() ? i : static_cast<std::size_t>(whole - findings.begin());
            if (whole == findings.end()) {
                findings[i].isPiece = false;
                findings[i].partOf.clear();
            }
            continue;
        }
        for (std::size_t j = 0; j < findings.size() && of[i] == i; ++j) {
            of[i] = i != j && isCauseOf(findings[i], findings[j], job) ? j : i;
        }
    }
    for (auto &root : of) {
        while (of[root] != root) {
            root = of[root];
        }
    }
    std::vector<Finding> nested;
    for (std::size_t root = 0; root < findings.size(); ++root) {
        if (of[root] != root) {
            continue;
        }
        nested.push_back(findings[root]);
        for (std::size_t i = 0; i < findings.size(); ++i) {
            if (i != root && of[i] == root) {
                nested.push_back(findings[i]);
                nested.back().partOf = findings[i].isPiece ? findings[i].partOf : findings[root].rule;
            }
        }
    }
    findings = std::move(nested);
}

}  // namespace stagescope
