#include "core/formats/io/id_table.h"

#include <algorithm>

namespace stagescope {

namespace {
/// Ids farther apart than this start a new run; bounds the unused places between two ids.
constexpr std::uint64_t kMaxGap = 5;
}  // namespace

void IdTable::finish() {
    const auto byId = [](const auto &a, const auto &b) { return a.first < b.first; };
    if (!std::is_sorted(m_entries.begin(), m_entries.end(), byId)) {
        std::stable_sort(m_entries.begin(), m_entries.end(), byId);
    }
    for (const auto &[id, value] : m_entries) {
        // Unsigned, so that ids at both ends of the range cannot overflow.
        const auto distance =
            m_runs.empty() ? 0 : static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(m_runs.back().first);
        if (m_runs.empty() || distance >= m_runs.back().size + kMaxGap) {
            m_runs.push_back({id, 1, m_values.size()});
            m_values.push_back(value);
            continue;
        }
        auto &run = m_runs.back();
        if (distance < run.size) {
            continue;  // the same id again
        }
        m_values.resize(run.offset + distance, kNone);
        m_values.push_back(value);
        run.size = distance + 1;
    }
    m_entries = {};
}

std::uint32_t IdTable::find(std::int64_t id) const {
    auto it = std::upper_bound(m_runs.begin(), m_runs.end(), id,
                               [](std::int64_t i, const Run &run) { return i < run.first; });
    if (it == m_runs.begin()) {
        return kNone;
    }
    --it;
    const auto index = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(it->first);
    return index < it->size ? m_values[it->offset + index] : kNone;
}

}  // namespace stagescope
