#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stagescope {

/// A line of a text that the Linux kernel's tracing gave, whichever program wrote it. Views into the line.
struct SchedLine {
    std::string_view task;  ///< name of the thread; "<...>" and "<idle>" as they stand
    std::int32_t thread = 0;
    std::int32_t process = -1;  ///< -1: not in the line
    std::int32_t cpu = 0;
    bool hasClock = true;   ///< false: the time is a count without a unit, `time` is 0
    std::int64_t time = 0;  ///< ns
    std::string_view event;
    std::string_view arguments;
};

/// Nothing for a line without that shape: headers, continuations, call stacks. O(length). Takes
///   `TASK-PID [CPU] FLAGS SEC.USEC: EVENT: ARGS` of tracefs, `TASK-PID (TGID) [CPU] ...` of systrace, the same without
///   flags of trace-cmd report, and `COMM PID/TID [CPU] SEC.USEC: sched:EVENT: ARGS` of perf script.
[[nodiscard]] std::optional<SchedLine> schedLine(std::string_view line);

/// ns of "106439.675571" and "106439.675571123"; nothing for anything else.
[[nodiscard]] std::optional<std::int64_t> schedTime(std::string_view text);

/// The first number in a text, after blanks; nothing where it begins with something else.
[[nodiscard]] std::optional<std::int64_t> leadingNumber(std::string_view text);

/// What stands behind `key` ("pid="), which begins the text or follows a blank, up to the next blank; empty without it.
[[nodiscard]] std::string_view schedValue(std::string_view arguments, std::string_view key);

/// Whether the first bytes of a file are those of such a text, or of a web page that may hold one.
[[nodiscard]] bool looksLikeSched(std::string_view head);
[[nodiscard]] bool isSchedPage(std::string_view head);

}  // namespace stagescope
