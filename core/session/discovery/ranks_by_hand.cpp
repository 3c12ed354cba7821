#include "core/session/discovery/ranks_by_hand.h"

#include "core/base/text.h"
#include "core/session/discovery/capture_order.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace stagescope {

namespace {

struct Told {
    std::mutex mutex;
    std::vector<RankByHand> ranks;
};

Told &told() {
    static Told told;
    return told;
}

bool isAt(std::string_view path, std::string_view place) {
    return path == place ||
           (path.size() > place.size() && path.ends_with(place) && path[path.size() - place.size() - 1] == '/');
}

std::optional<int> handOf(const RankCapture &capture) {
    auto &all = told();
    const std::scoped_lock lock(all.mutex);
    if (all.ranks.empty()) {
        return std::nullopt;
    }
    const auto place = placeByHand(capture);
    const auto it =
        std::find_if(all.ranks.begin(), all.ranks.end(), [&](const RankByHand &one) { return isAt(place, one.place); });
    return it == all.ranks.end() ? std::nullopt : std::optional(it->rank);
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
    std::erase_if(ranks, [](const RankByHand &one) { return one.rank < 0; });
    const std::scoped_lock lock(told().mutex);
    told().ranks = std::move(ranks);
}

void takeRanksByHand(Run &run) {
    for (auto &capture : run.captures) {
        if (const auto rank = handOf(capture)) {
            capture.rank = *rank;
            capture.origin = RankOrigin::ProfilerInfo;  // nothing that is read later is trusted more
        }
    }
}

bool isByHand(const RankCapture &capture) { return handOf(capture).has_value(); }

std::string placeByHand(const RankCapture &capture) {
    if (!isOneFile(capture)) {
        return capture.folder;
    }
    const auto &file = capture.files.front();
    return file.process.empty() ? file.path : file.path + '#' + file.process;
}

}  // namespace stagescope
