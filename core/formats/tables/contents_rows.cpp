#include "core/formats/tables/contents_rows.h"

#include "core/store/tables/table_store.h"

namespace stagescope {

Status giveContents(SqliteConnection &db, Sink &sink, const LoadControl &control) {
    TableBuilder table(TableKind::Contents);
    for (const auto &name : db.tables()) {
        table.set("name", std::string_view(name)).set("rows", static_cast<std::int64_t>(db.rowCount(name))).endRow();
    }
    if (!control.checkpoint()) {
        return fail(ErrorKind::Cancelled, "loading was cancelled", db.path());
    }
    sink.addTable(table.take());
    return {};
}

}  // namespace stagescope
