#include "core/advice/remedy_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr FindingText kRemedyTexts[] = {
    {"finding.memory_exhaustion.fact.recompute_activation",
     QT_TRANSLATE_NOOP("Message",
                       "Recomputing activation functions (--recompute-activation-function) wins %1 on rank %2 for %3 "
                       "ms per step, the cheapest per byte.")},
    {"finding.memory_exhaustion.fact.recompute_attention",
     QT_TRANSLATE_NOOP("Message",
                       "Recomputing attention (--recompute-granularity selective) wins %1 on rank %2 for %3 ms per "
                       "step, the cheapest per byte.")},
    {"finding.memory_exhaustion.fact.recompute_full",
     QT_TRANSLATE_NOOP("Message",
                       "Recomputing whole layers (--recompute-granularity full --recompute-method uniform "
                       "--recompute-num-layers 1) wins %1 on rank %2 for %3 ms per step, the cheapest per byte.")},
    {"finding.memory_exhaustion.fact.recompute_norm",
     QT_TRANSLATE_NOOP(
         "Message",
         "Recomputing norms (--recompute-norm) wins %1 on rank %2 for %3 ms per step, the cheapest per byte.")},
    {"finding.memory_exhaustion.fact.swap_attention",
     QT_TRANSLATE_NOOP("Message",
                       "Swapping attention to the host (--swap-attention) wins %1 on rank %2 for %3 ms per step, the "
                       "cheapest per byte.")},
    {"finding.spare_recompute",
     QT_TRANSLATE_NOOP("Message", "Recomputation costs %1 ms per step, and memory has room without it")},
    {"finding.spare_recompute.assumes",
     QT_TRANSLATE_NOOP("Message", "Outputs would be kept as their shapes tell; nothing else of the memory changes.")},
    {"finding.spare_recompute.fact.memory",
     QT_TRANSLATE_NOOP("Message", "Rank %1 uses %2 at its peak, and would use %3 of %4.")},
    {"finding.spare_recompute.fact.recompute_activation",
     QT_TRANSLATE_NOOP("Message", "Computed once more: activation functions, %1 ms per step of rank %2.")},
    {"finding.spare_recompute.fact.recompute_attention",
     QT_TRANSLATE_NOOP("Message", "Computed once more: attention, %1 ms per step of rank %2.")},
    {"finding.spare_recompute.fact.recompute_full",
     QT_TRANSLATE_NOOP("Message", "Computed once more: whole layers, %1 ms per step of rank %2.")},
    {"finding.spare_recompute.fact.recompute_norm",
     QT_TRANSLATE_NOOP("Message", "Computed once more: norms, %1 ms per step of rank %2.")},
    {"finding.spare_recompute.fact.threshold",
     QT_TRANSLATE_NOOP("Message",
                       "Reported where at most %1 % of the device would be in use, and from %2 % of the step on.")},
    {"finding.spare_recompute.formula", QT_TRANSLATE_NOOP("Message",
                                                          "Counted: what the step loses when cells are longer by the "
                                                          "forward kernels that their backward runs again (replay).")},
    {"finding.spare_recompute.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Drop --recompute-granularity (with --recompute-method and --recompute-num-layers), "
                       "--recompute-activation-function or --recompute-norm; where memory gets tight, keep it for "
                       "fewer layers: --recompute-num-layers N.")},
    {"finding.spare_recompute.topic", QT_TRANSLATE_NOOP("Message", "Recomputation that memory could do without")},
    {"finding.spare_recompute.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Does not apply where longer sequences or larger batches are to come, or where other ranks are "
                       "fuller than those recorded.")},
};

}  // namespace

std::span<const FindingText> remedyTexts() { return kRemedyTexts; }

}  // namespace stagescope
