#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/session/workspace.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_builder.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stagescope::planted {

// Workspaces made in memory, for tests that plant what an analysis must find.

inline std::shared_ptr<const TableStore> shared(TableBuilder &builder) {
    return std::make_shared<const TableStore>(builder.take());
}

inline RankCapture capture(int rank, std::vector<std::shared_ptr<const TableStore>> tables) {
    RankCapture result;
    result.rank = rank;
    result.loaded.push_back({SourceId{static_cast<std::uint32_t>(rank)}, {}, std::move(tables)});
    return result;
}

inline Workspace workspace(std::vector<RankCapture> captures) {
    Workspace result;
    result.runs.emplace_back();
    result.runs[0].id = RunId{0};
    result.runs[0].captures = std::move(captures);
    return result;
}

inline std::shared_ptr<const TraceStore> trace(TraceBuilder builder) {
    ImportLog log;
    std::vector<TraceBuilder> builders;
    builders.push_back(std::move(builder));
    auto result = mergeTraces(std::move(builders), {.source = "planted", .log = &log});
    return result.value_or(nullptr);
}

/// The table of an analysis; empty when it fails, which no test expects of it.
inline ResultTable table(std::string_view id, const AnalysisInput &input) {
    const auto *entry = analysisById(id);
    auto result = entry == nullptr ? Result<ResultTable>(ResultTable{}) : entry->run(input, {});
    return result.value_or(ResultTable{});
}

}  // namespace stagescope::planted
