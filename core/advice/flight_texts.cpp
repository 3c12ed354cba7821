#include "core/advice/flight_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr FindingText kFlightTexts[] = {
    {"finding.collective_mismatch",
     QT_TRANSLATE_NOOP("Message", "Collective %5 of %6 differs: %2 on rank %1, %4 on rank %3")},
    {"finding.collective_mismatch.assumes",
     QT_TRANSLATE_NOOP("Message", "Ranks number the collectives of a group alike.")},
    {"finding.collective_mismatch.fact", QT_TRANSLATE_NOOP("Message", "Ranks that differ from most: %1.")},
    {"finding.collective_mismatch.fact.caller", QT_TRANSLATE_NOOP("Message", "Call of rank %1: %2.")},
    {"finding.collective_mismatch.formula",
     QT_TRANSLATE_NOOP(
         "Message", "First collective of a group whose operation, element count or data type differs between ranks.")},
    {"finding.collective_mismatch.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Make all ranks of the group call the same collectives in the same order: look for conditions on "
         "the rank or on data before the calls above.")},
    {"finding.collective_mismatch.size",
     QT_TRANSLATE_NOOP("Message", "%7 (collective %5 of %6) differs: %2 on rank %1, %4 on rank %3")},
    {"finding.collective_mismatch.source",
     QT_TRANSLATE_NOOP("Message", "PyTorch, flight recorder analyzer (torchfrtrace)")},
    {"finding.collective_mismatch.topic", QT_TRANSLATE_NOOP("Message", "Collectives that differ between ranks")},
    {"finding.collective_mismatch.type",
     QT_TRANSLATE_NOOP("Message", "%7 (collective %5 of %6) differs: %2 on rank %1, %4 on rank %3")},
    {"finding.collective_mismatch.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Does not apply to all_to_all and to lists of tensors, whose sizes may differ between ranks.")},
    {"finding.missing_rank",
     QT_TRANSLATE_NOOP("Message", "Rank %1 did not call %2 (collective %3 of %4): %5 rank(s) waiting")},
    {"finding.missing_rank.assumes",
     QT_TRANSLATE_NOOP("Message", "The dumps of all ranks were written at about the same time.")},
    {"finding.missing_rank.fact",
     QT_TRANSLATE_NOOP("Message", "Collectives that lack a call of such a rank: %1; transfers: %2.")},
    {"finding.missing_rank.fact.caller", QT_TRANSLATE_NOOP("Message", "Call of the ranks that wait: %1.")},
    {"finding.missing_rank.fact.idle", QT_TRANSLATE_NOOP("Message", "Rank %1 has no open call: it waits for no rank.")},
    {"finding.missing_rank.fact.progress",
     QT_TRANSLATE_NOOP("Message", "The last collective of this group that rank %1 called: %2, instead of %3.")},
    {"finding.missing_rank.fact.size", QT_TRANSLATE_NOOP("Message", "Operation: %1, shape %2, %3.")},
    {"finding.missing_rank.fact.timeout", QT_TRANSLATE_NOOP("Message", "The watchdog gave up after %1.")},
    {"finding.missing_rank.fact.waited", QT_TRANSLATE_NOOP("Message", "Time since the first call: %1.")},
    {"finding.missing_rank.fact.waiting",
     QT_TRANSLATE_NOOP("Message", "Waiting, directly or through others: ranks %1.")},
    {"finding.missing_rank.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "From each open call to the ranks that have not made it, and on from their first open call, down "
         "to ranks without one.")},
    {"finding.missing_rank.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Look at the Python stacks of rank %1: an exception, a lock (GIL), a long read or save, or a branch "
         "that leaves out the call.")},
    {"finding.missing_rank.remedy.stalled",
     QT_TRANSLATE_NOOP("Message",
                       "All ranks take part: check the network and the devices of the group (links, error counters, "
                       "logs of the communication library).")},
    {"finding.missing_rank.remedy.undumped",
     QT_TRANSLATE_NOOP(
         "Message",
         "Check whether the process of rank %1 is alive (log of its host, out of memory), or copy its dump "
         "to the others.")},
    {"finding.missing_rank.several",
     QT_TRANSLATE_NOOP("Message", "Ranks %1 did not call %2 (collective %3 of %4): %5 rank(s) waiting")},
    {"finding.missing_rank.source", QT_TRANSLATE_NOOP("Message", "PyTorch, flight recorder analyzer (torchfrtrace)")},
    {"finding.missing_rank.stalled",
     QT_TRANSLATE_NOOP("Message", "%1 (collective %2 of %3) was called by all ranks and does not finish")},
    {"finding.missing_rank.stalled.some",
     QT_TRANSLATE_NOOP("Message", "%1 (collective %2 of %3) does not finish on ranks %4")},
    {"finding.missing_rank.topic", QT_TRANSLATE_NOOP("Message", "Hung collectives")},
    {"finding.missing_rank.transfer",
     QT_TRANSLATE_NOOP("Message", "Rank %1 did not call its side of a transfer: %2 rank(s) waiting")},
    {"finding.missing_rank.transfer.several",
     QT_TRANSLATE_NOOP("Message", "Ranks %1 did not call their side of a transfer: %2 rank(s) waiting")},
    {"finding.missing_rank.undumped",
     QT_TRANSLATE_NOOP("Message", "Rank %1 left no dump: %5 rank(s) waiting in %2 (collective %3 of %4)")},
    {"finding.missing_rank.undumped.several",
     QT_TRANSLATE_NOOP("Message", "Ranks %1 left no dump: %5 rank(s) waiting in %2 (collective %3 of %4)")},
    {"finding.missing_rank.unless",
     QT_TRANSLATE_NOOP(
         "Message", "Does not apply to dumps of a job that runs: its ranks differ by the calls of the last moments.")},
};

}  // namespace

std::span<const FindingText> flightTexts() { return kFlightTexts; }

}  // namespace stagescope
