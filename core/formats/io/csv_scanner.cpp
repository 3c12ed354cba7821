#include "core/formats/io/csv_scanner.h"

#include "core/base/text.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kFieldBlanks = " \t\r";

}  // namespace

bool CsvScanner::fill() {
    if (m_isEnd || m_error) {
        return false;
    }
    const bool isFirst = m_at == 0 && m_window.empty();
    m_window.erase(0, m_at);
    m_base += m_at;
    m_at = 0;
    const auto kept = m_window.size();
    m_window.resize(kept + m_windows.take());
    const auto got = m_source.read(m_base + kept, std::span(m_window).subspan(kept));
    m_window.resize(kept + got.value_or(0));
    if (!got) {
        m_error = got.error();
        return false;
    }
    m_isEnd = *got == 0;  // fewer than asked for may also be those before a break
    if (isFirst && m_base == 0 && m_window.starts_with(kByteOrderMark)) {
        m_at = kByteOrderMark.size();
    }
    if (isFirst && m_window.find('\n') == std::string::npos && m_window.find('\r') != std::string::npos) {
        m_lineEnd = '\r';
    }
    return true;
}

std::optional<CsvScanner::Extent> CsvScanner::extent() const {
    const auto rest = std::string_view(m_window).substr(m_at);
    Extent extent;
    std::size_t quotes = 0;
    std::size_t from = 0;
    std::size_t firstLine = std::string_view::npos;
    while (true) {
        const auto end = rest.find(m_lineEnd, from);
        if (end == std::string_view::npos && !m_isEnd && rest.size() - from <= kMaxRecord) {
            return std::nullopt;
        }
        const auto stop = std::min(end, rest.size());
        quotes += static_cast<std::size_t>(std::count(rest.begin() + static_cast<std::ptrdiff_t>(from),
                                                      rest.begin() + static_cast<std::ptrdiff_t>(stop), '"'));
        firstLine = std::min(firstLine, stop);
        if (quotes % 2 == 0) {
            extent.length = stop;
            return extent;
        }
        if (stop >= kMaxRecord || end == std::string_view::npos) {
            return Extent{firstLine, 1, true};
        }
        from = end + 1;
        ++extent.lines;
    }
}

bool CsvScanner::next(CsvRecord &record) {
    while (true) {
        if (m_at == m_window.size() && !fill()) {
            return false;
        }
        auto found = extent();
        while (!found && fill()) {
            found = extent();
        }
        if (!found || m_at == m_window.size()) {
            return false;  // cannot be read further, or nothing follows
        }
        const auto text = std::string_view(m_window).substr(m_at, found->length);
        const auto end = m_at + found->length;
        record.offset = m_base + m_at;
        record.line = m_line + 1;
        record.isBroken = found->isBroken;
        record.isCut = end >= m_window.size();
        m_line += found->lines;
        m_at = std::min(end + 1, m_window.size());
        if (!trimmed(text, kFieldBlanks).empty()) {
            split(text, record);
            return true;
        }
    }
}

std::string_view CsvScanner::unquoted(std::string_view field) {
    field = trimmed(field, kFieldBlanks);
    if (field.size() < 2 || field.front() != '"' || field.back() != '"') {
        return field;
    }
    field = field.substr(1, field.size() - 2);
    if (field.find('"') == std::string_view::npos) {
        return trimmed(field, kFieldBlanks);
    }
    std::string plain;
    for (std::size_t i = 0; i < field.size(); ++i) {
        plain += field[i];
        i += field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"' ? 1 : 0;
    }
    return m_unquoted.emplace_back(std::move(plain));
}

void CsvScanner::split(std::string_view text, CsvRecord &record) {
    record.text = text;
    record.fields.clear();
    m_unquoted.clear();
    m_unquoted.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '"')) / 2);  // views must not move
    bool isQuoted = false;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i == text.size() || (text[i] == ',' && (!isQuoted || record.isBroken))) {
            record.fields.push_back(unquoted(text.substr(from, i - from)));
            from = i + 1;
        } else if (text[i] == '"') {
            isQuoted = !isQuoted;
        }
    }
}

}  // namespace stagescope
