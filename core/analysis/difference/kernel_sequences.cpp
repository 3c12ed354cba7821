#include "core/analysis/difference/kernel_sequences.h"

#include "core/analysis/difference/sequence_edits.h"
#include "core/analysis/difference/two_sides.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace stagescope {

namespace {

/// Numbers of kinds of kernels, the same on all ranks.
using KindIds = std::vector<std::uint32_t>;
constexpr auto kNoKind = std::numeric_limits<std::uint32_t>::max();
/// How far away a kernel that is missing is looked for first, before all of the step.
constexpr std::int64_t kNear = 64;

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
using RanKernels = std::map<StepStream, std::vector<RanKernel>>;

class KernelKinds {
public:
    explicit KernelKinds(KernelGrouping grouping) : m_grouping(grouping) {}

    [[nodiscard]] KernelGroup of(std::uint32_t kind) const { return kind == kNoKind ? KernelGroup{} : m_groups[kind]; }

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
        const auto [found, isNew] = m_numbers.try_emplace(group, static_cast<std::uint32_t>(m_groups.size()));
        if (isNew) {
            m_groups.push_back(group);
        }
        return found->second;
    }

    KernelGrouping m_grouping;
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
    const AnalysisInput *input;
    const RankCapture *capture;
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

/// What happens in one place: kinds, and positions in both sequences where there are such.
struct PlacedChange {
    struct What {
        SequenceChangeKind kind;
        std::uint32_t what;
        std::uint32_t other;
        std::uint32_t after;
        auto operator<=>(const What &) const = default;
    };
    What what;
    std::optional<std::size_t> usualAt{};
    std::optional<std::size_t> ownAt{};
    std::size_t place = 0;  ///< in the own sequence
};

/// Reads edits as what a person would call them.
class EditReader {
public:
    EditReader(const KindIds &usual, const KindIds &own, const KernelKinds &kinds)
        : m_usual(usual),
          m_own(own),
          m_kinds(kinds),
          m_edits(sequenceEdits(usual, own)),
          m_isRead(m_edits.size(), false) {}

    [[nodiscard]] std::vector<PlacedChange> changes() {
        for (std::size_t edit = 0; edit < m_edits.size(); ++edit) {
            if (isMissing(edit) && !m_isRead[edit]) {
                readMove(edit);
            }
        }
        readFarMoves();
        for (std::size_t first = 0; first < m_edits.size();) {
            auto end = first + 1;
            while (end < m_edits.size() && m_edits[end].before == m_edits[end - 1].endBefore() &&
                   m_edits[end].after == m_edits[end - 1].endAfter()) {
                ++end;
            }
            readGap(first, end);
            first = end;
        }
        std::stable_sort(m_changes.begin(), m_changes.end(),
                         [](const PlacedChange &a, const PlacedChange &b) { return a.place < b.place; });
        return std::move(m_changes);
    }

private:
    using Kind = SequenceChangeKind;
    [[nodiscard]] bool isMissing(std::size_t edit) const { return m_edits[edit].kind == SequenceEdit::Kind::Missing; }
    [[nodiscard]] std::uint32_t kindOf(std::size_t edit) const {
        return isMissing(edit) ? m_usual[m_edits[edit].before] : m_own[m_edits[edit].after];
    }
    [[nodiscard]] static std::uint32_t in(const KindIds &kinds, std::size_t before) {
        return before == 0 ? kNoKind : kinds[before - 1];
    }
    /// How far two edits lie apart; nothing where that is too far.
    [[nodiscard]] std::optional<std::int64_t> distance(std::size_t a, std::size_t b) const {
        const auto away = [](std::uint32_t x, std::uint32_t y) { return std::abs(std::int64_t{x} - std::int64_t{y}); };
        const auto far = std::max(away(m_edits[a].before, m_edits[b].before), away(m_edits[a].after, m_edits[b].after));
        return far <= kNear ? std::optional(far) : std::nullopt;
    }

    /// Looks for what is missing here among what is extra near by.
    void readMove(std::size_t missing) {
        std::optional<std::size_t> found;
        const auto look = [&](std::size_t edit) {
            const auto far = distance(missing, edit);
            if (far && !isMissing(edit) && !m_isRead[edit] && kindOf(edit) == kindOf(missing) &&
                (!found || *far < *distance(missing, *found))) {
                found = edit;
            }
            return far.has_value();
        };
        for (auto edit = missing; edit > 0 && look(edit - 1); --edit) {
        }
        for (auto edit = missing + 1; edit < m_edits.size() && look(edit); ++edit) {
        }
        if (found) {
            addMove(missing, *found);
        }
    }
    /// What is left out in one place and put in anywhere else is no kernel more and none less, as a microbatch whose
    /// turn is another one.
    void readFarMoves() {
        std::map<std::uint32_t, std::vector<std::size_t>> extra;
        for (auto edit = m_edits.size(); edit-- > 0;) {
            if (!isMissing(edit) && !m_isRead[edit]) {
                extra[kindOf(edit)].push_back(edit);
            }
        }
        for (std::size_t edit = 0; edit < m_edits.size(); ++edit) {
            const auto found = extra.find(kindOf(edit));
            if (isMissing(edit) && !m_isRead[edit] && found != extra.end() && !found->second.empty()) {
                addMove(edit, found->second.back());
                found->second.pop_back();
            }
        }
    }
    void addMove(std::size_t missing, std::size_t extra) {
        const auto &from = m_edits[missing];
        const auto &to = m_edits[extra];
        m_isRead[missing] = true;
        m_isRead[extra] = true;
        if (extra == missing + 1 && to.before == from.before + 2) {
            add({Kind::Swapped, m_usual[from.before], m_usual[from.before + 1], in(m_usual, from.before)},
                to.after - 1);
        } else if (extra + 1 == missing && from.before == to.before + 1) {
            add({Kind::Swapped, m_usual[to.before], m_usual[from.before], in(m_usual, to.before)}, to.after);
        } else {
            add({Kind::Moved, m_usual[from.before], in(m_usual, from.before), in(m_own, to.after)}, to.after);
        }
    }
    /// Edits without a match in between: kernels of one type, or as many of one side as of the other, replace each
    /// other.
    void readGap(std::size_t first, std::size_t end) {
        std::map<std::string_view, std::vector<std::size_t>> extraByType;
        for (auto edit = end; edit-- > first;) {
            if (!isMissing(edit) && !m_isRead[edit]) {
                extraByType[m_kinds.of(kindOf(edit)).type].push_back(edit);
            }
        }
        extraByType.erase(std::string_view());
        for (auto edit = first; edit < end; ++edit) {
            const auto found = extraByType.find(m_kinds.of(kindOf(edit)).type);
            if (isMissing(edit) && !m_isRead[edit] && found != extraByType.end() && !found->second.empty()) {
                addReplaced(edit, found->second.back());
                found->second.pop_back();
            }
        }
        std::vector<std::size_t> missing;
        std::vector<std::size_t> extra;
        for (auto edit = first; edit < end; ++edit) {
            if (!m_isRead[edit]) {
                (isMissing(edit) ? missing : extra).push_back(edit);
            }
        }
        if (missing.size() == extra.size()) {
            for (std::size_t i = 0; i < missing.size(); ++i) {
                addReplaced(missing[i], extra[i]);
            }
            return;
        }
        for (const auto edit : missing) {
            const auto at = m_edits[edit].before;
            add({Kind::Missing, m_usual[at], kNoKind, in(m_usual, at)}, m_edits[edit].after, at);
        }
        for (const auto edit : extra) {
            const auto at = m_edits[edit].after;
            add({Kind::Extra, m_own[at], kNoKind, in(m_own, at)}, at, std::nullopt, at);
        }
    }
    void addReplaced(std::size_t missing, std::size_t extra) {
        const auto from = m_edits[missing].before;
        const auto to = m_edits[extra].after;
        m_isRead[missing] = true;
        m_isRead[extra] = true;
        add({Kind::Replaced, m_own[to], m_usual[from], in(m_own, to)}, to, from, to);
    }
    void add(PlacedChange::What what, std::size_t place, std::optional<std::size_t> usualAt = {},
             std::optional<std::size_t> ownAt = {}) {
        m_changes.push_back({what, usualAt, ownAt, place});
    }

    const KindIds &m_usual;
    const KindIds &m_own;
    const KernelKinds &m_kinds;
    std::vector<SequenceEdit> m_edits;
    std::vector<bool> m_isRead;
    std::vector<PlacedChange> m_changes;
};

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

    /// Adds the ranks of a question; gives their positions.
    std::vector<std::size_t> add(const AnalysisInput &input) {
        std::vector<std::size_t> added;
        for (const auto *capture : input.captures()) {
            auto &rank = m_ranks.emplace_back(RankSequences{&input, capture});
            added.push_back(m_ranks.size() - 1);
            for (const auto &[place, kernels] : m_kinds.ranOn(input, *capture, m_stop)) {
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
        return result;
    }

private:
    void fold(const RankSequences &rank, const std::vector<Deviation> &deviations) {
        const KernelSlices slices(*rank.input->run(), *rank.capture);
        const auto ran = m_kinds.ranOn(*rank.input, *rank.capture, m_stop);
        for (const auto &[position, step, stream, usual, own] : deviations) {
            if (m_stop.stop_requested()) {
                return;
            }
            auto [found, isNew] = m_changes.try_emplace({usual, own});
            if (isNew) {
                found->second = EditReader(*m_sequences[usual].kinds, *m_sequences[own].kinds, m_kinds).changes();
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

std::string_view sequenceChangeText(SequenceChangeKind kind) {
    constexpr std::array<std::string_view, 5> kTexts{"extra", "missing", "replaced", "swapped", "moved"};
    return kTexts[static_cast<std::size_t>(kind)];
}

Result<KernelSequences> kernelSequences(const AnalysisInput &input, KernelGrouping grouping,
                                        const std::stop_token &stop) {
    SequenceComparison comparison(grouping, stop);
    KernelSequences result;
    if (input.baseline() != nullptr || input.comparedWith) {
        const auto sides = twoSides(input);
        if (!sides) {
            return tl::unexpected(sides.error());
        }
        const auto before = comparison.add(sides->before);
        const auto after = comparison.add(sides->after);
        result = comparison.compare(bySide(comparison, before, after, *sides));
    } else if (input.run() != nullptr) {
        const auto all = comparison.add(input);
        result = comparison.compare(byStage(comparison, all, *input.run()));
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return result;
}

}  // namespace stagescope
