#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>

namespace stagescope {

/// The number whose sizeof(T) bytes lie at `at`, the lowest first, wherever this runs: one load where machines do so,
/// too.
template <std::unsigned_integral T>
[[nodiscard]] T littleAt(const void *at) {
    T value = 0;
    std::memcpy(&value, at, sizeof value);
    if constexpr (std::endian::native == std::endian::little) {
        return value;
    }
    T turned = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
        turned = static_cast<T>(turned << 8 | ((value >> (8 * i)) & 0xffU));
    }
    return turned;
}

}  // namespace stagescope
