#include "core/base/step_id.h"
#include "core/formats/io/json_values.h"
#include "core/formats/profiler_db/profiler_db.h"
#include "core/formats/profiler_db/profiler_db_cells.h"
#include "core/formats/tables/contents_rows.h"
#include "core/formats/tables/environment_rows.h"
#include "core/store/step_extremes.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace stagescope::profiler_db {

namespace {

Status readSteps(SqliteConnection &db, std::vector<Step> &steps) {
    auto rows = db.select("STEP_TIME", {"id", "startNs", "endNs"});
    while (rows.next()) {
        const auto begin = rows.time(1);
        const auto end = rows.time(2);
        const auto id = rows.optionalNumber(0);
        if (!id || !begin || !end || *end < *begin) {
            rows.reject("no number, start and end");
            continue;
        }
        steps.push_back({*id, *begin, *end});
    }
    steps = separateSteps(
        std::move(steps), [](const Step &step) { return step.begin; }, [](const Step &step) { return step.end; },
        [](Step &known, const Step &other) { known.end = std::max(known.end, other.end); });
    return rows.finish();
}

void giveSteps(const std::vector<Step> &steps, Sink &sink) {
    TableWriter<StepRecord> table;
    for (const auto &step : steps) {
        table.append({step.step, step.begin, step.end});
    }
    sink.addTable(table.take());
}

/// The rank and device of the file. Newer databases keep a row of rank -1 beside the real one.
Status readIdentity(SqliteConnection &db, EnvironmentRows &environment) {
    auto rows = db.select("RANK_DEVICE_MAP", {"rankId", "deviceId"});
    std::optional<std::pair<std::int64_t, std::int64_t>> found;
    while (rows.next()) {
        const std::pair row(rows.number(0, -1), rows.number(1, -1));
        if (!found || (found->first < 0 && row.first >= 0)) {
            found = row;
        }
    }
    if (found && found->first >= 0) {
        environment.add("identity", "rank", std::to_string(found->first));
    }
    if (found && found->second >= 0) {
        environment.add("identity", "device", std::to_string(found->second));
    }
    return rows.finish();
}

Status readFacts(SqliteConnection &db, EnvironmentRows &environment) {
    auto hosts = db.select("HOST_INFO", {"hostName", "hostUid"});
    if (hosts.next()) {
        environment.add("identity", "host", hosts.text(0));
        environment.add("host", "hostName", hosts.text(0));
        environment.add("host", "hostUid", hosts.text(1));
    }
    RETURN_IF_ERROR(hosts.finish());
    auto devices = db.select("NPU_INFO", {"id", "name"});
    while (devices.next()) {
        environment.add("device", "NPU " + std::string(devices.text(0)), devices.text(1));
    }
    RETURN_IF_ERROR(devices.finish());
    auto session = db.select("SESSION_TIME_INFO", {"startTimeNs", "endTimeNs"});
    if (session.next()) {
        environment.add("session", "startTimeNs", session.text(0));
        environment.add("session", "endTimeNs", session.text(1));
    }
    return session.finish();
}

/// What one allocator had over the capture, and in each step.
struct AllocatorExtremes {
    std::int64_t least = INT64_MAX;          ///< allocated
    std::int64_t peak = 0;                   ///< allocated
    std::optional<std::int64_t> reserved{};  ///< most; nothing where it is not recorded
    StepExtremes steps;
};

void giveStepExtremes(const std::vector<Step> &steps, const StepExtremes &of, EnvironmentRows &environment) {
    const auto extremes = of.extremes();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (extremes[i]) {
            const auto name = " " + stepText(steps[i].step);
            environment.add("memory", "step_least_bytes" + name, std::to_string(extremes[i]->least));
            environment.add("memory", "step_peak_bytes" + name, std::to_string(extremes[i]->most));
        }
    }
}

/// The framework's own allocator where several are recorded, else the largest.
void giveAllocator(SqliteConnection &db, const std::map<std::int64_t, AllocatorExtremes> &extremes,
                   const std::vector<Step> &steps, EnvironmentRows &environment) {
    std::vector<std::int64_t> ids;
    for (const auto &[id, of] : extremes) {
        ids.push_back(id);
    }
    const auto names = textsOf(db, ids);
    const auto weight = [&](const auto &entry) {
        const auto name = names.find(entry.first);
        return std::pair(name != names.end() && name->second == "PTA", entry.second.peak);
    };
    const auto it = std::max_element(extremes.begin(), extremes.end(),
                                     [&](const auto &a, const auto &b) { return weight(a) < weight(b); });
    if (it != extremes.end()) {
        environment.add("memory", "allocated_least_bytes", std::to_string(it->second.least));
        environment.add("memory", "allocated_peak_bytes", std::to_string(it->second.peak));
        if (it->second.reserved) {
            environment.add("memory", "reserved_peak_bytes", std::to_string(*it->second.reserved));
        }
        giveStepExtremes(steps, it->second.steps, environment);
    }
}

/// The most that the driver gave to this process.
Status readProcess(SqliteConnection &db, EnvironmentRows &environment) {
    constexpr std::int64_t kMost = std::int64_t{1} << 60;
    std::map<std::int64_t, std::int64_t> peaks;  ///< by kind
    auto rows = db.select("NPU_MEM", {"type", "ddr", "hbm"});
    while (rows.next()) {
        if (!rows.has(1) || !rows.has(2)) {
            continue;  // without one of them their sum is not known
        }
        auto &peak = peaks[rows.number(0, -1)];
        peak = std::max(peak, std::clamp<std::int64_t>(rows.number(1), 0, kMost) +
                                  std::clamp<std::int64_t>(rows.number(2), 0, kMost));
    }
    std::vector<std::int64_t> ids;
    for (const auto &[id, peak] : peaks) {
        ids.push_back(id);
    }
    for (const auto &[id, name] : textsOf(db, ids)) {
        if (name == "app") {
            environment.add("memory", "process_peak_bytes", std::to_string(peaks.at(id)));
        }
    }
    return rows.finish();
}

/// Extremes of the allocator, over the capture and in each step, and of all memory of the process.
Status readMemory(SqliteConnection &db, const std::vector<Step> &steps, EnvironmentRows &environment) {
    std::vector<RankRange> ranges;
    for (const auto &step : steps) {
        ranges.push_back({rankTime(step.begin), rankTime(step.end)});
    }
    std::map<std::int64_t, AllocatorExtremes> extremes;
    auto rows = db.select("MEMORY_RECORD", {"component", "totalAllocated", "totalReserved", "timestamp"});
    while (rows.next()) {
        const std::int64_t bytes = rows.number(1, -1);
        const auto at = rows.time(3);
        if (bytes > 0) {
            auto &of = extremes.try_emplace(rows.number(0, -1), AllocatorExtremes{.steps = StepExtremes(ranges)})
                           .first->second;
            of.least = std::min(of.least, bytes);
            of.peak = std::max(of.peak, bytes);
            if (const auto reserved = rows.optionalNumber(2)) {
                of.reserved = std::max(of.reserved.value_or(0), *reserved);
            }
            if (at) {
                of.steps.add(rankTime(*at), bytes);
            }
        }
    }
    giveAllocator(db, extremes, steps, environment);
    RETURN_IF_ERROR(rows.finish());
    return readProcess(db, environment);
}

Status readMetadata(SqliteConnection &db, EnvironmentRows &environment) {
    auto rows = db.select("META_DATA", {"name", "value"});
    while (rows.next()) {
        const std::string name(rows.text(0));
        const std::string value(rows.text(1));
        if (name == "parallel_group_info") {
            continue;
        }
        if (name.starts_with("SCHEMA_VERSION")) {
            if (name == "SCHEMA_VERSION") {  // the others are its parts
                environment.add("version", "schema", value);
            }
            continue;
        }
        if (!value.starts_with('{')) {
            environment.add("profiler", name, value);
            continue;
        }
        const auto document = JsonDocument::parse(value, db.path());
        if (document) {
            addMetadata(environment, name, document->root());
        } else {
            rows.reject(document.error().detail);
            environment.add("profiler", name, value);
        }
    }
    return rows.finish();
}

}  // namespace

std::vector<GroupRow> readGroups(SqliteConnection &db) {
    std::vector<GroupRow> groups;
    auto rows = db.select("META_DATA", {"name", "value"});
    while (rows.next()) {
        if (rows.text(0) == "parallel_group_info") {
            if (const auto document = JsonDocument::parse(std::string(rows.text(1)), db.path())) {
                groups = groupRows(document->root());
            }
        }
    }
    return groups;
}

Status loadShallow(SqliteConnection &db, Sink &sink, const LoadControl &control) {
    std::vector<Step> steps;
    EnvironmentRows environment;
    Status status = readSteps(db, steps);
    for (const auto read : {readIdentity, readFacts, readMetadata}) {
        status = status ? read(db, environment) : status;
    }
    status = status ? readMemory(db, steps, environment) : status;
    if (!status) {
        return status;
    }
    giveSteps(steps, sink);
    environment.give(sink);
    giveGroups(readGroups(db), sink);
    status = readCommOps(db, sink);
    status = status ? readCellsAndWork(db, steps, sink) : status;
    return status ? giveContents(db, sink, control) : status;
}

}  // namespace stagescope::profiler_db
