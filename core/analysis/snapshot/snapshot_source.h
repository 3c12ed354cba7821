#pragma once

#include "core/analysis/snapshot/stack_owner.h"
#include "core/analysis/tables/analysis.h"
#include "core/store/snapshot/snapshot_store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// One device of one loaded snapshot of a run. Points into the run.
struct SnapshotSource {
    const SnapshotStore *store = nullptr;
    const SnapshotDevice *device = nullptr;
    std::string_view file;  ///< name without folder
    std::optional<int> rank;
    RunId run{};
    std::uint32_t snapshot = 0;  ///< position in Run::snapshots

    /// Position in SnapshotStore::devices.
    [[nodiscard]] std::uint32_t deviceIndex() const;
};

/// All devices of the loaded snapshots of a run, of the ranks that are asked about.
[[nodiscard]] std::vector<SnapshotSource> snapshotSources(const AnalysisInput &input, const Run *run);

/// "0", "host"; "0 HAL" where a file tells several allocators of a device.
[[nodiscard]] std::string deviceName(const SnapshotStore &store, const SnapshotDevice &device);

/// "0x13a5f0000"
[[nodiscard]] std::string addressText(std::uint64_t address);
/// "(0, 1)"
[[nodiscard]] std::string poolText(const SnapshotStore &store, std::uint16_t pool);

/// An allocation failed on the device. O(its events).
[[nodiscard]] bool hasFailure(const SnapshotStore &store, const SnapshotDevice &device);

/// What a table says when there is nothing to say.
[[nodiscard]] std::string noSnapshotNote();

/// A position in a history: "peak" (most bytes in use), "end", "oom" (the first failed allocation; the end without
/// one), or the number of an event. As the number of events that lie behind it. BadArgument for anything else.
[[nodiscard]] Result<std::uint32_t> snapshotMoment(const SnapshotSource &source, std::string_view text);

}  // namespace stagescope
