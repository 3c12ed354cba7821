#include "core/analysis/flame/flame_question.h"

#include "core/analysis/difference/baseline_side.h"
#include "core/analysis/run/asked_range.h"

#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

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

Result<FlameAgainst> flameAgainst(std::string_view text) {
    using Kind = FlameAgainst::Kind;
    if (text.empty()) {
        return FlameAgainst{};
    }
    for (const auto kind : {Kind::None, Kind::Baseline}) {
        if (text == flameAgainstText({kind})) {
            return FlameAgainst{kind};
        }
    }
    const auto colon = text.find(':');
    const auto name = text.substr(0, colon);
    const auto number = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    FlameAgainst against{name == "step" ? Kind::Step : Kind::Rank};
    const auto read = std::from_chars(number.data(), number.data() + number.size(), against.number);
    const bool isNumber = read.ec == std::errc{} && read.ptr == number.data() + number.size();
    const bool isRank = name == "rank" && against.number >= 0 && against.number <= std::numeric_limits<int>::max();
    if (!isNumber || !(isRank || name == "step")) {
        return fail(ErrorKind::BadArgument,
                    "parameter against is none, baseline, rank:NUMBER or step:NUMBER, not '" + std::string(text) + "'");
    }
    return against;
}

std::string flameAgainstText(const FlameAgainst &against) {
    switch (against.kind) {
        case FlameAgainst::Kind::None:
            return "none";
        case FlameAgainst::Kind::Baseline:
            return "baseline";
        case FlameAgainst::Kind::Rank:
            return "rank:" + std::to_string(against.number);
        case FlameAgainst::Kind::Step:
            return "step:" + std::to_string(against.number);
        case FlameAgainst::Kind::IfBaseline:
            break;
    }
    return {};
}

std::optional<FlameOther> flameOther(const AnalysisInput &input, const RankCapture &capture,
                                     const FlameAgainst &against) {
    using Kind = FlameAgainst::Kind;
    FlameOther other{input, input.run(), &capture};
    if (against.kind == Kind::Rank) {
        other.capture = other.run->capture(static_cast<int>(against.number));
    } else if (against.kind == Kind::Step) {
        other.input.step = against.number;
        other.input.range.reset();
    } else if (against.kind != Kind::None && input.baseline() != nullptr) {
        other.run = input.baseline();
        other.capture = counterpartOf(*other.run, capture.rank);
        other.input.range.reset();
    } else {
        return std::nullopt;
    }
    return other.capture == nullptr ? std::nullopt : std::optional(std::move(other));
}

}  // namespace stagescope
