#pragma once

#include "core/base/result.h"
#include "core/base/time_mark.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// How much of each rank is kept.
enum class BundleLevel : std::uint8_t {
    Summary,   ///< small tables, summary lanes, steps and marks
    Pipeline,  ///< as if it had been recorded without call stacks (functions of Python) and memory snapshots
    Full,      ///< all
};

/// The saved marks of a run (mark_file.h); as long as there are none, those that came with it, if it is a bundle.
[[nodiscard]] Result<std::vector<TimeMark>> marksOfRun(const std::string &runPath);

/// Where a bundle opens.
struct BundlePlace {
    std::string view{};                   ///< id of a view or a page; empty = what fits
    std::optional<AlignedRange> range{};  ///< in sight
    std::string item{};                   ///< chosen, as ItemRef's text; empty = nothing

    bool operator==(const BundlePlace &) const = default;
};
[[nodiscard]] std::string encodePlace(const BundlePlace &place);
/// Of any bytes; nothing where they are no place.
[[nodiscard]] std::optional<BundlePlace> decodePlace(std::string_view bytes);
/// Nothing for what is no bundle and for one that opens anywhere. Reads the head of a file.
[[nodiscard]] std::optional<BundlePlace> placeOfBundle(const std::string &path);

}  // namespace stagescope
