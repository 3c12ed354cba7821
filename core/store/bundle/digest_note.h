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
    std::string level{};
    std::vector<DigestedFile> files{};
    std::string failure{};  ///< why nothing of the rank could be read; empty = it could

    bool operator==(const DigestNote &) const = default;
};

[[nodiscard]] std::string encodeDigestNote(const DigestNote &note);
/// Of any bytes; nothing where they are no note of this version.
[[nodiscard]] std::optional<DigestNote> decodeDigestNote(std::string_view bytes);
/// Nothing for what is no digest, and for one that cannot be read. Reads its head and the note.
[[nodiscard]] std::optional<DigestNote> digestNoteOf(const std::string &path);

}  // namespace stagescope
