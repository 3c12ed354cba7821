#pragma once

#include "core/base/import_log.h"
#include "core/formats/format.h"
#include "core/session/workspace.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace stagescope {

class SessionCache;

/// What the chosen files of one capture yielded at one depth.
struct LoadedFiles {
    std::vector<FileSource> files;  ///< sizes and times as they are now
    std::vector<LoadedSource> loaded;
    std::shared_ptr<ImportLog> log;
    bool anyError = false;  ///< a file could not be read (further); the log tells
    bool cancelled = false;
};

/// The reader of a file, null when there is none in the list.
[[nodiscard]] const Format *readerOf(const FileSource &file, std::span<const std::unique_ptr<Format>> formats);
/// Bytes that loading these files at a depth is expected to read. Shallow loading takes a small part of a large file.
[[nodiscard]] std::uint64_t loadCost(const std::vector<FileSource> &files, LoadDepth depth,
                                     std::span<const std::unique_ptr<Format>> formats);
/// Whether deep loading would read anything of a capture, such as its trace.
[[nodiscard]] bool hasDeepFiles(const RankCapture &capture);
/// Reads the chosen files one after the other; trouble with one leaves the others alone and is logged, also a file that
/// changed while it was read. Nothing is thrown, not even for want of memory. What `cache` (may be null) has of a file
/// is taken instead of reading it; what was read whole and is not a snapshot is given to it. `preview` (may be empty)
/// gets the first part of a large trace that is being read. Any thread.
[[nodiscard]] LoadedFiles loadFiles(std::vector<FileSource> files, const LoadControl &control,
                                    std::span<const std::unique_ptr<Format>> formats, SessionCache *cache = nullptr,
                                    const std::function<void(LoadedSource)> &preview = {});
/// Both depths of a capture as one: deep tables take the place of shallow ones of the same kind and file.
[[nodiscard]] std::vector<LoadedSource> combined(const std::vector<LoadedSource> &shallow,
                                                 const std::vector<LoadedSource> &deep);
/// Likewise for their logs; null when there is nothing in them. A file that failed at both depths is reported once.
[[nodiscard]] std::shared_ptr<const ImportLog> combined(const std::shared_ptr<const ImportLog> &shallow,
                                                        const std::shared_ptr<const ImportLog> &deep);
[[nodiscard]] std::size_t byteSize(const std::vector<LoadedSource> &loaded);

}  // namespace stagescope
