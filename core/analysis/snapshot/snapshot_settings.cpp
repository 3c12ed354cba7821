#include "core/analysis/snapshot/snapshot_source.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <utility>

namespace stagescope {

namespace {

/// Settings are those of the process: one row each, whatever number of devices the file has.
Result<ResultTable> runSettings(const AnalysisInput &input, const std::stop_token &) {
    auto table = emptyTable(makeSnapshotSettingsEntry());
    const auto sources = snapshotSources(input, input.run());
    const SnapshotStore *last = nullptr;
    for (const auto &source : sources) {
        if (std::exchange(last, source.store) == source.store) {
            continue;
        }
        for (const auto &[key, value] : source.store->settings()) {
            table.rows.push_back({textCell(source.file), numberCell(source.rank), textCell(key), textCell(value)});
        }
    }
    if (table.rows.empty()) {
        table.notes.push_back(sources.empty()
                                  ? noSnapshotNote()
                                  : "The snapshots hold no settings of the allocator (allocator_settings).");
    }
    return table;
}

}  // namespace

AnalysisEntry makeSnapshotSettingsEntry() {
    return {.id = "snapshot_settings",
            .title = "Memory snapshot: settings of the allocator",
            .depth = LoadDepth::Deep,
            .columns =
                {
                    textColumn("snapshot", "File of the memory snapshot."),
                    integerColumn("rank", "", "Global rank the snapshot belongs to; empty when nothing tells it."),
                    textColumn("setting", "Name as the file has it; a setting within another one follows a dot."),
                    textColumn("value", "Value as the file has it."),
                },
            .run = &runSettings};
}

}  // namespace stagescope
