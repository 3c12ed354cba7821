#pragma once

#include "core/base/io/byte_source.h"
#include "core/formats/format.h"
#include "core/formats/trace_json/event_scanner.h"
#include "core/formats/trace_json/process_groups.h"
#include "core/formats/trace_json/trace_tables.h"

#include <stop_token>
#include <string>

namespace stagescope {

/// Reads a trace of the Chrome trace event format (torch_npu and msprof, Kineto, others) whole: slices, counters,
/// flows, and the tables that follow from them. Workers take windows in turn from one EventScanner; what comes out does
/// not depend on their number nor on the limits. Errors as Format::load.
[[nodiscard]] Status readTraceJson(const FileSource &file, Sink &sink, const LoadControl &control,
                                   const EventScanner::Limits &limits = {});
/// Who is in a trace, read to its end: no rows are kept. Errors as above.
[[nodiscard]] Result<TraceProcesses> readTraceProcesses(const std::string &path, const LoadControl &control);
/// Reads the events of the first `bytes` of the stream only, as whole windows. No tables, and no word of damage: the
/// file will be read whole.
[[nodiscard]] Result<std::shared_ptr<const TraceStore>> readTraceStart(const FileSource &file, std::uint64_t bytes,
                                                                       const LoadControl &control);
/// The members of the root object beside the events, from the first and the last MiB only.
[[nodiscard]] Result<RootMembers> readMembers(ByteSource &source, const LoadControl &control);
/// The tables that they make.
[[nodiscard]] Status readTraceHead(const FileSource &file, Sink &sink, const LoadControl &control);
/// Whether the file is a trace: an array whose first item is an event, or an object with the member "traceEvents",
/// however many others stand before it. A file that breaks off before that is one when it has members that only
/// profilers write. Reads up to the first event, files without one to their end or first damage.
[[nodiscard]] bool holdsTraceEvents(const std::string &path, const std::stop_token &stop);
/// Name, category and arguments of the event whose brace stands at that offset of the stream.
[[nodiscard]] Result<KeyValues> readTraceEvent(const FileSource &file, std::uint64_t offset);

}  // namespace stagescope
