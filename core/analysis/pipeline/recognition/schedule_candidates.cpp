#include "core/analysis/pipeline/recognition/schedule_candidates.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
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
    void addInterleaved(bool overlapsMoe) {
        for (const bool isUsual : {true, false}) {
            for (int chunks = 2; chunks <= kMaxChunks; ++chunks) {
                if (m_counts.chunks > 0 && chunks != m_counts.chunks) {
                    continue;
                }
                for (const int size : isUsual ? std::set<int>{0} : unusualGroupSizes(chunks, overlapsMoe)) {
                    add({.kind = ScheduleKind::Interleaved,
                         .chunks = chunks,
                         .groupSize = size,
                         .overlapsMoe = overlapsMoe});
                }
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

    [[nodiscard]] std::set<int> unusualGroupSizes(int chunks, bool overlapsMoe) const {
        const int microbatches = m_hint.microbatches > 0 ? m_hint.microbatches : std::max(1, m_counts.most / chunks);
        const int shown = shownGroupSize(chunks, overlapsMoe);
        std::set<int> sizes{microbatches / std::max(1, microbatches / m_ranks), shown, shown + 1};
        std::erase_if(sizes, [&](int size) { return size <= m_ranks; });
        return sizes;
    }

    [[nodiscard]] int shownGroupSize(int chunks, bool overlapsMoe) const {
        std::vector<int> sizes;
        for (int position = 0; position < m_ranks; ++position) {
            const int leading = m_counts.leading[static_cast<std::size_t>(position)];
            if (leading > 0) {
                sizes.push_back((leading - 1 - 2 * (m_ranks - 1 - position) - (overlapsMoe ? 1 : 0)) / (chunks - 1));
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
    for (const auto *step : steps) {
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
    return result;
}

int forwardsPerMicrobatch(const ScheduleOptions &options) {
    return options.kind == ScheduleKind::DualPipe ? 1 : chunksOf(options);
}

std::vector<ScheduleFamily> scheduleFamilies(int ranks, const ForwardCounts &counts, const VisibleKinds &visible,
                                             const ScheduleHint &hint, bool isDoubtful) {
    FamilyList list(ranks, counts, hint, isDoubtful);
    if (!visible.overlaps) {
        list.add({.kind = ScheduleKind::GPipe});
        if (counts.namesDrain) {
            list.add({.kind = ScheduleKind::GPipe, .drain = DrainOrder::Descending});
        }
        list.add({.kind = ScheduleKind::OneFOneB});
        list.addInterleaved(false);
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
