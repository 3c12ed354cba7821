#include "core/formats/training_log/log_bytes.h"

#include <algorithm>

namespace stagescope {

void LogBytes::fill() {
    if (!m_control.checkpoint()) {
        m_error = Error{ErrorKind::Cancelled, "cancelled", m_source.path()};
        return;
    }
    m_bytes.erase(0, m_at);
    m_base += m_at;
    m_at = 0;
    const auto before = m_bytes.size();
    const auto wanted = m_windows.take();
    m_bytes.resize(before + wanted);
    const auto got = m_source.read(m_base + before, std::span(m_bytes).subspan(before));
    m_bytes.resize(before + got.value_or(0));
    if (!got) {
        m_error = got.error();
        return;
    }
    m_isEnd = *got == 0;
    const auto used = m_source.fileBytesRead();
    m_control.addBytes(used - std::min(m_reported, used));
    m_reported = std::max(m_reported, used);
}

std::string_view LogBytes::peek(std::size_t wanted) {
    while (m_bytes.size() - m_at < wanted && !m_isEnd && !m_error) {
        fill();
    }
    return std::string_view(m_bytes).substr(m_at);
}

bool LogLines::next(std::string_view &line) {
    auto seen = m_bytes.peek(kMostLine).substr(0, kMostLine);
    if (seen.empty()) {
        return false;
    }
    if (!m_feedAt || *m_feedAt < m_bytes.position()) {
        m_feedAt = m_bytes.position() + std::min(seen.find('\n'), seen.size());
    }
    const auto length = std::min<std::uint64_t>(*m_feedAt - m_bytes.position(), seen.size());
    seen = seen.substr(0, static_cast<std::size_t>(length));
    const auto end = std::min(seen.find('\r'), seen.size());
    const bool hasEnd = m_bytes.peek(end + 1).size() > end && end < kMostLine;
    line = withoutColours(m_bytes.peek(end).substr(0, end), m_plain);
    m_bytes.skip(end + (hasEnd ? 1 : 0));
    return true;
}

std::string_view withoutColours(std::string_view line, std::string &buffer) {
    constexpr char kEscape = '\x1b';
    if (line.find(kEscape) == std::string_view::npos) {
        return line;
    }
    buffer.clear();
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != kEscape) {
            buffer += line[i];
            continue;
        }
        ++i;
        if (i < line.size() && line[i] == '[') {  // parameters, then a letter
            do {
                ++i;
            } while (i < line.size() && (line[i] < '@' || line[i] > '~'));
        } else if (i < line.size() && line[i] == ']') {  // a title, up to a bell
            i = std::min(line.find('\a', i), line.size());
        }
    }
    return buffer;
}

}  // namespace stagescope
