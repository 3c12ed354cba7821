#include "core/analysis/run/busy_intervals.h"

#include "core/session/rank_facts.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 62;  // as in the stores: no difference of two times overflows
constexpr std::int64_t kCommunicationKind = 1;

/// Intervals before they are merged.
struct Collected {
    std::vector<Interval> computing;
    std::vector<Interval> communication;

    [[nodiscard]] bool isEmpty() const { return computing.empty() && communication.empty(); }
    void add(bool isCommunication, std::int64_t begin, std::int64_t end) {
        if (begin < end) {
            (isCommunication ? communication : computing)
                .push_back({std::clamp(begin, -kFarthest, kFarthest), std::clamp(end, -kFarthest, kFarthest)});
        }
    }
};

Collected fromTables(const RankCapture &capture) {
    Collected result;
    for (const auto &busy : recordsOf<BusyRecord>(capture)) {
        result.add(busy.kind == kCommunicationKind, busy.begin, busy.end);
    }
    return result;
}

/// fn(trace, track, slices) for every track that has slices.
template <class Fn>
void forEachTrack(const RankCapture &capture, const std::stop_token &stop, Fn &&fn) {
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            for (const auto &track : trace->tracks()) {
                if (!stop.stop_requested() && trace->slices(track.id).size() > 0) {
                    fn(*trace, track, trace->slices(track.id));
                }
            }
        }
    }
}

Collected fromOverlapTracks(const RankCapture &capture, const std::stop_token &stop) {
    Collected result;
    forEachTrack(capture, stop, [&](const TraceStore &trace, const Track &track, const SliceTable &slices) {
        const auto name = trace.text(track.name);
        if (track.kind != TrackKind::Overlap || (name != "Computing" && name != "Communication")) {
            return;
        }
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            result.add(name == "Communication", ns(slices.begin(i)), ns(slices.end(i)));
        }
    });
    return result;
}

Collected fromSlices(const RankCapture &capture, const std::stop_token &stop) {
    Collected result;
    forEachTrack(capture, stop, [&](const TraceStore &, const Track &track, const SliceTable &slices) {
        if (track.kind != TrackKind::DeviceStream && track.kind != TrackKind::CommGroup) {
            return;
        }
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const auto klass = slices.klass(i);
            if (klass == SliceClass::Computing || klass == SliceClass::Communication) {
                result.add(klass == SliceClass::Communication, ns(slices.begin(i)), ns(slices.end(i)));
            }
            if ((i & 0xfff) == 0 && stop.stop_requested()) {
                return;
            }
        }
    });
    return result;
}

BusyIntervals measuredIntervals(const RankCapture &capture, const std::stop_token &stop) {
    using Source = BusyIntervals::Source;
    auto source = Source::Table;
    auto collected = fromTables(capture);
    if (collected.isEmpty()) {
        source = Source::OverlapTracks;
        collected = fromOverlapTracks(capture, stop);
    }
    if (collected.isEmpty()) {
        source = Source::Slices;
        collected = fromSlices(capture, stop);
    }
    if (collected.isEmpty()) {
        return {};
    }
    return {merged(std::move(collected.computing)), merged(std::move(collected.communication)), source};
}

}  // namespace

BusyIntervals busyIntervals(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, [&] { return measuredIntervals(capture, stop); });
}

}  // namespace stagescope
