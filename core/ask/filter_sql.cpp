#include "core/ask/filter_sql.h"

#include "core/ask/ask_relation.h"
#include "core/ask/ask_tokens.h"
#include "core/ask/ask_units.h"
#include "core/base/text.h"
#include "core/base/words/nearest_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace stagescope {

namespace {

/// Words of conditions; those that compare first.
constexpr std::array<std::string_view, 9> kComparingWords{"like",    "glob",  "between", "in",    "is",
                                                          "notnull", "match", "isnull",  "regexp"};
constexpr std::array<std::string_view, 21> kFurtherWords{
    "and", "or",      "not",  "null", "case", "when",  "then", "else",     "end",    "escape", "cast",
    "as",  "integer", "real", "text", "true", "false", "from", "distinct", "nocase", "collate"};
/// Those that would make more of a condition.
constexpr std::array<std::string_view, 10> kStatementWords{"select", "values", "with",   "union", "exists",
                                                           "where",  "limit",  "having", "over",  "filter"};

template <std::size_t count>
bool isOneOf(std::string_view word, const std::array<std::string_view, count> &words) {
    return std::find(words.begin(), words.end(), lowerCase(word)) != words.end();
}

bool isKeyword(const AskToken &token) {
    return token.kind == AskToken::Kind::Word &&
           (isOneOf(token.text, kComparingWords) || isOneOf(token.text, kFurtherWords));
}

bool isComparing(const AskToken &token) {
    constexpr std::array<std::string_view, 9> kSigns{"<", "<=", ">", ">=", "=", "==", "!=", "<>", "~"};
    return (token.kind == AskToken::Kind::Sign && isOneOf(token.text, kSigns)) ||
           (token.kind == AskToken::Kind::Word && isOneOf(token.text, kComparingWords));
}

bool isWord(const AskToken &token, std::string_view word) {
    return token.kind == AskToken::Kind::Word && lowerCase(token.text) == word;
}

std::string quotedText(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    }
    return quoted + '\'';
}

std::string numberText(double value) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), error == std::errc{} ? end : text.data()};
}

/// "duration" of "duration_us", where that is its unit.
std::optional<std::string> withoutUnitAtEnd(const ColumnSpec &column) {
    const auto at = column.name.rfind('_');
    return column.unit.empty() || at == std::string::npos || at == 0 ? std::nullopt
                                                                     : std::optional(column.name.substr(0, at));
}

/// Names by which columns may be meant, in small letters.
class ColumnsByName {
public:
    ColumnsByName(std::span<const ColumnSpec> columns, const ColumnNames &names) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            m_places.emplace(lowerCase(columns[i].name), i);
            m_names.push_back(columns[i].name);
        }
        std::multimap<std::string, std::size_t> further;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (const auto stem = withoutUnitAtEnd(columns[i])) {
                further.emplace(lowerCase(*stem), i);
            }
            for (const auto &name : i < names.size() ? names[i] : std::vector<std::string>{}) {
                further.emplace(lowerCase(name), i);
            }
        }
        for (const auto &[name, place] : further) {
            const auto [first, last] = further.equal_range(name);
            const bool isClear = std::all_of(first, last, [&](const auto &one) { return one.second == place; });
            if (isClear && m_places.emplace(name, place).second) {
                m_names.push_back(name);
            }
        }
    }
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
        const auto it = m_places.find(lowerCase(name));
        return it == m_places.end() ? std::nullopt : std::optional(it->second);
    }
    [[nodiscard]] std::string nearest(std::string_view name) const { return nearestNames(name, m_names); }

private:
    std::map<std::string, std::size_t> m_places;
    std::vector<std::string> m_names;
};

/// Takes a filter apart and puts the statement together, token by token.
class FilterWriter {
public:
    FilterWriter(std::string_view text, std::span<const ColumnSpec> columns, const ColumnNames &names)
        : m_columns(columns), m_byName(columns, names) {
        for (std::size_t after = 0; m_tokens.empty() || m_tokens.back().kind != AskToken::Kind::End;) {
            m_tokens.push_back(askTokenAt(text, after, after));
        }
        markBoundaries();
    }

    tl::expected<FilterSql, FilterError> write() {
        for (m_at = 0; m_tokens[m_at].kind != AskToken::Kind::End && !m_error; ++m_at) {
            m_made.isComparison = m_made.isComparison || isComparing(m_tokens[m_at]);
            writeToken(m_tokens[m_at]);
        }
        const auto end = m_tokens.back().at;
        if (!m_error && m_made.sql.empty()) {
            fault(end, "expected a condition");
        } else if (m_depth > 0) {
            fault(end, "expected ')'");
        }
        m_made.places.push_back({m_made.sql.size(), end});
        return m_error ? tl::expected<FilterSql, FilterError>(tl::make_unexpected(std::move(*m_error))) : m_made;
    }

private:
    void fault(std::size_t at, std::string detail) {
        if (!m_error) {
            m_error = FilterError{std::move(detail), at};
        }
    }
    void emit(const AskToken &token, std::string_view sql) {
        m_made.places.push_back({m_made.sql.size(), token.at});
        m_made.sql.append(sql).append(" ");
    }

    /// AND, OR and the like part comparisons, but for the AND of a BETWEEN.
    void markBoundaries() {
        int open = 0;
        for (const auto &token : m_tokens) {
            const bool isOfBetween = open > 0 && isWord(token, "and");
            open += isWord(token, "between") ? 1 : isOfBetween ? -1 : 0;
            constexpr std::array<std::string_view, 8> kParting{"and",  "or",   "not",  "case",
                                                               "when", "then", "else", "end"};
            m_isBoundary.push_back(!isOfBetween && token.kind == AskToken::Kind::Word && isOneOf(token.text, kParting));
        }
    }

    [[nodiscard]] std::optional<std::size_t> columnAt(std::size_t at) const {
        const auto &token = m_tokens[at];
        const bool isName =
            token.kind == AskToken::Kind::Text || (token.kind == AskToken::Kind::Word && !isKeyword(token));
        return isName ? m_byName.find(token.text) : std::nullopt;
    }
    /// The column on the other side of the comparison: the nearest before, else after.
    [[nodiscard]] std::optional<std::size_t> comparedColumn() const {
        for (auto at = m_at; at > 0 && !m_isBoundary[at - 1]; --at) {
            if (const auto column = columnAt(at - 1)) {
                return column;
            }
        }
        for (auto at = m_at + 1; at < m_tokens.size() && !m_isBoundary[at]; ++at) {
            if (const auto column = columnAt(at)) {
                return column;
            }
        }
        return std::nullopt;
    }

    void writeToken(const AskToken &token) {
        switch (token.kind) {
            case AskToken::Kind::Number:
                return writeNumber(token);
            case AskToken::Kind::Text:
                return writeText(token);
            case AskToken::Kind::Word:
                return writeWord(token);
            case AskToken::Kind::Unfinished:
                return fault(token.at, "a text without its closing quote");
            default:
                return writeSign(token);
        }
    }
    void writeSign(const AskToken &token) {
        m_depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
        if (m_depth < 0 || token.isSign(";") || token.isSign("?") || token.isSign(":") || token.isSign("@")) {
            return fault(token.at, "'" + std::string(token.text) + "' is not expected here");
        }
        emit(token, token.isSign("~") ? "MATCH" : token.text);
    }

    /// The unit behind a number; "%" is one where nothing follows that it could divide by.
    [[nodiscard]] const AskToken *unitBehind() const {
        const auto &next = m_tokens[m_at + 1];
        if (next.isSign("%")) {
            const auto &after = m_tokens[m_at + 2];
            const bool isDivision = after.kind == AskToken::Kind::Number || after.isSign("(") ||
                                    (after.kind == AskToken::Kind::Word && !isKeyword(after));
            return isDivision ? nullptr : &next;
        }
        return next.kind == AskToken::Kind::Word && !isKeyword(next) ? &next : nullptr;
    }
    void writeNumber(const AskToken &token) {
        if (!std::isfinite(token.number)) {
            return fault(token.at, "'" + std::string(token.text) + "' does not fit");
        }
        const auto *const unit = unitBehind();
        if (unit == nullptr) {
            return emit(token, token.text);
        }
        const auto column = comparedColumn();
        const auto own = column ? shortUnit(m_columns[*column].unit) : std::string_view();
        const auto factor = column ? unitFactor(unit->text, own) : std::nullopt;
        if (!factor) {
            const auto name = "'" + std::string(unit->text) + "'";
            const bool isPlain = column && own.empty();
            return fault(unit->at, !column ? name + " is compared with no column"
                                           : name + " does not go with " +
                                                 (isPlain ? "a plain number" : "'" + std::string(own) + "'"));
        }
        emit(token, numberText(token.number * *factor));
        ++m_at;
    }

    void writeLiteral(const AskToken &token, const std::string &text, std::optional<std::size_t> against) {
        if (against) {
            m_made.texts.emplace_back(*against, text);
        }
        emit(token, quotedText(text));
    }
    /// A quote within a text is written twice: two texts that touch.
    void writeText(const AskToken &token) {
        const bool isDouble = token.text.data()[token.text.size()] == '"';
        if (const auto column = isDouble ? m_byName.find(token.text) : std::nullopt) {
            return emit(token, sqlName(m_columns[*column].name));
        }
        std::string text(token.text);
        const auto *last = &token;
        while (m_tokens[m_at + 1].kind == AskToken::Kind::Text &&
               m_tokens[m_at + 1].at == last->at + last->text.size() + 2) {
            last = &m_tokens[++m_at];
            text += (isDouble ? '"' : '\'') + std::string(last->text);
        }
        writeLiteral(token, text, comparedColumn());
    }
    void writeWord(const AskToken &token) {
        const auto named = isKeyword(token) ? std::nullopt : m_byName.find(token.text);
        const bool isCalled = m_tokens[m_at + 1].isSign("(");
        if (!named && isOneOf(token.text, kStatementWords)) {
            return fault(token.at, "expected a condition, not '" + std::string(token.text) + "'");
        }
        if (isKeyword(token) || isCalled) {
            return emit(token, token.text);
        }
        if (named) {
            return emit(token, sqlName(m_columns[*named].name));
        }
        const auto column = isBehindComparison() ? comparedColumn() : std::nullopt;
        if (column && m_columns[*column].type == ColumnType::Text) {
            return writeLiteral(token, std::string(token.text), column);
        }
        fault(token.at, "no column '" + std::string(token.text) + "'" + m_byName.nearest(token.text));
    }
    [[nodiscard]] bool isBehindComparison() const {
        for (auto at = m_at; at > 0 && !m_isBoundary[at - 1]; --at) {
            if (isComparing(m_tokens[at - 1])) {
                return true;
            }
        }
        return false;
    }

    std::span<const ColumnSpec> m_columns;
    ColumnsByName m_byName;
    std::vector<AskToken> m_tokens;  ///< with the end
    std::vector<bool> m_isBoundary;  ///< of each token: it parts comparisons
    std::size_t m_at = 0;
    int m_depth = 0;
    FilterSql m_made;
    std::optional<FilterError> m_error;
};

}  // namespace

std::size_t FilterSql::placeOf(std::size_t sqlAt) const {
    const auto it = std::upper_bound(places.begin(), places.end(), sqlAt,
                                     [](std::size_t at, const Place &place) { return at < place.sqlAt; });
    return it == places.begin() ? 0 : std::prev(it)->textAt;
}

bool looksLikeComparison(std::string_view text) {
    std::size_t after = 0;
    auto token = askTokenAt(text, after, after);
    while (token.kind != AskToken::Kind::End && !isComparing(token)) {
        token = askTokenAt(text, after, after);
    }
    return token.kind != AskToken::Kind::End;
}

tl::expected<FilterSql, FilterError> filterSql(std::string_view text, std::span<const ColumnSpec> columns,
                                               const ColumnNames &names) {
    return FilterWriter(text, columns, names).write();
}

}  // namespace stagescope
