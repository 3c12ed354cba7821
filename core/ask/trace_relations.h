#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace stagescope {

class AskSource;

/// What a table over timelines is called and has; in the order of its columns.
struct TraceRelationText {
    struct Column {
        std::string name;
        std::string_view type;  ///< integer, real, text
        std::string unit;
        std::string meaning;
    };
    std::string_view name;
    std::string_view meaning;
    std::vector<Column> columns;
};
[[nodiscard]] std::span<const TraceRelationText> traceRelationTexts();
/// Whether a table is one of those: then the timelines have to be in memory.
[[nodiscard]] bool isTraceRelation(std::string_view name);

/// slice, track, counter and flow: the rows of the timelines themselves, walked where they lie. Conditions on rank,
/// track, name (=) and begin_ns narrow the walk: a time is found by binary search in each row of nested slices.
[[nodiscard]] Status addTraceRelations(sqlite3 *connection, AskSource &source, const std::string &schema = {});

}  // namespace stagescope
