#pragma once

#include "core/base/io/file_source.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"

#include <string>

namespace stagescope {

/// Settings and summaries are a few KB; a file beyond this is not what its name says.
constexpr std::uint64_t kSmallFileLimit = std::uint64_t{64} << 20;

/// Communication of all operators, in files of a whole cluster of all ranks.
constexpr std::uint64_t kCommFileLimit = std::uint64_t{2} << 30;

/// The whole file, unpacked where it is compressed, read in windows. Errors: NotFound, NoPermission, ReadFailed, Limit,
/// Cancelled, Truncated and Malformed for a compressed one.
[[nodiscard]] Result<std::string> readSmallFile(const std::string &path, const LoadControl &control,
                                                std::uint64_t limit = kSmallFileLimit);

/// Changed when size or time of the file differ from what `file` remembers (a time of 0 is not compared), NotFound when
/// it is gone.
[[nodiscard]] Status checkUnchanged(const FileSource &file);

}  // namespace stagescope
