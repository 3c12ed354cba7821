#include "core/analysis/pipeline/chart/cell_sources.h"

#include "core/analysis/pipeline/chart/cell_names.h"
#include "core/analysis/pipeline/chart/flow_cells.h"
#include "core/analysis/pipeline/chart/host_transfers.h"
#include "core/analysis/pipeline/chart/inferred_cells.h"
#include "core/analysis/pipeline/chart/mark_names.h"
#include "core/analysis/pipeline/chart/marked_cells.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/pipeline/chart/pass_cells.h"
#include "core/analysis/run/steps.h"
#include "core/base/text.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::int64_t kMaxMicrobatch = 1'000'000'000;
constexpr std::string_view kNamedEvidence = "step_task_info";
constexpr std::string_view kDeviceEvidence = "mstx_device";

/// pp_info of the metadata, as far as names in StepTaskInfo depend on it; 0 = unknown.
struct VShape {
    bool isDualPipeV = false;
    int microbatches = 0;
};

VShape vShapeOf(const RankCapture &capture) {
    VShape hint;
    hint.isDualPipeV = lowerCase(capture.environmentValue("parallel", "pp_type")) == "dualpipev";
    const auto count = capture.environmentValue("parallel", "microbatch_num");
    std::from_chars(count.data(), count.data() + count.size(), hint.microbatches);
    hint.microbatches = std::max(hint.microbatches, 0);
    return hint;
}

std::string_view nameOfKind(CellKind kind) {
    switch (kind) {
        case CellKind::Forward:
            return "FP";
        case CellKind::Backward:
            return "BP";
        case CellKind::Overlapped:
            return "FP+BP";
        case CellKind::BackwardWeight:
            return "W";
        default:
            return {};
    }
}

/// Half of a V-shaped schedule: pp_chart counts the microbatches of the second chunk on from the first's.
void splitChunk(PipelineCell &cell, const VShape &hint) {
    if (!hint.isDualPipeV || hint.microbatches == 0 || cell.microbatch < 0) {
        return;
    }
    cell.chunk = cell.microbatch / hint.microbatches;
    cell.microbatch %= hint.microbatches;
    if (cell.backwardMicrobatch >= 0) {
        cell.backwardChunk = cell.backwardMicrobatch / hint.microbatches;
        cell.backwardMicrobatch %= hint.microbatches;
    }
}

void describeNamed(PipelineCell &cell, const VShape &hint) {
    const auto parsed = cellNameOf(cell.name);
    cell.evidence = CellEvidence::Named;
    cell.kind = parsed.kind;
    cell.microbatch = parsed.microbatch;
    cell.backwardMicrobatch = parsed.backwardMicrobatch;
    splitChunk(cell, hint);
}

/// Name and type of a cell that a mark tells of, where the mark has none of its own.
void completeMark(PipelineCell &cell) {
    if (const auto name = nameOfKind(cell.kind); cell.name.empty()) {
        cell.name = name;
    }
    if (cell.type < 0 && (cell.kind == CellKind::Forward || cell.kind == CellKind::Backward)) {
        cell.type = cell.kind == CellKind::Forward ? 0 : 1;
    }
    cell.numbering = cell.microbatch >= 0 ? Numbering::Named : Numbering::Unknown;
}

void describeRange(PipelineCell &cell, bool isDevice) {
    cell.evidence = isDevice ? CellEvidence::DeviceRange : CellEvidence::HostRange;
    cell.kind = messageKind(cell.message.empty() ? cell.name : cell.message);
    if (!nameOfKind(cell.kind).empty()) {
        cell.name.clear();
    }
    completeMark(cell);
}

PipelineCell cellOf(const CellRecord &record, int rank, const VShape &hint) {
    PipelineCell cell;
    cell.rank = rank;
    cell.step = record.step;
    cell.range = {rankTime(record.begin), rankTime(record.end)};
    cell.name = record.name;
    cell.message = record.message;
    cell.type = record.type;
    const auto small = [](std::int64_t number) {
        return static_cast<int>(std::clamp<std::int64_t>(number, -1, kMaxMicrobatch));
    };
    if (const auto kind = cellKindFromText(record.kind)) {
        cell.evidence = CellEvidence::Recorded;
        cell.kind = *kind;
        cell.microbatch = small(record.microbatch);
        cell.chunk = small(record.chunk);
    } else if (record.evidence.empty() || record.evidence == kNamedEvidence) {
        describeNamed(cell, hint);
    } else {
        cell.microbatch = small(record.microbatch);
        describeRange(cell, record.evidence == kDeviceEvidence);
    }
    cell.numbering = cell.microbatch >= 0 ? Numbering::Named : Numbering::Unknown;
    return cell;
}

bool beginsBefore(const PipelineCell &a, const PipelineCell &b) {
    return std::tie(a.range.begin, a.range.end) < std::tie(b.range.begin, b.range.end);
}

/// Leaves out ranges that lie within an earlier one of the same kind: wrappers mark the same work twice. On the host
/// where that is known, since the device lags behind.
std::size_t dropNested(std::vector<PipelineCell> &cells) {
    const auto rangeOf = [](const PipelineCell &cell) { return cell.hostRange.value_or(cell.range); };
    std::map<CellKind, RankTime> ends;
    const auto isNested = [&](const PipelineCell &cell) {
        const bool isWritten = cell.evidence == CellEvidence::Named || cell.evidence == CellEvidence::Recorded;
        if (isWritten || cell.kind == CellKind::Other) {
            return false;
        }
        const auto range = rangeOf(cell);
        const auto it = ends.find(cell.kind);
        if (it != ends.end() && range.end <= it->second && !range.isEmpty()) {
            return true;
        }
        ends[cell.kind] = std::max(range.end, it == ends.end() ? range.end : it->second);
        return false;
    };
    // The longer of two that begin together has to come first; a plain loop keeps the calls in order.
    std::stable_sort(cells.begin(), cells.end(), [&](const PipelineCell &a, const PipelineCell &b) {
        const auto first = rangeOf(a);
        const auto second = rangeOf(b);
        return first.begin != second.begin ? first.begin < second.begin : first.end > second.end;
    });
    std::vector<PipelineCell> kept;
    for (auto &cell : cells) {
        if (!isNested(cell)) {
            kept.push_back(std::move(cell));
        }
    }
    const auto dropped = cells.size() - kept.size();
    cells = std::move(kept);
    return dropped;
}

/// A cell of device time may end after its step does on the host, so that a reader finds no step around it: it belongs
/// to the step that was the last to begin.
void findSteps(std::vector<PipelineCell> &cells, const RankCapture &capture) {
    const auto steps = rankSteps(capture);
    for (auto &cell : cells) {
        const auto after = std::upper_bound(steps.begin(), steps.end(), cell.range.begin,
                                            [](RankTime t, const StepBounds &s) { return t < s.range.begin; });
        if (cell.step == kNoStep && after != steps.begin()) {
            cell.step = std::prev(after)->step;
        }
    }
}

/// Named cells where a tool has written them, else all ranges.
std::vector<PipelineCell> cellsOfTables(const RankCapture &capture, const VShape &hint) {
    std::vector<PipelineCell> cells;
    for (const auto &record : recordsOf<CellRecord>(capture)) {
        cells.push_back(cellOf(record, capture.rank, hint));
    }
    const auto isNamed = [](const PipelineCell &c) {
        return c.evidence == CellEvidence::Named || c.evidence == CellEvidence::Recorded;
    };
    if (std::any_of(cells.begin(), cells.end(), isNamed)) {
        std::erase_if(cells, [&](const PipelineCell &c) { return !isNamed(c); });
    }
    return cells;
}

bool hasCellTable(const RankCapture &capture) {
    const auto tables = capture.tables(TableKind::PipelineCells);
    return std::any_of(tables.begin(), tables.end(), [](const auto &table) { return table->rowCount() > 0; });
}

/// Without looking at slices: transfers are known, or a name in a trace is that of a mark.
bool mayHoldCells(const RankCapture &capture) {
    const auto p2p = capture.tables(TableKind::P2pOps);
    if (std::any_of(p2p.begin(), p2p.end(), [](const auto &table) { return table->rowCount() > 0; })) {
        return true;
    }
    for (const auto &[source, trace] : capture.traces()) {
        for (std::uint32_t i = 0; i < trace->strings().size(); ++i) {
            const auto text = trace->text(StringId{i});
            const auto transfer = hostTransferName(text);
            if (markName(text, true) || p2pKindOf(text) || (transfer && transfer->isPointToPoint())) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

RankCells rankCells(const RankCapture &capture, const std::stop_token &stop) {
    RankCells result;
    result.cells = cellsOfTables(capture, vShapeOf(capture));
    for (const auto source : {&markedCells, &inferredCells, &passCells, &flowCells}) {
        if (result.cells.empty()) {
            result.cells = source(capture, stop);
        }
    }
    std::for_each(result.cells.begin(), result.cells.end(), &completeMark);
    result.nested = dropNested(result.cells);
    std::stable_sort(result.cells.begin(), result.cells.end(), beginsBefore);
    findSteps(result.cells, capture);
    result.cells.shrink_to_fit();  // kept of thousands of ranks
    return result;
}

bool hasCells(const RankCapture &capture) {
    const auto has = [&] { return mayHoldCells(capture) && !rankCells(capture).cells.empty(); };
    return hasCellTable(capture) || measuredAlone(capture, std::stop_token(), has, "has cells");
}

bool mayTellMoreCells(const RankCapture &capture) {
    return capture.state != LoadState::Deep && !capture.hasTrace() &&
           std::any_of(capture.files.begin(), capture.files.end(),
                       [](const FileSource &file) { return file.chosen && !file.format.empty(); });
}

bool needsDeepForCells(const Run &run) {
    return std::none_of(run.captures.begin(), run.captures.end(), &hasCellTable) &&
           std::any_of(run.captures.begin(), run.captures.end(), &mayTellMoreCells);
}

}  // namespace stagescope
