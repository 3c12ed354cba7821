#include "core/session/loading/kept_ranks.h"

#include "core/base/io/cache_folder.h"
#include "core/session/discovery/file_head.h"
#include "core/session/shared_file.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostBytes = 1 << 20;

}  // namespace

std::string keptRanksPath() { return (dataFolder() / "ranks.txt").string(); }

/// One line each, "PATH=RANK".
std::vector<RankByHand> keptRanks() {
    std::vector<RankByHand> ranks;
    const auto text = readHead(keptRanksPath(), kMostBytes);
    std::string_view rest = text ? std::string_view(*text) : std::string_view{};
    while (!rest.empty()) {
        const auto line = rest.substr(0, rest.find('\n'));
        if (auto rank = rankByHandFromText(std::string(line))) {
            ranks.push_back(std::move(*rank));
        }
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return ranks;
}

Status keepRanks(const std::vector<RankByHand> &ranks) {
    SharedFile file(keptRanksPath());
    const auto lock = file.lock();
    if (!lock) {
        return tl::make_unexpected(lock.error());
    }
    auto kept = keptRanks();
    for (const auto &rank : ranks) {
        std::erase_if(kept, [&](const RankByHand &known) { return known.place == rank.place; });
        if (rank.rank >= 0) {
            kept.push_back(rank);
        }
    }
    std::string text;
    for (const auto &[place, rank] : kept) {
        text += place + '=' + std::to_string(rank) + '\n';
    }
    return file.replace(text);
}

}  // namespace stagescope
