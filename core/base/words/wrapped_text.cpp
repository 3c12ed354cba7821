#include "core/base/words/wrapped_text.h"

#include <algorithm>

namespace stagescope {

std::string wrappedText(std::string_view text, std::size_t indent, std::size_t width) {
    std::string lines;
    std::size_t column = indent;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' '));
        const bool isFirst = column == indent;
        if (!isFirst && column + 1 + word.size() > width) {
            lines += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (!isFirst) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += word.size();
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return lines;
}

}  // namespace stagescope
