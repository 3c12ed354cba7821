#include "core/scene/timeline/timeline_arrows.h"

#include "core/analysis/trace/slice_facts.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

bool encloses(const SliceTable &slices, SliceId outer, SliceId inner) {
    return slices.begin(outer.value) <= slices.begin(inner.value) &&
           slices.end(inner.value) <= slices.end(outer.value) &&
           slices.depthOf(outer.value) <= slices.depthOf(inner.value);
}

struct EndPlace {
    int y = 0;
    bool isCut = false;
};

std::optional<EndPlace> placeOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                const SliceRef &slice) {
    const auto box = timelineBoxOf(layout, options, slice);
    if (!box) {
        return std::nullopt;
    }
    const int middle = box->y + box->height / 2;
    const auto band = options.bandOf(box->pinned);
    const int y = box->pinned ? std::min(middle, band.bottom) : std::max(middle, band.top);
    return EndPlace{y, y != middle};
}

}  // namespace

std::vector<SliceArrow> timelineArrows(const TimelineLayout &layout, const SliceRef &slice, ArrowDirection direction,
                                       std::size_t limit) {
    const auto *source = timelineSourceOf(layout, slice);
    if (source == nullptr) {
        return {};
    }
    const auto &trace = *source->trace;
    const auto &slices = trace.slices(slice.track);
    const auto begin = slices.begin(slice.slice.value);
    const auto end = slices.end(slice.slice.value);
    const bool isOut = direction == ArrowDirection::Out;
    std::vector<SliceArrow> arrows;
    for (const auto &flow :
         isOut ? trace.flows().leaving(slice.track, begin, end) : trace.flows().reaching(slice.track, begin, end)) {
        if (arrows.size() >= limit) {
            break;
        }
        const auto from = innermostAt(trace.slices(flow.fromTrack), flow.from);
        const auto to = innermostAt(trace.slices(flow.toTrack), flow.to);
        // Where one slice ends and the next begins, both have the arrow's time.
        const auto own = isOut ? from : to;
        if (from && to && encloses(slices, slice.slice, *own)) {
            arrows.push_back({{slice.run, slice.source, flow.fromTrack, *from},
                              {slice.run, slice.source, flow.toTrack, *to},
                              source->toAligned(flow.from),
                              source->toAligned(flow.to),
                              std::string(trace.text(flow.category))});
        }
    }
    return arrows;
}

std::optional<ArrowLine> timelineLineOf(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                        const ArrowEnd &from, const ArrowEnd &to) {
    const auto leaves = placeOf(layout, options, from.slice);
    const auto arrives = placeOf(layout, options, to.slice);
    if (!leaves || !arrives || (leaves->isCut && arrives->isCut)) {
        return std::nullopt;
    }
    const auto axis = options.axis();
    const auto x = [&](AlignedTime time) { return std::clamp(axis.pixelOf(time), axis.left - 1, options.width); };
    return ArrowLine{x(from.time), leaves->y, x(to.time), arrives->y};
}

}  // namespace stagescope
