// budget: Reader fills in one pass all that its records are of, and keeps what they refer to: names stand once in the
// file
#pragma once

#include "core/base/io/byte_source.h"
#include "core/base/string_pool.h"
#include "core/formats/io/json_stream.h"
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

/// A processor as the file describes it.
struct Agent {
    bool isGpu = false;
    std::int64_t number = -1;  ///< among those of its kind
    std::string name;          ///< "AMD Instinct MI350X"
    std::string architecture;  ///< "gfx950"
    std::int64_t units = 0;
    std::int64_t clockMhz = 0;
    std::int64_t bytes = 0;
};

/// What the file says before its records.
struct Head {
    std::int64_t pid = 0;
    std::string host;
    std::string program;            ///< without folders and arguments
    std::set<std::string> command;  ///< its words
    std::int64_t begin = 0;         ///< ns since the machine started; 0 = not told
    std::int64_t end = 0;
    std::map<std::int64_t, Agent> agents;
};

/// Calls fn(path, value) for each number, word or text in an object whose brace was read: "dispatch_info.kernel_id".
/// Arrays are passed over. False at damage.
template <class Fn>
bool readFields(JsonStream &json, Fn &&fn, const std::string &prefix = {}) {
    constexpr std::size_t kLongestPath = 256;
    for (auto token = json.next(); token == JsonStream::Token::Key; token = json.next()) {
        const auto path = prefix + std::string(json.text().substr(0, kLongestPath));
        token = json.next();
        if (token == JsonStream::Token::BeginObject) {
            if (path.size() > kLongestPath ? !json.skip(token) : !readFields(json, fn, path + '.')) {
                return false;
            }
        } else if (token == JsonStream::Token::BeginArray) {
            if (!json.skip(token)) {
                return false;
            }
        } else if (token == JsonStream::Token::String || token == JsonStream::Token::Word) {
            fn(std::string_view(path), json.text());
        }
    }
    return !json.error();
}

/// The JSON that rocprofv3 writes, in one pass: names stand before the records that use them. Where they do not, the
/// records are read once more. Rows are offsets of records. One thread.
class Reader {
public:
    Reader(TraceBuilder &host, TraceBuilder &device, std::string path, ImportLog &log)
        : m_host(host), m_device(device), m_path(std::move(path)), m_log(log) {}

    /// Of the first process, what stands before its records.
    [[nodiscard]] Status readHead(ByteSource &source, const LoadControl &control);
    /// All. Damage gives an Error; what stands before it was read.
    [[nodiscard]] Status read(ByteSource &source, const LoadControl &control);

    [[nodiscard]] const Head &head() const { return m_head; }
    [[nodiscard]] const LaunchArguments &calls() const { return m_calls; }
    [[nodiscard]] const LaunchArguments &works() const { return m_works; }
    [[nodiscard]] std::vector<CopyRecord> &copies() { return m_copies; }  ///< their texts live as long as this
    [[nodiscard]] std::vector<DriverAllocation> &memory() { return m_memory; }
    [[nodiscard]] std::map<std::string, std::string> drivers() const;
    /// Counters of the hardware, of each dispatch. After the last record.
    [[nodiscard]] TableStore counters();
    /// Rates of copies as counters. After the last record.
    void addRates();

private:
    struct Record {
        std::uint64_t offset = 0;
        std::int64_t kind = -1;
        std::int64_t operation = -1;
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
    struct Kernel {
        StringId name{};
        SliceClass klass = SliceClass::Computing;
    };
    using Token = JsonStream::Token;

    /// Calls fn(key, first token of the value) for the members of an object; fn says whether it read the value. False
    /// at damage.
    template <class Fn>
    bool forMembers(JsonStream &json, Fn fn) {
        for (auto token = json.next(); token == Token::Key; token = json.next()) {
            const std::string key(json.text().substr(0, 64));
            token = json.next();
            const bool isRead = fn(std::string_view(key), token);
            if (m_isStopped || json.error() || (!isRead && !json.skip(token))) {
                return false;
            }
        }
        return !json.error();
    }
    Status run(ByteSource &source, const LoadControl &control);
    bool readProcess(JsonStream &json);
    bool readAgent(JsonStream &json);
    bool readStrings(JsonStream &json);
    bool readKinds(JsonStream &json);
    bool readSymbols(JsonStream &json);
    bool readMarkers(JsonStream &json);
    bool readMetadata(JsonStream &json);
    bool readRecords(JsonStream &json, std::string_view section);
    [[nodiscard]] static bool readRecord(JsonStream &json, Record &record);
    void take(const Record &record, std::string_view section);
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
    ImportLog &m_log;
    Head m_head;
    bool m_wantsHead = false;
    bool m_isStopped = false;  ///< all that is wanted was read
    bool m_hasNames = false;   ///< of kernels and operations, before the first record
    bool m_metRecords = false;
    bool m_isAgain = false;                                   ///< the names are known from a first reading
    std::vector<std::vector<std::string>> m_operations;       ///< by kind
    std::unordered_map<std::int64_t, std::string> m_symbols;  ///< names of kernels
    std::unordered_map<std::int64_t, std::string> m_markers;  ///< by correlation
    std::unordered_map<std::int64_t, Kernel> m_kernels;
    std::map<std::int64_t, StringId> m_callNames;  ///< names of calls by kind and operation
    std::map<std::int64_t, TraceBuilder::LocalTrack> m_threads;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, TraceBuilder::LocalTrack> m_streams;
    std::map<std::int64_t, StringId> m_processes;  ///< by device
    LaunchArguments m_calls;
    LaunchArguments m_works;
    std::vector<CopyRecord> m_copies;
    std::vector<DriverAllocation> m_memory;
    CounterRecords m_counters;
    StringPool m_texts;  ///< outlives the builders
    std::uint64_t m_bad = 0;
};

}  // namespace stagescope::rocprof
