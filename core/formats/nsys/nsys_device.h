#pragma once

#include "core/base/string_pool.h"
#include "core/formats/nsys/nsys.h"
#include "core/formats/tables/driver_memory.h"
#include "core/formats/trace_json/launch_arguments.h"
#include "core/store/tables/copy_record.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stagescope::nsys {

/// The side of the devices to one builder: kernels, copies, fills, waits, memory, counters. One thread.
class DeviceReader {
public:
    DeviceReader(TraceBuilder &builder, const Strings &strings, const Members &members)
        : m_builder(builder), m_strings(strings), m_members(members) {}
    [[nodiscard]] Status read(SqliteConnection &db);

    [[nodiscard]] const LaunchArguments &launches() const { return m_launches; }
    /// Their texts live as long as this. Times as in the file.
    [[nodiscard]] std::vector<CopyRecord> &copies() { return m_copies; }
    /// By id of the process of a device, that of the host process that launches its work; empty where several do.
    [[nodiscard]] std::map<std::string, std::string> drivers() const;
    /// The same of memory.
    [[nodiscard]] std::vector<DriverAllocation> &memory() { return m_memory; }
    /// Graphs that were recorded as a whole.
    [[nodiscard]] std::uint64_t wholeGraphs() const { return m_wholeGraphs; }

private:
    /// Columns that all work of a device has: start, end, globalPid, deviceId, contextId, streamId, correlationId.
    struct Work {
        std::int64_t begin = 0;
        std::int64_t duration = 0;
        ProcessKey process = kNoProcess;
        std::int64_t device = -1;  ///< of the machine
        std::int64_t stream = -1;
        std::int64_t correlation = 0;
        std::uint64_t row = 0;
        TraceBuilder::LocalTrack track = 0;
    };
    struct Stream {
        TraceBuilder::TrackKey key;
        std::int64_t device = -1;
        std::int64_t context = 0;
        std::string name;
    };
    struct Kernel {
        StringId name{};
        SliceClass klass = SliceClass::Computing;
    };
    struct CopyName {
        StringId name{};
        std::string_view text;  ///< in m_texts
        std::string_view direction;
        std::string_view memory;
    };
    /// False, and the row is rejected, where it has no times.
    [[nodiscard]] bool readWork(SqliteRows &rows, Table table, Work &work);
    void putOnStream(Work &work, std::int64_t context);
    void addWork(const Work &work, StringId name, SliceClass klass);
    void addLaunch(const Work &work);
    Status readKernels(SqliteConnection &db);
    Status readCopies(SqliteConnection &db);
    Status readFills(SqliteConnection &db);
    Status readGraphs(SqliteConnection &db);
    Status readWaits(SqliteConnection &db);
    Status readMemory(SqliteConnection &db);
    Status readMetrics(SqliteConnection &db);
    void nameStreams();
    void addRates();
    [[nodiscard]] StringId process(std::int64_t device);
    [[nodiscard]] const Kernel &kernelOf(std::int64_t id);
    [[nodiscard]] const CopyName &copyName(std::int64_t kind, std::int64_t from, std::int64_t to);

    TraceBuilder &m_builder;
    const Strings &m_strings;
    const Members &m_members;
    DeviceNumbers m_numbers;
    LaunchArguments m_launches;
    Lanes m_lanes;
    std::vector<Stream> m_streams;
    std::vector<Kernel> m_kernels;  ///< by index of m_strings
    std::map<std::int64_t, Kernel> m_unnamed;
    std::map<std::int64_t, CopyName> m_copyNames;
    std::vector<CopyRecord> m_copies;
    std::vector<DriverAllocation> m_memory;
    std::map<std::int64_t, std::set<ProcessKey>> m_hosts;  ///< by device
    std::pair<std::int64_t, ProcessKey> m_lastHost{-1, kNoProcess};
    StringPool m_texts;  ///< outlives the builder
    std::uint64_t m_wholeGraphs = 0;
};

}  // namespace stagescope::nsys
