#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/analysis/trace/kernel_name.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::int64_t kMostRows = 100'000;

enum class Grouping : std::uint8_t { Type, Shape, Name };
constexpr std::array<std::string_view, 3> kKernelGroupings{"type", "shape", "name"};

/// Texts of the stores; a kernel without a type goes by its name.
struct KernelGroup {
    std::string_view type;
    std::string_view core;
    std::string_view name{};
    std::string_view shapes{};

    auto operator<=>(const KernelGroup &) const = default;
};
struct StatsRow {
    int rank;
    const KernelGroup *group;
    const DurationTally *tally;
    Nanos total{0};

    operator const KernelGroup &() const { return *group; }
    operator const DurationTally &() const { return *tally; }
};

KernelGroup groupOf(const DeviceKernel &kernel, Grouping grouping) {
    const auto name = kernelName(kernel.name).shortName;
    KernelGroup group{kernel.type.empty() ? name : kernel.type, kernel.core};
    if (grouping == Grouping::Name) {
        group.name = name;
    } else if (grouping == Grouping::Shape) {
        group.shapes = kernel.value<&KernelRecord::inputShapes>();
    }
    return group;
}

void addStats(const RankInput &of, std::size_t grouping, TableRows<StatsRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    std::map<KernelGroup, DurationTally> tallies;
    Nanos total{0};
    for (const auto &kernel : deviceKernels(of.capture, of.stop)) {
        if (!kernel.communicates && kernel.kind != DeviceKernel::Kind::Copy &&
            (!asked.range || asked.range->contains(rankTime(kernel.begin)))) {
            tallies[groupOf(kernel, static_cast<Grouping>(grouping))].add(Nanos{kernel.duration});
            total += Nanos{kernel.duration};
        }
    }
    std::vector<StatsRow> rows;
    for (const auto &[group, tally] : tallies) {
        rows.push_back({of.capture.rank, &group, &tally, total});
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const StatsRow &a, const StatsRow &b) { return a.tally->total > b.tally->total; });
    for (const auto &row : rows) {
        out.add(row);
    }
    out.note(earlierKernelsNote(of.all, of.capture, of.stop));
}

/// Parts of the texts that a kernel must contain.
struct KernelFilter {
    std::string name;
    std::string type;
    std::string core;
    [[nodiscard]] bool takes(const DeviceKernel &kernel) const {
        const auto has = [](std::string_view text, const std::string &part) {
            return part.empty() || text.find(part) != std::string_view::npos;
        };
        return has(kernel.name, name) && has(kernel.type, type) && has(kernel.core, core);
    }
};

struct KernelRow {
    const Run *run;
    int rank;
    const DeviceKernel *kernel;
    KernelName name;
    std::optional<SliceRef> slice;

    operator const DeviceKernel &() const { return *kernel; }
    operator const KernelName &() const { return name; }

    [[nodiscard]] AlignedTime aligned(std::int64_t time) const { return run->clock.toAligned(rank, rankTime(time)); }
};

Status addKernelRows(const AnalysisInput &input, const std::stop_token &stop, TableRows<KernelRow> &out) {
    const auto limit = countParameter(input, "rows", kMostRows);
    if (!limit) {
        return tl::unexpected(limit.error());
    }
    const KernelFilter filter{input.parameter("name"), input.parameter("type"), input.parameter("core")};
    std::size_t left = 0;
    for (const auto *capture : input.captures()) {
        const auto asked = askedRange(input, *input.run(), *capture);
        std::optional<KernelSlices> slices;
        for (const auto &kernel : asked.isEmpty ? std::vector<DeviceKernel>{} : deviceKernels(*capture, stop)) {
            if ((asked.range && !asked.range->contains(rankTime(kernel.begin))) || !filter.takes(kernel)) {
                continue;
            }
            if (out.size() >= *limit) {
                ++left;
                continue;
            }
            if (!slices) {
                slices.emplace(*input.run(), *capture, stop);
            }
            out.add({input.run(), capture->rank, &kernel, kernelName(kernel.name), slices->of(kernel)});
        }
        if (stop.stop_requested()) {
            return {};
        }
    }
    if (left > 0) {
        out.note(std::to_string(left) + " more kernels are left out; --set rows=N shows more.");
    }
    return {};
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

ColumnList<KernelRow> kernelColumns() {
    using Row = KernelRow;
    using Kernel = DeviceKernel;
    return {
        column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
        column("step", "Step as the file tells it.", &Kernel::step, ifKnown),
        column("name",
               "Name of the kernel; of a MindSpore kernel that is named by its place in the network the last part.",
               &KernelName::shortName),
        column("path", "That place in the network; empty for other kernels.", &KernelName::path),
        column("type", "Type of the operator; empty where the file has none.", &Kernel::type),
        column("core", "What ran it, as the file names it: AI_CORE, AI_VECTOR_CORE, COMMUNICATION.", &Kernel::core),
        column("stream", "Number of the stream.", &Kernel::stream, ifKnown),
        column("begin_ns", "ns", "Begin on the common clock of the run.",
               [](const Row &row) { return row.aligned(row.kernel->begin); }),
        column("duration_us", "us", "Time on the device.", [](const Row &row) { return Nanos{row.kernel->duration}; }),
        column("wait_us", "us", "From the end of the kernel before it to its begin, as the file tells it.",
               number("wait_ns"), [](std::int64_t wait) { return Nanos{wait}; }),
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
        column("python", "The innermost Python function around the launch.", detail("python")),
        column("launch_ns", "ns",
               "When it was launched on the host, aligned clock; empty when not recorded, as for kernels that were "
               "launched before the capture.",
               [](const Row &row) {
                   const auto launch = row.kernel->launch;
                   return launch ? std::optional(row.aligned(*launch)) : std::nullopt;
               }),
        column("recompute", "1: launched by activation checkpointing once more; empty without Python stacks.",
               number("recompute")),
        column("evidence", "Name of its slice for --select; empty where no trace that is loaded has it.", &Row::slice),
    };
}

}  // namespace

AnalysisEntry makeKernelStatsEntry() {
    using Row = StatsRow;
    return rankTable<Row>(
        {.entry = {.id = "kernel_stats",
                   .title = "Kernels by type",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"by", "type",
                                   "type: by type of operator and core; shape: by input shapes too; name: by name "
                                   "too"}}},
         .whenEmpty = "No kernels: no trace of these ranks is loaded, or it has no device work."},
        {
            column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
            column("type", "Type of the operator; the kernel's name where the file has no types.", &KernelGroup::type),
            column("core", "What ran them, as the file names it.", &KernelGroup::core),
            column("name", "Name of the kernels, where they are grouped by it.", &KernelGroup::name),
            column("input_shapes", "Shapes of their inputs, where they are grouped by them.", &KernelGroup::shapes),
            tallyColumns("kernels"),
            column("share_percent", "%", "total_us / sum of total_us of the rank; communication is not among them.",
                   [](const Row &row) { return percentOf(row.tally->total, row.total); }),
        },
        [](const AnalysisInput &input) { return choiceParameter(input, "by", kKernelGroupings); }, addStats);
}

AnalysisEntry makeKernelsEntry() {
    return runTable<KernelRow>({{.id = "kernels",
                                 .title = "Kernel details",
                                 .depth = LoadDepth::Deep,
                                 .parameters = {{"name", "", "Only kernels whose name contains this."},
                                                {"type", "", "Only kernels whose type contains this."},
                                                {"core", "", "Only kernels whose core contains this."},
                                                {"rows", std::to_string(kMostRows), "Most rows."}}}},
                               kernelColumns(), addKernelRows);
}

}  // namespace stagescope
