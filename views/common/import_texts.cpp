#include "views/common/import_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// One line per code, sorted.
constexpr MessageEntry kEntries[] = {
    {"import.comm.bad_link", QT_TRANSLATE_NOOP("Message", "Links that do not name two ranks were left out")},
    {"import.comm.bad_value", QT_TRANSLATE_NOOP("Message", "Values that are no numbers count as 0")},
    {"import.comm.cluster_differs",
     QT_TRANSLATE_NOOP("Message",
                       "The cluster analysis found beside the ranks says something else than their folders")},
    {"import.comm.cluster_lacks",
     QT_TRANSLATE_NOOP("Message", "Rows of the ranks that the cluster analysis beside them does not have")},
    {"import.comm.cluster_only",
     QT_TRANSLATE_NOOP("Message", "Rows of the cluster analysis that the ranks' folders do not have")},
    {"import.comm.group_contradiction",
     QT_TRANSLATE_NOOP("Message", "The metadata gives a place in a communication group to another rank")},
    {"import.comm.negative_value", QT_TRANSLATE_NOOP("Message", "Negative times or sizes, taken as they are")},
    {"import.comm.unmapped_links",
     QT_TRANSLATE_NOOP("Message", "Links to ranks that neither folders nor metadata name were left out")},
    {"import.csv.bad_row", QT_TRANSLATE_NOOP("Message", "Lines that cannot be read were left out")},
    {"import.db.bad_row", QT_TRANSLATE_NOOP("Message", "Rows whose values cannot be read were left out")},
    {"import.db.table_damaged",
     QT_TRANSLATE_NOOP("Message", "A table is damaged; what stands before the damage was kept")},
    {"import.db.truncated", QT_TRANSLATE_NOOP("Message", "The database ends early")},
    {"import.db.wal_copied",
     QT_TRANSLATE_NOOP("Message", "The database has a journal that is not written back; both were read from a copy")},
    {"import.discovery.duplicate_rank", QT_TRANSLATE_NOOP("Message", "Several folders claim the same rank")},
    {"import.discovery.link_cycle",
     QT_TRANSLATE_NOOP("Message", "A link leads back to a folder above it and was not followed")},
    {"import.discovery.nothing_found", QT_TRANSLATE_NOOP("Message", "No file of a profile was found here")},
    {"import.discovery.rank_unknown", QT_TRANSLATE_NOOP("Message", "No file tells which rank this is")},
    {"import.discovery.raw_prof", QT_TRANSLATE_NOOP("Message", "Raw data that was never parsed")},
    {"import.discovery.seen_twice", QT_TRANSLATE_NOOP("Message", "A folder that was reached by another name before")},
    {"import.discovery.too_deep",
     QT_TRANSLATE_NOOP("Message", "Folders more than 8 levels below the opened one were not looked at")},
    {"import.discovery.too_many_files", QT_TRANSLATE_NOOP("Message", "Too many files; the rest was not looked at")},
    {"import.discovery.unreadable", QT_TRANSLATE_NOOP("Message", "A file or folder that may not be read")},
    {"import.file.BadArgument", QT_TRANSLATE_NOOP("Message", "The request for this file makes no sense")},
    {"import.file.Cancelled", QT_TRANSLATE_NOOP("Message", "Loading was cancelled")},
    {"import.file.Changed", QT_TRANSLATE_NOOP("Message", "The file changed while or after it was loaded")},
    {"import.file.Internal", QT_TRANSLATE_NOOP("Message", "A fault of this program")},
    {"import.file.Limit", QT_TRANSLATE_NOOP("Message", "A size or count in the file is beyond what is accepted")},
    {"import.file.Malformed", QT_TRANSLATE_NOOP("Message", "The file is not what its name or head promises")},
    {"import.file.NoPermission", QT_TRANSLATE_NOOP("Message", "The file may not be read")},
    {"import.file.NotFound", QT_TRANSLATE_NOOP("Message", "The file is gone")},
    {"import.file.ReadFailed", QT_TRANSLATE_NOOP("Message", "The system failed while reading")},
    {"import.file.Truncated", QT_TRANSLATE_NOOP("Message", "The file ends early; what stands before was kept")},
    {"import.file.Unsupported", QT_TRANSLATE_NOOP("Message", "No reader for this kind of file yet")},
    {"import.json.bad_time", QT_TRANSLATE_NOOP("Message", "Events whose time is not a number were left out")},
    {"import.json.control_characters",
     QT_TRANSLATE_NOOP("Message", "The text holds control characters that JSON forbids")},
    {"import.json.counter_without_value", QT_TRANSLATE_NOOP("Message", "Counter events without a value were left out")},
    {"import.json.damaged_event", QT_TRANSLATE_NOOP("Message", "Events that are not valid JSON were left out")},
    {"import.json.damaged_root", QT_TRANSLATE_NOOP("Message", "The text around the events is not valid JSON")},
    {"import.json.event_too_large", QT_TRANSLATE_NOOP("Message", "Events too large to be read were left out")},
    {"import.json.no_duration", QT_TRANSLATE_NOOP("Message", "Complete events without a duration count as points")},
    {"import.json.no_phase", QT_TRANSLATE_NOOP("Message", "Events without a phase were left out")},
    {"import.json.not_an_event", QT_TRANSLATE_NOOP("Message", "Entries that are no events were left out")},
    {"import.json.truncated", QT_TRANSLATE_NOOP("Message", "The file ends early; events before the break were kept")},
    {"import.json.unknown_metadata", QT_TRANSLATE_NOOP("Message", "Metadata events of an unknown kind were left out")},
    {"import.json.unknown_phase", QT_TRANSLATE_NOOP("Message", "Events of an unknown phase were left out")},
    {"import.json.unmatched_begin", QT_TRANSLATE_NOOP("Message", "Begin events without an end")},
    {"import.snapshot.bad_value", QT_TRANSLATE_NOOP("Message", "Values that are not what their key wants were taken as 0 or empty")},
    {"import.snapshot.dropped_item", QT_TRANSLATE_NOOP("Message", "Items that do not belong into their list were left out")},
    {"import.snapshot.replay", QT_TRANSLATE_NOOP("Message", "The history and the segments do not fit: some events are missing")},
    {"import.snapshot.ring_overflow", QT_TRANSLATE_NOOP("Message", "The history is full: its beginning was overwritten")},
    {"import.snapshot.unknown_action", QT_TRANSLATE_NOOP("Message", "Events of an unknown kind are shown, without effect")},
    {"import.snapshot.workspace", QT_TRANSLATE_NOOP("Message", "Workspaces that the file calls free are shown in use")},
    {"import.trace.negative_duration", QT_TRANSLATE_NOOP("Message", "Slices that end before they begin were left out")},
    {"import.trace.overlap",
     QT_TRANSLATE_NOOP("Message", "Slices that overlap without nesting were drawn one below the other")},
    {"import.trace.too_deep", QT_TRANSLATE_NOOP("Message", "Slices nested too deeply were left out")},
    {"import.trace.unmatched_begin", QT_TRANSLATE_NOOP("Message", "Begin events without an end were left out")},
    {"import.trace.unmatched_end", QT_TRANSLATE_NOOP("Message", "End events without a begin were left out")},
    {"import.trace.unmatched_flow_end", QT_TRANSLATE_NOOP("Message", "Flow arrows without a start were left out")},
    {"import.trace.unmatched_flow_start", QT_TRANSLATE_NOOP("Message", "Flow arrows without an end were left out")},
};

}  // namespace

std::span<const MessageEntry> importEntries() { return kEntries; }

}  // namespace stagescope
