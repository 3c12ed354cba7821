#include "core/analysis/trace/told_gaps.h"

#include "core/analysis/pipeline/recognition/cell_launches.h"
#include "core/analysis/roles/role_phases.h"
#include "core/base/intervals.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace stagescope {

namespace {

/// A rank that begins the pipeline waits for none while it fills.
std::optional<FreeCause> freeCauseOf(const CausedGap &gap) {
    switch (gap.cause) {
        case BubbleCause::Head:
            return gap.producer == MeasuredGraph::kNone ? std::nullopt : std::optional(FreeCause::PipelineWait);
        case BubbleCause::DependencyWait:
        case BubbleCause::RendezvousWait:
        case BubbleCause::Transfer:
        case BubbleCause::Tail:
            return FreeCause::PipelineWait;
        case BubbleCause::HostLaunch:
            return FreeCause::HostLaunch;
        case BubbleCause::LateStart:
            return FreeCause::Other;
        case BubbleCause::OtherWork:
        case BubbleCause::Unknown:
            break;
    }
    return std::nullopt;
}

template <class T>
std::vector<T> ofRank(const std::vector<T> &all, int rank) {
    std::vector<T> own;
    std::copy_if(all.begin(), all.end(), std::back_inserter(own), [&](const T &each) { return each.rank == rank; });
    return own;
}
template <class T>
void putBack(std::vector<T> &all, std::vector<T> &own, int rank) {
    auto next = own.begin();
    for (auto &each : all) {
        if (each.rank == rank) {
            each = std::move(*next++);
        }
    }
}

}  // namespace

void addToldGaps(const Run &run, const PipelineChart &chart, const std::vector<RowBubbles> &rows, ToldGaps &told) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const int rank = chart.group.ranks[row];
        for (const auto &gap : rows[row].gaps) {
            if (const auto cause = freeCauseOf(gap)) {
                const bool fillsHead = gap.cause == BubbleCause::Head && &gap == &rows[row].gaps.front();
                told[rank].push_back({run.clock.toRank(rank, gap.range), *cause, fillsHead});
            }
        }
    }
}

void addRoleGaps(const Run &run, ToldGaps &told, const std::stop_token &stop) {
    const auto phases = rolePhases(run, stop);
    std::vector<Interval> parts;
    for (const auto &phase : phases) {
        parts.push_back({ns(phase.range.begin), ns(phase.range.end)});
    }
    const auto others = merged(std::move(parts));  // in a gap of its own a rank is in no part
    for (std::size_t i = 1; i < phases.size(); ++i) {
        const auto &before = phases[i - 1];
        const auto &after = phases[i];
        if (before.rank != after.rank || before.range.end >= after.range.begin) {
            continue;
        }
        for (const auto &part : clipped(others, ns(before.range.end), ns(after.range.begin))) {
            const AlignedRange range{alignedTime(part.begin), alignedTime(part.end)};
            told[after.rank].push_back({run.clock.toRank(after.rank, range), FreeCause::CommunicationWait});
        }
    }
}

ToldGapsOfPipelines::ToldGapsOfPipelines(const Run &run, const std::stop_token &stop) : m_run(&run) {
    for (const auto &group : pipelineGroups(run)) {
        m_charts.push_back(pipelineChart(run, group, stop));
        for (const auto &cell : m_charts.back().cells) {
            const auto *capture = run.capture(cell.rank);
            if (capture != nullptr && !m_untold.contains(cell.rank) && !capture->hasTrace()) {
                m_untold.insert(cell.rank);
            }
        }
    }
}

void ToldGapsOfPipelines::add(const RankCapture &capture, const std::stop_token &stop) {
    if (!m_untold.contains(capture.rank)) {
        return;
    }
    for (auto &chart : m_charts) {
        const auto &ranks = chart.group.ranks;
        if (std::find(ranks.begin(), ranks.end(), capture.rank) == ranks.end()) {
            continue;
        }
        auto cells = ofRank(chart.cells.get(), capture.rank);
        auto ops = ofRank(chart.p2p.get(), capture.rank);
        findLaunches(capture, cells, ops, stop);
        putBack(chart.cells.edit(), cells, capture.rank);
        putBack(chart.p2p.edit(), ops, capture.rank);
    }
}

ToldGaps ToldGapsOfPipelines::told(const std::stop_token &stop) const {
    ToldGaps told;
    for (const auto &chart : m_charts) {
        for (const auto step : chart.steps) {
            if (const auto graph = measuredGraph(chart, step, m_run->clock); graph && !stop.stop_requested()) {
                addToldGaps(*m_run, chart, bubbleCauses(chart, *graph, m_run->clock), told);
            }
        }
    }
    addRoleGaps(*m_run, told, stop);
    return told;
}

ToldGaps toldGaps(const Run &run, const std::stop_token &stop) { return ToldGapsOfPipelines(run, stop).told(stop); }

}  // namespace stagescope
