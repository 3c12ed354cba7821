#include "core/formats/rocprofv3/rocpd_reader.h"

#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/io/json_values.h"

#include <array>
#include <map>
#include <set>
#include <span>

namespace stagescope::rocprof {

namespace {

constexpr std::size_t kMostProcesses = 4096;
constexpr unsigned kTableShift = 56;

/// Tables whose rows become slices. The number of their place stands in the top 8 bits of a row, the row id below;
/// calls and works are given in this order.
struct RecordTable {
    std::string_view name;
    RecordKind kind;
};
constexpr std::array<RecordTable, 5> kRecordTables{{{"kernel_dispatch", RecordKind::Dispatch},
                                                    {"memory_copy", RecordKind::Copy},
                                                    {"region", RecordKind::Call},  // by its category
                                                    {"sample", RecordKind::Call},
                                                    {"memory_allocate", RecordKind::Allocation}}};

struct Field {
    std::string_view column;
    std::int64_t Record::*into;
};
constexpr std::array<Field, 4> kPlace{{{"tid", &Record::thread},
                                       {"agent_id", &Record::agent},
                                       {"queue_id", &Record::queue},
                                       {"stream_id", &Record::stream}}};
constexpr std::array<Field, 9> kOwn{{{"start", &Record::begin},
                                     {"end", &Record::end},
                                     {"timestamp", &Record::begin},
                                     {"timestamp", &Record::end},
                                     {"kernel_id", &Record::kernel},
                                     {"src_agent_id", &Record::source},
                                     {"dst_agent_id", &Record::target},
                                     {"size", &Record::bytes},
                                     {"address", &Record::address}}};
/// Columns before those of fields: all that any of the tables tells, in any schema.
enum Column : std::size_t { Pid, TrackId, EventId, NameId, StartId, EndId, Type, Level, Fields };

std::vector<std::string_view> columnsOfRecords() {
    std::vector<std::string_view> columns{"pid",      "track_id", "event_id", "name_id",
                                          "start_id", "end_id",   "type",     "level"};
    for (const auto &fields : {std::span<const Field>(kPlace), std::span<const Field>(kOwn)}) {
        for (const auto &field : fields) {
            columns.push_back(field.column);
        }
    }
    return columns;
}

/// What the row tells of these fields; `first`: their first column.
void readFields(const SqliteRows &rows, std::size_t first, std::span<const Field> fields, Record &record) {
    for (const auto &field : fields) {
        record.*(field.into) = rows.number(first++, record.*(field.into));
    }
}

/// A number of a JSON object, -1 without it.
std::int64_t memberOf(const Result<JsonDocument> &json, std::string_view name) {
    simdjson::dom::element value;
    return json && json->root()[name].get(value) == simdjson::SUCCESS ? jsonNumber(value).value_or(-1) : -1;
}

/// Environments of processes are private: nothing of them is kept but the rank. The first that is there tells:
/// launchers set their own beside that of torchrun.
std::optional<int> rankIn(std::string_view environment) {
    const auto json = JsonDocument::parse(environment, {});
    for (const std::string_view name : {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}) {
        if (const auto rank = memberOf(json, name); rank >= 0 && rank <= INT32_MAX) {
            return static_cast<int>(rank);
        }
    }
    return std::nullopt;
}

}  // namespace

std::string rankVariables(std::string_view environment) {
    const auto rank = rankIn(environment);
    return rank ? "{\"RANK\": \"" + std::to_string(*rank) + "\"}" : std::string("{}");
}

std::vector<DatabaseProcess> processesOf(SqliteConnection &db) {
    std::set<std::string> suffixes;
    for (const std::string_view table : {"rocpd_info_process", "rocpd_kernel_dispatch", "rocpd_region"}) {
        for (const auto &name : db.tables()) {
            const auto rest =
                name.starts_with(table) ? std::string_view(name).substr(table.size()) : std::string_view("-");
            if ((rest.empty() || rest.front() == '_') && suffixes.size() < kMostProcesses) {
                suffixes.emplace(rest);
            }
        }
    }
    std::vector<DatabaseProcess> processes;
    for (const auto &suffix : suffixes) {
        const auto first = processes.size();
        auto rows = db.select("rocpd_info_process" + suffix, {"id", "pid", "environment"});
        while (processes.size() < kMostProcesses && rows.next()) {
            processes.push_back(
                {.suffix = suffix, .id = rows.number(0, -1), .pid = rows.number(1), .rank = rankIn(rows.text(2))});
        }
        if (processes.size() == first) {
            processes.push_back({.suffix = suffix});
        }
        for (auto i = first; i < processes.size(); ++i) {
            processes[i].isAlone = processes.size() == first + 1;
        }
    }
    std::map<std::int64_t, int> pids;
    std::set<int> ranks;
    for (const auto &process : processes) {
        ++pids[process.pid];
        ranks.insert(process.rank.value_or(-1));
    }
    for (auto &process : processes) {
        process.name = std::to_string(process.pid) + (pids[process.pid] > 1 ? process.suffix : std::string());
        process.rank = ranks.size() == processes.size() ? process.rank : std::nullopt;  // without one all may say 0
    }
    return processes;
}

Status DatabaseReader::readHead() {
    auto &head = m_records.head();
    head.pid = m_process.pid;
    head.rank = m_process.rank;
    auto process =
        m_db.select(table("info_process"), {"init", "fini", "command", "nid"}, "WHERE id = ?1", {m_process.id});
    std::int64_t node = -1;
    if (process.next()) {
        head.begin = process.number(0);
        head.end = process.number(1);
        node = process.number(3, -1);
        for (auto rest = process.text(2); !rest.empty();) {
            const auto end = std::min(rest.find(' '), rest.size());
            const auto word = rest.substr(0, end);
            head.program = head.command.empty() ? std::string(lastPart(word)) : head.program;
            head.command.emplace(word);  // never shown: arguments may be private
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    RETURN_IF_ERROR(process.finish());
    auto nodes = m_db.select(table("info_node"), {"id", "hostname"});
    while (nodes.next()) {
        head.host = head.host.empty() || nodes.number(0) == node ? std::string(nodes.text(1)) : head.host;
    }
    RETURN_IF_ERROR(nodes.finish());
    return readAgents();
}

Status DatabaseReader::readAgents() {
    auto rows = m_db.select(table("info_agent"),
                            {"id", "pid", "type", "type_index", "product_name", "generic_name", "name", "extdata"});
    while (rows.next()) {
        if (!m_process.isAlone && rows.number(1, -1) != m_process.id) {
            continue;
        }
        Agent agent;
        agent.isGpu = rows.text(2) == "GPU";
        agent.number = rows.number(3, -1);
        agent.name = rows.text(4);
        agent.architecture = rows.text(rows.isNull(5) ? 6 : 5);
        const auto more = agent.isGpu ? JsonDocument::parse(rows.text(7), {}) : fail(ErrorKind::NotFound, {}, {});
        agent.units = memberOf(more, "cu_count");
        agent.clockMhz = memberOf(more, "max_engine_clk_fcompute");
        m_records.addAgent(rows.number(0, -1), std::move(agent));
    }
    return rows.finish();
}

Status DatabaseReader::readNames() {
    auto symbols = m_db.select(table("info_kernel_symbol"), {"id", "display_name", "kernel_name"});
    while (symbols.next()) {
        m_records.addSymbol(symbols.number(0, -1), std::string(symbols.text(symbols.text(1).empty() ? 2 : 1)));
    }
    RETURN_IF_ERROR(symbols.finish());
    auto threads = m_db.select(table("info_thread"), {"id", "tid"});
    while (threads.next() && m_threads.size() < kMostNames) {
        m_threads.emplace(threads.number(0), threads.number(1));
    }
    RETURN_IF_ERROR(threads.finish());
    auto counters = m_db.select(table("info_pmc"), {"id", "name"});
    while (counters.next()) {
        m_records.counters().addName(counters.number(0, -1), std::string(counters.text(1)));
    }
    return counters.finish();
}

Status DatabaseReader::readTracks() {
    auto rows = m_db.select(table("track"), {"id", "pid", "name_id", "tid", "agent_id", "queue_id", "stream_id"});
    while (rows.next() && m_tracks.size() < kMostNames) {
        Track track{rows.number(1, -1), rows.number(2, -1)};
        readFields(rows, 3, kPlace, track.place);
        m_tracks.emplace(rows.number(0), track);
    }
    RETURN_IF_ERROR(rows.finish());
    auto times = m_db.select(table("timestamp"), {"id", "value"});
    while (times.next()) {
        m_times.add(times.number(0), times.number(1, -1));
    }
    m_times.finish();
    return times.finish();
}

Status DatabaseReader::readEvents() {
    auto rows = m_db.select(table("event"), {"id", "stack_id", "category_id", "extdata"});
    while (rows.next()) {
        const Event event{rows.number(1), kindOfCategory(rows.number(2, -1))};
        m_events.add(rows.number(0), event);
        if (const auto more = rows.text(3); event.kind == RecordKind::Marker && contains(more, "\"message\"")) {
            const auto json = JsonDocument::parse(more, {});
            std::string_view text;
            if (json && json->root()["message"].get(text) == simdjson::SUCCESS) {
                m_records.addMarker(event.stack, std::string(text));
            }
        }
    }
    m_events.finish();
    return rows.finish();
}

/// Whether a text is found without going through all of them: in what ROCm writes.
bool DatabaseReader::canLookUp() {
    constexpr std::uint64_t kFew = 1000;
    if (!m_canLookUp) {
        m_canLookUp = m_db.maxRowId(table("string")) <= kFew || m_db.isIndexed(table("string"), "id");
    }
    return *m_canLookUp;
}

StringId DatabaseReader::textOf(std::int64_t id) {
    const auto it = m_texts.find(id);
    if (it != m_texts.end()) {
        return it->second;
    }
    auto rows = m_db.select(table("string"), {"string"}, "WHERE id = ?1", {id});
    const auto text =
        canLookUp() && rows.next() ? m_records.intern(rows.text(0)) : m_records.intern('#' + std::to_string(id));
    return m_texts.size() < kMostNames ? m_texts.emplace(id, text).first->second : text;
}

/// "HIP_RUNTIME_API_EXT", "MARKER_CORE_RANGE_API"; of other tools of ROCm also "rocm_hip_api", "python".
RecordKind DatabaseReader::kindOfCategory(std::int64_t id) {
    if (m_categories.size() >= kMostNames) {
        return RecordKind::Marker;
    }
    const auto [it, isNew] = m_categories.try_emplace(id, RecordKind::Marker);
    if (isNew && canLookUp()) {
        auto rows = m_db.select(table("info_category"), {"name"}, "WHERE id = ?1", {id});  // schema 4
        auto texts = m_db.select(table("string"), {"string"}, "WHERE id = ?1", {id});
        const auto name = rows.next()    ? lowerCase(rows.text(0))
                          : texts.next() ? lowerCase(texts.text(0))
                                         : std::string();
        const bool isCall = contains(name, "_api") && !contains(name, "marker");
        it->second = isCall ? RecordKind::Call : RecordKind::Marker;
    }
    return it->second;
}

bool DatabaseReader::readRecord(const SqliteRows &rows, RecordKind &kind, Record &record) {
    const auto track = rows.isNull(TrackId) ? m_tracks.end() : m_tracks.find(rows.number(TrackId));
    const Track lane = track == m_tracks.end() ? Track{} : track->second;
    if (!m_process.isAlone && rows.number(Pid, lane.process) != m_process.id) {
        return false;
    }
    record = lane.place;
    readFields(rows, Fields, kPlace, record);
    readFields(rows, Fields + kPlace.size(), kOwn, record);
    for (const auto &[id, into] : {std::pair(StartId, &Record::begin), std::pair(EndId, &Record::end)}) {
        const auto *time = rows.isNull(id) ? nullptr : m_times.find(rows.number(id));
        record.*into = time == nullptr ? record.*into : *time;
    }
    const auto known = m_threads.find(record.thread);
    record.thread = known == m_threads.end() ? record.thread : known->second;
    const auto *event = rows.isNull(EventId) ? nullptr : m_events.find(rows.number(EventId));
    record.correlation = event == nullptr ? 0 : event->stack;
    if (kind == RecordKind::Call) {
        kind = event == nullptr ? RecordKind::Marker : event->kind;
    }
    if (kind == RecordKind::Allocation) {  // as the JSON names it
        const auto type = rows.text(Type);
        kind = rows.text(Level) == "SCRATCH" ? RecordKind::Other : kind;
        record.name =
            m_records.intern("MEMORY_ALLOCATION_" + std::string(rows.text(Level) == "VIRTUAL" ? "VMEM_" : "") +
                             (type == "ALLOC" ? "ALLOCATE" : std::string(type)));
    } else if (kind != RecordKind::Dispatch) {
        record.name = textOf(rows.number(NameId, lane.name));
    }
    return true;
}

Status DatabaseReader::readTable(std::size_t number) {
    const auto &from = kRecordTables[number];
    auto rows = m_db.select(table(from.name), columnsOfRecords());
    while (rows.next()) {
        Record record;
        auto kind = from.kind;
        if (!readRecord(rows, kind, record)) {
            continue;
        }
        record.offset = static_cast<std::uint64_t>(number + 1) << kTableShift |
                        (static_cast<std::uint64_t>(rows.rowId()) & ((std::uint64_t{1} << kTableShift) - 1));
        m_records.take(record, kind);
        if (m_hasCounters && kind == RecordKind::Dispatch) {
            m_dispatches.add(rows.number(EventId, -1), {record.kernel, record.begin});
        }
    }
    return rows.finish();
}

Status DatabaseReader::readCounters() {
    m_dispatches.finish();
    const Dispatch *last = nullptr;
    auto rows = m_db.select(table("pmc_event"), {"event_id", "pmc_id", "value", "sample_id"});
    while (rows.next()) {
        const auto *dispatch = rows.isNull(3) ? m_dispatches.find(rows.number(0, -1)) : nullptr;
        if (dispatch != nullptr && dispatch != last) {
            m_records.counters().beginDispatch(dispatch->kernel, dispatch->time);
            last = dispatch;
        }
        if (dispatch != nullptr) {
            m_records.counters().addValue(rows.number(1, -1), rows.real(2));
        }
    }
    return rows.finish();
}

std::uint64_t DatabaseReader::rowsToRead() {
    std::uint64_t rows = m_db.maxRowId(table("event")) + m_db.maxRowId(table("pmc_event"));
    for (const auto &each : kRecordTables) {
        rows += m_db.maxRowId(table(each.name));
    }
    return rows;
}

Status DatabaseReader::read() {
    RETURN_IF_ERROR(readHead());
    RETURN_IF_ERROR(readNames());
    RETURN_IF_ERROR(readTracks());
    RETURN_IF_ERROR(readEvents());
    m_hasCounters = m_db.maxRowId(table("pmc_event")) > 0;
    for (std::size_t number = 0; number < kRecordTables.size(); ++number) {
        RETURN_IF_ERROR(readTable(number));
    }
    return readCounters();
}

Result<KeyValues> DatabaseReader::details(std::uint64_t row) {
    const auto number = row >> kTableShift;
    if (number == 0 || number > kRecordTables.size()) {
        return fail(ErrorKind::NotFound, "no such row", m_db.path());
    }
    const auto name = table(kRecordTables[number - 1].name);
    const auto columns = m_db.columns(name);
    const std::vector<std::string_view> wanted(columns.begin(), columns.end());
    const auto id = static_cast<std::int64_t>(row & ((std::uint64_t{1} << kTableShift) - 1));
    auto rows = m_db.select(name, wanted, "WHERE rowid = ?1", std::vector<std::int64_t>{id});
    if (!rows.next()) {
        return fail(ErrorKind::NotFound, "no such row", m_db.path());
    }
    KeyValues values;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!rows.isNull(i) && wanted[i] != "guid" && wanted[i] != "extdata") {
            values.emplace_back(columns[i], std::string(rows.text(i)));
        }
        // What was handed to a call.
        if (wanted[i] == "event_id" && m_db.isIndexed(table("arg"), "event_id")) {
            auto arguments = m_db.select(table("arg"), {"name", "value"}, "WHERE event_id = ?1", {rows.number(i)});
            while (arguments.next()) {
                values.emplace_back(std::string(arguments.text(0)), std::string(arguments.text(1)));
            }
        }
    }
    return values;
}

}  // namespace stagescope::rocprof
