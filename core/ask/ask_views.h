#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace stagescope {

class AskSource;

/// A view over the tables: the same rows with one naming (begin_ns, dur_ns, bytes, whole nanoseconds), so that what is
/// asked most is easy to ask. Figures are those of the tables.
struct AskView {
    std::string name;
    std::string meaning;
    std::string sql;  ///< its SELECT; {profile} is AskSource::profile
};
[[nodiscard]] std::span<const AskView> askViews();
/// Its columns in order; units by their names, types and meanings of the columns that they are made of.
[[nodiscard]] std::vector<ColumnSpec> askViewColumns(const AskView &view);
/// A column of a table.
struct AskOrigin {
    std::string table;
    std::string column;
};
/// What a column of a view is made of; of timelines none.
[[nodiscard]] std::vector<AskOrigin> askViewOrigins(const AskView &view, std::string_view column);
/// Its columns, of a table or view of that name; none where there is none.
[[nodiscard]] std::vector<ColumnSpec> askColumns(std::string_view table);
/// "ns" of a name that ends in _ns, also of its sum, least, greatest, mean or percentile; empty where a name ends in no
/// unit.
[[nodiscard]] std::string askUnit(std::string_view name);
/// Those that `statement` may name, after the tables, in the same schema. Errors: Internal.
[[nodiscard]] Status addAskViews(sqlite3 *connection, AskSource &source, std::string_view statement,
                                 const std::string &schema = {});

}  // namespace stagescope
