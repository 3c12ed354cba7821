#include "app/commands/slim_text.h"

#include "app/command_loading.h"
#include "core/base/number_text.h"

#include <algorithm>

namespace stagescope {

Result<std::vector<SlimAnswer>> parseAnswers(const std::string &text) {
    std::vector<SlimAnswer> answers;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        const auto answer = slimAnswerFromText(std::string_view(text).substr(at, end - at));
        if (!answer) {
            return badChoice("--for", text.substr(at, end - at), {"pipeline", "communication", "memory", "all"});
        }
        answers.push_back(*answer);
        at = end + 1;
    }
    return answers;
}

Result<SlimChoice> slimChoice(const Arguments &arguments) {
    auto answers = parseAnswers(arguments.value("--for"));
    auto ranks = ranksOption(arguments, "--ranks");
    if (!answers || !ranks) {
        return tl::make_unexpected(answers ? ranks.error() : answers.error());
    }
    return SlimChoice{.answers = std::move(*answers), .ranks = std::move(*ranks)};
}

std::string portionText(std::uint64_t part, std::uint64_t whole) {
    return percentText(static_cast<double>(part), static_cast<double>(whole)) + " %";
}

std::string leftOutText(const SlimSums &sums) {
    std::string text;
    for (const auto &[reason, sum] : sums) {
        text += reason == SlimReason::Kept ? std::string()
                                           : "skipped: " + countText(sum.files, "file") + ", " + sizeText(sum.bytes) +
                                                 ", " + std::string(slimReasonText(reason)) + "\n";
    }
    return text;
}

}  // namespace stagescope
