#include "core/base/io/database_head.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/small_file.h"
#include "core/formats/nsys/nsys.h"

#include <algorithm>

namespace stagescope {

namespace {

bool isNsys(const SqliteConnection &db) {
    const bool hasStrings = db.hasTable("StringIds");
    return hasStrings && (db.hasTable("META_DATA_EXPORT") || db.hasTable("EXPORT_META_DATA") ||
                          db.hasTable("TARGET_INFO_SESSION_START_TIME") || db.hasTable("CUPTI_ACTIVITY_KIND_KERNEL") ||
                          db.hasTable("CUPTI_ACTIVITY_KIND_RUNTIME") || db.hasTable("NVTX_EVENTS"));
}

constexpr std::int64_t kLeastClock = 1'000'000'000'000'000'000;  ///< ns since 1970: 2001; less is no clock of a day

/// Begins at 0 without kernels, and small where the begin of the session is not there.
RecordedWork firstKernels(SqliteConnection &db) {
    constexpr std::string_view kFirst = "LIMIT 500";
    constexpr std::size_t kMostNames = 20;
    auto session = db.select("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"}, kFirst);
    const auto began = session.next() ? session.number(0) : 0;
    RecordedWork work;
    std::set<std::int64_t> names;
    auto kernels = db.select("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "globalPid", "shortName"}, kFirst);
    while (began > 0 && kernels.next()) {
        const auto begin = began + kernels.number(0);
        work.begin = work.begin == 0 ? begin : std::min(work.begin, begin);
        work.end = std::max(work.end, began + kernels.number(1));
        work.process = std::to_string(kernels.number(2));
        if (names.size() < kMostNames) {
            names.insert(kernels.number(3));
        }
    }
    auto last = db.select("CUPTI_ACTIVITY_KIND_KERNEL", {"end"}, "ORDER BY rowid DESC LIMIT 1");
    work.end = work.begin > 0 && last.next() ? std::max(work.end, began + last.number(0)) : work.end;
    for (const auto name : names) {
        auto text = db.select("StringIds", {"value"}, "WHERE id = ?1", {name});
        if (text.next()) {
            work.names.emplace(text.text(0));
        }
    }
    return work;
}

/// What `nsys export --type sqlite` writes (also with the ending .sqlite3 or .db): a session of one or several
/// processes.
class NsysFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "nsys"; }

    /// The tables of a database are named behind its first page.
    [[nodiscard]] bool sniff(std::string_view, std::string_view) const override { return false; }

    [[nodiscard]] bool recognises(const std::string &path, std::string_view head,
                                  const std::stop_token &stop) const override {
        if (!head.starts_with(kDatabaseMagic)) {
            return false;
        }
        bool is = false;
        std::ignore = withDatabase(path, stop, [&](SqliteConnection &db) -> Status {
            is = isNsys(db);
            return {};
        });
        return is;
    }

    /// A rank for each process that drives devices.
    [[nodiscard]] std::vector<FilePart> parts(const std::string &path, const std::stop_token &stop) const override {
        std::vector<FilePart> parts;
        std::ignore = withDatabase(path, stop, [&](SqliteConnection &db) -> Status {
            const auto processes = nsys::deviceProcesses(db);
            for (std::size_t i = 0; processes && processes->size() > 1 && i < processes->size(); ++i) {
                const auto &process = (*processes)[i];
                parts.push_back({.number = static_cast<int>(i), .process = nsys::partName(process, *processes)});
            }
            return {};
        });
        return parts;
    }

    /// A compressed one is not unpacked for that.
    [[nodiscard]] std::optional<RecordedWork> firstWork(const FileSource &file) const override {
        RecordedWork work;
        const auto look = [&](SqliteConnection &db) -> Status {
            work = firstKernels(db);
            return {};
        };
        const bool isTold = unpackedName(file.path) == file.path && withDatabase(file.path, {}, look);
        return isTold && work.begin > kLeastClock ? std::optional(std::move(work)) : std::nullopt;
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(const auto database, SqliteFile::open(file.path, control, sink.log()));
        ASSIGN_OR_RETURN(auto db, SqliteConnection::open(database, control, sink.log()));
        if (!isNsys(db)) {
            return fail(ErrorKind::Malformed, "the database has no table of Nsight Systems", file.path);
        }
        nsys::Members members;
        if (!file.process.empty()) {
            ASSIGN_OR_RETURN(const auto processes, nsys::deviceProcesses(db));
            members = nsys::membersOf(file, processes);
        }
        if (control.depth == LoadDepth::Deep) {
            return nsys::loadDeep(database, db, members, sink, control);
        }
        const auto status = nsys::loadShallow(db, members, sink, control);
        if (status) {
            control.addBytes(database.size());
        }
        return status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        RETURN_IF_ERROR(checkUnchanged(file));
        Result<KeyValues> values = KeyValues{};
        const auto status = withDatabase(file.path, {}, [&](SqliteConnection &db) -> Status {
            values = nsys::rowDetails(db, row.row);
            return {};
        });
        return status ? values : Result<KeyValues>(tl::make_unexpected(status.error()));
    }

private:
    /// What is wrong with the file is told when it is loaded.
    template <class Fn>
    static Status withDatabase(const std::string &path, const std::stop_token &stop, Fn fn) {
        LoadControl control;
        control.stop = stop;
        ImportLog log;
        ASSIGN_OR_RETURN(const auto database, SqliteFile::open(path, control, log));
        auto db = SqliteConnection::open(database, control, log);
        return db ? fn(*db) : Status(tl::make_unexpected(db.error()));
    }
};

}  // namespace

std::unique_ptr<Format> makeNsysFormat() { return std::make_unique<NsysFormat>(); }

}  // namespace stagescope
