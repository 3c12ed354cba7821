#include "core/formats/profiler_db/profiler_db_deep.h"
#include "core/store/trace/interruptible_sort.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stagescope::profiler_db {

Status Connections::load(SqliteConnection &db, const std::stop_token &stop) {
    auto rows = db.select("CONNECTION_IDS", {"id", "connectionId"});
    while (rows.next()) {
        const auto connection = rows.number(1, kNoId);
        if (isConnection(connection)) {
            m_entries.push_back({rows.number(0), connection, 0, false});
        }
    }
    RETURN_IF_ERROR(rows.finish());
    std::vector<std::uint32_t> byConnection(m_entries.size());
    for (std::uint32_t i = 0; i < byConnection.size(); ++i) {
        byConnection[i] = i;
    }
    const auto inOrder = [&](auto a, auto b) { return m_entries[a].connection < m_entries[b].connection; };
    if (!interruptibleSort(byConnection.begin(), byConnection.end(), inOrder, stop)) {
        return fail(ErrorKind::Cancelled, "loading was cancelled", db.path());
    }
    for (std::size_t first = 0; first < byConnection.size(); ++m_slotCount) {
        const auto connection = m_entries[byConnection[first]].connection;
        auto last = first;
        while (last < byConnection.size() && m_entries[byConnection[last]].connection == connection) {
            ++last;
        }
        m_slots.add(connection, static_cast<std::uint32_t>(m_slotCount));
        const bool joinsCalls = last - first > 1;
        for (; first < last; ++first) {
            auto &entry = m_entries[byConnection[first]];
            entry.slot = static_cast<std::uint32_t>(m_slotCount);
            entry.joinsCalls = joinsCalls;
        }
    }
    m_slots.finish();
    const auto byId = [](const Entry &a, const Entry &b) {
        return std::tie(a.id, a.connection) < std::tie(b.id, b.connection);
    };
    if (!interruptibleSort(m_entries.begin(), m_entries.end(), byId, stop)) {
        return fail(ErrorKind::Cancelled, "loading was cancelled", db.path());
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (i == 0 || m_entries[i - 1].id != m_entries[i].id) {
            m_first.add(m_entries[i].id, static_cast<std::uint32_t>(i));
        }
    }
    m_first.finish();
    return {};
}

TraceBuilder::TrackKey describeThread(TraceBuilder &builder, std::int64_t globalTid, std::string_view prefix,
                                      TrackKind kind, std::int64_t order) {
    // globalTid = process id in the upper, thread id in the lower 32 bits
    const auto pid = std::to_string(static_cast<std::uint64_t>(globalTid) >> 32);
    const auto tid = globalTid & 0xffffffff;
    const auto process = builder.intern("host " + pid);
    builder.describeProcess(process, builder.intern("Host: " + pid), builder.intern("CPU"));
    builder.sortProcess(process, kHostOrder);
    const auto name = builder.intern(std::string(prefix) + " " + std::to_string(tid));
    const TraceBuilder::TrackKey key{kind, process, name};
    builder.describeTrack(key, name, StringId{}, kind);
    builder.sortTrack(key, tid * 8 + order);
    return key;
}

Status HostReader::readTypes(SqliteConnection &db) {
    m_types = {{50001, SliceClass::HostOp},
               {50002, SliceClass::Queue},
               {50003, SliceClass::Python},
               {50004, SliceClass::Mstx}};
    constexpr std::array<std::pair<std::string_view, SliceClass>, 4> kNames{{{"op", SliceClass::HostOp},
                                                                             {"queue", SliceClass::Queue},
                                                                             {"trace", SliceClass::Python},
                                                                             {"mstx", SliceClass::Mstx}}};
    auto rows = db.select("ENUM_API_TYPE", {"id", "name"});
    while (rows.next()) {
        const auto it =
            std::find_if(kNames.begin(), kNames.end(), [&](const auto &n) { return n.first == rows.text(1); });
        if (it != kNames.end()) {
            m_types[rows.number(0)] = it->second;
        }
    }
    return rows.finish();
}

SliceClass HostReader::classOf(std::int64_t type) const {
    const auto it = m_types.find(type);
    return it == m_types.end() ? SliceClass::Other : it->second;
}

TraceBuilder::LocalTrack HostReader::track(std::int64_t globalTid, bool mstx) {
    // Process ids stay below 2^22, so the top bit is free.
    const auto key = static_cast<std::uint64_t>(globalTid) ^ (mstx ? std::uint64_t{1} << 63 : 0);
    return m_tracks.find(key, [&] {
        return m_builder.track(describeThread(m_builder, globalTid, mstx ? "MSTX" : "Thread",
                                              mstx ? TrackKind::Mstx : TrackKind::HostThread, mstx ? 2 : 0));
    });
}

Status HostReader::read(SqliteConnection &db) {
    RETURN_IF_ERROR(readTypes(db));
    m_queueFlow = m_builder.intern("async_task_queue");
    m_forwardFlow = m_builder.intern("fwdbwd");
    m_launchFlow = m_builder.intern("async_npu");
    m_begun.assign(m_connections.slotCount(), false);
    std::int64_t lastType = -1;
    auto typeClass = SliceClass::Other;
    auto rows = db.select("PYTORCH_API", {"startNs", "endNs", "globalTid", "connectionId", "name", "type"});
    while (rows.next()) {
        const auto begin = rows.time(0);
        const auto end = rows.time(1);
        if (!begin || !end) {
            rows.reject("no start and end");
            continue;
        }
        if (const auto type = rows.number(5); type != lastType) {
            lastType = type;
            typeClass = classOf(type);
        }
        const auto name = m_names.of(rows.number(4, -1));
        const auto klass = name.trait == Names::Trait::Step ? SliceClass::Step : typeClass;
        const auto lane = track(rows.number(2), klass == SliceClass::Mstx);
        m_builder.slice(lane, *begin, *end - *begin, name.id, klass, rowOf(Table::PytorchApi, rows.rowId()));
        if (const auto id = rows.optionalNumber(3)) {
            addConnections({*begin, lane, name.trait, klass}, *id);
        }
    }
    return rows.finish();
}

void HostReader::addConnections(const Call &call, std::int64_t id) {
    m_connections.forEach(id, [&](const Connections::Entry &entry) {
        const auto flowId = static_cast<std::uint64_t>(entry.connection);
        if (call.klass == SliceClass::Queue) {
            const auto phase = call.trait == Names::Trait::Dequeue ? FlowPhase::End : FlowPhase::Start;
            if (entry.joinsCalls) {
                m_builder.flow(phase, call.track, call.begin, flowId, m_queueFlow);
            }
        } else if (entry.joinsCalls) {
            // Calls of one kind come in the order of time: the forward one first.
            const auto phase = m_begun[entry.slot] ? FlowPhase::End : FlowPhase::Start;
            m_begun[entry.slot] = true;
            m_builder.flow(phase, call.track, call.begin, flowId, m_forwardFlow);
        } else {
            m_launches.push_back({entry.slot, call.track, call.begin, entry.connection});
        }
    });
}

void HostReader::addLaunchFlows(const std::vector<bool> &reachedSlots) {
    for (const auto &launch : m_launches) {
        if (launch.slot < reachedSlots.size() && reachedSlots[launch.slot]) {
            m_builder.flow(FlowPhase::Start, launch.track, launch.time, static_cast<std::uint64_t>(launch.connection),
                           m_launchFlow);
        }
    }
    m_launches = {};
}

}  // namespace stagescope::profiler_db
