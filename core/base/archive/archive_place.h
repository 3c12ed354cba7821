#pragma once

#include "core/base/archive/file_archive.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

// Files in archives have paths as others have: "/data/profile.zip/rank_0/trace.json". Once this room is open,
// ByteSource and statFile take both. What lies on the disc wins; an archive is looked at only where the system says
// that a part of the path is no folder. Any thread; an archive that was not opened yet, or changed, is opened here,
// each by one thread; others that ask for it wait. The last few archives stay open.

/// Makes ByteSource and statFile take them. Whoever lists files calls it first; archives that nobody asked for anything
/// lately are closed.
void openArchivesAsFolders();

/// What an archive has at a path.
struct ArchivePlace {
    std::shared_ptr<const FileArchive> archive{};  ///< null: the path leads into none
    std::string inside{};                          ///< empty: the archive itself

    [[nodiscard]] const FileArchive::Member *member() const { return archive ? archive->find(inside) : nullptr; }
    [[nodiscard]] bool isFolder() const { return archive && archive->hasFolder(inside); }
};
/// Errors: those of FileArchive::open, where the path leads into what looks like an archive and is none.
[[nodiscard]] Result<ArchivePlace> archivePlace(const std::string &path, const std::stop_token &stop = {});

/// Whether a file on the disc looks like an archive. Reads its head.
[[nodiscard]] bool isArchiveFile(const std::string &path);

/// Whether a path leads into what looks like an archive, whatever that holds. Reads its head alone: fit for the thread
/// of a window.
[[nodiscard]] bool leadsIntoArchive(const std::string &path);

/// Whether it lies in an archive.
[[nodiscard]] bool isInArchive(const std::string &path);

}  // namespace stagescope
