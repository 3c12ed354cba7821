#include "core/scene/kit/scene_pen.h"

#include "core/base/text.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/text_begin.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {
constexpr int kBoldExtra = 12;  ///< bold runs about one eighth wider than plain; measured widths are of the plain font
}  // namespace

Box Box::cutTo(const Box &o) const {
    const int left = std::max(x, o.x);
    const int top = std::max(y, o.y);
    return {left, top, std::max(0, std::min(right(), o.right()) - left),
            std::max(0, std::min(bottom(), o.bottom()) - top)};
}

Box Box::takeTop(int h) {
    h = std::clamp(h, 0, std::max(0, height));
    const Box part{x, y, width, h};
    y += h;
    height -= h;
    return part;
}

Box Box::takeBottom(int h) {
    h = std::clamp(h, 0, std::max(0, height));
    height -= h;
    return {x, y + height, width, h};
}

Box Box::takeLeft(int w) {
    w = std::clamp(w, 0, std::max(0, width));
    const Box part{x, y, w, height};
    x += w;
    width -= w;
    return part;
}

Box Box::takeRight(int w) {
    w = std::clamp(w, 0, std::max(0, width));
    width -= w;
    return {x + width, y, w, height};
}

namespace {
/// Signs that no line may begin with, and those that none may end with.
constexpr std::array<std::string_view, 19> kClosing{
    "\u3002", "\uff0c", "\u3001", "\uff1b", "\uff1a", "\uff1f", "\uff01", "\uff09", "\u300d", "\u300f",
    "\u201d", "\u2019", "\u300b", "\uff05", ";",      ",",      ".",      ")",      "%"};
constexpr std::array<std::string_view, 6> kOpening{"\uff08", "\u300c", "\u300e", "\u201c", "\u2018", "\u300a"};

/// Length in bytes of a word with the blanks behind it, a part of a name or path with the sign behind it, or one
/// character of three or more bytes (scripts without blanks).
std::size_t bareLength(std::string_view text, std::size_t from) {
    const auto lead = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (lead(from) >= 0xE0) {
        std::size_t end = from + 1;
        while (end < text.size() && (lead(end) & 0xC0) == 0x80) {
            ++end;
        }
        return end - from;
    }
    constexpr std::string_view kBreakAfter = "._/,;";
    const auto isDigit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
    std::size_t end = from;
    while (end < text.size() && text[end] != ' ' && lead(end) < 0xE0) {
        const bool isPoint = text[end] == '.';
        const bool isBreak = kBreakAfter.find(text[end++]) != std::string_view::npos;
        const bool isInFigure = isPoint && end > 1 && end < text.size() && isDigit(end - 2) && isDigit(end);  // "133.7"
        if (isBreak && !isInFigure && end < text.size() && text[end] != ' ') {
            return end - from;
        }
    }
    while (end < text.size() && text[end] == ' ') {
        ++end;
    }
    return end - from;
}

/// Length in bytes of the piece at `from` that must not be broken.
std::size_t pieceLength(std::string_view text, std::size_t from) {
    std::size_t end = from;
    bool isOpening = true;
    while (isOpening && end < text.size()) {
        isOpening = startsWithAny(text.substr(end), kOpening);
        end += bareLength(text, end);
    }
    while (end < text.size() && startsWithAny(text.substr(end), kClosing)) {
        end += bareLength(text, end);
    }
    return end - from;
}

std::string_view withoutTrailingBlanks(std::string_view text) {
    const auto last = text.find_last_not_of(' ');
    return last == std::string_view::npos ? std::string_view{} : text.substr(0, last + 1);
}
}  // namespace

std::vector<std::string> wrapped(std::string_view text, int width, const TextMetrics &metrics) {
    constexpr std::size_t kMostRead = 4000;
    std::vector<std::string> lines;
    if (text.size() > kMostRead) {
        lines = wrapped(textBegin(text, kMostRead - 4), width, metrics);
        lines.back() += "\u2026";
        return lines;
    }
    std::size_t lineBegin = 0;
    for (std::size_t i = 0; i < text.size();) {
        const auto next = i + pieceLength(text, i);
        if (i > lineBegin && metrics(withoutTrailingBlanks(text.substr(lineBegin, next - lineBegin))) > width) {
            lines.emplace_back(withoutTrailingBlanks(text.substr(lineBegin, i - lineBegin)));
            lineBegin = i;
        }
        i = next;
    }
    if (lineBegin < text.size()) {
        lines.emplace_back(withoutTrailingBlanks(text.substr(lineBegin)));
    }
    return lines;
}

int ScenePen::paragraph(const Box &box, std::string_view text, ColorRole role, int maxLines) {
    auto lines = wrapped(text, box.width, m_style.metrics);
    const auto count = std::min(static_cast<int>(lines.size()), maxLines);
    if (count < static_cast<int>(lines.size()) && count > 0) {
        auto &last = lines[static_cast<std::size_t>(count) - 1];
        last += " " + lines[static_cast<std::size_t>(count)];
        last += "\u2026";
    }
    for (int i = 0; i < count; ++i) {
        this->text({box.x, box.y + i * m_style.lineHeight, box.width, m_style.lineHeight},
                   lines[static_cast<std::size_t>(i)], role);
    }
    return count * m_style.lineHeight;
}

void ScenePen::fill(const Box &box, Color color, bool hatched) {
    const Box part = box.cutTo(m_clip);
    if (!part.isEmpty()) {
        m_scene.rects.push_back({part.x, part.y, part.width, part.height, color, hatched});
    }
}

void ScenePen::strokes(const Box &box, Color color, Pattern pattern) {
    const Box part = box.cutTo(m_clip);
    if (!part.isEmpty()) {
        m_scene.rects.push_back({part.x, part.y, part.width, part.height, color, false, pattern});
    }
}

void ScenePen::frame(const Box &box, Color color) {
    fill({box.x, box.y, box.width, 1}, color);
    fill({box.x, box.bottom() - 1, box.width, 1}, color);
    fill({box.x, box.y, 1, box.height}, color);
    fill({box.right() - 1, box.y, 1, box.height}, color);
}

void ScenePen::horizontal(int x, int y, int width, ColorRole role) { fill({x, y, width, 1}, role); }

void ScenePen::vertical(int x, int y, int height, ColorRole role) { fill({x, y, 1, height}, role); }

int ScenePen::text(const Box &box, std::string_view text, ColorRole role, TextAlign align, bool bold) {
    const Box part = box.cutTo(m_clip);
    // A line of which only a part of the height is in sight would be drawn over its neighbours: leave it out.
    if (text.empty() || part.isEmpty() || part.height < box.height) {
        return 0;
    }
    const int room = bold ? part.width - part.width / kBoldExtra : part.width;
    auto fitting = elided(text, room, m_style.metrics);
    if (fitting.empty()) {
        return 0;
    }
    const int plain = widthOf(fitting);
    const int taken = std::min(part.width, bold ? plain + plain / (kBoldExtra - 1) + 1 : plain);
    SceneText out;
    out.x = part.x;
    out.y = part.y;
    out.width = part.width;
    out.height = part.height;
    out.align = align;
    out.color = Color{role, 0};
    out.text = std::move(fitting);
    out.bold = bold;
    m_scene.texts.push_back(std::move(out));
    return taken;
}

bool ScenePen::label(const Box &box, std::string_view text, Color fill, int margin) {
    const Box part = box.cutTo(m_clip);
    if (text.empty() || part.height < std::min(box.height, m_style.lineHeight - 4) ||
        widthOf(text) + 2 * margin > part.width) {
        return false;
    }
    SceneText out;
    out.x = part.x;
    out.y = part.y;
    out.width = part.width;
    out.height = part.height;
    out.align = TextAlign::Center;
    out.color = fill;
    out.onColor = true;
    out.text = std::string(text);
    m_scene.texts.push_back(std::move(out));
    return true;
}

void ScenePen::hit(const Box &box, ItemRef item) {
    const Box part = box.cutTo(m_clip);
    if (!part.isEmpty()) {
        m_scene.hits.push_back({part.x, part.y, part.width, part.height, std::move(item)});
    }
}

int ScenePen::legendEntry(int x, int y, ColorRole role, std::string_view name, ColorRole second, bool hatched) {
    const int top = y + (m_style.lineHeight - kSwatch) / 2;
    fill({x, top, kSwatch, kSwatch}, role, hatched);
    if (second != role) {
        fill({x, top + kSwatch / 2, kSwatch, kSwatch - kSwatch / 2}, second);
    }
    const int width = widthOf(name);
    text({x + kSwatch + 5, y, width, m_style.lineHeight}, name, ColorRole::MutedText);
    return kSwatch + 5 + width + 16;
}

}  // namespace stagescope
