#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// What lies in an archive of files: tar, plain or compressed (gzip, zstd, xz, bzip2), and zip, read by libarchive.
/// Nothing is unpacked to a disc: opening looks through the archive once and keeps in memory what is small in a zip,
/// and all of what a compressed tar holds as far as it fits a quarter of the memory that there is (beyond that the
/// first MiB of each, up to an eighth of this); the rest is unpacked while it is read, from the beginning of the
/// archive where that is a compressed tar. Of a plain tar nothing is kept: its members are read where they lie.
/// Immutable once opened; any thread. The bytes of a member: member_source.h.
class FileArchive {
public:
    static constexpr std::size_t kMostMembers = 200'000;

    struct Member {
        std::string name;  ///< "rank_0/trace.json": below the archive, never "..", never absolute
        std::uint64_t size = 0;
        std::uint64_t number = 0;                    ///< among all entries of the archive
        std::optional<std::uint64_t> position{};     ///< where it can be read from (ArchiveEntries)
        std::shared_ptr<const std::string> bytes{};  ///< as many of its first as are kept; null: none

        [[nodiscard]] bool isWhole() const;
    };
    /// Entries that nobody can open by their name, or that are no files.
    struct Skipped {
        std::uint64_t links = 0;      ///< links and devices
        std::uint64_t unsafe = 0;     ///< names that lead out of the archive
        std::uint64_t encrypted = 0;  ///< contents that a password protects
        std::string first{};          ///< name of the first unsafe or encrypted one
    };

    /// Whether the first bytes of a file (4 KiB, decompressed where it is gzip or zstd) or its name say that it is one.
    [[nodiscard]] static bool isArchive(std::string_view path, std::string_view head);

    /// Errors: those of ByteSource; Malformed for what is no archive; Limit for more members than kMostMembers and
    /// where more comes out than of any profile (expansionLimit); Cancelled. O(bytes) of a compressed tar, else
    /// O(members).
    [[nodiscard]] static Result<std::shared_ptr<const FileArchive>> open(const std::string &path,
                                                                         const std::stop_token &stop = {});
    ~FileArchive();
    FileArchive(const FileArchive &) = delete;
    FileArchive &operator=(const FileArchive &) = delete;

    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] std::int64_t mtimeNs() const { return m_mtimeNs; }
    [[nodiscard]] std::uint64_t fileSize() const { return m_fileSize; }
    [[nodiscard]] const Skipped &skipped() const { return m_skipped; }
    /// How the archive breaks off; members before that are there.
    [[nodiscard]] const Status &soundness() const { return m_soundness; }

    /// By name; of several of one name the last, as unpacking would leave it. Null: none. O(log members).
    [[nodiscard]] const Member *find(std::string_view name) const;
    /// Whether members lie below a folder; "" is the archive itself.
    [[nodiscard]] bool hasFolder(std::string_view folder) const;
    /// Names directly below a folder, in no order. O(members below it).
    void list(std::string_view folder, std::vector<std::string> &files, std::vector<std::string> &folders) const;

private:
    class Reading;
    FileArchive() = default;
    [[nodiscard]] std::pair<std::size_t, std::size_t> below(std::string_view folder) const;

    std::string m_path;
    std::uint64_t m_fileSize = 0;
    std::int64_t m_mtimeNs = 0;
    std::vector<Member> m_members;  ///< by name
    Skipped m_skipped;
    Status m_soundness;
    std::uint64_t m_kept = 0;   ///< bytes of whole members, and of names
    std::uint64_t m_heads = 0;  ///< bytes of members that are not whole
};

}  // namespace stagescope
