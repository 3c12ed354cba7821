#pragma once

#include "core/base/io/file_source.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/store/sink.h"

#include <string_view>

namespace stagescope {

/// Whether a file without its folder has a name of msprof's counters and statistics: hbm*.csv, hccs*.csv ...
[[nodiscard]] bool isCounterFile(std::string_view fileName);
/// Reads it into StatisticRecord ("counter"), a record for each figure. Columns are found by the header, so that a file
/// may have others. Errors: those of CsvTable. Any thread.
[[nodiscard]] Status loadCounters(const FileSource &file, Sink &sink, const LoadControl &control);

}  // namespace stagescope
