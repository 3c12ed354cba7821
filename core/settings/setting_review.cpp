#include "core/settings/setting_review.h"

#include <algorithm>

namespace stagescope {

bool SettingReview::isStopped() const {
    return std::any_of(problems.begin(), problems.end(),
                       [](const SettingProblem &problem) { return problem.verdict == SettingVerdict::Stops; });
}

std::int64_t SettingReview::steps() const { return sheet.question().steps.value_or(plan ? plan->needed() + 1 : 0); }

SettingReview reviewSettings(SettingKind kind, const TextNode &root, std::vector<SettingProblem> problems,
                             const SettingQuestion &question) {
    SettingReview review{checkSettings(kind, root, question), std::move(problems)};
    const auto append = [&](const std::vector<SettingProblem> &more) {
        review.problems.insert(review.problems.end(), more.begin(), more.end());
    };
    append(review.sheet.problems());
    review.plan = stepPlan(review.sheet);
    if (review.plan && question.steps) {
        append(stepProblems(*review.plan, *question.steps));
    }
    review.problems = sortedProblems(std::move(review.problems));
    return review;
}

SettingReview reviewSettings(SettingKind kind, std::string_view text, const SettingText &read,
                             const SettingQuestion &question) {
    auto problems = read.problems;
    if (kind == SettingKind::TorchNpu && text.size() > kMonitorBytes) {
        problems.push_back({SettingVerdict::Stops, 0, {}, Message("settings.problem.too_big")});
    }
    return reviewSettings(kind, read.root, std::move(problems), question);
}

std::size_t refusedOf(const std::vector<SettingProblem> &problems) {
    return static_cast<std::size_t>(std::count_if(problems.begin(), problems.end(), [](const SettingProblem &problem) {
        return problem.verdict != SettingVerdict::Warning;
    }));
}

std::vector<SettingProblem> sortedProblems(std::vector<SettingProblem> problems) {
    const auto place = [](const SettingProblem &p) { return p.line == 0 ? INT32_MAX : p.line; };
    std::stable_sort(problems.begin(), problems.end(),
                     [&](const SettingProblem &a, const SettingProblem &b) { return place(a) < place(b); });
    return problems;
}

}  // namespace stagescope
