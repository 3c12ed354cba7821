#include "core/scene/timeline/step_choice.h"

#include "core/analysis/run/steps.h"
#include "core/base/words/step_pattern.h"
#include "core/store/tables/format_descriptor.h"
#include "core/store/trace/trace_store.h"

#include <map>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kLeastRanges = 3;
constexpr double kLeastCovered = 0.5;  ///< of the time from the first to the last

/// "iter 17 loss=0.3" -> "iter # loss=#.#".
std::string withoutNumbers(std::string_view name) {
    std::string shape;
    for (const char c : name) {
        const bool isDigit = c >= '0' && c <= '9';
        shape += isDigit && !shape.empty() && shape.back() == '#' ? "" : std::string(1, isDigit ? '#' : c);
    }
    return shape;
}

struct LikeRanges {
    std::size_t count = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t covered = 0;
    std::string_view name;

    [[nodiscard]] double share() const {
        return begin < end ? static_cast<double>(covered) / static_cast<double>(end - begin) : 0;
    }
};

/// The ranges of a track that cover most; of those that cover as much, the outermost.
LikeRanges mostLike(const TraceStore &trace, const SliceTable &slices) {
    LikeRanges best;
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        std::map<std::string, LikeRanges> all;
        for (auto i = slices.depthBegin(depth); i < slices.depthBegin(depth + 1); ++i) {
            if (slices.klass(i) != SliceClass::Mstx) {
                continue;
            }
            const auto name = trace.text(slices.name(i));
            auto &like = all[withoutNumbers(name)];
            like.begin = like.count == 0 ? ns(slices.begin(i)) : like.begin;
            like.end = ns(slices.end(i));
            like.covered += (slices.end(i) - slices.begin(i)).count();
            like.name = name;
            ++like.count;
        }
        for (const auto &[name, like] : all) {
            if (like.count >= kLeastRanges && like.share() >= kLeastCovered && like.covered > best.covered) {
                best = like;
            }
        }
    }
    return best;
}

/// Of a name among those of its lane.
std::string patternLike(const TraceStore &trace, const SliceTable &slices, std::string_view name) {
    std::map<std::string_view, std::size_t> names;
    std::vector<std::string_view> all;  // those of several ranges twice
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        const auto text = trace.text(slices.name(i));
        if (++names[text] <= 2) {
            all.push_back(text);
        }
    }
    return StepPattern::likeName(name, all);
}

std::optional<StepSuggestion> suggestionOf(int rank, const TraceStore &trace) {
    LikeRanges best;
    const SliceTable *lane = nullptr;
    for (const auto &track : trace.tracks()) {
        if (track.kind != TrackKind::DeviceStream) {
            const auto like = mostLike(trace, trace.slices(track.id));
            lane = like.covered > best.covered ? &trace.slices(track.id) : lane;
            best = like.covered > best.covered ? like : best;
        }
    }
    return lane == nullptr ? std::nullopt
                           : std::optional(StepSuggestion{rank, patternLike(trace, *lane, best.name), best.count});
}

}  // namespace

std::optional<StepSuggestion> suggestedSteps(const Run &run) {
    std::optional<StepSuggestion> result;
    for (const auto &capture : run.captures) {
        if (!rankSteps(capture).empty()) {
            return std::nullopt;
        }
        for (const auto &source : capture.loaded) {
            const auto *file = run.file(source.source);
            const bool isTrace = file != nullptr && isEventTrace(file->format);
            for (const auto &trace : source.traces) {
                result = isTrace && capture.rank >= 0 && !result ? suggestionOf(capture.rank, *trace) : result;
            }
        }
    }
    return result;
}

bool canMarkSteps(const Workspace &workspace, const SliceRef &slice) {
    const auto trace = workspace.trace(slice.run, slice.source);
    const auto *run = workspace.run(slice.run);
    const auto *file = run == nullptr ? nullptr : run->file(slice.source);
    const bool isTrace = file != nullptr && isEventTrace(file->format);  // others have tables of steps
    if (trace == nullptr || !isTrace || trace->track(slice.track).kind == TrackKind::DeviceStream) {
        return false;
    }
    const auto &slices = trace->slices(slice.track);
    return slices.begin(slice.slice.value) < slices.end(slice.slice.value);
}

std::string stepPatternOf(const Workspace &workspace, const SliceRef &slice) {
    const auto trace = workspace.trace(slice.run, slice.source);
    if (trace == nullptr) {
        return {};
    }
    const auto &slices = trace->slices(slice.track);
    return patternLike(*trace, slices, trace->text(slices.name(slice.slice.value)));
}

}  // namespace stagescope
