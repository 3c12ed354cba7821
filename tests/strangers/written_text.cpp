#include "tests/strangers/written_text.h"

#include <zlib.h>

#include <cstdio>
#include <fstream>
#include <numeric>

namespace strangers {

std::string quoted(const std::string &text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            out += code;
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string microseconds(std::int64_t time) {
    char text[40];
    std::snprintf(text, sizeof text, "%lld.%03lld", static_cast<long long>(time / 1000),
                  static_cast<long long>(time % 1000));
    return text;
}

std::string jsonList(const std::vector<std::string> &values) {
    std::string text;
    for (const auto &value : values) {
        text += (text.empty() ? "" : ", ") + value;
    }
    return "[" + text + "]";
}

CsvText::CsvText(const Habits &habits, std::uint64_t seed, std::vector<std::string> columns)
    : m_habits(habits), m_order(columns.size()) {
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    if (habits.shuffledColumns) {
        Dice(seed).shuffle(m_order);
    }
    m_text = habits.byteOrderMark ? "\xEF\xBB\xBF" : "";
    if (habits.extraColumns) {
        columns.emplace_back("Column Of A Later Version");
        m_order.push_back(columns.size() - 1);
    }
    addLine(columns);
}

void CsvText::addRow(const std::vector<std::string> &cells) {
    auto row = cells;
    if (m_habits.extraColumns) {
        row.emplace_back("N/A");
    }
    addLine(row);
}

void CsvText::addLine(const std::vector<std::string> &cells) {
    bool isFirst = true;
    for (const auto i : m_order) {
        const auto &cell = cells[i];
        m_text += isFirst ? "" : ",";
        isFirst = false;
        if (cell.find_first_of(",\"\n") == std::string::npos) {
            m_text += cell;
            continue;
        }
        m_text += '"';
        for (const char c : cell) {
            m_text += c == '"' ? std::string("\"\"") : std::string(1, c);
        }
        m_text += '"';
    }
    m_text += m_habits.crlf ? "\r\n" : "\n";
}

std::string CsvText::done() const { return m_text + (m_habits.blankLastLine ? m_habits.crlf ? "\r\n" : "\n" : ""); }

bool writeFile(const std::string &path, const std::string &text, bool packed) {
    if (!packed) {
        std::ofstream file(path, std::ios::binary);
        file << text;
        return file.good();
    }
    auto *file = gzopen(path.c_str(), "wb1");
    const bool isWritten = file != nullptr && gzwrite(file, text.data(), static_cast<unsigned>(text.size())) ==
                                                  static_cast<int>(text.size());
    return file != nullptr && gzclose(file) == Z_OK && isWritten;
}

}  // namespace strangers
