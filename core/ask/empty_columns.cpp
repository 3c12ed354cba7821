#include "core/ask/empty_columns.h"

#include "core/analysis/overview/capabilities.h"
#include "core/ask/ask_tables.h"
#include "core/ask/ask_views.h"
#include "core/base/words/message_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace stagescope {

namespace {

/// Columns of tables that are recorded on demand, and what the profile is asked for them.
constexpr auto kRecordedFor = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"python", "call_stacks"},
    {"module", "call_stacks"},
    {"recompute", "call_stacks"},
    {"input_shapes", "shapes"},
    {"input_types", "shapes"},
    {"output_shapes", "shapes"},
    {"output_types", "shapes"},
});

/// The same of tables: no rows are no answer where nothing was recorded.
constexpr auto kTablesRecordedFor = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"steps", "steps"},
    {"time_split", "time_split"},
    {"kernels", "operators"},
    {"comm_matrix", "communication_matrix"},
    {"memory_curve", "memory_curve"},
    {"memory_ops", "memory_curve"},
    {"pipeline_cells", "pipeline"},
    {"core_frequency", "frequency"},
    {"data_waits", "data_loading"},
    {"snapshot_events", "snapshot"},
    {"snapshot_blocks", "snapshot"},
});

bool holdsValue(const Cell &cell) {
    const auto *text = std::get_if<std::string>(&cell);
    const auto *real = std::get_if<double>(&cell);
    return text != nullptr   ? !text->empty()
           : real != nullptr ? !std::isnan(*real)
                             : !std::holds_alternative<std::monostate>(cell);
}

/// Nothing where no row tells. Columns of counters that nothing measured are left out of a table.
std::optional<bool> isEmptyColumn(const AskSource &source, const AskOrigin &origin) {
    bool hasRows = false;
    for (const auto *table : source.made(origin.table)) {
        const auto at = table->indexOf(origin.column);
        hasRows = hasRows || !table->rows.empty();
        if (at < table->columns.size() &&
            std::any_of(table->rows.begin(), table->rows.end(), [&](const auto &row) { return holdsValue(row[at]); })) {
            return false;
        }
    }
    return hasRows ? std::optional(true) : std::nullopt;
}

std::vector<AskOrigin> originsOf(const NamedColumn &named) {
    for (const auto &view : askViews()) {
        if (view.name == named.table) {
            return askViewOrigins(view, named.column);
        }
    }
    const auto *entry = analysisById(named.table);
    const bool isColumn = entry != nullptr && std::any_of(entry->columns.begin(), entry->columns.end(),
                                                          [&](const auto &spec) { return spec.name == named.column; });
    return isColumn ? std::vector<AskOrigin>{{named.table, named.column}} : std::vector<AskOrigin>{};
}

std::string remedyFor(const std::vector<Capability> &all, std::string_view column) {
    const auto *const recorded =
        std::find_if(kRecordedFor.begin(), kRecordedFor.end(), [&](const auto &pair) { return pair.first == column; });
    const auto it = std::find_if(all.begin(), all.end(), [&](const Capability &capability) {
        return recorded != kRecordedFor.end() && capability.question == recorded->second;
    });
    return it == all.end() ? std::string() : englishText(it->remedy);
}

struct EmptyColumns {
    std::string names;
    std::set<std::string> remedies;
};

}  // namespace

std::string emptyTableRemedy(const Run &run, std::string_view table) {
    const auto *const it =
        std::ranges::find(kTablesRecordedFor, table, &decltype(kTablesRecordedFor)::value_type::first);
    if (it == kTablesRecordedFor.end()) {
        return {};
    }
    // What was recorded and has no rows needs no setting: such an answer has no remedy.
    const auto all = capabilities(run);
    const auto asked = std::ranges::find(all, it->second, &Capability::question);
    return asked == all.end() || asked->remedy.id.empty() ? std::string() : englishText(asked->remedy);
}

std::vector<std::string> emptyColumnNotes(const std::set<NamedColumn> &named, const std::string &schema,
                                          const AskSource &source) {
    std::map<std::string, EmptyColumns> byTable;
    std::optional<std::vector<Capability>> all;
    for (const auto &one : named) {
        const auto origins = one.schema == schema ? originsOf(one) : std::vector<AskOrigin>{};
        const bool isEmpty = !origins.empty() && std::all_of(origins.begin(), origins.end(), [&](const auto &origin) {
            return isEmptyColumn(source, origin).value_or(false);
        });
        if (!isEmpty) {
            continue;
        }
        all = all ? std::move(all) : capabilities(*source.input()->run());
        auto &empty = byTable[one.table];
        empty.names += (empty.names.empty() ? "" : ", ") + one.column;
        empty.remedies.insert(remedyFor(*all, origins.front().column));
    }
    std::vector<std::string> notes;
    for (const auto &[table, empty] : byTable) {
        auto note =
            "No row of " + (schema == "main" ? "" : schema + '.') + table + " has a value in: " + empty.names + '.';
        for (const auto &remedy : empty.remedies) {
            note += remedy.empty() ? "" : ' ' + remedy;
        }
        notes.push_back(std::move(note));
    }
    return notes;
}

}  // namespace stagescope
