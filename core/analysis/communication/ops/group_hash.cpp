#include "core/analysis/communication/ops/group_hash.h"

#include <cstdint>

namespace stagescope {

std::string groupHash(std::string_view id) {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    for (const char c : id) {
        first = first * 29 + static_cast<unsigned char>(c);
        second = second * 131 + static_cast<unsigned char>(c);
    }
    return std::to_string((std::uint64_t{first} << 32) | second);
}

}  // namespace stagescope
