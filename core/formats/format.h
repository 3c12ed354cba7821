#pragma once

#include "core/base/io/file_source.h"
#include "core/base/key_values.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/store/sink.h"
#include "core/store/tables/format_descriptor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace stagescope {

/// One of the things that a file holds.
struct FilePart {
    enum class Holds : std::uint8_t { Rank, Cluster, Snapshot };
    int number = 0;  ///< FileSource::part
    Holds holds = Holds::Rank;
    std::optional<int> rank{};  ///< nothing for the cluster, and where the file does not tell it
    std::string process{};      ///< FileSource::process
    std::string title{};        ///< what else the file calls that process; may tell its rank
};

/// When a recording ran, and what: by this files are told to be of one job.
struct RecordedWork {
    std::int64_t begin = 0;  ///< ns, of what was looked at
    std::int64_t end = 0;
    std::string process{};
    std::set<std::string> names{};  ///< of its first kernels, else its command
    std::string clock{};            ///< the machine since whose start the times count; empty: since 1970
};

/// Reader of one kind of file. Stateless; const methods may run on any thread, several files at once. Never writes
/// beside the user's file, never maps it, never trusts a size in it. No exception leaves.
class Format {
public:
    virtual ~Format() = default;

    /// That of its descriptor: "profiler_db", "trace_json" ...
    [[nodiscard]] virtual std::string_view id() const = 0;
    /// Whether this reader takes a file of that name (without folder) whose first bytes are `head` (up to 4 KiB,
    /// decompressed when the file is .gz or .zst). The first format of the list that says yes gets the file.
    [[nodiscard]] virtual bool sniff(std::string_view fileName, std::string_view head) const = 0;
    /// Asked of each format when none took the file by its head: may read on, as far as its own mark can stand. Any
    /// thread.
    [[nodiscard]] virtual bool recognises(const std::string &path, std::string_view head,
                                          const std::stop_token &stop) const {
        std::ignore = path;
        std::ignore = head;
        std::ignore = stop;
        return false;
    }
    /// Whether loading at this depth yields anything, by its descriptor.
    [[nodiscard]] bool has(LoadDepth depth) const {
        const auto &yields = formatDescriptor(id());
        return !(depth == LoadDepth::Deep ? yields.deep : yields.shallow).isEmpty();
    }
    /// What one file holds of several ranks, or beside them; empty (most) = one rank, and its place tells which.
    /// Discovery lists such a file once for each part (FileSource::part), parts of the same rank in their order, and
    /// each is loaded by itself. May read the file.
    [[nodiscard]] virtual std::vector<FilePart> parts(const std::string &path, const std::stop_token &stop) const {
        std::ignore = path;
        std::ignore = stop;
        return {};
    }
    /// The first work on devices in a file, where a look at its begin tells it; nothing where it does not, or no clock
    /// is known.
    [[nodiscard]] virtual std::optional<RecordedWork> firstWork(const FileSource &file) const {
        std::ignore = file;
        return std::nullopt;
    }
    /// Reads the file into the sink. An Error means that the file could not be read (further); what was read before it
    /// stays in the sink. Row trouble goes to sink.log(). Returns within 200 ms of a stop request with
    /// ErrorKind::Cancelled, having handed over nothing half-built.
    [[nodiscard]] virtual Status load(const FileSource &file, Sink &sink, const LoadControl &control) const = 0;
    /// Arguments of one row, read again from the file. ErrorKind::Changed when size or mtime differ from `file`.
    /// Formats without rows say Unsupported.
    [[nodiscard]] virtual Result<KeyValues> details(const FileSource &file, RowRef row) const = 0;
};

/// THE list of readers, in order of preference. Built once, lives forever.
[[nodiscard]] std::span<const std::unique_ptr<Format>> formatList();
/// By id, null when unknown.
[[nodiscard]] const Format *formatById(std::string_view id);

}  // namespace stagescope
