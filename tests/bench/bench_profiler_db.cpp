// bench_profiler_db DATABASE|--made MB [WORKERS]: deep load of a database of torch_npu or Nsight Systems against a bare
// sqlite3 step loop over the same tables, alternating, each in a process of its own. Prints the CPU seconds and peak
// memory of both and the median ratio of five pairs.
#include "core/base/io/database_head.h"
#include "core/formats/format_list.h"
#include "tests/bench/made_files.h"
#include "tests/bench/measured_process.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

using namespace stagescope;

namespace {

/// Every table and column that the deep load of a generated database reads.
constexpr std::array<const char *, 9> kQueries{
    "SELECT id,value FROM STRING_IDS",
    "SELECT id,connectionId FROM CONNECTION_IDS",
    "SELECT rowid,startNs,endNs,globalTid,connectionId,name,type FROM PYTORCH_API",
    "SELECT rowid,name,globalTaskId FROM COMPUTE_TASK_INFO",
    "SELECT rowid,startNs,endNs,deviceId,connectionId,globalTaskId,taskType,streamId FROM TASK",
    "SELECT rowid,startNs,endNs,globalTid,connectionId,name FROM CANN_API",
    "SELECT rowid,globalTaskId,taskType,planeId,groupName FROM COMMUNICATION_TASK_INFO",
    "SELECT rowid,startNs,endNs,connectionId,groupName,opName FROM COMMUNICATION_OP",
    "SELECT rowid,accId,readBwLevel,writeBwLevel,readOstLevel,writeOstLevel,timestampNs,deviceId FROM ACC_PMU"};

/// All columns of what the load of a database of Nsight Systems reads.
constexpr std::array<const char *, 10> kNsysQueries{"SELECT * FROM StringIds",
                                                    "SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL",
                                                    "SELECT * FROM CUPTI_ACTIVITY_KIND_MEMCPY",
                                                    "SELECT * FROM CUPTI_ACTIVITY_KIND_MEMSET",
                                                    "SELECT * FROM CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                                                    "SELECT * FROM CUPTI_ACTIVITY_KIND_RUNTIME",
                                                    "SELECT * FROM NVTX_EVENTS",
                                                    "SELECT * FROM OSRT_API",
                                                    "SELECT * FROM SCHED_EVENTS",
                                                    "SELECT * FROM GPU_METRICS"};

/// Rows that it read.
std::uint64_t stepLoop(const std::string &path, std::span<const char *const> queries) {
    sqlite3 *db = nullptr;
    const auto uri = "file:" + path + "?immutable=1";
    sqlite3_open_v2(uri.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    std::uint64_t rows = 0;
    std::uint64_t sum = 0;
    for (const auto *query : queries) {
        sqlite3_stmt *statement = nullptr;
        if (sqlite3_prepare_v2(db, query, -1, &statement, nullptr) != SQLITE_OK) {
            continue;
        }
        const int columns = sqlite3_column_count(statement);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            ++rows;
            for (int i = 0; i < columns; ++i) {
                switch (sqlite3_column_type(statement, i)) {
                    case SQLITE_TEXT:
                        sum += static_cast<std::uint64_t>(sqlite3_column_bytes(statement, i)) +
                               *sqlite3_column_text(statement, i);
                        break;
                    case SQLITE_NULL:
                        break;
                    default:
                        sum += static_cast<std::uint64_t>(sqlite3_column_int64(statement, i));
                }
            }
        }
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
    return sum == 0 ? 0 : rows;
}

bool isLoaded(const Format &format, const FileSource &file, const LoadControl &control) {
    ImportLog log;
    Sink sink(log);
    return static_cast<bool>(format.load(file, sink, control));
}

}  // namespace

int main(int argc, char **argv) {
    struct stat status {};
    const bool isMade = argc > 2 && std::string(argv[1]) == "--made";
    const bench::MadeFolder folder;
    FileSource file;
    file.path = isMade ? bench::madeNsys(folder, std::atof(argv[2])) : argc > 1 ? argv[1] : "";
    if (::stat(file.path.c_str(), &status) != 0) {
        std::fprintf(stderr, "usage: bench_profiler_db DATABASE|--made MB [WORKERS]\n");
        return 2;
    }
    file.size = static_cast<std::uint64_t>(status.st_size);
    LoadControl control;
    control.workers = argc > 2 + isMade ? static_cast<unsigned>(std::strtoul(argv[2 + isMade], nullptr, 10)) : 1;
    const bool isNsys = makeNsysFormat()->recognises(file.path, kDatabaseMagic, {});
    const auto format = isNsys ? makeNsysFormat() : makeProfilerDbFormat();
    const auto queries = isNsys ? std::span<const char *const>(kNsysQueries) : std::span<const char *const>(kQueries);
    std::array<double, 5> ratios{};
    for (auto &ratio : ratios) {
        const auto plain = bench::measured([&] { return stepLoop(file.path, queries) == 0 ? 1 : 0; });
        const auto own = bench::measured([&] { return isLoaded(*format, file, control) ? 0 : 1; });
        ratio = own.cpuSeconds / plain.cpuSeconds;
        std::printf("step loop %.2f s, %.0f MiB   load %.2f s, %.0f MiB   ratio %.2f\n", plain.cpuSeconds,
                    plain.peakMiB, own.cpuSeconds, own.peakMiB, ratio);
    }
    std::sort(ratios.begin(), ratios.end());
    bench::tellRatio(isNsys ? "database of Nsight Systems / step loop" : "database of torch_npu / step loop",
                     ratios[ratios.size() / 2], isNsys ? 2 : 1.3);
    return 0;
}
