// CPU of statements over slices in memory, beside an in-memory SQLite of the same rows, in turns in one run. Target:
// never slower than twice; filters on rank, track and time at least 5 times faster. Then how long a statement goes on
// after it was stopped: 100 ms at most.
//
//   bench_ask [millions of slices]
#include "core/ask/ask_engine.h"
#include "core/store/trace/trace_store.h"
#include "tests/bench/made_trace.h"
#include "tests/bench/measured_process.h"

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <stop_token>
#include <string_view>
#include <thread>

using namespace stagescope;

namespace {

constexpr int kRounds = 3;
constexpr int kRanks = 8;

double cpuMs(const std::function<void()> &work) {
    const auto begin = std::clock();
    work();
    return 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::shared_ptr<const Workspace> workspaceOf(std::size_t slices) {
    auto workspace = std::make_shared<Workspace>();
    Run run;
    run.id = RunId{0};
    for (int rank = 0; rank < kRanks; ++rank) {
        RankCapture capture;
        capture.rank = rank;
        capture.state = LoadState::Deep;
        capture.loaded.push_back(
            {SourceId{static_cast<std::uint32_t>(rank)}, {bench::madeTrace({slices / kRanks, 10, 1, 400})}, {}});
        run.captures.push_back(std::move(capture));
    }
    workspace->runs.push_back(std::move(run));
    return workspace;
}

void run(sqlite3 *connection, const char *sql) {
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v2(connection, sql, -1, &statement, nullptr) != SQLITE_OK) {
        std::printf("%s: %s\n", sql, sqlite3_errmsg(connection));
        std::exit(1);
    }
    while (sqlite3_step(statement) == SQLITE_ROW) {
    }
    sqlite3_finalize(statement);
}

sqlite3 *filled(const Workspace &workspace) {
    sqlite3 *connection = nullptr;
    sqlite3_open(":memory:", &connection);
    run(connection, "CREATE TABLE slice(rank INTEGER, track INTEGER, name TEXT, begin_ns INTEGER, dur_ns INTEGER)");
    sqlite3_stmt *insert = nullptr;
    run(connection, "BEGIN");
    sqlite3_prepare_v2(connection, "INSERT INTO slice VALUES (?, ?, ?, ?, ?)", -1, &insert, nullptr);
    int number = 0;
    for (const auto &capture : workspace.runs.front().captures) {
        const auto &trace = *capture.loaded.front().traces.front();
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; i < slices.size(); ++i) {
                const auto name = trace.text(slices.name(i));
                sqlite3_bind_int(insert, 1, capture.rank);
                sqlite3_bind_int(insert, 2, number);
                sqlite3_bind_text(insert, 3, name.data(), static_cast<int>(name.size()), SQLITE_STATIC);
                sqlite3_bind_int64(insert, 4, ns(slices.begin(i)));
                sqlite3_bind_int64(insert, 5, (slices.end(i) - slices.begin(i)).count());
                sqlite3_step(insert);
                sqlite3_reset(insert);
            }
            number += track.kind == TrackKind::Process ? 0 : 1;
        }
    }
    sqlite3_finalize(insert);
    run(connection, "COMMIT");
    return connection;
}

/// The longest time from the stop to the end, of stops at several moments.
double stopMs(const AnalysisInput &input, const char *sql) {
    using Wall = std::chrono::steady_clock;
    double longest = 0;
    for (const int after : {5, 60, 250, 700}) {
        std::stop_source source;
        std::atomic<Wall::rep> stopped{0};
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(after));
            stopped = Wall::now().time_since_epoch().count();
            source.request_stop();
        });
        const bool isCancelled = !ask(input, sql, {}, source.get_token());
        const auto end = Wall::now().time_since_epoch().count();
        stopper.join();
        const Wall::duration since(end - stopped);
        longest = isCancelled ? std::max(longest, std::chrono::duration<double, std::milli>(since).count()) : longest;
    }
    return longest;
}

}  // namespace

int main(int argc, char **argv) {
    const auto slices = static_cast<std::size_t>((argc > 1 ? std::atof(argv[1]) : 5) * 1e6);
    const auto workspace = workspaceOf(slices);
    sqlite3 *connection = nullptr;
    std::printf("%zu slices; filling SQLite %.0f ms\n", slices, cpuMs([&] { connection = filled(*workspace); }));
    AnalysisInput input;
    input.workspace = workspace.get();
    double worstFilter = 0;
    double worst = 0;
    for (const auto *sql :
         {"SELECT count(*) FROM slice", "SELECT sum(dur_ns) FROM slice", "SELECT count(*) FROM slice WHERE rank = 3",
          "SELECT count(*), sum(dur_ns) FROM slice WHERE rank = 3 AND begin_ns BETWEEN 2000000000 AND 2050000000",
          "SELECT count(*) FROM slice WHERE track = 17 AND begin_ns < 1100000000",
          "SELECT count(*) FROM slice WHERE name = 'aten::operator_with_a_name_7'",
          "SELECT name, count(*), sum(dur_ns) FROM slice GROUP BY name",
          "SELECT rank, sum(dur_ns) FROM slice GROUP BY rank",
          "SELECT rank, name, dur_ns FROM slice ORDER BY dur_ns DESC LIMIT 20"}) {
        double own = 1e18;
        double other = 1e18;
        for (int i = 0; i < kRounds; ++i) {
            own = std::min(own, cpuMs([&] {
                               if (const auto table = ask(input, sql, {}, {}); !table) {
                                   std::printf("%s: %s\n", sql, table.error().detail.c_str());
                               }
                           }));
            other = std::min(other, cpuMs([&] { run(connection, sql); }));
        }
        std::printf("%9.2f ms, SQLite %9.2f ms, ratio %5.2f  %s\n", own, other, own / other, sql);
        const std::string_view text = sql;
        const bool isPushedDown = text.find("WHERE rank") != text.npos || text.find("WHERE track") != text.npos;
        auto &most = isPushedDown ? worstFilter : worst;
        most = std::max(most, own / other);
    }
    sqlite3_close(connection);
    double longestStop = 0;
    for (const auto *sql :
         {"SELECT name, count(*), sum(dur_ns) FROM slice GROUP BY name",
          "SELECT rank, name, begin_ns, dur_ns FROM slice ORDER BY dur_ns",
          "SELECT name, begin_ns, evidence FROM slice LIMIT 900000",
          "SELECT count(*) FROM slice WHERE name LIKE '%x%y%z%'", "SELECT count(*) FROM slice WHERE name = 'none'",
          "SELECT p95(dur_ns) FROM slice", "SELECT sum_by(name, dur_ns) FROM slice",
          "SELECT count(*) FROM slice a JOIN slice b ON a.name < b.name",
          "SELECT count(*) FROM cover((SELECT spans(begin_ns, dur_ns) FROM slice))"}) {
        const double stopped = stopMs(input, sql);
        longestStop = std::max(longestStop, stopped);
        std::printf("%9.2f ms from stop to end  %s\n", stopped, sql);
    }
    bench::tellRatio("SQL over slices, slowest statement / SQLite in memory", worst, 2);
    bench::tellRatio("SQL over slices, slowest filter on rank, track, time / SQLite in memory", worstFilter, 0.2);
    bench::tellRatio("SQL over slices, end of a stopped statement / 100 ms", longestStop / 100, 1);
    return 0;
}
