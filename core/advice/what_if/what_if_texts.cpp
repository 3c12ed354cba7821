#include "core/advice/what_if/what_if_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// Sorted by id.
constexpr FindingText kTexts[] = {
    {"what_if.assumes.balanced", QT_TRANSLATE_NOOP("Message", "Work can be spread evenly over the stages.")},
    {"what_if.assumes.chunks",
     QT_TRANSLATE_NOOP("Message", "The layers of a stage can be cut into chunks of equal length.")},
    {"what_if.assumes.explained",
     QT_TRANSLATE_NOOP("Message",
                       "Cells and transfers explain only %1 % of the measured window: the time between cells (host, "
                       "loss, other work) is left out on both sides.")},
    {"what_if.assumes.fixed_peers",
     QT_TRANSLATE_NOOP("Message", "The fixed rank takes the median of the same stage in the other pipelines.")},
    {"what_if.assumes.fixed_stages",
     QT_TRANSLATE_NOOP("Message", "The fixed rank takes the median of the other stages.")},
    {"what_if.assumes.host_times",
     QT_TRANSLATE_NOOP("Message", "Some cells have times of the host only: work of the device was not recorded.")},
    {"what_if.assumes.layers",
     QT_TRANSLATE_NOOP("Message",
                       "All layers take the same time, that of the stage that is cheapest per layer; what a "
                       "stage takes beyond its layers (embedding, loss) stays where it is.")},
    {"what_if.assumes.order",
     QT_TRANSLATE_NOOP(
         "Message",
         "The measured steps replayed in their order: each cell begins as late as it did after all that it "
         "waits for is there.")},
    {"what_if.assumes.overlap_given",
     QT_TRANSLATE_NOOP("Message", "Overlapped cells hide %1 % of the communication within them, as requested.")},
    {"what_if.assumes.overlap_measured",
     QT_TRANSLATE_NOOP("Message",
                       "Overlapped cells take %1 % less time than their halves one after the other, as "
                       "measured.")},
    {"what_if.assumes.overlap_nothing",
     QT_TRANSLATE_NOOP("Message", "Overlapped cells hide nothing: no overlapped cell was measured.")},
    {"what_if.assumes.passes", QT_TRANSLATE_NOOP("Message",
                                                 "Forward kernels that run again, or no longer, change cells"
                                                 " by their measured time; memory changes as their shapes tell.")},
    {"what_if.assumes.replay",
     QT_TRANSLATE_NOOP("Message",
                       "Cells as measured and the median transfer, each cell begun as soon as its inputs are "
                       "there; the change is against the same replay with launch delays.")},
    {"what_if.assumes.split",
     QT_TRANSLATE_NOOP("Message", "Backward for input takes %1 % of a backward: only whole backwards were measured.")},
    {"what_if.assumes.two_copies",
     QT_TRANSLATE_NOOP("Message", "Each rank holds two stages, so weights and gradients need twice the memory.")},
    {"what_if.memory.capacity", QT_TRANSLATE_NOOP("Message", "needs %1 MiB of %2 MiB")},
    {"what_if.memory.no_capacity",
     QT_TRANSLATE_NOOP("Message", "needs %1 MiB, %2 MiB were used; the size of the device is not in this profile")},
    {"what_if.memory.no_more", QT_TRANSLATE_NOOP("Message", "needs %1 MiB, not more than the %2 MiB that were used")},
    {"what_if.memory.not_recorded",
     QT_TRANSLATE_NOOP("Message", "no memory of the allocator in this profile: set profile_memory=True")},
    {"what_if.no.cells", QT_TRANSLATE_NOOP("Message",
                                           "Not possible: no forward and backward cells were found. Put ranges around "
                                           "them.")},
    {"what_if.no.costs", QT_TRANSLATE_NOOP("Message", "Not possible: a stage has no forward or no backward.")},
    {"what_if.no.launch_alone",
     QT_TRANSLATE_NOOP(
         "Message",
         "Not possible: launch delays are only known for the order that was measured, with nothing else changed.")},
    {"what_if.no.precondition", QT_TRANSLATE_NOOP("Message", "Not possible: %1.")},
    {"what_if.no.ranks",
     QT_TRANSLATE_NOOP("Message", "Not possible: the schedule has %1 stage(s), and not all of them were recorded.")},
    {"what_if.no.replay",
     QT_TRANSLATE_NOOP("Message", "Not possible: cells are missing or not numbered, so the step cannot be replayed.")},
    {"what_if.no.schedule", QT_TRANSLATE_NOOP("Message", "Not possible: the order is none of the known schedules.")},
    {"what_if.scenario.balanced", QT_TRANSLATE_NOOP("Message", "All stages alike")},
    {"what_if.scenario.fixed", QT_TRANSLATE_NOOP("Message", "Rank %1 fixed")},
    {"what_if.scenario.layers", QT_TRANSLATE_NOOP("Message", "Layers %2 instead of %1")},
    {"what_if.scenario.measured", QT_TRANSLATE_NOOP("Message", "As measured")},
    {"what_if.scenario.no_launches", QT_TRANSLATE_NOOP("Message", "No launch delays")},
    {"what_if.scenario.question", QT_TRANSLATE_NOOP("Message", "What-if: %1")},
    {"what_if.scenario.schedule", QT_TRANSLATE_NOOP("Message", "Schedule %1")},
    {"what_if.scenario.simulated", QT_TRANSLATE_NOOP("Message", "As is, simulated")},
    {"what_if.scenario.transfer", QT_TRANSLATE_NOOP("Message", "Transfers take %1 times as long")},
};

}  // namespace

std::span<const FindingText> whatIfTexts() { return kTexts; }

std::string whatIfText(const Message &message) { return filledText(kTexts, message); }

}  // namespace stagescope
