#include "core/analysis/run/busy_intervals.h"

#include "core/session/rank_facts.h"
#include "core/store/tables/kernel_record.h"
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
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (!stop.stop_requested() && trace->slices(track.id).size() > 0) {
            fn(*trace, track, trace->slices(track.id));
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

/// Calls that start a kernel on a GPU: cudaLaunchKernel, cuLaunchKernelEx, hipExtModuleLaunchKernel ...
bool hasKernelLaunches(const RankCapture &capture) {
    for (const auto &[source, trace] : capture.traces()) {
        for (std::uint32_t i = 0; i < trace->strings().size(); ++i) {
            const auto name = trace->text(StringId{i});
            const bool isCall = name.starts_with("cuda") || name.starts_with("cu") || name.starts_with("hip");
            if (isCall && name.find("LaunchKernel") != std::string_view::npos) {
                return true;
            }
        }
    }
    return false;
}

bool hasAnyKernel(const RankCapture &capture) {
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        const TableRecords<KernelRecord> records(*table);
        for (std::size_t row = 0; row < records.size(); ++row) {
            const auto core = records.at<&KernelRecord::core>(row);
            if (core != "MEMCPY" && core != "MEMSET") {
                return true;
            }
        }
    }
    return !fromSlices(capture, {}).isEmpty();
}

BusyIntervals measuredIntervals(const RankCapture &capture, const std::stop_token &stop) {
    using Source = BusyIntervals::Source;
    if (lacksWorkRecords(capture)) {
        return {};
    }
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

bool lacksWorkRecords(const RankCapture &capture) {
    const auto look = [&] {
        const auto contents = recordsOf<ContentsRecord>(capture);
        return std::any_of(contents.begin(), contents.end(),
                           [](const ContentsRecord &part) { return part.name == kUntoldWork && part.rows > 0; }) ||
               (hasKernelLaunches(capture) && !hasAnyKernel(capture));
    };
    return measuredAlone(capture, std::stop_token(), look, "device work without records");
}

BusyIntervals busyIntervals(const RankCapture &capture, const std::stop_token &stop) {
    return measuredAlone(capture, stop, [&] { return measuredIntervals(capture, stop); });
}

}  // namespace stagescope
