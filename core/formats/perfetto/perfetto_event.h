#pragma once

#include "core/base/key_values.h"
#include "core/formats/perfetto/perfetto_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What older writers put into a track event: phases of trace events.
struct PerfettoLegacy {
    char phase = 0;
    std::optional<std::int64_t> durationUs{};
    std::optional<std::uint64_t> id{};
    std::optional<std::uint64_t> bindId{};
    bool leaves = false;  ///< arrows of bindId
    bool reaches = false;
    std::optional<std::int64_t> process{};
    std::optional<std::int64_t> thread{};
};

/// A track event, names resolved. Views live as long as the packet and the sequence.
struct PerfettoEvent {
    enum class Type : std::uint8_t { None = 0, Begin = 1, End = 2, Instant = 3, Counter = 4 };
    Type type = Type::None;
    std::string_view name{};
    bool hasName = false;
    std::string_view category{};  ///< the first one
    std::optional<std::uint64_t> track{};
    std::optional<double> value{};
    std::vector<std::uint64_t> flows{};
    std::vector<std::uint64_t> endingFlows{};
    std::optional<std::int64_t> deltaUs{};  ///< older times
    std::optional<std::int64_t> absoluteUs{};
    std::vector<std::uint64_t> extraTracks{};
    std::vector<std::uint64_t> extraValues{};
    std::vector<std::uint64_t> extraRealTracks{};
    std::vector<double> extraReals{};
    std::vector<std::string_view> annotations{};  ///< messages
    std::optional<PerfettoLegacy> legacy{};

    void clear();
};
/// False where the message is damaged.
[[nodiscard]] bool parsePerfettoEvent(std::string_view message, const PerfettoSequence &sequence, PerfettoEvent &event);

/// A debug annotation of one value. The text is that of texts, and of numbers empty.
struct PerfettoAnnotation {
    std::string_view name{};
    std::string_view text{};
    std::optional<std::int64_t> number{};  ///< of whole numbers, as bits where they have no sign
    bool isUnsigned = false;
    std::optional<double> real{};
    bool isNested = false;  ///< holds others
};
[[nodiscard]] PerfettoAnnotation parseAnnotation(std::string_view message, const PerfettoSequence &sequence);
/// All of an event as people read them; of nested ones "outer.inner" and "outer[0]".
[[nodiscard]] KeyValues annotationTexts(const PerfettoEvent &event, const PerfettoSequence &sequence);

}  // namespace stagescope
