// bench_profiler_db DATABASE [WORKERS]: deep load of a database of torch_npu or Nsight Systems against a bare sqlite3
// step loop over the same tables, alternating, in one process. Prints rows per second of both, the median ratio of five
// pairs, and peak RssAnon. Limit for Nsight Systems: at least 0.5.
#include "core/formats/format_list.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>
#include <thread>

using namespace stagescope;

namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

long rssAnonKb() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("RssAnon:")) {
            return std::strtol(line.c_str() + 8, nullptr, 10);
        }
    }
    return 0;
}

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

struct Scan {
    double seconds = 0;
    long rows = 0;
};

Scan stepLoop(const std::string &path, std::span<const char *const> queries) {
    Scan scan;
    const double start = seconds();
    sqlite3 *db = nullptr;
    const auto uri = "file:" + path + "?immutable=1";
    sqlite3_open_v2(uri.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    std::uint64_t sum = 0;
    for (const auto *query : queries) {
        sqlite3_stmt *statement = nullptr;
        if (sqlite3_prepare_v2(db, query, -1, &statement, nullptr) != SQLITE_OK) {
            continue;
        }
        const int columns = sqlite3_column_count(statement);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            ++scan.rows;
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
    scan.seconds = seconds() - start;
    if (sum == 0) {
        std::puts("the step loop read nothing");
    }
    return scan;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_profiler_db DATABASE [WORKERS]\n");
        return 2;
    }
    const std::string path = argv[1];
    LoadControl control;
    control.workers = argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 2;
    FileSource file;
    file.path = path;
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        file.size = static_cast<std::uint64_t>(status.st_size);
    }
    const bool isNsys = makeNsysFormat()->recognises(path, "SQLite format 3", {});
    const auto format = isNsys ? makeNsysFormat() : makeProfilerDbFormat();
    const auto queries = isNsys ? std::span<const char *const>(kNsysQueries) : std::span<const char *const>(kQueries);
    std::atomic<bool> running{true};
    std::atomic<long> peak{0};
    std::jthread sampler([&] {
        while (running) {
            peak = std::max(peak.load(), rssAnonKb());
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
    std::array<double, 5> ratios{};
    for (auto &ratio : ratios) {
        const auto scan = stepLoop(path, queries);
        ImportLog log;
        Sink sink(log);
        const double start = seconds();
        const auto result = format->load(file, sink, control);
        const double took = seconds() - start;
        if (!result) {
            std::fprintf(stderr, "%s\n", errorLine(result.error()).c_str());
            return 1;
        }
        ratio = scan.seconds / took;
        const auto rows = static_cast<double>(scan.rows);
        std::printf("step loop %.3f s %.2f Mrows/s   deep load %.3f s %.2f Mrows/s   ratio %.2f\n", scan.seconds,
                    rows / scan.seconds / 1e6, took, rows / took / 1e6, ratio);
    }
    running = false;
    std::sort(ratios.begin(), ratios.end());
    std::printf("median ratio %.2f   peak RssAnon %ld MB\n", ratios[ratios.size() / 2], peak.load() / 1024);
    return 0;
}
