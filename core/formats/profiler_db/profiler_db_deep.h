#pragma once

#include "core/formats/profiler_db/profiler_db.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/tables/kernel_metrics.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/track.h"

#include <array>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope::profiler_db {

// Ids of processes and display order; the order of the text deliverable of the same profiler.
constexpr std::string_view kStepsProcess = "Steps";
constexpr std::string_view kCommunicationProcess = "Communication";
constexpr std::int64_t kStepsOrder = -1;
constexpr std::int64_t kHostOrder = 0;
constexpr std::int64_t kHardwareOrder = 13;
constexpr std::int64_t kCommunicationOrder = 15;

/// CONNECTION_IDS: which connections each framework call has. A connection that two calls share joins those two
/// (Enqueue and Dequeue, forward and backward); the others lead to the device. Filled once, then read from any thread.
class Connections {
public:
    struct Entry {
        std::int64_t id;
        std::int64_t connection;
        std::uint32_t slot;  ///< numbers the distinct connections
        bool joinsCalls;
    };
    [[nodiscard]] Status load(SqliteConnection &db, const std::stop_token &stop);
    template <class Fn>
    void forEach(std::int64_t id, Fn &&fn) const {
        for (auto i = static_cast<std::size_t>(m_first.find(id)); i < m_entries.size() && m_entries[i].id == id; ++i) {
            fn(m_entries[i]);
        }
    }
    /// IdTable::kNone when no framework call has it.
    [[nodiscard]] std::uint32_t slot(std::int64_t connection) const { return m_slots.find(connection); }
    [[nodiscard]] std::size_t slotCount() const { return m_slotCount; }

private:
    std::vector<Entry> m_entries;  ///< by id
    IdTable m_first;
    IdTable m_slots;
    std::size_t m_slotCount = 0;
};

/// The framework's side: PYTORCH_API to one builder. One thread.
class HostReader {
public:
    HostReader(TraceBuilder &builder, const Strings &strings, const Connections &connections)
        : m_builder(builder), m_names(builder, strings), m_connections(connections) {}
    [[nodiscard]] Status read(SqliteConnection &db);
    /// Begins of arrows to the device, for the connections that did reach it. After both sides were read.
    void addLaunchFlows(const std::vector<bool> &reachedSlots);
    [[nodiscard]] const Names &names() const { return m_names; }

private:
    struct Launch {
        std::uint32_t slot;
        TraceBuilder::LocalTrack track;
        std::int64_t time;
        std::int64_t connection;
    };
    struct Call {
        std::int64_t begin;
        TraceBuilder::LocalTrack track;
        Names::Trait trait;
        SliceClass klass;
    };
    Status readTypes(SqliteConnection &db);
    [[nodiscard]] SliceClass classOf(std::int64_t type) const;
    [[nodiscard]] TraceBuilder::LocalTrack track(std::int64_t globalTid, bool mstx);
    void addConnections(const Call &call, std::int64_t id);

    TraceBuilder &m_builder;
    Names m_names;
    const Connections &m_connections;
    TrackCache m_tracks;
    std::map<std::int64_t, SliceClass> m_types;
    std::vector<Launch> m_launches;
    std::vector<bool> m_begun;  ///< by slot: the earlier call of a forward/backward pair was seen
    StringId m_queueFlow;
    StringId m_forwardFlow;
    StringId m_launchFlow;
};

/// COMPUTE_TASK_INFO: what is said of each kernel, and TASK_PMU_INFO: what was measured. Filled once; each is written
/// to the table of kernels when its task is met. 44 bytes a kernel and 4 for each of its metrics until then.
class KernelFacts {
public:
    [[nodiscard]] Status load(SqliteConnection &db, const Strings &strings);
    /// IdTable::kNone when the task is no kernel.
    [[nodiscard]] std::uint32_t find(std::int64_t globalTaskId) const { return m_ids.find(globalTaskId); }
    /// Index of Strings; beyond them for a kernel without a known name, which is a kernel all the same.
    [[nodiscard]] std::uint32_t nameOf(std::uint32_t kernel) const { return m_facts[kernel].texts[0]; }
    void addStep(std::int64_t step, std::int64_t begin, std::int64_t end) { m_steps.push_back({step, begin, end}); }
    void add(std::uint32_t kernel, std::int64_t begin, std::int64_t end, std::int64_t stream);
    [[nodiscard]] std::size_t rowCount() const { return m_table.rowCount(); }
    /// A task ran a kernel of which no record tells.
    void addUntold() { ++m_untold; }
    /// Such tasks where there is no record of any kernel (some always lack one); kernels of which no task tells when,
    /// where none tells that of any; else 0.
    [[nodiscard]] std::uint64_t untold() const {
        return m_facts.empty() ? m_untold : m_table.rowCount() == 0 ? m_facts.size() : 0;
    }
    /// The kernels that were added. Call once.
    [[nodiscard]] TableStore take();

private:
    struct Facts {
        std::array<std::uint32_t, 9> texts;  ///< indices of Strings: name, type, core, then shapes, types, formats
        std::int32_t blockDim;
        std::int32_t mixBlockDim;
    };
    struct Step {
        std::int64_t step;
        std::int64_t begin;
        std::int64_t end;
    };
    [[nodiscard]] Status readMetrics(SqliteConnection &db);
    [[nodiscard]] std::string_view text(std::uint32_t index) const {
        return index < m_strings->size() ? m_strings->text(index) : std::string_view{};
    }

    const Strings *m_strings = nullptr;
    IdTable m_ids;
    std::vector<Facts> m_facts;
    std::vector<Step> m_steps;
    KernelMetrics m_metrics;                ///< by index of m_facts
    std::vector<std::uint32_t> m_rowFacts;  ///< index of m_facts by row of the table
    std::uint64_t m_untold = 0;
    TableWriter<KernelRecord> m_table;
};

/// MEMCPY_INFO (schema 1.1, Level1 and more): bytes and direction of copies; those without a row are copies all the
/// same.
class CopyFacts {
public:
    [[nodiscard]] Status load(SqliteConnection &db);
    /// A task of a stream that copies or fills and is of no communication operator. The name outlives this.
    void add(std::int64_t globalTaskId, std::int64_t device, const CopyRecord &task);
    /// Their rates as counters. `processOf(device)` gives the process of a device. After the last one was added.
    template <class ProcessOf>
    void addRates(TraceBuilder &builder, ProcessOf processOf) const {
        for (const auto &[device, copies] : m_copies) {
            addCopyRates(copies, processOf(device), builder);
        }
    }
    void give(Sink &sink) const;

private:
    struct Told {
        std::int64_t bytes;
        std::string_view direction;
    };
    IdTable m_ids;  ///< globalTaskId to index of m_told
    std::vector<Told> m_told;
    std::map<std::int64_t, std::vector<CopyRecord>> m_copies;  ///< by device
};

/// The driver's and the device's side: everything else, to one builder. One thread.
class DeviceReader {
public:
    DeviceReader(TraceBuilder &builder, const Strings &strings, const Connections &connections)
        : m_builder(builder), m_strings(strings), m_names(builder, strings), m_connections(connections) {}
    [[nodiscard]] const Names &names() const { return m_names; }
    /// Reads all tables in the order that their joins need.
    [[nodiscard]] Status read(SqliteConnection &db);
    /// By Connections' slots: whether device work has this connection.
    [[nodiscard]] const std::vector<bool> &reachedSlots() const { return m_reached; }
    /// Kernels that have a place on the time axis.
    [[nodiscard]] KernelFacts &kernels() { return m_kernels; }
    /// Their texts live as long as the builder does not change hands.
    [[nodiscard]] const CopyFacts &copies() const { return m_copies; }

private:
    struct Tracks {
        TrackCache cann;
        TrackCache streams;
        TrackCache groups;
        std::map<std::int64_t, TrackCache> mstx;  ///< by domain
    };
    struct PlaneTask {
        std::uint32_t type;  ///< index of Strings
        TraceBuilder::LocalTrack track;
    };
    struct TaskType {
        StringId name;
        SliceClass klass;
        bool runsKernel = false;
    };
    struct Api {
        std::int64_t begin;
        std::int64_t connection;
        TraceBuilder::LocalTrack track;
    };
    struct FlowNames {
        StringId launch;
        StringId driver;
    };
    Status readSteps(SqliteConnection &db);
    Status readCannApi(SqliteConnection &db);
    Status readThreadRanges(SqliteConnection &db, Table table);
    Status readScheduleNames(SqliteConnection &db);
    Status readPlaneTasks(SqliteConnection &db);
    Status readCommunicationOps(SqliteConnection &db);
    Status readTasks(SqliteConnection &db);
    void addMstx();

    [[nodiscard]] TraceBuilder::LocalTrack threadTrack(TrackCache &cache, std::int64_t globalTid,
                                                       std::string_view prefix, TrackKind kind, std::int64_t order);
    /// "MSTX", with the name of the domain where it is not the default one: each nests its ranges by itself.
    [[nodiscard]] std::string markPrefix(std::int64_t domain) const;
    [[nodiscard]] TraceBuilder::LocalTrack streamTrack(std::int64_t device, std::int64_t stream);
    [[nodiscard]] TraceBuilder::LocalTrack groupTrack(std::int64_t group, std::int64_t plane,
                                                      std::optional<std::int64_t> device);
    [[nodiscard]] StringId hardware(std::int64_t device);
    [[nodiscard]] const TaskType &taskType(std::int64_t id);
    void endFlows(std::int64_t connection, TraceBuilder::LocalTrack track, std::int64_t time);
    [[nodiscard]] std::string groupLabel(std::int64_t group) const;

    TraceBuilder &m_builder;
    const Strings &m_strings;
    Names m_names;
    const Connections &m_connections;
    std::vector<GroupRow> m_groups;
    std::map<std::int64_t, std::size_t> m_groupOrder;
    Tracks m_tracks;
    std::map<std::int64_t, TaskType> m_taskTypes;
    KernelFacts m_kernels;
    CopyFacts m_copies;
    IdTable m_scheduleNames;  ///< globalTaskId to index of Strings
    IdTable m_planeIndex;     ///< globalTaskId to index of m_planeTasks
    std::vector<PlaneTask> m_planeTasks;
    std::vector<Api> m_apis;
    IdTable m_apiIndex;  ///< connection to index of m_apis
    std::vector<bool> m_apiReached;
    std::vector<bool> m_reached;
    MstxRanges m_mstx;
    std::optional<std::int64_t> m_firstDevice;
    FlowNames m_flows;
};

/// Host process and thread of a globalTid, with its description. Names are "Host: PID" and PREFIX TID.
[[nodiscard]] TraceBuilder::TrackKey describeThread(TraceBuilder &builder, std::int64_t globalTid,
                                                    std::string_view prefix, TrackKind kind, std::int64_t order);

/// Series of values: frequencies, bandwidths, loads. One builder, one thread.
[[nodiscard]] Status readCounters(SqliteConnection &db, const Strings &strings, TraceBuilder &builder);
/// Tables that readCounters reads and that lie in this file.
[[nodiscard]] std::vector<std::string_view> counterTables(SqliteConnection &db);

/// MemorySamples and MemoryOps of MEMORY_RECORD, OP_MEMORY, NPU_OP_MEM, NPU_MODULE_MEM and NPU_MEM.
[[nodiscard]] Status readMemoryTables(SqliteConnection &db, const Strings &strings, Sink &sink);

}  // namespace stagescope::profiler_db
