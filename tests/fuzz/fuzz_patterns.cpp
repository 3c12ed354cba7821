#include "core/base/byte_pattern.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

using namespace stagescope;

/// The first line is a pattern, the rest is a text; both are searched in each other.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view all(reinterpret_cast<const char *>(data), size);
    const auto end = std::min(all.find('\n'), all.size());
    const auto pattern = all.substr(0, end);
    const auto text = all.substr(std::min(end + 1, all.size()));
    for (const auto letters : {BytePattern::Case::Ignore, BytePattern::Case::Heed}) {
        BytePattern compiled(pattern, letters);
        std::ignore = compiled.isIn(text);
        std::ignore = compiled.isIn(pattern);
        std::ignore = compiled.isIn({});
    }
    return 0;
}
