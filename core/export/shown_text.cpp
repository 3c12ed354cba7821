#include "core/export/shown_text.h"

#include <QtCore/QString>

#include <algorithm>

namespace stagescope {

namespace {

constexpr bool isPlain(char c) { return c >= 0x20 && c < 0x7f; }

char16_t shownCharacter(char16_t c) {
    constexpr char16_t kPictures = 0x2400;
    constexpr char16_t kDelete = 0x2421;
    constexpr char16_t kUnknown = 0xfffd;
    const bool isDirection = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    if (c < 0x20) {
        return static_cast<char16_t>(kPictures + c);
    }
    return c == 0x7f ? kDelete : (c > 0x7f && c < 0xa0) || isDirection || c == 0x2028 || c == 0x2029 ? kUnknown : c;
}

std::string shown(std::string_view text, std::u16string_view kept) {
    if (std::all_of(text.begin(), text.end(), isPlain)) {
        return std::string(text);
    }
    auto wide = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    for (auto &c : wide) {
        c = kept.find(c.unicode()) == std::u16string_view::npos ? QChar(shownCharacter(c.unicode())) : c;
    }
    return wide.toStdString();
}

}  // namespace

std::string shownText(std::string_view text) { return shown(text, {}); }

std::string shownLines(std::string_view text) { return shown(text, u"\n\t"); }

}  // namespace stagescope
