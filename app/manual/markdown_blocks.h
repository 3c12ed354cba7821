#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A piece of a page in the part of Markdown that the manual uses: headings, paragraphs, lists, tables, fenced code.
/// Links, code marks and bold text within lines are resolved to their text.
struct MarkdownBlock {
    enum class Kind { Heading, Paragraph, Item, Table, Code };
    Kind kind = Kind::Paragraph;
    int level = 0;                                 ///< of a heading, from 1
    std::string marker{};                          ///< of an item: "-", "1."
    std::string text{};                            ///< of a table its cells, rows by line breaks; of code its lines
    std::vector<std::vector<std::string>> rows{};  ///< of a table, the head first
};
/// O(bytes).
[[nodiscard]] std::vector<MarkdownBlock> markdownBlocks(std::string_view markdown);

}  // namespace stagescope
