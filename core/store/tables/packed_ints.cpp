#include "core/store/tables/packed_ints.h"

namespace stagescope {

namespace {

constexpr std::size_t kSpare = sizeof(std::uint64_t);
constexpr std::size_t kLongBytes = 2048;

/// Of the difference of two, with its sign.
unsigned bytesFor(std::int64_t value, std::int64_t base, unsigned shift) {
    const auto difference =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(base)) >> shift;
    const auto size = static_cast<std::uint64_t>(difference < 0 ? ~difference : difference);
    return difference == 0 ? 0 : static_cast<unsigned>(std::bit_width(size)) / 8 + 1;
}

}  // namespace

void PackedInts::push_back(std::int64_t value) {
    if (m_view.m_size == 0) {
        m_view.m_base = value;
    }
    if (m_view.m_shift > 0) {
        widen(sizeof value);
    }
    if (const auto width = bytesFor(value, m_view.m_base, 0); width > m_view.m_width) {
        widen(width);
    }
    if (m_view.m_width > 0) {
        const auto needed = (m_view.m_size + 1) * m_view.m_width + kSpare;
        // A table stays as long as its rank is open, and there are thousands: long columns grow by a quarter, not to
        // twice what they hold.
        if (needed > m_bytes.capacity() && needed >= kLongBytes) {
            m_bytes.reserve(needed + needed / 4);
        }
        m_bytes.resize(needed);
        write(m_view.m_size, value);
        look();
    }
    ++m_view.m_size;
}

void PackedInts::widen(unsigned width) {
    const auto narrow = std::move(*this);
    m_view = narrow.m_view;
    m_view.m_width = width;
    m_view.m_shift = 0;
    m_bytes.assign(narrow.size() * width + kSpare, std::byte{0});
    for (std::size_t i = 0; i < narrow.size(); ++i) {
        write(i, narrow[i]);
    }
    look();
}

void PackedInts::pack() {
    std::uint64_t bits = 0;
    for (const auto value : m_view) {
        bits |= static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(m_view.m_base);
    }
    const auto all = m_view;
    *this = of(
        all.size(), [&](std::size_t i) { return all[i]; },
        bits == 0 ? 0 : static_cast<unsigned>(std::countr_zero(bits)));
}

void PackedInts::begin(std::size_t count, std::int64_t first, std::int64_t least, std::int64_t most) {
    m_view.m_size = count;
    m_view.m_base = first;
    // Differences that do not fit into 64 bits wrap, and do not grow with the numbers.
    std::int64_t whole = 0;
    m_view.m_width = __builtin_sub_overflow(most, least, &whole)
                         ? static_cast<unsigned>(sizeof(std::int64_t))
                         : std::max(bytesFor(least, first, m_view.m_shift), bytesFor(most, first, m_view.m_shift));
    m_bytes.resize(m_view.m_width == 0 ? 0 : count * m_view.m_width + kSpare);
    look();
}

}  // namespace stagescope
