#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A table as it was shown: texts with their units.
struct ReportEntryTable {
    std::string title;
    std::vector<std::string> heads;
    std::vector<std::vector<std::string>> rows;  ///< each as long as heads; the first kMostRows
    std::uint64_t rowCount = 0;                  ///< that there were
    static constexpr std::size_t kMostRows = 200;
};

/// What someone put on the report's list: a picture of a view, its table where it had one, and what is to be said of
/// it.
struct ReportEntry {
    std::uint64_t id = 0;  ///< within the list, not kept
    std::string title;
    std::string note;
    std::string png;  ///< empty: no picture
    ReportEntryTable table;
};

inline constexpr std::size_t kMostReportListBytes = std::size_t{256} << 20;

/// A list as it is saved, of a run and within its bundle.
[[nodiscard]] std::string reportListText(const std::string &runPath, const std::vector<ReportEntry> &entries);
/// What reportListText wrote, with ids from 1. Of any bytes: what is of another type is as if it were not there, and so
/// are rows that are not as long as the heads. Errors: Malformed for what is no such list, Unsupported for another
/// version, Limit for more bytes, entries or columns than a report has. O(bytes), in memory too.
[[nodiscard]] Result<std::vector<ReportEntry>> parseReportList(std::string_view text, const std::string &where);

}  // namespace stagescope
