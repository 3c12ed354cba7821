#pragma once

#include "core/base/io/file_source.h"
#include "core/base/io/packed_file.h"
#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

namespace stagescope {

/// What of a file goes into a smaller copy.
struct FileCut {
    /// Rows of databases and of CSV and events of traces that lie outside are left out, on the clock of the file; what
    /// tells no time and what has no end of its own (begin and end as two events) is kept.
    std::optional<RankRange> window{};
    /// Numbers of the steps that are kept; empty: all. The work of another step may reach into the window.
    std::set<std::int64_t> steps{};
    /// Tables of a database; null: all. Names as in the file. STRING_IDS loses what no kept table can mean.
    std::function<bool(std::string_view table)> keepsTable{};

    /// The number of a step by its name: "13", "step13", "ProfilerStep#13". Nothing where none ends it.
    [[nodiscard]] static std::optional<std::int64_t> stepNumber(std::string_view name);
    /// A name without a number is of all steps.
    [[nodiscard]] bool keepsStep(std::string_view name) const;
};

/// Copies one file, unpacked where it is compressed, to `target`: a new file in a folder that is there, or in the place
/// of one. A database, a trace, a CSV of rows with times and communication by steps (by FileSource::format) are cut,
/// databases of Nsight Systems and rocprofv3 lose the environments of their processes (all but ranks)
/// and what they printed, and are not copied where they are damaged, all others are copied as they are; so are those in
/// which damage is found, so that readers tell the damage of the copy, too. Formats that pack themselves (bundle) stay
/// plain, and so does what compressing would make smaller by less than a block of a disc. Returns where it is:
/// `target`, with ".zst" behind it where it is compressed. Nothing is written beside `file`. Errors: of reading
/// (NotFound, NoPermission, ReadFailed ...) with the file's path, of writing with the target's; Cancelled. Any thread.
/// O(bytes).
[[nodiscard]] Result<std::string> copyCut(const FileSource &file, const FileCut &cut, const std::string &target,
                                          const std::stop_token &stop = {});

}  // namespace stagescope
