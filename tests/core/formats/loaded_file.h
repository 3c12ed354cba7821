#pragma once

#include "core/formats/format.h"
#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagescope::testing {

/// A database written through SQLite itself; closes on destruction.
class WrittenDatabase {
public:
    explicit WrittenDatabase(const std::string &path) {
        sqlite3_open(path.c_str(), &m_db);
        run("PRAGMA synchronous=OFF");
    }
    WrittenDatabase(const WrittenDatabase &) = delete;
    WrittenDatabase &operator=(const WrittenDatabase &) = delete;
    ~WrittenDatabase() { sqlite3_close(m_db); }
    /// True when all statements ran.
    bool run(const std::string &sql) { return sqlite3_exec(m_db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK; }

private:
    sqlite3 *m_db = nullptr;
};

inline FileSource sourceOf(const std::string &path) {
    FileSource file;
    file.path = path;
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        file.size = static_cast<std::uint64_t>(status.st_size);
        file.mtimeNs = static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
    }
    return file;
}

/// One file after loading at one depth.
struct LoadedFile {
    ImportLog log;
    Status status;
    std::vector<std::shared_ptr<const TraceStore>> traces;
    std::vector<std::shared_ptr<const TableStore>> tables;

    /// Null when there is none.
    [[nodiscard]] std::shared_ptr<const TableStore> table(TableKind kind) const {
        for (const auto &t : tables) {
            if (t->kind() == kind) {
                return t;
            }
        }
        return nullptr;
    }
    /// Value of an Environment row, "(none)" when it is not there.
    [[nodiscard]] std::string environment(std::string_view section, std::string_view key) const {
        const auto t = table(TableKind::Environment);
        for (std::size_t i = 0; t && i < t->rowCount(); ++i) {
            if (t->text(i, "section") == section && t->text(i, "key") == key) {
                return std::string(t->text(i, "value"));
            }
        }
        return "(none)";
    }
    /// The leaf track "PROCESS/TRACK", nothing when it is not there.
    [[nodiscard]] std::optional<TrackId> track(std::string_view path) const {
        for (const auto &trace : traces) {
            for (const auto &track : trace->tracks()) {
                if (track.parent.isValid() && std::string(trace->text(trace->track(track.parent).name)) + "/" +
                                                      std::string(trace->text(track.name)) ==
                                                  path) {
                    return track.id;
                }
            }
        }
        return std::nullopt;
    }
    /// Slices of a track as "name@begin+duration" in storage order, separated by blanks; "(none)" without the track.
    [[nodiscard]] std::string slices(std::string_view path) const {
        const auto id = track(path);
        if (!id) {
            return "(none)";
        }
        std::string text;
        const auto &slices = traces[0]->slices(*id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            text += (i == 0 ? "" : " ") + std::string(traces[0]->text(slices.name(i))) + "@" +
                    std::to_string(ns(slices.begin(i))) + "+" +
                    std::to_string((slices.end(i) - slices.begin(i)).count());
        }
        return text;
    }
};

inline std::unique_ptr<LoadedFile> loadFile(const Format &format, const std::string &path, LoadDepth depth,
                                            unsigned workers = 2, std::stop_token stop = {}) {
    auto loaded = std::make_unique<LoadedFile>();
    LoadControl control;
    control.depth = depth;
    control.workers = workers;
    control.stop = std::move(stop);
    Sink sink(loaded->log);
    loaded->status = format.load(sourceOf(path), sink, control);
    for (auto &[rank, yield] : sink.take()) {
        loaded->traces.insert(loaded->traces.end(), yield.traces.begin(), yield.traces.end());
        loaded->tables.insert(loaded->tables.end(), yield.tables.begin(), yield.tables.end());
    }
    return loaded;
}

}  // namespace stagescope::testing
