#pragma once

#include "core/base/archive/file_archive.h"
#include "core/base/import_log.h"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// What lies in a folder, in natural order. Links to files count as files; links to folders come after the real
/// folders, so that a folder is entered by its own name first. Devices, sockets and broken links are left out.
struct Folder {
    std::string path;
    std::vector<std::string> files;
    std::vector<std::string> folders;

    [[nodiscard]] bool hasFolder(std::string_view name) const;
};

/// Lists folders below one path, each folder (device and inode) once. What it cannot or will not read goes to the log:
/// discovery.unreadable (also what has the name of a profile's file and is none), discovery.folder_as_file,
/// discovery.link_cycle (a folder inside itself), discovery.seen_twice (a second way to a folder), discovery.leads_out
/// (a link to a folder that is not below the opened path: what lies there is not part of it, and may be the whole
/// machine), discovery.too_deep, discovery.too_many_files, discovery.archive_* (what of an archive is not there). An
/// archive is a folder, whether it is the opened path or lies below it; a compressed one is unpacked for that, so below
/// the opened path it is one up to 256 MiB. One system call per folder plus those of readdir; no stat per file where
/// the file system tells types. Log entries carry the opened path as their source and the folder as the place. One
/// thread.
class FolderReader {
public:
    static constexpr int kMaxDepth = 8;
    static constexpr int kMaxInnerDepth = kMaxDepth + 2;  ///< what lies in the folder of a rank
    static constexpr std::size_t kMaxEntries = 1'000'000;

    /// `root`: a path as openedFolder (capture_order.h) takes it; of what lies in it only what its pattern chooses is
    /// there.
    FolderReader(std::string root, ImportLog &log, const std::stop_token &stop);

    /// Nothing when the folder is not to be looked at. `depth` counts from 0 at the opened path and never grows by more
    /// than one from a folder to what lies in it.
    [[nodiscard]] std::optional<Folder> read(const std::string &path, int depth, int maxDepth = kMaxDepth);
    [[nodiscard]] bool stopped() const { return m_stop.stop_requested(); }

private:
    using Identity = std::pair<dev_t, ino_t>;
    [[nodiscard]] bool mayFollow(const std::string &link) const;
    [[nodiscard]] bool isArchiveFolder(const std::string &path) const;
    [[nodiscard]] std::optional<Folder> readArchive(const std::string &path, int depth);
    void tell(const FileArchive &archive) const;
    [[nodiscard]] bool isLeftOut(const std::string &folder, std::string_view name) const;
    [[nodiscard]] bool enter(const std::string &path, int depth, Identity identity);

    std::string m_root;
    std::string m_opened;   ///< openedFolder of it
    std::string m_pattern;  ///< patternIn it
    ImportLog &m_log;
    std::stop_token m_stop;
    std::set<Identity> m_seen;
    std::vector<Identity> m_chain;  ///< from the opened path to the folder that was read last
    std::size_t m_entries = 0;
};

/// Whether a file is an archive that is opened as a folder is: none that holds weights or arrays. Reads its head.
[[nodiscard]] bool isOpenedAsFolder(const std::string &path);

}  // namespace stagescope
