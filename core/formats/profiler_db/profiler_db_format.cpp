#include "core/formats/format_list.h"
#include "core/formats/io/small_file.h"
#include "core/formats/profiler_db/profiler_db.h"
#include "core/store/tables/table_store.h"

namespace stagescope {

namespace {

/// Removes "_123" at the end; false when it is not there.
bool dropNumber(std::string_view &name) {
    const auto digits = name.find_last_not_of("0123456789");
    if (digits == std::string_view::npos || digits + 1 == name.size() || name[digits] != '_') {
        return false;
    }
    name = name.substr(0, digits);
    return true;
}

/// ascend_pytorch_profiler[_N].db, ascend_mindspore_profiler[_N].db and msprof_N.db: everything one capture of one rank
/// recorded, as one database. Taken by name alone, so that an empty or broken file with that name is spoken of.
class ProfilerDbFormat : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "profiler_db"; }

    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        if (!fileName.ends_with(".db")) {
            return false;
        }
        fileName.remove_suffix(3);
        const bool numbered = dropNumber(fileName);
        return fileName.ends_with("ascend_pytorch_profiler") || fileName.ends_with("ascend_mindspore_profiler") ||
               (numbered && fileName == "msprof");
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(const auto database, SqliteFile::open(file.path, control, sink.log()));
        ASSIGN_OR_RETURN(auto db, SqliteConnection::open(database, control, sink.log()));
        if (db.tables().empty()) {
            return fail(ErrorKind::Malformed, "the database has no tables", file.path);
        }
        if (control.depth == LoadDepth::Deep) {
            return profiler_db::loadDeep(database, db, sink, control);
        }
        const auto status = profiler_db::loadShallow(db, sink, control);
        if (status) {
            control.addBytes(database.size());
        }
        return status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        RETURN_IF_ERROR(checkUnchanged(file));
        const LoadControl control;
        ImportLog log;  // what is wrong with the file was told when it was loaded
        ASSIGN_OR_RETURN(const auto database, SqliteFile::open(file.path, control, log));
        ASSIGN_OR_RETURN(auto db, SqliteConnection::open(database, control, log));
        return profiler_db::rowDetails(db, row.row);
    }
};

}  // namespace

std::unique_ptr<Format> makeProfilerDbFormat() { return std::make_unique<ProfilerDbFormat>(); }

}  // namespace stagescope
