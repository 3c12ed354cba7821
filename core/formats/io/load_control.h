#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace stagescope {

/// Shallow: steps, metadata, time split, pipeline cells: a few MB per rank at most, for all ranks at once.
/// Deep: slices, counters, flows: everything with a place on the time axis.
enum class LoadDepth : std::uint8_t { Shallow, Deep };

/// Progress of a load, written by workers with relaxed atomics and polled by the window at 20 Hz. Bytes of the file(s).
struct LoadProgress {
    std::atomic<std::uint64_t> bytesDone{0};
    std::atomic<std::uint64_t> bytesTotal{0};
    std::atomic<bool> paused{false};  ///< set by the user; workers wait in LoadControl::checkpoint
};

/// How a file is to be loaded; passed by reference through the whole load, any thread.
struct LoadControl {
    std::stop_token stop;
    LoadDepth depth = LoadDepth::Deep;
    unsigned workers = 1;              ///< threads that this load may use
    LoadProgress *progress = nullptr;  ///< may be null
    /// Files of so many bytes and more show their first part before all of them is read, to those who want it.
    std::uint64_t previewFrom = std::uint64_t{256} << 20;

    /// To be called at least every 4096 rows or 10 ms of work: waits while paused; true = go on, false = stop now.
    [[nodiscard]] bool checkpoint() const;
    void addBytes(std::uint64_t n) const {
        if (progress != nullptr) {
            progress->bytesDone.fetch_add(n, std::memory_order_relaxed);
        }
    }
};

}  // namespace stagescope
