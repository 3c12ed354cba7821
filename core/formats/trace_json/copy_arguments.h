#pragma once

#include "core/base/string_pool.h"
#include "core/base/words/dialect.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/trace_json/trace_event.h"
#include "core/store/trace/track.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// A copy or fill as one event tells it. Texts live as long as the arguments that gathered it.
struct CopyEvent {
    std::uint64_t offset = 0;  ///< of the event
    std::uint64_t correlation = 0;
    std::string_view process;  ///< this and thread as TraceBuilder::TrackKey has them
    std::string_view thread;
    bool isByName = false;  ///< no category says that it is one: only on a stream it is
    CopyRecord copy;
};

struct CopyPlace {
    std::string_view process;
    std::string_view thread;
};

/// What the category of an event tells.
struct CopySigns {
    SliceClass klass = SliceClass::Other;
    EventMeaning means = EventMeaning::None;
};

/// Gathers what events tell of copies: those of Kineto (bytes, kind; calls of HIP tell bytes where the copy does not)
/// and of Ascend ("size(B)", "operation"). One per worker.
class CopyArguments {
public:
    /// A slice. Others than copies, calls that copy and tasks of communication cost a comparison or two.
    void take(const EventWindow &window, const TraceEvent &event, const CopySigns &signs, const CopyPlace &place,
              std::int64_t time, std::int64_t duration);

    /// When a task of communication ran. Text traces of Ascend show each that copies on its stream once more.
    struct TaskTime {
        std::int64_t begin = 0;
        std::int64_t duration = 0;
        auto operator<=>(const TaskTime &) const = default;
    };
    /// What a call says of the copy that it started.
    struct Call {
        std::uint64_t offset = 0;  ///< of the event
        std::uint64_t correlation = 0;
        std::int64_t bytes = 0;
    };
    /// All in the order of the windows.
    [[nodiscard]] const std::vector<CopyEvent> &copies() const { return m_copies; }
    [[nodiscard]] const std::vector<TaskTime> &communication() const { return m_communication; }
    [[nodiscard]] const std::vector<Call> &calls() const { return m_calls; }

private:
    void takeCopy(const EventWindow &window, const TraceEvent &event, CopyEvent found);
    void takeCall(const EventWindow &window, const TraceEvent &event);

    std::vector<CopyEvent> m_copies;
    std::vector<TaskTime> m_communication;
    std::vector<Call> m_calls;
    StringPool m_texts;
};

/// What the workers gathered, without tasks of communication and with the bytes that calls tell, in the order of the
/// file. `kindOf(process, thread)` gives the kind of a track, `callOf(offset)` the offset of the call that launched the
/// work at an offset, where it is known; without it a number counts that one call alone has. O(n log n).
[[nodiscard]] std::vector<CopyEvent> joinedCopies(
    std::span<const CopyArguments *const> workers,
    const std::function<TrackKind(std::string_view process, std::string_view thread)> &kindOf,
    const std::function<std::optional<std::uint64_t>(std::uint64_t offset)> &callOf);

}  // namespace stagescope
