#include "core/formats/profiler_db/profiler_db_cells.h"

#include "core/base/dictionary_text.h"
#include "core/base/intervals.h"
#include "core/base/text.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>

namespace stagescope::profiler_db {

namespace {

/// Databases with more tasks leave the merged work to the deep trace.
constexpr std::uint64_t kBusyTaskLimit = 500'000;

bool speaksOfCell(std::string_view message) {
    return containsAny(lowerCase(message), {"forward", "backward", "weightgradstore"});
}

/// Steps sorted by begin; they do not overlap in profiles.
std::int64_t stepAt(const std::vector<Step> &steps, std::int64_t time) {
    auto it =
        std::upper_bound(steps.begin(), steps.end(), time, [](std::int64_t t, const Step &s) { return t < s.begin; });
    return it == steps.begin() || time >= std::prev(it)->end ? kNoStep : std::prev(it)->step;
}

struct Cell {
    std::string name;
    std::int64_t begin;
    std::int64_t end;
    std::int64_t type;
    std::int64_t step;
    std::string_view evidence;
    std::string message;
    std::int64_t microbatch;
};

void giveCells(std::vector<Cell> cells, Sink &sink) {
    std::stable_sort(cells.begin(), cells.end(), [](const Cell &a, const Cell &b) { return a.begin < b.begin; });
    TableWriter<CellRecord> table;
    for (const auto &cell : cells) {
        table.append(
            {cell.name, cell.begin, cell.end, cell.type, cell.step, cell.evidence, cell.message, cell.microbatch});
    }
    sink.addTable(table.take());
}

Status readNamedCells(SqliteConnection &db, const std::vector<Step> &steps, std::vector<Cell> &cells) {
    auto rows = db.select("StepTaskInfo", {"name", "startNs", "endNs", "type"});
    while (rows.next()) {
        const auto begin = rows.time(1);
        const auto end = rows.time(2);
        if (!begin || !end || *end < *begin) {
            rows.reject("no start and end");
            continue;
        }
        cells.push_back({std::string(rows.text(0)),
                         *begin,
                         *end,
                         rows.number(3, -1),
                         stepAt(steps, *begin),
                         "step_task_info",
                         {},
                         -1});
    }
    return rows.finish();
}

/// Keeps the ranges that stand for cells, and their messages.
Status readCellRanges(SqliteConnection &db, MstxRanges &mstx, std::unordered_map<std::int64_t, std::string> &messages) {
    if (const auto status = mstx.load(db); !status || mstx.ranges().empty()) {
        return status;
    }
    std::vector<std::int64_t> ids;
    for (const auto &range : mstx.ranges()) {
        ids.push_back(range.message);
    }
    messages = textsOf(db, std::move(ids));
    std::erase_if(messages, [](const auto &entry) { return !speaksOfCell(entry.second); });
    std::erase_if(mstx.ranges(), [&](const auto &range) { return !messages.contains(range.message); });
    mstx.index();
    return {};
}

Cell cellOf(const MstxRanges &mstx, const MstxRanges::Range &range, const std::string &message,
            const std::vector<Step> &steps) {
    const auto *bounds = mstx.bounds(range);
    const auto begin = bounds != nullptr ? bounds->begin : range.begin;
    const auto end = bounds != nullptr ? bounds->end : range.end;
    // Steps are host ranges and the device lags behind: the host's begin decides, the device's only where that lies
    // outside.
    auto step = stepAt(steps, range.begin);
    step = step == kNoStep ? stepAt(steps, begin) : step;
    const auto name = dictionaryValue(message, "name");
    return {std::string(name.empty() ? message : name),
            begin,
            end,
            -1,
            step,
            bounds != nullptr ? "mstx_device" : "mstx_host",
            message,
            microbatchOf(message)};
}

struct Work {
    std::vector<Interval> computing;
    std::vector<Interval> communication;
};

Status readTasks(SqliteConnection &db, MstxRanges &mstx, bool wantWork, Work &work) {
    IdTable computeTasks;
    if (wantWork) {
        auto infos = db.select("COMPUTE_TASK_INFO", {"globalTaskId"});
        while (infos.next()) {
            if (const auto id = infos.optionalNumber(0)) {
                computeTasks.add(*id, 0);
            }
        }
        RETURN_IF_ERROR(infos.finish());
        computeTasks.finish();
    }
    auto rows = db.select("TASK", {"startNs", "endNs", "connectionId", "globalTaskId"});
    while (rows.next()) {
        const auto begin = rows.time(0);
        const auto end = rows.time(1);
        if (!begin || !end) {
            rows.reject("no start and end");
            continue;
        }
        mstx.addTask(rows.number(2, kNoId), *begin, *end, 0);
        if (wantWork && *begin < *end && computeTasks.find(rows.number(3, -1)) != IdTable::kNone) {
            work.computing.push_back({*begin, *end});
        }
    }
    return rows.finish();
}

Status readCommunication(SqliteConnection &db, Work &work) {
    auto rows = db.select("COMMUNICATION_OP", {"startNs", "endNs"});
    while (rows.next()) {
        const auto begin = rows.time(0);
        const auto end = rows.time(1);
        if (begin && end) {
            work.communication.push_back({*begin, *end});
        }
    }
    return rows.finish();
}

void giveWork(Work work, Sink &sink) {
    TableWriter<BusyRecord> table;
    std::int64_t kind = 0;
    for (auto *intervals : {&work.computing, &work.communication}) {
        for (const auto &interval : merged(std::move(*intervals))) {
            table.append({interval.begin, interval.end, kind});
        }
        ++kind;
    }
    sink.addTable(table.take());
}

}  // namespace

Status readCellsAndWork(SqliteConnection &db, const std::vector<Step> &steps, Sink &sink) {
    std::vector<Cell> cells;
    RETURN_IF_ERROR(readNamedCells(db, steps, cells));
    MstxRanges mstx;
    std::unordered_map<std::int64_t, std::string> messages;
    if (cells.empty()) {
        RETURN_IF_ERROR(readCellRanges(db, mstx, messages));
    }
    Work work;
    const bool wantWork = db.maxRowId("TASK") <= kBusyTaskLimit;
    if (wantWork || !mstx.ranges().empty()) {
        RETURN_IF_ERROR(readTasks(db, mstx, wantWork, work));
    }
    for (const auto &range : mstx.ranges()) {
        cells.push_back(cellOf(mstx, range, messages.at(range.message), steps));
    }
    giveCells(std::move(cells), sink);
    if (wantWork) {
        RETURN_IF_ERROR(readCommunication(db, work));
        // Without a record of any kernel, or of any operator of which there are tasks, nobody knows when the device
        // worked.
        const bool hasOperators = db.maxRowId("COMMUNICATION_OP") > 0 || db.maxRowId("COMMUNICATION_TASK_INFO") > 0;
        if (!work.computing.empty() && (!work.communication.empty() || !hasOperators)) {
            giveWork(std::move(work), sink);
        }
    }
    return {};
}

}  // namespace stagescope::profiler_db
