#pragma once

#include "core/advice/remedies/layer_passes.h"
#include "core/advice/rule.h"
#include "core/analysis/pipeline/replay/what_if.h"

#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// A remedy that exchanges memory for time on one stage, in the direction that it is not in.
struct MemoryExchange {
    enum class State : std::uint8_t { Off, Partly, On };
    int stage = -1;  ///< position in the pipeline; -1: all stages at once, or a rank without a pipeline
    int rank = -1;   ///< that figures are of: of the stage, or of all, the one with the highest peak
    Exchange exchange = Exchange::FullRecompute;
    State state = State::Off;
    bool isTurnedOn = true;        ///< what the figures are of: turned on, else off
    std::optional<double> won{};   ///< bytes; below 0: cost. Nothing without shapes
    Nanos paid{0};                 ///< by the rank per step; below 0: saved
    std::optional<Nanos> step{};   ///< that results, replayed
    std::optional<double> peak{};  ///< bytes: given out by the allocator, and beside it; nothing without a record
    std::optional<double> capacity{};
    bool isHidden = true;              ///< a swap fits behind the computing of its layer
    std::vector<PassChange> chunks{};  ///< what it adds to the passes of a stage; empty for all stages at once
    Cure cure{};                       ///< what the change takes out of the run; of additions a negative share
    std::string seen{};                ///< English, with what is missing

    [[nodiscard]] std::optional<double> peakAfter() const {
        return peak && won ? std::optional(*peak - *won) : std::nullopt;
    }
};

/// By stage, each remedy that the profile tells of; then all stages together. A stage's figures are of its fullest
/// rank and hold for all of its ranks. What a backward pass computes once more lengthens its cells, and the job is
/// replayed; at most a rank keeps what its allocator had given out at a step's most beyond its least.
/// O(kernels log kernels) per stage, a replay per row. Incomplete when stopped.
[[nodiscard]] std::vector<MemoryExchange> memoryExchanges(const RuleInput &input);
/// What it asks of a rank's timeline, for Rule::look.
void lookForPasses(const RuleInput &input, const RankCapture &capture);

}  // namespace stagescope
