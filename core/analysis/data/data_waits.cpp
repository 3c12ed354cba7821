#include "core/analysis/data/data_waits.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"
#include "core/base/words/producer_words.h"
#include "core/base/words/text_memo.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::uint32_t kSlicesBetweenLooks = 4096;

/// Calls of one track that are not part of another, whatever their depth.
void addOuterCalls(const TraceStore &trace, const Track &track, const std::vector<bool> &isMeant, const SliceRef &place,
                   const std::stop_token &stop, std::vector<LoaderCall> &calls) {
    const auto &slices = trace.slices(track.id);
    std::vector<LoaderCall> found;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i % kSlicesBetweenLooks == 0 && stop.stop_requested()) {
            return;
        }
        if (isMeant[slices.name(i).value]) {
            found.push_back({{slices.begin(i), slices.end(i)},
                             {place.run, place.source, track.id, SliceId{i}},
                             trace.text(slices.name(i))});
        }
    }
    // Slices are stored depth by depth: of those that begin together the outer one comes first.
    std::stable_sort(found.begin(), found.end(),
                     [](const LoaderCall &a, const LoaderCall &b) { return a.range.begin < b.range.begin; });
    std::optional<RankTime> end;
    for (const auto &call : found) {
        if (!end || call.range.begin >= *end) {
            calls.push_back(call);
            end = call.range.end;
        }
    }
}

}  // namespace

bool isLoaderCall(std::string_view name) {
    constexpr auto kOf = [](std::string_view text) { return ProducerWords::builtIn().means(NameMeaning::Load, text); };
    return remembered<kOf>(name);
}

std::vector<LoaderCall> loaderCalls(const Run &run, const RankCapture &capture, Nanos least,
                                    const std::stop_token &stop) {
    std::vector<LoaderCall> calls;
    for (const auto &[source, trace] : capture.traces()) {
        std::vector<bool> isMeant(trace->strings().size());
        for (std::uint32_t i = 0; i < isMeant.size(); ++i) {
            isMeant[i] = isLoaderCall(trace->text(StringId{i}));
        }
        if (std::find(isMeant.begin(), isMeant.end(), true) == isMeant.end()) {
            continue;
        }
        for (const auto &track : trace->tracks()) {
            if (track.kind == TrackKind::HostThread) {
                addOuterCalls(*trace, track, isMeant, {run.id, source, track.id, SliceId{}}, stop, calls);
            }
        }
    }
    std::erase_if(calls, [&](const LoaderCall &call) { return call.range.end - call.range.begin < least; });
    std::stable_sort(calls.begin(), calls.end(),
                     [](const LoaderCall &a, const LoaderCall &b) { return a.range.begin < b.range.begin; });
    return calls;
}

std::vector<LoaderWait> dataWaits(const RankCapture &capture, const std::vector<LoaderCall> &calls,
                                  const std::stop_token &stop) {
    if (calls.empty()) {
        return {};
    }
    std::vector<LoaderWait> waits;
    for (const auto &step : rankSteps(capture)) {
        waits.push_back({.step = step.step, .range = step.range});
    }
    std::vector<Interval> ranges;
    auto end = calls.front().range.end;
    for (const auto &call : calls) {
        ranges.push_back({ns(call.range.begin), ns(call.range.end)});
        end = std::max(end, call.range.end);
    }
    if (waits.empty()) {
        waits.push_back({.step = std::nullopt, .range = {calls.front().range.begin, end}});
    }
    const auto loading = merged(std::move(ranges));
    const auto busy = busyIntervals(capture, stop);
    const auto idle = subtracted(loading, united(busy.computing, busy.communication));
    for (auto &wait : waits) {
        wait.loading = lengthIn(loading, wait.range);
        if (busy.source != BusyIntervals::Source::None) {
            wait.idles = clipped(idle, ns(wait.range.begin), ns(wait.range.end));
            wait.idle = Nanos{totalLength(wait.idles)};
        }
        auto call = std::partition_point(calls.begin(), calls.end(),
                                         [&](const LoaderCall &each) { return each.range.begin < wait.range.begin; });
        for (; call != calls.end() && wait.range.contains(call->range.begin); ++call) {
            ++wait.calls;
            const bool isLonger = !wait.longest || call->range.end - call->range.begin >
                                                       wait.longest->range.end - wait.longest->range.begin;
            wait.longest = isLonger ? std::optional(*call) : wait.longest;
        }
    }
    return waits;
}

}  // namespace stagescope
