#pragma once

#include "core/base/item_ref.h"
#include "core/scene/kit/scene_pen.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// How the data of a rank come to its device. Owns its texts.
struct RankLoading {
    /// An operator of MindData's pipeline; what is not told is nothing.
    struct Operator {
        std::string name;
        std::size_t depth = 0;
        std::optional<double> fill{};   ///< of its queue, 0 to 1
        std::optional<double> empty{};  ///< share of samples
        std::int64_t workers = -1;
        std::optional<double> busy{};  ///< of its workers' time
        bool isBottleneck = false;
    };
    /// A step with calls of PyTorch's loader, or a batch of MindData.
    struct Portion {
        std::int64_t number = -1;  ///< -1: the whole capture
        std::int64_t waited = 0;   ///< ns that the device idled, or that the pipeline took
        std::int64_t beside = 0;   ///< ns that it worked meanwhile, or that the batch was pushed
        std::optional<ItemRef> item{};
    };
    int rank = -1;
    std::vector<Operator> operators;
    std::vector<Portion> portions;
    bool areSteps = false;   ///< the portions; else batches
    std::size_t events = 0;  ///< of queues, which have a table and no picture

    [[nodiscard]] bool isPictured() const { return !operators.empty() || !portions.empty(); }
    [[nodiscard]] bool isEmpty() const { return !isPictured() && events == 0; }
};
/// Of a capture: its steps where a trace tells them, else its batches. O(slices of the host). Any thread. Stopped:
/// incomplete.
[[nodiscard]] RankLoading rankLoading(const Run &run, const RankCapture &capture, const std::stop_token &stop = {});

struct LoadingLayout {
    struct Row {
        std::size_t index = 0;  ///< into RankLoading::operators
        Box box{};
    };
    Scene scene{};
    std::vector<Row> rows{};

    [[nodiscard]] const Row *rowAt(int x, int y) const;
};

/// Above, the operators from the device to the source, each with how full its queue is: the one that holds up the rest
/// stands out, and those that have no room are counted. Below, the steps or batches as bars of what was waited for.
/// O(operators + portions).
[[nodiscard]] LoadingLayout layOutLoading(const RankLoading &loading, int width, int height, const SceneStyle &style);

}  // namespace stagescope
