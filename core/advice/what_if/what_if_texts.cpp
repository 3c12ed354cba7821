#include "core/advice/what_if/what_if_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// Sorted by id.
constexpr FindingText kTexts[] = {
    {"what_if.assumes.balanced",
     QT_TRANSLATE_NOOP("Message", "Assumes the work can be spread evenly over the stages.")},
    {"what_if.assumes.chunks",
     QT_TRANSLATE_NOOP("Message", "Assumes the layers of a stage can be split into equal chunks.")},
    {"what_if.assumes.explained",
     QT_TRANSLATE_NOOP("Message",
                       "Cells and transfers explain only %1 % of the measured window: time between cells (host, loss, "
                       "other work) is excluded on both sides.")},
    {"what_if.assumes.fixed_peers",
     QT_TRANSLATE_NOOP("Message", "Fixed rank: median of the same stage in the other pipelines.")},
    {"what_if.assumes.fixed_stages", QT_TRANSLATE_NOOP("Message", "Fixed rank: median of the other stages.")},
    {"what_if.assumes.host_times",
     QT_TRANSLATE_NOOP("Message", "Some cells have host times only: no device work recorded.")},
    {"what_if.assumes.layers", QT_TRANSLATE_NOOP("Message",
                                                 "Assumes equal time per layer, taken from the stage with the cheapest "
                                                 "layers; extra work of a stage (embedding, loss) stays there.")},
    {"what_if.assumes.order", QT_TRANSLATE_NOOP("Message",
                                                "The measured steps replayed in order: each cell starts with its "
                                                "measured delay after all its inputs have arrived.")},
    {"what_if.assumes.overlap_given",
     QT_TRANSLATE_NOOP("Message", "Overlapped cells hide %1 % of their communication (as set).")},
    {"what_if.assumes.overlap_measured",
     QT_TRANSLATE_NOOP("Message",
                       "Overlapped cells are %1 % shorter than forward and backward in sequence (measured).")},
    {"what_if.assumes.overlap_nothing",
     QT_TRANSLATE_NOOP("Message", "No overlap assumed: no overlapped cell was measured.")},
    {"what_if.assumes.passes", QT_TRANSLATE_NOOP("Message",
                                                 "Cells change by the measured time of the forward kernels added or "
                                                 "removed; memory changes by the tensor shapes.")},
    {"what_if.assumes.replay",
     QT_TRANSLATE_NOOP("Message",
                       "Measured cells and median transfers, each cell starting as soon as its inputs arrive; the "
                       "change is relative to the same replay with launch delays.")},
    {"what_if.assumes.split",
     QT_TRANSLATE_NOOP("Message",
                       "Backward (input) takes %1 % of a backward: only whole backward cells were measured.")},
    {"what_if.assumes.splits", QT_TRANSLATE_NOOP("Message", "The range covers shares of 40 to 80 % for it.")},
    {"what_if.assumes.two_copies",
     QT_TRANSLATE_NOOP("Message", "Each rank holds two stages: weights and gradients need twice the memory.")},
    {"what_if.memory.capacity", QT_TRANSLATE_NOOP("Message", "needs %1 MiB of %2 MiB")},
    {"what_if.memory.no_capacity",
     QT_TRANSLATE_NOOP("Message", "needs %1 MiB, %2 MiB used; device memory size unknown")},
    {"what_if.memory.no_more", QT_TRANSLATE_NOOP("Message", "needs %1 MiB (≤ %2 MiB measured)")},
    {"what_if.memory.not_recorded",
     QT_TRANSLATE_NOOP("Message", "no allocator data in this profile: set profile_memory=True")},
    {"what_if.no.cells",
     QT_TRANSLATE_NOOP("Message", "Not possible: no forward and backward cells found. Mark them with ranges.")},
    {"what_if.no.costs", QT_TRANSLATE_NOOP("Message", "Not possible: a stage has no forward or no backward.")},
    {"what_if.no.launch_alone",
     QT_TRANSLATE_NOOP(
         "Message",
         "Not possible: launch delays are available only for the measured order with nothing else changed.")},
    {"what_if.no.precondition", QT_TRANSLATE_NOOP("Message", "Not possible: %1.")},
    {"what_if.no.ranks",
     QT_TRANSLATE_NOOP("Message", "Not possible: the schedule has %1 stage(s) and some were not recorded.")},
    {"what_if.no.replay",
     QT_TRANSLATE_NOOP("Message", "Not possible: cells are missing or unnumbered, so the step cannot be replayed.")},
    {"what_if.no.schedule", QT_TRANSLATE_NOOP("Message", "Not possible: unknown schedule.")},
    {"what_if.scenario.balanced", QT_TRANSLATE_NOOP("Message", "Balanced stages")},
    {"what_if.scenario.fixed", QT_TRANSLATE_NOOP("Message", "Rank %1 fixed")},
    {"what_if.scenario.layers", QT_TRANSLATE_NOOP("Message", "Layers %1 → %2")},
    {"what_if.scenario.measured", QT_TRANSLATE_NOOP("Message", "Measured")},
    {"what_if.scenario.no_launches", QT_TRANSLATE_NOOP("Message", "No launch delays")},
    {"what_if.scenario.question", QT_TRANSLATE_NOOP("Message", "What-if: %1")},
    {"what_if.scenario.schedule", QT_TRANSLATE_NOOP("Message", "Schedule %1")},
    {"what_if.scenario.simulated", QT_TRANSLATE_NOOP("Message", "Current (simulated)")},
    {"what_if.scenario.transfer", QT_TRANSLATE_NOOP("Message", "Transfer time x%1")},
};

}  // namespace

std::span<const FindingText> whatIfTexts() { return kTexts; }

std::string whatIfText(const Message &message) { return filledText(kTexts, message); }

}  // namespace stagescope
