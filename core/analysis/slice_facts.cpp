#include "core/analysis/slice_facts.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostArrows = 8;
constexpr std::uint32_t kRowsPerStopCheck = 4096;

std::string nameAt(const TraceStore &trace, TrackId track, RankTime time) {
    const auto slice = innermostAt(trace.slices(track), time);
    return slice ? std::string(trace.text(trace.slices(track).name(slice->value))) : std::string();
}

std::optional<SliceId> innermostCovering(const SliceTable &slices, RankTime time) {
    std::optional<SliceId> innermost;
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto slice = slices.find(depth, time);
        innermost = slice ? slice : innermost;
    }
    return innermost;
}

void addArrows(const TraceStore &trace, TrackId track, const Slice &slice, KeyValues &facts) {
    const auto leaving = trace.flows().leaving(track, slice.begin, slice.end);
    const auto reaching = trace.flows().reaching(track, slice.begin, slice.end);
    for (std::size_t i = 0; i < std::min(reaching.size(), kMostArrows); ++i) {
        facts.emplace_back("flow_in", nameAt(trace, reaching[i].fromTrack, reaching[i].from) + ", " +
                                          trackPath(trace, reaching[i].fromTrack));
    }
    for (std::size_t i = 0; i < std::min(leaving.size(), kMostArrows); ++i) {
        facts.emplace_back(
            "flow_out", nameAt(trace, leaving[i].toTrack, leaving[i].to) + ", " + trackPath(trace, leaving[i].toTrack));
    }
}

void addSameName(const SliceTable &slices, const Slice &slice, KeyValues &facts, const std::stop_token &stop) {
    std::int64_t count = 0;
    std::int64_t longer = 0;
    Nanos total{0};
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i % kRowsPerStopCheck == 0 && stop.stop_requested()) {
            return;
        }
        if (slices.name(i) == slice.name) {
            const auto duration = slices.end(i) - slices.begin(i);
            ++count;
            total += duration;
            longer += duration > slice.duration() ? 1 : 0;
        }
    }
    if (count > 0) {
        facts.emplace_back("same_name_count", std::to_string(count));
        facts.emplace_back("same_name_total", durationText(total));
        facts.emplace_back("same_name_mean", durationText(total / count));
        facts.emplace_back("same_name_place", std::to_string(longer + 1));
    }
}

}  // namespace

std::string trackPath(const TraceStore &trace, TrackId track) {
    const auto &own = trace.track(track);
    const auto name = std::string(trace.text(own.name));
    return own.parent.isValid() ? std::string(trace.text(trace.track(own.parent).name)) + " / " + name : name;
}

std::optional<SliceId> innermostAt(const SliceTable &slices, RankTime time) {
    const auto covering = innermostCovering(slices, time);
    if (covering) {
        return covering;
    }
    const auto before = innermostCovering(slices, time - Nanos{1});
    return before && slices.end(before->value) == time ? before : std::nullopt;
}

Nanos selfTime(const SliceTable &slices, const Slice &slice) {
    auto self = slice.duration();
    const auto depth = static_cast<std::uint32_t>(slice.depth) + 1;
    if (depth >= slices.depthCount()) {
        return self;
    }
    const auto end = slices.depthBegin(depth + 1);
    for (auto i = slices.firstEndingAfter(depth, slice.begin); i < end && slices.begin(i) < slice.end; ++i) {
        self -= std::min(slices.end(i), slice.end) - std::max(slices.begin(i), slice.begin);
    }
    return self;
}

void addSliceFacts(const TraceStore &trace, TrackId track, const Slice &slice, KeyValues &facts,
                   const std::stop_token &stop) {
    const auto &slices = trace.slices(track);
    facts.emplace_back("self_time", durationText(selfTime(slices, slice)));
    facts.emplace_back("depth", std::to_string(slice.depth));
    if (const auto parent = slices.parentOf(slice.id)) {
        facts.emplace_back("parent", std::string(trace.text(slices.name(parent->value))));
    }
    addSameName(slices, slice, facts, stop);
    addArrows(trace, track, slice, facts);
}

}  // namespace stagescope
