#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/analysis/trace/op_stats.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// Group, kind of operator, task inside of it (empty: the operators themselves).
using CommKey = std::tuple<std::string, std::string, std::string>;
using CommTallies = std::map<CommKey, DurationTally>;

/// Group of a trace with the operators of its lane by begin; tasks of its planes belong to the one that covers them.
struct GroupLane {
    const Track *track = nullptr;
    std::string name;
};

std::string kindAt(const TraceStore &trace, const GroupLane &group, RankTime t) {
    const auto &slices = trace.slices(group.track->id);
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        if (const auto slice = slices.find(depth, t)) {
            return std::string(communicationKind(trace.text(slices.name(slice->value))));
        }
    }
    return {};
}

/// Planes follow their group in the order of display.
void addCommunication(const TraceStore &trace, const std::optional<RankRange> &range, const std::stop_token &stop,
                      CommTallies &tallies) {
    GroupLane group;
    for (const auto &track : trace.tracks()) {
        const bool isGroup = track.kind == TrackKind::CommGroup;
        if (isGroup) {
            const auto label = trace.text(track.label);
            group = {&track, std::string(label.empty() ? trace.text(track.name) : label)};
        }
        if (group.track == nullptr || (!isGroup && track.kind != TrackKind::CommPlane)) {
            continue;
        }
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if ((i & 0xfff) == 0 && stop.stop_requested()) {
                return;
            }
            if (range && !range->contains(slices.begin(i))) {
                continue;
            }
            const auto name = trace.text(slices.name(i));
            auto kind = isGroup ? std::string(communicationKind(name)) : kindAt(trace, group, slices.begin(i));
            tallies[{group.name, std::move(kind), isGroup ? std::string() : std::string(name)}].add(slices.end(i) -
                                                                                                    slices.begin(i));
        }
    }
}

/// Where there are no lanes of groups: operators on the streams (NCCL).
void addStreamCommunication(const TraceStore &trace, const std::optional<RankRange> &range, const std::stop_token &stop,
                            CommTallies &tallies) {
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == TrackKind::DeviceStream && i < slices.size(); ++i) {
            if ((i & 0xfff) == 0 && stop.stop_requested()) {
                return;
            }
            if (slices.klass(i) == SliceClass::Communication && (!range || range->contains(slices.begin(i)))) {
                const std::string kind(communicationKind(trace.text(slices.name(i))));
                tallies[{std::string(), kind, std::string()}].add(slices.end(i) - slices.begin(i));
            }
        }
    }
}

CommTallies commTallies(const RankCapture &capture, const std::optional<RankRange> &range,
                        const std::stop_token &stop) {
    CommTallies tallies;
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            const auto before = tallies.size();
            addCommunication(*trace, range, stop, tallies);
            if (tallies.size() == before) {
                addStreamCommunication(*trace, range, stop, tallies);
            }
        }
    }
    return tallies;
}

/// fn(rank, capture, range) for each rank that is asked about.
template <class Fn>
Status forEachRank(const AnalysisInput &input, const std::stop_token &stop, Fn &&fn) {
    const auto *run = input.run();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto &capture = *run->capture(rank);
        const auto asked = askedRange(input, *run, capture);
        if (input.wants(rank) && !asked.isEmpty) {
            fn(rank, capture, asked.range);
        }
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
    }
    return {};
}

Result<ResultTable> runCommSummary(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_summary"));
    const auto status = forEachRank(input, stop, [&](int rank, const RankCapture &capture, const auto &range) {
        for (const auto &[key, tally] : commTallies(capture, range, stop)) {
            const auto &[group, kind, task] = key;
            std::vector<Cell> row{knownCell(rank), textCell(group), textCell(kind), textCell(task)};
            tally.addCells(row);
            table.rows.push_back(std::move(row));
        }
    });
    return status ? Result<ResultTable>(std::move(table)) : tl::make_unexpected(status.error());
}

/// By kind of copy and stream.
using CopyTallies = std::map<std::pair<std::string_view, std::string_view>, DurationTally>;

/// When tasks of communication ran, sorted: text traces show each of them on its stream once more, as a copy (SDMA).
using TaskTimes = std::vector<std::pair<RankTime, RankTime>>;

TaskTimes communicationTasks(const TraceStore &trace, const std::stop_token &stop) {
    TaskTimes times;
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == TrackKind::CommPlane && i < slices.size(); ++i) {
            if ((i & 0xfff) == 0 && stop.stop_requested()) {
                return times;
            }
            times.emplace_back(slices.begin(i), slices.end(i));
        }
    }
    std::sort(times.begin(), times.end());
    return times;
}

void addCopies(const TraceStore &trace, const std::optional<RankRange> &range, const std::stop_token &stop,
               CopyTallies &tallies) {
    const auto tasks = communicationTasks(trace, stop);
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == TrackKind::DeviceStream && i < slices.size(); ++i) {
            if ((i & 0xfff) == 0 && stop.stop_requested()) {
                return;
            }
            const bool isCopy =
                slices.klass(i) == SliceClass::Memcpy && (!range || range->contains(slices.begin(i))) &&
                !std::binary_search(tasks.begin(), tasks.end(), std::pair(slices.begin(i), slices.end(i)));
            if (isCopy) {
                tallies[{trace.text(slices.name(i)), trace.text(track.name)}].add(slices.end(i) - slices.begin(i));
            }
        }
    }
}

Result<ResultTable> runMemcpyStats(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("memcpy_stats"));
    const auto status = forEachRank(input, stop, [&](int rank, const RankCapture &capture, const auto &range) {
        CopyTallies tallies;
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                addCopies(*trace, range, stop, tallies);
            }
        }
        for (const auto &[key, tally] : tallies) {
            std::vector<Cell> row{knownCell(rank), textCell(key.first), textCell(key.second)};
            tally.addCells(row);
            table.rows.push_back(std::move(row));
        }
    });
    return status ? Result<ResultTable>(std::move(table)) : tl::make_unexpected(status.error());
}

AnalysisEntry withTally(AnalysisEntry entry, const std::string &what) {
    auto tally = tallyColumns(what);
    std::move(tally.begin(), tally.end(), std::back_inserter(entry.columns));
    return entry;
}

}  // namespace

AnalysisEntry makeCommSummaryEntry() {
    return withTally({.id = "comm_summary",
                      .title = "Communication by kind and task",
                      .depth = LoadDepth::Deep,
                      .columns = {integerColumn("rank", "", "Global rank; empty when unknown."),
                                  textColumn("group", "Group of communication as its track names it."),
                                  textColumn("operator", "Kind of operator: hcom_allReduce."),
                                  textColumn("task",
                                             "Task on a plane inside of such operators (Notify_Wait, Memcpy); "
                                             "empty: the operators themselves.")},
                      .run = &runCommSummary},
                     "of them");
}

AnalysisEntry makeMemcpyStatsEntry() {
    return withTally({.id = "memcpy_stats",
                      .title = "Device memory copies",
                      .depth = LoadDepth::Deep,
                      .columns = {integerColumn("rank", "", "Global rank; empty when unknown."),
                                  textColumn("copy", "Kind of copy or fill as the trace names it."),
                                  textColumn("stream",
                                             "Track that it lies on; copies inside of communication are not "
                                             "counted.")},
                      .run = &runMemcpyStats},
                     "copies");
}

}  // namespace stagescope
