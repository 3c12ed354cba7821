#include "core/formats/profiler_db/profiler_db_deep.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

// Everything of DeviceReader beside tasks: steps, driver calls, communication, user ranges.
namespace stagescope::profiler_db {

Status DeviceReader::read(SqliteConnection &db) {
    m_flows.launch = m_builder.intern("async_npu");
    m_flows.driver = m_builder.intern("HostToDevice");
    m_reached.assign(m_connections.slotCount(), false);
    m_groups = readGroups(db);
    Status status = readSteps(db);
    status = status ? readCannApi(db) : status;
    status = status ? readThreadRanges(db, Table::GcRecord) : status;
    status = status ? readThreadRanges(db, Table::OsrtApi) : status;
    status = status ? m_mstx.load(db) : status;
    m_mstx.index();
    status = status ? m_kernels.load(db, m_strings) : status;
    status = status ? m_copies.load(db) : status;
    status = status ? readScheduleNames(db) : status;
    status = status ? readPlaneTasks(db) : status;
    status = status ? readTasks(db) : status;
    status = status ? readCommunicationOps(db) : status;
    if (status) {
        addMstx();
        m_copies.addRates(m_builder, [this](std::int64_t device) { return hardware(device); });
    }
    return status;
}

Status DeviceReader::readSteps(SqliteConnection &db) {
    const auto process = m_builder.intern(kStepsProcess);
    m_builder.sortProcess(process, kStepsOrder);
    auto rows = db.select("STEP_TIME", {"id", "startNs", "endNs"});
    while (rows.next()) {
        const auto begin = rows.time(1);
        const auto end = rows.time(2);
        const auto id = rows.optionalNumber(0);
        if (!id || !begin || !end) {
            rows.reject("no number, start and end");
            continue;
        }
        const auto name = m_builder.intern("Step " + std::to_string(*id));
        const auto lane = m_builder.track({TrackKind::Other, process, process});
        m_builder.slice(lane, *begin, *end - *begin, name, SliceClass::Step, rowOf(Table::StepTime, rows.rowId()));
        m_kernels.addStep(*id, *begin, *end);
    }
    return rows.finish();
}

TraceBuilder::LocalTrack DeviceReader::threadTrack(TrackCache &cache, std::int64_t globalTid, std::string_view prefix,
                                                   TrackKind kind, std::int64_t order) {
    return cache.find(static_cast<std::uint64_t>(globalTid),
                      [&] { return m_builder.track(describeThread(m_builder, globalTid, prefix, kind, order)); });
}

Status DeviceReader::readCannApi(SqliteConnection &db) {
    auto rows = db.select("CANN_API", {"startNs", "endNs", "globalTid", "connectionId", "name"});
    while (rows.next()) {
        const auto begin = rows.time(0);
        const auto end = rows.time(1);
        if (!begin || !end) {
            rows.reject("no start and end");
            continue;
        }
        const auto lane = threadTrack(m_tracks.cann, rows.number(2), "CANN", TrackKind::HostThread, 1);
        m_builder.slice(lane, *begin, *end - *begin, m_names.of(rows.number(4, -1)).id, SliceClass::Runtime,
                        rowOf(Table::CannApi, rows.rowId()));
        if (const auto connection = rows.number(3, kNoId); isConnection(connection)) {
            m_apiIndex.add(connection, static_cast<std::uint32_t>(m_apis.size()));
            m_apis.push_back({*begin, connection, lane});
        }
    }
    m_apiIndex.finish();
    m_apiReached.assign(m_apis.size(), false);
    return rows.finish();
}

Status DeviceReader::readThreadRanges(SqliteConnection &db, Table table) {
    const bool collector = table == Table::GcRecord;
    const auto collectorName = m_builder.intern("GC");
    TrackCache cache;
    auto rows = db.select(collector ? "GC_RECORD" : "OSRT_API", {"startNs", "endNs", "globalTid", "name"});
    while (rows.next()) {
        const auto begin = rows.time(0);
        const auto end = rows.time(1);
        if (!begin || !end) {
            rows.reject("no start and end");
            continue;
        }
        const auto lane =
            threadTrack(cache, rows.number(2), collector ? "GC" : "OSRT", TrackKind::HostThread, collector ? 3 : 4);
        const auto name = collector ? collectorName : m_names.of(rows.number(3, -1)).id;
        m_builder.slice(lane, *begin, *end - *begin, name, collector ? SliceClass::Python : SliceClass::Runtime,
                        rowOf(table, rows.rowId()));
    }
    return rows.finish();
}

std::string DeviceReader::groupLabel(std::int64_t group) const {
    const auto index = m_strings.index(group);
    const auto text = index == IdTable::kNone ? std::string_view() : m_strings.text(index);
    const auto it = std::find_if(m_groups.begin(), m_groups.end(), [&](const GroupRow &g) { return g.key == text; });
    return it == m_groups.end() ? std::string(text) : it->name + " " + it->globalRanks;
}

TraceBuilder::LocalTrack DeviceReader::groupTrack(std::int64_t group, std::int64_t plane,
                                                  std::optional<std::int64_t> device) {
    constexpr std::int64_t kPlanes = 1 << 16;
    // One lane per group, but of a file with several devices one per device.
    const auto other = device && device != m_firstDevice ? device : std::nullopt;
    const auto cacheKey = static_cast<std::uint64_t>(group) << 20 ^ static_cast<std::uint64_t>(plane + 1) ^
                          static_cast<std::uint64_t>(other ? *other + 1 : 0) << 48;
    return m_tracks.groups.find(cacheKey, [&] {
        const auto suffix = other ? " " + std::to_string(*other) : std::string();
        const auto process = m_builder.intern(std::string(kCommunicationProcess) + suffix);
        m_builder.describeProcess(process, process, m_builder.intern("NPU" + suffix));
        m_builder.sortProcess(process, kCommunicationOrder);
        const auto order = m_groupOrder.try_emplace(group, m_groupOrder.size()).first->second;
        const auto groupText = "Group " + std::to_string(order) + " Communication";
        const auto planeText = "Plane " + std::to_string(plane);
        const bool isPlane = plane >= 0;
        const TraceBuilder::TrackKey key{isPlane ? TrackKind::CommPlane : TrackKind::CommGroup, process,
                                         m_builder.intern(isPlane ? groupText + " " + planeText : groupText)};
        m_builder.describeTrack(key, m_builder.intern(isPlane ? planeText : groupText),
                                m_builder.intern(groupLabel(group)), key.kind);
        m_builder.sortTrack(
            key, static_cast<std::int64_t>(order) * kPlanes + std::clamp<std::int64_t>(plane + 1, 0, kPlanes - 1));
        return m_builder.track(key);
    });
}

Status DeviceReader::readPlaneTasks(SqliteConnection &db) {
    auto rows = db.select("COMMUNICATION_TASK_INFO", {"globalTaskId", "taskType", "planeId", "groupName"});
    while (rows.next()) {
        m_planeIndex.add(rows.number(0, -1), static_cast<std::uint32_t>(m_planeTasks.size()));
        m_planeTasks.push_back(
            {m_strings.index(rows.number(1, -1)),
             groupTrack(rows.number(3, -1), std::max<std::int64_t>(rows.number(2), 0), std::nullopt)});
    }
    m_planeIndex.finish();
    return rows.finish();
}

Status DeviceReader::readCommunicationOps(SqliteConnection &db) {
    auto rows = db.select("COMMUNICATION_OP", {"startNs", "endNs", "connectionId", "groupName", "opName", "deviceId"});
    while (rows.next()) {
        const auto begin = rows.time(0);
        const auto end = rows.time(1);
        if (!begin || !end) {
            rows.reject("no start and end");
            continue;
        }
        const auto lane = groupTrack(rows.number(3, -1), -1, rows.optionalNumber(5));
        m_builder.slice(lane, *begin, *end - *begin, m_names.of(rows.number(4, -1)).id, SliceClass::Communication,
                        rowOf(Table::CommunicationOp, rows.rowId()));
        endFlows(rows.number(2, kNoId), lane, *begin);
    }
    return rows.finish();
}

std::string DeviceReader::markPrefix(std::int64_t domain) const {
    const auto index = m_strings.index(domain);
    const auto text = index == IdTable::kNone ? std::string_view{} : m_strings.text(index);
    return text.empty() || text == "default" ? "MSTX" : "MSTX " + std::string(text);
}

void DeviceReader::addMstx() {
    const auto flow = m_builder.intern("MsTx");
    for (const auto &range : m_mstx.ranges()) {
        const auto name = m_names.of(range.message).id;
        const auto row = rowOf(Table::MstxEvents, range.rowId);
        const auto lane =
            threadTrack(m_tracks.mstx[range.domain], range.thread, markPrefix(range.domain), TrackKind::Mstx, 2);
        m_builder.slice(lane, range.begin, range.end - range.begin, name, SliceClass::Mstx, row);
        const auto *bounds = m_mstx.bounds(range);
        if (bounds == nullptr) {
            continue;
        }
        const TraceBuilder::TrackKey key{TrackKind::Mstx, hardware(bounds->device), m_builder.intern("MSTX")};
        const auto deviceLane = m_builder.track(key);
        m_builder.sortTrack(key, -1);
        m_builder.slice(deviceLane, bounds->begin, bounds->end - bounds->begin, name, SliceClass::Mstx, row);
        const auto id = static_cast<std::uint64_t>(range.connection);
        m_builder.flow(FlowPhase::Start, lane, range.begin, id, flow);
        m_builder.flow(FlowPhase::End, deviceLane, bounds->begin, id, flow);
    }
}

}  // namespace stagescope::profiler_db
