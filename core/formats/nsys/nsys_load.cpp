// Both sides of a file to one trace and its tables.
#include "core/base/extra_threads.h"
#include "core/formats/nsys/nsys.h"
#include "core/formats/nsys/nsys_device.h"
#include "core/formats/nsys/nsys_host.h"
#include "core/formats/trace_json/launched_trace.h"

#include <array>
#include <utility>
#include <vector>

namespace stagescope::nsys {

namespace {

constexpr std::array kReadTables{Table::Kernel,  Table::Memcpy, Table::Memset, Table::Sync,  Table::GraphTrace,
                                 Table::Runtime, Table::Nvtx,   Table::Osrt,   Table::Sched, Table::ProfilerOverhead};

std::uint64_t rowsToRead(SqliteConnection &db) {
    auto rows = db.maxRowId("StringIds") + db.maxRowId("GPU_METRICS") + db.maxRowId("CUDA_GPU_MEMORY_USAGE_EVENTS");
    for (const auto table : kReadTables) {
        rows += db.maxRowId(tableName(table));
    }
    return rows;
}

/// ns since 1970 at the time 0 of the file; 0 where it does not tell.
std::int64_t originOf(SqliteConnection &db) {
    constexpr std::int64_t kLimit = std::int64_t{1} << 61;
    auto session = db.select("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"});
    auto origin = session.next() ? session.number(0) : 0;
    std::int64_t shift = 0;
    for (const auto *table : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
        auto rows = db.select(table, {"name", "value"});
        while (rows.next()) {
            if (rows.text(0) == "EXPORT_PARAM_TIME_SHIFT") {
                shift = rows.number(1);
            }
        }
    }
    const bool isPlain = origin > 0 && origin < kLimit && shift > -kLimit && shift < kLimit;
    return isPlain ? origin - shift : 0;
}

/// Both sides, each by a connection of its own.
Status readSides(const SqliteFile &file, HostReader &host, DeviceReader &device, Strings &strings, Sink &sink,
                 const LoadControl &control, ByteMeter &meter) {
    auto hostDb = SqliteConnection::open(file, control, sink.log(), &meter);
    auto deviceDb = SqliteConnection::open(file, control, sink.log(), &meter);
    if (!hostDb || !deviceDb) {
        return tl::make_unexpected(hostDb ? deviceDb.error() : hostDb.error());
    }
    Status status = strings.load(*hostDb);
    if (!status) {
        return status;
    }
    Status hostStatus;
    {
        ExtraThreads helpers;
        const auto readHost = [&] { hostStatus = host.read(*hostDb); };
        if (control.workers <= 1 || !helpers.start(readHost)) {
            readHost();
        }
        status = device.read(*deviceDb);
    }
    return status ? hostStatus : status;
}

}  // namespace

Status loadDeep(const SqliteFile &file, SqliteConnection &db, const Members &members, Sink &sink,
                const LoadControl &control) {
    ByteMeter meter(control, file.size(), rowsToRead(db));
    Strings strings;
    LaunchedTrace trace{.path = file.path(), .builders = std::vector<TraceBuilder>(2), .launches = {}};
    HostReader host(trace.builders[0], strings, members);
    DeviceReader device(trace.builders[1], strings, members);
    auto status = readSides(file, host, device, strings, sink, control, meter);
    if (!status) {
        return status;
    }
    trace.launches = {&host.launches(), &device.launches()};
    trace.communication = std::move(host.communication());
    trace.copies = std::move(device.copies());
    trace.drivers = device.drivers();
    trace.origin = originOf(db);
    trace.sign = "nsys=";
    trace.memory = std::move(device.memory());
    status = giveLaunchedTrace(std::move(trace), sink, control);
    sink.log().add(Severity::Info, file.path(), "nsys.whole_graphs", tableName(Table::GraphTrace),
                   "recorded without their kernels: --cuda-graph-trace=node", device.wholeGraphs());
    meter.finish();
    return status;
}

}  // namespace stagescope::nsys
