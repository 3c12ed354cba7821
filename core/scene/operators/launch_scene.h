#pragma once

#include "core/analysis/operators/launch_queue.h"
#include "core/scene/kit/scene_pen.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// The launches of a rank on the clock of the rank.
struct RankLaunches {
    struct Stream {
        std::string name;
        LaunchQueue queue;
    };
    int rank = -1;
    std::vector<Stream> streams;  ///< those with most launches first
    std::vector<DelayBucket> delays;
    std::int64_t begin = 0;  ///< first launch of all, ns
    std::int64_t end = 0;    ///< last begin of all

    [[nodiscard]] std::uint64_t launches() const;
    /// Null where it has no such stream.
    [[nodiscard]] const Stream *stream(std::string_view name) const;
};
/// Of a capture, in `range` where there is one. O(n log n). Any thread. Stopped: incomplete.
[[nodiscard]] RankLaunches rankLaunches(const RankCapture &capture, const std::optional<RankRange> &range,
                                        const std::stop_token &stop = {});

struct LaunchLayout {
    struct Row {
        std::size_t stream = 0;  ///< into RankLaunches::streams
        Box plot{};              ///< its time from left to right
        std::int64_t most = 1;   ///< length at the top
    };
    struct Bar {
        std::size_t bucket = 0;  ///< into RankLaunches::delays
        Box box{};               ///< with label and figures
    };
    Scene scene{};
    std::vector<Row> rows{};
    std::vector<Bar> bars{};

    [[nodiscard]] const Row *rowAt(int x, int y) const;
    [[nodiscard]] const Bar *barAt(int x, int y) const;
};
/// The time of a pixel of a row, ns of the rank's clock.
[[nodiscard]] std::int64_t launchTimeAt(const RankLaunches &launches, const LaunchLayout::Row &row, int x);
/// How long the queue is at a time; 0 before the first launch. O(log samples).
[[nodiscard]] std::int64_t queueLengthAt(const LaunchQueue &queue, std::int64_t time);

/// How long the queue of each stream is over time, each pixel as long as at most in its time, and how late launches
/// come to run, as bars; beside each other where there is room, else below. Streams that have no room are counted.
/// O(samples + pixels).
/// `baseline`: the launches of the counterpart in another run, or null: streams of the same name have its queue as a
/// line, from its first launch on, delays its share as a thin bar.
[[nodiscard]] LaunchLayout layOutLaunches(const RankLaunches &launches, int width, int height, const SceneStyle &style,
                                          const RankLaunches *baseline = nullptr);

}  // namespace stagescope
