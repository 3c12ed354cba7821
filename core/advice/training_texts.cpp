#include "core/advice/training_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr FindingText kTrainingTexts[] = {
    {"finding.slow_logged_step", QT_TRANSLATE_NOOP("Message", "Step %1 of the training log is slow: %2 instead of %3")},
    {"finding.slow_logged_step.assumes",
     QT_TRANSLATE_NOOP("Message", "Step times are computed from the times of log lines.")},
    {"finding.slow_logged_step.fact",
     QT_TRANSLATE_NOOP("Message", "Extra time: %1 (median of %2 steps: %3; threshold: %4x). Log: %5.")},
    {"finding.slow_logged_step.fact.away",
     QT_TRANSLATE_NOOP("Message", "Nearest captured step: %1 on rank %2 (step %3 of the log, %4 step(s) away).")},
    {"finding.slow_logged_step.fact.captured",
     QT_TRANSLATE_NOOP("Message", "Captured in the profile: step %1 on rank %2.")},
    {"finding.slow_logged_step.fact.interval",
     QT_TRANSLATE_NOOP(
         "Message",
         "Not counted: %1 slow steps at a fixed interval, one every %2 steps (evaluation or checkpoints), "
         "%3 in total.")},
    {"finding.slow_logged_step.fact.mean",
     QT_TRANSLATE_NOOP("Message", "The log has a mean over %1 steps here: a single step may be slower.")},
    {"finding.slow_logged_step.fact.others",
     QT_TRANSLATE_NOOP("Message", "Further slow steps: %1 (steps %2); total extra time with them: %3.")},
    {"finding.slow_logged_step.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "Logged step time - median of all logged steps, without the first step after a start and without "
         "slow steps at a fixed interval.")},
    {"finding.slow_logged_step.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Open the captured step. If it was not recorded, record steps around the slow ones and compare "
                       "the log with events on the hosts at that time.")},
    {"finding.slow_logged_step.remedy.uncaptured",
     QT_TRANSLATE_NOOP("Message",
                       "Record steps with the profiler around slow ones (step %1 and later), and compare the log with "
                       "events on the hosts at that time: storage, network, garbage collection, data loading.")},
    {"finding.slow_logged_step.source", QT_TRANSLATE_NOOP("Message", "Training logs: Megatron-LM, verl, DeepSpeed")},
    {"finding.slow_logged_step.topic", QT_TRANSLATE_NOOP("Message", "Slow steps in the training log")},
    {"finding.slow_logged_step.unanswered", QT_TRANSLATE_NOOP("Message", "The training log has no step times.")},
    {"finding.slow_logged_step.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply to steps that do other work on purpose: evaluation, checkpoints.")},
};

}  // namespace

std::span<const FindingText> trainingTexts() { return kTrainingTexts; }

}  // namespace stagescope
