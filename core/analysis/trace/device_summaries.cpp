#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/analysis/trace/op_stats.h"
#include "core/store/trace/trace_store.h"

#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace stagescope {

namespace {

struct CommKey {
    std::string group;
    std::string kind;  ///< of the operator
    std::string task;  ///< inside of it; empty: the operators themselves

    auto operator<=>(const CommKey &) const = default;
};
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
    for (const auto &[source, trace] : capture.traces()) {
        const auto before = tallies.size();
        addCommunication(*trace, range, stop, tallies);
        if (tallies.size() == before) {
            addStreamCommunication(*trace, range, stop, tallies);
        }
    }
    return tallies;
}

struct CommRow {
    int rank;
    const CommKey *key;
    const DurationTally *tally;
    Nanos operators;  ///< all of the rank

    operator const CommKey &() const { return *key; }
    operator const DurationTally &() const { return *tally; }
};

constexpr std::array<std::string_view, 2> kCommRows{"group", "kind"};

CommTallies overAllGroups(const CommTallies &tallies) {
    CommTallies together;
    for (const auto &[key, tally] : tallies) {
        together[{std::string(), key.kind, key.task}].add(tally);
    }
    return together;
}

void addCommOfRank(const RankInput &of, std::size_t by, TableRows<CommRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    auto tallies = asked.isEmpty ? CommTallies{} : commTallies(of.capture, asked.range, of.stop);
    if (kCommRows[by] == "kind") {
        tallies = overAllGroups(tallies);
    }
    Nanos operators{0};
    for (const auto &[key, tally] : tallies) {
        operators += key.task.empty() ? tally.total : Nanos{0};
    }
    for (const auto &[key, tally] : tallies) {
        out.add({of.capture.rank, &key, &tally, operators});
    }
}

}  // namespace

AnalysisEntry makeCommSummaryEntry() {
    return rankTable<CommRow>(
        {{.id = "comm_summary",
          .title = "Communication by kind and task",
          .depth = LoadDepth::Deep,
          .parameters = {{"by", "group",
                          "group: the operators of each group by kind and task; kind: of all groups together, as runs "
                          "are compared that name their groups differently."}}}},
        {
            key(column("rank", "Global rank; empty when unknown.", &CommRow::rank, ifKnown)),
            key(column("group", "Group of communication as its track names it.", &CommKey::group)),
            nameKey(column("operator", "Kind of operator: hcom_allReduce.", &CommKey::kind)),
            key(column(
                "task",
                "Task on a plane inside of such operators (Notify_Wait, Memcpy); empty: the operators themselves.",
                &CommKey::task)),
            tallyColumns("of them"),
            figure(column("share_percent", "%",
                          "total_us / sum of total_us of the rank's operators; tasks of several planes may overlap.",
                          [](const CommRow &row) { return percentOf(row.tally->total, row.operators); })),
        },
        [](const AnalysisInput &input) { return choiceParameter(input, "by", kCommRows); }, addCommOfRank);
}

}  // namespace stagescope
