#pragma once

#include "tests/strangers/stranger.h"

#include <string>
#include <utility>
#include <vector>

/// Texts as writers of profiles make them. JSON is made by hand, since the order of members is one of the things that
/// vary.
namespace strangers {

/// In quotes, escaped.
[[nodiscard]] std::string quoted(const std::string &text);
/// 1234567 ns: "1234.567".
[[nodiscard]] std::string microseconds(std::int64_t time);

/// "{...}" of members in their order; values are JSON already.
class JsonObject {
public:
    JsonObject &add(const std::string &name, const std::string &value) {
        m_text += (m_text.empty() ? "" : ", ") + quoted(name) + ": " + value;
        return *this;
    }
    JsonObject &text(const std::string &name, const std::string &value) { return add(name, quoted(value)); }
    JsonObject &number(const std::string &name, std::int64_t value) { return add(name, std::to_string(value)); }
    [[nodiscard]] std::string done() const { return "{" + m_text + "}"; }

private:
    std::string m_text;
};
[[nodiscard]] std::string jsonList(const std::vector<std::string> &values);

/// A CSV with the habits of its writer: order of columns, columns of later versions, ends of lines.
class CsvText {
public:
    CsvText(const Habits &habits, std::uint64_t seed, std::vector<std::string> columns);
    /// As many cells as columns.
    void addRow(const std::vector<std::string> &cells);
    [[nodiscard]] std::string done() const;

private:
    void addLine(const std::vector<std::string> &cells);

    Habits m_habits;
    std::vector<std::size_t> m_order;
    std::string m_text;
};

/// Whole file; packed by gzip where asked for (the name should end in .gz then). False when it cannot be written.
[[nodiscard]] bool writeFile(const std::string &path, const std::string &text, bool packed = false);

}  // namespace strangers
