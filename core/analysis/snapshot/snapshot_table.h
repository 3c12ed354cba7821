#pragma once

#include "core/analysis/snapshot/snapshot_source.h"
#include "core/analysis/tables/table_columns.h"

#include <optional>
#include <string>
#include <type_traits>

namespace stagescope {

// What the tables of snapshots have in common. Their rows are SnapshotSources with more.

[[nodiscard]] inline ColumnList<SnapshotSource> snapshotColumns() {
    return {
        column("snapshot", "File of the memory snapshot.", &SnapshotSource::file),
        column("rank", "Global rank the snapshot belongs to; empty when unknown.", &SnapshotSource::rank),
        column("device",
               "Ordinal of the device in the snapshot, and the allocator where the file has several; host: pinned "
               "memory.",
               [](const SnapshotSource &source) { return deviceName(*source.store, *source.device); }),
    };
}

/// What the snapshot calls the stream, pool or stack of a row.
template <class Row>
[[nodiscard]] auto streamOf(const Row &row) {
    return row.store->streams()[row.stream];
}
template <class Row>
[[nodiscard]] std::string snapshotPoolOf(const Row &row) {
    return poolText(*row.store, row.pool);
}
template <class Row>
[[nodiscard]] std::optional<std::string> stackOf(const Row &row) {
    return textIfAny(stackText(*row.store, row.stack));
}

/// The event before a moment; nothing before the first one.
[[nodiscard]] inline std::optional<std::uint32_t> eventBefore(std::uint32_t moment) {
    return moment == 0 ? std::nullopt : std::optional(moment - 1);
}

/// fn(source) for each device of the snapshots that are asked about, until it gives an error. Notes when there is none.
template <class Row, class Fn>
[[nodiscard]] Status forEachSnapshot(const AnalysisInput &input, const std::stop_token &stop, TableRows<Row> &out,
                                     const Fn &fn) {
    const auto sources = snapshotSources(input, input.run());
    for (const auto &source : sources) {
        if (stop.stop_requested()) {
            return {};
        }
        if constexpr (std::is_void_v<std::invoke_result_t<Fn, const SnapshotSource &>>) {
            fn(source);
        } else if (auto status = fn(source); !status) {
            return status;
        }
    }
    if (sources.empty()) {
        out.note(noSnapshotNote());
    }
    return {};
}

}  // namespace stagescope
