#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace stagescope {

namespace {

constexpr auto kMarkModes = std::to_array<std::string_view>({"name", "occurrence"});
constexpr std::uint32_t kMarksLook = 4096;

/// A range of the program, or two moments of it that stand for one. Times of one rank.
struct UserMark {
    TrackId track;
    std::string_view text;  ///< as the program named it
    std::string name;       ///< with the names of the ranges around it
    std::string domain;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool isOnDevice = false;
    std::optional<std::int64_t> step{};
};

/// "Module" of "MSTX Module 70": tracks are named by kind, domain and thread. Empty for the default domain.
std::string domainOf(std::string_view track) {
    constexpr std::string_view kKind = "MSTX ";
    const auto last = track.rfind(' ');
    const bool hasDomain = track.starts_with(kKind) && last != std::string_view::npos && last >= kKind.size();
    return hasDomain ? std::string(track.substr(kKind.size(), last - kKind.size())) : std::string();
}

/// Pairs of moments "NAME_start" and "NAME_stop" of one track, the last start that is open first, as msprof-analyze
/// joins them; of the same time in the order of the file. In the order in which they end.
class MarkPairs {
public:
    void add(std::string_view text, std::int64_t time, std::uint64_t row) { m_moments.push_back({time, row, text}); }
    template <class Fn>
    void forEach(Fn &&fn) {
        constexpr std::string_view kStart = "_start";
        constexpr std::string_view kStop = "_stop";
        std::sort(m_moments.begin(), m_moments.end());
        std::map<std::string_view, std::vector<std::int64_t>> open;
        for (const auto &[time, row, text] : m_moments) {
            if (text.ends_with(kStart)) {
                open[text.substr(0, text.size() - kStart.size())].push_back(time);
            } else if (text.ends_with(kStop)) {
                const auto name = text.substr(0, text.size() - kStop.size());
                if (auto &begins = open[name]; !begins.empty()) {
                    fn(name, begins.back(), time);
                    begins.pop_back();
                }
            }
        }
    }

private:
    std::vector<std::tuple<std::int64_t, std::uint64_t, std::string_view>> m_moments;
};

/// The marks of one trace.
class TraceMarks {
public:
    TraceMarks(const TraceStore &trace, const std::stop_token &stop) : m_trace(trace) {
        std::set<std::uint32_t> devices;  // processes with streams
        for (const auto &track : trace.tracks()) {
            if (track.kind == TrackKind::DeviceStream && track.parent.isValid()) {
                devices.insert(track.parent.value);
            }
        }
        for (const auto &track : trace.tracks()) {
            const bool isOfDevice = track.kind == TrackKind::DeviceStream ||
                                    (track.kind == TrackKind::Mstx && devices.contains(track.parent.value));
            if (isOfDevice || track.kind == TrackKind::Mstx || track.kind == TrackKind::HostThread ||
                track.kind == TrackKind::Other) {
                addTrack(track, isOfDevice, stop);
            }
        }
        nameByHost();
    }
    [[nodiscard]] std::vector<UserMark> take() { return std::move(m_marks); }

private:
    void addTrack(const Track &track, bool isOfDevice, const std::stop_token &stop) {
        const auto &slices = m_trace.slices(track.id);
        const auto domain = domainOf(m_trace.text(track.name));
        const auto first = m_marks.size();
        MarkPairs pairs;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (i % kMarksLook == 0 && stop.stop_requested()) {
                return;
            }
            if (slices.klass(i) != SliceClass::Mstx) {
                continue;
            }
            const auto text = m_trace.text(slices.name(i));
            const auto begin = ns(slices.begin(i));
            const auto end = ns(slices.end(i));
            if (begin == end) {
                pairs.add(text, begin, slices.row(i));
                m_moments.emplace(track.id.value, begin, text);
            } else {
                m_marks.push_back({track.id, text, pathOf(slices, i), domain, begin, end, isOfDevice});
            }
        }
        std::stable_sort(m_marks.begin() + static_cast<std::ptrdiff_t>(first), m_marks.end(),
                         [](const UserMark &a, const UserMark &b) { return a.begin < b.begin; });
        pairs.forEach([&](std::string_view name, std::int64_t begin, std::int64_t end) {
            m_marks.push_back({track.id, name, std::string(name), domain, begin, end, isOfDevice});
        });
    }
    /// "outer::inner", as msprof-analyze names nested ranges. Calls that lie between them and cross one do not matter.
    [[nodiscard]] std::string pathOf(const SliceTable &slices, std::uint32_t i) const {
        std::string path(m_trace.text(slices.name(i)));
        for (auto depth = slices.depthOf(i); depth-- > 0;) {
            const auto above = slices.find(depth, slices.begin(i));
            if (above && slices.klass(above->value) == SliceClass::Mstx && slices.end(above->value) >= slices.end(i)) {
                path.insert(0, std::string(m_trace.text(slices.name(above->value))) + "::");
            }
        }
        return path;
    }
    /// Work of the device that a range asked for has the range's name; arrows lead to it. That of single moments says
    /// nothing of the time between them. Arrows to the first kernel of a range of the device say nothing of the range.
    void nameByHost() {
        std::map<std::tuple<std::uint32_t, std::int64_t, std::string_view>, const UserMark *> hosts;
        for (const auto &mark : m_marks) {
            if (!mark.isOnDevice) {
                hosts.emplace(std::tuple(mark.track.value, mark.begin, mark.text), &mark);
            }
        }
        std::vector<UserMark> named;
        for (const auto &mark : m_marks) {
            const auto time = rankTime(mark.begin);
            const auto arrows =
                mark.isOnDevice ? m_trace.flows().reaching(mark.track, time, time) : std::vector<Flow>{};
            auto copy = mark;
            bool isOfMoment = false;
            for (const auto &flow : arrows) {
                const std::tuple from(flow.fromTrack.value, ns(flow.from), mark.text);
                if (const auto host = hosts.find(from); host != hosts.end()) {
                    isOfMoment = false;
                    copy.name = host->second->name;
                    copy.domain = host->second->domain;
                    break;
                }
                isOfMoment |= m_moments.contains(from);
            }
            if (!isOfMoment) {
                named.push_back(std::move(copy));
            }
        }
        m_marks = std::move(named);
    }

    const TraceStore &m_trace;
    std::vector<UserMark> m_marks;
    std::set<std::tuple<std::uint32_t, std::int64_t, std::string_view>> m_moments;  ///< track, time, text
};

std::optional<std::int64_t> stepAround(const std::vector<StepBounds> &steps, std::int64_t time) {
    const auto it = std::find_if(steps.begin(), steps.end(),
                                 [&](const StepBounds &step) { return step.range.contains(rankTime(time)); });
    return it == steps.end() ? std::nullopt : std::optional(it->step);
}

std::vector<UserMark> marksOf(const AnalysisInput &input, const RankCapture &capture, const std::stop_token &stop) {
    std::vector<UserMark> marks;
    const auto steps = rankSteps(capture);
    const auto asked = askedRange(input, *input.run(), capture, AskedSide::Host);
    for (const auto &[source, trace] : capture.traces()) {
        for (auto &mark : TraceMarks(*trace, stop).take()) {
            if (!asked.isEmpty && (!asked.range || asked.range->contains(rankTime(mark.begin)))) {
                mark.step = stepAround(steps, mark.begin);
                marks.push_back(std::move(mark));
            }
        }
    }
    return marks;
}

struct MarkKey {
    bool isOnDevice = false;
    std::string domain;
    std::string name;
    std::optional<int> rank;
    std::optional<std::int64_t> step;

    auto operator<=>(const MarkKey &) const = default;
};

struct MarkTally : DurationTally {
    std::optional<int> minRank;
    std::optional<int> maxRank;

    void addMark(int rank, Nanos duration) {
        minRank = count == 0 || duration < min ? rank : minRank;
        maxRank = count == 0 || duration > max ? rank : maxRank;
        add(duration);
    }
    /// (longest - third quartile) / sum, as msprof-analyze has it.
    [[nodiscard]] std::optional<double> dispersionPercent() const {
        const auto sum = static_cast<double>(total.count());
        return sum > 0 ? std::optional(100.0 * (static_cast<double>(max.count()) - quartiles().q3) / sum)
                       : std::nullopt;
    }
};

struct MarkRow {
    const MarkKey *key;
    const MarkTally *tally;
    Nanos whole;

    operator const MarkKey &() const { return *key; }
    operator const MarkTally &() const { return *tally; }
    operator const DurationTally &() const { return *tally; }
};

/// Names that come several times in a step get their number there, from 0.
void numberMarks(std::vector<UserMark> &marks) {
    const auto keyOf = [](const UserMark &mark) {
        return std::tuple(mark.isOnDevice, std::string_view(mark.domain), std::string_view(mark.name), mark.step);
    };
    std::map<decltype(keyOf(marks.front())), std::vector<UserMark *>> same;
    for (auto &mark : marks) {
        same[keyOf(mark)].push_back(&mark);
    }
    for (const auto &[key, list] : same) {
        for (std::size_t i = 0; list.size() > 1 && i < list.size(); ++i) {
            list[i]->name += "_" + std::to_string(i);
        }
    }
}

struct MarkSums {
    bool byOccurrence;
    std::map<MarkKey, MarkTally> tallies{};
};

Result<MarkSums> markSums(const AnalysisInput &input) {
    ASSIGN_OR_RETURN(const auto mode, choiceParameter(input, "by", kMarkModes));
    return MarkSums{mode == 1};
}

void addMarks(const RankInput &of, MarkSums &sums, TableRows<MarkRow> & /*out*/) {
    const int rank = of.capture.rank;
    auto marks = marksOf(of.all, of.capture, of.stop);
    if (sums.byOccurrence) {
        numberMarks(marks);
    }
    for (const auto &mark : marks) {
        sums.tallies[{mark.isOnDevice, mark.domain, mark.name, sums.byOccurrence ? std::nullopt : std::optional(rank),
                      sums.byOccurrence ? mark.step : std::nullopt}]
            .addMark(rank, Nanos{mark.end - mark.begin});
    }
}

void addMarkSums(const MarkSums &sums, TableRows<MarkRow> &out) {
    std::map<std::pair<bool, std::optional<int>>, Nanos> wholes;
    std::vector<MarkRow> rows;
    for (const auto &[key, tally] : sums.tallies) {
        wholes[{key.isOnDevice, key.rank}] += tally.total;
        rows.push_back({&key, &tally, {}});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const MarkRow &a, const MarkRow &b) {
        return std::tuple(a.key->isOnDevice, a.key->rank, b.tally->total) <
               std::tuple(b.key->isOnDevice, b.key->rank, a.tally->total);
    });
    for (auto &row : rows) {
        row.whole = wholes.at({row.key->isOnDevice, row.key->rank});
        out.add(row);
    }
}

}  // namespace

AnalysisEntry makeMarkStatsEntry() {
    using Row = MarkRow;
    return rankTable<Row>(
        {.entry = {.id = "mark_stats",
                   .title = "Ranges and marks of the program",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"by", "name",
                                   "name: all of a name on a rank; occurrence: each time that a name comes in a step, "
                                   "over all ranks, as mstx_sum of msprof-analyze has it"}}},
         .whenEmpty = "No ranges: the program marks none, or no trace is loaded."},
        {
            column("rank", "Global rank; empty over all ranks.", &MarkKey::rank),
            column("step", "Step that it begins in, by occurrence; empty outside of all.", &MarkKey::step),
            column("side",
                   "host: from the begin to the end of the range, or from a moment NAME_start to the next NAME_stop of "
                   "its thread; device: what the device did between.",
                   [](const Row &row) { return row.key->isOnDevice ? "device" : "host"; }),
            column("domain", "Domain of mstx; empty for the default one.",
                   [](const Row &row) {
                       return row.key->domain == "default" ? std::string_view{} : std::string_view(row.key->domain);
                   }),
            column("name",
                   "Name of the range behind the names of those around it (outer::inner); by occurrence with its "
                   "number in the step, where it comes several times.",
                   &MarkKey::name),
            tallyColumns("ranges"),
            column("min_rank", "The rank of the shortest.", &MarkTally::minRank),
            column("max_rank", "The rank of the longest.", &MarkTally::maxRank),
            column("dispersion_percent", "%", "(max_us - q3_us) / total_us, as msprof-analyze has it.",
                   &MarkTally::dispersionPercent),
            column("share_percent", "%",
                   "total_us / the sum of total_us of the rank and side; ranges inside of others count in both.",
                   [](const Row &row) {
                       return row.tally->isTimed() ? percentOf(row.tally->total, row.whole) : std::nullopt;
                   }),
        },
        markSums, addMarks, addMarkSums);
}

}  // namespace stagescope
