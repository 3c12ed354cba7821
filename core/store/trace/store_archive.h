#pragma once

#include "core/base/import_log.h"
#include "core/base/result.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/archive_columns.h"
#include "core/store/trace/archived_trace.h"
#include "core/store/trace/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What one file yielded: its stores and what was logged about it.
struct ArchivedStores {
    std::vector<std::shared_ptr<const TraceStore>> traces;
    std::vector<std::shared_ptr<const TableStore>> tables;
    std::vector<ImportEntry> log;
};

/// Stores as bytes and back. Only for the program that wrote them: numbers are those of this machine, enumerations
/// those of this build; the identity has to tell both. Nothing in them is trusted for that: what does not fit together
/// is refused or, where it shows when it is decoded, as if it were not there.
class StoreArchive {
public:
    /// O(rows); holds one frame (2 MiB) at a time. Any thread.
    [[nodiscard]] static Status write(const ArchivedStores &stores, std::string_view identity,
                                      const ArchiveWriter::Output &output, const std::stop_token &stop);
    /// Reads and hashes the file, decodes tracks, strings and tables; slices, counters and flows when first asked for.
    /// Errors as ArchiveFile::open. O(bytes of the archive). Any thread.
    [[nodiscard]] static Result<ArchivedStores> read(const std::string &path, std::string_view identity,
                                                     const std::stop_token &stop);

private:
    friend class ArchivedTrace;
    class Encoder;
    class Decoder;

    [[nodiscard]] static SliceTable decoded(const ArchiveFile &file, const ArchivedTrace::SliceColumns &columns);
    [[nodiscard]] static CounterTable decoded(const ArchiveFile &file, const ArchivedTrace::CounterColumns &columns);
    [[nodiscard]] static FlowTable decoded(const ArchiveFile &file, const ArchivedTrace::FlowColumns &columns,
                                           std::size_t trackCount);
    [[nodiscard]] static bool isSound(const SliceTable &table, std::uint32_t depthCount);
};

}  // namespace stagescope
