#include "core/formats/tables/memory_columns.h"

#include "core/base/time.h"

#include <charconv>
#include <cmath>

namespace stagescope {

namespace {

constexpr double kMostBytes = 0x1p60;

std::optional<double> bytesPerUnit(std::string_view unit) {
    return unit == "KB"   ? std::optional(0x1p10)
           : unit == "MB" ? std::optional(0x1p20)
           : unit == "GB" ? std::optional(0x1p30)
           : unit == "B"  ? std::optional(1.0)
                          : std::nullopt;
}

template <class Number>
std::optional<Number> wholeText(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string told(std::string_view text, std::string_view what) {
    return std::string(text.substr(0, 40)) + " is not " + std::string(what);
}

}  // namespace

std::optional<MemoryColumn> MemoryFields::column(std::string_view name) const {
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const std::string_view own = m_names[i];
        if (own == name) {
            return MemoryColumn{i, 1};
        }
        if (own.starts_with(name) && own.size() > name.size() + 1 && own[name.size()] == '(' && own.back() == ')') {
            const auto unit = own.substr(name.size() + 1, own.size() - name.size() - 2);
            return MemoryColumn{i, bytesPerUnit(unit).value_or(1)};
        }
    }
    return std::nullopt;
}

std::string_view MemoryFields::text(const std::optional<MemoryColumn> &column) const {
    const auto text = column ? m_record->fields[column->at] : std::string_view{};
    return text == "N/A" ? std::string_view{} : text;
}

std::int64_t MemoryFields::bytes(const std::optional<MemoryColumn> &column) {
    const auto given = text(column);
    if (given.empty()) {
        return kNoBytes;
    }
    // The unit is a power of two, so that the product is as exact as the number.
    const auto value = wholeText<double>(given);
    if (!value || !(std::abs(*value * column->bytes) < kMostBytes)) {
        m_trouble = told(given, "a size");
        return kNoBytes;
    }
    return std::llround(*value * column->bytes);
}

std::int64_t MemoryFields::time(const std::optional<MemoryColumn> &column) {
    const auto given = text(column);
    if (given.empty()) {
        return kNoMemoryTime;
    }
    const auto value = microsToNs(given);
    if (!value) {
        m_trouble = told(given, "a time");
    }
    return value.value_or(kNoMemoryTime);
}

std::int64_t MemoryFields::number(const std::optional<MemoryColumn> &column) {
    const auto given = text(column);
    const auto value = wholeText<std::int64_t>(given);
    if (!given.empty() && !value) {
        m_trouble = told(given, "a whole number");
    }
    return value.value_or(-1);
}

std::int64_t MemoryFields::device(const std::optional<MemoryColumn> &column) const {
    const auto given = text(column);
    return wholeText<std::int64_t>(given.substr(given.find(':') + 1)).value_or(-1);
}

}  // namespace stagescope
