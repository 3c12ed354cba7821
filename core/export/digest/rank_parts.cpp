#include "core/export/digest/rank_parts.h"

#include <algorithm>

namespace stagescope {

RankParts::RankParts(const Run &listed) : m_listed(listed) {
    m_base.id = listed.id;
    m_base.label = listed.label;
    m_base.path = listed.path;
    m_base.role = listed.role;
    m_base.parallel = listed.parallel;
    m_base.groups = listed.groups;
    m_base.wantedCapture = listed.wantedCapture;
    // Of the rest of the log each part would tell the same.
    const auto entries = listed.log == nullptr ? std::vector<ImportEntry>{} : listed.log->entries();
    for (const auto &entry : entries) {
        if (entry.code == "discovery.rank_unknown") {
            const auto guesses = std::make_shared<ImportLog>();
            guesses->add(entry.severity, entry.source, entry.code, {}, {}, entry.count);
            m_base.log = guesses;
        }
    }
}

Run RankParts::of(std::span<const int> ranks) const {
    auto part = m_base;
    for (const int rank : ranks) {
        part.captures.push_back(*m_listed.capture(rank));
    }
    std::copy_if(m_listed.snapshots.begin(), m_listed.snapshots.end(), std::back_inserter(part.snapshots),
                 [&](const SnapshotFile &snapshot) {
                     return snapshot.rank && std::find(ranks.begin(), ranks.end(), *snapshot.rank) != ranks.end();
                 });
    return part;
}

Run RankParts::of(std::optional<int> rank) const {
    if (rank) {
        return of(std::span(&*rank, 1));
    }
    auto part = m_base;
    part.clusterFiles = m_listed.clusterFiles;
    part.log = m_listed.log;
    std::copy_if(
        m_listed.snapshots.begin(), m_listed.snapshots.end(), std::back_inserter(part.snapshots),
        [&](const SnapshotFile &snapshot) { return !snapshot.rank || m_listed.capture(*snapshot.rank) == nullptr; });
    return part;
}

}  // namespace stagescope
