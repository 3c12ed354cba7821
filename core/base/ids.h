#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace stagescope {

/// An index that cannot be mixed up with another kind of index. Default-constructed ids name nothing.
template <class Tag>
struct TypedId {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t value = kNone;

    constexpr TypedId() = default;
    constexpr explicit TypedId(std::uint32_t v) : value(v) {}
    [[nodiscard]] constexpr bool isValid() const { return value != kNone; }
    constexpr auto operator<=>(const TypedId &) const = default;
};

using RunId = TypedId<struct RunTag>;        ///< a run (one opened path) of the workspace
using SourceId = TypedId<struct SourceTag>;  ///< a file of a run; unique within the run
using TrackId = TypedId<struct TrackTag>;    ///< a track within one TraceStore
using SliceId = TypedId<struct SliceTag>;    ///< a slice within one track, in the track's storage order
using StringId = TypedId<struct StringTag>;  ///< a string within one StringPool; 0 is the empty string
using GroupId = TypedId<struct GroupTag>;    ///< a communication group within one run

/// The step of what lies in none.
constexpr std::int64_t kNoStep = -1;

}  // namespace stagescope

template <class Tag>
struct std::hash<stagescope::TypedId<Tag>> {
    std::size_t operator()(stagescope::TypedId<Tag> id) const noexcept { return id.value; }
};
