#include "core/analysis/memory/memory_series.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/store/tables/memory_records.h"

#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 6> kLevels{"all", "allocator", "process", "module", "total", kCategoryLevel};
constexpr std::array<std::string_view, 2> kWays{"component", "stream"};
constexpr std::int64_t kPoints = 1000;

struct WantedCurves {
    std::string_view level;
    std::string component;
    bool byStream = false;
    std::size_t points = 0;
};

bool wants(const WantedCurves &wanted, const MemorySeries &series) {
    const auto &owner = series.owner;
    // Modules are many and mostly hold nothing.
    const bool isLevel = wanted.level == "all"     ? owner.level != "module" || series[MemoryMeasure::Reserved].peak > 0
                         : wanted.level == "total" ? owner.level != "module" && owner.level != kCategoryLevel
                                                   : owner.level == wanted.level;
    return isLevel && (wanted.component.empty() || owner.component == wanted.component) &&
           wanted.byStream == !owner.stream.empty();
}

struct CurveRow {
    const RankInput *of;
    const MemoryOwner *owner;
    MemoryMeasure measure;
    CounterSpan span;

    operator const MemoryOwner &() const { return *owner; }
    operator const CounterSpan &() const { return span; }
};

auto aligned(RankTime CounterSpan::*time) {
    return [time](const CurveRow &row) { return row.of->run.clock.toAligned(row.of->capture.rank, row.span.*time); };
}
std::int64_t wholeBytes(double value) { return std::llround(value); }

/// The curve within the range that is asked about, in about so many runs of samples.
void addCurve(const RankInput &of, const MemoryOwner &owner, MemoryMeasure measure, std::size_t points,
              TableRows<CurveRow> &out) {
    const auto curve = memoryCurve(of.capture, owner, measure, of.stop);
    if (curve.size() == 0) {
        return;
    }
    const RankRange whole{curve.time(0), curve.time(static_cast<std::uint32_t>(curve.size() - 1))};
    const RankRange range = of.all.range ? of.run.clock.toRank(of.capture.rank, *of.all.range)
                                         : RankRange{whole.begin, rankTime(ns(whole.end) + 1)};
    curve.visit(range, range.duration() / static_cast<std::int64_t>(points), [&](const CounterSpan &span) {
        out.add({&of, &owner, measure, span});
    });
}

Result<WantedCurves> wantedCurves(const AnalysisInput &input) {
    const auto level = choiceParameter(input, "level", kLevels);
    const auto way = choiceParameter(input, "by", kWays);
    const auto points = countParameter(input, "points", kPoints);
    for (const auto *parameter : {&level, &way, &points}) {
        RETURN_IF_ERROR(*parameter);
    }
    return WantedCurves{kLevels[*level], input.parameter("component"), *way == 1, *points};
}

void addCurves(const RankInput &of, const WantedCurves &wanted, TableRows<CurveRow> &out) {
    for (const auto &series : memorySeries(of.capture, wanted.byStream, of.stop)) {
        for (const auto measure : kMemoryMeasures) {
            if (wants(wanted, series) && series[measure].samples > 0) {
                addCurve(of, series.owner, measure, wanted.points, out);
            }
        }
    }
}

}  // namespace

AnalysisEntry makeMemoryCurveEntry() {
    return rankTable<CurveRow>(
        {.entry = {.id = "memory_curve",
                   .title = "Memory over time",
                   .depth = LoadDepth::Deep,
                   .parameters =
                       {{"level", "all",
                         "allocator (PTA, GE, WORKSPACE), process (what the driver gave out), module (parts of the "
                         "software stack), category (what torch.profiler says that memory is for), total (allocator "
                         "and process); all leaves out modules that hold nothing."},
                        {"component", "", "Only this component (PTA, APP, HCCL ...)."},
                        {"by", "component", "component, or stream: one curve for the events of each stream."},
                        {"points", "1000", "Runs of samples that a curve is cut into, about; peaks are kept."}}},
         .whenEmpty =
             "Not answerable from this profile: no record of memory is loaded (profile_memory=True makes one). "
             "Table snapshot_events has what snapshots record."},
        {
            column("rank", "Global rank.", [](const CurveRow &row) { return row.of->capture.rank; }),
            column("level", "allocator, process, module or category.", &MemoryOwner::level),
            column("component", "Whose memory, as the file names it.", &MemoryOwner::component),
            column("stream", "Stream of the events, pointer as the file writes it; empty: of all streams.",
                   &MemoryOwner::stream),
            column("device", "Device.", &MemoryOwner::device, ifKnown),
            column("measure", "allocated, reserved or active.", &CurveRow::measure, memoryMeasureText),
            column("begin_ns", "ns", "First sample of the run, aligned clock.", aligned(&CounterSpan::begin)),
            column("end_ns", "ns", "First sample after the run, where its last value ends.",
                   aligned(&CounterSpan::end)),
            column("samples", "Samples in the run.", &CounterSpan::count),
            column("least_bytes", "bytes", "Least of them.", &CounterSpan::min, wholeBytes),
            column("most_bytes", "bytes", "Most of them.", &CounterSpan::max, wholeBytes),
            column("last_bytes", "bytes", "The last of them.", &CounterSpan::last, wholeBytes),
        },
        wantedCurves, addCurves);
}

}  // namespace stagescope
