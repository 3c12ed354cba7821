#include "core/base/words/producer_words.h"
#include "core/formats/profiler_db/profiler_db.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace stagescope::profiler_db {

namespace {
/// More ids than this are found by one scan of the table.
constexpr std::size_t kMaxLookups = 256;

/// "WHERE id IN (3,7)": one statement for all.
std::string whereIn(const std::unordered_set<std::int64_t> &ids) {
    std::string text = "WHERE id IN (";
    for (const auto id : ids) {
        text.append(text.ends_with('(') ? "" : ",").append(std::to_string(id));
    }
    return text + ')';
}
}  // namespace

Status Strings::load(SqliteConnection &db) {
    auto rows = db.select("STRING_IDS", {"id", "value"});
    while (rows.next()) {
        m_ids.add(rows.number(0), static_cast<std::uint32_t>(size()));
        m_bytes.append(rows.text(1));
        m_begins.push_back(m_bytes.size());
    }
    m_ids.finish();
    if (size() == 0 && db.maxRowId("TASK") > 0) {
        db.log().add(Severity::DataLoss, db.path(), "db.no_names", "STRING_IDS",
                     "no row: operators, kernels and ranges have numbers in place of names");
    }
    return rows.finish();
}

void Names::intern(std::uint32_t index) {
    const auto text = m_strings.text(index);
    auto &name = m_names[index];
    name.id = m_builder.intern(text);
    if (text.starts_with("Enqueue")) {
        name.trait = Trait::Enqueue;
    } else if (text.starts_with("Dequeue")) {
        name.trait = Trait::Dequeue;
    } else if (ProducerWords::builtIn().isStep(text)) {
        name.trait = Trait::Step;
    }
}

Names::Name Names::unknown(std::int64_t id) {
    const auto [it, isNew] = m_unknown.try_emplace(id);
    if (isNew) {
        it->second = m_builder.intern("#" + std::to_string(id));
    }
    return {it->second};
}

std::unordered_map<std::int64_t, std::string> textsOf(SqliteConnection &db, std::vector<std::int64_t> ids) {
    const std::unordered_set<std::int64_t> wanted(ids.begin(), ids.end());
    std::unordered_map<std::int64_t, std::string> texts;
    if (wanted.empty()) {
        return texts;
    }
    const bool isLookup = wanted.size() <= kMaxLookups && db.isIndexed("STRING_IDS", "id");
    auto rows = db.select("STRING_IDS", {"id", "value"}, isLookup ? whereIn(wanted) : std::string());
    while (rows.next()) {
        if (const auto id = rows.number(0); wanted.contains(id)) {
            texts.emplace(id, rows.text(1));
        }
    }
    return texts;
}

Status MstxRanges::load(SqliteConnection &db) {
    auto rows = db.select("MSTX_EVENTS", {"startNs", "endNs", "message", "globalTid", "connectionId", "domainId"});
    while (rows.next()) {
        const auto begin = rows.time(0);
        if (!begin) {
            rows.reject("no start");
            continue;
        }
        const auto end = rows.time(1).value_or(*begin);
        m_ranges.push_back(
            {rows.rowId(), *begin, end, rows.number(2, -1), rows.number(3), rows.number(4, kNoId), rows.number(5, -1)});
    }
    return rows.finish();
}

void MstxRanges::index() {
    for (auto &range : m_ranges) {
        if (isConnection(range.connection)) {
            m_slots.add(range.connection, static_cast<std::uint32_t>(&range - m_ranges.data()));
        }
    }
    m_slots.finish();
    m_bounds.assign(m_ranges.size(),
                    {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(), 0});
    for (auto &range : m_ranges) {
        range.slot = isConnection(range.connection) ? m_slots.find(range.connection) : IdTable::kNone;
    }
}

void MstxRanges::extend(Bounds &bounds, std::int64_t begin, std::int64_t end, std::int64_t device) {
    bounds.begin = std::min(bounds.begin, begin);
    bounds.end = std::max(bounds.end, end);
    bounds.device = device;
}

const MstxRanges::Bounds *MstxRanges::bounds(const Range &range) const {
    if (range.slot == IdTable::kNone || m_bounds[range.slot].begin > m_bounds[range.slot].end) {
        return nullptr;
    }
    return &m_bounds[range.slot];
}

}  // namespace stagescope::profiler_db
