// What a file says of its machine, program and recording; never the environment of a process, which is private.
#include "core/base/text.h"
#include "core/formats/nsys/nsys.h"
#include "core/formats/nsys/nsys_variables.h"
#include "core/formats/tables/contents_rows.h"
#include "core/formats/tables/environment_rows.h"

#include <algorithm>
#include <array>

namespace stagescope::nsys {

namespace {

void addIfTold(EnvironmentRows &rows, std::string_view section, std::string_view key, std::string_view value) {
    if (!value.empty()) {
        rows.add(section, key, value);
    }
}

Status readMachine(SqliteConnection &db, EnvironmentRows &environment) {
    struct Fact {
        std::string_view name;
        std::string_view section;
        std::string_view key;
    };
    constexpr std::array<Fact, 7> kFacts{{{"Hostname", "identity", "host"},
                                          {"CpuDescription", "host", "cpu"},
                                          {"CpuCores", "host", "cpu_cores"},
                                          {"CpuArchitecture", "host", "architecture"},
                                          {"OsDescription", "host", "os"},
                                          {"NvDriverVersion", "version", "driver"},
                                          {"CudaDriverVersion", "version", "cuda_driver"}}};
    auto rows = db.select("TARGET_INFO_SYSTEM_ENV", {"name", "value"});
    while (rows.next()) {
        const auto it =
            std::find_if(kFacts.begin(), kFacts.end(), [&](const Fact &fact) { return rows.text(0) == fact.name; });
        if (it != kFacts.end()) {
            addIfTold(environment, it->section, it->key, rows.text(1));
        }
    }
    return rows.finish();
}

Status readDevices(SqliteConnection &db, const DeviceProcess *process, EnvironmentRows &environment) {
    std::int64_t count = 0;
    auto rows = db.select("TARGET_INFO_GPU", {"id", "name", "totalMemory", "smCount", "clockRate", "memoryBandwidth",
                                              "computeMajor", "computeMinor"});
    while (rows.next()) {
        ++count;
        const auto wanted = process == nullptr ? 0 : process->device;
        if (rows.number(0, -1) != wanted && !(count == 1 && wanted < 0)) {
            continue;
        }
        const auto number = [&](std::size_t column) {
            const auto value = rows.number(column, -1);
            return value > 0 ? std::to_string(value) : std::string();
        };
        addIfTold(environment, "device", "name", rows.text(1));
        addIfTold(environment, "device", "capacity_bytes", number(2));
        addIfTold(environment, "device", "multiprocessors", number(3));
        addIfTold(environment, "device", "clock_hz", number(4));
        addIfTold(environment, "device", "memory_bandwidth_bytes_per_s", number(5));
        addIfTold(environment, "device", "compute_major", number(6));
        addIfTold(environment, "device", "compute_minor", number(7));
    }
    if (count > 0) {
        environment.add("device", "count", std::to_string(count));
    }
    if (process != nullptr && process->device >= 0) {
        environment.add("identity", "device", std::to_string(process->device));
    }
    return rows.finish();
}

Status readVersions(SqliteConnection &db, EnvironmentRows &environment) {
    for (const auto *table : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
        auto rows = db.select(table, {"name", "value"});
        while (rows.next()) {
            const auto name = rows.text(0);
            if (name == "EXPORT_PRODUCT_VERSION") {
                environment.add("version", "nsight_systems", rows.text(1));
            } else if (name == "EXPORT_SCHEMA_VERSION") {
                environment.add("version", "schema", rows.text(1));
            }
        }
        RETURN_IF_ERROR(rows.finish());
    }
    auto session = db.select("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs", "utcTime"});
    if (session.next()) {
        addIfTold(environment, "session", "start_ns", session.text(0));
        addIfTold(environment, "session", "start_utc", session.text(1));
    }
    return session.finish();
}

/// What was recorded, of the settings that change how the rest is to be read.
Status readSettings(SqliteConnection &db, EnvironmentRows &environment) {
    std::string events;
    auto rows = db.select("META_DATA_CAPTURE", {"name", "value"});
    while (rows.next()) {
        const auto name = rows.text(0);
        if (name == "CAPTURE_EVENT_TYPE") {
            events += (events.empty() ? "" : ",") + std::string(rows.text(1));
        } else if (name.ends_with("CUDA_GRAPH_TRACE_OPTIONS:MODE")) {
            environment.add("profiler", "cuda_graph_trace", rows.text(1));
        } else if (name.ends_with("COLLECT_GPU_MEMORY_USAGE")) {
            environment.add("profiler", "gpu_memory_usage", rows.text(1));
        } else if (name == "OS_RUNTIME_OPTIONS:DURATION_THRESHOLD_NS") {
            environment.add("profiler", "os_call_threshold_ns", rows.text(1));
        }
    }
    addIfTold(environment, "profiler", "events", events);
    return rows.finish();
}

/// The one rank that environments of processes tell; nothing where they tell several.
std::optional<int> rankOfEnvironment(SqliteConnection &db) {
    std::optional<int> found;
    bool isOne = true;
    const auto take = [&](std::string_view variables) {
        const auto rank = rankIn(variables);
        isOne = isOne && (!rank || !found || *rank == *found);
        found = rank ? rank : found;
    };
    auto capture = db.select("META_DATA_CAPTURE", {"name", "value"});
    while (capture.next()) {
        take(capture.text(1));
    }
    auto strings = db.select("StringIds", {"value"}, "WHERE instr(value, char(0)) > 0");
    while (strings.next()) {
        take(strings.text(0));
    }
    return isOne ? found : std::nullopt;
}

/// What the profiler warned of while it recorded.
Status readWarnings(SqliteConnection &db, Sink &sink) {
    constexpr std::int64_t kWarning = 2;
    constexpr std::int64_t kError = 3;
    auto rows = db.select("DIAGNOSTIC_EVENT", {"severity", "text"});
    while (rows.next()) {
        const auto severity = rows.number(0);
        const auto text = rows.text(1);
        if (severity == kWarning || severity == kError) {
            sink.log().add(Severity::Info, db.path(), "nsys.warning", "DIAGNOSTIC_EVENT",
                           text.substr(0, text.find('\n')));
        }
    }
    return rows.finish();
}

}  // namespace

Status loadShallow(SqliteConnection &db, const Members &members, Sink &sink, const LoadControl &control) {
    ASSIGN_OR_RETURN(const auto processes, deviceProcesses(db));
    const auto it = std::find_if(processes.begin(), processes.end(), [&](const DeviceProcess &process) {
        return members.isAll() ? processes.size() == 1 : process.key == members.own;
    });
    const auto *process = it == processes.end() ? nullptr : &*it;
    EnvironmentRows environment;
    if (const auto rank = members.isAll() ? rankOfEnvironment(db) : std::nullopt) {
        environment.add("identity", "rank", std::to_string(*rank));
    }
    auto status = readMachine(db, environment);
    status = status ? readDevices(db, process, environment) : status;
    status = status ? readVersions(db, environment) : status;
    status = status ? readSettings(db, environment) : status;
    status = status ? readWarnings(db, sink) : status;
    if (!status) {
        return status;
    }
    environment.give(sink);
    return giveContents(db, sink, control);
}

}  // namespace stagescope::nsys
