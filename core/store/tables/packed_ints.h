#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

namespace stagescope {

static_assert(std::endian::native == std::endian::little);

/// Integers of a PackedInts, which outlives it; empty by itself. Any thread.
class IntView {
public:
    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = std::int64_t;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = std::int64_t;
        Iterator(const IntView &view, std::size_t at) : m_view(&view), m_at(at) {}
        std::int64_t operator*() const { return (*m_view)[m_at]; }
        Iterator &operator++() {
            ++m_at;
            return *this;
        }
        bool operator==(const Iterator &other) const { return m_at == other.m_at; }

    private:
        const IntView *m_view;
        std::size_t m_at;
    };

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] std::int64_t operator[](std::size_t at) const {
        if (m_width == 0) {
            return m_base;
        }
        std::uint64_t bits = 0;
        std::memcpy(&bits, m_bytes + at * m_width, sizeof bits);
        const unsigned unused = 64 - 8 * m_width;
        const auto difference = static_cast<std::int64_t>(bits << unused) >> unused;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_base) +
                                         (static_cast<std::uint64_t>(difference) << m_shift));
    }
    [[nodiscard]] std::int64_t back() const { return (*this)[m_size - 1]; }
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, m_size}; }

private:
    friend class PackedInts;
    const std::byte *m_bytes = nullptr;
    std::size_t m_size = 0;
    std::int64_t m_base = 0;  ///< the first, from which the others are told
    unsigned m_width = 0;     ///< bytes of each difference; none where all are equal
    unsigned m_shift = 0;     ///< bits at the end of all differences that are 0 and not kept
};

/// Integers of a column, each in as many bytes as the one farthest from the first needs: times of one step in 4, ids
/// and sizes in 1 to 3, equal ones in none. Sizes of an allocator differ by whole blocks, which `pack` makes use of.
/// Value type; one thread may write.
class PackedInts {
public:
    PackedInts() = default;
    PackedInts(std::size_t count, std::int64_t value) {
        m_view.m_size = count;
        m_view.m_base = value;
    }
    // A view knows where the bytes lie.
    PackedInts(const PackedInts &other) : m_view(other.m_view), m_bytes(other.m_bytes) { look(); }
    PackedInts(PackedInts &&other) noexcept : m_view(other.m_view), m_bytes(std::move(other.m_bytes)) {
        look();
        other.m_view = {};
    }
    PackedInts &operator=(PackedInts other) noexcept {
        m_view = other.m_view;
        m_bytes = std::move(other.m_bytes);
        look();
        return *this;
    }
    ~PackedInts() = default;

    /// at(0) to at(count - 1), which are called more than once. O(count), no byte more than needed.
    template <class At>
    [[nodiscard]] static PackedInts of(std::size_t count, const At &at) {
        return of(count, at, 0);
    }

    [[nodiscard]] const IntView &view() const { return m_view; }
    [[nodiscard]] std::size_t size() const { return m_view.size(); }
    [[nodiscard]] std::int64_t operator[](std::size_t at) const { return m_view[at]; }
    [[nodiscard]] std::size_t byteSize() const { return m_bytes.capacity(); }
    /// O(1), but for at most eight times that all are written anew.
    void push_back(std::int64_t value);
    /// No byte more than needed, once all are there. O(n).
    void pack();

private:
    template <class At>
    [[nodiscard]] static PackedInts of(std::size_t count, const At &at, unsigned shift) {
        std::int64_t least = count == 0 ? 0 : at(0);
        std::int64_t most = least;
        for (std::size_t i = 0; i < count; ++i) {
            least = std::min(least, std::int64_t{at(i)});
            most = std::max(most, std::int64_t{at(i)});
        }
        PackedInts list;
        list.m_view.m_shift = shift;
        list.begin(count, count == 0 ? 0 : at(0), least, most);
        for (std::size_t i = 0; i < count; ++i) {
            list.write(i, at(i));
        }
        return list;
    }
    void begin(std::size_t count, std::int64_t first, std::int64_t least, std::int64_t most);
    void widen(unsigned width);
    /// In ascending order: the bytes behind are touched, too.
    void write(std::size_t at, std::int64_t value) {
        if (m_view.m_width > 0) {
            // A shift keeps the sign.
            const auto difference = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                                              static_cast<std::uint64_t>(m_view.m_base)) >>
                                    m_view.m_shift;
            std::memcpy(m_bytes.data() + at * m_view.m_width, &difference, sizeof difference);
        }
    }
    void look() { m_view.m_bytes = m_bytes.data(); }

    IntView m_view;
    std::vector<std::byte> m_bytes;  ///< of all differences, and 8 more: each is read as 8 bytes
};

}  // namespace stagescope
