#pragma once

#include "core/formats/profiler_db/profiler_db.h"

#include <vector>

namespace stagescope::profiler_db {

struct Step {
    std::int64_t step;  ///< step_id.h
    std::int64_t begin;
    std::int64_t end;
};

/// Cells of the pipeline chart, and the merged device work of databases that are small enough, in one pass over TASK.
/// Cells come from StepTaskInfo when a tool wrote it, else from MSTX ranges whose message speaks of forward, backward
/// or WeightGradStore; their times are those of the device where TASK rows carry the range's connection id.
[[nodiscard]] Status readCellsAndWork(SqliteConnection &db, const std::vector<Step> &steps, Sink &sink);

}  // namespace stagescope::profiler_db
