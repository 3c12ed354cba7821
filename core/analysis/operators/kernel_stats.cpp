#include "core/analysis/operators/kernel_tallies.h"
#include "core/analysis/operators/metrics/metric_columns.h"
#include "core/analysis/operators/operator_agreement.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/rank_devices.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/first_items.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/analysis/trace/kernel_groups.h"
#include "core/base/kernel_name.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::int64_t kMostRows = 100'000;

struct StatsRow {
    int rank;
    std::optional<std::int64_t> device;
    const KernelGroup *group;
    const KernelTally *tally;
    std::optional<Nanos> wait;
    Nanos total{0};

    operator const KernelGroup &() const { return *group; }
    operator const KernelTally &() const { return *tally; }
};

struct StatsOptions {
    KernelGrouping grouping = KernelGrouping::Type;
    std::vector<std::int64_t> streams;
};
Result<StatsOptions> statsOptions(const AnalysisInput &input) {
    ASSIGN_OR_RETURN(const auto grouping, choiceParameter(input, "by", kKernelGroupings));
    ASSIGN_OR_RETURN(auto streams, streamsParameter(input));
    return StatsOptions{static_cast<KernelGrouping>(grouping), std::move(streams)};
}

struct StatsOfRanks {
    StatsOptions options;
    MetricColumns columns{};
    AgreementSummary agreement{};
};
Result<StatsOfRanks> startStats(const AnalysisInput &input) {
    auto options = statsOptions(input);
    return options ? Result<StatsOfRanks>(StatsOfRanks{std::move(*options)}) : tl::unexpected(options.error());
}

void addStats(const RankInput &of, StatsOfRanks &all, TableRows<StatsRow> &out) {
    const auto &options = all.options;
    const CoreCounters metrics(of.capture);
    all.columns.begin(
        metrics.tables, MetricsOf::Kernels,
        [](const StatsRow &row, std::size_t metric) { return row.tally->metrics[metric]; }, out);
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    if (options.streams.empty() && !asked.range) {
        all.agreement.add(kernelAgreement(of.capture, of.stop));
    }
    std::vector<std::optional<std::int64_t>> devices;
    for (const auto device : devicesOf(of.capture)) {
        devices.emplace_back(device);
    }
    devices.resize(std::max<std::size_t>(devices.size(), 1));
    for (const auto &device : devices) {
        const KernelScope scope{options.grouping, asked.range, options.streams, device};
        const auto sums = kernelTallies(of.capture, scope, metrics, of.stop);
        std::vector<StatsRow> rows;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            rows.push_back({of.capture.rank, device, &sums.group(i), &sums.tally(i), sums.wait(i), sums.total()});
        }
        std::sort(rows.begin(), rows.end(), [](const StatsRow &a, const StatsRow &b) {
            return a.tally->total != b.tally->total ? a.tally->total > b.tally->total : *a.group < *b.group;
        });
        std::for_each(rows.begin(), rows.end(), [&](const StatsRow &row) { out.add(row); });
    }
    out.note(earlierKernelsNote(of.all, of.capture, of.stop));
}

/// Parts of the texts that a kernel must contain; or the texts of its group, all of it.
struct KernelFilter {
    KernelScope scope;
    bool isOfGroup = false;
    std::string name;
    std::string type;
    std::string core;
    std::string shapes;

    [[nodiscard]] bool takes(const DeviceKernel &kernel) const {
        const auto has = [](std::string_view text, const std::string &part) {
            return part.empty() || text.find(part) != std::string_view::npos;
        };
        return (!scope.range || scope.range->contains(rankTime(kernel.begin))) && has(kernel.name, name) &&
               has(type.empty() ? std::string_view{} : identityOf(kernel), type) && has(kernel.core, core) &&
               has(kernel.inputShapes, shapes);
    }
    void visit(const RankCapture &capture, const std::stop_token &stop,
               const std::function<void(const DeviceKernel &)> &fn) const {
        if (!isOfGroup) {
            visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
                if (takes(kernel)) {
                    fn(kernel);
                }
            });
            return;
        }
        const KernelGroup wanted{type, core, name, shapes};
        KernelGroups groups(scope.grouping);
        std::vector<char> isWanted;  // by group, so that texts are compared once for each
        visitKernels(capture, scope, stop, [&](const DeviceKernel &kernel) {
            const auto group = groups.of(kernel);
            if (group == isWanted.size()) {
                isWanted.push_back(groups[group] == wanted ? 1 : 0);
            }
            if (isWanted[group] != 0) {
                fn(kernel);
            }
        });
    }
};

Result<KernelFilter> kernelFilter(const AnalysisInput &input) {
    KernelFilter filter;
    filter.name = input.parameter("name");
    filter.type = input.parameter("type");
    filter.core = input.parameter("core");
    filter.shapes = input.parameter("input_shapes");
    filter.isOfGroup = !input.parameter("by").empty();
    ASSIGN_OR_RETURN(auto options, filter.isOfGroup ? statsOptions(input) : Result<StatsOptions>(StatsOptions{}));
    filter.scope.grouping = options.grouping;
    filter.scope.streams = std::move(options.streams);
    return filter;
}

constexpr std::array<std::string_view, 2> kKernelOrders{"begin", "duration"};

struct KernelRow {
    const Run *run;
    int rank;
    const DeviceKernel *kernel;
    KernelName name;
    std::optional<SliceRef> slice;
    MetricTables::Values metrics;
    std::optional<KernelBound> bound;

    operator const DeviceKernel &() const { return *kernel; }
    operator const KernelName &() const { return name; }

    [[nodiscard]] AlignedTime aligned(std::int64_t time) const { return run->clock.toAligned(rank, rankTime(time)); }
};

/// A kernel, and where it came among those of its rank.
struct PlacedKernel {
    DeviceKernel kernel;
    std::size_t place = 0;
};
/// Of equal kernels those first that the files have first.
struct KernelOrder {
    bool isLongestFirst;
    bool operator()(const PlacedKernel &a, const PlacedKernel &b) const {
        const auto keyOf = [this](const PlacedKernel &each) {
            return std::tuple(isLongestFirst ? -each.kernel.duration : 0, each.kernel.begin, each.place);
        };
        return keyOf(a) < keyOf(b);
    }
};

struct KernelsOfRanks {
    KernelFilter filter;
    KernelOrder order;
    std::size_t most;
    std::size_t left = 0;  ///< kernels so far that find no room
    MetricColumns columns{};
};
Result<KernelsOfRanks> startKernels(const AnalysisInput &input) {
    ASSIGN_OR_RETURN(const auto most, countParameter(input, "rows", kMostRows));
    ASSIGN_OR_RETURN(const auto order, choiceParameter(input, "order", kKernelOrders));
    auto filter = kernelFilter(input);
    return filter ? Result<KernelsOfRanks>(KernelsOfRanks{std::move(*filter), {order == 1}, most})
                  : tl::unexpected(filter.error());
}

void addKernelRows(const RankInput &of, KernelsOfRanks &all, TableRows<KernelRow> &out) {
    const CoreCounters metrics(of.capture);
    all.columns.begin(
        metrics.tables, MetricsOf::OneKernel,
        [](const KernelRow &row, std::size_t metric) { return row.metrics.written(metric); }, out);
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    all.filter.scope.range = asked.range;
    FirstItems<PlacedKernel, KernelOrder> first(all.most - out.size(), all.order);
    std::size_t count = 0;
    all.filter.visit(of.capture, of.stop, [&](const DeviceKernel &kernel) { first.add({kernel, count++}); });
    const auto kernels = first.take();
    const KernelSlices slices(of.run, of.capture);
    for (const auto &[kernel, place] : kernels) {
        const auto values = metrics.tables.of(kernel);
        out.add({&of.run, of.capture.rank, &kernel, kernelName(kernel.name), slices.of(kernel), values,
                 boundOf(metrics.pipes.of(values))});
    }
    all.left += count - kernels.size();
}

void noteLeftKernels(const KernelsOfRanks &all, TableRows<KernelRow> &out) {
    if (all.left > 0) {
        out.note(std::to_string(all.left) + " more kernels are skipped; --set rows=N shows more.");
    }
}

/// A text of the table of kernels.
auto detail(std::string_view name) {
    return [name](const KernelRow &row) {
        const auto &[table, i] = std::tie(row.kernel->table, row.kernel->row);
        return table == nullptr ? std::nullopt : std::optional(table->text(i, name));
    };
}
/// A number of it that is negative when unknown.
auto number(std::string_view name) {
    return [name](const KernelRow &row) {
        const auto &[table, i] = std::tie(row.kernel->table, row.kernel->row);
        return table == nullptr ? std::nullopt : ifKnown(table->number(i, name, -1));
    };
}

/// Also of those that stand in a timeline alone, which have neither type nor core.
std::string_view kindName(const DeviceKernel &kernel) {
    return kernel.communicates                       ? "communication"
           : kernel.kind == DeviceKernel::Kind::Copy ? "copy"
           : kernel.kind == DeviceKernel::Kind::Fill ? "fill"
                                                     : "computing";
}

ColumnList<KernelRow> kernelColumns() {
    using Row = KernelRow;
    using Kernel = DeviceKernel;
    return {
        column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
        column("step", "Step as in the file.", &Kernel::step, ifKnown),
        column("name",
               "Name of the kernel; of a MindSpore kernel that is named by its place in the network the last part.",
               &KernelName::shortName),
        column("path", "That place in the network; empty for other kernels.", &KernelName::path),
        column("type", "Type of the operator; empty where the file has none.", &Kernel::type),
        column("core", "What ran it, as the file names it: AI_CORE, AI_VECTOR_CORE, COMMUNICATION.", &Kernel::core),
        column("kind", "computing, communication, copy or fill.", [](const Row &row) { return kindName(*row.kernel); }),
        column("device", "Number of the device, where the file has it.", &Kernel::device, ifKnown),
        column("stream", "Number of the stream.", &Kernel::stream, ifKnown),
        column("begin_ns", "ns", "Begin on the common clock of the run.",
               [](const Row &row) { return row.aligned(row.kernel->begin); }),
        column("duration_us", "us", "Time on the device.", [](const Row &row) { return Nanos{row.kernel->duration}; }),
        column("wait_us", "us", "From the end of the kernel before it to its begin, as in the file.", number("wait_ns"),
               [](std::int64_t wait) { return Nanos{wait}; }),
        column("block_dim", "Cores that it was launched on.", number("block_dim")),
        column("mix_block_dim", "Cores of the other kind, of kernels that use both.", number("mix_block_dim")),
        column("input_shapes", "Shapes of its inputs, as the file writes them.", detail("input_shapes")),
        column("input_types", "Data types of its inputs.", detail("input_types")),
        column("input_formats", "Memory layouts of its inputs.", detail("input_formats")),
        column("output_shapes", "Shapes of its outputs.", detail("output_shapes")),
        column("output_types", "Data types of its outputs.", detail("output_types")),
        column("output_formats", "Memory layouts of its outputs.", detail("output_formats")),
        column("operator", "The framework's operator that launched it; empty when unknown.", detail("operator")),
        column("module", "The innermost nn.Module around the launch.", detail("module")),
        column("python",
               "The innermost Python function around the launch, or the call stack that the name of the kernel holds.",
               [](const Row &row) {
                   return row.name.stack.empty() ? detail("python")(row) : std::optional(row.name.stack);
               }),
        column("launch_ns", "ns",
               "When it was launched on the host, aligned clock; empty when not recorded, as for kernels that were "
               "launched before the capture.",
               [](const Row &row) {
                   const auto launch = row.kernel->launch;
                   return launch ? std::optional(row.aligned(*launch)) : std::nullopt;
               }),
        column("recompute",
               "1: launched by activation checkpointing once more; empty without Python stacks and sequence numbers of "
               "operators.",
               number("recompute")),
        column("op_state", "Whether its shapes were known when it was compiled: static or dynamic.",
               detail("op_state")),
        column("bound",
               "The part of the cores that it keeps busiest, by the documented limits: cube, vector, mte1, mte2, mte3, "
               "scalar, fixpipe, icache, or none; empty where nothing was measured.",
               &Row::bound, boundName),
        column("evidence", "Name of its slice for --select; empty where no trace that is loaded has it.", &Row::slice),
    };
}

}  // namespace

AnalysisEntry makeKernelStatsEntry() {
    using Row = StatsRow;
    auto entry = rankTable<Row>(
        {.entry = {.id = "kernel_stats",
                   .title = "Kernels by type",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"by", "type",
                                   "type: by type of operator and core; shape: by input shapes too; name: by name "
                                   "too; name_shape: by both; communication_type, communication_name: communication "
                                   "operators, which are not among the others"},
                                  {"stream", "", "Only kernels of these streams: 2,47."}}},
         .whenEmpty = "No kernels: no trace of these ranks is loaded, or it has no device work."},
        {
            key(column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown)),
            key(column("device", "Device, where the file of a rank has several; empty: the rank's only one.",
                       &Row::device)),
            nameKey(column("type", "Type of the operator; the kernel's name where the file has no types.",
                           &KernelGroup::type)),
            key(column("core", "What ran them, as the file names it.", &KernelGroup::core)),
            nameKey(column("name", "Name of the kernels, where they are grouped by it.", &KernelGroup::name)),
            key(column("input_shapes", "Shapes of their inputs, where they are grouped by them.",
                       &KernelGroup::shapes)),
            tallyColumns("kernels"),
            sum(column("wait_us", "us",
                       "Sum of the times from the end of the kernel before each to its begin, as in the file; empty "
                       "where it does not.",
                       &Row::wait)),
            figure(column("share_percent", "%",
                          "total_us / sum of total_us of the rank, or of the device; communication and the rest are "
                          "each a whole.",
                          [](const Row &row) {
                              return row.tally->isTimed() ? percentOf(row.tally->total, row.total) : std::nullopt;
                          })),
            column(
                "bound",
                "What most of their time was bound by, each kernel judged by itself: cube, vector, mte1, mte2, mte3, "
                "scalar, fixpipe, icache, or none; empty where nothing was measured.",
                &KernelTally::bound, boundName),
            figure(column("bound_percent", "%", "Time of the kernels with that bound / total_us.",
                          &KernelTally::boundPercent)),
        },
        startStats, addStats, [](const StatsOfRanks &all, TableRows<Row> &out) { out.note(all.agreement.text()); });
    documentMetrics(entry, MetricsOf::Kernels);
    return entry;
}

AnalysisEntry makeKernelsEntry() {
    auto entry =
        rankTable<KernelRow>({{.id = "kernels",
                               .title = "Kernel details",
                               .depth = LoadDepth::Deep,
                               .parameters = {{"name", "", "Only kernels whose name contains this."},
                                              {"type", "", "Only kernels whose type contains this."},
                                              {"core", "", "Only kernels whose core contains this."},
                                              {"input_shapes", "", "Only kernels whose input shapes contain this."},
                                              {"by", "",
                                               "A grouping of kernel_stats: only kernels of its row that has exactly "
                                               "this type, core, name and input_shapes."},
                                              {"stream", "", "With by: only kernels of these streams: 2,47."},
                                              {"order", "begin", "begin or duration: the longest first."},
                                              {"rows", std::to_string(kMostRows), "Most rows."}}}},
                             kernelColumns(), startKernels, addKernelRows, noteLeftKernels);
    documentMetrics(entry, MetricsOf::OneKernel);
    return entry;
}

}  // namespace stagescope
