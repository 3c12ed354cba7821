#include "core/formats/sched/sched_lines.h"

#include <algorithm>

namespace stagescope {

bool SchedLines::fill() {
    if (m_isEnd) {
        return false;
    }
    m_window.erase(0, m_at);
    m_base += m_at;
    m_at = 0;
    const auto held = m_window.size();
    const auto bytes = m_windows.take();
    m_window.resize(held + bytes);
    auto got = m_source.read(m_base + held, {m_window.data() + held, bytes});
    if (!got) {
        m_error = got.error();
    }
    m_window.resize(held + got.value_or(0));
    m_isEnd = !got || *got < bytes;
    return m_window.size() > held;
}

bool SchedLines::next(std::string_view &line, std::uint64_t &offset) {
    auto end = m_window.find('\n', m_at);
    while (end == std::string::npos && m_window.size() - m_at < kMostLine && fill()) {
        end = m_window.find('\n', m_at);
    }
    const auto left = m_window.size() - m_at;
    if (left == 0) {
        return false;
    }
    m_isCut = end == std::string::npos && left <= kMostLine && m_isEnd;
    auto length = end == std::string::npos ? left : end - m_at;
    std::size_t breakBytes = end == std::string::npos ? 0 : 1;
    if (length > kMostLine) {
        length = kMostLine;
        breakBytes = 0;
    }
    auto text = std::string_view(m_window).substr(m_at, length);
    if (m_isPage) {
        if (const auto escaped = text.find("\\n"); escaped != std::string_view::npos) {
            length = escaped;
            breakBytes = 2;
            text = text.substr(0, escaped);
        }
    }
    line = text;
    offset = m_base + m_at;
    m_at += length + breakBytes;
    while (!line.empty() && (line.back() == '\r' || line.back() == '\\')) {
        line.remove_suffix(1);
    }
    return true;
}

}  // namespace stagescope
