#include "core/advice/remedy_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr FindingText kRemedyTexts[] = {
    {"finding.memory_exhaustion.fact.recompute_activation",
     QT_TRANSLATE_NOOP("Message",
                       "Recomputing activation functions (--recompute-activation-function) saves %1 on rank %2 and "
                       "costs %3 ms per step: lowest cost per byte.")},
    {"finding.memory_exhaustion.fact.recompute_attention",
     QT_TRANSLATE_NOOP("Message",
                       "Recomputing attention (--recompute-granularity selective) saves %1 on rank %2 and costs %3 ms "
                       "per step: lowest cost per byte.")},
    {"finding.memory_exhaustion.fact.recompute_full",
     QT_TRANSLATE_NOOP(
         "Message",
         "Recomputing whole layers (--recompute-granularity full --recompute-method uniform --recompute-num-layers 1) "
         "saves %1 on rank %2 and costs %3 ms per step: lowest cost per byte.")},
    {"finding.memory_exhaustion.fact.recompute_norm",
     QT_TRANSLATE_NOOP(
         "Message",
         "Recomputing norms (--recompute-norm) saves %1 on rank %2 and costs %3 ms per step: lowest cost per byte.")},
    {"finding.memory_exhaustion.fact.swap_attention",
     QT_TRANSLATE_NOOP("Message",
                       "Swapping attention to the host (--swap-attention) saves %1 on rank %2 and costs %3 ms per "
                       "step: lowest cost per byte.")},
    {"finding.spare_recompute",
     QT_TRANSLATE_NOOP("Message", "Recomputation costs %1 ms per step, but memory would suffice without it")},
    {"finding.spare_recompute.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Assumed: outputs are kept at the size given by their shapes; other memory is unchanged.")},
    {"finding.spare_recompute.fact.memory",
     QT_TRANSLATE_NOOP("Message", "Peak of rank %1: %2; without recomputation: %3 of %4.")},
    {"finding.spare_recompute.fact.recompute_activation",
     QT_TRANSLATE_NOOP("Message", "Recomputed: activation functions, %1 ms per step on rank %2.")},
    {"finding.spare_recompute.fact.recompute_attention",
     QT_TRANSLATE_NOOP("Message", "Recomputed: attention, %1 ms per step on rank %2.")},
    {"finding.spare_recompute.fact.recompute_full",
     QT_TRANSLATE_NOOP("Message", "Recomputed: whole layers, %1 ms per step on rank %2.")},
    {"finding.spare_recompute.fact.recompute_norm",
     QT_TRANSLATE_NOOP("Message", "Recomputed: norms, %1 ms per step on rank %2.")},
    {"finding.spare_recompute.fact.threshold",
     QT_TRANSLATE_NOOP(
         "Message",
         "Reported if at most %1 % of device memory would be used without it and it costs at least %2 % of the step.")},
    {"finding.spare_recompute.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Counted: step time added by forward kernels that run again in the backward (replay).")},
    {"finding.spare_recompute.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Remove --recompute-granularity (with --recompute-method and --recompute-num-layers), "
                       "--recompute-activation-function or --recompute-norm. If memory gets tight, keep it for fewer "
                       "layers: --recompute-num-layers N.")},
    {"finding.spare_recompute.topic",
     QT_TRANSLATE_NOOP("Message", "Unneeded recomputation (memory suffices without it)")},
    {"finding.spare_recompute.unless", QT_TRANSLATE_NOOP("Message",
                                                         "Does not apply if longer sequences or larger batches are "
                                                         "planned, or if ranks not recorded use more memory.")},
};

}  // namespace

std::span<const FindingText> remedyTexts() { return kRemedyTexts; }

}  // namespace stagescope
