#pragma once

#include "core/base/key_values.h"
#include "core/store/sink.h"
#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_store.h"

#include <simdjson.h>

#include <string_view>

namespace stagescope {

/// Collects the rows of an Environment table (see table_kind.h) for one file.
class EnvironmentRows {
public:
    void add(std::string_view section, std::string_view key, std::string_view value) {
        m_table.set("section", section).set("key", key).set("value", value).endRow();
    }
    void add(std::string_view section, const KeyValues &values) {
        for (const auto &[key, value] : values) {
            add(section, key, value);
        }
    }
    /// Hands the table over unless it is empty. Call once.
    void give(Sink &sink) {
        if (m_table.rowCount() > 0) {
            sink.addTable(m_table.take());
        }
    }

private:
    TableBuilder m_table{TableKind::Environment};
};

/// One member of profiler_metadata.json, or one META_DATA row whose value is JSON, in the section where it belongs.
void addMetadata(EnvironmentRows &rows, std::string_view key, simdjson::dom::element value);

}  // namespace stagescope
