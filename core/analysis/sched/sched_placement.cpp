#include "core/analysis/sched/sched_placement.h"

#include "core/analysis/sched/sched_join.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace stagescope {

namespace {

std::optional<RankRange> boundsOfCapture(const RankCapture &capture) {
    std::optional<RankRange> bounds;
    for (const auto &[loaded, trace] : capture.traces()) {
        const auto own = trace->bounds();
        if (own) {
            bounds = bounds ? RankRange{std::min(bounds->begin, own->begin), std::max(bounds->end, own->end)} : *own;
        }
    }
    return bounds;
}

bool isRecord(const RankCapture &capture) { return !capture.tables(TableKind::ThreadStates).empty(); }

std::optional<RankRange> boundsOfRanks(const Run &run) {
    std::optional<RankRange> bounds;
    for (const int rank : run.ranks()) {
        const auto *capture = run.capture(rank);
        const auto own = capture == nullptr || isRecord(*capture) ? std::nullopt : boundsOfCapture(*capture);
        if (own) {
            bounds = bounds ? RankRange{std::min(bounds->begin, own->begin), std::max(bounds->end, own->end)} : *own;
        }
    }
    return bounds;
}

SchedPlacement placementOf(const RankCapture &record, const RankRange &ranks, const std::vector<LaunchWaits> &all) {
    SchedPlacement placement;
    placement.capture = record.rank;
    placement.file = record.files.empty() ? record.folder : record.files.front().path;
    const LaunchWaits *best = nullptr;
    for (const auto &waits : all) {
        const bool isBetter = best == nullptr || waits.calls - waits.offCpu > best->calls - best->offCpu;
        best = waits.record == record.rank && waits.isSound() && isBetter ? &waits : best;
    }
    const auto own = boundsOfCapture(record);
    const bool overlaps = own && own->begin < ranks.end && ranks.begin < own->end;
    if (best != nullptr && best->clock == SchedClockSource::Guessed) {
        placement.how = SchedPlacement::How::Launches;
        placement.offset = best->offset;
        placement.calls = best->calls;
        placement.offCpu = best->offCpu;
    } else if (best == nullptr && own && !overlaps) {
        placement.how = SchedPlacement::How::Begin;
        placement.offset = ranks.begin - own->begin;
    }
    return placement;
}

}  // namespace

std::vector<SchedPlacement> schedPlacements(const Run &run, const std::stop_token &stop) {
    std::vector<SchedPlacement> result;
    const auto ranks = hasSchedRecord(run) ? boundsOfRanks(run) : std::nullopt;
    if (!ranks) {
        return result;
    }
    const auto all = launchWaits(run, stop);
    for (const auto &capture : run.captures) {
        if (capture.rank < 0 && isRecord(capture)) {
            result.push_back(placementOf(capture, *ranks, all));
        }
    }
    return result;
}

std::vector<ImportEntry> schedClockNotes(const Run &run, const std::stop_token &stop) {
    std::vector<ImportEntry> notes;
    for (const auto &placement : schedPlacements(run, stop)) {
        if (placement.how == SchedPlacement::How::AsRecorded) {
            continue;
        }
        char offset[48];
        std::snprintf(offset, sizeof offset, "offset %.3f ms", static_cast<double>(placement.offset.count()) / 1e6);
        ImportEntry note;
        note.source = placement.file;
        note.count = 1;
        if (placement.how == SchedPlacement::How::Launches) {
            note.code = "sched.clock_estimated";
            note.samples.push_back({offset, std::to_string(placement.calls - placement.offCpu) + " of " +
                                                std::to_string(placement.calls) + " launches where their thread ran"});
        } else {
            note.code = "sched.clock_unknown";
            note.severity = Severity::Error;
            note.samples.push_back({offset, ""});
        }
        notes.push_back(std::move(note));
    }
    return notes;
}

}  // namespace stagescope
