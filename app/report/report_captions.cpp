#include "app/report/report_captions.h"

#include "app/command_choice.h"
#include "core/analysis/overview/item_facts.h"
#include "core/base/time.h"

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kMostOutlined = 3;

void join(std::string &text, std::string_view separator, std::string_view part) {
    text += (text.empty() || part.empty() ? std::string_view() : separator);
    text += part;
}

std::string ranksText(const SelectionState &evidence) {
    std::set<std::int64_t> numbers;
    for (const auto &ref : evidence.ranks) {
        numbers.insert(ref.rank);
    }
    const auto text = numbersText({numbers.begin(), numbers.end()});
    return numbers.empty() ? text : (numbers.size() == 1 ? "rank " : "ranks ") + text;
}

std::string outlinedText(const ItemFacts &item) {
    std::string where = item.what.empty() ? std::string() : item.rank ? " on rank " + std::to_string(*item.rank) : "";
    std::string more;
    join(more, ", ", item.where);
    join(more, ", ", item.duration ? durationText(*item.duration) : std::string());
    return item.what.empty() ? std::string() : item.what + where + (more.empty() ? more : " (" + more + ")");
}

}  // namespace

std::string evidenceCaption(const Workspace &workspace, const Finding &finding) {
    const auto &evidence = finding.evidence;
    auto caption = ranksText(evidence);
    join(caption, ", ", evidence.step ? "step " + std::to_string(*evidence.step) : std::string());
    join(caption, ", ", evidence.range ? durationText(evidence.range->duration()) + " marked" : std::string());
    std::string outlined;
    std::size_t told = 0;
    for (const auto &item : evidence.items) {
        const auto facts = told < kMostOutlined ? itemFacts(workspace, item) : std::nullopt;
        const auto text = facts ? outlinedText(*facts) : std::string();
        join(outlined, "; ", text);
        told += text.empty() ? 0 : 1;
    }
    if (told > 0 && evidence.items.size() > kMostOutlined) {
        outlined += " and " + std::to_string(evidence.items.size() - kMostOutlined) + " more";
    }
    join(caption, "; ", outlined.empty() ? outlined : "outlined: " + outlined);
    return caption;
}

}  // namespace stagescope
