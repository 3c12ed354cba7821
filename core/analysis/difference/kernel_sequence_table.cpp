#include "core/analysis/difference/kernel_sequences.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/base/words/ranges_text.h"

#include <array>

namespace stagescope {

namespace {

constexpr std::int64_t kSequenceRows = 1000;
/// The first is the default.
constexpr std::array kSequenceGroupings{KernelGrouping::Shape, KernelGrouping::NameShape, KernelGrouping::Type,
                                        KernelGrouping::Name};
constexpr auto kSequenceModes = std::to_array<std::string_view>({"shape", "name_shape", "type", "name"});

/// "MatMulV3 AI_CORE 4096,1024;1024,1024", as far as kernels are told apart by it.
std::string kernelText(const KernelGroup &group) {
    std::string text;
    for (const auto part : {group.type, group.name, group.core, group.shapes}) {
        if (!part.empty()) {
            text += (text.empty() ? "" : " ") + std::string(part);
        }
    }
    return text;
}

std::string rankTexts(const SequenceChange &change) { return rangesText({change.ranks.begin(), change.ranks.end()}); }
std::string stepTexts(const SequenceChange &change) {
    return change.steps.front() == kNoStep ? std::string() : rangesText(change.steps);
}

Status addSequenceChanges(const AnalysisInput &input, const std::stop_token &stop, TableRows<SequenceChange> &out) {
    const auto mode = choiceParameter(input, "by", kSequenceModes);
    const auto most = countParameter(input, "rows", kSequenceRows);
    if (!mode || !most) {
        return tl::unexpected(mode ? most.error() : mode.error());
    }
    ASSIGN_OR_RETURN(const auto found, kernelSequences(input, kSequenceGroupings[*mode], stop));
    for (const auto &change : found.changes) {
        if (out.size() == *most) {
            out.note("The first " + std::to_string(*most) + " of " + std::to_string(found.changes.size()) +
                     " rows; --set rows=N gives more.");
            break;
        }
        out.add(change);
    }
    out.note(found.compared == 0
                 ? "No kernels: no trace of these ranks is loaded, or it has no device work."
                 : std::to_string(found.deviating) + " of " + std::to_string(found.compared) +
                       " steps of ranks deviate; " + std::to_string(found.distinct) + " distinct sequences.");
    return {};
}

}  // namespace

AnalysisEntry makeKernelSequenceDiffEntry() {
    using Row = SequenceChange;
    return runTable<Row>(
        {{.id = "kernel_sequence_diff",
          .title = "Kernels that deviate in order",
          .depth = LoadDepth::Deep,
          .isLean = true,
          .hasTwoSides = true,
          .parameters = {{"by", "shape",
                          "Same kernel by: shape: type of operator, core and input shapes; name_shape: name and input "
                          "shapes; type; name."},
                         {"rows", std::to_string(kSequenceRows), "Most rows, those of the largest change."}}}},
        {
            column("ranks", "Global ranks that deviate, of those that are compared.", &rankTexts),
            column("steps", "Their steps; empty where no steps are known.", &stepTexts, textIfAny),
            column("change",
                   "extra: one more than usual; missing; replaced: another one in its place; swapped: two neighbours "
                   "changed places; moved: elsewhere in the step. Usual is the sequence that most steps "
                   "of the ranks of a stage have, or that of the other side.",
                   &Row::kind, sequenceChangeText),
            column("kernel", "Kernels that are extra, missing, in place of another one, or elsewhere.", &Row::what,
                   kernelText),
            column("after", "The kernel of its stream before it; empty at the begin of the step.", &Row::after,
                   kernelText, textIfAny),
            column("other", "replaced: the usual kernel there; swapped: the neighbour; moved: what it usually follows.",
                   &Row::other, kernelText, textIfAny),
            column("count", "How often in each of these steps.", &Row::count),
            column("change_us", "us",
                   "Time that the kernels of such a step take more by it, mean over the ranks and steps: as extra ones "
                   "ran, and as missing ones ran where they are usual; empty where the order alone changed.",
                   &Row::change),
            column("evidence",
                   "The first place, what runs there instead of a missing one; empty where no trace that is loaded "
                   "has it.",
                   &Row::evidence),
        },
        addSequenceChanges);
}

}  // namespace stagescope
