#include "core/formats/nsys/nsys_device.h"

#include "core/formats/tables/copy_rows.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>

namespace stagescope::nsys {

namespace {

constexpr std::int64_t kAnyStream = 0xffffffff;  // a wait for all of a context
constexpr std::int64_t kDeviceOrder = std::int64_t{1} << 32;
constexpr std::int64_t kLastOrder = std::int64_t{1} << 60;

// How CUPTI numbers kinds of copies and of memory.
constexpr std::array<std::string_view, 14> kCopyKinds{"",     "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD",
                                                      "DtoA", "DtoD", "HtoH", "PtoP", "HtoD", "DtoH", "DtoD"};
constexpr std::array<std::string_view, 7> kMemoryKinds{"Pageable", "Pinned",        "Device",        "Array",
                                                       "Managed",  "Device Static", "Managed Static"};
bool isUnified(std::int64_t copyKind) { return copyKind >= 11 && copyKind <= 13; }

template <std::size_t kSize>
std::string_view wordOf(const std::array<std::string_view, kSize> &words, std::int64_t number) {
    return number >= 0 && number < static_cast<std::int64_t>(kSize) ? words[static_cast<std::size_t>(number)]
                                                                    : std::string_view{};
}

std::uint64_t mixed(std::int64_t device, std::int64_t context, std::int64_t stream) {
    constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15ULL;
    return static_cast<std::uint64_t>(stream) ^ static_cast<std::uint64_t>(context) * kPrime ^
           static_cast<std::uint64_t>(device) << 52;
}

constexpr std::array<std::string_view, 7> kWorkColumns{"start",     "end",      "globalPid",    "deviceId",
                                                       "contextId", "streamId", "correlationId"};
std::vector<std::string_view> withWork(std::initializer_list<std::string_view> more) {
    std::vector<std::string_view> columns(kWorkColumns.begin(), kWorkColumns.end());
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

}  // namespace

StringId DeviceReader::process(std::int64_t device) {
    const auto id = m_builder.intern(deviceId(device));
    if (m_hosts.try_emplace(device).second) {
        const auto model = m_numbers.nameOf(device);
        m_builder.describeProcess(id, id, m_builder.intern(model.empty() ? std::string_view("GPU") : model));
        m_builder.sortProcess(id, kDeviceOrder + (device & 0xffff));
    }
    return id;
}

bool DeviceReader::readWork(SqliteRows &rows, Table table, Work &work) {
    const auto begin = rows.time(0);
    const auto end = rows.time(1);
    if (!begin || !end) {
        rows.reject("no start and end");
        return false;
    }
    work.begin = *begin;
    work.duration = *end - *begin;
    work.process = processOf(rows.number(2));
    work.device = m_numbers.of(work.process, rows.number(3, -1));
    work.stream = rows.number(5, -1);
    work.correlation = rows.number(6);
    work.row = rowOf(table, rows.rowId());
    return true;
}

void DeviceReader::putOnStream(Work &work, std::int64_t context) {
    work.track = m_lanes.find(mixed(work.device, context, work.stream), [&] {
        const auto number = std::to_string(work.stream);
        const TraceBuilder::TrackKey key{TrackKind::DeviceStream, process(work.device),
                                         m_builder.intern(std::to_string(context) + '/' + number)};
        m_streams.push_back({key, work.device, context, "Stream " + number});
        m_builder.sortTrack(key, (context & 0xffffff) << 32 | (work.stream & 0xffffffff));
        return m_builder.track(key);
    });
}

void DeviceReader::addLaunch(const Work &work) {
    auto end = launchEnd(work.process, work.correlation, {work.row, work.begin, work.duration, work.track});
    end.device = LaunchEnd::deviceOf(work.device);
    m_launches.addWork(end);
    if (const auto host = std::pair(work.device, work.process); host != m_lastHost) {
        m_hosts[work.device].insert(work.process);
        m_lastHost = host;
    }
}

void DeviceReader::addWork(const Work &work, StringId name, SliceClass klass) {
    m_builder.slice(work.track, work.begin, work.duration, name, klass, work.row);
    addLaunch(work);
}

const DeviceReader::Kernel &DeviceReader::kernelOf(std::int64_t id) {
    const auto index = m_strings.index(id);
    auto &kernel = index == IdTable::kNone ? m_unnamed[id] : m_kernels[index];
    if (!kernel.name.isValid()) {
        const auto text = index == IdTable::kNone ? '#' + std::to_string(id) : std::string(m_strings.text(index));
        kernel = {m_builder.intern(text), classOfCategory("kernel", text)};
    }
    return kernel;
}

Status DeviceReader::readKernels(SqliteConnection &db) {
    const auto where = m_members.where(db, tableName(Table::Kernel), "globalPid");
    if (!where) {
        return {};
    }
    auto rows = db.select(tableName(Table::Kernel), withWork({"demangledName", "shortName", "mangledName"}), *where);
    Work work;
    while (rows.next()) {
        if (!readWork(rows, Table::Kernel, work)) {
            continue;
        }
        putOnStream(work, rows.number(4));
        const std::size_t name = !rows.isNull(7) ? 7 : !rows.isNull(8) ? 8 : 9;
        const auto &kernel = kernelOf(rows.number(name, -1));
        addWork(work, kernel.name, kernel.klass);
    }
    return rows.finish();
}

const DeviceReader::CopyName &DeviceReader::copyName(std::int64_t kind, std::int64_t from, std::int64_t to) {
    auto &name = m_copyNames[(kind & 0xff) << 16 | (from & 0xff) << 8 | (to & 0xff)];
    if (!name.name.isValid()) {
        const auto source = wordOf(kMemoryKinds, from);
        const auto target = wordOf(kMemoryKinds, to);
        const auto way = wordOf(kCopyKinds, kind);
        auto text = (isUnified(kind) ? "Unified Memcpy " : "Memcpy ") + std::string(way);
        text += source.empty() || target.empty() ? std::string()
                                                 : " (" + std::string(source) + " -> " + std::string(target) + ')';
        const auto found = copyWay(text);
        name = {m_builder.intern(text), m_texts.at(m_texts.intern(text)), found.direction, found.memory};
    }
    return name;
}

Status DeviceReader::readCopies(SqliteConnection &db) {
    const auto where = m_members.where(db, tableName(Table::Memcpy), "globalPid");
    if (!where) {
        return {};
    }
    Lanes unified;
    m_copies.reserve(m_members.isAll() ? roomFor(db, tableName(Table::Memcpy)) + roomFor(db, tableName(Table::Memset))
                                       : 0);
    auto rows = db.select(tableName(Table::Memcpy), withWork({"bytes", "copyKind", "srcKind", "dstKind"}), *where);
    Work work;
    while (rows.next()) {
        if (!readWork(rows, Table::Memcpy, work)) {
            continue;
        }
        const auto kind = rows.number(8);
        const auto &name = copyName(kind, rows.number(9, -1), rows.number(10, -1));
        if (isUnified(kind)) {
            // Pages that the driver moves: no stream, and no call that launches them.
            work.track =
                unified.find(static_cast<std::uint64_t>(work.device) << 8 | static_cast<std::uint64_t>(kind), [&] {
                    const auto lane = m_builder.intern("Unified memory " + std::string(wordOf(kCopyKinds, kind)));
                    const TraceBuilder::TrackKey key{TrackKind::DeviceStream, process(work.device), lane};
                    m_builder.sortTrack(key, kLastOrder + kind);
                    return m_builder.track(key);
                });
            work.stream = -1;
            m_builder.slice(work.track, work.begin, work.duration, name.name, SliceClass::Memcpy, work.row);
        } else {
            putOnStream(work, rows.number(4));
            addWork(work, name.name, SliceClass::Memcpy);
        }
        m_copies.push_back({name.text, name.direction, name.memory, work.stream, work.begin, work.duration,
                            std::max<std::int64_t>(rows.number(7, -1), -1), -1, work.device});
    }
    return rows.finish();
}

Status DeviceReader::readFills(SqliteConnection &db) {
    const auto where = m_members.where(db, tableName(Table::Memset), "globalPid");
    if (!where) {
        return {};
    }
    auto rows = db.select(tableName(Table::Memset), withWork({"bytes", "memKind"}), *where);
    std::map<std::int64_t, CopyName> names;
    Work work;
    while (rows.next()) {
        if (!readWork(rows, Table::Memset, work)) {
            continue;
        }
        putOnStream(work, rows.number(4));
        auto &name = names[rows.number(8, -1) & 0xff];
        if (!name.name.isValid()) {
            const auto memory = wordOf(kMemoryKinds, rows.number(8, -1));
            const auto text = memory.empty() ? std::string("Memset") : "Memset (" + std::string(memory) + ')';
            const auto way = copyWay(text);
            name = {m_builder.intern(text), m_texts.at(m_texts.intern(text)), way.direction, way.memory};
        }
        addWork(work, name.name, classOfCategory("gpu_memset", name.text));
        m_copies.push_back({name.text, name.direction, name.memory, work.stream, work.begin, work.duration,
                            std::max<std::int64_t>(rows.number(7, -1), -1), -1, work.device});
    }
    return rows.finish();
}

Status DeviceReader::readGraphs(SqliteConnection &db) {
    const auto where = m_members.where(db, tableName(Table::GraphTrace), "globalPid");
    if (!where) {
        return {};
    }
    auto rows = db.select(tableName(Table::GraphTrace), withWork({"graphId"}), *where);
    Work work;
    while (rows.next()) {
        if (readWork(rows, Table::GraphTrace, work)) {
            putOnStream(work, rows.number(4));
            const auto number = rows.optionalNumber(7);
            const auto name = number ? "CUDA graph " + std::to_string(*number) : std::string("CUDA graph");
            addWork(work, m_builder.intern(name), SliceClass::Computing);
            ++m_wholeGraphs;
        }
    }
    return rows.finish();
}

/// Waits of the host for a device: where they lie is said by their call, so that they are beside the streams here.
Status DeviceReader::readWaits(SqliteConnection &db) {
    const auto where = m_members.where(db, tableName(Table::Sync), "globalPid");
    if (!where) {
        return {};
    }
    std::map<std::int64_t, StringId> names;
    auto kinds = db.select("ENUM_CUPTI_SYNC_TYPE", {"id", "label", "name"});
    while (kinds.next()) {
        names.emplace(kinds.number(0), m_builder.intern(kinds.text(kinds.isNull(1) ? 2 : 1)));
    }
    if (const auto status = kinds.finish(); !status) {
        return status;
    }
    Lanes lanes;
    auto rows = db.select(tableName(Table::Sync), withWork({"syncType", "eventId"}), *where);
    Work work;
    while (rows.next()) {
        if (!readWork(rows, Table::Sync, work)) {
            continue;
        }
        // Older files number these kinds otherwise and do not say how; what they wait for tells.
        const bool hasEvent = rows.number(8, kAnyStream) != kAnyStream;
        const bool isOfStream = work.stream != kAnyStream;
        const auto *plain =
            hasEvent ? (isOfStream ? "Stream wait sync" : "Event sync") : (isOfStream ? "Stream sync" : "Context sync");
        const auto known = names.find(rows.number(7, -1));
        const auto name = known == names.end() ? m_builder.intern(plain) : known->second;
        work.track = lanes.find(static_cast<std::uint64_t>(work.device), [&] {
            const TraceBuilder::TrackKey key{TrackKind::Other, process(work.device),
                                             m_builder.intern("Synchronization")};
            m_builder.sortTrack(key, kLastOrder + 16);
            return m_builder.track(key);
        });
        m_builder.slice(work.track, work.begin, work.duration, name, SliceClass::Event, work.row);
    }
    return rows.finish();
}

void DeviceReader::nameStreams() {
    std::map<std::int64_t, std::set<std::int64_t>> contexts;  // by device
    for (const auto &stream : m_streams) {
        contexts[stream.device].insert(stream.context);
    }
    for (const auto &stream : m_streams) {
        const bool isOne = contexts[stream.device].size() == 1;
        const auto name = isOne ? stream.name : stream.name + " of context " + std::to_string(stream.context);
        m_builder.describeTrack(stream.key, m_builder.intern(name), {}, TrackKind::DeviceStream);
    }
}

void DeviceReader::addRates() {
    const auto byDevice = [](const CopyRecord &a, const CopyRecord &b) { return a.device < b.device; };
    if (!std::is_sorted(m_copies.begin(), m_copies.end(), byDevice)) {
        std::stable_sort(m_copies.begin(), m_copies.end(), byDevice);
    }
    for (auto begin = m_copies.begin(); begin != m_copies.end();) {
        const auto end = std::upper_bound(begin, m_copies.end(), *begin, byDevice);
        addCopyRates(std::span(begin, end), process(begin->device), m_builder);
        begin = end;
    }
}

std::map<std::string, std::string> DeviceReader::drivers() const {
    std::map<std::string, std::string> drivers;
    for (const auto &[device, hosts] : m_hosts) {
        if (!hosts.empty()) {
            drivers.emplace(deviceId(device), hosts.size() == 1 ? hostId(*hosts.begin()) : std::string());
        }
    }
    return drivers;
}

Status DeviceReader::read(SqliteConnection &db) {
    m_kernels.resize(m_strings.size());
    Status status = m_numbers.load(db);
    status = status ? readKernels(db) : status;
    status = status ? readCopies(db) : status;
    status = status ? readFills(db) : status;
    status = status ? readGraphs(db) : status;
    status = status ? readWaits(db) : status;
    status = status ? readMemory(db) : status;
    status = status ? readMetrics(db) : status;
    if (status) {
        nameStreams();
        addRates();
    }
    return status;
}

}  // namespace stagescope::nsys
