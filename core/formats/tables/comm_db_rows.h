#pragma once

#include "core/base/result.h"
#include "core/formats/io/sqlite_reader.h"
#include "core/formats/tables/comm_rows.h"

namespace stagescope {

/// Communication tables of analysis.db (CommAnalyzerTime, CommAnalyzerBandwidth, CommAnalyzerMatrix) and of
/// cluster_analysis.db (ClusterCommunicationTime ...; with ranks and without the totals, which follow from the rest).
/// Missing tables give no rows.
[[nodiscard]] Status readCommTables(SqliteConnection &db, bool isCluster, CommRows &rows);

/// StepTraceTime of analysis.db and ClusterStepTraceTime of cluster_analysis.db (with type, index and parallel
/// indices).
[[nodiscard]] Status readStepTraceTable(SqliteConnection &db, bool isCluster, Sink &sink);
/// CommunicationGroupMapping of cluster_analysis.db; old ones have no names.
[[nodiscard]] Status readGroupTable(SqliteConnection &db, Sink &sink);

}  // namespace stagescope
