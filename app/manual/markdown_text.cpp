#include "app/manual/manual_pages.h"
#include "app/manual/markdown_blocks.h"
#include "core/base/words/wrapped_text.h"

#include <algorithm>

namespace stagescope {

namespace {

/// Columns that a text takes: bytes that go on with a character take none.
std::size_t columnsOf(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string &text, std::size_t width) {
    return text + std::string(width - std::min(width, columnsOf(text)), ' ');
}

std::string tableText(const MarkdownBlock &table, std::size_t width) {
    constexpr std::size_t kGap = 2;
    std::vector<std::size_t> widths;
    for (const auto &row : table.rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], columnsOf(row[i]));
        }
    }
    if (widths.empty()) {
        return {};
    }
    // All columns but the last have their width; the last one wraps.
    std::size_t before = kGap;
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
        before += widths[i] + kGap;
    }
    constexpr std::size_t kLeastLast = 24;
    const bool fits = before + kLeastLast <= width;
    std::string text;
    for (const auto &row : table.rows) {
        std::string line(kGap, ' ');
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool isLast = i + 1 == row.size();
            if (fits) {
                line += isLast ? wrappedText(row[i], before, width) : padded(row[i], widths[i] + kGap);
            } else {
                line += i == 0 ? row[i] : (i == 1 ? ": " : "; ") + row[i];
            }
        }
        text += (fits ? line : wrappedText(line.substr(kGap), kGap, width).insert(0, kGap, ' ')) + "\n";
    }
    return text;
}

std::string codeText(std::string_view code) {
    std::string text;
    while (!code.empty()) {
        const auto end = std::min(code.find('\n'), code.size());
        text += "    " + std::string(code.substr(0, end)) + "\n";
        code.remove_prefix(std::min(code.size(), end + 1));
    }
    return text;
}

std::string blockText(const MarkdownBlock &block, std::size_t width) {
    switch (block.kind) {
        case MarkdownBlock::Kind::Heading:
            return block.text + "\n" + std::string(columnsOf(block.text), block.level == 1 ? '=' : '-') + "\n";
        case MarkdownBlock::Kind::Item: {
            const auto head = "  " + block.marker + " ";
            return head + wrappedText(block.text, head.size(), width) + "\n";
        }
        case MarkdownBlock::Kind::Table:
            return tableText(block, width);
        case MarkdownBlock::Kind::Code:
            return codeText(block.text);
        case MarkdownBlock::Kind::Paragraph:
            break;
    }
    return wrappedText(block.text, 0, width) + "\n";
}

}  // namespace

std::string textOfMarkdown(std::string_view markdown, std::size_t width) {
    std::string text;
    auto before = MarkdownBlock::Kind::Heading;
    for (const auto &block : markdownBlocks(markdown)) {
        const bool isList = block.kind == MarkdownBlock::Kind::Item && before == MarkdownBlock::Kind::Item;
        text += text.empty() || isList ? "" : "\n";
        text += blockText(block, width);
        before = block.kind;
    }
    return text;
}

}  // namespace stagescope
