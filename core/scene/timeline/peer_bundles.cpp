#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/scene/timeline/arrow_bundles.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

/// A communication operator on the timeline.
struct PlacedOp {
    TimelineNode node;
    RankTime begin;
    RankTime end;
};
/// By run, rank and name, each by begin: the n-th of a name is what two ranks have in common.
using PlacedOps = std::map<std::tuple<RunId, int, std::string>, std::vector<PlacedOp>>;

bool isPointToPoint(std::string_view name) {
    return matchesFilter(name, "send") || matchesFilter(name, "receive") || matchesFilter(name, "recv");
}

/// Operators lie on the tracks of groups, or, where there are none, on streams.
void place(const TimelineSource &source, PlacedOps &ops) {
    const auto tracks = source.trace->tracks();
    const bool hasGroups = std::any_of(tracks.begin(), tracks.end(),
                                       [](const Track &track) { return track.kind == TrackKind::CommGroup; });
    const auto wanted = hasGroups ? TrackKind::CommGroup : TrackKind::DeviceStream;
    for (const auto &track : tracks) {
        if (track.kind != wanted) {
            continue;
        }
        const auto &slices = source.trace->slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (slices.klass(i) == SliceClass::Communication) {
                ops[{source.rank.run, source.rank.rank, std::string(source.trace->text(slices.name(i)))}].push_back(
                    {{source.rank, source.source, track.id}, slices.begin(i), slices.end(i)});
            }
        }
    }
}

class PeerCollector {
public:
    explicit PeerCollector(const PlacedOps &ops) : m_ops(ops) {}

    void addTransfers(const Run &run, const PipelineChart &chart) {
        for (const auto &edge : chart.edges) {
            if (edge.send == P2pEdge::kNone || edge.receive == P2pEdge::kNone) {
                continue;
            }
            const auto *send = find(run.id, chart.p2p[edge.send]);
            const auto *receive = find(run.id, chart.p2p[edge.receive]);
            if (send != nullptr && receive != nullptr) {
                // The last moment of the receive, still within it.
                add(*send, *receive, std::max(receive->begin, receive->end - Nanos{1}));
            }
        }
    }

    /// From each rank to the next one that has an operator of this name and number.
    void addCollectives() {
        std::map<std::pair<RunId, std::string>, std::vector<const std::vector<PlacedOp> *>> byName;
        for (const auto &[key, placed] : m_ops) {
            const auto &[run, rank, name] = key;
            if (!isPointToPoint(name)) {
                byName[{run, name}].push_back(&placed);
            }
        }
        for (const auto &[key, ranks] : byName) {
            for (std::size_t i = 1; i < ranks.size(); ++i) {
                const auto count = std::min(ranks[i - 1]->size(), ranks[i]->size());
                for (std::size_t nth = 0; nth < count; ++nth) {
                    add((*ranks[i - 1])[nth], (*ranks[i])[nth], (*ranks[i])[nth].begin);
                }
            }
        }
    }

    [[nodiscard]] ArrowBundles bundles() {
        ArrowBundles result;
        for (auto &[tracks, arrows] : m_arrows) {
            std::sort(arrows.begin(), arrows.end());
            ArrowBundle bundle{tracks.first, tracks.second, {}, {}, {}};
            for (const auto &[begin, end] : arrows) {
                bundle.begins.push_back(begin);
                bundle.ends.push_back(end);
            }
            bundle.sortEnds();
            result.push_back(std::move(bundle));
        }
        return result;
    }

private:
    [[nodiscard]] const PlacedOp *find(RunId run, const P2pOp &op) const {
        const auto it = m_ops.find({run, op.rank, op.name});
        const auto nth = static_cast<std::size_t>(op.nth);
        return it != m_ops.end() && op.nth >= 0 && nth < it->second.size() ? &it->second[nth] : nullptr;
    }
    void add(const PlacedOp &from, const PlacedOp &to, RankTime end) {
        m_arrows[{from.node, to.node}].emplace_back(from.begin, end);
    }

    const PlacedOps &m_ops;
    std::map<std::pair<TimelineNode, TimelineNode>, std::vector<std::pair<RankTime, RankTime>>> m_arrows;
};

}  // namespace

ArrowBundles peerBundles(const Workspace &workspace, const std::vector<TimelineSource> &sources,
                         const std::stop_token &stop) {
    PlacedOps ops;
    std::set<RunId> runs;
    for (const auto &source : sources) {
        place(source, ops);
        runs.insert(source.rank.run);
        if (stop.stop_requested()) {
            return {};
        }
    }
    for (auto &[key, placed] : ops) {
        std::sort(placed.begin(), placed.end(), [](const PlacedOp &a, const PlacedOp &b) { return a.begin < b.begin; });
    }
    PeerCollector peers(ops);
    for (const auto &id : runs) {
        const auto *run = workspace.run(id);
        for (const auto &group : run == nullptr ? std::vector<PipelineGroup>{} : pipelineGroups(*run)) {
            peers.addTransfers(*run, pipelineChart(*run, group, stop));
        }
    }
    peers.addCollectives();
    return peers.bundles();
}

}  // namespace stagescope
