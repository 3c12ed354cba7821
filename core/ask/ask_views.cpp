#include "core/ask/ask_views.h"

#include "core/ask/ask_relation.h"
#include "core/ask/ask_tables.h"
#include "core/ask/trace_relations.h"
#include "core/base/text.h"
#include "core/base/words/resource_texts.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace stagescope {

namespace {

/// The views of resources/views: a line "-- name: meaning", and below it the SELECT.
std::vector<AskView> readViews() {
    std::vector<AskView> views;
    for (auto rest : resourceTexts("views")) {
        while (!rest.empty()) {
            const auto line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            if (line.starts_with("-- ")) {
                const auto colon = line.find(": ");
                views.push_back({std::string(line.substr(3, colon - 3)), std::string(line.substr(colon + 2)), {}});
            } else if (!line.empty()) {
                views.back().sql.append(views.back().sql.empty() ? "" : " ").append(line);
            }
        }
    }
    return views;
}

bool isWordLetter(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

/// The words of a piece of SQL, without what stands in quotes or braces, in order.
std::vector<std::string_view> wordsOf(std::string_view sql) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < sql.size();) {
        if (sql[at] == '\'' || sql[at] == '{') {
            at = std::min(sql.find(sql[at] == '{' ? '}' : '\'', at + 1), sql.size() - 1) + 1;
            continue;
        }
        auto end = at;
        while (end < sql.size() && isWordLetter(sql[end])) {
            ++end;
        }
        if (end > at) {
            words.push_back(sql.substr(at, end - at));
        }
        at = std::max(end, at + 1);
    }
    return words;
}

/// Columns of an analysis or of the timelines.
std::vector<ColumnSpec> columnsOfTable(std::string_view table) {
    if (const auto *entry = analysisById(table)) {
        return entry->columns;
    }
    std::vector<ColumnSpec> columns;
    for (const auto &native : traceRelationTexts()) {
        for (const auto &column : native.name == table ? native.columns : std::vector<TraceRelationText::Column>{}) {
            columns.push_back({column.name,
                               column.type == "integer" ? ColumnType::Integer
                               : column.type == "real"  ? ColumnType::Real
                                                        : ColumnType::Text,
                               column.unit, column.meaning});
        }
    }
    return columns;
}

/// The tables that a view is over, among words that are none.
std::vector<std::string_view> sourcesOf(const AskView &view) {
    return wordsOf(std::string_view(view.sql).substr(view.sql.find(" FROM ")));
}

/// "dur_ns" of "sum(dur_ns)" and the like, which have the unit of their values; the name itself otherwise.
std::string_view aggregatedName(std::string_view name) {
    constexpr std::array<std::string_view, 7> kSameUnit{"sum", "min", "max", "avg", "total", "median", "percentile"};
    const auto open = name.find('(');
    if (open == std::string_view::npos || !name.ends_with(')')) {
        return name;
    }
    const auto function = lowerCase(trimmed(name.substr(0, open)));
    const bool isPercentile =
        function.size() > 1 && function.front() == 'p' && std::all_of(function.begin() + 1, function.end(), &isDigit);
    const bool isSame = isPercentile || std::find(kSameUnit.begin(), kSameUnit.end(), function) != kSameUnit.end();
    const auto inside = name.substr(open + 1, name.size() - open - 2);
    const auto column = trimmed(inside.substr(0, inside.find(',')));
    const bool isColumn = std::all_of(column.begin(), column.end(), [](char c) { return isWordLetter(c) || c == '.'; });
    return isSame && isColumn ? column : name;
}

/// What a view selects, by commas outside of parentheses.
std::vector<std::string_view> selectedBy(std::string_view sql) {
    constexpr std::string_view kSelect = "SELECT ";
    auto list = sql.substr(kSelect.size(), sql.find(" FROM ") - kSelect.size());
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= list.size(); ++at) {
        if (at == list.size() || (list[at] == ',' && depth == 0)) {
            parts.push_back(trimmed(list.substr(begin, at - begin)));
            begin = at + 1;
        } else {
            depth += list[at] == '(' ? 1 : list[at] == ')' ? -1 : 0;
        }
    }
    return parts;
}

}  // namespace

std::span<const AskView> askViews() {
    static const auto views = readViews();
    return views;
}

std::string askUnit(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, const char *>, 6> kUnits{
        {{"_ns", "ns"}, {"_us", "us"}, {"_ms", "ms"}, {"_bytes", "bytes"}, {"_percent", "%"}, {"_gbps", "GB/s"}}};
    const auto column = aggregatedName(name);
    const auto it = std::find_if(kUnits.begin(), kUnits.end(), [&](const auto &unit) {
        return column.ends_with(unit.first) || column == unit.first.substr(1);
    });
    return it == kUnits.end() ? std::string() : it->second;
}

std::vector<AskOrigin> askViewOrigins(const AskView &view, std::string_view column) {
    std::vector<AskOrigin> origins;
    for (const auto part : selectedBy(view.sql)) {
        const auto words = wordsOf(part);
        for (const auto table : words.back() == column ? sourcesOf(view) : std::vector<std::string_view>{}) {
            const auto *entry = analysisById(table);
            for (const auto &spec : entry == nullptr ? std::vector<ColumnSpec>{} : entry->columns) {
                if (std::find(words.begin(), words.end(), spec.name) != words.end()) {
                    origins.push_back({std::string(table), spec.name});
                }
            }
        }
    }
    return origins;
}

std::vector<ColumnSpec> askColumns(std::string_view table) {
    for (const auto &view : askViews()) {
        if (view.name == table) {
            return askViewColumns(view);
        }
    }
    return columnsOfTable(table);
}

std::vector<ColumnSpec> askViewColumns(const AskView &view) {
    std::vector<ColumnSpec> known;
    for (const auto word : sourcesOf(view)) {
        const auto columns = columnsOfTable(word);
        known.insert(known.end(), columns.begin(), columns.end());
    }
    std::vector<ColumnSpec> result;
    for (const auto part : selectedBy(view.sql)) {
        if (part.starts_with("{profile}")) {
            result.push_back({"run", ColumnType::Integer, {}, "0: the profile, 1: the baseline, then others."});
            continue;
        }
        const auto words = wordsOf(part);
        ColumnSpec column{std::string(words.back()), ColumnType::Integer, askUnit(words.back()), {}};
        for (const auto word : words) {
            const auto it =
                std::find_if(known.begin(), known.end(), [&](const ColumnSpec &one) { return one.name == word; });
            if (it != known.end()) {
                const bool isMade = part.find("ns_of(") != std::string_view::npos || !column.unit.empty();
                column.type =
                    isMade && it->type == ColumnType::Real && column.unit == "ns" ? ColumnType::Integer : it->type;
                column.unit = column.unit.empty() && words.size() == 1 ? it->unit : column.unit;
                column.meaning = it->meaning;
                break;
            }
        }
        if (part.starts_with("item_of(") || part.starts_with("link_of(")) {
            column.type = ColumnType::Text;
            column.meaning = "The item for --select.";
        } else if (part.starts_with("common_ns(")) {  // of columns that are on the clock of the rank
            column.meaning = "Begin on the common clock of the run.";
        }
        result.push_back(std::move(column));
    }
    return result;
}

Status addAskViews(sqlite3 *connection, AskSource &source, std::string_view statement, const std::string &schema) {
    // Who asks for the names of all tables names no view.
    const bool asksForNames = containsIgnoringCase(statement, "sqlite_") || containsIgnoringCase(statement, "pragma_");
    source.setDeclaring(true);
    Status status;
    for (const auto &view : askViews()) {
        if (!asksForNames && !containsIgnoringCase(statement, view.name)) {
            continue;
        }
        auto sql = "CREATE VIEW " + (schema.empty() ? std::string() : sqlName(schema) + '.') + sqlName(view.name) +
                   " AS " + view.sql;
        constexpr std::string_view kProfile = "{profile}";
        for (auto at = sql.find(kProfile); at != std::string::npos; at = sql.find(kProfile)) {
            sql.replace(at, kProfile.size(), std::to_string(source.profile()));
        }
        if (status && sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
            status = fail(ErrorKind::Internal, "view " + view.name + ": " + sqlite3_errmsg(connection));
        }
    }
    source.setDeclaring(false);
    return status;
}

}  // namespace stagescope
