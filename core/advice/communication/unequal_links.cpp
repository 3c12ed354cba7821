#include "core/advice/communication/unequal_links.h"

#include "core/advice/communication/comm_study.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kFewestPeers = 3;  ///< links from which on there is a usual rate

bool isJudged(const RuleInput &input, const CommLink &link) {
    return link.name == kAllOperators && link.source != link.destination && link.sizeMb > 0 && link.timeMs > 0 &&
           link.transport != "LOCAL" && (!link.isP2p || input.pipelines.empty());
}

}  // namespace

std::vector<UnequalLink> unequalLinks(const RuleInput &input, std::span<const CommLink> all, double ratio) {
    using Kind = std::tuple<std::string, std::string, std::string, int>;
    const CommGroups groups(input);
    std::map<Kind, std::vector<const CommLink *>> kinds;
    for (const auto &link : all) {
        if (isJudged(input, link)) {
            const int size = static_cast<int>(std::lround(std::log2(link.sizeMb)));
            kinds[{link.step, link.transport, groups.nameOf(link.group), size}].push_back(&link);
        }
    }
    std::vector<UnequalLink> slow;
    for (const auto &[kind, links] : kinds) {
        std::vector<double> rates;
        std::transform(links.begin(), links.end(), std::back_inserter(rates), [](const auto *l) { return l->gbps(); });
        const double usual = lowerMedian(rates);
        for (const auto *link : links) {
            const UnequalLink judged{*link, usual, links.size() - 1, link->timeMs - link->sizeMb / usual};
            if (judged.peers >= kFewestPeers && judged.ratio() >= ratio) {
                slow.push_back(judged);
            }
        }
    }
    std::stable_sort(slow.begin(), slow.end(), [](const auto &a, const auto &b) { return a.lostMs > b.lostMs; });
    return slow;
}

}  // namespace stagescope
