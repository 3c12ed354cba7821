#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a file of this kind begins with, before its version.
inline constexpr std::string_view kBundleMagic = "\x89STAGESCOPE BUNDLE\n";

/// What is known of one rank, as encodeRank writes it.
struct BundlePart {
    int rank = 0;
    std::string bytes;
};

/// A bundle as a file: magic, version, number of sections (32 bits each), five numbers of 64 bits for each section, all
/// little endian, then the sections, a zstd frame each. Ascending ranks, each once. O(bytes); holds them all. Errors:
/// Limit for a part that no reader would take.
[[nodiscard]] Result<std::string> bundleOf(const std::vector<BundlePart> &parts);

/// A bundle on the disk. Opening reads its head alone. Nothing in it is trusted. A value; any thread.
class BundleFile {
public:
    /// Errors: NotFound, NoPermission, ReadFailed; Malformed where it is no bundle or contradicts itself, Unsupported
    /// for a version of a newer program, Truncated where it ends before its sections do.
    [[nodiscard]] static Result<BundleFile> open(const std::string &path);

    /// Ascending, each once.
    [[nodiscard]] std::vector<int> ranks() const;
    /// The bytes of a part. Errors: NotFound; as above; Limit where more would come out than any profile gives
    /// (expansionLimit) or than there is memory for (checkMemory).
    [[nodiscard]] Result<std::string> part(int rank) const;

private:
    struct Section {
        std::int64_t rank = 0;
        std::uint64_t offset = 0;
        std::uint64_t packed = 0;  ///< bytes in the file
        std::uint64_t raw = 0;     ///< bytes once decompressed
        std::uint64_t hash = 0;    ///< XXH3 of the bytes in the file
    };
    [[nodiscard]] Status checkSections(std::uint64_t headBytes) const;

    std::string m_path;
    std::uint64_t m_size = 0;
    std::vector<Section> m_sections;
};

}  // namespace stagescope
