#include "core/store/trace/flow_table.h"

#include "core/store/trace/interruptible_sort.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace stagescope {

FlowTable::FlowTable(std::vector<Flow> flows, const std::stop_token &stop) : m_flows(std::move(flows)) {
    m_flows.shrink_to_fit();
    const auto bySource = [](const Flow &a, const Flow &b) {
        return std::tie(a.fromTrack, a.from, a.toTrack, a.to) < std::tie(b.fromTrack, b.from, b.toTrack, b.to);
    };
    if (!interruptibleSort(m_flows.begin(), m_flows.end(), bySource, stop)) {
        return;
    }
    m_byTarget.resize(m_flows.size());
    std::iota(m_byTarget.begin(), m_byTarget.end(), 0U);
    const auto byTarget = [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(m_flows[a].toTrack, m_flows[a].to, a) < std::tie(m_flows[b].toTrack, m_flows[b].to, b);
    };
    std::ignore = interruptibleSort(m_byTarget.begin(), m_byTarget.end(), byTarget, stop);
}

std::vector<Flow> FlowTable::leaving(TrackId track, RankTime first, RankTime last) const {
    auto it = std::lower_bound(m_flows.begin(), m_flows.end(), std::tie(track, first),
                               [](const Flow &f, const auto &key) { return std::tie(f.fromTrack, f.from) < key; });
    std::vector<Flow> result;
    for (; it != m_flows.end() && it->fromTrack == track && it->from <= last; ++it) {
        result.push_back(*it);
    }
    return result;
}

std::vector<Flow> FlowTable::reaching(TrackId track, RankTime first, RankTime last) const {
    auto it = std::lower_bound(
        m_byTarget.begin(), m_byTarget.end(), std::tie(track, first),
        [&](std::uint32_t i, const auto &key) { return std::tie(m_flows[i].toTrack, m_flows[i].to) < key; });
    std::vector<Flow> result;
    for (; it != m_byTarget.end() && m_flows[*it].toTrack == track && m_flows[*it].to <= last; ++it) {
        result.push_back(m_flows[*it]);
    }
    return result;
}

}  // namespace stagescope
