#pragma once

#include "core/base/result.h"

#include <span>
#include <string_view>

struct sqlite3;

namespace stagescope {

class AskSource;

/// A view over the tables: the same rows with one naming (begin_ns, dur_ns, bytes, whole nanoseconds), so that what is
/// asked most is easy to ask. Figures are those of the tables.
struct AskView {
    std::string_view name;
    std::string_view meaning;
    std::string_view sql;  ///< its SELECT; {profile} is AskSource::profile
};
[[nodiscard]] std::span<const AskView> askViews();
/// After the tables, in the same schema. Errors: Internal.
[[nodiscard]] Status addAskViews(sqlite3 *connection, AskSource &source, const std::string &schema = {});

}  // namespace stagescope
