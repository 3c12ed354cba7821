#include "core/session/discovery/ranks_by_hand.h"

#include "core/base/text.h"
#include "core/session/discovery/capture_order.h"

#include <algorithm>

namespace stagescope {

namespace {

std::vector<RankByHand> &ranksByHand() {
    static std::vector<RankByHand> ranks;
    return ranks;
}

bool isAt(std::string_view path, std::string_view place) {
    return path == place ||
           (path.size() > place.size() && path.ends_with(place) && path[path.size() - place.size() - 1] == '/');
}

const RankByHand *handOf(const RankCapture &capture) {
    const auto &ranks = ranksByHand();
    const auto it = std::find_if(ranks.begin(), ranks.end(), [&](const RankByHand &told) {
        return (!capture.files.empty() && isOneFile(capture) && isAt(capture.files.front().path, told.place)) ||
               (!isOneFile(capture) && isAt(capture.folder, told.place));
    });
    return it == ranks.end() ? nullptr : &*it;
}

}  // namespace

Result<RankByHand> rankByHandFromText(const std::string &text) {
    const auto equals = text.rfind('=');
    const auto number = equals == std::string::npos ? std::string_view{} : std::string_view(text).substr(equals + 1);
    const auto rank = number == "-" ? std::optional(-1) : wholeNumber<int>(number);
    auto place = text.substr(0, equals);
    while (place.size() > 1 && place.ends_with('/')) {
        place.pop_back();
    }
    constexpr int kMostRanks = 10'000'000;
    if (!rank || (*rank < 0 && number != "-") || *rank >= kMostRanks || place.empty()) {
        return fail(ErrorKind::BadArgument,
                    "is no rank of a file; expected one such as trace_b.json=3, or trace_b.json=- to forget it", text);
    }
    return RankByHand{std::move(place), *rank};
}

void setRanksByHand(std::vector<RankByHand> ranks) {
    std::erase_if(ranks, [](const RankByHand &told) { return told.rank < 0; });
    ranksByHand() = std::move(ranks);
}

void takeRanksByHand(Run &run) {
    for (auto &capture : run.captures) {
        if (const auto *told = handOf(capture)) {
            capture.rank = told->rank;
            capture.origin = RankOrigin::ProfilerInfo;  // nothing that is read later is trusted more
        }
    }
}

bool isByHand(const RankCapture &capture) { return handOf(capture) != nullptr; }

}  // namespace stagescope
