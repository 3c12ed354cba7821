#include "core/scene/kit/text_ruler.h"

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kParts = 16;
bool isPlain(char c) { return c >= 0x20 && c < 0x7f; }
}  // namespace

TextRuler::TextRuler(TextMetrics metrics) : m_metrics(std::move(metrics)) {
    for (int c = kFirst; c < kEnd; ++c) {
        m_advances[static_cast<std::size_t>(c - kFirst)] = m_metrics(std::string(kParts, static_cast<char>(c)));
    }
    m_ellipsis = m_metrics("\u2026");
}

int TextRuler::width(std::string_view text) const {
    int parts = 0;
    for (const char c : text) {
        if (!isPlain(c)) {
            return m_metrics(text);
        }
        parts += m_advances[static_cast<std::size_t>(c - kFirst)];
    }
    return (parts + kParts - 1) / kParts;
}

std::string TextRuler::elided(std::string_view text, int width) const {
    const int limit = (width - m_ellipsis) * kParts;
    int parts = 0;
    std::size_t fitting = 0;  // characters that leave room for the ellipsis
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!isPlain(text[i])) {
            return stagescope::elided(text, width, m_metrics);
        }
        parts += m_advances[static_cast<std::size_t>(text[i] - kFirst)];
        fitting = parts <= limit ? i + 1 : fitting;
        if (parts > width * kParts) {
            return fitting == 0 ? std::string{} : std::string(text.substr(0, fitting)) + "\u2026";
        }
    }
    return std::string(text);
}

std::string TextRuler::elidedName(std::string_view name, int width) const {
    auto cut = elided(name, width);
    const auto tail = name.substr(std::min(name.rfind(": "), name.size()));
    if (tail.empty() || cut == name) {
        return cut;
    }
    const auto head = elided(name.substr(0, name.size() - tail.size()), width - this->width(tail));
    return head.empty() ? cut : head + std::string(tail);
}

}  // namespace stagescope
