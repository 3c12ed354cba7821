#include "views/common/texts/difference_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// One line per id, sorted.
constexpr MessageEntry kDifferenceEntries[] = {
    {"ledger.after", QT_TRANSLATE_NOOP("Message", "After: %1")},
    {"ledger.before", QT_TRANSLATE_NOOP("Message", "Before: %1")},
    {"ledger.beyond_noise", QT_TRANSLATE_NOOP("Message", "More than chance: steps of one run differ by up to %1 ms")},
    {"ledger.bubble", QT_TRANSLATE_NOOP("Message", "Bubble: %1")},
    {"ledger.communication", QT_TRANSLATE_NOOP("Message", "Exposed communication, %1")},
    {"ledger.communication_transfer", QT_TRANSLATE_NOOP("Message", "Exposed transfer, %1")},
    {"ledger.communication_wait", QT_TRANSLATE_NOOP("Message", "Waiting in collectives for the last rank, %1")},
    {"ledger.communication_wait.late", QT_TRANSLATE_NOOP("Message", "Waiting in collectives, %1, for rank %2")},
    {"ledger.computing", QT_TRANSLATE_NOOP("Message", "Computing of which no kernel is known")},
    {"ledger.empty",
     QT_TRANSLATE_NOOP(
         "Message",
         "Nothing tells where the time of these steps went: two different sides with device work are needed.")},
    {"ledger.empty.loading", QT_TRANSLATE_NOOP("Message", "Comparing ...")},
    {"ledger.empty.one",
     QT_TRANSLATE_NOOP("Message", "There is only one rank. Open a second run beside it to compare them.")},
    {"ledger.gap", QT_TRANSLATE_NOOP("Message", "Idle: %1")},
    {"ledger.gap.communication_wait", QT_TRANSLATE_NOOP("Message", "waits for other ranks or streams")},
    {"ledger.gap.copy", QT_TRANSLATE_NOOP("Message", "copies")},
    {"ledger.gap.data_loading", QT_TRANSLATE_NOOP("Message", "data loading")},
    {"ledger.gap.host_launch", QT_TRANSLATE_NOOP("Message", "late launch")},
    {"ledger.gap.other", QT_TRANSLATE_NOOP("Message", "other causes")},
    {"ledger.gap.pipeline_wait", QT_TRANSLATE_NOOP("Message", "waits for the pipeline")},
    {"ledger.gap.synchronisation", QT_TRANSLATE_NOOP("Message", "synchronisation of the host")},
    {"ledger.gap.unknown", QT_TRANSLATE_NOOP("Message", "cause unknown")},
    {"ledger.kernel_count.less", QT_TRANSLATE_NOOP("Message", "Fewer calls of %1 operators")},
    {"ledger.kernel_count.less.one", QT_TRANSLATE_NOOP("Message", "Fewer calls of %1")},
    {"ledger.kernel_count.less.reason", QT_TRANSLATE_NOOP("Message", "Fewer calls: %1")},
    {"ledger.kernel_count.more", QT_TRANSLATE_NOOP("Message", "More calls of %1 operators")},
    {"ledger.kernel_count.more.one", QT_TRANSLATE_NOOP("Message", "More calls of %1")},
    {"ledger.kernel_count.more.reason", QT_TRANSLATE_NOOP("Message", "More calls: %1")},
    {"ledger.kernel_gone", QT_TRANSLATE_NOOP("Message", "%1 operators are gone")},
    {"ledger.kernel_gone.one", QT_TRANSLATE_NOOP("Message", "%1 is gone")},
    {"ledger.kernel_new", QT_TRANSLATE_NOOP("Message", "%1 new operators")},
    {"ledger.kernel_new.one", QT_TRANSLATE_NOOP("Message", "New: %1")},
    {"ledger.kernel_shapes", QT_TRANSLATE_NOOP("Message", "Other shapes of %1 operators")},
    {"ledger.kernel_shapes.one", QT_TRANSLATE_NOOP("Message", "Other shapes of %1")},
    {"ledger.kernel_time.less", QT_TRANSLATE_NOOP("Message", "Shorter at equal shapes: %1 operators")},
    {"ledger.kernel_time.less.one", QT_TRANSLATE_NOOP("Message", "Shorter at equal shapes: %1")},
    {"ledger.kernel_time.more", QT_TRANSLATE_NOOP("Message", "Longer at equal shapes: %1 operators")},
    {"ledger.kernel_time.more.one", QT_TRANSLATE_NOOP("Message", "Longer at equal shapes: %1")},
    {"ledger.no_noise", QT_TRANSLATE_NOOP("Message", "One step on each side: how much is chance is not known")},
    {"ledger.noise", QT_TRANSLATE_NOOP("Message", "Within the noise (%1 rows)")},
    {"ledger.others", QT_TRANSLATE_NOOP("Message", "Smaller changes (%1 rows)")},
    {"ledger.part.communication_not_overlapped", QT_TRANSLATE_NOOP("Message", "communication, not overlapped")},
    {"ledger.part.computing", QT_TRANSLATE_NOOP("Message", "computing")},
    {"ledger.part.free", QT_TRANSLATE_NOOP("Message", "free")},
    {"ledger.part.preparing", QT_TRANSLATE_NOOP("Message", "preparing")},
    {"ledger.part.tail", QT_TRANSLATE_NOOP("Message", "tail")},
    {"ledger.reported", QT_TRANSLATE_NOOP("Message", "As the profiler sums it up: %1")},
    {"ledger.tail", QT_TRANSLATE_NOOP("Message", "After the last device work")},
    {"ledger.title", QT_TRANSLATE_NOOP("Message", "A step took %1 ms, then %2 ms: %3 ms (%4 %)")},
    {"ledger.unnamed", QT_TRANSLATE_NOOP("Message", "group unknown")},
    {"ledger.within_noise",
     QT_TRANSLATE_NOOP("Message", "No more than chance: steps of one run differ by up to %1 ms")},
    {"series.title", QT_TRANSLATE_NOOP("Message", "Figures of %1 runs, a box per run over its steps")},
    {"series.unknown", QT_TRANSLATE_NOOP("Message", "no run tells this")},
};

}  // namespace

std::span<const MessageEntry> differenceEntries() { return kDifferenceEntries; }

}  // namespace stagescope
