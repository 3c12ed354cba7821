#include "core/export/peer_databases.h"

#include "core/base/io/database_writer.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kDatabaseFormat = "profiler_db";
constexpr std::size_t kWindow = std::size_t{1} << 20;

Status copyFile(const fs::path &from, const fs::path &to, const std::stop_token &stop) {
    std::ifstream in(from, std::ios::binary);
    std::ofstream out(to, std::ios::binary);
    std::vector<char> window(kWindow);
    while (in && out) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled", from.string());
        }
        in.read(window.data(), static_cast<std::streamsize>(window.size()));
        out.write(window.data(), in.gcount());
    }
    out.close();
    if (!in.eof()) {
        return fail(ErrorKind::ReadFailed, "cannot be read", from.string());
    }
    return out ? Status{} : fail(ErrorKind::ReadFailed, "cannot be written", to.string());
}

/// Takes along what a reader needs beside a database: its write-ahead log or journal.
Status copyDatabase(const fs::path &from, const fs::path &to, const std::stop_token &stop) {
    for (const std::string_view suffix : {"", "-wal", "-journal"}) {
        fs::path source = from;
        source += suffix;
        fs::path target = to;
        target += suffix;
        std::error_code error;
        if (fs::exists(source, error)) {
            if (const auto status = copyFile(source, target, stop); !status) {
                return status;
            }
        }
    }
    return {};
}

void removeDatabase(const fs::path &path) {
    for (const std::string_view suffix : {"", "-wal", "-shm", "-journal"}) {
        fs::path file = path;
        file += suffix;
        std::error_code ignored;
        fs::remove(file, ignored);
    }
}

void writeTasks(DatabaseWriter &database, const std::vector<PeerChart::Task> &tasks) {
    database.execute("DROP TABLE IF EXISTS StepTaskInfo");
    database.execute("CREATE TABLE StepTaskInfo(name TEXT, startNs INTEGER, endNs INTEGER, type INTEGER)");
    TableInsert rows(database, "StepTaskInfo", 4);
    for (const auto &task : tasks) {
        rows.row({std::string_view(task.name), task.beginNs, task.endNs, task.type});
    }
}

/// One pass over COMMUNICATION_OP, which may be long and has no index.
void writeConnections(DatabaseWriter &database, const std::vector<PeerChart::Connection> &connections) {
    if (connections.empty()) {
        return;
    }
    if (!database.hasColumn("COMMUNICATION_OP", "opConnectionId")) {
        database.execute("ALTER TABLE COMMUNICATION_OP ADD COLUMN opConnectionId TEXT");
    }
    database.execute("CREATE TEMP TABLE found(name TEXT, startNs INTEGER, id TEXT, PRIMARY KEY(startNs, name))");
    {
        DatabaseStatement rows(database, "INSERT OR REPLACE INTO temp.found VALUES(?,?,?)");
        for (const auto &connection : connections) {
            rows.row({std::string_view(connection.operation), connection.beginNs, std::string_view(connection.id)});
        }
    }
    database.execute(
        "UPDATE main.COMMUNICATION_OP SET opConnectionId=(SELECT f.id FROM temp.found f "
        "WHERE f.startNs=CAST(COMMUNICATION_OP.startNs AS INTEGER) AND f.name=(SELECT s.value FROM main.STRING_IDS s "
        "WHERE s.id=COMMUNICATION_OP.opName)) "
        "WHERE CAST(startNs AS INTEGER) IN (SELECT startNs FROM temp.found)");
    database.execute("DROP TABLE temp.found");
}

Status writeCopy(const fs::path &source, const fs::path &target, const PeerChart::Rank &rank,
                 const std::stop_token &stop) {
    auto status = copyDatabase(source, target, stop);
    if (status) {
        DatabaseWriter database(target.string());
        writeTasks(database, rank.tasks);
        writeConnections(database, rank.connections);
        status = database.finish();
    }
    if (!status) {
        removeDatabase(target);
    }
    return status;
}

bool isMetadata(const fs::path &path) {
    const auto name = path.filename().string();
    return name == "profiler_metadata.json" || (name.starts_with("profiler_info") && name.ends_with(".json"));
}

class Copier {
public:
    Copier(const Run &run, const std::string &folder, const std::stop_token &stop) : m_stop(stop), m_folder(folder) {
        std::error_code error;
        m_root = fs::is_directory(run.path, error) ? fs::path(run.path) : fs::path(run.path).parent_path();
        m_root = fs::weakly_canonical(m_root, error);
    }

    /// The copies must not become part of the profile.
    [[nodiscard]] Status check() const {
        std::error_code error;
        const auto target = fs::weakly_canonical(m_folder, error);
        const auto [end, unused] = std::mismatch(m_root.begin(), m_root.end(), target.begin(), target.end());
        if (end == m_root.end()) {
            return fail(ErrorKind::BadArgument, "the copies must go to a folder outside of the profile", m_folder);
        }
        return {};
    }

    /// Where a file goes, its folder made; an error when something is there already.
    [[nodiscard]] Result<fs::path> targetOf(const std::string &file) const {
        std::error_code error;
        const auto target = fs::path(m_folder) / fs::weakly_canonical(file, error).lexically_relative(m_root);
        fs::create_directories(target.parent_path(), error);
        if (error) {
            return fail(ErrorKind::ReadFailed, "the folder cannot be made: " + error.message(),
                        target.parent_path().string());
        }
        if (fs::exists(target, error)) {
            return fail(ErrorKind::BadArgument, "there is a file of that name already", target.string());
        }
        return target;
    }

    [[nodiscard]] Status copyRank(const RankCapture &capture, const PeerChart::Rank &rank, PeerDatabases &result) {
        bool hasDatabase = false;
        for (const auto &file : capture.files) {
            const bool isDatabase = file.chosen && file.format == kDatabaseFormat;
            if (!isDatabase && !isMetadata(file.path)) {
                continue;
            }
            const auto target = targetOf(file.path);
            if (!target) {
                return tl::make_unexpected(target.error());
            }
            const auto status =
                isDatabase ? writeCopy(file.path, *target, rank, m_stop) : copyFile(file.path, *target, m_stop);
            if (!status) {
                return status;
            }
            if (isDatabase) {
                hasDatabase = true;
                result.written.push_back({capture.rank, target->string(), rank.tasks.size(), rank.connections.size()});
            }
        }
        if (!hasDatabase) {
            result.without.push_back(capture.rank);
        }
        return {};
    }

private:
    const std::stop_token &m_stop;
    std::string m_folder;
    fs::path m_root;
};

}  // namespace

Result<PeerDatabases> writePeerDatabases(const Run &run, const PeerChart &chart, const std::string &folder,
                                         const std::stop_token &stop) {
    PeerDatabases result;
    Copier copier(run, folder, stop);
    if (const auto status = copier.check(); !status) {
        return tl::make_unexpected(status.error());
    }
    for (const int rank : run.ranks()) {
        const auto found = chart.ranks.find(rank);
        if (found == chart.ranks.end() || run.capture(rank) == nullptr) {
            continue;
        }
        if (const auto status = copier.copyRank(*run.capture(rank), found->second, result); !status) {
            return tl::make_unexpected(status.error());
        }
    }
    return result;
}

}  // namespace stagescope
