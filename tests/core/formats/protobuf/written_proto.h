// Messages of protocol buffers, written field by field.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace stagescope::testing {

class ProtoText {
public:
    ProtoText &number(std::uint32_t field, std::uint64_t value) {
        varint(std::uint64_t{field} << 3U);
        varint(value);
        return *this;
    }
    ProtoText &fixed64(std::uint32_t field, std::uint64_t value) {
        varint((std::uint64_t{field} << 3U) | 1U);
        for (int i = 0; i < 8; ++i) {
            m_bytes += static_cast<char>(value >> (8 * i));
        }
        return *this;
    }
    ProtoText &real(std::uint32_t field, double value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return fixed64(field, bits);
    }
    ProtoText &bytes(std::uint32_t field, std::string_view value) {
        varint((std::uint64_t{field} << 3U) | 2U);
        varint(value.size());
        m_bytes += value;
        return *this;
    }
    ProtoText &message(std::uint32_t field, const ProtoText &value) { return bytes(field, value.m_bytes); }
    [[nodiscard]] const std::string &text() const { return m_bytes; }

private:
    void varint(std::uint64_t value) {
        while (value >= 0x80) {
            m_bytes += static_cast<char>(value | 0x80U);
            value >>= 7U;
        }
        m_bytes += static_cast<char>(value);
    }
    std::string m_bytes;
};

}  // namespace stagescope::testing
