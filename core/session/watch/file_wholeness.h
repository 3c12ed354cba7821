#pragma once

#include "core/base/result.h"

#include <stop_token>
#include <string>

namespace stagescope {

/// How much of a file is looked at to tell whether it is whole.
enum class WholenessCheck : std::uint8_t {
    Ends,  ///< its first and last bytes; of a compressed file the first
    All,   ///< text of JSON to its end: whether every bracket closes
};

/// Whether a file is all that its writer meant to write, as far as it tells itself: JSON closes, a stream of gzip or
/// zstd ends, a pickle stops, a database has the pages that its head promises and no journal or log that is not empty
/// beside it. Files of other kinds (CSV) are whole unless a trace or database of that name could not be empty. Opens
/// for reading only. Errors: Truncated, Malformed, those of ByteSource, Cancelled. O(1) with Ends, else O(bytes). Any
/// thread.
[[nodiscard]] Status fileWholeness(const std::string &path, WholenessCheck check, const std::stop_token &stop = {});

}  // namespace stagescope
