#include "core/ask/counted_slices.h"

#include "core/ask/ask_tokens.h"
#include "core/ask/trace_relations.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

constexpr auto kOfTracks = std::to_array<std::string_view>({"run", "rank", "track", "process", "track_name", "kind"});
constexpr auto kCountWords = std::to_array<std::string_view>(
    {"select", "distinct", "as",    "from", "where",  "and",   "or",  "not",  "in",    "is",     "null",  "like",
     "glob",   "between",  "group", "by",   "having", "order", "asc", "desc", "limit", "offset", "count", "slice"});
/// What may stand behind the table.
constexpr auto kClauses = std::to_array<std::string_view>({"where", "group", "having", "order", "limit"});

template <std::size_t count>
bool isAmong(std::string_view word, const std::array<std::string_view, count> &words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// What a name means in the table of slices or of tracks: SQLite takes it for the column, not for what the statement
/// calls so.
bool isColumnOfSliceOrTrack(std::string_view name) {
    constexpr auto kHidden = std::to_array<std::string_view>({"ts", "dur", "rowid", "oid", "_rowid_"});
    const auto hasIt = [&](const TraceRelationText &text) {
        return (text.name == "slice" || text.name == "track") &&
               std::any_of(text.columns.begin(), text.columns.end(),
                           [&](const auto &column) { return column.name == name; });
    };
    const auto texts = traceRelationTexts();
    return isAmong(name, kHidden) || std::any_of(texts.begin(), texts.end(), hasIt);
}

/// Reads a statement once, and writes it for the tracks.
class CountReader {
public:
    explicit CountReader(std::string_view sql) {
        std::size_t after = 0;
        for (auto token = askTokenAt(sql, after, after); token.kind != AskToken::Kind::End;
             token = askTokenAt(sql, after, after)) {
            m_tokens.push_back(token);
        }
        while (!m_tokens.empty() && m_tokens.back().isSign(";")) {
            m_tokens.pop_back();
        }
    }

    std::optional<std::string> write() {
        for (std::size_t at = 0; at + 1 < m_tokens.size(); ++at) {
            if (wordAt(at) == "as") {
                if (isColumnOfSliceOrTrack(wordAt(at + 1))) {
                    return std::nullopt;
                }
                m_names.insert(wordAt(at + 1));
            }
        }
        for (m_at = 0; m_at < m_tokens.size(); ++m_at) {
            if (!writeToken(m_tokens[m_at])) {
                return std::nullopt;
            }
        }
        endCondition();
        return m_counts > 0 && m_tables == 1 ? std::optional(m_sql) : std::nullopt;
    }

private:
    /// In small letters; empty where there is no word.
    [[nodiscard]] std::string wordAt(std::size_t at) const {
        const bool isWord = at < m_tokens.size() && m_tokens[at].kind == AskToken::Kind::Word;
        return isWord ? lowerCase(m_tokens[at].text) : std::string();
    }
    [[nodiscard]] bool isSignAt(std::size_t at, std::string_view sign) const {
        return at < m_tokens.size() && m_tokens[at].isSign(sign);
    }

    bool writeToken(const AskToken &token) {
        switch (token.kind) {
            case AskToken::Kind::Word:
                return writeWord(wordAt(m_at));
            case AskToken::Kind::Text: {
                const bool isLiteral = token.text.data()[token.text.size()] == '\'';
                m_sql += '\'' + std::string(token.text) + "' ";
                // A quote within a text is written twice: two texts that touch.
                return isLiteral && !(m_at + 1 < m_tokens.size() && m_tokens[m_at + 1].kind == AskToken::Kind::Text);
            }
            case AskToken::Kind::Number:
                m_sql += std::string(token.text) + ' ';
                return true;
            default: {
                constexpr auto kSigns =
                    std::to_array<std::string_view>({"(", ")", ",", "=", "==", "!=", "<>", "<", "<=", ">", ">=", "-"});
                m_sql += std::string(token.text) + ' ';
                return token.kind == AskToken::Kind::Sign && isAmong(token.text, kSigns);
            }
        }
    }
    bool writeWord(const std::string &word) {
        if (word == "count") {
            const bool isOfRows = isSignAt(m_at + 1, "(") && isSignAt(m_at + 2, "*") && isSignAt(m_at + 3, ")");
            m_at += 3;
            ++m_counts;
            m_sql += "coalesce(sum(\"rows\"), 0) ";
            return isOfRows;
        }
        if (word == "from") {
            const auto clause = wordAt(m_at + 2);
            const bool isAlone = m_at + 2 == m_tokens.size() || isAmong(clause, kClauses);
            const bool isOfSlices = wordAt(m_at + 1) == "slice" && isAlone;
            m_sql += "FROM track WHERE kind <> 'counter' AND \"rows\" > 0 ";
            m_isCondition = clause == "where";
            m_sql += m_isCondition ? "AND ( " : "";
            m_at += m_isCondition ? 2 : 1;
            ++m_tables;
            return isOfSlices;
        }
        if (isAmong(word, kClauses)) {
            endCondition();
        }
        m_sql += word + ' ';
        if (word == "select") {
            return m_at == 0;  // no statement within the statement
        }
        return isAmong(word, kOfTracks) || m_names.contains(word) || isAmong(word, kCountWords);
    }
    void endCondition() {
        m_sql += m_isCondition ? ") " : "";
        m_isCondition = false;
    }

    std::vector<AskToken> m_tokens;
    std::set<std::string> m_names;  ///< that the statement gives
    std::size_t m_at = 0;
    std::string m_sql;
    int m_counts = 0;
    int m_tables = 0;
    bool m_isCondition = false;
};

}  // namespace

std::optional<std::string> countedByTrack(std::string_view sql) {
    const bool hasComment = contains(sql, "--") || contains(sql, "/*");
    return hasComment ? std::nullopt : CountReader(sql).write();
}

}  // namespace stagescope
