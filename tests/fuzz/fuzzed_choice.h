#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stagescope {

/// Bytes of a fuzzer for a target that holds several readers: their first byte ('A', 'B' ...) chooses one of them, the
/// rest is for it. Borrows the bytes.
struct FuzzedChoice {
    std::size_t index = 0;
    std::string_view text;

    FuzzedChoice(const std::uint8_t *data, std::size_t size, std::size_t choices) {
        if (size > 0) {
            constexpr unsigned kFirst = 'A';
            index = (data[0] + 256U - kFirst) % 256U % choices;
            text = {reinterpret_cast<const char *>(data) + 1, size - 1};
        }
    }
};

/// Gives the bytes to one of the readers.
template <class Reader, std::size_t N>
void fuzzOneOf(const std::uint8_t *data, std::size_t size, const Reader (&readers)[N]) {
    const FuzzedChoice choice(data, size, N);
    readers[choice.index](choice.text);
}

}  // namespace stagescope
