#include "core/analysis/difference/kernel_sequences.h"

#include "core/analysis/difference/two_sides.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/rank_tables.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace stagescope {

namespace {

struct RanKernel {
    std::int64_t begin;
    std::int64_t duration;
    std::string_view name;
    std::uint32_t kind;
};
struct StepStream {
    std::int64_t step;
    std::int64_t stream;
    auto operator<=>(const StepStream &) const = default;
};
using Texts = std::set<std::string, std::less<>>;
using RanKernels = std::map<StepStream, std::vector<RanKernel>>;

class KernelKinds {
public:
    explicit KernelKinds(KernelGrouping grouping) : m_grouping(grouping) {}

    [[nodiscard]] KernelGroup of(std::uint32_t kind) const { return kind == kNoKind ? KernelGroup{} : m_groups[kind]; }
    /// What groups refer to.
    [[nodiscard]] std::shared_ptr<const Texts> texts() const { return m_texts; }

    /// The kernels of a rank that are asked about; in no step only where no steps are known.
    [[nodiscard]] RanKernels ranOn(const AnalysisInput &input, const RankCapture &capture,
                                   const std::stop_token &stop) {
        const auto asked = askedRange(input, *input.run(), capture);
        const auto steps = rankSteps(capture);
        RanKernels ran;
        if (asked.isEmpty) {
            return ran;
        }
        KernelGroups groups(m_grouping);
        KindIds kinds;
        visitKernels(capture, {m_grouping, asked.range, {}}, stop, [&](const DeviceKernel &kernel) {
            const auto step = stepOfDeviceWork(steps, rankTime(kernel.begin));
            if (kernel.kind != DeviceKernel::Kind::Kernel || (step == kNoStep && !steps.empty())) {
                return;
            }
            const auto group = groups.of(kernel);
            if (group == kinds.size()) {
                kinds.push_back(numberOf(groups[group]));
            }
            ran[{step, kernel.stream}].push_back({kernel.begin, kernel.duration, kernel.name, kinds[group]});
        });
        for (auto &[place, kernels] : ran) {
            std::stable_sort(kernels.begin(), kernels.end(),
                             [](const RanKernel &a, const RanKernel &b) { return a.begin < b.begin; });
        }
        return ran;
    }

private:
    [[nodiscard]] std::uint32_t numberOf(const KernelGroup &group) {
        const auto known = m_numbers.find(group);
        if (known != m_numbers.end()) {
            return known->second;
        }
        const auto kept = [this](std::string_view text) { return std::string_view(*m_texts->emplace(text).first); };
        m_groups.push_back({kept(group.type), kept(group.core), kept(group.name), kept(group.shapes)});
        return m_numbers.emplace(m_groups.back(), static_cast<std::uint32_t>(m_groups.size() - 1)).first->second;
    }

    KernelGrouping m_grouping;
    std::shared_ptr<Texts> m_texts = std::make_shared<Texts>();  ///< the timeline that told them may be gone
    std::map<KernelGroup, std::uint32_t> m_numbers;
    std::vector<KernelGroup> m_groups;
};

/// Each sequence once, with the durations where it was met first.
class DistinctSequences {
public:
    struct Sequence {
        const KindIds *kinds;
        std::vector<std::int64_t> durations;
    };
    [[nodiscard]] std::size_t numberOf(const std::vector<RanKernel> &kernels) {
        KindIds kinds(kernels.size());
        std::transform(kernels.begin(), kernels.end(), kinds.begin(), [](const RanKernel &of) { return of.kind; });
        const auto [found, isNew] = m_numbers.try_emplace(std::move(kinds), m_all.size());
        if (isNew) {
            auto &sequence = m_all.emplace_back(Sequence{&found->first, {}});
            for (const auto &kernel : kernels) {
                sequence.durations.push_back(kernel.duration);
            }
        }
        return found->second;
    }
    [[nodiscard]] const Sequence &operator[](std::size_t number) const { return m_all[number]; }
    [[nodiscard]] std::size_t size() const { return m_all.size(); }

private:
    std::map<KindIds, std::size_t> m_numbers;
    std::vector<Sequence> m_all;
};

struct RankSequences {
    LentTimelines *timelines;
    const RankCapture *capture;  ///< of their question
    std::map<StepStream, std::size_t> sequences{};
    std::map<std::int64_t, std::size_t> counts{};  ///< kernels by stream
    std::vector<std::int64_t> streams{};           ///< by lane: those of a lane belong together

    [[nodiscard]] std::set<std::int64_t> steps() const {
        std::set<std::int64_t> all;
        for (const auto &[place, sequence] : sequences) {
            all.insert(place.step);
        }
        return all;
    }
    [[nodiscard]] std::size_t at(std::int64_t step, std::size_t lane, std::size_t unless) const {
        const auto found = lane < streams.size() ? sequences.find({step, streams[lane]}) : sequences.end();
        return found == sequences.end() ? unless : found->second;
    }
};

/// By number where all ranks have the same streams, else by how many kernels they run.
void setLanes(std::vector<RankSequences> &ranks) {
    bool areSame = true;
    for (auto &rank : ranks) {
        for (const auto &[stream, count] : rank.counts) {
            rank.streams.push_back(stream);
        }
        areSame = areSame && rank.streams == ranks.front().streams;
    }
    for (auto &rank : ranks) {
        if (!areSame) {
            std::stable_sort(rank.streams.begin(), rank.streams.end(),
                             [&](std::int64_t a, std::int64_t b) { return rank.counts.at(a) > rank.counts.at(b); });
        }
    }
}

/// Ranks whose commonest sequence is usual, and those that are compared with it: positions in a list of ranks.
struct Comparison {
    std::vector<std::size_t> usual;
    std::vector<std::size_t> looked;
};

struct Deviation {
    std::size_t rank;
    std::int64_t step;
    std::int64_t stream;  ///< of the rank; none where it has no such lane
    std::size_t usual;
    std::size_t own;
};

/// The one that most steps have, of several the first.
std::size_t commonest(const std::vector<RankSequences> &ranks, const std::vector<std::size_t> &among, std::size_t lane,
                      std::size_t none) {
    std::map<std::size_t, std::size_t> votes;
    std::vector<std::size_t> order;
    for (const auto rank : among) {
        for (const auto step : ranks[rank].steps()) {
            const auto sequence = ranks[rank].at(step, lane, none);
            if (++votes[sequence] == 1) {
                order.push_back(sequence);
            }
        }
    }
    const auto best =
        std::max_element(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return votes[a] < votes[b]; });
    return best == order.end() ? none : *best;
}

std::vector<Deviation> deviationsOf(const std::vector<RankSequences> &ranks, const Comparison &comparison,
                                    std::size_t none) {
    std::size_t lanes = 0;
    for (const auto *side : {&comparison.usual, &comparison.looked}) {
        for (const auto rank : *side) {
            lanes = std::max(lanes, ranks[rank].streams.size());
        }
    }
    std::vector<Deviation> deviations;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto usual = commonest(ranks, comparison.usual, lane, none);
        for (const auto rank : comparison.looked) {
            for (const auto step : ranks[rank].steps()) {
                const auto own = ranks[rank].at(step, lane, none);
                const auto &streams = ranks[rank].streams;
                if (own != usual) {
                    deviations.push_back({rank, step, lane < streams.size() ? streams[lane] : kNoStep, usual, own});
                }
            }
        }
    }
    return deviations;
}

/// Changes of all deviations, equal ones together.
class FoldedChanges {
public:
    /// `usual`: durations where the sequence is usual; `own`: the kernels of this step.
    void add(const std::vector<PlacedChange> &changes, const std::vector<std::int64_t> &usual,
             const std::vector<RanKernel> &own, int rank, std::int64_t step, const KernelSlices &slices) {
        std::map<PlacedChange::What, std::vector<const PlacedChange *>> places;
        for (const auto &change : changes) {
            places[change.what].push_back(&change);
        }
        for (const auto &[what, all] : places) {
            auto &[steps, evidence] = m_folds[{what, all.size()}][rank];
            auto &change = steps[step];
            for (const auto *one : all) {
                change +=
                    Nanos{(one->ownAt ? own[*one->ownAt].duration : 0) - (one->usualAt ? usual[*one->usualAt] : 0)};
            }
            if (steps.size() == 1 && !own.empty()) {
                const auto &kernel = own[std::min(all.front()->place, own.size() - 1)];
                DeviceKernel wanted{};
                wanted.name = kernel.name;
                wanted.begin = kernel.begin;
                evidence = slices.of(wanted);
            }
        }
    }

    [[nodiscard]] std::vector<SequenceChange> changes(const KernelKinds &kinds) const {
        std::vector<SequenceChange> changes;
        for (const auto &[of, ranks] : m_folds) {
            std::map<std::vector<std::int64_t>, SequenceChange> bySteps;
            for (const auto &[rank, folded] : ranks) {
                addRank(of, rank, folded, kinds, bySteps);
            }
            for (auto &[steps, change] : bySteps) {
                if (change.change) {
                    *change.change /= static_cast<std::int64_t>(change.ranks.size() * steps.size());
                }
                changes.push_back(std::move(change));
            }
        }
        const auto size = [](const SequenceChange &of) { return std::chrono::abs(of.change.value_or(Nanos{0})); };
        std::stable_sort(changes.begin(), changes.end(),
                         [&](const SequenceChange &a, const SequenceChange &b) { return size(a) > size(b); });
        return changes;
    }

private:
    using Kind = SequenceChangeKind;
    struct OfRank {
        std::map<std::int64_t, Nanos> steps;
        std::optional<SliceRef> evidence;
    };
    using Of = std::pair<PlacedChange::What, std::size_t>;

    static void addRank(const Of &of, int rank, const OfRank &folded, const KernelKinds &kinds,
                        std::map<std::vector<std::int64_t>, SequenceChange> &bySteps) {
        std::vector<std::int64_t> steps;
        Nanos sum{0};
        for (const auto &[step, change] : folded.steps) {
            steps.push_back(step);
            sum += change;
        }
        const auto &[what, count] = of;
        auto &change = bySteps[steps];
        if (change.ranks.empty()) {
            change.kind = what.kind;
            change.what = kinds.of(what.what);
            change.other = kinds.of(what.other);
            change.after = kinds.of(what.after);
            change.count = count;
            change.steps = steps;
            change.evidence = folded.evidence;
        }
        if (what.kind != Kind::Swapped && what.kind != Kind::Moved) {
            change.change = change.change.value_or(Nanos{0}) + sum;
        }
        change.ranks.push_back(rank);
    }

    std::map<Of, std::map<int, OfRank>> m_folds;
};

class SequenceComparison {
public:
    SequenceComparison(KernelGrouping grouping, const std::stop_token &stop) : m_kinds(grouping), m_stop(stop) {}

    /// Adds the ranks of a question, which outlives this; gives their positions.
    std::vector<std::size_t> add(LentTimelines &timelines) {
        std::vector<std::size_t> added;
        for (const auto *capture : timelines.input().captures()) {
            const auto timeline = timelines.lend(*capture);
            auto &rank = m_ranks.emplace_back(RankSequences{&timelines, capture});
            added.push_back(m_ranks.size() - 1);
            for (const auto &[place, kernels] : m_kinds.ranOn(timelines.input(), *capture, m_stop)) {
                rank.sequences[place] = m_sequences.numberOf(kernels);
                rank.counts[place.stream] += kernels.size();
            }
        }
        return added;
    }
    [[nodiscard]] int rankAt(std::size_t position) const { return m_ranks[position].capture->rank; }

    [[nodiscard]] KernelSequences compare(const std::vector<Comparison> &comparisons) {
        setLanes(m_ranks);
        KernelSequences result;
        result.distinct = m_sequences.size();
        const auto none = m_sequences.numberOf({});
        std::map<std::size_t, std::vector<Deviation>> byRank;
        for (const auto &comparison : comparisons) {
            for (const auto rank : comparison.looked) {
                result.compared += m_ranks[rank].steps().size();
            }
            for (const auto &deviation : deviationsOf(m_ranks, comparison, none)) {
                byRank[deviation.rank].push_back(deviation);
            }
        }
        for (const auto &[rank, deviations] : byRank) {
            std::set<std::int64_t> steps;
            for (const auto &deviation : deviations) {
                steps.insert(deviation.step);
            }
            result.deviating += steps.size();
            fold(m_ranks[rank], deviations);
        }
        result.changes = m_folded.changes(m_kinds);
        result.texts = m_kinds.texts();
        return result;
    }

private:
    void fold(const RankSequences &rank, const std::vector<Deviation> &deviations) {
        const auto timeline = rank.timelines->lend(*rank.capture);
        const auto &input = rank.timelines->input();
        const KernelSlices slices(*input.run(), *rank.capture);
        const auto ran = m_kinds.ranOn(input, *rank.capture, m_stop);
        for (const auto &[position, step, stream, usual, own] : deviations) {
            if (m_stop.stop_requested()) {
                return;
            }
            auto [found, isNew] = m_changes.try_emplace({usual, own});
            if (isNew) {
                found->second = placedChanges(*m_sequences[usual].kinds, *m_sequences[own].kinds,
                                              [&](std::uint32_t kind) { return m_kinds.of(kind).type; });
            }
            const auto kernels = ran.find({step, stream});
            m_folded.add(found->second, m_sequences[usual].durations,
                         kernels == ran.end() ? std::vector<RanKernel>() : kernels->second, rank.capture->rank, step,
                         slices);
        }
    }

    KernelKinds m_kinds;
    std::stop_token m_stop;
    DistinctSequences m_sequences;
    std::vector<RankSequences> m_ranks;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<PlacedChange>> m_changes;
    FoldedChanges m_folded;
};

/// Ranks of a stage among themselves.
std::vector<Comparison> byStage(const SequenceComparison &of, const std::vector<std::size_t> &positions,
                                const Run &run) {
    const auto groups = pipelineGroups(run);
    std::map<int, Comparison> stages;
    for (const auto position : positions) {
        auto &stage = stages[stageOfRank(groups, of.rankAt(position))];
        stage.usual.push_back(position);
        stage.looked.push_back(position);
    }
    std::vector<Comparison> comparisons;
    for (auto &[stage, comparison] : stages) {
        comparisons.push_back(std::move(comparison));
    }
    return comparisons;
}

/// Each rank with its rank of the other side.
std::vector<Comparison> bySide(const SequenceComparison &of, const std::vector<std::size_t> &before,
                               const std::vector<std::size_t> &after, const TwoSides &sides) {
    const auto positionOf = [&](const std::vector<std::size_t> &positions, int rank) {
        std::vector<std::size_t> found;
        std::copy_if(positions.begin(), positions.end(), std::back_inserter(found),
                     [&](std::size_t position) { return of.rankAt(position) == rank; });
        return found;
    };
    std::vector<Comparison> comparisons;
    for (const auto &[from, to] : pairedRanks(sides)) {
        Comparison comparison{positionOf(before, from), positionOf(after, to)};
        if (!comparison.usual.empty()) {
            comparisons.push_back(std::move(comparison));
        }
    }
    return comparisons;
}

}  // namespace

Result<KernelSequences> kernelSequences(const AnalysisInput &input, KernelGrouping grouping,
                                        const std::stop_token &stop) {
    SequenceComparison comparison(grouping, stop);
    KernelSequences result;
    if (input.baseline() != nullptr || input.comparedWith) {
        ASSIGN_OR_RETURN(const auto sides, twoSides(input));
        LentTimelines timelinesBefore(sides.before);
        LentTimelines timelinesAfter(sides.after);
        const auto before = comparison.add(timelinesBefore);
        const auto after = comparison.add(timelinesAfter);
        result = comparison.compare(bySide(comparison, before, after, sides));
    } else if (input.run() != nullptr) {
        LentTimelines timelines(input);
        const auto all = comparison.add(timelines);
        result = comparison.compare(byStage(comparison, all, *input.run()));
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return result;
}

}  // namespace stagescope
