#pragma once

#include "core/analysis/pipeline/recognition/numbering.h"
#include "core/analysis/pipeline/recognition/p2p_edges.h"

#include <algorithm>
#include <random>
#include <vector>

namespace stagescope::identities {

/// Shrinks, moves and deletes cells at random, in place of what a profile lost or got wrong.
inline PipelineChart damaged(const Run &run, PipelineChart chart, unsigned seed) {
    std::mt19937 random(seed);
    const auto roll = [&](int sides) { return std::uniform_int_distribution<int>(0, sides - 1)(random); };
    std::vector<PipelineCell> kept;
    for (auto cell : chart.cells) {
        const auto length = cell.range.duration();
        switch (roll(12)) {
            case 0:
                continue;
            case 1:
                cell.range.begin += length / 3;
                cell.range.end -= length / (2 + roll(3));
                break;
            case 2:
                cell.range = {cell.range.begin + length * roll(3), cell.range.end + length * roll(3)};
                break;
            case 3:
                cell.range = {cell.range.begin - length / 2, cell.range.end - length / 2};
                break;
            default:
                break;
        }
        kept.push_back(cell);
    }
    std::stable_sort(kept.begin(), kept.end(), [](const PipelineCell &a, const PipelineCell &b) {
        return a.rank != b.rank ? a.rank < b.rank : a.range.begin < b.range.begin;
    });
    chart.cells = std::move(kept);
    chart.unmatched.clear();
    numberCells(chart, scheduleHint(run, chart.group), run.clock, {});
    pairP2p(chart, run.clock);
    return chart;
}

}  // namespace stagescope::identities
