#include "core/analysis/run/trace_health.h"

#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/health_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stagescope {

namespace {

/// What is known of a kind of trouble beside its rows. Sentences: %n count, %o of so many, %s "s" unless it is one, %z
/// and %x "s" and "es" if it is, %m name of the worst, %w that and its time, %d the time, %v how many it reaches over,
/// %t track.
struct TroubleKind {
    std::string_view id;
    std::string_view effect;
    bool touchesFigures;
    std::string_view text;
};
constexpr auto kKinds = std::to_array<TroubleKind>({
    {trouble::kReachesOver, "cut", true,
     "%n kernel%s on %t reach%x over the next ones of that stream: %w, over %v kernels"},
    {trouble::kNoTime, "left_out", true, "%n record%s on %t without a time: %m"},
    {trouble::kFarTime, "left_out", true, "%n record%s on %t far from all other times: %w"},
    {trouble::kNoLength, "kept", true, "%n of %o kernels on %t without a duration: no time of theirs is known"},
    {trouble::kUnit, "kept", true,
     "durations seem to be in another unit than microseconds: %w; multiply or divide them by 1000 and open it again"},
    {trouble::kOutOfOrder, "left_out", true,
     "%n kernel%s begin%z out of the order in which the stream was given work: %m, %d from the launching call"},
    {trouble::kClockJump, "kept", true, "the clock jumps by %d, with %n of %o events on the shorter side"},
    {trouble::kBeforeLaunch, "kept", true, "%n kernel%s begin%z before the launching call: %w"},
    {trouble::kLongAfterLaunch, "kept", true, "%n kernel%s begin%z seconds after the launching call: %w"},
    {"trace.negative_duration", "kept", true, "%n record%s on %t with a negative duration: shown without length"},
    {trouble::kOverlaps, "kept", true, "%n kernel%s on %t overlap%z the next one of that stream: %w"},
    {trouble::kAmbiguousLaunch, "kept", true, "%n kernel%s may belong to calls of several processes: no launch"},
    {trouble::kUnclaimedWork, "left_out", true, "%n of %o kernels may belong to several processes: in no rank"},
    {trouble::kSharedDevice, "kept", true,
     "%n processes use one device, and most kernels may belong to any of them: all shown as one rank"},
    {trouble::kUnclaimedOther, "lost", false, "%n device range%s may belong to several processes: in no rank"},
    {trouble::kNotEnded, "kept", false, "%n range%s on %t never end%z: %m, shown to the end of the trace"},
    {"trace.unmatched_end", "lost", false, "%n end%s of ranges on %t without a begin: not shown"},
    {trouble::kCrossingCalls, "kept", false,
     "%n of %o calls on %t overlap others without being within them: maybe processes of several hosts with equal ids, "
     "merged into one file"},
    {trouble::kNoLaunch, "kept", false, "%n of %o kernels and copies without a recorded launch"},
    {trouble::kNoWork, "kept", false, "%n launching call%s without recorded device work"},
    {trouble::kAmbiguousFlow, "lost", false, "%n flow%s may begin in several processes: not shown"},
    {trouble::kFlowStart, "kept", false, "%n flow%s without an end"},
    {trouble::kFlowEnd, "kept", false, "%n flow%s without a start"},
});

const TroubleKind *troubleKindOf(std::string_view id) {
    const auto *it = std::find_if(kKinds.begin(), kKinds.end(), [&](const TroubleKind &kind) { return kind.id == id; });
    return it == kKinds.end() ? nullptr : it;
}

TraceTrouble troubleOf(const HealthRecord &record, const std::vector<StepBounds> &steps) {
    TraceTrouble result;
    result.trouble = record.trouble;
    result.process = record.process;
    result.track = record.track;
    result.name = record.name;
    result.count = static_cast<std::uint64_t>(std::max<std::int64_t>(record.count, 0));
    result.of = record.of < 0 ? std::nullopt : std::optional(record.of);
    result.duration = record.duration < 0 ? std::nullopt : std::optional(Nanos{record.duration});
    result.over = record.over < 0 ? std::nullopt : std::optional(record.over);
    result.lost = Nanos{record.lost};
    const auto *kind = troubleKindOf(record.trouble);
    result.touchesFigures = kind != nullptr && kind->touchesFigures;
    if (!record.name.empty() || record.duration >= 0) {
        result.begin = rankTime(record.begin);
        const auto step = stepOfDeviceWork(steps, *result.begin);
        result.step = step == kNoStep ? std::nullopt : std::optional(step);
    }
    return result;
}

/// What loading dropped or did not understand of a trace.
bool isOfTrace(const ImportEntry &entry) {
    const bool isTold = entry.code == "trace.unmatched_begin" || entry.code.starts_with("trace.unmatched_flow_") ||
                        entry.code == "trace.ambiguous_flow" ||
                        entry.code == "trace.overlap";  // by the tables, or a matter of painting
    return entry.severity != Severity::Info && !isTold &&
           (entry.code.starts_with("trace.") || entry.code.starts_with("json.") || entry.code.starts_with("db."));
}

std::string placeIn(const ImportEntry::Sample &sample) {
    constexpr std::string_view kTrack = "track ";
    return sample.where.starts_with(kTrack) ? sample.where.substr(kTrack.size()) : sample.where;
}

std::vector<TraceTrouble> measuredHealth(const RankCapture &capture) {
    std::vector<TraceTrouble> result;
    const auto steps = rankSteps(capture);
    for (const auto &record : recordsOf<HealthRecord>(capture)) {
        result.push_back(troubleOf(record, steps));
    }
    const auto entries = capture.log == nullptr ? std::vector<ImportEntry>{} : capture.log->entries();
    for (const auto &entry : entries) {
        if (isOfTrace(entry)) {
            TraceTrouble lost;
            lost.trouble = entry.code;
            lost.track = entry.samples.empty() ? std::string() : placeIn(entry.samples.front());
            lost.count = entry.count;
            const auto *kind = troubleKindOf(entry.code);
            lost.touchesFigures = kind != nullptr && kind->touchesFigures;
            result.push_back(std::move(lost));
        }
    }
    std::stable_sort(result.begin(), result.end(), [](const TraceTrouble &a, const TraceTrouble &b) {
        return a.touchesFigures && !b.touchesFigures;
    });
    return result;
}

std::string partOf(const TraceTrouble &found, char letter) {
    switch (letter) {
        case 'n':
            return std::to_string(found.count);
        case 'o':
            return std::to_string(found.of.value_or(0));
        case 's':
            return found.count == 1 ? "" : "s";
        case 'z':
            return found.count == 1 ? "s" : "";
        case 'x':
            return found.count == 1 ? "es" : "";
        case 't':
            return found.track.empty() ? std::string("a stream") : found.track;
        case 'd':
            return durationText(found.duration.value_or(Nanos{0}));
        case 'm':
            return found.name;
        case 'v':
            return std::to_string(found.over.value_or(0));
        case 'w':
            return found.name + (found.duration ? ", " + durationText(*found.duration) : std::string());
        default:
            return {};
    }
}

struct HealthRow : TraceTrouble {
    int rank;
    std::optional<AlignedTime> aligned;
};

void addHealth(const RankInput &of, TableRows<HealthRow> &out) {
    const int rank = of.capture.rank;
    for (const auto &found : traceHealth(of.capture)) {
        if (!of.all.step || found.step == of.all.step) {
            out.add(
                {found, rank, found.begin ? std::optional(of.run.clock.toAligned(rank, *found.begin)) : std::nullopt});
        }
    }
}

}  // namespace

std::string_view TraceTrouble::effect() const {
    const auto *kind = troubleKindOf(trouble);
    return kind == nullptr ? "lost" : kind->id == trouble::kReachesOver && lost == Nanos{0} ? "kept" : kind->effect;
}

bool TraceTrouble::concernsMuch() const {
    constexpr std::uint64_t kTenth = 10;
    return touchesFigures || (of && count > 0 && count * kTenth >= static_cast<std::uint64_t>(*of));
}

std::vector<TraceTrouble> traceHealth(const RankCapture &capture) {
    return measuredAlone(capture, std::stop_token(), [&] { return measuredHealth(capture); });
}

std::string troubleText(const TraceTrouble &found) {
    const auto *kind = troubleKindOf(found.trouble);
    if (kind == nullptr) {
        return found.trouble + " x" + std::to_string(found.count);
    }
    std::string text;
    for (std::size_t i = 0; i < kind->text.size(); ++i) {
        const bool isPlace = kind->text[i] == '%' && i + 1 < kind->text.size();
        text += isPlace ? partOf(found, kind->text[++i]) : std::string(1, kind->text[i]);
    }
    text += found.step ? " (step " + std::to_string(*found.step) + ")" : std::string();
    text += found.lost > Nanos{0} ? "; cut by " + durationText(found.lost) : std::string();
    return text + (kind->effect == "left_out" ? "; excluded from all figures" : "");
}

std::string healthNote(const RankCapture &capture) {
    std::string text;
    for (const auto &found : traceHealth(capture)) {
        if (found.concernsMuch()) {
            text += (text.empty() ? "Trace of rank " + std::to_string(capture.rank) + ": " : std::string("; ")) +
                    troubleText(found);
        }
    }
    return text.empty() ? text : text + ". Table trace_health lists them.";
}

AnalysisEntry makeTraceHealthEntry() {
    using Row = HealthRow;
    return rankTable<Row>(
        {.entry =
             {.id = "trace_health", .title = "Trace health", .depth = LoadDepth::Deep, .level = BundleLevel::Summary},
         .whenEmpty = "Nothing found: times, launches and flows of the loaded traces fit together."},
        {
            key(column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown)),
            key(column(
                "trouble",
                "reaches_over: work that lasts beyond whole others of its stream; overlaps: into the next one by more "
                "than 1 us; no_time: begins at 0, far from all other times; far_time: another time far from all; "
                "unit: calls of the runtime of a millisecond and more, or kernels of some nanoseconds: not "
                "microseconds; "
                "out_of_order: more than 1 ms before its call or work of its stream that was launched earlier, or "
                "behind work that was launched later; clock_jump: a gap a hundred times as long as all the rest; "
                "before_launch: begins more than 1 ms before its launching call; long_after_launch: more than 1 s "
                "behind it on an idle device, or 10 s; "
                "ambiguous_launch: calls of several processes may be its; unclaimed_work: so, and in no rank; "
                "shared_device: processes that are shown as one rank for that; unclaimed_range: a range of a device "
                "that may be of several ranks; not_ended: a range that nothing ends; "
                "no_launch: work without a recorded call; no_work: a launching call without recorded "
                "work; flow_without_end, flow_without_start, ambiguous_flow; else the code of the import log.",
                &TraceTrouble::trouble)),
            column("effect",
                   "cut: ends where the next work of its stream begins; left_out: not in any figure; kept: as in the "
                   "file; lost: not shown.",
                   [](const Row &row) { return std::string(row.effect()); }),
            column("touches_figures", "yes: durations, bounds or launches depend on it; no: it concerns the recording.",
                   &TraceTrouble::touchesFigures),
            key(column("process", "Process of the track.", &TraceTrouble::process)),
            key(column("track", "Track; where rows were lost the first place.", &TraceTrouble::track)),
            nameKey(column("name", "Name of the worst.", &TraceTrouble::name)),
            sum(column("count", "Rows that have it.", &TraceTrouble::count)),
            figure(column("share_percent", "%",
                          "count of the rows that might have it; empty where these were not counted.",
                          [](const Row &row) {
                              return row.of ? percentOf(static_cast<std::int64_t>(row.count), *row.of) : std::nullopt;
                          })),
            column("step", "Step of the worst.", &TraceTrouble::step),
            column("begin_ns", "ns", "Begin of the worst, aligned clock.", &Row::aligned),
            column("duration_us", "us",
                   "Duration of the worst as the file has it; of a jump its length; of an early or late begin by how "
                   "much.",
                   &TraceTrouble::duration),
            column("over", "Next works of the stream that begin before the worst ends.", &TraceTrouble::over),
            sum(column("lost_us", "us", "Cut off, in total.", &TraceTrouble::lost)),
        },
        addHealth);
}

}  // namespace stagescope
