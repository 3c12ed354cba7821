#include "core/export/digest/digest_merge.h"

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/overview/clock_fit.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/recognition/p2p_edges.h"
#include "core/analysis/run/ranks.h"
#include "core/base/extra_threads.h"
#include "core/base/io/output_file.h"
#include "core/base/path_text.h"
#include "core/export/digest/rank_parts.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/bundle/digest_note.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kAtOnce = 2;
constexpr std::size_t kRanksABatch = 64;

/// What the merged file will say that it is of.
Result<DigestNote> mergedNoteOf(const Run &listed) {
    DigestNote merged;
    merged.level = kMergedLevel;
    for (const auto &capture : listed.captures) {
        const auto path = capture.files.empty() ? std::string() : capture.files.front().path;
        const auto read = readDigestNote(path);
        const bool isDamaged = !read || (!*read && path.ends_with(kBundleEnding) && !BundleFile::open(path));
        if (isDamaged) {
            return fail(ErrorKind::Malformed, "cannot be read: digest the rank again, or take the file away", path);
        }
        const auto &note = *read;
        if (!note || !note->rank) {
            return fail(ErrorKind::BadArgument,
                        "is no folder of digests: what it has of rank " + std::to_string(capture.rank) + " is none",
                        listed.path);
        }
        merged.root = note->root;
        merged.ranks = note->ranks;
        merged.files.push_back(mergedFile(path, capture.files.front().size, *note));
    }
    return merged.files.empty()
               ? Result<DigestNote>(fail(ErrorKind::NotFound, "no digest that could be merged", listed.path))
               : merged;
}

std::string mergedPath(const Run &listed) {
    return parentPath(listed.captures.front().files.front().path) + "/" + std::string(kMergedLevel) +
           std::string(kBundleEnding);
}

/// Goes through the ranks, then through their pipelines.
class DigestMerge {
public:
    DigestMerge(const Run &listed, const DigestLoader &shallow, const DigestLoader &whole,
                const std::function<void(std::size_t, std::size_t)> &progress, const std::stop_token &stop)
        : m_parts(listed),
          m_ranks(listed.ranks()),
          m_shallow(shallow),
          m_whole(whole),
          m_progress(progress),
          m_stop(stop) {}

    /// Incomplete when stopped.
    MergeOutcome run() {
        for (std::size_t first = 0; first < m_ranks.size() && !m_stop.stop_requested(); first += kRanksABatch) {
            lookAtRanks(first, std::min(kRanksABatch, m_ranks.size() - first));
        }
        MergeOutcome outcome{.offsets = {}, .clocks = m_fit.clocks(), .collectives = m_fit.collectives()};
        if (outcome.clocks < 2) {
            outcome.offsets = m_fit.solve();
            return outcome;
        }
        if (m_ranksWithOps < m_ranks.size()) {
            m_fit.addComparisons(m_ofFiles);
            outcome.collectives = m_fit.collectives();
        }
        // Sends and receives are paired by overlap, which clocks that are far apart spoil.
        forEachChart([&](const PipelineChart &chart) { m_rough.addDependencies(chart); });
        const auto roughly = roughAlignment(m_rough.solve());
        forEachChart([&](PipelineChart chart) {
            if (roughly.isShifted()) {
                pairP2p(chart, roughly);
            }
            m_fit.addTransfers(chart);
            m_fit.addDependencies(chart);
        });
        outcome.offsets = m_fit.solve();
        return outcome;
    }

private:
    struct RankLook {
        std::string host;
        bool isGuess = false;
        std::vector<CommOp> ops;
        std::vector<CommOp> ofFiles;
        std::vector<std::vector<int>> pipelines;
    };

    [[nodiscard]] Run loaded(std::span<const int> ranks) const {
        auto part = m_shallow(m_parts.of(ranks), m_stop);
        const bool needsMore = needsDeepForCommOps(part) || needsDeepForCells(part);
        return needsMore ? m_whole(m_parts.of(ranks), m_stop) : part;
    }

    /// In order, so that each collective has the same first rank as when all were there at once.
    void lookAtRanks(std::size_t first, std::size_t count) {
        std::vector<RankLook> looks(count);
        takeInTurns(count, kAtOnce, [&](std::size_t i) {
            looks[i] = lookAt(m_ranks[first + i]);
            return !m_stop.stop_requested();
        });
        for (std::size_t i = 0; i < count; ++i) {
            const int rank = m_ranks[first + i];
            auto &look = looks[i];
            for (auto *fit : {&m_fit, &m_rough, &m_ofFiles}) {
                fit->addClock(rank, look.host);
                if (look.isGuess) {
                    fit->addGuess(rank);
                }
            }
            m_fit.addCollectives(look.ops);
            m_ofFiles.addCollectives(look.ofFiles);
            m_ranksWithOps += look.ops.empty() ? 0 : 1;
            if (look.pipelines.empty()) {
                m_alone.push_back(rank);
            }
            m_pipelines.insert(look.pipelines.begin(), look.pipelines.end());
        }
        tell(first + count);
    }

    [[nodiscard]] RankLook lookAt(int rank) const {
        const auto part = loaded(std::span(&rank, 1));
        RankLook look;
        const auto *capture = part.capture(rank);
        look.host = capture == nullptr ? std::string() : capture->host;
        look.isGuess = capture != nullptr && isGuessed(part, *capture);
        look.ops = commOps(part, m_stop);
        look.ofFiles = operatorsOfFiles(part, m_stop);
        for (const auto &group : pipelineGroups(part)) {
            if (group.origin == GroupOrigin::Metadata || group.origin == GroupOrigin::ParallelSizes) {
                look.pipelines.push_back(group.ranks);
            }
        }
        return look;
    }

    /// By raw clocks; any order, one at a time.
    template <class Use>
    void forEachChart(const Use &use) {
        std::vector<std::vector<int>> pipelines(m_pipelines.begin(), m_pipelines.end());
        std::mutex mutex;
        std::size_t done = m_ranks.size();
        const auto chart = [&](const Run &part, const std::vector<int> *ranks) {
            for (const auto &group : pipelineGroups(part)) {
                if (ranks == nullptr || group.ranks == *ranks) {
                    auto one = pipelineChart(part, group, m_stop);
                    const std::scoped_lock lock(mutex);
                    use(std::move(one));
                }
            }
        };
        takeInTurns(pipelines.size(), kAtOnce, [&](std::size_t i) {
            std::vector<int> present;
            std::copy_if(pipelines[i].begin(), pipelines[i].end(), std::back_inserter(present),
                         [&](int rank) { return std::binary_search(m_ranks.begin(), m_ranks.end(), rank); });
            std::sort(present.begin(), present.end());
            chart(loaded(present), &pipelines[i]);
            const std::scoped_lock lock(mutex);
            done += present.size();
            tell(std::min(done, 2 * m_ranks.size()));
            return !m_stop.stop_requested();
        });
        if (!m_alone.empty() && !m_stop.stop_requested()) {
            chart(loaded(m_alone), nullptr);
        }
    }

    void tell(std::size_t done) const {
        if (m_progress) {
            m_progress(done, 2 * m_ranks.size());
        }
    }

    RankParts m_parts;
    std::vector<int> m_ranks;
    const DigestLoader &m_shallow;
    const DigestLoader &m_whole;
    const std::function<void(std::size_t, std::size_t)> &m_progress;
    const std::stop_token &m_stop;
    ClockFit m_fit;
    ClockFit m_rough;    ///< by dependencies alone
    ClockFit m_ofFiles;  ///< by what files list, in case some timelines tell nothing
    std::size_t m_ranksWithOps = 0;
    std::set<std::vector<int>> m_pipelines;
    std::vector<int> m_alone;  ///< ranks of none of them
};

}  // namespace

bool isMerged(const Run &listed) {
    const auto note = mergedNoteOf(listed);
    return note && digestNoteOf(mergedPath(listed)) == *note;
}

Result<MergeOutcome> mergeDigests(const Run &listed, const DigestLoader &shallow, const DigestLoader &whole,
                                  const std::function<void(std::size_t, std::size_t)> &progress,
                                  const std::stop_token &stop) {
    ASSIGN_OR_RETURN(const auto note, mergedNoteOf(listed));
    const auto path = mergedPath(listed);
    if (digestNoteOf(path) == note) {
        return MergeOutcome{.offsets = {}, .clocks = 0, .collectives = 0, .isUnchanged = true};
    }
    auto outcome = DigestMerge(listed, shallow, whole, progress, stop).run();
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled", listed.path);
    }
    const auto table = std::make_shared<const TableStore>(clockTable(outcome.offsets));
    const auto bytes =
        bundleOf({{kBundledDigest, encodeDigestNote(note)}, {kBundledCluster, encodeRank({{}, {table}, {}}, {})}});
    const auto status = bytes ? writeWholeFile(path, *bytes) : Status(tl::make_unexpected(bytes.error()));
    return status ? Result<MergeOutcome>(std::move(outcome)) : tl::make_unexpected(status.error());
}

}  // namespace stagescope
