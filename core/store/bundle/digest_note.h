#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A file that a digest was made of, as it was then.
struct DigestedFile {
    std::string path;
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;  ///< Unix epoch

    bool operator==(const DigestedFile &) const = default;
};

/// What a digest, a bundle of one rank in a folder of such, is of.
struct DigestNote {
    std::string root;           ///< path of the profile
    std::vector<int> ranks{};   ///< of all of the profile, ascending
    std::optional<int> rank{};  ///< as discovery numbered it; nothing: tables of the whole cluster
    std::string level{};        ///< BundleLevel as text, or kMergedLevel
    std::vector<DigestedFile> files{};
    std::string failure{};  ///< why nothing of the rank could be read; empty = it could

    bool operator==(const DigestNote &) const = default;
};

/// The level of what is of all digests of a folder, which are its files; and its name.
inline constexpr std::string_view kMergedLevel = "merged";
/// A digest as such a file: its name without folders, its size, the last change of what it was made of. Folders may be
/// copied.
[[nodiscard]] DigestedFile mergedFile(std::string_view path, std::uint64_t size, const DigestNote &note);

[[nodiscard]] std::string encodeDigestNote(const DigestNote &note);
/// Of any bytes; nothing where they are no note of this version, and where it names more ranks or files than any job
/// has (2^18) or ranks that do not ascend.
[[nodiscard]] std::optional<DigestNote> decodeDigestNote(std::string_view bytes);
/// Nothing for what is no digest, and for a file that cannot be read at all. Reads its head and the note. Errors: those
/// of BundleFile::part, Malformed, for a note that cannot be read, and one of another version.
[[nodiscard]] Result<std::optional<DigestNote>> readDigestNote(const std::string &path);
/// The same; nothing for errors, too.
[[nodiscard]] std::optional<DigestNote> digestNoteOf(const std::string &path);

}  // namespace stagescope
