#include "core/base/io/database_head.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/small_file.h"
#include "core/formats/rocprofv3/rocpd_reader.h"
#include "core/formats/rocprofv3/rocprof_reader.h"
#include "core/formats/tables/environment_rows.h"
#include "core/formats/trace_json/launched_trace.h"

#include <algorithm>

namespace stagescope {

namespace {

void addNumber(EnvironmentRows &rows, std::string_view key, std::int64_t value) {
    if (value > 0) {
        rows.add("device", key, std::to_string(value));
    }
}

void giveEnvironment(const rocprof::Head &head, Sink &sink) {
    EnvironmentRows rows;
    if (!head.host.empty()) {
        rows.add("identity", "host", head.host);
    }
    if (head.rank) {
        rows.add("identity", "rank", std::to_string(*head.rank));
    }
    std::int64_t count = 0;
    for (const auto &[handle, agent] : head.agents) {
        if (!agent.isGpu) {
            continue;
        }
        if (++count == 1) {  // those of a machine are alike
            rows.add("device", "name", agent.name.empty() ? agent.architecture : agent.name);
            if (!agent.architecture.empty()) {
                rows.add("device", "architecture", agent.architecture);
            }
            addNumber(rows, "multiprocessors", agent.units);
            addNumber(rows, "clock_hz", agent.clockMhz * 1'000'000);
        }
    }
    addNumber(rows, "count", count);
    rows.give(sink);
}

/// The command as one name without its numbers: ranks of a job differ in nothing else, other programs and launchers in
/// words, and the interpreter alone makes nothing alike.
std::set<std::string> nameOf(const std::set<std::string> &command) {
    std::set<std::string> words;
    for (const auto &word : command) {
        std::string text;
        for (const char c : word) {
            const bool isNumber = c >= '0' && c <= '9';
            text += isNumber && text.ends_with('#') ? std::string() : std::string(1, isNumber ? '#' : c);
        }
        words.insert(std::move(text));
    }
    std::string name;
    for (const auto &word : words) {
        name += word + ' ';
    }
    return name.empty() ? std::set<std::string>{} : std::set<std::string>{std::move(name)};
}

/// Records with what they are put into.
struct Recording {
    explicit Recording(const std::string &path)
        : trace{.path = path, .builders = std::vector<TraceBuilder>(2), .launches = {}},
          records(trace.builders[0], trace.builders[1], path) {}

    LaunchedTrace trace;
    rocprof::Records records;
};

/// All of a recording into the sink, but where reading was stopped.
Status give(Recording &from, const Status &status, Sink &sink, const LoadControl &control) {
    if (!status && status.error().kind == ErrorKind::Cancelled) {
        return status;
    }
    auto &records = from.records;
    records.finish(sink.log());
    sink.addTable(records.takeCounters());
    from.trace.launches = {&records.calls(), &records.works()};
    from.trace.copies = std::move(records.copies());
    from.trace.memory = std::move(records.memory());
    from.trace.drivers = records.drivers();
    from.trace.sign = "rocprofv3=";
    from.trace.mayOverlap = true;  // queues run kernels beside one another
    const auto given = giveLaunchedTrace(std::move(from.trace), sink, control);
    return status ? given : status;
}

/// fn(database, reader) of the process that is meant of a database; `control` and `log` are those of reading it.
template <class Fn>
Status withProcess(const FileSource &file, rocprof::Records &records, const LoadControl &control, ImportLog &log,
                   Fn fn) {
    ASSIGN_OR_RETURN(const auto database, SqliteFile::open(file.path, control, log));
    ASSIGN_OR_RETURN(auto db, SqliteConnection::open(database, control, log));
    const auto processes = rocprof::processesOf(db);
    const auto it = std::find_if(processes.begin(), processes.end(), [&](const rocprof::DatabaseProcess &process) {
        return file.process.empty() || process.name == file.process;
    });
    if (it == processes.end()) {
        return fail(ErrorKind::Malformed, "the database has no such recording of rocprofv3", file.path);
    }
    rocprof::DatabaseReader reader(db, *it, records);
    return fn(database, db, reader);
}

/// What rocprofv3 writes of a process: PID_results.db (its default, which `rocpd merge` puts together), or
/// PID_results.json (`--output-format json`).
class Rocprofv3Format final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "rocprofv3"; }

    [[nodiscard]] bool sniff(std::string_view, std::string_view head) const override {
        const auto begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
        return begin != std::string_view::npos && head[begin] == '{' &&
               contains(head.substr(begin, 256), "\"rocprofiler-sdk-tool\"");
    }

    /// The tables of a database are named behind its first page.
    [[nodiscard]] bool recognises(const std::string &path, std::string_view head,
                                  const std::stop_token &stop) const override {
        return head.starts_with(kDatabaseMagic) && !processesIn(path, stop).empty();
    }

    /// A rank for each process.
    [[nodiscard]] std::vector<FilePart> parts(const std::string &path, const std::stop_token &stop) const override {
        std::vector<FilePart> parts;
        const auto processes = isDatabase(path) ? processesIn(path, stop) : std::vector<rocprof::DatabaseProcess>{};
        for (std::size_t i = 0; processes.size() > 1 && i < processes.size(); ++i) {
            parts.push_back({.number = static_cast<int>(i), .rank = processes[i].rank, .process = processes[i].name});
        }
        return parts;
    }

    /// A compressed database is not unpacked for that.
    [[nodiscard]] std::optional<RecordedWork> firstWork(const FileSource &file) const override {
        const bool isPacked = unpackedName(file.path) != file.path;
        const LoadControl control;
        Recording of(file.path);
        ImportLog log;
        const auto status = isPacked && isDatabase(file.path) ? Status(fail(ErrorKind::Unsupported, {}))
                                                              : readHead(file, of.records, control, log);
        const auto &head = of.records.head();
        if (!status || head.begin <= 0 || head.host.empty() || head.pid <= 0) {
            return std::nullopt;
        }
        return RecordedWork{head.begin, std::max(head.begin, head.end), std::to_string(head.pid), nameOf(head.command),
                            head.host};
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        Recording of(file.path);
        if (control.depth == LoadDepth::Shallow) {
            const auto status = readHead(file, of.records, control, sink.log());
            giveEnvironment(of.records.head(), sink);
            return status;
        }
        if (isDatabase(file.path)) {
            return withProcess(file, of.records, control, sink.log(),
                               [&](const auto &database, auto &db, auto &reader) {
                                   ByteMeter meter(control, database.size(), reader.rowsToRead());
                                   db.countTowards(&meter);
                                   const auto status = give(of, reader.read(), sink, control);
                                   db.countTowards(nullptr);
                                   meter.finish();
                                   return status;
                               });
        }
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        return give(of, rocprof::Reader(of.records).read(*source, control), sink, control);
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        RETURN_IF_ERROR(checkUnchanged(file));
        const LoadControl control;
        KeyValues values;
        if (isDatabase(file.path)) {
            Recording of(file.path);
            ImportLog log;
            RETURN_IF_ERROR(withProcess(file, of.records, control, log, [&](const auto &, auto &, auto &reader) {
                auto found = reader.details(row.row);
                values = found ? std::move(*found) : KeyValues{};
                return found ? Status{} : Status(tl::make_unexpected(found.error()));
            }));
            return values;
        }
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        JsonStream json(*source, control, row.row);
        const bool isRead = json.next() == JsonStream::Token::BeginObject &&
                            rocprof::readFields(json, [&](std::string_view name, std::string_view value) {
                                if (name != "size") {
                                    values.emplace_back(std::string(name), std::string(value));
                                }
                            });
        return isRead ? Result<KeyValues>(std::move(values)) : fail(ErrorKind::NotFound, "no such record", file.path);
    }

private:
    /// Also of a compressed one.
    static bool isDatabase(const std::string &path) {
        const auto source = ByteSource::open(path);
        std::string head(kDatabaseMagic.size(), '\0');
        return source && (*source)->read(0, head).value_or(0) == head.size() && head == kDatabaseMagic;
    }

    static std::vector<rocprof::DatabaseProcess> processesIn(const std::string &path, const std::stop_token &stop) {
        LoadControl control;
        control.stop = stop;
        ImportLog log;
        const auto database = SqliteFile::open(path, control, log);
        auto db = database ? SqliteConnection::open(*database, control, log) : tl::make_unexpected(database.error());
        return db ? rocprof::processesOf(*db) : std::vector<rocprof::DatabaseProcess>{};
    }

    static Status readHead(const FileSource &file, rocprof::Records &records, const LoadControl &control,
                           ImportLog &log) {
        if (isDatabase(file.path)) {
            return withProcess(file, records, control, log,
                               [](const auto &, auto &, auto &reader) { return reader.readHead(); });
        }
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        return rocprof::Reader(records).readHead(*source, control);
    }
};

}  // namespace

std::unique_ptr<Format> makeRocprofv3Format() { return std::make_unique<Rocprofv3Format>(); }

}  // namespace stagescope
