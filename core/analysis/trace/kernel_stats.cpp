#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/analysis/trace/kernel_name.h"
#include "core/store/tables/table_store.h"

#include <array>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::int64_t kMostRows = 100'000;

enum class Grouping : std::uint8_t { Type, Shape, Name };
constexpr std::array<std::string_view, 3> kGroupings{"type", "shape", "name"};

/// Texts of the stores; a kernel without a type goes by its name.
using Group = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;

Group groupOf(const DeviceKernel &kernel, Grouping grouping) {
    const auto name = kernelName(kernel.name).shortName;
    const auto type = kernel.type.empty() ? name : kernel.type;
    const bool withShape = grouping == Grouping::Shape && kernel.table != nullptr;
    return {type, kernel.core, grouping == Grouping::Name ? name : std::string_view{},
            withShape ? kernel.table->text(kernel.row, "input_shapes") : std::string_view{}};
}

void addRank(const RankCapture &capture, const AskedRange &asked, Grouping grouping, const std::stop_token &stop,
             ResultTable &table) {
    std::map<Group, DurationTally> tallies;
    Nanos total{0};
    for (const auto &kernel : deviceKernels(capture, stop)) {
        if (!kernel.communicates && kernel.kind != DeviceKernel::Kind::Copy &&
            (!asked.range || asked.range->contains(rankTime(kernel.begin)))) {
            tallies[groupOf(kernel, grouping)].add(Nanos{kernel.duration});
            total += Nanos{kernel.duration};
        }
    }
    std::vector<const std::pair<const Group, DurationTally> *> order;
    for (const auto &entry : tallies) {
        order.push_back(&entry);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto *a, const auto *b) { return a->second.total > b->second.total; });
    for (const auto *entry : order) {
        const auto &[type, core, name, shapes] = entry->first;
        std::vector<Cell> row{knownCell(capture.rank), textCell(type), textCell(core), textCell(name),
                              textCell(shapes)};
        entry->second.addCells(row);
        row.push_back(percentCell(entry->second.total, total));
        table.rows.push_back(std::move(row));
    }
}

Result<ResultTable> runKernelStats(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("kernel_stats"));
    const auto grouping = choiceParameter(input, "by", kGroupings);
    if (!grouping) {
        return tl::make_unexpected(grouping.error());
    }
    const auto *run = input.run();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto &capture = *run->capture(rank);
        const auto asked = askedRange(input, *run, capture);
        if (input.wants(rank) && !asked.isEmpty) {
            addRank(capture, asked, static_cast<Grouping>(*grouping), stop, table);
            if (auto note = earlierKernelsNote(input, capture, stop); !note.empty()) {
                table.notes.push_back(std::move(note));
            }
        }
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
    }
    if (table.rows.empty()) {
        table.notes.emplace_back("No kernels: no trace of these ranks is loaded, or it has no device work.");
    }
    return table;
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

KernelFilter filterOf(const AnalysisInput &input) {
    const auto of = [&](const char *name) {
        const auto it = input.parameters.find(name);
        return it == input.parameters.end() ? std::string() : it->second;
    };
    return {of("name"), of("type"), of("core")};
}

std::vector<Cell> cellsOf(const Run &run, int rank, const DeviceKernel &kernel) {
    const auto name = kernelName(kernel.name);
    const auto detail = [&](std::string_view column) {
        return kernel.table == nullptr ? Cell{} : textCell(kernel.table->text(kernel.row, column));
    };
    const auto number = [&](std::string_view column) {
        return kernel.table == nullptr ? Cell{} : knownCell(kernel.table->number(kernel.row, column, -1));
    };
    const auto wait = kernel.table == nullptr ? -1 : kernel.table->number(kernel.row, "wait_ns", -1);
    return {knownCell(rank),
            knownCell(kernel.step),
            textCell(name.shortName),
            textCell(name.path),
            textCell(kernel.type),
            textCell(kernel.core),
            knownCell(kernel.stream),
            alignedCell(run, rank, rankTime(kernel.begin)),
            microsCell(Nanos{kernel.duration}),
            wait < 0 ? Cell{} : microsCell(Nanos{wait}),
            number("block_dim"),
            number("mix_block_dim"),
            detail("input_shapes"),
            detail("input_types"),
            detail("input_formats"),
            detail("output_shapes"),
            detail("output_types"),
            detail("output_formats"),
            detail("operator"),
            detail("module"),
            detail("python"),
            kernel.launch ? alignedCell(run, rank, rankTime(*kernel.launch)) : Cell{},
            number("recompute")};
}

Result<ResultTable> runKernels(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("kernels"));
    const auto limit = countParameter(input, "rows", kMostRows);
    if (!limit) {
        return tl::make_unexpected(limit.error());
    }
    const auto filter = filterOf(input);
    std::size_t left = 0;
    const auto *run = input.run();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto &capture = *run->capture(rank);
        const auto asked = askedRange(input, *run, capture);
        std::optional<KernelSlices> slices;
        for (const auto &kernel :
             input.wants(rank) && !asked.isEmpty ? deviceKernels(capture, stop) : std::vector<DeviceKernel>{}) {
            if ((asked.range && !asked.range->contains(rankTime(kernel.begin))) || !filter.takes(kernel)) {
                continue;
            }
            if (table.rows.size() < *limit) {
                if (!slices) {
                    slices.emplace(*run, capture, stop);
                }
                table.rows.push_back(cellsOf(*run, rank, kernel));
                const auto slice = slices->of(kernel);
                table.rows.back().push_back(slice ? textCell(toText(*slice)) : Cell{});
            } else {
                ++left;
            }
        }
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
    }
    if (left > 0) {
        table.notes.push_back(std::to_string(left) + " more kernels are left out; --set rows=N shows more.");
    }
    return table;
}

std::vector<ColumnSpec> kernelColumns() {
    return {integerColumn("rank", "", "Global rank; empty when unknown."),
            integerColumn("step", "", "Step as the file tells it."),
            textColumn("name",
                       "Name of the kernel; of a MindSpore kernel that is named by its place in the network the "
                       "last part."),
            textColumn("path", "That place in the network; empty for other kernels."),
            textColumn("type", "Type of the operator; empty where the file has none."),
            textColumn("core", "What ran it, as the file names it: AI_CORE, AI_VECTOR_CORE, COMMUNICATION."),
            integerColumn("stream", "", "Number of the stream."),
            integerColumn("begin_ns", "ns", "Begin on the common clock of the run."),
            realColumn("duration_us", "us", "Time on the device."),
            realColumn("wait_us", "us", "From the end of the kernel before it to its begin, as the file tells it."),
            integerColumn("block_dim", "", "Cores that it was launched on."),
            integerColumn("mix_block_dim", "", "Cores of the other kind, of kernels that use both."),
            textColumn("input_shapes", "Shapes of its inputs, as the file writes them."),
            textColumn("input_types", "Data types of its inputs."),
            textColumn("input_formats", "Memory layouts of its inputs."),
            textColumn("output_shapes", "Shapes of its outputs."),
            textColumn("output_types", "Data types of its outputs."),
            textColumn("output_formats", "Memory layouts of its outputs."),
            textColumn("operator", "The framework's operator that launched it; empty when unknown."),
            textColumn("module", "The innermost nn.Module around the launch."),
            textColumn("python", "The innermost Python function around the launch."),
            integerColumn("launch_ns", "ns",
                          "When it was launched on the host, aligned clock; empty when not recorded, as for kernels "
                          "that were launched before the capture."),
            integerColumn("recompute", "",
                          "1: launched by activation checkpointing once more; empty without Python stacks."),
            textColumn("evidence", "Name of its slice for --select; empty where no trace that is loaded has it.")};
}

}  // namespace

AnalysisEntry makeKernelStatsEntry() {
    AnalysisEntry entry{.id = "kernel_stats",
                        .title = "Kernels by type",
                        .depth = LoadDepth::Deep,
                        .parameters = {{"by", "type",
                                        "type: by type of operator and core; shape: by input shapes too; name: by name "
                                        "too"}},
                        .run = &runKernelStats};
    entry.columns = {integerColumn("rank", "", "Global rank; empty when unknown."),
                     textColumn("type", "Type of the operator; the kernel's name where the file has no types."),
                     textColumn("core", "What ran them, as the file names it."),
                     textColumn("name", "Name of the kernels, where they are grouped by it."),
                     textColumn("input_shapes", "Shapes of their inputs, where they are grouped by them.")};
    auto tally = tallyColumns("kernels");
    std::move(tally.begin(), tally.end(), std::back_inserter(entry.columns));
    entry.columns.push_back(
        realColumn("share_percent", "%", "total_us / sum of total_us of the rank; communication is not among them."));
    return entry;
}

AnalysisEntry makeKernelsEntry() {
    return {.id = "kernels",
            .title = "Kernel details",
            .depth = LoadDepth::Deep,
            .parameters = {{"name", "", "Only kernels whose name contains this."},
                           {"type", "", "Only kernels whose type contains this."},
                           {"core", "", "Only kernels whose core contains this."},
                           {"rows", std::to_string(kMostRows), "Most rows."}},
            .columns = kernelColumns(),
            .run = &runKernels};
}

}  // namespace stagescope
