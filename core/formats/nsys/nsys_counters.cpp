// Memory of devices and what samplers counted on them.
#include "core/formats/nsys/nsys_device.h"

#include <algorithm>

namespace stagescope::nsys {

namespace {

constexpr std::int64_t kPinned = 1;

/// "SMs Active [Throughput %]" as name and unit.
std::pair<std::string_view, std::string_view> nameAndUnit(std::string_view text) {
    const auto open = text.rfind(" [");
    if (open == std::string_view::npos || !text.ends_with(']')) {
        return {text, "%"};
    }
    auto unit = text.substr(open + 2, text.size() - open - 3);
    unit = unit == "Throughput %" ? std::string_view("%") : unit;
    return {text.substr(0, open), unit};
}

}  // namespace

Status DeviceReader::readMemory(SqliteConnection &db) {
    constexpr std::string_view kTable = "CUDA_GPU_MEMORY_USAGE_EVENTS";
    const auto where = m_members.where(db, kTable, "globalPid");
    if (!where) {
        return {};
    }
    auto rows = db.select(
        kTable, {"start", "globalPid", "deviceId", "address", "bytes", "memKind", "memoryOperationType"}, *where);
    while (rows.next()) {
        const auto time = rows.time(0);
        const auto bytes = rows.number(4, -1);
        const auto operation = rows.number(6, -1);
        if (!time || (operation != 0 && operation != 1)) {
            rows.reject("no start, or neither an allocation nor a release");
            continue;
        }
        m_memory.push_back({*time, std::max<std::int64_t>(bytes, 0),
                            m_numbers.of(processOf(rows.number(1)), rows.number(2, -1)),
                            static_cast<std::uint64_t>(rows.number(3)), rows.number(5, -1) == kPinned, operation == 1});
    }
    return rows.finish();
}

Status DeviceReader::readMetrics(SqliteConnection &db) {
    constexpr std::string_view kTable = "GPU_METRICS";
    constexpr std::int64_t kDeviceMask = 0xff;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> names;
    auto known = db.select("TARGET_INFO_GPU_METRICS", {"typeId", "metricId", "metricName"});
    while (known.next()) {
        names.emplace(std::pair(known.number(0), known.number(1)), known.text(2));
    }
    if (const auto status = known.finish(); !status) {
        return status;
    }
    struct Series {
        TraceBuilder::LocalTrack track = 0;
        double factor = 1;
        bool isWanted = false;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, Series> all;
    const auto used = m_hosts;
    const bool isLater = db.hasColumn(kTable, "timestamp");
    auto rows = db.select(kTable, {isLater ? "timestamp" : "start", "typeId", "metricId", "value"});
    while (rows.next()) {
        const auto time = rows.time(0);
        if (!time || rows.isNull(3)) {
            rows.reject("no time or no value");
            continue;
        }
        const auto key = std::pair(rows.number(1), rows.number(2));
        auto it = all.find(key);
        if (it == all.end()) {
            constexpr std::size_t kMost = 4096;
            const auto device = key.first & kDeviceMask;
            Series series;
            series.isWanted = all.size() < kMost && (m_members.isAll() || used.contains(device));
            if (series.isWanted) {
                const auto name = names.find(key);
                const auto [text, unit] = nameAndUnit(name == names.end() ? std::string_view{} : name->second);
                const auto title = text.empty() ? "Metric " + std::to_string(key.second) : std::string(text);
                const auto id = m_builder.intern(title);
                const TraceBuilder::TrackKey track{TrackKind::Counter, process(device), id};
                m_builder.describeTrack(track, id, m_builder.intern(unit), TrackKind::Counter);
                series.track = m_builder.track(track);
                series.factor = unit == "MHz" ? 1e-6 : 1;  // clocks are counted in Hz
            }
            it = all.emplace(key, series).first;
        }
        if (it->second.isWanted) {
            m_builder.sample(it->second.track, *time, rows.real(3) * it->second.factor,
                             static_cast<std::uint64_t>(rows.rowId()));
        }
    }
    return rows.finish();
}

}  // namespace stagescope::nsys
