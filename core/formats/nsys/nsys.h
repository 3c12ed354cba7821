#pragma once

#include "core/base/io/file_source.h"
#include "core/base/key_values.h"
#include "core/formats/format.h"
#include "core/formats/io/id_table.h"
#include "core/formats/io/sqlite_reader.h"
#include "core/formats/trace_json/launch_arguments.h"
#include "core/store/sink.h"
#include "core/store/trace/trace_builder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// What the parts of the reader of Nsight Systems' databases share; not for others. Every table and column is optional;
// all times are int64 ns since the session began.
namespace stagescope::nsys {

/// Tables whose rows become slices. The number stands in the top 8 bits of SliceRow.row, the row id below.
enum class Table : std::uint8_t {
    None,
    Kernel,
    Memcpy,
    Memset,
    Sync,
    GraphTrace,
    Runtime,
    Nvtx,
    Osrt,
    Sched,
    ProfilerOverhead,
    CudaOverhead,
    Cublas,
    Cudnn,
    MpiCollective,
    MpiTransfer,
    MpiOther
};
[[nodiscard]] std::string_view tableName(Table table);
[[nodiscard]] constexpr std::uint64_t rowOf(Table table, std::int64_t rowId) {
    return static_cast<std::uint64_t>(table) << 56 |
           (static_cast<std::uint64_t>(rowId) & ((std::uint64_t{1} << 56) - 1));
}

/// Machine, container and number of a process: the upper bits of a globalTid or globalPid.
using ProcessKey = std::int64_t;
constexpr ProcessKey kNoProcess = INT64_MIN;
[[nodiscard]] constexpr ProcessKey processOf(std::int64_t global) { return global >> 24; }
[[nodiscard]] constexpr std::int64_t pidOf(ProcessKey process) { return process & 0xffffff; }
[[nodiscard]] constexpr std::int64_t tidOf(std::int64_t global) { return global & 0xffffff; }

/// Which processes of a file a rank is: its own, and for the first rank those that are of no rank, too.
struct Members {
    ProcessKey own = kNoProcess;       ///< kNoProcess: all
    std::vector<ProcessKey> others{};  ///< not of the first rank; empty for the other ranks
    [[nodiscard]] bool isAll() const { return own == kNoProcess; }
    [[nodiscard]] bool isFirst() const { return isAll() || !others.empty(); }
    [[nodiscard]] bool has(ProcessKey process) const;
    /// "WHERE ..." for a column that holds a globalTid or globalPid; nothing where no row of the table can belong.
    [[nodiscard]] std::optional<std::string> where(SqliteConnection &db, std::string_view table,
                                                   std::string_view column) const;
};

/// A process that drives devices.
struct DeviceProcess {
    ProcessKey key = kNoProcess;
    std::int64_t device = -1;  ///< the lowest that it uses, as numbered on the machine
    std::string name{};        ///< without folders
};
/// Those of a file by device, then number. Reads the table of kernels unless the head of the file tells of one process.
[[nodiscard]] Result<std::vector<DeviceProcess>> deviceProcesses(SqliteConnection &db);
/// The number of a process; where machines or containers share it, with theirs.
[[nodiscard]] std::string partName(const DeviceProcess &process, const std::vector<DeviceProcess> &all);
/// What a source means of its file. All where it means no part.
[[nodiscard]] Members membersOf(const FileSource &file, const std::vector<DeviceProcess> &processes);
/// Last part of a path.
[[nodiscard]] std::string_view programName(std::string_view path);

/// Numbers of devices as the machine has them, where a process sees others (CUDA_VISIBLE_DEVICES).
class DeviceNumbers {
public:
    [[nodiscard]] Status load(SqliteConnection &db);
    [[nodiscard]] std::int64_t of(ProcessKey process, std::int64_t device) const;
    /// By number: "NVIDIA A100-SXM4-40GB"; empty when unknown.
    [[nodiscard]] std::string_view nameOf(std::int64_t device) const;

private:
    std::unordered_map<std::int64_t, std::int64_t> m_numbers;  ///< by pid << 16 | number that the process sees
    std::unordered_map<std::int64_t, std::string> m_names;
};

/// StringIds as one block of bytes. Texts with a NUL in them (environments of processes, which are private) are left
/// out. Filled once, then read from any thread.
class Strings {
public:
    [[nodiscard]] Status load(SqliteConnection &db);
    /// IdTable::kNone when the id is not in the table.
    [[nodiscard]] std::uint32_t index(std::int64_t id) const { return m_ids.find(id); }
    [[nodiscard]] std::string_view text(std::uint32_t index) const {
        return std::string_view(m_bytes).substr(m_begins[index], m_begins[index + 1] - m_begins[index]);
    }
    [[nodiscard]] std::string_view textOf(std::int64_t id) const {
        const auto at = index(id);
        return at == IdTable::kNone ? std::string_view{} : text(at);
    }
    [[nodiscard]] std::size_t size() const { return m_begins.size() - 1; }

private:
    std::string m_bytes;
    std::vector<std::size_t> m_begins{0};
    IdTable m_ids;
};

/// Lanes by a number, asked for in runs of the same one. Broken files may name millions: those beyond a limit share the
/// last one.
class Lanes {
public:
    template <class Make>
    TraceBuilder::LocalTrack find(std::uint64_t key, Make make) {
        if (m_hasLast && key == m_lastKey) {
            return m_last;
        }
        auto it = m_tracks.find(key);
        if (it == m_tracks.end()) {
            const bool isOne = m_tracks.size() < kMost;
            it = m_tracks.emplace(isOne ? key : ~std::uint64_t{0}, isOne ? make() : m_last).first;
        }
        m_lastKey = key;
        m_last = it->second;
        m_hasLast = true;
        return m_last;
    }

private:
    static constexpr std::size_t kMost = 16384;
    std::unordered_map<std::uint64_t, TraceBuilder::LocalTrack> m_tracks;
    std::uint64_t m_lastKey = 0;
    TraceBuilder::LocalTrack m_last = 0;
    bool m_hasLast = false;
};

/// For how many rows of a table room is made before they are read: as many as it says, within bounds.
[[nodiscard]] std::size_t roomFor(SqliteConnection &db, std::string_view table);

/// Where a call or a work of a device stands.
struct Place {
    std::uint64_t row = 0;
    std::int64_t begin = 0;
    std::int64_t duration = 0;
    TraceBuilder::LocalTrack track = 0;
};
/// One side of a launch: numbers of calls are unique in a process.
[[nodiscard]] LaunchEnd launchEnd(ProcessKey process, std::int64_t correlation, const Place &place);

/// Ids of processes in a trace.
[[nodiscard]] std::string hostId(ProcessKey process);
[[nodiscard]] std::string deviceId(std::int64_t device);

[[nodiscard]] Status loadShallow(SqliteConnection &db, const Members &members, Sink &sink, const LoadControl &control);
[[nodiscard]] Status loadDeep(const SqliteFile &file, SqliteConnection &db, const Members &members, Sink &sink,
                              const LoadControl &control);
[[nodiscard]] Result<KeyValues> rowDetails(SqliteConnection &db, std::uint64_t row);

}  // namespace stagescope::nsys
