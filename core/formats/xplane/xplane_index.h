#pragma once

#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/formats/protobuf/proto_stream.h"
#include "core/formats/xplane/xplane_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// A line (track) of a plane, and where its events are.
struct XLinePlace {
    std::uint64_t begin = 0;  ///< of the message in the file
    std::uint64_t end = 0;
    std::int64_t id = 0;
    std::int64_t timestamp = 0;  ///< ns, to which offsets of events are added
    std::string name{};
    std::string displayName{};

    [[nodiscard]] const std::string &shownName() const { return displayName.empty() ? name : displayName; }
};

/// What the events of a plane refer to.
struct XPlane {
    struct EventName {
        std::string name{};
        std::string displayName{};
        std::vector<std::string> stats{};  ///< messages; they count for each event of the name
    };
    struct StatName {
        std::string name{};
        XStatWord word = XStatWord::Other;
    };
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string name{};
    std::vector<XLinePlace> lines{};
    std::vector<EventName> eventNames{};
    IdPositions events{};
    std::vector<StatName> statNames{};
    IdPositions stats{};
    std::vector<std::string> facts{};  ///< statistics of the plane, as messages

    [[nodiscard]] const EventName *eventName(std::int64_t id) const {
        const auto at = events.at(id);
        return at == IdPositions::kNone ? nullptr : &eventNames[at];
    }
    /// Empty where the file has none.
    [[nodiscard]] std::string_view statName(std::int64_t id) const {
        const auto at = stats.at(id);
        return at == IdPositions::kNone ? std::string_view{} : std::string_view(statNames[at].name);
    }
    [[nodiscard]] XStatWord word(std::int64_t id) const {
        const auto at = stats.at(id);
        return at == IdPositions::kNone ? XStatWord::Other : statNames[at].word;
    }
    /// Its text; that of a reference is the name of a statistic. Empty for numbers.
    [[nodiscard]] std::string_view textOf(const XStat &stat) const {
        return stat.type == XStat::Type::Reference ? statName(static_cast<std::int64_t>(stat.number)) : stat.text;
    }
    /// As people read it. O(length).
    [[nodiscard]] std::string shown(const XStat &stat) const;
};

/// The first pass over a file: everything but the events, since names may follow lines.
struct XSpaceIndex {
    std::vector<XPlane> planes{};
    std::vector<std::string> hosts{};
    std::vector<std::string> warnings{};  ///< the profiler's own, errors too
    std::uint64_t damagedNames = 0;       ///< messages of names that could not be read
    bool isCut = false;                   ///< the file ends within a message
    bool isDamaged = false;               ///< something that is no field; what follows it in its message is lost
    std::uint64_t troubleAt = 0;          ///< byte of either
    std::optional<Error> error{};         ///< what ended reading; what stood before is here
};

/// Reads the planes of a stream from its begin. Names are cut to some KB. When stopped it is incomplete.
[[nodiscard]] XSpaceIndex readXSpaceIndex(ProtoStream &stream, const LoadControl &control);

/// First bytes of a file that is an XSpace: a plane with a name such as "/host:CPU".
[[nodiscard]] bool looksLikeXSpace(std::string_view head);

}  // namespace stagescope
