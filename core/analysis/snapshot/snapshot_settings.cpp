#include "core/analysis/snapshot/snapshot_table.h"
#include "core/analysis/tables/analysis_list.h"

#include <utility>

namespace stagescope {

namespace {

struct SettingRow : SnapshotSource {
    std::string_view setting;
    std::string_view value;
};

/// Settings are those of the process: one row each, whatever number of devices the file has.
Status addSettings(const AnalysisInput &input, const std::stop_token &stop, TableRows<SettingRow> &out) {
    const SnapshotStore *last = nullptr;
    auto status = forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) {
        if (std::exchange(last, source.store) != source.store) {
            for (const auto &[key, value] : source.store->settings()) {
                out.add({source, key, value});
            }
        }
    });
    if (out.empty() && last != nullptr) {
        out.note("The snapshots hold no settings of the allocator (allocator_settings).");
    }
    return status;
}

}  // namespace

AnalysisEntry makeSnapshotSettingsEntry() {
    auto columns = snapshotColumns();
    columns.all.pop_back();  // of all devices
    return runTable<SettingRow>(
        {{.id = "snapshot_settings",
          .title = "Memory snapshot: settings of the allocator",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full}},
        {
            columns,
            column("setting", "Name as the file has it; a setting within another one follows a dot.",
                   &SettingRow::setting),
            column("value", "Value as the file has it.", &SettingRow::value),
        },
        addSettings);
}

}  // namespace stagescope
