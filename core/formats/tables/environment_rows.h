#pragma once

#include "core/base/key_values.h"
#include "core/store/sink.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <simdjson.h>

#include <string_view>

namespace stagescope {

/// Collects the environment of one file.
class EnvironmentRows {
public:
    void add(std::string_view section, std::string_view key, std::string_view value) {
        m_table.append({section, key, value});
    }
    void add(std::string_view section, const KeyValues &values) {
        for (const auto &[key, value] : values) {
            add(section, key, value);
        }
    }
    /// Hands over what is there. Call once.
    void give(Sink &sink) { sink.addTable(m_table.take()); }

private:
    TableWriter<EnvironmentRecord> m_table;
};

/// One member of profiler_metadata.json, or one META_DATA row whose value is JSON, in the section where it belongs.
void addMetadata(EnvironmentRows &rows, std::string_view key, simdjson::dom::element value);

}  // namespace stagescope
