#include "core/formats/profiler_db/profiler_db_deep.h"

#include "core/base/extra_threads.h"
#include "core/store/trace/trace_merger.h"

#include <array>

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

}  // namespace

Status loadDeep(const SqliteFile &file, SqliteConnection &db, Sink &sink, const LoadControl &control) {
    ByteMeter meter(control, file.size(), rowsToRead(db));
    auto hostDb = SqliteConnection::open(file, control, sink.log(), &meter);
    auto deviceDb = SqliteConnection::open(file, control, sink.log(), &meter);
    if (!hostDb || !deviceDb) {
        return tl::make_unexpected(hostDb ? deviceDb.error() : hostDb.error());
    }
    Strings strings;
    Connections connections;
    Status status = strings.load(*hostDb);
    status = status ? connections.load(*hostDb, control.stop) : status;
    if (!status) {
        return status;
    }
    std::vector<TraceBuilder> builders(2);
    HostReader host(builders[0], strings, connections);
    DeviceReader device(builders[1], strings, connections);
    Status hostStatus;
    {
        ExtraThreads helpers;
        const auto readHost = [&] { hostStatus = host.read(*hostDb); };
        if (control.workers <= 1 || !helpers.start(readHost)) {
            readHost();
        }
        status = device.read(*deviceDb);
        status = status ? readCounters(*deviceDb, strings, builders[1]) : status;
        status = status ? readMemoryTables(*deviceDb, strings, sink) : status;
    }
    if (!status || !hostStatus) {
        return status ? hostStatus : status;
    }
    host.addLaunchFlows(device.reachedSlots());
    device.copies().give(sink);
    MergeOptions options;
    options.source = file.path();
    options.log = &sink.log();
    options.stop = control.stop;
    options.workers = control.workers;
    options.summaryLanes = true;
    auto trace = mergeTraces(std::move(builders), options);
    if (!trace) {
        return tl::make_unexpected(trace.error());
    }
    meter.finish();
    if (device.kernels().rowCount() > 0) {
        sink.addTable(device.kernels().take());
    }
    sink.addTrace(*trace);
    return {};
}

}  // namespace stagescope::profiler_db
