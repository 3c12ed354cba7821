// Shallow opening of many ranks on one thread: CPU milliseconds per rank of discovery and of loading, beside two
// references in the same process: a bare sqlite3 step loop over the same tables and columns of the same databases, and
// all bytes of the files that are loaded read once. The median of five rounds in turn. Limit: 4 ms a rank for discovery
// and loading together.
//
//   stagescope demo demo --pp 8 --dp 32 --microbatches 16 --steps 2 --layers 1
//   for i in $(seq 32); do mkdir -p real/copy$i && cp -rs PROFILE/. real/copy$i; done    (files as links)
//   bench_shallow FOLDER...
#include "core/formats/format_list.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_job.h"
#include "core/session/loading/source_loader.h"
#include "tests/bench/measured_process.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

using namespace stagescope;

namespace {

constexpr std::size_t kRounds = 5;

/// What shallow loading reads of a profiler database, then of the databases of communication.
constexpr std::array<const char *, 15> kQueries{
    "SELECT id,startNs,endNs FROM STEP_TIME",
    "SELECT rankId,deviceId FROM RANK_DEVICE_MAP",
    "SELECT name,value FROM META_DATA",
    "SELECT component,totalAllocated,totalReserved,timestamp FROM MEMORY_RECORD",
    "SELECT type,ddr,hbm FROM NPU_MEM",
    "SELECT opName,groupName,opType,algType,dataType,startNs,endNs,connectionId,count,relay,retry FROM "
    "COMMUNICATION_OP",
    "SELECT id,name FROM ENUM_HCCL_DATA_TYPE",
    "SELECT rowid,startNs,endNs,message,globalTid,connectionId,domainId FROM MSTX_EVENTS",
    "SELECT globalTaskId FROM COMPUTE_TASK_INFO",
    "SELECT startNs,endNs,connectionId,globalTaskId FROM TASK",
    "SELECT id,value FROM STRING_IDS",
    "SELECT * FROM StepTraceTime",
    "SELECT * FROM CommAnalyzerBandwidth",
    "SELECT * FROM CommAnalyzerMatrix",
    "SELECT * FROM CommAnalyzerTime"};

double cpuMs() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

std::uint64_t stepRow(sqlite3_stmt *statement, int columns) {
    std::uint64_t sum = 0;
    for (int i = 0; i < columns; ++i) {
        switch (sqlite3_column_type(statement, i)) {
            case SQLITE_TEXT:
                sum += *sqlite3_column_text(statement, i);
                break;
            case SQLITE_FLOAT:
                sum += static_cast<std::uint64_t>(sqlite3_column_double(statement, i) > 0);
                break;
            case SQLITE_NULL:
                break;
            default:
                sum += static_cast<std::uint64_t>(sqlite3_column_int64(statement, i));
        }
    }
    return sum;
}

std::uint64_t stepLoop(const std::string &path) {
    std::uint64_t sum = 0;
    sqlite3 *db = nullptr;
    const auto uri = "file:" + path + "?immutable=1";
    sqlite3_open_v2(uri.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    for (const auto *query : kQueries) {
        sqlite3_stmt *statement = nullptr;
        if (sqlite3_prepare_v2(db, query, -1, &statement, nullptr) == SQLITE_OK) {
            const int columns = sqlite3_column_count(statement);
            while (sqlite3_step(statement) == SQLITE_ROW) {
                sum += stepRow(statement, columns);
            }
        }
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
    return sum;
}

std::uint64_t readAll(const std::string &path) {
    static std::vector<char> window(std::size_t{1} << 20);
    std::uint64_t sum = 0;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    while (file >= 0) {
        const auto got = ::read(file, window.data(), window.size());
        if (got <= 0) {
            break;
        }
        sum += static_cast<std::uint64_t>(got) + static_cast<unsigned char>(window.front());
    }
    ::close(file);
    return sum;
}

/// Files that shallow loading reads.
std::vector<std::string> filesOf(const Run &run) {
    std::vector<std::string> files;
    for (const auto &capture : run.captures) {
        for (const auto &file : capture.files) {
            const auto *format = file.chosen ? readerOf(file, formatList()) : nullptr;
            if (format != nullptr && format->has(LoadDepth::Shallow)) {
                files.push_back(file.path);
            }
        }
    }
    return files;
}

enum Part { kDiscovery, kLoading, kStepLoop, kBytes, kParts };
using Round = std::array<double, kParts>;

Round measuredRound(const std::string &folder, Run &run) {
    Round round{};
    const auto timed = [&](Part part, auto &&work) {
        const double before = cpuMs();
        const auto result = work();
        round[part] = cpuMs() - before;
        return result;
    };
    auto found = timed(kDiscovery, [&] { return discover(folder, RunId{0}); });
    if (!found) {
        std::fprintf(stderr, "%s\n", errorLine(found.error()).c_str());
        std::exit(2);
    }
    const auto files = filesOf(*found);
    std::uint64_t sum = timed(kStepLoop, [&] {
        std::uint64_t of = 0;
        for (const auto &file : files) {
            of += file.ends_with(".db") ? stepLoop(file) : 0;
        }
        return of;
    });
    sum += timed(kBytes, [&] {
        std::uint64_t of = 0;
        for (const auto &file : files) {
            of += readAll(file);
        }
        return of;
    });
    run = timed(kLoading, [&] { return loadDiscoveredShallow(std::move(*found)); });
    if (sum == 0) {
        std::puts("the references read nothing");
    }
    return round;
}

void measure(const std::string &folder) {
    Run run;
    std::array<Round, kRounds> rounds{};
    for (auto &round : rounds) {
        round = measuredRound(folder, run);
    }
    Round median{};
    for (std::size_t part = 0; part < kParts; ++part) {
        std::array<double, kRounds> values{};
        std::transform(rounds.begin(), rounds.end(), values.begin(), [&](const Round &round) { return round[part]; });
        std::sort(values.begin(), values.end());
        median[part] = values[kRounds / 2] / static_cast<double>(std::max<std::size_t>(run.captures.size(), 1));
    }
    std::size_t bytes = 0;
    for (const auto &capture : run.captures) {
        bytes += byteSize(capture.loaded);
    }
    std::printf("%s: %zu ranks\n", folder.c_str(), run.captures.size());
    std::printf("  ms a rank: discovery %.3f + loading %.3f = %.3f (limit 4); step loop %.3f, bytes alone %.3f\n",
                median[kDiscovery], median[kLoading], median[kDiscovery] + median[kLoading], median[kStepLoop],
                median[kBytes]);
    bench::tellRatio("ranks from their databases / step loop and bytes of the same files",
                     (median[kDiscovery] + median[kLoading]) / (median[kStepLoop] + median[kBytes]), 3);
    std::printf("  stores %.1f kB a rank\n",
                static_cast<double>(bytes) / 1e3 / static_cast<double>(std::max<std::size_t>(run.captures.size(), 1)));
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_shallow FOLDER...\n");
        return 2;
    }
    for (int i = 1; i < argc; ++i) {
        measure(argv[i]);
    }
    return 0;
}
