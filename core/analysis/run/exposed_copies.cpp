#include "core/analysis/run/exposed_copies.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/time_split.h"
#include "core/base/text.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace stagescope {

namespace {

std::string kindOf(const CopyRecord &copy) {
    if (copy.direction.empty()) {
        return std::string(copy.name);
    }
    return std::string(copy.direction) + (copy.memory.empty() ? "" : ", " + std::string(copy.memory));
}

std::vector<CopyRecord> copiesInOrder(const RankCapture &capture) {
    std::vector<CopyRecord> copies;
    for (const auto &copy : recordsOf<CopyRecord>(capture)) {
        if (copy.direction != "fill" && copy.duration > 0) {
            copies.push_back(copy);
        }
    }
    std::stable_sort(copies.begin(), copies.end(),
                     [](const CopyRecord &a, const CopyRecord &b) { return a.begin < b.begin; });
    return copies;
}

ExposedCopy exposed(const CopyRecord &copy, IntervalSet alone) {
    ExposedCopy result;
    result.name = copy.name;
    result.kind = kindOf(copy);
    result.memory = copy.memory;
    result.begin = copy.begin;
    result.duration = copy.duration;
    if (copy.bytes >= 0) {
        result.bytes = copy.bytes;
        result.timed = copy.rate > 0 ? static_cast<double>(copy.bytes) / copy.rate : static_cast<double>(copy.duration);
    }
    result.alone = std::move(alone);
    return result;
}

/// What the time splits are of; nothing where only reports tell them. Work that belongs to no step costs none.
std::optional<IntervalSet> timeOfSteps(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<Interval> ranges;
    for (const auto &split : timeSplits(capture, stop)) {
        if (split.range) {
            ranges.push_back({ns(split.range->begin), ns(split.range->end)});
        }
    }
    return ranges.empty() ? std::nullopt : std::optional(merged(std::move(ranges)));
}

/// Whether the host calls for copies, by their names; what only puts them into a graph ("AddMemcpyNode") is no call of
/// one.
bool callsCopy(const RankCapture &capture, const std::stop_token &stop) {
    const auto isOfCopy = [](std::string_view name) {
        return containsIgnoringCase(name, "memcpy") && !containsIgnoringCase(name, "graph");
    };
    for (const auto &[source, trace, track] : capture.tracks()) {
        const auto &slices = trace->slices(track.id);
        const bool isAsked = track.kind == TrackKind::HostThread && !stop.stop_requested();
        const auto count = isAsked ? slices.size() : 0;
        std::unordered_set<StringId> seen;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (slices.klass(i) == SliceClass::Runtime && seen.insert(slices.name(i)).second &&
                isOfCopy(trace->text(slices.name(i)))) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

std::vector<ExposedCopy> exposedCopies(const RankCapture &capture, const std::stop_token &stop) {
    const auto busy = busyIntervals(capture, stop);
    if (busy.source == BusyIntervals::Source::None) {
        return {};
    }
    const auto work = united(busy.computing, busy.communication);
    const auto steps = timeOfSteps(capture, stop);
    std::vector<ExposedCopy> result;
    std::int64_t until = INT64_MIN;
    for (const auto &copy : copiesInOrder(capture)) {
        const Interval own{std::max(copy.begin, until), copy.begin + copy.duration};
        until = std::max(until, own.end);
        auto alone = own.begin < own.end ? subtracted({own}, clipped(work, own.begin, own.end)) : IntervalSet{};
        alone = steps ? intersected(alone, clipped(*steps, own.begin, own.end)) : alone;
        if (!alone.empty()) {
            result.push_back(exposed(copy, std::move(alone)));
        }
    }
    return result;
}

bool tellsCopies(const RankCapture &capture, const std::stop_token &stop) {
    const auto look = [&] {
        const auto copies = recordsOf<CopyRecord>(capture);
        return copies.begin() != copies.end() || !callsCopy(capture, stop);
    };
    const bool hasTable = !capture.tables(TableKind::Copies).empty() || !capture.tables(TableKind::Kernels).empty();
    return hasTable && measuredOnce(capture, stop, look, "copies recorded");
}

}  // namespace stagescope
