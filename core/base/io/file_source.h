#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <string>

namespace stagescope {

/// One file of a profile, as discovery found it. Value type.
struct FileSource {
    SourceId id;
    std::string path;
    std::string format;  ///< Format::id() that reads it; empty = known by name, not read yet
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;  ///< to notice that the file changed since
    bool chosen = true;        ///< false: a better source of the same facts is used (database and text side by side)
    int part = -1;             ///< which part is meant of a file that holds several (Format::parts); -1: it holds one
    std::string process{};     ///< of a trace of several host processes: the one that is meant, as the file names it
};

/// A row of a file: row id of a database table, byte offset in a JSON text. What it means belongs to the Format.
struct RowRef {
    std::uint64_t row = 0;
};

}  // namespace stagescope
