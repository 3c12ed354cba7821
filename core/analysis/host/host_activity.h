#pragma once

#include "core/base/intervals.h"
#include "core/session/workspace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string_view>

namespace stagescope {

/// What a call of the host does, as far as its name tells. Of calls within one another, and of threads at one time, the
/// first in this order counts.
enum class HostActivity : std::uint8_t {
    Profiling,          ///< the profiler's own buffers
    Compiling,          ///< torch.compile, Triton, XLA, operators of CANN
    LoadingModules,     ///< first calls: kernels are loaded
    CollectingGarbage,  ///< of Python
    LoadingData,        ///< PyTorch's data loader
    Copying,            ///< to or from the device: where memory is not pinned the call returns when it is copied
    Communicating,      ///< collectives of the host itself (gloo), barriers
    Sleeping,
    ReadingFiles,   ///< and writing them: checkpoints
    Locking,        ///< waits for another thread
    Synchronising,  ///< waits for the device
    Other,
};
constexpr std::size_t kHostActivities = 12;
/// "profiling", "compiling", "loading_modules", "collecting_garbage", "loading_data", "copying", "communicating",
/// "sleeping", "reading_files", "locking", "synchronising", "other"
[[nodiscard]] std::string_view hostActivityText(HostActivity activity);
/// Other where it tells nothing. O(length).
[[nodiscard]] HostActivity hostActivityOf(std::string_view name);
/// A call that waits for all work of the device, as loops have it at the end of a step.
[[nodiscard]] bool synchronisesDevice(std::string_view name);

/// Time by activity.
using ActivityTimes = std::array<Nanos, kHostActivities>;

/// When the host of a rank did what, clock of the rank. A plain value.
struct HostActivities {
    std::array<IntervalSet, kHostActivities> when;  ///< of Other empty
    IntervalSet deviceSync;                         ///< the part of Synchronising that synchronisesDevice

    [[nodiscard]] const IntervalSet &of(HostActivity activity) const {
        return when.at(static_cast<std::size_t>(activity));
    }
    /// How much of a set each fills, the rest is Other: their sum is the length of the set. O(n + m).
    [[nodiscard]] ActivityTimes within(const IntervalSet &set) const;
};

/// Of the threads of the host; sleeping, files and locks only of those that call operators or carry steps, since others
/// wait for work all the time. Stopped: incomplete. O(slices of the host). Any thread.
[[nodiscard]] HostActivities hostActivities(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
