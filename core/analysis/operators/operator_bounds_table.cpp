#include "core/analysis/operators/operator_bounds.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/store/tables/comm_records.h"

#include <algorithm>

namespace stagescope {

namespace {

struct BoundsRow {
    int rank;
    const JudgedOperator *judged;
    std::optional<SliceRef> slice;

    operator const JudgedOperator &() const { return *judged; }
    operator const DeviceKernel &() const { return *judged->first; }
};

struct BoundsOptions {
    CoreCounts cores;
};

Result<BoundsOptions> boundsOptions(const AnalysisInput &input) {
    const auto cube = wholeNumberParameter(input, "ai_cores", "0");
    const auto vector = wholeNumberParameter(input, "vector_cores", "0");
    if (!cube || !vector) {
        return tl::unexpected(cube ? vector.error() : cube.error());
    }
    return BoundsOptions{{static_cast<std::int64_t>(*cube), static_cast<std::int64_t>(*vector)}};
}

/// Of operators that are in no table of kernels: databases have a table of their own for them.
Nanos otherCommunication(const RankCapture &capture, const std::vector<DeviceKernel> &kernels,
                         const std::optional<RankRange> &range) {
    Nanos total{0};
    if (std::none_of(kernels.begin(), kernels.end(), [](const DeviceKernel &kernel) { return kernel.communicates; })) {
        for (const auto &op : recordsOf<CommOpRecord>(capture)) {
            if (!range || range->contains(rankTime(op.begin))) {
                total += Nanos{op.end - op.begin};
            }
        }
    }
    return total;
}

void addBounds(const RankInput &of, const BoundsOptions &options, TableRows<BoundsRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    auto kernels = deviceKernels(of.capture, of.stop);
    const auto usual = usualCores(kernels);
    std::erase_if(kernels, [&](const DeviceKernel &kernel) {
        return asked.range && !asked.range->contains(rankTime(kernel.begin));
    });
    const CoreCounts cores{options.cores.cube > 0 ? options.cores.cube : usual.cube,
                           options.cores.vector > 0 ? options.cores.vector : usual.vector};
    const auto communication = otherCommunication(of.capture, kernels, asked.range);
    const std::vector captures{&of.capture};
    const MetricTables metrics(captures);
    std::optional<KernelSlices> slices;
    for (const auto &judged : judgedOperators(kernels, metrics, cores, communication, of.stop)) {
        if (!slices) {
            slices.emplace(of.run, of.capture);
        }
        out.add({of.capture.rank, &judged, slices->of(*judged.first)});
    }
    const auto name = "Rank " + std::to_string(of.capture.rank);
    if (cores.cube > 0 || cores.vector > 0) {
        out.note(name + ": blocks are compared with " + std::to_string(cores.cube) + " AI cores and " +
                 std::to_string(cores.vector) +
                 " vector cores, on which most kernels ran where --set ai_cores and vector_cores say nothing else.");
    }
    if (isAllDynamic(kernels)) {
        out.note(name +
                 ": all shapes are dynamic, so that no_bound and block_dim, which suggest tuned static kernels, are "
                 "skipped.");
    }
}

/// A text of the table of kernels.
template <auto Member>
auto textOf() {
    return [](const BoundsRow &row) { return row.judged->first->value<Member>(); };
}
auto ratio(PipeRatios::Core PipeRatios::*core, PipeRatios::Ratio PipeRatios::Core::*part) {
    return [core, part](const JudgedOperator &judged) -> std::optional<double> {
        const auto value = judged.ratios.*core.*part;
        return value ? std::optional(writtenMeasure(*value)) : std::nullopt;
    };
}

ColumnList<BoundsRow> boundsColumns() {
    using Row = BoundsRow;
    using Judged = JudgedOperator;
    using Ratios = PipeRatios;
    using Core = PipeRatios::Core;
    return {
        column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
        column("sheet",
               "What of msprof-analyze's advisor lists it: no_bound, cube, flash_attention, vector, block_dim, aicpu.",
               &Judged::sheet, sheetName),
        column("verdict",
               "unaffine: shapes that the cores do not divide well; bound: a part of the core is as busy as it can be; "
               "space: none is; empty for no_bound, block_dim and aicpu.",
               &Judged::verdict, verdictName, textIfAny),
        column("name", "Name of the kernel.", &DeviceKernel::name),
        column("type", "Type of the operator.", &DeviceKernel::type),
        column("core", "What ran it.", &DeviceKernel::core),
        column("count", "Kernels of this name and these shapes; 1 in no_bound, block_dim and aicpu.", &Judged::count),
        column("total_us", "us", "Sum of their durations.", &Judged::total),
        column("advisor_bound", "Which parts reach the limits of the sheet, in the advisor's words.", &Judged::bound,
               textIfAny),
        column("space_percent", "%", "How far the part that is furthest from its limit is from it.",
               &Judged::spacePercent),
        column(
            "bound", "By the rules of table kernels, which know all parts of both kinds of core.",
            [](const Judged &judged) { return boundOf(judged.ratios); }, boundName),
        column(
            "block_dim", "Cores that it was launched on.",
            [](const Row &row) { return row.judged->first->value<&KernelRecord::blockDim>(); }, ifKnown),
        column(
            "mix_block_dim", "Cores of the other kind, of kernels that use both.",
            [](const Row &row) { return row.judged->first->value<&KernelRecord::mixBlockDim>(); }, ifKnown),
        column("cores", "Cores of the chip that the blocks are no multiple of; in block_dim only.",
               [](const Judged &judged) { return judged.cores > 0 ? std::optional(judged.cores) : std::nullopt; }),
        column("aic_mac_ratio", "Of the cube cores, the plain mean of the kernels: matrix unit.",
               ratio(&Ratios::cube, &Core::mac)),
        column("aic_scalar_ratio", "The same: scalar unit.", ratio(&Ratios::cube, &Core::scalar)),
        column("aic_mte1_ratio", "The same: copies from L1 to L0.", ratio(&Ratios::cube, &Core::mte1)),
        column("aic_mte2_ratio", "The same: copies into the core.", ratio(&Ratios::cube, &Core::mte2)),
        column("aic_fixpipe_ratio", "The same: copies of results out of L0C.", ratio(&Ratios::cube, &Core::fixpipe)),
        column("aiv_vec_ratio", "Of the vector cores: vector unit.", ratio(&Ratios::vector, &Core::vec)),
        column("aiv_mte2_ratio", "The same: copies into the core.", ratio(&Ratios::vector, &Core::mte2)),
        column("aiv_mte3_ratio", "The same: copies out of the core.", ratio(&Ratios::vector, &Core::mte3)),
        column("input_shapes", "Shapes of its inputs, as the file writes them.", textOf<&KernelRecord::inputShapes>()),
        column("input_types", "Data types of its inputs.", textOf<&KernelRecord::inputTypes>()),
        column("input_formats", "Memory layouts of its inputs.", textOf<&KernelRecord::inputFormats>()),
        column("output_shapes", "Shapes of its outputs.", textOf<&KernelRecord::outputShapes>()),
        column("output_types", "Data types of its outputs.", textOf<&KernelRecord::outputTypes>()),
        column("output_formats", "Memory layouts of its outputs.", textOf<&KernelRecord::outputFormats>()),
        column("evidence", "Name of the first slice for --select; empty where no trace that is loaded has it.",
               &Row::slice),
    };
}

}  // namespace

AnalysisEntry makeOperatorBoundsEntry() {
    return rankTable<BoundsRow>(
        {.entry = {.id = "operator_bounds",
                   .title = "Operators by what bounds them",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"ai_cores", "0", "AI cores of the chip; 0: as many as most kernels run on."},
                                  {"vector_cores", "0",
                                   "Vector cores of the chip; 0: as many as most kernels run on."}}},
         .whenEmpty = "No operators to judge: neither counters of the cores nor kernels of uneven blocks are loaded."},
        boundsColumns(), boundsOptions, addBounds);
}

}  // namespace stagescope
