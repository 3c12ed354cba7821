#pragma once

#include "core/base/words/text_map.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>

namespace stagescope {

/// A fact of a text, `factOf(text)`, worked out once for each text while the program runs: the ranks of a job have the
/// same names. For facts that are small and take longer to work out than to find. Long texts, and those beyond some
/// 16 000, are worked out each time. Any thread.
template <auto factOf>
[[nodiscard]] auto remembered(std::string_view text) {
    using Fact = std::invoke_result_t<decltype(factOf), std::string_view>;
    struct Shard {
        std::mutex mutex;
        TextMap<Fact> facts;
    };
    constexpr std::size_t kLongest = 512;
    constexpr std::size_t kShards = 16;
    constexpr std::size_t kMost = 16'384 / kShards;
    static std::array<Shard, kShards> shards;
    if (text.size() > kLongest) {
        return factOf(text);
    }
    auto &shard = shards[TextHash{}(text) % kShards];
    {
        const std::lock_guard lock(shard.mutex);
        if (const auto it = shard.facts.find(text); it != shard.facts.end()) {
            return it->second;
        }
    }
    auto fact = factOf(text);
    const std::lock_guard lock(shard.mutex);
    if (shard.facts.size() < kMost) {
        shard.facts.try_emplace(std::string(text), fact);
    }
    return fact;
}

}  // namespace stagescope
