#include "core/export/peer_chart.h"

#include <algorithm>
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

/// The recipe knows two kinds: whatever its message calls forward, and the rest.
PeerChart::Task recipeTask(const PipelineCell &cell) {
    const bool isForward = cell.kind == CellKind::Forward || cell.kind == CellKind::Overlapped;
    return {isForward ? "FP" : "BP", ns(cell.range.begin), ns(cell.range.end), isForward ? 0 : 1};
}

PeerChart::Task numberedTask(const PipelineCell &cell, int microbatches) {
    const auto type = std::min(static_cast<int>(cell.kind), static_cast<int>(CellKind::Overlapped) + 1);
    return {numberedName(cell, microbatches), ns(cell.range.begin), ns(cell.range.end), type};
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

}  // namespace

PeerChart peerChart(const PipelineChart &chart, PeerNames names) {
    PeerChart result;
    const int microbatches = chart.match ? chart.match->best().microbatches : 0;
    for (const auto &cell : chart.cells) {
        if (names == PeerNames::Numbered) {
            result.ranks[cell.rank].tasks.push_back(numberedTask(cell, microbatches));
        } else if (isScheduled(cell.kind)) {
            result.ranks[cell.rank].tasks.push_back(recipeTask(cell));
        }
    }
    addConnections(chart, result);
    return result;
}

}  // namespace stagescope
