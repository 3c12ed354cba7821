#include "core/formats/nsys/nsys_host.h"

#include "core/base/words/producer_words.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>

namespace stagescope::nsys {

namespace {

// What a lane beside the thread's own holds; the order of the lanes of a thread.
constexpr std::array<std::string_view, 5> kLanes{"", "ranges", "OS calls", "running", "profiler"};

/// How NVTX numbers its events.
enum EventType : std::int64_t { kMark = 34, kPushPop = 59, kStartEnd = 60 };

bool isDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isNcclRange(std::string_view name) {
    return name.starts_with("nccl") && !name.starts_with("nccl:") && !collectiveOf(name).empty();
}

}  // namespace

std::string_view callName(std::string_view text) {
    const auto mark = text.rfind("_v");
    return mark != std::string_view::npos && mark > 0 && isDigits(text.substr(mark + 2)) ? text.substr(0, mark) : text;
}

// emit_nvtx writes "aten::mm, seq = 12, op_id = 34, sizes = [[8, 16], [16, 4]], input_op_ids = ...".
RangeName rangeName(std::string_view text) {
    const auto &words = ProducerWords::builtIn();
    const auto comma = text.find(", ");
    const auto rest = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 2);
    const bool isOperator = rest.starts_with("seq = ") || rest.starts_with("op_id = ") || rest.starts_with("sizes = ");
    if (!isOperator && !text.starts_with("aten::")) {
        return {text, words.isStep(text) ? SliceClass::Step : SliceClass::Mstx, {}};
    }
    RangeName found{text.substr(0, isOperator ? comma : text.size()), SliceClass::HostOp, {}};
    constexpr std::string_view kSizes = "sizes = ";
    if (const auto at = rest.find(kSizes); at != std::string_view::npos) {
        const auto sizes = rest.substr(at + kSizes.size());
        const auto end = sizes.rfind(']');
        const auto next = sizes.find(", input_op_ids");
        const auto last = next == std::string_view::npos ? (end == std::string_view::npos ? end : end + 1) : next;
        found.shapes = sizes.substr(0, last);
    }
    return found;
}

StringId HostReader::process(ProcessKey process) {
    const auto id = m_builder.intern(hostId(process));
    if (m_seen.insert(process).second) {
        const auto program = m_programs.find(process);
        const auto number = std::to_string(pidOf(process));
        const auto name = program == m_programs.end() || program->second.empty() ? "Process " + number
                                                                                 : program->second + ' ' + number;
        m_builder.describeProcess(id, m_builder.intern(name), m_builder.intern("CPU"));
        m_builder.sortProcess(id, pidOf(process));
    }
    return id;
}

TraceBuilder::LocalTrack HostReader::lane(Lanes &cache, std::int64_t globalTid, std::string_view lane, TrackKind kind) {
    return cache.find(static_cast<std::uint64_t>(globalTid), [&] {
        const auto tid = tidOf(globalTid);
        const auto suffix = lane.empty() ? std::string() : ' ' + std::string(lane);
        const TraceBuilder::TrackKey key{kind, process(processOf(globalTid)),
                                         m_builder.intern(std::to_string(tid) + suffix)};
        const auto known = m_threadNames.find(globalTid);
        const auto name = (known == m_threadNames.end() ? std::string("Thread") : known->second) + ' ' +
                          std::to_string(tid) + (suffix.empty() ? suffix : ':' + suffix);
        m_builder.describeTrack(key, m_builder.intern(name), {}, kind);
        const auto place = std::find(kLanes.begin(), kLanes.end(), lane) - kLanes.begin();
        // The main thread of a process has its number: first.
        const auto order = tid == pidOf(processOf(globalTid)) ? 0 : tid;
        m_builder.sortTrack(key, order * static_cast<std::int64_t>(kLanes.size()) + place);
        return m_builder.track(key);
    });
}

StringId HostReader::nameOf(std::int64_t id) {
    const auto index = m_strings.index(id);
    if (index == IdTable::kNone) {
        return m_builder.intern('#' + std::to_string(id));
    }
    auto &name = m_names[index];
    if (!name.isValid()) {
        name = m_builder.intern(callName(m_strings.text(index)));
    }
    return name;
}

Status HostReader::readNames(SqliteConnection &db) {
    m_names.resize(m_strings.size());
    m_ranges.resize(m_strings.size());
    auto processes = db.select("PROCESSES", {"globalPid", "name"});
    while (processes.next()) {
        m_programs.emplace(processOf(processes.number(0)), programName(processes.text(1)));
    }
    if (const auto status = processes.finish(); !status) {
        return status;
    }
    auto threads = db.select("ThreadNames", {"globalTid", "nameId"});
    while (threads.next()) {
        if (const auto name = m_strings.textOf(threads.number(1, -1)); !name.empty()) {
            m_threadNames.emplace(threads.number(0), name);
        }
    }
    return threads.finish();
}

Status HostReader::readCalls(SqliteConnection &db, const Calls &calls) {
    const auto table = tableName(calls.table);
    const auto where = m_members.where(db, table, "globalTid");
    if (!where) {
        return {};
    }
    const bool isText = db.hasColumn(table, "textId");  // MPI
    const bool launches = calls.table == Table::Runtime;
    Lanes own;
    auto &cache = calls.lane.empty() ? m_threads : own;
    const auto kind = calls.klass == SliceClass::Other ? TrackKind::Other : TrackKind::HostThread;
    m_launches.reserveCalls(launches && m_members.isAll() ? roomFor(db, table) : 0);
    auto rows = db.select(table, {"start", "end", "globalTid", isText ? "textId" : "nameId", "correlationId"}, *where);
    while (rows.next()) {
        const auto begin = rows.time(0);
        const auto end = rows.time(1);
        if (!begin || !end) {
            rows.reject("no start and end");
            continue;
        }
        const auto thread = rows.number(2);
        const auto track = lane(cache, thread, calls.lane, kind);
        const auto row = rowOf(calls.table, rows.rowId());
        m_builder.slice(track, *begin, *end - *begin, nameOf(rows.number(3, -1)), calls.klass, row);
        if (const auto correlation = launches ? rows.number(4) : 0; correlation > 0) {
            m_launches.addCall(launchEnd(processOf(thread), correlation, {row, *begin, *end - *begin, track}));
        }
    }
    return rows.finish();
}

HostReader::Known HostReader::known(std::string_view text) {
    const auto range = rangeName(text);
    const auto shapes = range.shapes.empty() ? range.shapes : m_texts.at(m_texts.intern(range.shapes));
    return {m_builder.intern(range.name), range.klass, shapes, isNcclRange(range.name)};
}

const HostReader::Known &HostReader::rangeOf(const SqliteRows &rows) {
    if (!rows.isNull(5)) {
        const auto text = m_builder.intern(rows.text(5));
        auto [it, isNew] = m_ownTexts.try_emplace(text);
        if (isNew) {
            it->second = known(m_builder.text(text));
        }
        return it->second;
    }
    const auto id = rows.number(4, -1);
    const auto index = m_strings.index(id);
    if (index == IdTable::kNone) {
        auto [it, isNew] = m_ownTexts.try_emplace(m_builder.intern('#' + std::to_string(id)));
        it->second.name = isNew ? it->first : it->second.name;
        return it->second;
    }
    auto &range = m_ranges[index];
    if (!range.name.isValid()) {
        range = known(m_strings.text(index));
    }
    return range;
}

Status HostReader::readRanges(SqliteConnection &db) {
    const auto where = m_members.where(db, tableName(Table::Nvtx), "globalTid");
    if (!where) {
        return {};
    }
    if (const auto status = m_payloads.load(db); !status) {
        return status;
    }
    m_launches.reserveOperands(m_members.isAll() ? roomFor(db, tableName(Table::Nvtx)) : 0);
    std::vector<std::string_view> columns{"start", "end", "globalTid", "eventType", "textId", "text"};
    const auto payload = NcclPayloads::payloadColumns();
    columns.insert(columns.end(), payload.begin(), payload.end());
    auto rows = db.select(tableName(Table::Nvtx), columns, *where);
    while (rows.next()) {
        const auto type = rows.number(3, kPushPop);
        if (type != kMark && type != kPushPop && type != kStartEnd) {
            continue;  // names of domains and categories
        }
        const auto begin = rows.time(0);
        if (!begin) {
            rows.reject("no start");
            continue;
        }
        addRange(rows, *begin, rangeOf(rows));
    }
    return rows.finish();
}

void HostReader::addRange(const SqliteRows &rows, std::int64_t begin, const Known &known) {
    const auto type = rows.number(3, kPushPop);
    const auto row = rowOf(Table::Nvtx, rows.rowId());
    const auto thread = rows.number(2);
    const auto end = rows.time(1);
    if (type == kStartEnd) {
        const auto track = lane(m_openRanges, thread, kLanes[1], TrackKind::Mstx);
        if (end) {
            m_builder.slice(track, begin, *end - begin, known.name, known.klass, row);
        } else {
            m_builder.asyncBegin(track, begin, m_builder.intern(std::to_string(row)), known.name, known.klass, row);
        }
        return;
    }
    const auto track = lane(m_threads, thread, {}, TrackKind::HostThread);
    m_builder.markCalls(track);
    if (known.klass == SliceClass::Step) {
        m_builder.markStep(track);
    }
    if (type == kMark) {
        m_builder.slice(track, begin, 0, known.name, SliceClass::Instant, row);
        return;
    }
    if (!end) {
        m_builder.begin(track, begin, known.name, known.klass, row);
        return;
    }
    m_builder.slice(track, begin, *end - begin, known.name, known.klass, row);
    if (!known.shapes.empty()) {
        m_launches.addOperands({row, known.shapes, {}, {}});
    }
    if (known.isNccl) {
        m_communication.push_back(m_payloads.read(m_builder.text(known.name), rows, 6));
        m_communication.back().offset = row;
    }
}

// Rows say when a thread got a core and when it lost one.
Status HostReader::readScheduling(SqliteConnection &db) {
    const auto where = m_members.where(db, tableName(Table::Sched), "globalTid");
    if (!where) {
        return {};
    }
    struct Running {
        std::int64_t since = INT64_MIN;
        std::int64_t row = 0;
    };
    const auto processes = m_seen;  // others are of the machine, not of the program
    const auto name = m_builder.intern("Running");
    Lanes cache;
    std::vector<Running> running;  // by track
    auto rows = db.select(tableName(Table::Sched), {"start", "isSchedIn", "globalTid"}, *where);
    while (rows.next()) {
        const auto time = rows.time(0);
        const auto thread = rows.number(2);
        if (!time || rows.isNull(2)) {
            rows.reject("no start or no thread");
            continue;
        }
        if (!processes.empty() && !processes.contains(processOf(thread))) {
            continue;
        }
        const auto track = lane(cache, thread, kLanes[3], TrackKind::Other);
        running.resize(std::max<std::size_t>(running.size(), track + 1));
        auto &now = running[track];
        if (rows.number(1) != 0) {
            now = {*time, rows.rowId()};
        } else if (now.since != INT64_MIN) {
            m_builder.slice(track, now.since, *time - now.since, name, SliceClass::Other, rowOf(Table::Sched, now.row));
            now = {};
        }
    }
    return rows.finish();
}

Status HostReader::read(SqliteConnection &db) {
    auto status = readNames(db);
    constexpr std::array<Calls, 9> kCalls{{{Table::Runtime, kLanes[0], SliceClass::Runtime},
                                           {Table::Cublas, kLanes[0], SliceClass::Runtime},
                                           {Table::Cudnn, kLanes[0], SliceClass::Runtime},
                                           {Table::MpiCollective, kLanes[0], SliceClass::Runtime},
                                           {Table::MpiTransfer, kLanes[0], SliceClass::Runtime},
                                           {Table::MpiOther, kLanes[0], SliceClass::Runtime},
                                           {Table::Osrt, kLanes[2], SliceClass::Runtime},
                                           {Table::ProfilerOverhead, kLanes[4], SliceClass::Other},
                                           {Table::CudaOverhead, kLanes[4], SliceClass::Other}}};
    for (const auto &calls : kCalls) {
        status = status ? readCalls(db, calls) : status;
    }
    status = status ? readRanges(db) : status;
    return status ? readScheduling(db) : status;
}

}  // namespace stagescope::nsys
