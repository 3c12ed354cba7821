#pragma once

#include "core/base/result.h"

#include <span>
#include <string_view>

struct sqlite3;

namespace stagescope {

class AskSource;

/// A table made of sets of spans, as statements call it.
struct SpanFunctionText {
    std::string_view call;  ///< "overlap(a, b)"
    std::string_view meaning;
};
[[nodiscard]] std::span<const SpanFunctionText> spanFunctionTexts();

/// The aggregate spans(begin, duration[, label[, key]]) and tables of what it gathers (span_set.h):
///     SELECT sum(dur_ns) FROM overlap((SELECT spans(begin_ns, dur_ns, evidence, rank) FROM kernel),
///                                     (SELECT spans(begin_ns, dur_ns, evidence, rank) FROM copy))
/// Spans of different keys never meet. A set stands where it is gathered: it does not pass through GROUP BY or WITH.
/// The source outlives the connection. Errors: Internal.
[[nodiscard]] Status addSpanRelations(sqlite3 *connection, AskSource &source);

}  // namespace stagescope
