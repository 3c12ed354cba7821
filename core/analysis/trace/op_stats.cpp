#include "core/analysis/trace/op_stats.h"

#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/kernel_name.h"
#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <unordered_map>

namespace stagescope {

namespace {

bool hasCommunicationGroups(const TraceStore &trace) {
    const auto tracks = trace.tracks();
    return std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) {
        const auto &slices = trace.slices(track.id);
        return track.kind == TrackKind::CommGroup && slices.size() > 0 && slices.klass(0) == SliceClass::Communication;
    });
}

/// Gathers the operators of one trace: by id first, texts only once per name.
class OpCounter {
public:
    OpCounter(const TraceStore &trace, const OpStatOptions &options)
        : m_trace(trace), m_options(options), m_hasGroups(hasCommunicationGroups(trace)) {}

    void addTrack(const Track &track, const std::stop_token &stop) {
        const auto &slices = m_trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if ((i & 0xfff) == 0 && stop.stop_requested()) {
                return;
            }
            if (counts(track.kind, slices.klass(i)) &&
                (!m_options.range || m_options.range->contains(slices.begin(i)))) {
                add(slices.klass(i), slices.name(i), slices.end(i) - slices.begin(i));
            }
        }
    }
    /// Adds to what other traces of the rank gave.
    void mergeInto(std::unordered_map<std::string, OpStat> &result) const {
        for (const auto &[key, stat] : m_stats) {
            const auto text = m_trace.text(StringId{static_cast<std::uint32_t>(key >> 8)});
            const bool isKind = m_options.byCommunicationKind && stat.klass == SliceClass::Communication;
            const std::string name(isKind                                ? communicationKind(text)
                                   : stat.klass == SliceClass::Computing ? kernelName(text).shortName
                                                                         : text);
            auto &all = result[std::to_string(key & 0xff) + name];
            all.klass = stat.klass;
            all.name = name;
            all.add(stat);
        }
    }

private:
    [[nodiscard]] bool counts(TrackKind track, SliceClass klass) const {
        if (klass == SliceClass::Communication) {
            return track == (m_hasGroups ? TrackKind::CommGroup : TrackKind::DeviceStream);
        }
        return klass == SliceClass::Computing && track == TrackKind::DeviceStream;
    }
    void add(SliceClass klass, StringId name, Nanos duration) {
        auto &stat = m_stats[(std::uint64_t{name.value} << 8) | static_cast<std::uint8_t>(klass)];
        stat.klass = klass;
        stat.add(duration);
    }

    const TraceStore &m_trace;
    const OpStatOptions &m_options;
    bool m_hasGroups;
    std::unordered_map<std::uint64_t, OpStat> m_stats;  ///< by name id and class
};

struct OpRow {
    int rank;
    const OpStat *stat;
    Nanos classTotal;

    operator const OpStat &() const { return *stat; }
};

void addOperatorsOfRank(const RankInput &of, TableRows<OpRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    const auto stats = opStats(of.capture, {asked.range, of.all.parameter("communication", "kind") != "name"}, of.stop);
    std::unordered_map<int, Nanos> totals;
    for (const auto &stat : stats) {
        totals[static_cast<int>(stat.klass)] += stat.total;
    }
    for (const auto &stat : stats) {
        out.add({of.capture.rank, &stat, totals[static_cast<int>(stat.klass)]});
    }
    out.note(earlierKernelsNote(of.all, of.capture, of.stop));
}

}  // namespace

std::string_view communicationKind(std::string_view name) {
    const auto mark = name.find("__");
    const bool isNumbered = mark != std::string_view::npos && mark + 2 < name.size() && isDigit(name[mark + 2]);
    return isNumbered ? name.substr(0, mark) : name;
}

std::vector<OpStat> opStats(const RankCapture &capture, const OpStatOptions &options, const std::stop_token &stop) {
    std::unordered_map<std::string, OpStat> stats;
    for (const auto &[source, trace] : capture.traces()) {
        OpCounter counter(*trace, options);
        for (const auto &track : trace->tracks()) {
            if (track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup) {
                counter.addTrack(track, stop);
            }
        }
        counter.mergeInto(stats);
    }
    std::vector<OpStat> result;
    result.reserve(stats.size());
    for (auto &[key, stat] : stats) {
        result.push_back(std::move(stat));
    }
    std::sort(result.begin(), result.end(), [](const OpStat &a, const OpStat &b) {
        return a.total != b.total ? a.total > b.total : a.name != b.name ? a.name < b.name : a.klass < b.klass;
    });
    return result;
}

AnalysisEntry makeOpStatsEntry() {
    return rankTable<OpRow>(
        {.entry = {.id = "op_stats",
                   .title = "Operators by name",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"communication", "kind",
                                   "kind: communication operators together by kind (hcom_allReduce); name: each by "
                                   "its full name"}}},
         .whenEmpty = "No operators: no trace of these ranks is loaded, or it has no device work."},
        {
            key(column("rank", "Global rank; empty when unknown.", &OpRow::rank, ifKnown)),
            key(column("op_class", "computing (kernels on streams) or communication (operators of a group).",
                       [](const OpRow &row) {
                           return row.stat->klass == SliceClass::Computing ? "computing" : "communication";
                       })),
            nameKey(
                column("name",
                       "Name of the operator; of a MindSpore kernel that is named by its place in the network the last "
                       "part.",
                       &OpStat::name)),
            tallyColumns("operators"),
            figure(column("class_share_percent", "%", "total_us / sum of total_us of the rank and class.",
                          [](const OpRow &row) {
                              return row.stat->isTimed() ? percentOf(row.stat->total, row.classTotal) : std::nullopt;
                          })),
        },
        addOperatorsOfRank);
}

}  // namespace stagescope
