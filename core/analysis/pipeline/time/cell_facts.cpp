#include "core/analysis/pipeline/time/cell_facts.h"

#include "core/analysis/pipeline/time/critical_path.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stagescope {

namespace {

std::string numberOf(int microbatch, int chunk) {
    return microbatch < 0 ? std::string{}
                          : " " + std::to_string(microbatch) + (chunk < 0 ? "" : "." + std::to_string(chunk));
}

std::string endText(const PipelineChart &chart, std::size_t cell, int rank) {
    const auto place = "rank " + std::to_string(rank);
    return cell < chart.cells.size() ? place + ": " + cellTitle(chart.cells[cell]) : place;
}

void addIdeal(KeyValues &facts, const PipelineChart &chart, std::size_t position, const ClockAlignment &clock) {
    const auto &cell = chart.cells[position];
    const auto ideals = idealCells(chart, cell.step, clock, IdealCosts::StageMeans);
    const auto it = std::find_if(ideals.begin(), ideals.end(),
                                 [position](const IdealCell &ideal) { return ideal.measured == position; });
    if (it != ideals.end()) {
        facts.emplace_back("ideal_start_ns", std::to_string(ns(clock.toRank(cell.rank, it->range.begin))));
        facts.emplace_back("lateness", durationText(it->lateness));
    }
}

void addEdges(KeyValues &facts, const PipelineChart &chart, std::size_t position) {
    for (const auto &edge : chart.edges) {
        const auto sent =
            ", " + std::string(directionText(edge.direction)) + ", transfer " + durationText(edge.transfer);
        if (edge.consumer == position) {
            facts.emplace_back("input_from", endText(chart, edge.producer, edge.from) + sent);
        }
        if (edge.producer == position) {
            facts.emplace_back("output_to", endText(chart, edge.consumer, edge.to) + sent);
        }
    }
}

/// Slack and the critical path, from the graph of the cell's step.
void addTiming(KeyValues &facts, const PipelineChart &chart, std::size_t position, const ClockAlignment &clock) {
    const auto graph = measuredGraph(chart, chart.cells[position].step, clock);
    if (!graph) {
        return;
    }
    const auto node = std::find_if(graph->nodes.begin(), graph->nodes.end(),
                                   [&](const MeasuredGraph::Node &n) { return n.cell == position; });
    if (node == graph->nodes.end()) {
        return;
    }
    const auto index = static_cast<std::size_t>(node - graph->nodes.begin());
    if (const auto slack = slackOf(chart, *graph)) {
        facts.emplace_back("slack", durationText((*slack)[index]));
    }
    const auto stops = criticalPath(chart, *graph).stops;
    const auto stop = std::find_if(stops.begin(), stops.end(), [&](const auto &s) { return s.node == index; });
    facts.emplace_back("on_critical_path", stop == stops.end() ? "no" : "yes");
}

}  // namespace

std::string shareText(Nanos part, Nanos whole) {
    std::array<char, 32> buffer{};
    const double share =
        static_cast<double>(part.count()) / static_cast<double>(std::max<std::int64_t>(1, whole.count()));
    std::snprintf(buffer.data(), buffer.size(), "%.1f %%", share * 100);
    return buffer.data();
}

std::string cellTitle(const PipelineCell &cell) {
    if (cell.kind != CellKind::Overlapped) {
        return std::string(cellKindText(cell.kind)) + numberOf(cell.microbatch, cell.chunk);
    }
    return "F" + numberOf(cell.microbatch, cell.chunk) + " & B" + numberOf(cell.backwardMicrobatch, cell.backwardChunk);
}

KeyValues cellFacts(const PipelineChart &chart, std::size_t position, const ClockAlignment &clock) {
    const auto &cell = chart.cells[position];
    KeyValues facts;
    facts.emplace_back("evidence", std::string(cellEvidenceText(cell.evidence)));
    if (cell.numbering != Numbering::Unknown) {
        facts.emplace_back("numbering", std::string(numberingText(cell.numbering)));
    }
    if (cell.hostRange) {
        facts.emplace_back("host_start_ns", std::to_string(ns(cell.hostRange->begin)));
        facts.emplace_back("host_duration", durationText(cell.hostRange->duration()));
    }
    if (!cell.waits.empty()) {
        facts.emplace_back("waited", durationText(cell.waited()));
    }
    if (cell.use) {
        facts.emplace_back("device_busy", shareText(cell.use->busy, cell.work()));
        facts.emplace_back("exposed_communication", durationText(cell.use->exposed));
        facts.emplace_back("host_bound", durationText(cell.use->rest));
    }
    addIdeal(facts, chart, position, clock);
    addTiming(facts, chart, position, clock);
    addEdges(facts, chart, position);
    return facts;
}

KeyValues transferFacts(const PipelineChart &chart, std::size_t position) {
    KeyValues facts;
    for (const auto &edge : chart.edges) {
        if (edge.send != position && edge.receive != position) {
            continue;
        }
        facts.emplace_back("edge", endText(chart, edge.producer, edge.from) + " -> " +
                                       endText(chart, edge.consumer, edge.to) + ", " +
                                       std::string(directionText(edge.direction)));
        facts.emplace_back("transfer", durationText(edge.transfer));
        facts.emplace_back("send_wait", durationText(edge.sendWait));
        facts.emplace_back("receive_wait", durationText(edge.receiveWait));
        facts.emplace_back("pairing", std::string(edgeEvidenceText(edge.evidence)));
    }
    return facts;
}

}  // namespace stagescope
