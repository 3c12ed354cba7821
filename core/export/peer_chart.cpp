#include "core/export/peer_chart.h"

#include "core/analysis/pipeline/schedule/mindspeed_labels.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace stagescope {

namespace {

std::string_view letterOf(CellKind kind) {
    switch (kind) {
        case CellKind::Forward:
            return "F";
        case CellKind::Backward:
            return "B";
        case CellKind::BackwardInput:
            return "b";
        case CellKind::BackwardWeight:
            return "w";
        default:
            return {};
    }
}

/// Microbatches of later chunks count on from those of the first.
std::string numbered(int microbatch, int chunk, int microbatches, CellKind kind) {
    return std::to_string(std::max(chunk, 0) * microbatches + microbatch) + std::string(letterOf(kind));
}

std::string numberedName(const PipelineCell &cell, int microbatches) {
    if (cell.kind == CellKind::Overlapped && cell.microbatch >= 0 && cell.backwardMicrobatch >= 0) {
        return numbered(cell.microbatch, cell.chunk, microbatches, CellKind::Forward) + "+" +
               numbered(cell.backwardMicrobatch, cell.backwardChunk, microbatches, CellKind::Backward);
    }
    if (isScheduled(cell.kind) && cell.kind != CellKind::Overlapped && cell.microbatch >= 0) {
        return numbered(cell.microbatch, cell.chunk, microbatches, cell.kind);
    }
    return cell.name.empty() ? std::string(cellKindText(cell.kind)) : cell.name;
}

/// Times as marked: the peer knows of no waits within.
PeerChart::Task taskOf(const PipelineCell &cell, std::string name, int type) {
    const auto range = cell.marked.value_or(cell.range);
    return {std::move(name), ns(range.begin), ns(range.end), type};
}

/// The recipe knows two kinds: whatever its message calls forward, and the rest.
PeerChart::Task recipeTask(const PipelineCell &cell) {
    const bool isForward = cell.kind == CellKind::Forward || cell.kind == CellKind::Overlapped;
    return taskOf(cell, isForward ? "FP" : "BP", isForward ? 0 : 1);
}

PeerChart::Task numberedTask(const PipelineCell &cell, int microbatches) {
    const auto type = std::min(static_cast<int>(cell.kind), static_cast<int>(CellKind::Overlapped) + 1);
    return taskOf(cell, numberedName(cell, microbatches), type);
}

/// The forms of a DualPipeV that the metadata may mean; empty for all other schedules.
std::vector<ScheduleOptions> dualPipeVForms(const PipelineChart &chart) {
    if (!chart.match || !chart.match->isFromMetadata) {
        return {};
    }
    auto options = chart.match->best();
    if (options.kind != ScheduleKind::DualPipeV && options.kind != ScheduleKind::MindSpeedDualPipeV) {
        return {};
    }
    std::vector<ScheduleOptions> forms{options};
    options.kind = ScheduleKind::MindSpeedDualPipeV;
    for (const bool hasLogits : {true, false}) {
        options.hasLogits = hasLogits;
        forms.push_back(options);
    }
    return forms;
}

/// Labels of a rank for so many cells in a step; empty where no form has as many there.
std::vector<MindSpeedLabel> labelsFor(const std::vector<ScheduleOptions> &forms, int position, std::size_t cells) {
    for (const auto &options : forms) {
        const auto schedule = generateSchedule(options);
        if (schedule && schedule->ranks[std::size_t(position)].size() == cells) {
            return mindSpeedLabels(options, position, schedule->ranks[std::size_t(position)]);
        }
    }
    return {};
}

/// "344" of "hcom_send__344_0_1": a hash of the communication group.
std::string domainOf(std::string_view operation) {
    const auto at = operation.find("__");
    if (at == std::string_view::npos) {
        return "0";
    }
    const auto digits = operation.substr(at + 2);
    return std::string(digits.substr(0, std::min(digits.size(), digits.find_first_not_of("0123456789"))));
}

int positionIn(const PipelineGroup &group, int rank) {
    return static_cast<int>(std::find(group.ranks.begin(), group.ranks.end(), rank) - group.ranks.begin());
}

/// The peer draws a transfer between the two operations that carry the same text, and an operation has room for one.
void addConnections(const PipelineChart &chart, PeerChart &result) {
    std::set<std::size_t> taken;
    std::map<std::pair<int, int>, int> counts;
    for (const auto &edge : chart.edges) {
        if (edge.send == P2pEdge::kNone || edge.receive == P2pEdge::kNone || taken.contains(edge.send) ||
            taken.contains(edge.receive)) {
            continue;
        }
        taken.insert({edge.send, edge.receive});
        const auto &send = chart.p2p[edge.send];
        auto id = send.connection;
        if (id.empty()) {
            const int from = positionIn(chart.group, edge.from);
            const int to = positionIn(chart.group, edge.to);
            id = domainOf(send.name) + "_" + std::to_string(from) + "_" + std::to_string(to) + "_" +
                 std::to_string(counts[{from, to}]++);
        }
        for (const auto index : {edge.send, edge.receive}) {
            const auto &op = chart.p2p[index];
            result.ranks[op.rank].connections.push_back({op.name, ns(op.range.begin), id});
        }
    }
}

/// The cells of each rank and step in their order, as the recipe names them.
void addRecipeTasks(const PipelineChart &chart, int microbatches, PeerChart &result) {
    const auto forms = dualPipeVForms(chart);
    std::map<std::pair<int, std::int64_t>, std::vector<const PipelineCell *>> rows;
    for (const auto &cell : chart.cells) {
        if (isScheduled(cell.kind) || (cell.kind == CellKind::Loss && !forms.empty())) {
            rows[{cell.rank, cell.step}].push_back(&cell);
        }
    }
    for (const auto &[place, cells] : rows) {
        const auto labels = labelsFor(forms, positionIn(chart.group, place.first), cells.size());
        auto &tasks = result.ranks[place.first].tasks;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            tasks.push_back(!labels.empty() ? taskOf(*cells[i], labels[i].name, labels[i].phase)
                            : forms.empty() ? recipeTask(*cells[i])
                                            : numberedTask(*cells[i], microbatches));
        }
    }
    for (auto &[rank, own] : result.ranks) {
        std::stable_sort(own.tasks.begin(), own.tasks.end(),
                         [](const PeerChart::Task &a, const PeerChart::Task &b) { return a.beginNs < b.beginNs; });
    }
}

}  // namespace

PeerChart peerChart(const PipelineChart &chart, PeerNames names) {
    PeerChart result;
    const int microbatches = chart.match ? chart.match->best().microbatches : 0;
    if (names == PeerNames::Recipe) {
        addRecipeTasks(chart, microbatches, result);
    } else {
        for (const auto &cell : chart.cells) {
            result.ranks[cell.rank].tasks.push_back(numberedTask(cell, microbatches));
        }
    }
    addConnections(chart, result);
    return result;
}

}  // namespace stagescope
