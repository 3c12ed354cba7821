// Databases of torch_npu: a job of the demo, then taken apart as other versions and settings would have left it.
#include "core/demo/demo_writer.h"
#include "tests/strangers/stranger.h"

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace strangers {

namespace {

namespace fs = std::filesystem;
using Database = std::unique_ptr<sqlite3, int (*)(sqlite3 *)>;

Database openDatabase(const fs::path &path) {
    sqlite3 *handle = nullptr;
    sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr);
    return {handle, &sqlite3_close};
}

/// A change that does not fit this version of the schema is left out.
void change(const Database &database, const std::string &sql) {
    sqlite3_exec(database.get(), sql.c_str(), nullptr, nullptr, nullptr);
}

std::vector<fs::path> filesEndingIn(const std::string &folder, const std::string &end) {
    std::vector<fs::path> found;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().filename().string().ends_with(end)) {
            found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

stagescope::DemoOptions optionsOf(const Profile &profile, Dice &dice) {
    using stagescope::ScheduleKind;
    stagescope::DemoOptions options;
    options.seed = profile.seed + 1;
    options.schedule = dice.oneOf<ScheduleKind>(
        {ScheduleKind::OneFOneB, ScheduleKind::GPipe, ScheduleKind::ZeroBubbleH1, ScheduleKind::DualPipeV});
    options.pp = static_cast<int>(dice.from(1, 4));
    options.dp = static_cast<int>(dice.from(1, 2));
    options.microbatches = static_cast<int>(2 * options.pp + dice.below(4));
    options.steps = static_cast<int>(dice.from(1, 3));
    options.layersPerStage = 1;
    options.ranksPerHost = dice.chance(30) ? 1 : 8;
    options.clockOffset = stagescope::Nanos{dice.chance(30) ? 5'000'000 : 0};
    options.isNamed = dice.chance(50);
    options.hasStepTaskInfo = dice.chance(20);
    return options;
}

/// What the capture of one rank lacks or has otherwise.
void alter(const fs::path &file, const Habits &habits, Dice dice) {
    const auto database = openDatabase(file);
    if (!habits.hasHost) {
        for (const auto *table : {"PYTORCH_API", "CANN_API", "CONNECTION_IDS", "PYTORCH_CALLCHAINS"}) {
            change(database, std::string("DROP TABLE ") + table);
        }
    }
    if (!habits.hasSteps) {
        change(database, "DROP TABLE STEP_TIME");
    } else if (habits.cutLastStep) {
        change(database, "UPDATE STEP_TIME SET endNs = 0 WHERE id = (SELECT max(id) FROM STEP_TIME)");
    }
    if (!habits.hasShapes) {
        change(database, "ALTER TABLE COMPUTE_TASK_INFO DROP COLUMN inputShapes");
    }
    if (!habits.hasMemory) {
        for (const auto *table : {"MEMORY_RECORD", "OP_MEMORY", "NPU_MEM", "NPU_OP_MEM"}) {
            change(database, std::string("DROP TABLE ") + table);
        }
    }
    if (!habits.hasTransfers) {
        change(database, "DROP TABLE COMMUNICATION_OP");
        change(database, "DROP TABLE COMMUNICATION_TASK_INFO");
    }
    if (habits.bigIntegersAsText) {
        change(database,
               "CREATE TABLE stranger AS SELECT CAST(startNs AS TEXT) AS startNs, CAST(endNs AS TEXT) AS endNs, "
               "globalTid, "
               "connectionId, name, sequenceNumber, fwdThreadId, inputDtypes, inputShapes, callchainId, type FROM "
               "PYTORCH_API");
        change(database, "DROP TABLE PYTORCH_API");
        change(database, "ALTER TABLE stranger RENAME TO PYTORCH_API");
    }
    if (habits.extraColumns) {
        change(database, "ALTER TABLE TASK ADD COLUMN ofALaterVersion NUMERIC");
        change(database, "CREATE TABLE TABLE_OF_A_LATER_VERSION (a, b)");
    }
    if (habits.hasZeroLengths) {
        change(database, "UPDATE TASK SET endNs = startNs WHERE rowid % 17 = 3");
    }
    for (const auto *table :
         {"META_DATA", "HOST_INFO", "NPU_INFO", "SESSION_TIME_INFO", "AICORE_FREQ", "RANK_DEVICE_MAP", "MSTX_EVENTS"}) {
        if (!dice.chance(habits.optionalFiles)) {
            change(database, std::string("DROP TABLE ") + table);
        }
    }
    change(database, "DROP INDEX TaskIndex");
}

}  // namespace

bool writeDatabases(Profile &profile, const std::string &folder) {
    Dice dice(profile.seed + 77);
    auto options = optionsOf(profile, dice);
    if (!stagescope::checkDemoOptions(options)) {
        options.schedule = stagescope::ScheduleKind::OneFOneB;
    }
    const auto path = folder + "/job";
    if (!stagescope::writeDemo(path, options)) {
        return false;
    }
    profile.worldSize = options.ranks();
    profile.groups.clear();
    profile.ranks.clear();
    std::error_code ignored;
    fs::remove(path + "/truth.json", ignored);
    const auto databases = filesEndingIn(path, ".db");
    for (const auto &file : databases) {
        if (file.filename().string().starts_with("analysis")) {
            if (!dice.chance(profile.habits.optionalFiles)) {
                fs::remove(file, ignored);
            }
        } else {
            alter(file, profile.habits, dice);
        }
    }
    for (const auto &file : filesEndingIn(path, ".json")) {
        const auto isInfo = file.filename().string().starts_with("profiler_info");
        if (isInfo ? !profile.habits.knowsRanks : !profile.habits.hasMetadata) {
            fs::remove(file, ignored);
        }
    }
    return true;
}

}  // namespace strangers
