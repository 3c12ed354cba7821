#include "core/analysis/pipeline/recognition/schedule_candidates.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace stagescope {

namespace {

bool isForward(CellKind kind) { return kind == CellKind::Forward || kind == CellKind::Overlapped; }

int leadingForwards(const ObservedRank &rank) {
    const auto end = std::find_if(rank.cells.begin(), rank.cells.end(), [](const ObservedCell &c) {
        return c.kind == CellKind::Overlapped || givesGradient(c.kind);
    });
    return static_cast<int>(
        std::count_if(rank.cells.begin(), end, [](const ObservedCell &c) { return isForward(c.kind); }));
}

void noteNames(ForwardCounts &counts, const PipelineChart &chart) {
    std::set<int> chunks;
    for (const auto &cell : chart.cells) {
        if (cell.numbering != Numbering::Named || !isScheduled(cell.kind)) {
            continue;
        }
        if (cell.chunk >= 0) {
            chunks.insert(cell.chunk);
        }
        counts.microbatches = std::max({counts.microbatches, cell.microbatch + 1, cell.backwardMicrobatch + 1});
        counts.namesDrain = counts.namesDrain || givesGradient(cell.kind);
    }
    counts.chunks = static_cast<int>(chunks.size());
    counts.hasLoop = counts.chunks > 1;
}

/// Transfers of one rank, and the backwards that it runs, in some of the steps.
struct TransferCount {
    double sends = 0;
    double receives = 0;
    double batches = 0;
    double backwards = 0;
};

/// Only what goes on while the rank has cells: where a recording of cells was cut, transfers may go on.
TransferCount transfersOf(const PipelineChart &chart, int rank, const std::set<std::int64_t> &steps) {
    TransferCount count;
    std::map<std::int64_t, RankRange> spans;
    for (const auto &cell : chart.cells) {
        if (cell.rank == rank && steps.contains(cell.step) && isScheduled(cell.kind)) {
            auto &span = spans.try_emplace(cell.step, cell.range).first->second;
            span = {std::min(span.begin, cell.range.begin), std::max(span.end, cell.range.end)};
            count.backwards += givesGradient(cell.kind) || cell.kind == CellKind::Overlapped ? 1 : 0;
        }
    }
    for (const auto &op : chart.p2p) {
        const bool isWithin = op.rank == rank && std::any_of(spans.begin(), spans.end(), [&](const auto &span) {
                                  return op.range.begin <= span.second.end && op.range.end >= span.second.begin;
                              });
        if (isWithin) {
            ++(op.kind == P2pOp::Kind::Send      ? count.sends
               : op.kind == P2pOp::Kind::Receive ? count.receives
                                                 : count.batches);
        }
    }
    return count;
}

/// Half of what ranks in the middle usually send (receive), which is what each would with one neighbour only; nothing
/// where there is none.
std::optional<double> usualOfOneSide(const std::vector<TransferCount> &ranks, double TransferCount::*transfers) {
    std::vector<double> usual;
    for (std::size_t i = 1; i + 1 < ranks.size(); ++i) {
        if (ranks[i].*transfers > 0 && ranks[i].batches == 0) {
            usual.push_back(ranks[i].*transfers / 2);
        }
    }
    return usual.empty() ? std::nullopt : std::optional(upperMedian(std::move(usual)));
}

/// Chunks that go round: the first rank receives, and the last one sends, activations of all but one of v chunks beside
/// one gradient per backward, (2 v - 1) / v transfers per backward. Elsewhere it is one, in a V and in DualPipe, too.
/// Ranks in the middle tell best how many it would be: cells are lost oftener than transfers.
void noteLoop(ForwardCounts &counts, const PipelineChart &chart, const std::set<std::int64_t> &steps) {
    constexpr double kLoop = 1.25;
    constexpr double kMostChunks = 2 - 1.0 / (2 * kMaxChunks);
    if (chart.group.ranks.size() < 2) {
        return;
    }
    std::vector<TransferCount> ranks;
    for (const int rank : chart.group.ranks) {
        ranks.push_back(transfersOf(chart, rank, steps));
    }
    for (const auto &[end, transfers] :
         {std::pair(ranks.front(), &TransferCount::receives), std::pair(ranks.back(), &TransferCount::sends)}) {
        const double single = usualOfOneSide(ranks, transfers).value_or(end.backwards);
        const double share = single > 0 && end.batches == 0 ? end.*transfers / single : 0;
        if (share > kLoop) {
            counts.hasLoop = true;
            counts.loopChunks = static_cast<int>(std::lround(1 / (2 - std::min(share, kMostChunks))));
            return;
        }
    }
}

/// The same where hosts transfer themselves: the first rank receives nothing for the forwards of its first chunk, and
/// once for each of the others, all of it before the last of those that it begins with ends.
void noteFeeds(ForwardCounts &counts, const PipelineChart &chart, const std::set<std::int64_t> &steps) {
    std::map<std::int64_t, std::map<RankTime, const PipelineCell *>> cells;
    for (const auto &cell : chart.cells) {
        if (cell.rank == chart.group.ranks.front() && steps.contains(cell.step) && isScheduled(cell.kind)) {
            cells[cell.step].try_emplace(cell.range.begin, &cell);
        }
    }
    std::set<int> found;
    for (const auto &[step, own] : cells) {
        int forwards = 0;
        int feeds = 0;
        for (const auto &[begin, cell] : own) {
            if (cell->kind != CellKind::Forward) {
                break;
            }
            feeds += forwards++ > 0 ? cell->feeds : 0;
        }
        const int first = forwards - feeds;
        found.insert(first > 0 && forwards % first == 0 ? forwards / first : 0);
    }
    const int chunks = found.size() == 1 ? *found.begin() : 0;
    if (chunks > 1 && chunks <= kMaxChunks) {
        counts.hasLoop = true;
        counts.loopChunks = chunks;
    }
}

class FamilyList {
public:
    FamilyList(int ranks, const ForwardCounts &counts, const ScheduleHint &hint, bool isDoubtful)
        : m_ranks(ranks), m_counts(counts), m_hint(hint), m_isDoubtful(isDoubtful) {}

    void add(ScheduleOptions options) {
        options.stages = m_ranks;
        if (!isWanted(options.kind)) {
            return;
        }
        ScheduleFamily family{options, 1, 1};
        if (m_hint.microbatches > 0) {
            family.least = family.most = m_hint.microbatches;
        } else {
            const int each = forwardsPerMicrobatch(options);
            const double restored = m_counts.median / (1 - kLostShare);
            const int most = std::max(m_counts.most + each, static_cast<int>(restored) + 1);
            family.least = std::max(1, (m_isDoubtful ? m_counts.least : m_counts.median) / each);
            family.most = std::max(family.least, (m_isDoubtful ? most : m_counts.median) / each);
        }
        m_families.push_back(family);
    }

    /// With groups of p, then of the other sizes.
    void addInterleaved(bool overlapsMoe, ScheduleKind kind = ScheduleKind::Interleaved) {
        for (const bool isUsual : {true, false}) {
            for (const int chunks : chunkNumbers()) {
                const auto sizes = isUsual ? std::set<int>{0} : unusualGroupSizes(kind, chunks, overlapsMoe);
                for (const int size : sizes) {
                    add({.kind = kind, .chunks = chunks, .groupSize = size, .overlapsMoe = overlapsMoe});
                }
            }
        }
    }

    void addLoopedBfs() {
        for (const int chunks : chunkNumbers()) {
            if (m_counts.loopChunks == 0 || chunks == m_counts.loopChunks) {
                add({.kind = ScheduleKind::LoopedBfs, .chunks = chunks});
            }
        }
    }

    [[nodiscard]] std::vector<ScheduleFamily> take() { return std::move(m_families); }

private:
    /// A tool that says "dualpipev" may mean either form of it.
    [[nodiscard]] bool isWanted(ScheduleKind kind) const {
        const auto plain = [](ScheduleKind k) {
            return k == ScheduleKind::MindSpeedDualPipeV ? ScheduleKind::DualPipeV : k;
        };
        return !m_hint.kind || plain(*m_hint.kind) == plain(kind);
    }

    /// Numbers of chunks that come into question.
    [[nodiscard]] std::vector<int> chunkNumbers() const {
        std::vector<int> numbers;
        for (int chunks = 2; chunks <= kMaxChunks; ++chunks) {
            if (m_counts.chunks == 0 || chunks == m_counts.chunks) {
                numbers.push_back(chunks);
            }
        }
        return numbers;
    }

    [[nodiscard]] std::set<int> unusualGroupSizes(ScheduleKind kind, int chunks, bool overlapsMoe) const {
        const int microbatches = m_hint.microbatches > 0 ? m_hint.microbatches : std::max(1, m_counts.most / chunks);
        const int shown = shownGroupSize(kind, chunks, overlapsMoe);
        std::set<int> sizes{microbatches / std::max(1, microbatches / m_ranks), shown, shown + 1};
        std::erase_if(sizes, [&](int size) { return size <= m_ranks; });
        return sizes;
    }

    [[nodiscard]] int shownGroupSize(ScheduleKind kind, int chunks, bool overlapsMoe) const {
        const int perHop = kind == ScheduleKind::InterleavedZeroBubble ? 1 : 2;
        std::vector<int> sizes;
        for (int position = 0; position < m_ranks; ++position) {
            const int leading = m_counts.leading[static_cast<std::size_t>(position)];
            if (leading > 0) {
                sizes.push_back((leading - 1 - perHop * (m_ranks - 1 - position) - (overlapsMoe ? 1 : 0)) /
                                (chunks - 1));
            }
        }
        return upperMedian(std::move(sizes));
    }

    int m_ranks;
    const ForwardCounts &m_counts;
    const ScheduleHint &m_hint;
    bool m_isDoubtful;
    std::vector<ScheduleFamily> m_families;
};

}  // namespace

ForwardCounts forwardCounts(const std::vector<const ObservedStep *> &steps, const PipelineChart &chart) {
    ForwardCounts result;
    result.leading.assign(chart.group.ranks.size(), -1);
    std::vector<int> counts;
    std::set<std::int64_t> numbers;
    for (const auto *step : steps) {
        numbers.insert(step->step);
        for (std::size_t r = 0; r < step->ranks.size(); ++r) {
            const auto &cells = step->ranks[r].cells;
            if (cells.empty()) {
                continue;
            }
            counts.push_back(static_cast<int>(
                std::count_if(cells.begin(), cells.end(), [](const ObservedCell &c) { return isForward(c.kind); })));
            result.leading[r] = std::max(result.leading[r], leadingForwards(step->ranks[r]));
        }
    }
    if (!counts.empty()) {
        std::sort(counts.begin(), counts.end());
        result.least = counts[counts.size() / 4];
        result.median = counts[counts.size() / 2];
        result.most = counts.back();
    }
    noteNames(result, chart);
    if (!result.hasLoop) {
        noteLoop(result, chart, numbers);
    }
    if (!result.hasLoop) {
        noteFeeds(result, chart, numbers);
    }
    return result;
}

int forwardsPerMicrobatch(const ScheduleOptions &options) {
    return options.kind == ScheduleKind::DualPipe ? 1 : chunksOf(options);
}

std::vector<ScheduleFamily> scheduleFamilies(int ranks, const ForwardCounts &counts, const VisibleKinds &visible,
                                             const ScheduleHint &hint, bool isDoubtful) {
    FamilyList list(ranks, counts, hint, isDoubtful);
    if (!visible.overlaps) {
        if (counts.hasLoop) {
            list.addLoopedBfs();
        } else {
            list.add({.kind = ScheduleKind::GPipe});
        }
        if (counts.namesDrain && !counts.hasLoop) {
            list.add({.kind = ScheduleKind::GPipe, .drain = DrainOrder::Descending});
        }
        list.add({.kind = ScheduleKind::OneFOneB});
        list.addInterleaved(false);
        list.addInterleaved(false, ScheduleKind::InterleavedZeroBubble);
        list.add({.kind = ScheduleKind::ZeroBubbleH1});
        list.add({.kind = ScheduleKind::ZeroBubbleH2});
        list.add({.kind = ScheduleKind::ZeroBubbleV});
    }
    list.add({.kind = ScheduleKind::DualPipe});
    list.add({.kind = ScheduleKind::DualPipeV});
    for (const bool detaches : {false, true}) {
        list.add({.kind = ScheduleKind::MindSpeedDualPipeV, .detachesWeights = detaches, .hasLogits = visible.losses});
    }
    list.addInterleaved(true);
    return list.take();
}

}  // namespace stagescope
