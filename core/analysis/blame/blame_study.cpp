#include "core/analysis/blame/blame_study.h"

#include "core/analysis/blame/blame_walk.h"
#include "core/analysis/communication/comm_late.h"
#include "core/analysis/communication/stage_groups.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/base/intervals.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr auto kWhatTexts = std::to_array<std::string_view>({"wait", "transfer", "work", "gap", "host", "code"});
constexpr auto kEndTexts = std::to_array<std::string_view>({"cause", "more_work", "order", "not_loaded"});
constexpr std::size_t kMostWaits = 16;   ///< of a step that are looked at
constexpr std::size_t kMostInOrder = 8;  ///< hops of a chain without a cause
constexpr int kLeastShare = 10;          ///< a cause costs at least this part of the wait: 1 / 10
constexpr int kStandsOut = 3;            ///< times what else differs on the way

std::map<int, Nanos> usualHeads(const std::map<int, RankTimeline> &ranks) {
    std::map<int, std::int64_t> own;
    for (const auto &[rank, work] : ranks) {
        std::vector<std::int64_t> heads;
        for (const auto &step : work.steps()) {
            const auto first = work.firstFrom(ns(step.range.begin));
            if (first != RankTimeline::kNone && work.paths()[first].begin < ns(step.range.end)) {
                heads.push_back(work.paths()[first].begin - ns(step.range.begin));
            }
        }
        if (!heads.empty()) {
            own[rank] = medianOf(std::move(heads));
        }
    }
    std::map<int, Nanos> usual;
    for (const auto &[rank, head] : own) {
        std::vector<std::int64_t> others;
        for (const auto &[other, time] : own) {
            if (other != rank) {
                others.push_back(time);
            }
        }
        usual[rank] = Nanos{others.empty() ? head : medianOf(std::move(others))};
    }
    return usual;
}

/// Ranks with timelines that hold the same stage of pipelines of as many stages.
std::vector<std::vector<int>> equalRanks(const Run &run, const std::map<int, RankTimeline> &ranks) {
    std::map<std::pair<std::size_t, std::size_t>, std::set<int>> byStage;
    for (const auto &group : pipelineGroups(run)) {
        for (std::size_t stage = 0; stage < group.ranks.size(); ++stage) {
            if (ranks.contains(group.ranks[stage])) {
                byStage[{stage, group.ranks.size()}].insert(group.ranks[stage]);
            }
        }
    }
    std::vector<std::vector<int>> lists;
    for (const auto &[stage, equals] : byStage) {
        lists.emplace_back(equals.begin(), equals.end());
    }
    return lists;
}

/// When the host of each rank waited for others in a collective, in time of the rank.
std::map<int, IntervalSet> hostWaits(const Run &run, const std::vector<HostCollective> &ofHosts) {
    std::map<int, IntervalSet> waits;
    for (const auto &collective : ofHosts) {
        const auto arrival = collective.last().range.begin;
        for (const auto &side : collective.sides) {
            const auto wait = run.clock.toRank(side.rank, {side.range.begin, std::min(arrival, side.range.end)});
            waits[side.rank].push_back({ns(wait.begin), ns(wait.end)});
        }
    }
    for (auto &[rank, set] : waits) {
        set = merged(std::move(set));
    }
    return waits;
}

SliceRef refOf(const Run &run, const DispatchPath &path) { return {run.id, path.source, path.track, path.slice}; }

/// What its stretches have in common: kernels of a rank, gaps of a rank by cause (a slow host is slow in all that it
/// does), transfers between the same ranks.
using CauseKey = std::tuple<BlameWhat, int, FreeCause, std::string>;
CauseKey causeKey(const BlamePiece &piece) {
    const bool isTransfer = piece.what == BlameWhat::Transfer;
    return {piece.what, isTransfer ? -1 : piece.rank, isHostCause(piece.gap) ? FreeCause::HostLaunch : piece.gap,
            isTransfer ? piece.meeting->ranks() : std::string()};
}

struct Cause {
    std::size_t piece = 0;
    Nanos excess{0};
};

/// How much longer than elsewhere each kind of stretch took on the way, and where most.
struct Excess {
    Nanos all{0};
    Nanos worst{0};
};
using ExcessByCause = std::map<CauseKey, Excess>;
ExcessByCause excessOf(const std::vector<BlamePiece> &pieces) {
    ExcessByCause sums;
    for (const auto &piece : pieces) {
        if (piece.what != BlameWhat::Wait) {
            auto &sum = sums[causeKey(piece)];
            sum.all += piece.excess;
            sum.worst = std::max(sum.worst, piece.excess);
        }
    }
    return sums;
}

/// The kind that took most longer, at the first of its stretches that took at least half as much longer as its worst.
std::optional<Cause> causeOf(const std::vector<BlamePiece> &pieces) {
    const auto sums = excessOf(pieces);
    const auto most = std::max_element(sums.begin(), sums.end(),
                                       [](const auto &a, const auto &b) { return a.second.all < b.second.all; });
    if (most == sums.end() || most->second.all <= Nanos{0}) {
        return std::nullopt;
    }
    const auto first = std::find_if(pieces.begin(), pieces.end(), [&](const BlamePiece &piece) {
        return piece.what != BlameWhat::Wait && 2 * piece.excess >= most->second.worst &&
               causeKey(piece) == most->first;
    });
    return Cause{static_cast<std::size_t>(first - pieces.begin()), most->second.all};
}

/// What kinds of stretches differ by from elsewhere where nothing is wrong: the median of all but the worst one.
Nanos scatterOf(const std::vector<BlamePiece> &pieces) {
    std::vector<std::int64_t> sums;
    for (const auto &[key, excess] : excessOf(pieces)) {
        sums.push_back(std::abs(excess.all.count()));
    }
    std::sort(sums.begin(), sums.end());
    if (!sums.empty()) {
        sums.pop_back();
    }
    return Nanos{medianOf(std::move(sums))};
}

/// Writes hops from pieces: work and gaps of a rank between two meetings are one hop.
class HopWriter {
public:
    HopWriter(const BlameFacts &facts, BlameChain &chain) : m_facts(facts), m_chain(chain) {}

    void add(const BlamePiece &piece) {
        if (piece.what == BlameWhat::Wait) {
            close();
            m_chain.hops.push_back(hopOf(piece));
        } else if (piece.what != BlameWhat::Transfer) {
            stretch(piece);
        }
    }
    void addCause(const BlamePiece &piece, Nanos excess) {
        close();
        m_chain.cause = m_chain.hops.size();
        m_chain.hops.push_back(hopOf(piece));
        m_chain.hops.back().excess = excess;
        addHost(piece);
    }
    void close() {
        if (m_open && !m_open->range.isEmpty()) {
            m_chain.hops.push_back(std::move(*m_open));
        }
        m_open.reset();
    }

private:
    void stretch(const BlamePiece &piece) {
        if (!m_open) {
            m_open = hopOf(piece);
            m_longest = Nanos{0};
            m_open->what = BlameWhat::Work;
            m_open->kernels = 0;
            m_open->gap.reset();
        }
        m_open->range.begin = std::min(m_open->range.begin, piece.range.begin);
        if (piece.what == BlameWhat::Work) {
            ++m_open->kernels;
            if (piece.range.duration() > m_longest) {
                m_longest = piece.range.duration();
                const auto longest = hopOf(piece);
                m_open->name = longest.name;
                m_open->item = longest.item;
            }
        }
    }
    [[nodiscard]] BlameHop hopOf(const BlamePiece &piece) const {
        const auto &rank = m_facts.ranks.at(piece.rank);
        BlameHop hop;
        hop.what = piece.what;
        hop.rank = piece.rank;
        hop.range = piece.range;
        hop.name = rank.name(piece.work);
        hop.item = refOf(m_facts.run, rank.paths()[piece.work]);
        if (piece.meeting != nullptr && piece.meeting->isOfHosts) {
            hop.name = piece.meeting->of(piece.rank)->name;
            if (const auto call = hostCallIn(rank.capture(), piece.range)) {
                hop.item = SliceRef{m_facts.run.id, call->source, call->track, call->slice};
            }
        }
        if (piece.what == BlameWhat::Gap) {
            hop.gap = piece.gap;
        } else if (piece.what == BlameWhat::Wait) {
            hop.waitedFor = piece.meeting == nullptr ? -1 : piece.meeting->latest().rank;
        } else if (piece.what == BlameWhat::Transfer) {
            hop.with = piece.meeting->ranks();
        } else {
            hop.kernels = 1;
        }
        return hop;
    }
    void addHost(const BlamePiece &piece) {
        const auto &rank = m_facts.ranks.at(piece.rank);
        const auto &path = rank.paths()[piece.work];
        if (piece.what == BlameWhat::Gap && isHostCause(piece.gap)) {
            const auto call = hostCallIn(rank.capture(), piece.range);
            const auto code = codeAround(rank.capture(), piece.range);
            if (call && (!code || call->slice != code->slice || call->track != code->track)) {
                addCall(rank, BlameWhat::Host, call->source, call->track, call->slice);
            }
            if (code) {
                addCall(rank, BlameWhat::Code, code->source, code->track, code->slice);
            }
        } else if (piece.what == BlameWhat::Work && path.call != DispatchPath::kUnknown) {
            addCallsAt(rank, path.source, path.callTrack, rankTime(path.call));
        }
    }
    /// The outermost operator of the framework and the innermost Python around a time of a thread.
    void addCallsAt(const RankTimeline &rank, SourceId source, TrackId thread, RankTime time) {
        const auto *trace = rank.traceOf(source);
        if (trace == nullptr) {
            return;
        }
        std::optional<SliceId> call;
        std::optional<SliceId> code;
        const auto &slices = trace->slices(thread);
        for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
            const auto slice = slices.find(depth, time);
            const auto klass = slice ? slices.klass(slice->value) : SliceClass::Other;
            code = klass == SliceClass::Python ? slice : code;
            call = klass == SliceClass::HostOp && !call ? slice : call;
        }
        if (call) {
            addCall(rank, BlameWhat::Host, source, thread, *call);
        }
        if (code) {
            addCall(rank, BlameWhat::Code, source, thread, *code);
        }
    }
    void addCall(const RankTimeline &rank, BlameWhat what, SourceId source, TrackId thread, SliceId slice) {
        const auto *trace = rank.traceOf(source);
        const auto found = trace->slices(thread).at(slice);
        BlameHop hop;
        hop.what = what;
        hop.rank = rank.rank();
        hop.range = {found.begin, found.end};
        hop.name = trace->text(found.name);
        hop.item = SliceRef{m_facts.run.id, source, thread, slice};
        m_chain.hops.push_back(std::move(hop));
    }

    const BlameFacts &m_facts;
    BlameChain &m_chain;
    std::optional<BlameHop> m_open;
    Nanos m_longest{0};
};

/// Time in kernels of a rank within a range.
Nanos workIn(const RankTimeline &rank, RankRange range) {
    Nanos sum{0};
    for (auto i = rank.firstFrom(ns(range.begin)); i < rank.paths().size() && rank.paths()[i].begin < ns(range.end);
         ++i) {
        const auto &path = rank.paths()[i];
        sum += Nanos{path.klass == SliceClass::Computing ? path.end - path.begin : 0};
    }
    return sum;
}

/// Since the two last met, or since the step began, the rank that came last had that much more to do than the one that
/// waited for it.
bool hadMoreWork(const BlameFacts &facts, const std::vector<BlamePiece> &pieces, Nanos waited) {
    const auto wait = std::find_if(pieces.begin(), pieces.end(),
                                   [](const BlamePiece &piece) { return piece.what == BlameWhat::Wait; });
    if (wait == pieces.end() || wait->meeting == nullptr || !wait->meeting->isCollective) {
        return false;
    }
    const auto next = std::find_if(wait + 1, pieces.end(), [](const BlamePiece &piece) { return piece.meeting; });
    if (next == wait + 1 || (next != pieces.end() && next->meeting->of(wait->rank) == nullptr)) {
        return false;
    }
    const auto last = wait->meeting->latest().rank;
    const auto &clock = facts.run.clock;
    const AlignedRange range{clock.toAligned(last, std::prev(next)->range.begin), wait->meeting->latest().range.begin};
    const auto more = workIn(facts.ranks.at(last), clock.toRank(last, range)) -
                      workIn(facts.ranks.at(wait->rank), clock.toRank(wait->rank, range));
    return 2 * more >= waited;
}

/// `least`: what a cause must have taken longer.
BlameChain chainOf(const BlameFacts &facts, const BlameWalk &walk, Nanos waited, Nanos least,
                   std::optional<std::int64_t> step) {
    BlameChain chain;
    chain.waited = waited;
    chain.step = step;
    chain.uncertainty = facts.run.clock.uncertainty();
    const auto &pieces = walk.pieces();
    HopWriter writer(facts, chain);
    const auto cause = causeOf(pieces);
    if (cause && cause->excess >= least) {
        chain.end = BlameEnd::Cause;
        for (std::size_t i = 0; i < cause->piece; ++i) {
            writer.add(pieces[i]);
        }
        writer.addCause(pieces[cause->piece], cause->excess);
        return chain;
    }
    const bool isMore = waited > Nanos{0} && hadMoreWork(facts, pieces, waited);
    chain.end = isMore ? BlameEnd::MoreWork : walk.isCutOff() ? BlameEnd::NotLoaded : BlameEnd::Order;
    const auto most = isMore ? 2 : walk.isCutOff() ? pieces.size() : kMostInOrder;
    for (const auto &piece : pieces) {
        writer.add(piece);
    }
    writer.close();
    chain.hops.resize(std::min(chain.hops.size(), most));
    return chain;
}

bool isEvent(const DispatchPath &path) { return path.begin == path.end; }

/// What a cause of a wait in a step must have taken longer: less than a share of the step is what steps of healthy jobs
/// differ by, however much of a short wait it is.
Nanos leastCause(Nanos waited, const StepBounds *step) {
    const auto length = step == nullptr ? Nanos{0} : step->range.duration();
    return std::max(waited / kLeastShare,
                    Nanos{std::llround(BlameStudy::kLeastOfStep * static_cast<double>(length.count()))});
}

}  // namespace

std::string_view blameWhatText(BlameWhat what) { return kWhatTexts.at(static_cast<std::size_t>(what)); }
std::string_view blameEndText(BlameEnd end) { return kEndTexts.at(static_cast<std::size_t>(end)); }

BlameStudy::BlameStudy(const Run &run, const std::stop_token &stop) : m_facts(new BlameFacts{run}) {
    // Collectives of the hosts of a pipeline are of groups that no one names.
    const auto ofHosts = StageGroups(run).hasPipelines() ? std::vector<HostCollective>{}
                                                         : hostCollectives(run, hostOperators(run, stop));
    const auto waits = hostWaits(run, ofHosts);
    for (const int rank : run.ranks()) {
        const auto *capture = run.capture(rank);
        if (capture->hasTrace() && !stop.stop_requested()) {
            const auto own = waits.find(rank);
            m_facts->ranks.try_emplace(rank, *capture, own == waits.end() ? IntervalSet{} : own->second, m_facts->usual,
                                       stop);
        }
    }
    m_facts->usual.finish(equalRanks(run, m_facts->ranks));
    m_facts->heads = usualHeads(m_facts->ranks);
    m_facts->meetings.emplace(run, m_facts->ranks, ofHosts, stop);
}

BlameStudy::~BlameStudy() = default;
BlameStudy::BlameStudy(BlameStudy &&) noexcept = default;

std::optional<BlameChain> BlameStudy::chain(const RankSpan &span, const std::stop_token &stop) const {
    const auto it = m_facts->ranks.find(span.rank);
    if (it == m_facts->ranks.end()) {
        return std::nullopt;
    }
    const auto &rank = it->second;
    const auto &paths = rank.paths();
    const auto overlap = [&](const DispatchPath &path) {
        return std::min(rankTime(path.end), span.range.end) - std::max(rankTime(path.begin), span.range.begin);
    };
    auto longest = RankTimeline::kNone;
    Nanos computing{0};
    for (std::uint32_t i = 0; i < paths.size() && rankTime(paths[i].begin) < span.range.end; ++i) {
        if (overlap(paths[i]) <= Nanos{0}) {
            continue;
        }
        if (paths[i].klass == SliceClass::Computing) {
            computing += overlap(paths[i]);
        } else if (m_facts->meetings->of(span.rank, i) != nullptr &&
                   (longest == RankTimeline::kNone || overlap(paths[i]) > overlap(paths[longest]))) {
            longest = i;
        }
    }
    const auto most = [&](Nanos part) { return part > Nanos{0} && 2 * part >= span.range.duration(); };
    BlameWalk walk(*m_facts, stop);
    auto waited = span.range.duration();
    auto start = longest;
    if (longest != RankTimeline::kNone && most(overlap(paths[longest])) && !most(computing)) {
        const auto &meeting = *m_facts->meetings->of(span.rank, longest);
        const auto &side = *meeting.of(span.rank);
        waited = std::max(side.waited, meeting.transfer(side));
        walk.fromEnd(span.rank, longest);
    } else {
        const auto at = most(computing) ? span.range.begin : span.range.end;
        start = rank.firstFrom(ns(at));
        while (start < paths.size() && isEvent(paths[start])) {
            ++start;
        }
        if (start >= paths.size()) {
            return std::nullopt;
        }
        walk.fromBegin(span.rank, start);
    }
    const auto *step = rank.stepAt(paths[start].begin);
    return chainOf(*m_facts, walk, waited, leastCause(waited, step),
                   step == nullptr ? std::nullopt : std::optional(step->step));
}

std::optional<BlameChain> BlameStudy::costliest(std::optional<std::int64_t> step, const std::stop_token &stop) const {
    struct Wait {
        Nanos length{0};
        int rank = -1;
        std::uint32_t work = RankTimeline::kNone;
        bool isOfHosts = false;
        Nanos least{0};  ///< that its cause took longer
    };
    std::map<int, Wait> longest;
    for (const auto &meeting : m_facts->meetings->all()) {
        for (const auto &side : meeting.sides) {
            auto &best = longest[side.rank];
            const auto length = side.waited;
            if (side.work == RankTimeline::kNone || length <= best.length ||
                (!meeting.isOfHosts && m_facts->meetings->of(side.rank, side.work) != &meeting)) {
                continue;
            }
            const auto &rank = m_facts->ranks.at(side.rank);
            const auto *in = rank.stepAt(rank.paths()[side.work].begin);
            if ((in == nullptr ? std::nullopt : std::optional(in->step)) == step) {
                best = {length, side.rank, side.work, meeting.isOfHosts, leastCause(length, in)};
            }
        }
    }
    std::vector<Wait> waits;
    for (const auto &[rank, wait] : longest) {
        if (wait.work != RankTimeline::kNone) {
            waits.push_back(wait);
        }
    }
    std::sort(waits.begin(), waits.end(), [](const Wait &a, const Wait &b) { return a.length > b.length; });
    waits.resize(std::min(waits.size(), kMostWaits));
    const auto cost = [](const BlameChain &chain) {
        return chain.blamed() == nullptr ? Nanos{0} : chain.blamed()->excess;
    };
    std::vector<BlameChain> chains;
    Nanos most{0};
    for (const auto &wait : waits) {
        BlameWalk walk(*m_facts, stop);
        if (wait.isOfHosts) {
            walk.fromBegin(wait.rank, wait.work);
        } else {
            walk.fromEnd(wait.rank, wait.work);
        }
        chains.push_back(chainOf(*m_facts, walk, wait.length, wait.least, step));
        most = std::max(most, cost(chains.back()));
    }
    if (most == Nanos{0} && !chains.empty()) {
        if (auto ofAll = ofStep(step, stop); ofAll && ofAll->blamed() != nullptr) {
            return ofAll;
        }
    }
    // Of those that cost about the same the one that is told in fewest words.
    std::erase_if(chains, [&](const BlameChain &chain) { return 10 * cost(chain) < 9 * most; });
    const auto best = std::min_element(chains.begin(), chains.end(), [](const BlameChain &a, const BlameChain &b) {
        return a.hops.size() < b.hops.size();
    });
    return best == chains.end() ? std::nullopt : std::optional(std::move(*best));
}

std::optional<BlameChain> BlameStudy::ofOperator(int rank, RankTime begin, std::string_view name,
                                                 const std::stop_token &stop) const {
    const auto it = m_facts->ranks.find(rank);
    const auto work = it == m_facts->ranks.end() ? RankTimeline::kNone : it->second.communicationAt(ns(begin), name);
    const auto *meeting = work == RankTimeline::kNone ? nullptr : m_facts->meetings->of(rank, work);
    if (meeting == nullptr) {
        return std::nullopt;
    }
    const auto waited = meeting->of(rank)->waited;
    const auto *step = it->second.stepAt(it->second.paths()[work].begin);
    BlameWalk walk(*m_facts, stop);
    walk.fromEnd(rank, work);
    return chainOf(*m_facts, walk, waited, leastCause(waited, step),
                   step == nullptr ? std::nullopt : std::optional(step->step));
}

namespace {

/// Work of a rank in a step (nothing: outside of all), from the first begin to the last end; fn(work).
template <class Fn>
void eachWorkIn(const RankTimeline &rank, std::optional<std::int64_t> step, const Fn &fn) {
    auto begin = std::numeric_limits<std::int64_t>::min();
    auto end = std::numeric_limits<std::int64_t>::max();
    if (step) {
        const auto at = findStep(rank.steps(), *step);
        if (at == rank.steps().size()) {
            return;
        }
        const auto &bounds = rank.steps()[at];
        const auto device = bounds.device.value_or(bounds.range);
        begin = ns(std::min(bounds.range.begin, device.begin));
        end = ns(std::max(bounds.range.end, device.end));
    }
    const auto &paths = rank.paths();
    for (auto work = rank.firstFrom(begin); work < paths.size() && paths[work].begin < end; ++work) {
        const auto *in = isEvent(paths[work]) ? nullptr : rank.stepAt(paths[work].begin);
        if (!isEvent(paths[work]) && (in == nullptr ? std::nullopt : std::optional(in->step)) == step) {
            fn(work);
        }
    }
}

}  // namespace

std::optional<BlameChain> BlameStudy::ofStep(std::optional<std::int64_t> step, const std::stop_token &stop) const {
    int lastRank = -1;
    auto lastWork = RankTimeline::kNone;
    auto first = AlignedTime::max();
    auto last = AlignedTime::min();
    for (const auto &[number, rank] : m_facts->ranks) {
        eachWorkIn(rank, step, [&, &number = number, &rank = rank](std::uint32_t work) {
            const auto &clock = m_facts->run.clock;
            const auto &path = rank.paths()[work];
            first = std::min(first, clock.toAligned(number, rankTime(path.begin)));
            if (const auto end = clock.toAligned(number, rankTime(path.end)); end > last) {
                last = end;
                lastRank = number;
                lastWork = work;
            }
        });
    }
    if (lastRank < 0 || m_facts->meetings->isBlind()) {
        return std::nullopt;
    }
    BlameWalk walk(*m_facts, stop);
    walk.fromEnd(lastRank, lastWork);
    const Nanos least{std::llround(kLeastOfStep * static_cast<double>((last - first).count()))};
    auto chain = chainOf(*m_facts, walk, Nanos{0}, std::max(least, kStandsOut * scatterOf(walk.pieces())), step);
    chain.waited = chain.blamed() == nullptr ? Nanos{0} : chain.blamed()->excess;
    return chain;
}

std::vector<std::optional<std::int64_t>> BlameStudy::steps() const {
    std::vector<std::optional<std::int64_t>> steps;
    for (const auto &[number, rank] : m_facts->ranks) {
        for (const auto &step : rank.steps()) {
            steps.emplace_back(step.step);
        }
    }
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps.empty() ? std::vector<std::optional<std::int64_t>>{std::nullopt} : steps;
}

std::optional<BlameChain> blameChain(const BlameStudy &study, const Workspace &workspace, const ItemRef &item,
                                     const std::stop_token &stop) {
    if (const auto *step = std::get_if<StepRef>(&item)) {
        return study.costliest(step->step, stop);
    }
    const auto spans = locate(workspace, item, stop);
    return spans.size() == 1 ? study.chain(spans.front(), stop) : std::nullopt;
}

}  // namespace stagescope
