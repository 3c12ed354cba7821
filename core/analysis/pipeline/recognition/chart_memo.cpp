#include "core/analysis/pipeline/recognition/chart_memo.h"

#include <algorithm>

namespace stagescope {

ChartMemo::Key ChartMemo::keyOf(const Run &run, const PipelineGroup &group) {
    Key key{group, {}, {}};
    for (const int rank : group.ranks) {
        key.offsets.push_back(run.clock.offset(rank));
        const auto *capture = run.capture(rank);
        key.stores.add(capture == nullptr ? RankCapture{} : *capture);
    }
    return key;
}

std::list<ChartMemo::Entry>::iterator ChartMemo::position(const Key &key) {
    return std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &entry) {
        const auto &group = entry.key.group;
        return group.id == key.group.id && group.ranks == key.group.ranks && group.origin == key.group.origin &&
               entry.key.offsets == key.offsets && entry.key.stores == key.stores;
    });
}

std::shared_ptr<const PipelineChart> ChartMemo::find(const Key &key) {
    const std::lock_guard lock(m_mutex);
    const auto it = position(key);
    if (it == m_entries.end()) {
        return nullptr;
    }
    m_entries.splice(m_entries.begin(), m_entries, it);
    return it->chart;
}

void ChartMemo::keep(Key key, std::shared_ptr<const PipelineChart> chart) {
    const std::lock_guard lock(m_mutex);
    if (position(key) != m_entries.end()) {
        return;
    }
    m_cells += chart->cells.size();
    m_entries.push_front({std::move(key), std::move(chart)});
    while (m_entries.size() > 1 && m_cells > kMostCells) {
        m_cells -= m_entries.back().chart->cells.size();
        m_entries.pop_back();
    }
}

std::size_t ChartMemo::size() const {
    const std::lock_guard lock(m_mutex);
    return m_entries.size();
}

}  // namespace stagescope
