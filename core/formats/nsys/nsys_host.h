#pragma once

#include "core/base/string_pool.h"
#include "core/formats/nsys/nccl_payloads.h"
#include "core/formats/nsys/nsys.h"
#include "core/formats/trace_json/comm_arguments.h"
#include "core/formats/trace_json/launch_arguments.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope::nsys {

/// What a text of NVTX names: a range, a step, or an operator of PyTorch (emit_nvtx), whose text tells its operands,
/// too.
struct RangeName {
    std::string_view name;
    SliceClass klass = SliceClass::Mstx;
    std::string_view shapes{};  ///< of an operator: "[[8, 16], []]"
};
[[nodiscard]] RangeName rangeName(std::string_view text);
/// "cudaMalloc" of "cudaMalloc_v3020".
[[nodiscard]] std::string_view callName(std::string_view text);

/// The side of the host to one builder: calls, ranges, waits of the operating system, when threads ran. One thread.
class HostReader {
public:
    HostReader(TraceBuilder &builder, const Strings &strings, const Members &members)
        : m_builder(builder), m_strings(strings), m_members(members) {}
    [[nodiscard]] Status read(SqliteConnection &db);

    [[nodiscard]] const LaunchArguments &launches() const { return m_launches; }
    /// What ranges of NCCL tell, by row.
    [[nodiscard]] std::vector<CommArguments> &communication() { return m_communication; }

private:
    struct Thread {
        std::int64_t tid = 0;  ///< globalTid
        std::string name;
    };
    /// A table of calls: its rows lie on the lane of their thread.
    struct Calls {
        Table table;
        std::string_view lane;
        SliceClass klass;
    };
    struct Known {
        StringId name{};
        SliceClass klass = SliceClass::Mstx;
        std::string_view shapes{};
        bool isNccl = false;
    };

    Status readNames(SqliteConnection &db);
    Status readCalls(SqliteConnection &db, const Calls &calls);
    Status readRanges(SqliteConnection &db);
    void addRange(const SqliteRows &rows, std::int64_t begin, const Known &known);
    Status readScheduling(SqliteConnection &db);

    /// `lane` is empty for the thread's own, else what it holds.
    [[nodiscard]] TraceBuilder::LocalTrack lane(Lanes &cache, std::int64_t globalTid, std::string_view lane,
                                                TrackKind kind);
    [[nodiscard]] StringId process(ProcessKey process);
    [[nodiscard]] StringId nameOf(std::int64_t id);
    [[nodiscard]] const Known &rangeOf(const SqliteRows &rows);
    [[nodiscard]] Known known(std::string_view text);

    TraceBuilder &m_builder;
    const Strings &m_strings;
    const Members &m_members;
    LaunchArguments m_launches;
    NcclPayloads m_payloads;
    std::vector<CommArguments> m_communication;
    std::unordered_map<ProcessKey, std::string> m_programs;
    std::unordered_map<std::int64_t, std::string> m_threadNames;  ///< by globalTid
    std::set<ProcessKey> m_seen;                                  ///< processes with a lane
    std::vector<StringId> m_names;                                ///< by index of m_strings
    std::vector<Known> m_ranges;                                  ///< likewise
    std::unordered_map<StringId, Known> m_ownTexts;               ///< ranges without a registered text
    StringPool m_texts;                                           ///< outlives the builder
    Lanes m_threads;
    Lanes m_openRanges;
};

}  // namespace stagescope::nsys
