#include "core/formats/profiler_db/profiler_db_deep.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>

namespace stagescope::profiler_db {

namespace {

/// Class of a task that has neither a kernel's nor a communication's row, by its type ("MEMCPY_ASYNC", "Notify Wait"
/// ...).
SliceClass classOfType(std::string_view type) {
    std::string upper(type);
    std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c == ' ' ? '_' : c;
    });
    if (upper.starts_with("MEMCPY") || upper.starts_with("MEMSET") || upper.starts_with("SDMA") ||
        upper.starts_with("PCIE_DMA")) {
        return SliceClass::Memcpy;
    }
    constexpr std::array<std::string_view, 8> kEvents{"EVENT",       "NOTIFY",       "PROFILING",   "WRITE_VALUE",
                                                      "STREAM_WAIT", "CAPTURE_WAIT", "MAINTENANCE", "PLACE_HOLDER"};
    const auto matches = [&](std::string_view word) { return upper.find(word) != std::string::npos; };
    return std::any_of(kEvents.begin(), kEvents.end(), matches) ? SliceClass::Event : SliceClass::Other;
}

/// Types of tasks that run a kernel: KERNEL_AIVEC, AI_CORE, AI_VECTOR_CORE, AI_CPU, MIX_AIC ...
bool runsKernel(std::string_view type) {
    return type.starts_with("KERNEL_") || type.starts_with("AI_") || type.starts_with("MIX_AI");
}

}  // namespace

StringId DeviceReader::hardware(std::int64_t device) {
    const auto process = m_builder.intern("device " + std::to_string(device));
    const bool first = m_firstDevice.value_or(device) == device;
    m_firstDevice = m_firstDevice.value_or(device);
    m_builder.describeProcess(process,
                              m_builder.intern("Ascend Hardware" + (first ? "" : " " + std::to_string(device))),
                              m_builder.intern("NPU " + std::to_string(device)));
    m_builder.sortProcess(process, kHardwareOrder);
    return process;
}

TraceBuilder::LocalTrack DeviceReader::streamTrack(std::int64_t device, std::int64_t stream) {
    const auto cacheKey = static_cast<std::uint64_t>(device) << 40 ^ static_cast<std::uint64_t>(stream);
    return m_tracks.streams.find(cacheKey, [&] {
        const auto name = m_builder.intern("Stream " + std::to_string(stream));
        const TraceBuilder::TrackKey key{TrackKind::DeviceStream, hardware(device), name};
        m_builder.sortTrack(key, stream);
        return m_builder.track(key);
    });
}

const DeviceReader::TaskType &DeviceReader::taskType(std::int64_t id) {
    auto it = m_taskTypes.find(id);
    if (it == m_taskTypes.end()) {
        const auto name = m_names.of(id).id;
        const auto text = m_builder.text(name);
        it = m_taskTypes.emplace(id, TaskType{name, classOfType(text), runsKernel(text)}).first;
    }
    return it->second;
}

Status DeviceReader::readScheduleNames(SqliteConnection &db) {
    auto rows = db.select("COMMUNICATION_SCHEDULE_TASK_INFO", {"name", "globalTaskId"});
    while (rows.next()) {
        // A task without a known name is one all the same: its index lies beyond the strings.
        const auto index = m_strings.index(rows.number(0, -1));
        m_scheduleNames.add(rows.number(1),
                            index == IdTable::kNone ? static_cast<std::uint32_t>(m_strings.size()) : index);
    }
    m_scheduleNames.finish();
    return rows.finish();
}

void DeviceReader::endFlows(std::int64_t connection, TraceBuilder::LocalTrack track, std::int64_t time) {
    if (!isConnection(connection)) {
        return;
    }
    const auto flowId = static_cast<std::uint64_t>(connection);
    if (const auto slot = m_connections.slot(connection); slot != IdTable::kNone) {
        m_reached[slot] = true;
        m_builder.flow(FlowPhase::End, track, time, flowId, m_flows.launch);
    }
    if (const auto api = m_apiIndex.find(connection); api != IdTable::kNone) {
        if (!m_apiReached[api]) {
            m_apiReached[api] = true;
            m_builder.flow(FlowPhase::Start, m_apis[api].track, m_apis[api].begin, flowId, m_flows.driver);
        }
        m_builder.flow(FlowPhase::End, track, time, flowId, m_flows.driver);
    }
}

Status DeviceReader::readTasks(SqliteConnection &db) {
    auto rows =
        db.select("TASK", {"startNs", "endNs", "deviceId", "connectionId", "globalTaskId", "taskType", "streamId"});
    while (rows.next()) {
        const auto begin = rows.time(0);
        const auto end = rows.time(1);
        if (!begin || !end) {
            rows.reject("no start and end");
            continue;
        }
        const auto device = rows.number(2);
        const auto connection = rows.number(3, kNoId);
        const auto id = rows.optionalNumber(4);
        const auto row = rowOf(Table::Task, rows.rowId());
        const auto lane = streamTrack(device, rows.number(6));
        const auto compute = id ? m_kernels.find(*id) : IdTable::kNone;
        const auto plane = id && compute == IdTable::kNone ? m_planeIndex.find(*id) : IdTable::kNone;
        const auto schedule = id && compute == IdTable::kNone ? m_scheduleNames.find(*id) : IdTable::kNone;
        const auto nameIndex = compute != IdTable::kNone ? m_kernels.nameOf(compute) : schedule;
        const auto &type = taskType(rows.number(5, -1));
        const auto name = nameIndex < m_strings.size() ? m_names.ofIndex(nameIndex).id : type.name;
        const auto klass = compute != IdTable::kNone ? SliceClass::Computing
                           : plane != IdTable::kNone ? SliceClass::CommTask
                                                     : type.klass;
        const bool isTold = compute != IdTable::kNone || plane != IdTable::kNone || schedule != IdTable::kNone;
        if (type.runsKernel && !isTold) {
            m_kernels.addUntold();
        }
        m_builder.slice(lane, *begin, *end - *begin, name, klass, row);
        m_mstx.addTask(connection, *begin, *end, device);
        if (klass == SliceClass::Memcpy) {
            m_copies.add(id.value_or(kNoId), device,
                         {m_builder.text(name), {}, {}, rows.number(6, -1), *begin, *end - *begin});
        }
        if (plane != IdTable::kNone) {
            const auto &task = m_planeTasks[plane];
            const auto taskName = task.type < m_strings.size() ? m_names.ofIndex(task.type).id : type.name;
            m_builder.slice(task.track, *begin, *end - *begin, taskName, SliceClass::CommTask, row);
            continue;  // arrows lead to the operator, not to each of its tasks
        }
        if (compute != IdTable::kNone) {
            m_kernels.add(compute, *begin, *end, rows.number(6, -1));
        }
        endFlows(connection, lane, *begin);
    }
    return rows.finish();
}

}  // namespace stagescope::profiler_db
