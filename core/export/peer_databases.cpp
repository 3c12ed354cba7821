#include "core/export/peer_databases.h"

#include "core/base/io/byte_source.h"
#include "core/base/io/database_writer.h"
#include "core/base/io/file_time.h"
#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kDatabaseFormat = "profiler_db";
constexpr std::size_t kWindow = std::size_t{1} << 20;

/// As it reads: what is compressed, or lies in an archive, is unpacked.
Status copyFile(const fs::path &from, const fs::path &to, const std::stop_token &stop) {
    ASSIGN_OR_RETURN(const auto in, ByteSource::open(from.string()));
    auto out = OutputFile::create(to.string());
    Status status = out ? Status() : tl::make_unexpected(out.error());
    std::vector<char> window(kWindow);
    for (std::uint64_t offset = 0; status;) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled", from.string());
        }
        ASSIGN_OR_RETURN(const auto got, in->read(offset, window));
        if (got == 0) {
            break;
        }
        status = (*out)->write({window.data(), got});
        offset += got;
    }
    return status ? (*out)->commit() : status;
}

/// Takes along what a reader needs beside a database: its write-ahead log or journal.
Status copyDatabase(const fs::path &from, const fs::path &to, const std::stop_token &stop) {
    for (const std::string_view suffix : {"", "-wal", "-journal"}) {
        fs::path source = from;
        source += suffix;
        fs::path target = to;
        target += suffix;
        if (suffix.empty() || sizeOfFile(source.string()) > 0) {
            RETURN_IF_ERROR(copyFile(source, target, stop));
        }
    }
    return {};
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
    const auto status = copyDatabase(source, target, stop);
    if (!status) {
        return status;
    }
    DatabaseWriter database(target.string());
    writeTasks(database, rank.tasks);
    writeConnections(database, rank.connections);
    return database.finish();
}

bool isMetadata(const fs::path &path) {
    const auto name = path.filename().string();
    return name == "profiler_metadata.json" || (name.starts_with("profiler_info") && name.ends_with(".json"));
}

class Copier {
public:
    /// `folder`: where copies are written; `target`: what its name will be.
    Copier(fs::path root, fs::path folder, std::string target, const std::stop_token &stop)
        : m_stop(stop), m_root(std::move(root)), m_folder(std::move(folder)), m_target(std::move(target)) {}

    [[nodiscard]] Status copyRank(const RankCapture &capture, const PeerChart::Rank &rank, PeerDatabases &result) {
        bool hasDatabase = false;
        for (const auto &file : capture.files) {
            const bool isDatabase = file.chosen && file.format == kDatabaseFormat;
            if (!isDatabase && !isMetadata(file.path)) {
                continue;
            }
            std::error_code error;
            const auto name = fs::weakly_canonical(file.path, error).lexically_relative(m_root);
            const auto copy = m_folder / name;
            auto status = makeFolders(copy.parent_path());
            if (status) {
                status = isDatabase ? writeCopy(file.path, copy, rank, m_stop) : copyFile(file.path, copy, m_stop);
            }
            if (!status) {
                return status;
            }
            if (isDatabase) {
                hasDatabase = true;
                result.written.push_back(
                    {capture.rank, (m_target / name).string(), rank.tasks.size(), rank.connections.size()});
            }
        }
        if (!hasDatabase) {
            result.without.push_back(capture.rank);
        }
        return {};
    }

private:
    const std::stop_token &m_stop;
    fs::path m_root;
    fs::path m_folder;
    fs::path m_target;
};

fs::path rootOf(const Run &run) {
    std::error_code error;
    const auto root = fs::is_directory(run.path, error) ? fs::path(run.path) : fs::path(run.path).parent_path();
    return fs::weakly_canonical(root, error);
}

/// The copies must not become part of the profile.
Status checkOutside(const fs::path &root, const std::string &folder) {
    std::error_code error;
    const auto target = fs::weakly_canonical(folder, error);
    const auto [end, unused] = std::mismatch(root.begin(), root.end(), target.begin(), target.end());
    return end == root.end()
               ? Status(fail(ErrorKind::BadArgument, "the copies must go to a folder outside of the profile", folder))
               : Status();
}

}  // namespace

Result<PeerDatabases> writePeerDatabases(const Run &run, const PeerChart &chart, const std::string &folder,
                                         const std::stop_token &stop) {
    const auto root = rootOf(run);
    RETURN_IF_ERROR(checkOutside(root, folder));
    ASSIGN_OR_RETURN(const auto target, OutputFolder::create(folder));
    PeerDatabases result;
    Copier copier(root, target->path(), folder, stop);
    for (const int rank : run.ranks()) {
        const auto found = chart.ranks.find(rank);
        if (found == chart.ranks.end() || run.capture(rank) == nullptr) {
            continue;
        }
        RETURN_IF_ERROR(copier.copyRank(*run.capture(rank), found->second, result));
    }
    // Nothing is made where there is nothing to copy.
    const auto whole = result.written.empty() ? Status() : target->commit();
    return whole ? Result<PeerDatabases>(std::move(result)) : tl::make_unexpected(whole.error());
}

}  // namespace stagescope
