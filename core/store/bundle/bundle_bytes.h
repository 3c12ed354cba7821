#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace stagescope {

/// Numbers as LEB128 (seven bits a byte, the lowest first), signed ones zigzag, texts with their length. One thread.
class BundleWriter {
public:
    void number(std::uint64_t value) {
        while (value >= 0x80) {
            m_bytes += static_cast<char>(value | 0x80U);
            value >>= 7U;
        }
        m_bytes += static_cast<char>(value);
    }
    void signedNumber(std::int64_t value) {
        number((static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63));
    }
    /// Of two neighbours in a column; wraps around where it does not fit.
    void difference(std::int64_t value, std::int64_t before) {
        signedNumber(static_cast<std::int64_t>(static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(before)));
    }
    void real(double value) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (unsigned shift = 0; shift < 64; shift += 8) {
            m_bytes += static_cast<char>(bits >> shift);
        }
    }
    void text(std::string_view value) {
        number(value.size());
        m_bytes += value;
    }
    /// What another one wrote.
    void append(std::string_view bytes) { m_bytes += bytes; }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// Reads them back. What would lie beyond the end is 0 or empty, and from then on `isSound` is false: whoever reads
/// many looks once in a while. Borrows the bytes. One thread.
class BundleReader {
public:
    explicit BundleReader(std::string_view bytes) : m_rest(bytes) {}

    [[nodiscard]] bool isSound() const { return m_isSound; }
    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (m_rest.empty()) {
                break;
            }
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if (byte < 0x80) {
                return value;
            }
        }
        return unsound();
    }
    std::int64_t signedNumber() {
        const auto value = number();
        return static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1U));
    }
    std::int64_t difference(std::int64_t before) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(before) +
                                         static_cast<std::uint64_t>(signedNumber()));
    }
    /// How many items follow: each takes a byte at least.
    std::uint64_t count() { return below(m_rest.size() + 1); }
    /// A number less than `end`.
    std::uint64_t below(std::uint64_t end) {
        const auto value = number();
        return value < end ? value : unsound();
    }
    double real() {
        std::uint64_t bits = 0;
        if (m_rest.size() < sizeof(bits)) {
            return static_cast<double>(unsound());
        }
        for (unsigned i = 0; i < sizeof(bits); ++i) {
            bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(m_rest[i])) << (8 * i);
        }
        m_rest.remove_prefix(sizeof(bits));
        return std::bit_cast<double>(bits);
    }
    /// A view into the bytes.
    std::string_view text() {
        const auto size = count();
        if (size > m_rest.size()) {
            unsound();
            return {};
        }
        const auto value = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return value;
    }

private:
    std::uint64_t unsound() {
        m_isSound = false;
        m_rest = {};
        return 0;
    }

    std::string_view m_rest;
    bool m_isSound = true;
};

}  // namespace stagescope
