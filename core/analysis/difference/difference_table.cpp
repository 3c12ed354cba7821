#include "core/analysis/difference/difference_table.h"

#include "core/analysis/difference/two_sides.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/base/number_text.h"

#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 2> kPerModes{"mean", "rank"};

struct ChangeRow {
    const LedgerRow *row;
    const Ledger *whole;
    const Run *before;
    const Run *after;
    std::optional<int> rank;

    operator const LedgerRow &() const { return *row; }
};

auto partOf(std::optional<LedgerEvidence> LedgerRow::*side) {
    return [side](const LedgerRow &row) { return row.*side; };
}
Nanos lengthOf(const LedgerEvidence &evidence) { return evidence.range.duration(); }

std::optional<AlignedTime> beginOn(const Run &run, const std::optional<LedgerEvidence> &evidence) {
    return evidence && evidence->range.duration() > Nanos{0}
               ? std::optional(run.clock.toAligned(evidence->rank, evidence->range.begin))
               : std::nullopt;
}

/// Of a change that is none there are no shares.
std::optional<double> shareOf(const ChangeRow &row) {
    return row.whole->significance == Significance::WithinNoise ? std::nullopt
                                                                : percentOf(row.row->change(), row.whole->change());
}

/// The begin of the longest stretch.
std::optional<MomentRef> evidenceOf(const ChangeRow &of) {
    const auto &row = *of.row;
    const auto at = [](const Run &run, const std::optional<LedgerEvidence> &evidence) {
        return evidence ? std::optional(MomentRef{run.id, evidence->rank, ns(evidence->range.begin)}) : std::nullopt;
    };
    return row.evidenceAfter ? at(*of.after, row.evidenceAfter) : at(*of.before, row.evidenceBefore);
}

ColumnList<ChangeRow> changeColumns() {
    using Row = ChangeRow;
    using Of = LedgerRow;
    return {
        column("rank", "Global rank, where each is analyzed alone.", &Row::rank),
        column("change",
               "What changed: kernel_time (as many calls at equal shapes), kernel_count, kernel_shapes, kernel_new, "
               "kernel_gone, computing, bubble, communication_wait, communication_transfer, communication, gap, "
               "tail, reported.",
               &Of::kind, changeKindText),
        column("name",
               "Type of a kernel, name of a group, cause of a bubble or a gap (host_speed: late launches "
               "that are there since the same calls of the host take longer).",
               &Of::name, textIfAny),
        column("core", "What ran the kernels.", &Of::core, textIfAny),
        column("input_shapes", "Shapes of their inputs.", &Of::shapes, textIfAny),
        column("before_us", "us", "Time per step on the side before; each nanosecond of a step is counted in one row.",
               &Of::before),
        column("after_us", "us", "The same on the side after.", &Of::after),
        column("change_us", "us", "after_us - before_us; all rows sum up to the change of the step.", &Of::change),
        column("share_percent", "%", "change_us / change of the step; empty where the step changed within noise.",
               shareOf),
        column("calls_before", "Kernels per step.", &Of::callsBefore),
        column("calls_after", "The same on the side after.", &Of::callsAfter),
        column("noise_us", "us",
               "What steps of one run would differ by, by chance (Welch, 1 % over all rows together); empty where "
               "each side has one step.",
               &Of::noise),
        column("significance", "beyond noise: more than noise_us; within noise; unknown: no spread is known.",
               &Of::significance, significanceText),
        column("reason", "What else changed that explains it: schedule, microbatches, shapes.", &Of::reasons,
               [](const std::vector<ChangeReason> &reasons) { return textIfAny(reasonsText(reasons)); }),
        column("late_rank",
               "The rank that the collective that waited longest waited for, followed to the end of the wait; empty "
               "where the order of the work makes it. After where there is one.",
               &Of::late),
        column("evidence", "Best evidence, the longest interval: its begin, after where there is one.", &evidenceOf),
        column("rank_before", "Longest interval before: rank.", partOf(&Of::evidenceBefore), &LedgerEvidence::rank),
        column("step_before", "Its step.", partOf(&Of::evidenceBefore), &LedgerEvidence::step),
        column("begin_before_ns", "ns", "Its begin on the common clock of that run.",
               [](const Row &row) { return beginOn(*row.before, row.row->evidenceBefore); }),
        column("length_before_us", "us", "Its length.", partOf(&Of::evidenceBefore), lengthOf),
        column("rank_after", "The same after: rank.", partOf(&Of::evidenceAfter), &LedgerEvidence::rank),
        column("step_after", "Its step.", partOf(&Of::evidenceAfter), &LedgerEvidence::step),
        column("begin_after_ns", "ns", "Its begin on the common clock of that run.",
               [](const Row &row) { return beginOn(*row.after, row.row->evidenceAfter); }),
        column("length_after_us", "us", "Its length.", partOf(&Of::evidenceAfter), lengthOf),
    };
}

void addLedger(const LedgerSide &before, const LedgerSide &after, std::optional<int> rank, const std::stop_token &stop,
               TableRows<ChangeRow> &out) {
    const auto whole = ledger(before, after, stop);
    const auto prefix = rank ? "rank " + std::to_string(*rank) + ": " : std::string();
    if (whole.isEmpty()) {
        out.note(prefix + (whole.stepsBefore == 0 ? "no data on the steps of the baseline."
                                                  : "no data on the steps of the run."));
        return;
    }
    for (const auto &row : whole.rows) {
        out.add({&row, &whole, before.run, after.run, rank});
    }
    if (!rank && !whole.holder && whole.ranksAfter > 1) {
        out.note("Rows are means over " + std::to_string(whole.ranksAfter) + " ranks; --set per=rank lists each.");
    }
    const auto micros = [](Nanos time) { return cellText(columns::written(time)) + " us"; };
    const auto steps = [](std::size_t count, std::size_t ranks) {
        return "median of " + std::to_string(count) + " steps of " + std::to_string(ranks) + " ranks";
    };
    out.note(prefix + "a step took " + micros(whole.before) + " (" + steps(whole.stepsBefore, whole.ranksBefore) +
             "), then " + micros(whole.after) + " (" + steps(whole.stepsAfter, whole.ranksAfter) +
             "): " + micros(whole.change()) + ", " + std::string(significanceText(whole.significance)) +
             (whole.noise ? "; chance alone makes up to " + micros(*whole.noise) : std::string()) + ".");
    if (whole.holder) {
        out.note("rank " + std::to_string(whole.holder->rank) +
                 " holds the job up: rows are of its step, the other ranks wait for it (by what: table blame). --set "
                 "per=rank lists each.");
    }
    if (whole.hostSpeed != Nanos{0}) {
        out.note(prefix + "the same calls of the host took " + valueText(*whole.hostRatio) +
                 " times as long as before: " + micros(whole.hostSpeed) + " of the change are the speed of the host (" +
                 "row host_speed); at equal host it is " + micros(whole.changeAtEqualHost()) + ".");
    }
    if (!whole.settings.empty()) {
        out.note(prefix + reasonsText(whole.settings) + ".");
    }
}

Status addDifference(const AnalysisInput &input, const std::stop_token &stop, TableRows<ChangeRow> &out) {
    ASSIGN_OR_RETURN(const auto per, choiceParameter(input, "per", kPerModes));
    const auto sides = twoSides(input);
    if (!sides) {
        out.note(sides.error().detail);
        return {};
    }
    const LedgerSide before{sides->before.run(), sides->before.ranks, sides->before.step};
    const LedgerSide after{sides->after.run(), sides->after.ranks, sides->after.step};
    if (per == 0) {
        addLedger(before, after, std::nullopt, stop, out);
        return {};
    }
    for (const auto &[from, to] : pairedRanks(*sides)) {
        auto one = before;
        auto other = after;
        one.ranks = {from};
        other.ranks = {to};
        addLedger(one, other, to, stop, out);
    }
    return {};
}

}  // namespace

ResultTable ledgerTable(const Ledger &ledger, const Run &before, const Run &after) {
    std::vector<ChangeRow> rows;
    for (const auto &row : ledger.rows) {
        rows.push_back({&row, &ledger, &before, &after, std::nullopt});
    }
    auto columns = changeColumns();
    columns.all.erase(columns.all.begin());  // the rank: it is no ledger of each rank by itself
    return tableOf("difference", columns, rows);
}

AnalysisEntry makeDifferenceEntry() {
    return runTable<ChangeRow>(
        {{.id = "difference",
          .title = "Where the difference comes from",
          .depth = LoadDepth::Deep,
          .isLean = true,
          .hasTwoSides = true,
          .parameters = {{"per", "mean", "mean: of all ranks together; rank: each rank by itself"}}}},
        changeColumns(), addDifference);
}

}  // namespace stagescope
