#pragma once

#include "core/base/import_log.h"
#include "core/base/io/byte_source.h"
#include "core/base/io/file_source.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/store/snapshot/snapshot_store.h"

#include <memory>
#include <string>

namespace stagescope {

/// What a file of a memory snapshot gave. A file that breaks off gives a store and an error.
struct SnapshotReading {
    std::shared_ptr<const SnapshotStore> store;  ///< null: nothing could be read
    Status status;
};

/// Reads a memory snapshot: a pickle of any protocol, or the same as JSON, told by its first byte; gzip and zstd too.
/// Pickles are interpreted by PickleMachine: nothing is executed. At most 1.2 times the pickle's bytes of memory; JSON
/// is taken whole. Errors: those of PickleMachine and ByteSource; Malformed when it is no memory snapshot; Cancelled.
[[nodiscard]] SnapshotReading readSnapshot(const std::string &path, ImportLog &log, const LoadControl &control);
/// The same of bytes that come from anywhere.
[[nodiscard]] SnapshotReading readSnapshot(ByteSource &source, ImportLog &log, const LoadControl &control);

}  // namespace stagescope
