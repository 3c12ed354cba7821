#include "core/analysis/pipeline/recognition/numbering.h"

#include "core/analysis/pipeline/name_trust.h"
#include "core/analysis/pipeline/recognition/pipeline_alignment.h"
#include "core/analysis/pipeline/recognition/recognition.h"
#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

namespace stagescope {

namespace {

/// Writes an alignment into the cells of its chart, and what did not match into `unmatched`. What files say is kept:
/// only an unknown chunk is added. Ranks without any cell in a step miss nothing. All references outlive this.
class AlignmentNumbers {
public:
    AlignmentNumbers(PipelineChart &chart, const Observation &observation, const Schedule &schedule,
                     const PipelineAlignment &alignment);
    void apply();
    /// Of the steps and ranks in order; nothing where all is as expected.
    [[nodiscard]] std::optional<ScheduleMatch::Difference> firstDifference() const;

private:
    void applyRank(std::size_t step, std::size_t position);
    void number(const ObservedCell &cell, const CellMatch &match, std::size_t position, Numbering numbering);
    void noteUnmatched(std::size_t step, std::size_t position);
    [[nodiscard]] std::string expectedText(std::size_t position, std::size_t expected) const;
    [[nodiscard]] bool isCountable(std::size_t position) const;

    PipelineChart &m_chart;
    const Observation &m_observation;
    const Schedule &m_schedule;
    const PipelineAlignment &m_alignment;
};

void setNumbers(PipelineCell &cell, const ExpectedNumbers &numbers, Numbering numbering) {
    if (cell.numbering == Numbering::Named) {
        cell.chunk = cell.chunk < 0 ? numbers.chunk : cell.chunk;
        cell.backwardChunk = cell.backwardChunk < 0 ? numbers.backwardChunk : cell.backwardChunk;
        return;
    }
    cell.microbatch = numbers.microbatch;
    cell.chunk = numbers.chunk;
    cell.backwardMicrobatch = numbers.backwardMicrobatch;
    cell.backwardChunk = numbers.backwardChunk;
    cell.numbering = numbering;
}

void setUncertain(PipelineCell &cell) {
    if (cell.numbering != Numbering::Named) {
        cell.numbering = Numbering::Uncertain;
    }
}

ExpectedNumbers forwardHalf(const ExpectedNumbers &n) { return {.microbatch = n.microbatch, .chunk = n.chunk}; }
ExpectedNumbers backwardHalf(const ExpectedNumbers &n) {
    return {.microbatch = n.backwardMicrobatch, .chunk = n.backwardChunk};
}

AlignmentNumbers::AlignmentNumbers(PipelineChart &chart, const Observation &observation, const Schedule &schedule,
                                   const PipelineAlignment &alignment)
    : m_chart(chart), m_observation(observation), m_schedule(schedule), m_alignment(alignment) {}

void AlignmentNumbers::apply() {
    for (std::size_t s = 0; s < m_alignment.steps.size(); ++s) {
        for (std::size_t r = 0; r < m_alignment.steps[s].size(); ++r) {
            if (!m_observation.steps[s].ranks[r].cells.empty()) {
                applyRank(s, r);
                noteUnmatched(s, r);
            }
        }
    }
}

/// Counting alone gives the same numbers: the k-th of each kind is microbatch k.
bool AlignmentNumbers::isCountable(std::size_t position) const {
    std::map<CellKind, int> next;
    const auto &actions = m_schedule.ranks[position];
    return m_schedule.chunks == 1 && std::all_of(actions.begin(), actions.end(), [&](const PipelineAction &action) {
               return action.kind != CellKind::Overlapped && action.microbatch == next[action.kind]++;
           });
}

void AlignmentNumbers::applyRank(std::size_t step, std::size_t position) {
    const auto &rank = m_alignment.steps[step][position];
    const auto &cells = m_observation.steps[step].ranks[position].cells;
    const auto numbering = rank.isExact && isCountable(position) ? Numbering::ByOrder : Numbering::Aligned;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (rank.matches[i].isMatched()) {
            number(cells[i], rank.matches[i], position, numbering);
        }
    }
}

void AlignmentNumbers::number(const ObservedCell &cell, const CellMatch &match, std::size_t position,
                              Numbering numbering) {
    auto &cells = m_chart.cells.edit();
    auto &first = cells[cell.cell];
    auto *second = cell.second == ObservedCell::kNone ? nullptr : &cells[cell.second];
    if (match.margin < kMinMargin) {
        setUncertain(first);
        if (second != nullptr) {
            setUncertain(*second);
        }
        return;
    }
    const auto &expected = m_alignment.expected[position][match.expected];
    const auto numbers = numbersOf(expected, m_schedule.ranks[position][expected.action]);
    if (second != nullptr) {
        setNumbers(first, forwardHalf(numbers), numbering);
        setNumbers(*second, backwardHalf(numbers), numbering);
    } else if (expected.kind == CellKind::Overlapped && cell.kind != CellKind::Overlapped) {
        setNumbers(first, cell.kind == CellKind::Forward ? forwardHalf(numbers) : backwardHalf(numbers), numbering);
    } else {
        setNumbers(first, numbers, numbering);
    }
}

std::string AlignmentNumbers::expectedText(std::size_t position, std::size_t expected) const {
    const auto &cell = m_alignment.expected[position][expected];
    auto action = m_schedule.ranks[position][cell.action];
    if (cell.half != ExpectedCell::Half::Whole) {
        const auto numbers = numbersOf(cell, action);
        action = {.rank = action.rank,
                  .kind = cell.kind,
                  .stage = cell.half == ExpectedCell::Half::Forward ? action.stage : action.backwardStage,
                  .microbatch = numbers.microbatch,
                  .chunk = numbers.chunk};
    }
    return paperText(action, m_schedule);
}

void AlignmentNumbers::noteUnmatched(std::size_t step, std::size_t position) {
    const int rank = m_chart.group.ranks[position];
    const auto id = m_observation.steps[step].step;
    const auto &matches = m_alignment.steps[step][position].matches;
    const auto &observed = m_observation.steps[step].ranks[position];
    std::vector<bool> isFound(m_alignment.expected[position].size(), false);
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (matches[i].isMatched()) {
            isFound[matches[i].expected] = true;
            continue;
        }
        m_chart.unmatched.push_back({rank, id, {}, observed.cells[i].cell});
        if (observed.cells[i].second != ObservedCell::kNone) {
            m_chart.unmatched.push_back({rank, id, {}, observed.cells[i].second});
        }
    }
    for (const auto echo : observed.echoes) {
        m_chart.unmatched.push_back({rank, id, {}, echo});
    }
    // Cells outside of all steps are pieces of steps that were not recorded whole: nothing is missing there.
    for (std::size_t e = 0; e < isFound.size() && (id != kNoStep || m_observation.steps.size() == 1); ++e) {
        if (!isFound[e]) {
            m_chart.unmatched.push_back({rank, id, expectedText(position, e), std::nullopt});
        }
    }
}

std::optional<ScheduleMatch::Difference> AlignmentNumbers::firstDifference() const {
    for (std::size_t s = 0; s < m_alignment.steps.size(); ++s) {
        for (std::size_t r = 0; r < m_alignment.steps[s].size(); ++r) {
            const auto &rank = m_alignment.steps[s][r];
            const auto &cells = m_observation.steps[s].ranks[r].cells;
            if (cells.empty() || rank.isExact) {
                continue;
            }
            const auto first = std::find_if(rank.matches.begin(), rank.matches.end(), [&](const CellMatch &match) {
                return match.expected != static_cast<std::size_t>(&match - rank.matches.data());
            });
            const auto at = static_cast<std::size_t>(first - rank.matches.begin());
            ScheduleMatch::Difference difference{m_chart.group.ranks[r], m_observation.steps[s].step, at, {}, {}};
            if (at < m_alignment.expected[r].size()) {
                difference.expected = expectedText(r, at);
            }
            if (at < cells.size()) {
                difference.seen = cellKindText(cells[at].kind);
            }
            return difference;
        }
    }
    return std::nullopt;
}

using CellSpan = std::span<PipelineCell>;

/// Calls with the cells of each rank in turn.
template <typename Call>
void forEachRank(std::vector<PipelineCell> &all, const Call &call) {
    for (auto begin = all.begin(); begin != all.end();) {
        const auto end = std::find_if(begin, all.end(), [&](const auto &c) { return c.rank != begin->rank; });
        call(CellSpan(begin, end));
        begin = end;
    }
}

/// Where no schedule is known: the k-th cell of a kind in a step belongs to microbatch k, if every microbatch passes
/// the rank once.
void numberByOrder(CellSpan cells, const ScheduleHint &hint) {
    std::map<std::int64_t, int> forwards;
    std::set<std::int64_t> uncountable;
    for (const auto &cell : cells) {
        const int count = cell.kind == CellKind::Forward ? ++forwards[cell.step] : 0;
        if (cell.kind == CellKind::Overlapped || cell.numbering == Numbering::Named ||
            (hint.microbatches > 0 && count > hint.microbatches)) {
            uncountable.insert(cell.step);
        }
    }
    std::map<std::pair<std::int64_t, CellKind>, int> next;
    for (auto &cell : cells) {
        if (isScheduled(cell.kind) && !uncountable.contains(cell.step)) {
            cell.microbatch = next[{cell.step, cell.kind}]++;
            cell.numbering = Numbering::ByOrder;
        }
    }
}

void countEqualCells(CellSpan cells) {
    std::map<std::tuple<std::int64_t, CellKind, int, int>, int> counts;
    for (auto &cell : cells) {
        cell.nth = counts[{cell.step, cell.kind, cell.chunk, cell.microbatch}]++;
    }
}

}  // namespace

ScheduleHint scheduleHint(const Run &run, const PipelineGroup &group) {
    ScheduleHint hint;
    for (const int rank : group.ranks) {
        const auto *capture = run.capture(rank);
        if (capture == nullptr) {
            continue;
        }
        const auto type = lowerCase(capture->environmentValue("parallel", "pp_type"));
        const auto count = capture->environmentValue("parallel", "microbatch_num");
        std::from_chars(count.data(), count.data() + count.size(), hint.microbatches);
        hint.microbatches = std::max(hint.microbatches, 0);
        hint.kind = scheduleKindFromText(type);
        if (hint.kind || hint.microbatches > 0) {
            break;
        }
    }
    return hint;
}

void numberCells(PipelineChart &chart, const ScheduleHint &hint, const ClockAlignment &clock,
                 const std::stop_token &stop) {
    chart.distrusted = distrustNames(chart);
    auto observation = observePipeline(chart, clock);
    auto withLosses = observation.hasLossFirst ? observePipeline(chart, clock, true) : observation;
    auto recognised = recogniseSchedule(withLosses, chart, hint, stop);
    const bool isFollowed = recognised && !recognised->match.isCustom && !stop.stop_requested();
    if (isFollowed) {
        if (recognised->match.best().hasLogits) {
            observation = std::move(withLosses);
        }
        const auto alignment = alignPipeline(chart, observation, recognised->schedule, stop);
        AlignmentNumbers numbers(chart, observation, recognised->schedule, alignment);
        numbers.apply();
        recognised->match.difference = numbers.firstDifference();
    }
    if (recognised) {
        chart.match = std::move(recognised->match);
    }
    forEachRank(chart.cells.edit(), [&](CellSpan cells) {
        if (!isFollowed) {
            numberByOrder(cells, hint);
        }
        countEqualCells(cells);
    });
}

}  // namespace stagescope
