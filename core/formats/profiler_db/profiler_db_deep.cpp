#include "core/formats/profiler_db/profiler_db_deep.h"

#include "core/base/extra_threads.h"
#include "core/formats/tables/health_rows.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_merger.h"

#include <array>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace stagescope::profiler_db {

namespace {

constexpr std::array<std::string_view, 17> kReadTables{
    "STRING_IDS",     "CONNECTION_IDS",   "PYTORCH_API", "STEP_TIME",         "CANN_API",
    "GC_RECORD",      "OSRT_API",         "MSTX_EVENTS", "COMPUTE_TASK_INFO", "COMMUNICATION_TASK_INFO",
    "TASK",           "COMMUNICATION_OP", "MEMCPY_INFO", "MEMORY_RECORD",     "OP_MEMORY",
    "NPU_MODULE_MEM", "NPU_MEM"};

std::uint64_t rowsToRead(SqliteConnection &db) {
    std::uint64_t rows = 0;
    for (const auto table : kReadTables) {
        rows += db.maxRowId(table);
    }
    for (const auto table : counterTables(db)) {
        rows += db.maxRowId(table);
    }
    return rows;
}

/// Ids that the table of texts lacks: "#17" is shown in place of what stood there.
void tellUnknownNames(std::initializer_list<const Names *> all, std::string_view path, ImportLog &log) {
    std::set<std::int64_t> ids;
    for (const auto *names : all) {
        for (const auto &[id, text] : names->unknown()) {
            if (id >= 0) {  // below: the row has none
                ids.insert(id);
            }
        }
    }
    if (!ids.empty()) {
        log.add(Severity::DataLoss, path, "db.unknown_name", "STRING_IDS", "#" + std::to_string(*ids.begin()),
                ids.size());
    }
}

/// Rows of communication of which none tells when it was; 0 where any does.
Result<std::uint64_t> untoldOperators(SqliteConnection &db) {
    auto rows = db.select("COMMUNICATION_OP", {"startNs", "endNs"});
    bool isTold = false;
    while (!isTold && rows.next()) {
        isTold = rows.time(0) && rows.time(1);
    }
    RETURN_IF_ERROR(rows.finish());
    return isTold ? 0 : std::max(db.maxRowId("COMMUNICATION_OP"), db.maxRowId("COMMUNICATION_TASK_INFO"));
}

void tellUntold(std::string_view table, std::uint64_t count, const std::string &path, Sink &sink) {
    if (count == 0) {
        return;
    }
    TableWriter<ContentsRecord> contents;
    contents.append({kUntoldWork, static_cast<std::int64_t>(count)});
    sink.addTable(contents.take());
    sink.log().add(Severity::DataLoss, path, "db.work_without_records", table, "no device times are recorded: not used",
                   count);
}

Status tellUntoldWork(SqliteConnection &db, std::uint64_t kernels, const std::string &path, Sink &sink) {
    ASSIGN_OR_RETURN(const auto operators, untoldOperators(db));
    tellUntold("COMPUTE_TASK_INFO and TASK", kernels, path, sink);
    tellUntold("COMMUNICATION_OP", operators, path, sink);
    return {};
}

Status readDeep(SqliteConnection &hostDb, SqliteConnection &deviceDb, ByteMeter &meter, Sink &sink,
                const LoadControl &control) {
    const auto &path = deviceDb.path();
    Strings strings;
    Connections connections;
    Status status = strings.load(hostDb);
    status = status ? connections.load(hostDb, control.stop) : status;
    if (!status) {
        return status;
    }
    std::vector<TraceBuilder> builders(2);
    HostReader host(builders[0], strings, connections);
    DeviceReader device(builders[1], strings, connections);
    Status hostStatus;
    {
        ExtraThreads helpers;
        const auto readHost = [&] { hostStatus = host.read(hostDb); };
        if (&hostDb == &deviceDb || !helpers.start(readHost)) {
            readHost();
        }
        status = device.read(deviceDb);
        status = status ? readCounters(deviceDb, strings, builders[1]) : status;
        status = status ? readMemoryTables(deviceDb, strings, sink) : status;
    }
    if (!status || !hostStatus) {
        return status ? hostStatus : status;
    }
    host.addLaunchFlows(device.reachedSlots());
    tellUnknownNames({&host.names(), &device.names()}, path, sink.log());
    device.copies().give(sink);
    if (status = tellUntoldWork(deviceDb, device.kernels().untold(), path, sink); !status) {
        return status;
    }
    TraceHealth health;
    const MergeOptions options{.source = path,
                               .log = &sink.log(),
                               .stop = control.stop,
                               .workers = control.workers,
                               .summaryLanes = true,
                               .health = &health};
    ASSIGN_OR_RETURN(auto trace, mergeTraces(std::move(builders), options));
    meter.finish();
    if (device.kernels().rowCount() > 0) {
        sink.addTable(device.kernels().take());
    }
    TableWriter<HealthRecord> troubles;
    addHealthRows(*trace, health, troubles);
    giveHealth(troubles, sink);
    sink.addTrace(trace);
    return {};
}

}  // namespace

Status loadDeep(const SqliteFile &file, SqliteConnection &db, Sink &sink, const LoadControl &control) {
    constexpr std::uint64_t kAtOnce = std::uint64_t{4} << 20;  // smaller ones are done before anybody looks
    ByteMeter meter(control, file.size(), file.size() > kAtOnce ? rowsToRead(db) : 0);
    // The host's side by a connection of its own where there is a thread for it.
    auto second =
        control.workers > 1 ? std::optional(SqliteConnection::open(file, control, sink.log(), &meter)) : std::nullopt;
    if (second && !*second) {
        return tl::make_unexpected(second->error());
    }
    db.countTowards(&meter);
    auto status = readDeep(second ? **second : db, db, meter, sink, control);
    db.countTowards(nullptr);
    return status;
}

}  // namespace stagescope::profiler_db
