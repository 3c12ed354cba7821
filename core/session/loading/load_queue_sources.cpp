// Ranks that are read from what their digests were made of, and back.
#include "core/session/loading/load_queue.h"
#include "core/session/loading/source_loader.h"

#include <algorithm>
#include <utility>

namespace stagescope {

std::optional<std::size_t> LoadQueue::entryOf(int rank) {
    const auto run = snapshot();
    const auto *capture = run->capture(rank);
    return capture == nullptr ? std::nullopt : std::optional(m_entryOfSource.at(capture->files.front().id));
}

/// Slices of the digest keep their numbers: those of the source are new ones.
void LoadQueue::numberSource(RankSource &source, std::size_t index) {
    std::uint32_t next = 0;
    const auto follow = [&next](SourceId id) { next = std::max(next, id.value + 1); };
    for (const auto &[id, entry] : m_entryOfSource) {
        follow(id);
    }
    for (const auto &snapshot : m_base.snapshots) {
        follow(snapshot.file.id);
    }
    for (const auto &file : m_base.clusterFiles) {
        follow(file.id);
    }
    const auto place = static_cast<std::uint32_t>(index);  // captures come first, in the order of the run
    auto places = m_base.captureOfSource ? *m_base.captureOfSource : std::vector<std::uint32_t>{};
    for (auto &file : source.capture.files) {
        file.id = SourceId{next++};
        m_entryOfSource[file.id] = index;
        places.resize(file.id.value + std::size_t{1}, SourceId::kNone);
        places[file.id.value] = place;
    }
    for (auto &snapshot : source.snapshots) {
        snapshot.file.id = SourceId{next++};
    }
    m_base.captureOfSource = std::make_shared<const std::vector<std::uint32_t>>(std::move(places));
}

void LoadQueue::readSource(RankSource source) {
    const int rank = source.capture.rank;
    const auto index = m_discovered ? entryOf(rank) : std::nullopt;
    if (!index || m_entries[*index].digest || m_entries[*index].capture.digest.empty()) {
        return;
    }
    takeBack(*index);
    numberSource(source, *index);
    auto &entry = m_entries[*index];
    entry.deepWaits = false;
    Entry fresh;
    fresh.capture = std::move(source.capture);
    fresh.capture.version = entry.capture.version + 1;
    fresh.found = std::exchange(fresh.capture.log, nullptr);
    fresh.shallowCost = loadCost(fresh.capture.files, LoadDepth::Shallow, m_formats);
    fresh.deepCost = loadCost(fresh.capture.files, LoadDepth::Deep, m_formats);
    fresh.digest = std::make_unique<Entry>(std::move(entry));
    entry = std::move(fresh);
    m_sums.set(*index, m_entries[*index].deepPart());
    push(m_shallow, *index, LoadDepth::Shallow, true);
    const auto ofRank = [&](const SnapshotFile &snapshot) { return snapshot.rank == rank; };
    if (std::none_of(m_base.snapshots.begin(), m_base.snapshots.end(), ofRank)) {
        for (auto &snapshot : source.snapshots) {
            m_base.snapshots.push_back(std::move(snapshot));
            addSnapshot(m_base.snapshots.size() - 1);
        }
    }
    ++m_version;
    requestDeep({rank});
}

/// The digest's large tables go: the source has them. Of what cannot be read the digest is shown further, with the
/// reason.
void LoadQueue::finishSource(std::size_t index) {
    auto &entry = m_entries[index];
    if (entry.capture.state == LoadState::Damaged) {
        const auto reason = entry.capture.log;
        returnToDigest(index);
        auto &digest = m_entries[index];
        digest.shallowLog = combined(digest.shallowLog, reason);
        digest.capture.log = combined(digest.shallowLog, digest.deepLog);
    } else if (entry.digest->deepDone) {
        dropDeep(*entry.digest);
    }
}

void LoadQueue::returnToDigest(std::size_t index) {
    takeBack(index);
    const auto version = m_entries[index].capture.version;
    Entry digest = std::move(*m_entries[index].digest);
    digest.capture.version = std::max(version, digest.capture.version) + 1;
    m_entries[index] = std::move(digest);
    m_sums.set(index, m_entries[index].deepPart());
    if (!m_entries[index].shallowDone) {
        push(m_shallow, index, LoadDepth::Shallow);
    }
}

void LoadQueue::leaveSource(int rank) {
    const auto index = m_discovered ? entryOf(rank) : std::nullopt;
    if (!index || !m_entries[*index].digest) {
        return;
    }
    const bool wasDeep = m_entries[*index].deepDone;
    returnToDigest(*index);
    ++m_version;
    if (wasDeep) {
        requestDeep({rank});
    }
}

/// Until the source is deep the digest tells more.
RankCapture LoadQueue::shown(const Entry &entry) {
    if (!entry.digest || entry.deepDone) {
        return entry.capture;
    }
    auto capture = entry.digest->capture;
    const auto state = entry.capture.state;
    const bool isLoading = state == LoadState::LoadingShallow || state == LoadState::LoadingDeep;
    capture.state = isLoading ? LoadState::LoadingDeep : capture.state;
    return capture;
}

}  // namespace stagescope
