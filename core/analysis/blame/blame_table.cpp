#include "core/analysis/blame/blame_study.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

struct BlameRow : BlameHop {
    const BlameChain *chain = nullptr;
    std::size_t number = 0;
};

std::string_view gapText(FreeCause cause) { return freeCauseText(cause); }

void addChain(const BlameChain &chain, TableRows<BlameRow> &out) {
    for (std::size_t i = 0; i < chain.hops.size(); ++i) {
        out.add({chain.hops[i], &chain, i + 1});
    }
}

Status addBlame(const AnalysisInput &input, const std::stop_token &stop, TableRows<BlameRow> &out) {
    const auto text = input.parameter("item");
    const auto item = itemFromText(text);
    if (!text.empty() && !item) {
        return fail(ErrorKind::BadArgument, "item: no item is called " + text);
    }
    const BlameStudy study(*input.run(), stop);
    if (item) {
        if (const auto chain = blameChain(study, *input.workspace, *item, stop)) {
            addChain(*chain, out);
        }
        return {};
    }
    for (const auto &step : study.steps()) {
        const auto chain = input.wantsStep(step) ? study.costliest(step, stop) : std::nullopt;
        if (chain) {
            addChain(*chain, out);
        }
    }
    return {};
}

}  // namespace

AnalysisEntry makeBlameEntry() {
    using Row = BlameRow;
    using Hop = BlameHop;
    return runTable<Row>(
        {.entry = {.id = "blame",
                   .title = "From waiting to its cause",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full,
                   .parameters = {{"item", "",
                                   "Item as --select has it (slice, op, cell, bubble, step) whose chain is wanted; "
                                   "empty: of each step's longest waits the one whose cause costs most."}}},
         .whenEmpty = "Nobody waited: no communication of at least two ranks whose timelines are loaded."},
        {
            column("step", "Step; empty outside of all.", &Row::chain, &BlameChain::step),
            column("hop", "Counts the hops of a chain, from what waited to its cause.", &Row::number),
            column("rank", "Global rank of the hop.", &Hop::rank),
            column("what",
                   "wait: communication that was there before another rank; transfer: after all had come; work: "
                   "kernels one after the other; gap: the device did nothing; host: what the host did during a "
                   "gap, or the call that the cause comes from; code: Python around it.",
                   &Hop::what, &blameWhatText),
            column("gap", "Of a gap its cause, as in free_gaps.", &Hop::gap, &gapText),
            column("name", "Of the operator or kernel, of several the longest; of a gap the work that ends it.",
                   &Hop::name),
            column("kernels", "Of work: how many.",
                   [](const Row &row) { return row.kernels == 0 ? std::nullopt : std::optional(row.kernels); }),
            column("start_ns", "ns", "Begin, clock of the rank.", &Hop::range, &RankRange::begin),
            column("duration_us", "us", "How long it took, of a wait: until the other rank came.", &Hop::range,
                   &RankRange::duration),
            column("waited_for", "Of a wait the rank that arrived last; empty where the participants are unknown.",
                   &Hop::waitedFor, ifKnown),
            column("between", "Of a transfer its ranks.", &Hop::with, textIfAny),
            column("excess_us", "us",
                   "Of the cause: how much longer all like it took on the way than elsewhere (kernels of the same name "
                   "and shapes on other ranks, transfers of the kind between other ranks, other ranks' way to the "
                   "first work of a step).",
                   [](const Row &row) {
                       return row.chain->blamed() != nullptr && row.number == row.chain->cause + 1
                                  ? std::optional(row.excess)
                                  : std::nullopt;
                   }),
            column("end",
                   "How the chain ends. cause: at the hop with excess_us; more_work: the last rank had more to do; "
                   "order: nothing took longer than elsewhere, the order of the work makes the wait; not_loaded: at a "
                   "rank whose timeline is not loaded.",
                   [](const Row &row) {
                       return row.number == row.chain->hops.size() ? std::optional(blameEndText(row.chain->end))
                                                                   : std::nullopt;
                   }),
            column("clock_us", "us", "How far clocks of ranks may be off; empty where they were not compared.",
                   &Row::chain, &BlameChain::uncertainty),
            column("evidence", "Name of the item for --select.", &Hop::item),
        },
        addBlame);
}

}  // namespace stagescope
