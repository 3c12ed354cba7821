// budget: Records fills in one pass all that records are of, and keeps what they refer to: names stand once
#pragma once

#include "core/base/import_log.h"
#include "core/base/string_pool.h"
#include "core/formats/rocprofv3/rocprof_counters.h"
#include "core/formats/tables/driver_memory.h"
#include "core/formats/trace_json/launch_arguments.h"
#include "core/store/tables/copy_record.h"
#include "core/store/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace stagescope::rocprof {

/// Of names of one kind in a file; more is no recording.
constexpr std::size_t kMostNames = 1 << 20;

/// A processor as the file describes it.
struct Agent {
    bool isGpu = false;
    std::int64_t number = -1;  ///< among those of its kind
    std::string name;          ///< "AMD Instinct MI350X"
    std::string architecture;  ///< "gfx950"
    std::int64_t units = 0;
    std::int64_t clockMhz = 0;
};

/// What the file says before its records.
struct Head {
    std::int64_t pid = 0;
    std::string host;
    std::string program;            ///< without folders and arguments
    std::set<std::string> command;  ///< its words
    std::optional<int> rank{};      ///< of the job, where the process was told it
    std::int64_t begin = 0;         ///< ns since the machine started; 0 = not told
    std::int64_t end = 0;
    std::map<std::int64_t, Agent> agents;
};

enum class RecordKind : std::uint8_t { Other, Dispatch, Copy, Allocation, Marker, Call };

/// A record of any kind; -1 where it does not tell. ns, bytes.
struct Record {
    std::uint64_t offset = 0;  ///< the row that it becomes
    StringId name{};           ///< of its operation: "hipMalloc", "MEMORY_COPY_HOST_TO_DEVICE"
    std::int64_t thread = 0;
    std::int64_t correlation = 0;
    std::int64_t begin = -1;
    std::int64_t end = -1;
    std::int64_t agent = -1;
    std::int64_t queue = -1;
    std::int64_t stream = -1;
    std::int64_t kernel = -1;
    std::int64_t source = -1;
    std::int64_t target = -1;
    std::int64_t bytes = -1;
    std::int64_t address = -1;
};

/// What records of rocprofv3 make, in whatever form they were written: names first, then the records that refer to
/// them, in the order of their offsets. One thread.
class Records {
public:
    Records(TraceBuilder &host, TraceBuilder &device, std::string path)
        : m_host(host), m_device(device), m_path(std::move(path)) {}

    [[nodiscard]] Head &head() { return m_head; }
    /// A GPU without a number has the next one. `handle`: what records call it.
    void addAgent(std::int64_t handle, Agent agent);
    void addSymbol(std::int64_t kernel, std::string name);
    void addMarker(std::int64_t correlation, std::string text);
    /// For Record::name.
    [[nodiscard]] StringId intern(std::string_view name) { return m_texts.intern(name); }
    [[nodiscard]] bool hasSymbols() const { return !m_symbols.empty(); }
    [[nodiscard]] CounterRecords &counters() { return m_counters; }
    /// One without valid times is counted instead.
    void take(const Record &record, RecordKind kind);
    void addBad() { ++m_bad; }
    /// After the last record: rates of copies, and what could not be read to the log.
    void finish(ImportLog &log);

    [[nodiscard]] const LaunchArguments &calls() const { return m_calls; }
    [[nodiscard]] const LaunchArguments &works() const { return m_works; }
    [[nodiscard]] std::vector<CopyRecord> &copies() { return m_copies; }  ///< their texts live as long as this
    [[nodiscard]] std::vector<DriverAllocation> &memory() { return m_memory; }
    [[nodiscard]] std::map<std::string, std::string> drivers() const;
    /// Counters of the hardware, of each dispatch. Once, after the last record.
    [[nodiscard]] TableStore takeCounters();

private:
    struct Kernel {
        StringId name{};
        SliceClass klass = SliceClass::Computing;
    };
    void takeDispatch(const Record &record);
    void takeCopy(const Record &record);
    void takeAllocation(const Record &record);
    void takeCall(const Record &record, SliceClass klass);
    [[nodiscard]] std::string_view operationOf(const Record &record) const;
    [[nodiscard]] const Kernel &kernelOf(std::int64_t id);
    [[nodiscard]] std::int64_t deviceOf(std::int64_t agent) const;
    [[nodiscard]] StringId process(std::int64_t device);
    [[nodiscard]] TraceBuilder::LocalTrack stream(const Record &record, std::int64_t device);
    [[nodiscard]] TraceBuilder::LocalTrack thread(std::int64_t id);
    void addWork(const Record &record, std::int64_t device, TraceBuilder::LocalTrack track, const Kernel &what);

    TraceBuilder &m_host;
    TraceBuilder &m_device;
    std::string m_path;
    Head m_head;
    std::unordered_map<std::int64_t, std::string> m_symbols;  ///< names of kernels
    std::unordered_map<std::int64_t, std::string> m_markers;  ///< by correlation
    std::unordered_map<std::int64_t, Kernel> m_kernels;
    std::unordered_map<StringId, StringId> m_callNames;  ///< as the trace has them
    std::map<std::int64_t, TraceBuilder::LocalTrack> m_threads;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, TraceBuilder::LocalTrack> m_streams;
    std::map<std::int64_t, StringId> m_processes;  ///< by device
    LaunchArguments m_calls;
    LaunchArguments m_works;
    std::vector<CopyRecord> m_copies;
    std::vector<DriverAllocation> m_memory;
    CounterRecords m_counters;
    StringPool m_texts;       ///< outlives the builders
    std::int64_t m_gpus = 0;  ///< of m_head.agents
    std::uint64_t m_bad = 0;
};

}  // namespace stagescope::rocprof
