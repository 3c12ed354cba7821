#include "core/formats/tables/contents_rows.h"

#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

namespace stagescope {

Status giveContents(SqliteConnection &db, Sink &sink, const LoadControl &control) {
    TableWriter<ContentsRecord> table;
    for (const auto &name : db.tables()) {
        table.append({name, static_cast<std::int64_t>(db.rowCount(name))});
    }
    if (!control.checkpoint()) {
        return fail(ErrorKind::Cancelled, "loading was cancelled", db.path());
    }
    sink.addTable(table.take());
    return {};
}

}  // namespace stagescope
