#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/base/result.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

/// What a run is loaded for.
struct TableQuestion {
    const AnalysisEntry *entry;  ///< never null
    AnalysisInput input{};       ///< but for the workspace, which is not there yet
    /// Its range will count from the first event of all timelines.
    bool needsFirstEvent = false;
};
/// The same as loadWhateverItIs (command_loading.h), as deep as tables need it. Timelines are not kept
/// (Run::readTimeline) where the tables are made of one after the other; and where the files of all are a quarter of
/// the memory that the process may have (--memory) or more, also where what else they need of timelines is measured
/// once (leanRun).
[[nodiscard]] Result<Run> loadForTables(const std::string &path, RunId id, const std::vector<TableQuestion> &questions,
                                        const std::vector<int> &ranks = {});
/// The same for rules alone.
[[nodiscard]] Result<Run> loadForRules(const std::string &path, RunId id);
/// The same of one run as discover found it.
[[nodiscard]] Result<Run> loadForRules(Run listed);

/// Bytes that loading all of a path deep is expected to read; 0 where nothing is found. Lists its folders.
[[nodiscard]] std::uint64_t deepBytesOf(const std::string &path);

}  // namespace stagescope
