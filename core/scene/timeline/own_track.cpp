#include "core/scene/timeline/own_track.h"

#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

namespace stagescope {

namespace {

std::shared_ptr<const TraceStore> traceOf(const std::vector<const ResultSpan *> &spans, const std::string &name) {
    TraceBuilder builder;
    const auto track = builder.track({TrackKind::Mstx, {}, builder.intern(name)});
    builder.describeTrack(builder.key(track), builder.intern(name), {}, TrackKind::Mstx);
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const auto &span = *spans[i];
        builder.slice(track, ns(span.range.begin), span.range.duration().count(), builder.intern(span.name),
                      span.range.isEmpty() ? SliceClass::Instant : SliceClass::Mstx, i);
    }
    ImportLog log;
    MergeOptions options;
    options.log = &log;
    std::vector<TraceBuilder> builders;
    builders.push_back(std::move(builder));
    auto trace = mergeTraces(std::move(builders), options);
    return trace ? *trace : nullptr;
}

/// Before what is shown of its rank, else of the next one of its run.
std::vector<TimelineSource>::iterator placeFor(std::vector<TimelineSource> &sources, const RankRef &rank) {
    const auto own = std::find_if(sources.begin(), sources.end(), [&](const auto &s) { return s.rank == rank; });
    return own != sources.end() ? own : std::find_if(sources.begin(), sources.end(), [&](const auto &source) {
        return source.rank.run == rank.run && source.rank.rank > rank.rank;
    });
}

}  // namespace

OwnTrack ownTrackOf(const std::vector<ResultSpan> &spans, std::string name) {
    static std::atomic<std::uint32_t> next{0};
    std::map<RankRef, std::vector<const ResultSpan *>> byRank;
    for (const auto &span : spans) {
        byRank[span.rank].push_back(&span);
    }
    OwnTrack track{std::move(name), {}};
    for (const auto &[rank, own] : byRank) {
        OwnTrack::Part part{
            rank, SourceId{kOwnTrackBit | (next++ & (kOwnTrackBit - 1))}, traceOf(own, track.name), {}, {}, {}};
        if (part.trace == nullptr) {
            continue;
        }
        const auto tracks = part.trace->tracks();
        part.track = std::find_if(tracks.begin(), tracks.end(), [](const Track &t) { return t.rowCount > 0; })->id;
        part.colors = std::make_shared<const SliceColors>(sliceColors(*part.trace));
        for (const auto *span : own) {
            part.items.push_back(span->evidence);
        }
        track.parts.push_back(std::move(part));
    }
    return track;
}

void keepClocks(OwnTrack &track, const Workspace &workspace) {
    for (auto &part : track.parts) {
        const auto *run = workspace.run(part.rank.run);
        part.clock = run == nullptr ? Nanos{0} : run->clock.offset(part.rank.rank);
    }
}

void addOwnTracks(std::vector<TimelineSource> &sources, const std::vector<OwnTrack> &tracks, const Workspace &workspace,
                  const std::vector<RankRef> &ranks, const TimelineShifts &shifts) {
    for (auto track = tracks.rbegin(); track != tracks.rend(); ++track) {  // each is put before the next one
        for (const auto &part : track->parts) {
            const auto *run = workspace.run(part.rank.run);
            const bool isWanted =
                ranks.empty() || part.rank.rank < 0 || std::find(ranks.begin(), ranks.end(), part.rank) != ranks.end();
            if (run == nullptr || !isWanted) {
                continue;
            }
            const auto *capture = run->capture(part.rank.rank);
            TimelineSource source;
            source.rank = part.rank;
            source.source = part.source;
            source.trace = part.trace;
            source.colors = part.colors;
            const auto shift = shifts.find(part.rank);
            source.offset = shift == shifts.end() ? Nanos{0} : shift->second;
            source.offset += run->clock.offset(part.rank.rank) - part.clock;
            source.run = workspace.runs.size() > 1 ? run->label : std::string{};
            source.isBaseline = run->role == RunRole::Baseline;
            source.host = capture == nullptr ? std::string{} : capture->host;
            source.device = capture == nullptr ? -1 : capture->device;
            sources.insert(placeFor(sources, part.rank), std::move(source));
        }
    }
}

std::optional<AlignedRange> rangeToSee(const OwnTrack &track, const std::vector<TimelineSource> &sources,
                                       AlignedRange visible) {
    std::optional<AlignedRange> whole;
    for (const auto &part : track.parts) {
        const auto source = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &each) {
            return each.rank == part.rank && each.source == part.source;
        });
        if (source == sources.end()) {
            continue;
        }
        const auto &slices = part.trace->slices(part.track);
        const bool isFirst = !whole;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const auto range = source->toAligned(RankRange{slices.begin(i), slices.end(i)});
            if (isFirst && range.begin < visible.end && range.end >= visible.begin) {
                return std::nullopt;
            }
            whole = whole ? AlignedRange{std::min(whole->begin, range.begin), std::max(whole->end, range.end)} : range;
        }
    }
    return whole;
}

std::optional<ItemRef> itemBehind(const std::vector<OwnTrack> &tracks, const SliceRef &slice) {
    for (const auto &track : tracks) {
        for (const auto &part : track.parts) {
            const bool isOf = part.source == slice.source && part.rank.run == slice.run && slice.track.isValid() &&
                              slice.track.value < part.trace->tracks().size();
            const auto *slices = isOf ? &part.trace->slices(slice.track) : nullptr;
            if (slices != nullptr && slice.slice.value < slices->size()) {
                const auto row = slices->row(slice.slice.value);
                return row < part.items.size() ? part.items[row] : std::nullopt;
            }
        }
    }
    return std::nullopt;
}

void forgetRows(TimelineArrangement &arrangement, const OwnTrack &track) {
    const auto isOf = [&](const TimelineNode &node) {
        return std::any_of(track.parts.begin(), track.parts.end(), [&](const OwnTrack::Part &part) {
            return part.rank == node.rank && part.source == node.source;
        });
    };
    std::erase_if(arrangement.folds, [&](const auto &fold) { return isOf(fold.first); });
    std::erase_if(arrangement.pinned, isOf);
    std::erase_if(arrangement.hidden, isOf);
    std::erase_if(arrangement.merged, isOf);
    for (auto &[parent, children] : arrangement.order) {
        std::erase_if(children, isOf);
    }
}

}  // namespace stagescope
