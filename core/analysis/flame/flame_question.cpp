#include "core/analysis/flame/flame_question.h"

#include "core/analysis/run/asked_range.h"

namespace stagescope {

std::optional<FlameOptions> flameOptions(const AnalysisInput &input, const Run &run, const RankCapture &capture,
                                         FlameFrames frames) {
    const auto host = askedRange(input, run, capture, AskedSide::Host);
    const auto device = askedRange(input, run, capture, AskedSide::Device);
    if (host.isEmpty && device.isEmpty) {
        return std::nullopt;
    }
    const RankRange nothing{};
    return FlameOptions{frames, host.isEmpty ? nothing : host.range, device.isEmpty ? nothing : device.range};
}

}  // namespace stagescope
