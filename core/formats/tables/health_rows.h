#pragma once

#include "core/store/sink.h"
#include "core/store/tables/health_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_health.h"

namespace stagescope {

/// What a merge found of a trace, as rows of the TraceHealth table; none of a sound one. O(tracks).
void addHealthRows(const TraceStore &trace, const TraceHealth &health, TableWriter<HealthRecord> &table);
/// Hands the table over unless it is empty.
void giveHealth(TableWriter<HealthRecord> &table, Sink &sink);

}  // namespace stagescope
