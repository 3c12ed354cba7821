#include "app/manual/markdown_blocks.h"

#include <algorithm>

namespace stagescope {

namespace {

using Kind = MarkdownBlock::Kind;

/// Lines without their ends.
std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

/// "see [ci](ci.md), `gate` and **Findings**" without its marks: links as their texts.
std::string plainLine(std::string_view line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto rest = line.substr(i);
        if (rest.starts_with("**")) {
            ++i;
        } else if (line[i] == '`') {
            const auto end = line.find('`', i + 1);
            text += line.substr(i + 1, std::min(end, line.size()) - i - 1);
            i = std::min(end, line.size() - 1);
        } else if (const auto close = line.find("](", i); line[i] == '[' && close != std::string_view::npos) {
            text += line.substr(i + 1, close - i - 1);
            i = std::min(line.find(')', close), line.size() - 1);
        } else {
            text += line[i];
        }
    }
    return text;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// "| a | b |" to its cells; a bar within code parts nothing.
std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells;
    line.remove_prefix(1);
    std::size_t begin = 0;
    bool isCode = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        isCode = line[i] == '`' ? !isCode : isCode;
        if (line[i] == '|' && !isCode) {
            cells.push_back(plainLine(trimmed(line.substr(begin, i - begin))));
            begin = i + 1;
        }
    }
    return cells;
}

/// "-" of "- text", "1." of "1. text"; empty otherwise.
std::string_view markerOf(std::string_view line) {
    if (line.starts_with("- ")) {
        return line.substr(0, 1);
    }
    const auto digits = std::min(line.find_first_not_of("0123456789"), line.size());
    return digits > 0 && line.substr(digits).starts_with(". ") ? line.substr(0, digits + 1) : std::string_view{};
}

bool isRule(std::string_view line) { return line.find_first_not_of("|-: ") == std::string_view::npos; }

class Reader {
public:
    std::vector<MarkdownBlock> read(std::string_view markdown) {
        for (const auto line : linesOf(markdown)) {
            take(line);
        }
        return std::move(m_blocks);
    }

private:
    void take(std::string_view line) {
        if (line.starts_with("```")) {
            m_isCode = !m_isCode;
            m_isOpen = m_isCode;
            if (m_isCode) {
                m_blocks.push_back({.kind = Kind::Code});
            }
        } else if (m_isCode) {
            m_blocks.back().text += std::string(line) + "\n";
        } else if (trimmed(line).empty()) {
            m_isOpen = false;
        } else if (line.starts_with('#')) {
            const auto level = line.find_first_not_of('#');
            m_blocks.push_back({.kind = Kind::Heading,
                                .level = static_cast<int>(level),
                                .text = plainLine(trimmed(line.substr(level)))});
            m_isOpen = false;
        } else if (line.starts_with('|')) {
            takeRow(line);
        } else if (const auto marker = markerOf(line); !marker.empty()) {
            m_blocks.push_back({.kind = Kind::Item,
                                .marker = std::string(marker),
                                .text = plainLine(trimmed(line.substr(marker.size())))});
            m_isOpen = true;
        } else if (m_isOpen && !m_blocks.empty()) {
            m_blocks.back().text += " " + plainLine(trimmed(line));
        } else {
            m_blocks.push_back({.kind = Kind::Paragraph, .text = plainLine(trimmed(line))});
            m_isOpen = true;
        }
    }
    void takeRow(std::string_view line) {
        if (!m_isOpen || m_blocks.empty() || m_blocks.back().kind != Kind::Table) {
            m_blocks.push_back({.kind = Kind::Table});
            m_isOpen = true;
        }
        if (isRule(line)) {
            return;
        }
        auto &table = m_blocks.back();
        table.rows.push_back(cellsOf(line));
        for (const auto &cell : table.rows.back()) {
            table.text += cell + " ";
        }
        table.text += "\n";
    }

    std::vector<MarkdownBlock> m_blocks;
    bool m_isCode = false;
    bool m_isOpen = false;  ///< the next line goes on with the last block
};

}  // namespace

std::vector<MarkdownBlock> markdownBlocks(std::string_view markdown) { return Reader().read(markdown); }

}  // namespace stagescope
