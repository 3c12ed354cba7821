#include "core/analysis/pipeline/recognition/order_fit.h"

#include <algorithm>
#include <bit>

namespace stagescope {

namespace {

constexpr std::size_t kWordBits = 64;

}  // namespace

OrderPattern::OrderPattern(const ExpectedOrder &order, const VisibleKinds &visible) : m_size(order.size()) {
    const std::size_t words = (m_size + kWordBits - 1) / kWordBits;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        auto &places = m_places[kind];
        places.assign(words, 0);
        for (std::size_t i = 0; i < m_size; ++i) {
            if (fits(static_cast<CellKind>(kind), order[i], visible)) {
                places[i / kWordBits] |= std::uint64_t{1} << (i % kWordBits);
            }
        }
    }
}

std::size_t OrderPattern::commonWith(std::span<const CellKind> observed) const {
    Words open(m_places[0].size(), ~std::uint64_t{0});
    for (const CellKind kind : observed) {
        const auto &places = m_places[static_cast<std::size_t>(kind)];
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < open.size(); ++w) {
            const std::uint64_t value = open[w];
            const std::uint64_t hit = value & places[w];
            const std::uint64_t sum = value + hit;
            const std::uint64_t carried = sum + carry;
            carry = static_cast<std::uint64_t>(sum < value) | static_cast<std::uint64_t>(carried < sum);
            open[w] = carried | (value & ~hit);
        }
    }
    std::size_t matched = 0;
    for (std::size_t w = 0; w < open.size(); ++w) {
        const std::size_t bits = std::min(kWordBits, m_size - w * kWordBits);
        const std::uint64_t used = bits == kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        matched += static_cast<std::size_t>(std::popcount(~open[w] & used));
    }
    return matched;
}

}  // namespace stagescope
