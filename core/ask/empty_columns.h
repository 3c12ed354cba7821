#pragma once

#include <compare>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

class AskSource;
struct Run;

/// A column that a statement itself names: what its views read besides is none of them.
struct NamedColumn {
    std::string schema;  ///< "main", "baseline", ...
    std::string table;   ///< or a view
    std::string column;
    auto operator<=>(const NamedColumn &) const = default;
};

/// A sentence for each table of a schema of which the statement names columns without any value, with the setting that
/// would record them, where one is known: no row meets a condition on such a column, and a count of 0 would be taken
/// for an answer. Of tables that the source has made and that have rows. O(their rows).
[[nodiscard]] std::vector<std::string> emptyColumnNotes(const std::set<NamedColumn> &named, const std::string &schema,
                                                        const AskSource &source);

/// The setting that would record rows of a table that has none; empty where it is not known, or something recorded
/// them.
[[nodiscard]] std::string emptyTableRemedy(const Run &run, std::string_view table);

}  // namespace stagescope
