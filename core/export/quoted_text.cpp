#include "core/export/quoted_text.h"

#include "core/export/shown_text.h"

#include <QtCore/QString>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace stagescope {

namespace {

/// The text itself, or `mended` with what is no UTF-8 replaced.
std::string_view validUtf8(std::string_view text, std::string &mended) {
    const bool isAscii =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (isAscii) {
        return text;
    }
    mended = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toStdString();
    return mended;
}

}  // namespace

std::string spreadsheetText(std::string_view text) {
    const auto isFormula = [](std::string_view cell) {
        constexpr std::string_view kBegins = "=+-@";
        double number = 0;
        const auto digits = cell.substr(cell.starts_with('+') ? 1 : 0);
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        return cell.size() > 1 && kBegins.find(cell.front()) != std::string_view::npos &&
               end != digits.data() + digits.size();
    };
    auto shown = shownText(text);
    return isFormula(shown) ? "'" + shown : shown;
}

void appendCsvField(std::string &out, std::string_view field) {
    std::string mended;
    field = validUtf8(field, mended);
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += field;
        return;
    }
    out += '"';
    for (const char c : field) {
        out += c;
        if (c == '"') {
            out += '"';
        }
    }
    out += '"';
}

void appendJsonText(std::string &out, std::string_view text) {
    std::string mended;
    out += '"';
    for (const char c : validUtf8(text, mended)) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
            out += escape.data();
        } else {
            out += c;
        }
    }
    out += '"';
}

std::string validText(std::string_view text) {
    std::string mended;
    return std::string(validUtf8(text, mended));
}

}  // namespace stagescope
