#include "views/timeline/timeline_model.h"

#include "core/scene/timeline/timeline_carry.h"
#include "core/scene/timeline/timeline_target.h"
#include "core/session/loading/source_loader.h"
#include "views/common/empty/empty_reason.h"

#include <algorithm>
#include <set>
#include <utility>

namespace stagescope {

TimelineModel::TimelineModel(const Selection *selection, const TimeView *time, QObject *parent)
    : QObject(parent), m_selection(selection), m_time(time) {}

void TimelineModel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_runShifts = runShifts(*m_workspace);
    dropTracksOfOthers();
    m_kept.adopt(*m_workspace, m_arrangement, m_layout.sources());
    rebuildSources();
}

void TimelineModel::addTrack(OwnTrack track) {
    dropTracksOfOthers();
    keepClocks(track, *m_workspace);
    m_own.push_back(std::move(track));
    rebuildSources();
}

void TimelineModel::removeTrack(SourceId source) {
    const auto it = std::find_if(m_own.begin(), m_own.end(), [&](const OwnTrack &track) {
        return std::any_of(track.parts.begin(), track.parts.end(),
                           [&](const OwnTrack::Part &part) { return part.source == source; });
    });
    if (it == m_own.end()) {
        return;
    }
    forgetRows(m_arrangement, *it);
    m_own.erase(it);
    rebuildSources();
}

void TimelineModel::dropTracksOfOthers() {
    const auto *main = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    std::set<std::string> captures;
    for (const int rank : main == nullptr ? std::vector<int>{} : main->ranks()) {
        captures.insert(main->capture(rank)->captureLabel);
    }
    auto own = main == nullptr ? std::string{} : main->path + '\n' + std::to_string(main->id.value);
    for (const auto &capture : captures) {
        own += '\n' + capture;
    }
    if (own != m_ownOf) {
        m_own.clear();
        m_ownOf = std::move(own);
    }
}

void TimelineModel::filterRanks(std::vector<int> ranks) {
    m_rankFilter = std::move(ranks);
    rebuildSources();
}

void TimelineModel::followSelection() {
    if (ranksShown() != m_ranksWanted) {
        rebuildSources();
    }
}

std::vector<RankRef> TimelineModel::ranksShown() const {
    const auto &chosen = m_selection->state().ranks;
    if (m_rankFilter.empty() || m_workspace == nullptr) {
        return chosen;
    }
    std::vector<RankRef> ranks;
    for (const auto &run : m_workspace->runs) {
        for (const int rank : m_rankFilter) {
            const RankRef ref{run.id, rank};
            if (chosen.empty() || std::find(chosen.begin(), chosen.end(), ref) != chosen.end()) {
                ranks.push_back(ref);
            }
        }
    }
    // A filter that leaves nothing must not mean "no filter".
    return ranks.empty() ? std::vector<RankRef>{RankRef{RunId{}, -1}} : ranks;
}

void TimelineModel::rebuildSources() {
    if (m_workspace == nullptr) {
        return;
    }
    m_ranksWanted = ranksShown();
    auto sources = timelineSources(*m_workspace, m_ranksWanted, shifts(), m_layout.sources());
    addOwnTracks(sources, m_own, *m_workspace, m_ranksWanted, shifts());
    const auto isSame = [](const TimelineSource &a, const TimelineSource &b) {
        return a.rank == b.rank && a.trace == b.trace && a.offset == b.offset && a.isBaseline == b.isBaseline;
    };
    const auto &before = m_layout.sources();
    if (!std::equal(before.begin(), before.end(), sources.begin(), sources.end(), isSame)) {
        m_kept.check(m_arrangement, sources);
        carryArrangement(m_arrangement, before, sources);
        m_layout = TimelineLayout(std::move(sources), m_arrangement, m_blended, m_time->range());
        startBlending();
        startColoring();
        Q_EMIT sourcesChanged();
    }
    Q_EMIT changed();
}

void TimelineModel::layOut() {
    m_layout = TimelineLayout(m_layout.sources(), m_arrangement, m_blended, m_time->range());
    Q_EMIT laidOut();
}

/// The rows show their tracks as they are until it is done: on a trace of 10 million slices that is seconds.
void TimelineModel::startBlending() {
    if (m_arrangement.merged.empty() && m_arrangement.leftOut == SliceFilter{}) {
        m_blended.clear();
        return;
    }
    m_blending.start([sources = m_layout.sources(), arrangement = m_arrangement, previous = m_blended](
                         const std::stop_token &stop) { return blendedTracks(sources, arrangement, previous, stop); },
                     [this](BlendedTracks blended) {
                         m_blended = std::move(blended);
                         layOut();
                     });
}

void TimelineModel::setColoring(KernelColoring coloring) {
    if (coloring != m_coloring) {
        m_coloring = coloring;
        startColoring();
        Q_EMIT changed();
    }
}

/// Bounds of the traces that have none yet; as long as they are on their way, slices have the colours of their names.
void TimelineModel::startColoring() {
    m_bounding.cancel();
    auto sources = m_layout.sources();
    if (m_coloring == KernelColoring::ByName) {
        for (auto &source : sources) {
            source.bounds = nullptr;
        }
        m_layout = TimelineLayout(std::move(sources), m_arrangement, m_blended, m_time->range());
        Q_EMIT laidOut();
        return;
    }
    std::set<RankRef> ranks;
    for (const auto &source : sources) {
        if (source.bounds == nullptr && !source.isPart && !isOwnTrack(source.source)) {
            ranks.insert(source.rank);
        }
    }
    if (ranks.empty()) {
        return;
    }
    m_bounding.start(
        [workspace = m_workspace, ranks](const std::stop_token &stop) {
            std::map<const TraceStore *, std::shared_ptr<const TraceBounds>> bounds;
            for (const auto &rank : ranks) {
                const auto *run = workspace->run(rank.run);
                bounds.merge(sliceBounds(*run, *run->capture(rank.rank), stop));
            }
            return bounds;
        },
        [this](const auto &bounds) {
            auto shown = m_layout.sources();
            for (auto &source : shown) {
                if (const auto it = bounds.find(source.trace.get()); it != bounds.end()) {
                    source.bounds = it->second;
                }
            }
            m_layout = TimelineLayout(std::move(shown), m_arrangement, m_blended, m_time->range());
            Q_EMIT laidOut();
            Q_EMIT changed();
        });
}

void TimelineModel::arrange(const std::function<void(TimelineArrangement &)> &change) {
    const auto before = m_arrangement;
    change(m_arrangement);
    if (m_arrangement == before) {
        return;
    }
    if (m_arrangement.offsets != before.offsets) {
        rebuildSources();
        Q_EMIT shifted();
    }
    if (m_arrangement.merged != before.merged || m_arrangement.leftOut != before.leftOut) {
        startBlending();
    }
    layOut();
    Q_EMIT changed();
}

TimelineShifts TimelineModel::shifts() const {
    auto shifts = m_runShifts;
    for (const auto &[rank, offset] : m_arrangement.offsets) {
        shifts[rank] += offset;
    }
    return shifts;
}

void TimelineModel::restore(const QByteArray &kept) {
    if (m_kept.read(kept) && m_workspace != nullptr) {
        m_kept.adopt(*m_workspace, m_arrangement, m_layout.sources());
        rebuildSources();
        startBlending();
        layOut();
    }
}

std::vector<int> TimelineModel::ranksToLoad() const {
    std::vector<int> ranks;
    const auto *run = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto state = run->capture(rank)->state;
        const bool isWanted = m_ranksWanted.empty() || std::find(m_ranksWanted.begin(), m_ranksWanted.end(),
                                                                 RankRef{run->id, rank}) != m_ranksWanted.end();
        const bool isWaiting = state == LoadState::Shallow || state == LoadState::Listed;
        if (isWanted && isWaiting && hasDeepFiles(*run->capture(rank))) {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

std::optional<Message> TimelineModel::emptyReason() const {
    if (!m_layout.rows().empty() && timelineBounds(m_layout.sources())) {
        return std::nullopt;
    }
    const auto *run = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    if (run == nullptr) {
        return Message("timeline.empty.nothing_open");
    }
    const bool isLoading = std::any_of(run->captures.begin(), run->captures.end(), [](const RankCapture &capture) {
        return capture.state == LoadState::LoadingShallow || capture.state == LoadState::LoadingDeep;
    });
    if (isLoading) {
        return Message("timeline.empty.loading");
    }
    if (!ranksToLoad().empty()) {
        return Message("timeline.empty.not_loaded");
    }
    if (!m_arrangement.filter.empty() && !m_layout.sources().empty()) {
        return Message("timeline.empty.no_track", {m_arrangement.filter});
    }
    return m_rankFilter.empty() ? emptyBecause(m_workspace, "timeline.empty.no_trace")
                                : Message("timeline.empty.filtered");
}

}  // namespace stagescope
