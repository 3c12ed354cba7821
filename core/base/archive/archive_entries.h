#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

struct archive;
struct archive_entry;

namespace stagescope {

/// The entries of an archive one after the other, by libarchive: the only file that calls it. Opens regular files only
/// and writes nothing. One thread.
class ArchiveEntries {
public:
    /// `from`: where the first entry begins, as position() told it.
    explicit ArchiveEntries(const std::string &path, std::uint64_t from = 0);
    ~ArchiveEntries();
    ArchiveEntries(const ArchiveEntries &) = delete;
    ArchiveEntries &operator=(const ArchiveEntries &) = delete;

    /// False at the end. Errors: NotFound, NoPermission, Malformed, Truncated.
    [[nodiscard]] Result<bool> next();
    /// Bytes of the entry, in their order; 0 at its end. Errors: Malformed, Truncated, Unsupported.
    [[nodiscard]] Result<std::size_t> read(std::span<char> into);

    /// Of the entry that next() came to. A name as the archive has it.
    [[nodiscard]] std::string name() const;
    [[nodiscard]] bool isFile() const;
    [[nodiscard]] bool isFolder() const;
    [[nodiscard]] bool isEncrypted() const;
    [[nodiscard]] std::optional<std::uint64_t> size() const;
    /// Where it begins in a file that can be read from there on: a plain tar. Nothing for others.
    [[nodiscard]] std::optional<std::uint64_t> position() const;
    /// Whether bytes that are not asked for are decompressed all the same.
    [[nodiscard]] bool isCompressedAsOne() const;

private:
    [[nodiscard]] tl::unexpected<Error> failed(const char *otherwise) const;

    std::string m_path;
    int m_descriptor = -1;
    int m_error = 0;  ///< of the system, when opening
    ::archive *m_archive = nullptr;
    ::archive_entry *m_entry = nullptr;
    bool m_isOpen = false;
};

}  // namespace stagescope
