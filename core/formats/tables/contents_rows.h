#pragma once

#include "core/formats/io/sqlite_reader.h"
#include "core/store/sink.h"

namespace stagescope {

/// Hands over a Contents table: the tables of a database with their row counts (large ones by their largest row id).
[[nodiscard]] Status giveContents(SqliteConnection &db, Sink &sink, const LoadControl &control);

}  // namespace stagescope
