#include "core/analysis/memory/memory_series.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/tables/table_parameters.h"

#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 5> kLevels{"all", "allocator", "process", "module", "total"};
constexpr std::array<std::string_view, 2> kWays{"component", "stream"};
constexpr std::int64_t kPoints = 1000;

struct Wanted {
    std::string_view level;
    std::string component;
    bool byStream = false;
    std::size_t points = 0;
};

bool wants(const Wanted &wanted, const MemorySeries &series) {
    const auto &owner = series.owner;
    // Modules are many and mostly hold nothing.
    const bool isLevel = wanted.level == "all"     ? owner.level != "module" || series[MemoryMeasure::Reserved].peak > 0
                         : wanted.level == "total" ? owner.level != "module"
                                                   : owner.level == wanted.level;
    return isLevel && (wanted.component.empty() || owner.component == wanted.component) &&
           wanted.byStream == !owner.stream.empty();
}

Cell bytesCell(double value) { return numberCell(std::llround(value)); }

/// The curve within the range that is asked about, in about so many runs of samples.
void addCurve(const AnalysisInput &input, const Run &run, const RankCapture &capture, const MemoryOwner &owner,
              MemoryMeasure measure, std::size_t points, ResultTable &table, const std::stop_token &stop) {
    const auto curve = memoryCurve(capture, owner, measure, stop);
    if (curve.size() == 0) {
        return;
    }
    const RankRange whole{curve.time(0), curve.time(static_cast<std::uint32_t>(curve.size() - 1))};
    const RankRange range = input.range ? run.clock.toRank(capture.rank, *input.range)
                                        : RankRange{whole.begin, rankTime(ns(whole.end) + 1)};
    const auto resolution = range.duration() / static_cast<std::int64_t>(points);
    curve.visit(range, resolution, [&](const CounterSpan &span) {
        table.rows.push_back({numberCell(capture.rank), textCell(owner.level), textCell(owner.component),
                              textCell(owner.stream), knownCell(owner.device), textCell(memoryMeasureText(measure)),
                              alignedCell(run, capture.rank, span.begin), alignedCell(run, capture.rank, span.end),
                              numberCell(span.count), bytesCell(span.min), bytesCell(span.max), bytesCell(span.last)});
    });
}

Result<Wanted> wantedOf(const AnalysisInput &input) {
    const auto level = choiceParameter(input, "level", kLevels);
    const auto way = choiceParameter(input, "by", kWays);
    const auto points = countParameter(input, "points", kPoints);
    for (const auto *parameter : {&level, &way, &points}) {
        if (!*parameter) {
            return tl::make_unexpected(parameter->error());
        }
    }
    const auto component = input.parameters.find("component");
    return Wanted{kLevels[*level], component == input.parameters.end() ? std::string() : component->second, *way == 1,
                  *points};
}

Result<ResultTable> runMemoryCurve(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("memory_curve"));
    const auto wanted = wantedOf(input);
    if (!wanted) {
        return tl::make_unexpected(wanted.error());
    }
    const auto *run = input.run();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto &capture = *run->capture(rank);
        for (const auto &series :
             input.wants(rank) ? memorySeries(capture, wanted->byStream, stop) : std::vector<MemorySeries>{}) {
            for (const auto measure : kMemoryMeasures) {
                if (wants(*wanted, series) && series[measure].samples > 0) {
                    addCurve(input, *run, capture, series.owner, measure, wanted->points, table, stop);
                }
            }
        }
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    if (table.rows.empty()) {
        table.notes.emplace_back(
            "Not answerable from this profile: no record of memory is loaded (the profiler writes memory_record and "
            "operator_memory with profile_memory=True, npu_module_mem with sys_io or sys_hardware_mem).");
    }
    return table;
}

}  // namespace

AnalysisEntry makeMemoryCurveEntry() {
    return {
        .id = "memory_curve",
        .title = "Memory over time",
        .depth = LoadDepth::Deep,
        .parameters = {{"level", "all",
                        "allocator (PTA, GE, WORKSPACE), process (what the driver gave out), module (parts of the "
                        "software stack), total (allocator and process); all leaves out modules that hold nothing."},
                       {"component", "", "Only this component (PTA, APP, HCCL ...)."},
                       {"by", "component", "component, or stream: one curve for the events of each stream."},
                       {"points", "1000", "Runs of samples that a curve is cut into, about; peaks are kept."}},
        .columns =
            {
                integerColumn("rank", "", "Global rank."),
                textColumn("level", "allocator, process or module."),
                textColumn("component", "Whose memory, as the file names it."),
                textColumn("stream", "Stream of the events, pointer as the file writes it; empty: of all streams."),
                integerColumn("device", "", "Device."),
                textColumn("measure", "allocated, reserved or active."),
                integerColumn("begin_ns", "ns", "First sample of the run, aligned clock."),
                integerColumn("end_ns", "ns", "First sample after the run, where its last value ends."),
                integerColumn("samples", "", "Samples in the run."),
                integerColumn("least_bytes", "bytes", "Least of them."),
                integerColumn("most_bytes", "bytes", "Most of them."),
                integerColumn("last_bytes", "bytes", "The last of them."),
            },
        .run = &runMemoryCurve};
}

}  // namespace stagescope
