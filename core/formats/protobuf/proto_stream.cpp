#include "core/formats/protobuf/proto_stream.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kLongestVarint = 10;

}  // namespace

ProtoStream::ProtoStream(ByteSource &source, std::size_t windowBytes) : m_source(source), m_windowBytes(windowBytes) {}

void ProtoStream::seek(std::uint64_t position) {
    m_isCut = false;
    m_isDamaged = false;
    if (position >= m_begin && position - m_begin <= m_end) {
        m_at = static_cast<std::size_t>(position - m_begin);
        return;
    }
    m_begin = position;
    m_at = 0;
    m_end = 0;
}

bool ProtoStream::reaches(std::uint64_t position) {
    seek(position == 0 ? 0 : position - 1);
    const bool isThere = position == 0 || fill(1);
    m_at += isThere && position > 0 ? 1 : 0;
    m_isCut = !isThere;
    return isThere;
}

bool ProtoStream::fill(std::size_t bytes) {
    if (m_end - m_at >= bytes) {
        return true;
    }
    if (m_error) {
        return false;
    }
    std::memmove(m_window.data(), m_window.data() + m_at, m_end - m_at);
    m_begin += m_at;
    m_end -= m_at;
    m_at = 0;
    m_window.resize(std::max({m_window.size(), m_windowBytes, bytes}));
    while (m_end < bytes) {
        const auto got = m_source.read(m_begin + m_end, std::span(m_window).subspan(m_end));
        if (!got) {
            m_error = got.error();
            return false;
        }
        if (*got == 0) {
            return false;
        }
        m_end += *got;
    }
    return true;
}

std::optional<std::uint64_t> ProtoStream::varint() {
    std::ignore = fill(kLongestVarint);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < kLongestVarint; ++i) {
        if (m_at + i >= m_end) {
            m_isCut = true;
            return std::nullopt;
        }
        const auto byte = static_cast<unsigned char>(m_window[m_at + i]);
        value |= static_cast<std::uint64_t>(byte & 0x7fU) << (7 * i);
        if (byte < 0x80) {
            m_at += i + 1;
            return value;
        }
    }
    m_isDamaged = true;
    return std::nullopt;
}

std::optional<ProtoStream::Field> ProtoStream::next(std::uint64_t end) {
    if (position() >= end) {
        return std::nullopt;
    }
    if (m_at == m_end && !fill(1)) {
        m_isCut = end != kToEnd;
        return std::nullopt;
    }
    const auto tag = varint();
    if (!tag) {
        return std::nullopt;
    }
    Field field;
    field.number = static_cast<std::uint32_t>(*tag >> 3U);
    field.wire = static_cast<Wire>(*tag & 7U);
    const bool isFixed = field.wire == Wire::Fixed64 || field.wire == Wire::Fixed32;
    if (isFixed) {
        const std::size_t bytes = field.wire == Wire::Fixed64 ? 8 : 4;
        if (!fill(bytes)) {
            m_isCut = true;
            return std::nullopt;
        }
        std::memcpy(&field.value, m_window.data() + m_at, bytes);
        m_at += bytes;
    } else if (field.wire == Wire::Varint || field.wire == Wire::Bytes) {
        const auto value = varint();
        if (!value) {
            return std::nullopt;
        }
        (field.wire == Wire::Varint ? field.value : field.size) = *value;
        field.begin = position();
    }
    const bool isKnown = isFixed || field.wire == Wire::Varint || field.wire == Wire::Bytes;
    const bool fits = field.wire != Wire::Bytes || field.size <= end - std::min(end, field.begin);
    if (!isKnown || *tag >> 3U == 0 || *tag >> 32U != 0 || !fits || position() > end) {
        m_isDamaged = true;
        return std::nullopt;
    }
    return field;
}

std::optional<ProtoStream::Field> ProtoStream::nextMessage() {
    if (m_at == m_end && !fill(1)) {
        return std::nullopt;
    }
    const auto size = varint();
    if (!size || *size > kMostView) {
        m_isDamaged = m_isDamaged || size.has_value();
        return std::nullopt;
    }
    Field field;
    field.wire = Wire::Bytes;
    field.size = *size;
    field.begin = position();
    return field;
}

std::optional<std::string_view> ProtoStream::view(const Field &field) {
    if (field.size > kMostView) {
        skip(field);
        return std::nullopt;
    }
    const auto bytes = static_cast<std::size_t>(field.size);
    if (!fill(bytes)) {
        m_isCut = true;
        return std::nullopt;
    }
    const std::string_view text(m_window.data() + m_at, bytes);
    m_at += bytes;
    return text;
}

}  // namespace stagescope
