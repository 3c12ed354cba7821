#pragma once

#include "core/base/result.h"
#include "core/session/watch/capture_listing.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

enum class CaptureState : std::uint8_t {
    BeingWritten,
    Complete,
    NotParsed,   ///< recorded whole, and nothing made of it yet that can be read
    BrokenOff,   ///< nobody writes it any more, and it is not whole
    Unreadable,  ///< it may not be looked at
};
inline constexpr std::size_t kCaptureStates = 5;

/// What decided. Marks are what writers leave themselves:
///   ASCEND_PROFILER_OUTPUT/analyse.done   torch_npu: the parser ended (profiler.analyse, on_trace_ready)
///   PROF_*/host/end_info.done,
///   PROF_*/device_N/end_info.N.done       msprof: recording ended, all buffers are flushed
/// What says nothing, since it comes before the end: profiler_info_N.json and profiler_metadata.json (torch_npu writes
/// them when it stops, before it parses; _profiler_interface.py, finalize_trace), all_file.complete of msprof (written
/// when raw data is imported, before the export), the folder ASCEND_PROFILER_OUTPUT (made empty when parsing begins).
/// PyTorch's tensorboard_trace_handler writes X.pt.trace.json in place, without a mark or a temporary name.
enum class CaptureRule : std::uint8_t {
    ParseMark,  ///< analyse.done
    Quiet,      ///< nothing changed for some seconds, and its files are whole
    Changing,   ///< it changed less than some seconds ago
    NoEndMark,  ///< raw data without end_info.done: still recording, or killed
    EndMark,    ///< end_info.done, and nothing parsed
    Empty,      ///< a folder of a profiler with nothing in it yet
    NotWhole,   ///< a file of it is not whole
    NoAccess,   ///< permission, or an error of reading
};
inline constexpr std::size_t kCaptureRules = 8;

/// Stable names for files and scripts: "being_written", "parse_mark".
[[nodiscard]] std::string_view captureStateText(CaptureState state);
[[nodiscard]] std::string_view captureRuleText(CaptureRule rule);

struct CaptureVerdict {
    CaptureState state = CaptureState::BeingWritten;
    CaptureRule rule = CaptureRule::Changing;
    std::optional<Error> error{};  ///< of NotWhole and NoAccess

    bool operator==(const CaptureVerdict &other) const {
        return state == other.state && rule == other.rule && error.has_value() == other.error.has_value() &&
               (!error || errorLine(*error) == errorLine(*other.error));
    }
};

/// How long nothing must have changed: the time that a parser takes between two files, and the buffers of a network
/// file system.
inline constexpr std::chrono::nanoseconds kUsualQuiet = std::chrono::seconds(5);
/// So many times longer where what there is may be but the first half: no timeline yet, or msprof's export alone in the
/// folder of a framework that has yet to make its own of it.
inline constexpr int kDoubtFactor = 10;

/// Whether the listing may hold a profile: it is a file that is one by its name, or a folder that holds such files or
/// is named as profilers name theirs. Of JSON whose name says nothing `isTrace` is asked. O(files).
[[nodiscard]] bool mayBeCapture(const CaptureListing &listing,
                                const std::function<bool(const std::string &path)> &isTrace);

/// What has become of a capture that did not change for `unchanged`. A listing that holds several captures (one for
/// each rank) is complete when none of them is being written. `wholeness` says whether the file of that path is all
/// that it should be (fileWholeness); it is asked only where that decides. Else pure. O(files).
[[nodiscard]] CaptureVerdict judgeCapture(const CaptureListing &listing, std::chrono::nanoseconds unchanged,
                                          const std::function<Status(const std::string &path)> &wholeness,
                                          std::chrono::nanoseconds quiet = kUsualQuiet);

}  // namespace stagescope
