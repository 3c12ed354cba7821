#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a file of this kind begins with, before its version.
inline constexpr std::string_view kBundleMagic = "\x89STAGESCOPE BUNDLE\n";

/// What a file of this kind ends in, by custom.
inline constexpr std::string_view kBundleEnding = ".stagescope";

// The numbers of parts: from 0 on what one file told of a rank, as encodeRank writes it, and these.
inline constexpr int kBundledCluster = -2;     ///< tables of the whole cluster, written as those of a rank
inline constexpr int kBundledMarks = -3;       ///< the user's, as marksText writes them
inline constexpr int kBundledPlace = -4;       ///< where it opens (bundle_notes.h)
inline constexpr int kBundledDigest = -5;      ///< what a digest is of (digest_note.h)
inline constexpr int kBundledReport = -6;      ///< what was added to the report (report_list_text.h)
inline constexpr int kBundledSnapshots = -16;  ///< from here down memory snapshots, as JSON with the keys of PyTorch's

inline constexpr int kMostBundledSnapshots = 256;  ///< of one rank
/// The number of the snapshot `index` of a rank (-1: not known), less than kMostBundledSnapshots.
[[nodiscard]] constexpr int bundledSnapshot(int rank, int index) {
    return kBundledSnapshots - (rank + 1) * kMostBundledSnapshots - index;
}
// Older bundles have one part for each rank, whose number it is.
inline constexpr int kMostBundledRanks = 1 << 20;
inline constexpr int kMostBundledSources = 1 << 10;  ///< of one rank
/// The number of the source `index` of a rank, both less than these.
[[nodiscard]] constexpr int bundledSource(int rank, int index) { return index * kMostBundledRanks + rank; }
[[nodiscard]] constexpr int rankOfBundledSource(int part) { return part % kMostBundledRanks; }

[[nodiscard]] constexpr bool isBundledSnapshot(int part) { return part <= kBundledSnapshots; }
/// Nothing where it is not known.
[[nodiscard]] constexpr std::optional<int> rankOfBundledSnapshot(int part) {
    const int rank = (kBundledSnapshots - part) / kMostBundledSnapshots - 1;
    return rank < 0 ? std::nullopt : std::optional(rank);
}

struct BundlePart {
    int number = 0;
    std::string bytes;
};

/// What the parts of a bundle of so many bytes may become, all of them together: bytes once decompressed, and bytes as
/// stores, rows times width. Bundles have 5 to 30 and 30 to 90 times theirs; what is free is for small ones.
[[nodiscard]] constexpr std::uint64_t bundleRawLimit(std::uint64_t fileBytes) {
    return (std::uint64_t{48} << 20) + 128 * fileBytes;
}
[[nodiscard]] constexpr std::uint64_t bundleStoreLimit(std::uint64_t fileBytes) {
    return (std::uint64_t{96} << 20) + 256 * fileBytes;
}

/// A bundle as a file: magic, version, number of sections (32 bits each), five numbers of 64 bits for each section, all
/// little endian, then the sections, a zstd frame each, one after the other. The parts ascend, each once. O(bytes);
/// holds them all. Errors: Limit where no reader would take it (bundleRawLimit).
[[nodiscard]] Result<std::string> bundleOf(const std::vector<BundlePart> &parts);

/// A bundle on the disk. Opening reads its head alone. Nothing in it is trusted. A value; any thread.
class BundleFile {
public:
    /// Errors: NotFound, NoPermission, ReadFailed; Malformed where it is no bundle or contradicts itself (sections that
    /// overlap do), Unsupported for a version of a newer program, Truncated where it ends before its sections do, Limit
    /// where its parts together would become more than bundleRawLimit.
    [[nodiscard]] static Result<BundleFile> open(const std::string &path);

    /// Numbers of the parts, ascending, each once.
    [[nodiscard]] std::vector<int> parts() const;
    /// The first of them that `isIt` takes. O(parts before it).
    [[nodiscard]] std::optional<int> firstPart(bool (*isIt)(int number)) const;
    [[nodiscard]] bool has(int part) const;
    /// The bytes of a part. Errors: NotFound; as above; Limit where there is no memory for them (checkMemory).
    [[nodiscard]] Result<std::string> part(int number) const;
    /// What a part may become as stores: its share, by bytes, of what the whole file may (bundleStoreLimit), so that
    /// parts that are read at once need no common count. Bytes; 0 for one that is not there.
    [[nodiscard]] std::uint64_t storeLimit(int number) const;

private:
    struct Section {
        std::int64_t number = 0;
        std::uint64_t offset = 0;
        std::uint64_t packed = 0;  ///< bytes in the file
        std::uint64_t raw = 0;     ///< bytes once decompressed
        std::uint64_t hash = 0;    ///< XXH3 of the bytes in the file
    };
    [[nodiscard]] Status checkSections(std::uint64_t headBytes);
    [[nodiscard]] const Section *section(int number) const;

    std::string m_path;
    std::uint64_t m_size = 0;
    std::uint64_t m_raw = 0;  ///< of all parts
    std::vector<Section> m_sections;
};

}  // namespace stagescope
