#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// The statement that gives the same rows from the table of tracks, where one counts slices and asks for nothing that
/// tells slices of a track apart: SELECT rank, count(*) FROM slice WHERE kind = 'stream' GROUP BY rank. Nothing for any
/// other, nor where the statement has a comment or gives a name that is a column. Names of the result are those of the
/// statement itself. `sql` is one that SQLite understands. O(length).
[[nodiscard]] std::optional<std::string> countedByTrack(std::string_view sql);

}  // namespace stagescope
