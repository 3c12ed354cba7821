#pragma once

#include "core/base/io/file_source.h"
#include "core/base/result.h"

#include <vector>

namespace stagescope {

/// Which of the files of one rank that tell the same timeline is read. Order of preference: the framework's database,
/// trace_view.json (both have host and device), msprof's database, msprof's text (device and CANN only), the table of
/// kernels (device only); what is empty
/// or has no database header comes after all others. Beside a text trace the table of kernels is read too, as
/// "kernel_table". Slices of one msprof export belong together. Other files are always chosen. Reads the first bytes of
/// databases.
void chooseBest(std::vector<FileSource> &files);
/// Why a file of the timeline cannot be used, from its first bytes: Truncated (empty), Malformed (no database); nothing
/// when it may be read, and for all other files.
[[nodiscard]] Status soundness(const FileSource &file);
/// Uses that file (and its slices) for the timeline. False when the file is none of them, or chosen already.
bool chooseInstead(std::vector<FileSource> &files, SourceId source);

}  // namespace stagescope
