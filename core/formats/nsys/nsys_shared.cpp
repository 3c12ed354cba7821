#include "core/formats/nsys/nsys.h"
#include "core/formats/nsys/nsys_variables.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace stagescope::nsys {

namespace {

constexpr std::array<std::string_view, 17> kTableNames{"",
                                                       "CUPTI_ACTIVITY_KIND_KERNEL",
                                                       "CUPTI_ACTIVITY_KIND_MEMCPY",
                                                       "CUPTI_ACTIVITY_KIND_MEMSET",
                                                       "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                                                       "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
                                                       "CUPTI_ACTIVITY_KIND_RUNTIME",
                                                       "NVTX_EVENTS",
                                                       "OSRT_API",
                                                       "SCHED_EVENTS",
                                                       "PROFILER_OVERHEAD",
                                                       "CUPTI_ACTIVITY_KIND_OVERHEAD",
                                                       "CUBLAS_EVENTS",
                                                       "CUDNN_EVENTS",
                                                       "MPI_COLLECTIVES_EVENTS",
                                                       "MPI_P2P_EVENTS",
                                                       "MPI_OTHER_EVENTS"};

/// Processes with a context on a device, as the head of the file tells them; empty where it does not.
std::set<std::int64_t> contextOwners(SqliteConnection &db) {
    std::set<std::int64_t> owners;
    for (const auto *table :
         {"TARGET_INFO_CUDA_CONTEXT_INFO", "TARGET_INFO_CUDA_NULL_STREAM", "TARGET_INFO_CUDA_STREAM"}) {
        auto rows = db.select(table, {"processId"});
        while (rows.next()) {
            owners.insert(rows.number(0, -1));
        }
    }
    return owners;
}

std::unordered_map<ProcessKey, std::string> namesOfProcesses(SqliteConnection &db) {
    std::unordered_map<ProcessKey, std::string> names;
    auto rows = db.select("PROCESSES", {"globalPid", "name"});
    while (rows.next()) {
        names.emplace(processOf(rows.number(0)), programName(rows.text(1)));
    }
    return names;
}

}  // namespace

std::string_view tableName(Table table) { return kTableNames.at(static_cast<std::size_t>(table)); }

std::string_view programName(std::string_view path) {
    const auto end = path.find(' ');  // arguments
    path = path.substr(0, end);
    const auto folder = path.find_last_of("/\\");
    return folder == std::string_view::npos ? path : path.substr(folder + 1);
}

std::string hostId(ProcessKey process) { return std::to_string(pidOf(process)); }
std::string deviceId(std::int64_t device) { return "GPU " + std::to_string(device); }

std::size_t roomFor(SqliteConnection &db, std::string_view table) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 21;
    return static_cast<std::size_t>(std::min(db.maxRowId(table), kMost));
}

LaunchEnd launchEnd(ProcessKey process, std::int64_t correlation, const Place &place) {
    constexpr unsigned kNumberBits = 32;
    LaunchEnd end;
    end.correlation = correlation <= 0 ? 0
                                       : static_cast<std::uint64_t>(pidOf(process)) << kNumberBits |
                                             (static_cast<std::uint64_t>(correlation) & 0xffffffffU);
    end.offset = place.row;
    end.time = place.begin;
    end.track = place.track;
    end.duration = static_cast<std::uint32_t>(std::clamp<std::int64_t>(place.duration, 0, UINT32_MAX));
    return end;
}

bool Members::has(ProcessKey process) const {
    return isAll() || process == own || (isFirst() && std::find(others.begin(), others.end(), process) == others.end());
}

std::optional<std::string> Members::where(SqliteConnection &db, std::string_view table, std::string_view column) const {
    if (!db.hasColumn(table, column)) {
        return isFirst() ? std::optional(std::string()) : std::nullopt;
    }
    if (isAll()) {
        return std::string();
    }
    const auto name = '"' + std::string(column) + '"';
    if (!isFirst()) {
        return "WHERE " + name + " >> 24 = " + std::to_string(own);
    }
    std::string list;
    for (const auto other : others) {
        list += (list.empty() ? "" : ",") + std::to_string(other);
    }
    return "WHERE " + name + " IS NULL OR " + name + " >> 24 NOT IN (" + list + ")";
}

Result<std::vector<DeviceProcess>> deviceProcesses(SqliteConnection &db) {
    const auto owners = contextOwners(db);
    DeviceNumbers numbers;
    RETURN_IF_ERROR(numbers.load(db));
    std::unordered_map<ProcessKey, std::int64_t> found;
    for (const auto table : {Table::Kernel, Table::GraphTrace}) {
        auto rows = db.select(tableName(table), {"globalPid", "deviceId"}, owners.size() == 1 ? "LIMIT 1" : "");
        auto last = std::pair<std::int64_t, std::int64_t>(INT64_MIN, -1);
        constexpr std::size_t kMostProcesses = 1024;
        while (rows.has(0) && found.size() < kMostProcesses && rows.next()) {
            const auto pair = std::pair(rows.number(0), rows.number(1, -1));
            if (pair != last && !rows.isNull(0)) {
                last = pair;
                const auto process = processOf(pair.first);
                const auto device = numbers.of(process, pair.second);
                const auto [it, isNew] = found.try_emplace(process, device);
                it->second = std::min(it->second, device);
            }
        }
        RETURN_IF_ERROR(rows.finish());
    }
    auto names = namesOfProcesses(db);
    std::vector<DeviceProcess> processes;
    for (const auto &[process, device] : found) {
        processes.push_back({process, device, names[process]});
    }
    std::sort(processes.begin(), processes.end(), [](const DeviceProcess &a, const DeviceProcess &b) {
        return std::pair(a.device, a.key) < std::pair(b.device, b.key);
    });
    return processes;
}

std::string partName(const DeviceProcess &process, const std::vector<DeviceProcess> &all) {
    const auto number = pidOf(process.key);
    const auto same =
        std::count_if(all.begin(), all.end(), [&](const DeviceProcess &other) { return pidOf(other.key) == number; });
    return std::to_string(same > 1 ? process.key : number);
}

Members membersOf(const FileSource &file, const std::vector<DeviceProcess> &processes) {
    Members members;
    if (file.process.empty()) {
        return members;
    }
    for (std::size_t i = 0; i < processes.size(); ++i) {
        if (partName(processes[i], processes) != file.process) {
            continue;
        }
        members.own = processes[i].key;
        for (std::size_t other = 1; i == 0 && other < processes.size(); ++other) {
            members.others.push_back(processes[other].key);
        }
    }
    members.own = members.isAll() ? kNoProcess + 1 : members.own;  // the file changed: none of its processes
    return members;
}

Status DeviceNumbers::load(SqliteConnection &db) {
    auto numbers = db.select("TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId", "pid"});
    while (numbers.next()) {
        const auto gpu = numbers.optionalNumber(0);
        if (gpu && *gpu >= 0) {
            m_numbers.emplace(numbers.number(2, -1) << 16 | (numbers.number(1, -1) & 0xffff), *gpu);
        }
    }
    RETURN_IF_ERROR(numbers.finish());
    auto devices = db.select("TARGET_INFO_GPU", {"id", "name"});
    while (devices.next()) {
        m_names.emplace(devices.number(0, -1), devices.text(1));
    }
    return devices.finish();
}

std::int64_t DeviceNumbers::of(ProcessKey process, std::int64_t device) const {
    const auto it = m_numbers.find(pidOf(process) << 16 | (device & 0xffff));
    return it == m_numbers.end() ? device : it->second;
}

std::string_view DeviceNumbers::nameOf(std::int64_t device) const {
    const auto it = m_names.find(device);
    return it == m_names.end() ? std::string_view{} : std::string_view(it->second);
}

Status Strings::load(SqliteConnection &db) {
    auto rows = db.select("StringIds", {"id", "value"});
    while (rows.next()) {
        const auto text = rows.text(1);
        if (!mayBeVariables(text)) {
            m_ids.add(rows.number(0), static_cast<std::uint32_t>(size()));
            m_bytes.append(text);
            m_begins.push_back(m_bytes.size());
        }
    }
    m_ids.finish();
    return rows.finish();
}

}  // namespace stagescope::nsys
