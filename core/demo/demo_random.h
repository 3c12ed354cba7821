#pragma once

#include <cstdint>
#include <initializer_list>

namespace stagescope {

/// Noise as a hash of what it belongs to, rather than a stream of draws: a fault on one rank leaves the noise of all
/// others as it was. SplitMix64's finalizer (Steele, Lea, Flood 2014) over the key's words.
[[nodiscard]] constexpr std::uint64_t hashedNoise(std::initializer_list<std::uint64_t> key) {
    std::uint64_t state = 0x9E3779B97F4A7C15ULL;
    for (const std::uint64_t word : key) {
        state += word + 0x9E3779B97F4A7C15ULL;
        state = (state ^ (state >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        state = (state ^ (state >> 27U)) * 0x94D049BB133111EBULL;
        state ^= state >> 31U;
    }
    return state;
}

}  // namespace stagescope
