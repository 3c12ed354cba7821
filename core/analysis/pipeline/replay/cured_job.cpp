#include "core/analysis/pipeline/replay/cured_job.h"

#include "core/analysis/pipeline/time/link_times.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace stagescope {

namespace {

/// Of times in that order, however far apart.
double between(std::int64_t from, std::int64_t to) {
    return static_cast<double>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
}

using Node = MeasuredGraph::Node;

Nanos scaledBy(Nanos time, double factor) { return Nanos{std::llround(static_cast<double>(time.count()) * factor)}; }

/// Where a part begins or ends.
struct PartEdge {
    std::int64_t at;
    double share;
    bool isBegin;
};
std::vector<PartEdge> edgesOf(const std::vector<Cure::Part> &parts) {
    std::vector<PartEdge> edges;
    edges.reserve(2 * parts.size());
    for (const auto &part : parts) {
        if (part.range.begin < part.range.end) {
            edges.push_back({part.range.begin, part.share, true});
            edges.push_back({part.range.end, part.share, false});
        }
    }
    std::ranges::sort(edges, {}, &PartEdge::at);
    return edges;
}

/// Of steps, as they are and without what cures take. The usual one is compared, not what each step loses: of the few
/// steps of a capture the one that loses most need not be the one that is as long as usual.
struct UsualLength {
    std::vector<Nanos> measured{};
    std::vector<Nanos> cured{};

    void add(Nanos as, Nanos without) {
        measured.push_back(as);
        cured.push_back(without);
    }
    [[nodiscard]] Nanos saved() const { return lowerMedian(measured) - lowerMedian(cured); }
};

}  // namespace

/// What of a rank's time is taken: the largest share at each moment.
class CuredJob::Taken {
public:
    void add(const std::vector<Cure::Part> &parts) {
        for (const auto &part : parts) {
            if (part.share > 0) {
                m_parts.push_back({part.range, std::min(part.share, 1.0)});
            }
        }
    }

    /// To be called once, when all parts are there.
    void sum() {
        std::multiset<double> open;
        double total = 0;
        for (const auto &edge : edgesOf(m_parts)) {
            if (!m_times.empty() && edge.at > m_times.back() && !open.empty()) {
                total += *open.rbegin() * between(m_times.back(), edge.at);
            }
            if (m_times.empty() || edge.at > m_times.back()) {
                m_times.push_back(edge.at);
                m_totals.push_back(total);
            }
            if (edge.isBegin) {
                open.insert(edge.share);
            } else {
                open.erase(open.find(edge.share));
            }
        }
    }

    [[nodiscard]] Nanos within(AlignedTime begin, AlignedTime end) const {
        return begin < end ? Nanos{std::llround(upTo(ns(end)) - upTo(ns(begin)))} : Nanos{0};
    }
    /// Those that take anything there, cut off at both ends.
    [[nodiscard]] std::vector<Cure::Part> partsWithin(std::int64_t begin, std::int64_t end) const {
        std::vector<Cure::Part> parts;
        for (const auto &part : m_parts) {
            const Interval range{std::max(part.range.begin, begin), std::min(part.range.end, end)};
            if (range.begin < range.end) {
                parts.push_back({range, part.share});
            }
        }
        return parts;
    }

private:
    [[nodiscard]] double upTo(std::int64_t time) const {
        const auto next = std::upper_bound(m_times.begin(), m_times.end(), time);
        if (next == m_times.begin()) {
            return 0;
        }
        const auto i = static_cast<std::size_t>(next - m_times.begin()) - 1;
        if (next == m_times.end()) {
            return m_totals[i];
        }
        const auto share = (m_totals[i + 1] - m_totals[i]) / between(m_times[i], m_times[i + 1]);
        return m_totals[i] + share * between(m_times[i], time);
    }

    std::vector<Cure::Part> m_parts;
    std::vector<std::int64_t> m_times;  ///< where the share changes
    std::vector<double> m_totals;       ///< ns that were taken up to there
};

/// What part of its time a cell of a rank takes that begins at a moment: the product of all that hold there.
class CuredJob::Pace {
public:
    void add(const std::vector<Cure::Part> &parts) { m_parts.insert(m_parts.end(), parts.begin(), parts.end()); }

    /// To be called once, when all parts are there.
    void sum() {
        const auto edges = edgesOf(m_parts);
        std::multiset<double> open;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (edges[i].isBegin) {
                open.insert(edges[i].share);
            } else {
                open.erase(open.find(edges[i].share));
            }
            if (i + 1 == edges.size() || edges[i + 1].at > edges[i].at) {
                double pace = 1;
                for (const double share : open) {
                    pace *= 1 - share;
                }
                m_times.push_back(edges[i].at);
                m_paces.push_back(pace);
            }
        }
    }

    [[nodiscard]] double at(AlignedTime time) const {
        const auto next = std::ranges::upper_bound(m_times, ns(time));
        return next == m_times.begin() ? 1 : m_paces[static_cast<std::size_t>(next - m_times.begin()) - 1];
    }

private:
    std::vector<Cure::Part> m_parts;
    std::vector<std::int64_t> m_times;  ///< where it changes
    std::vector<double> m_paces;        ///< from there on
};

/// One step of a pipeline: what each node waited for, and for how long beyond that.
struct CuredJob::Pipeline {
    struct Way {
        Nanos time{0};  ///< of the transfer, as recorded
        /// Its receive was posted when the node before, or without one the sender, had ended: it is part of the delay.
        bool isLate = false;
        std::pair<int, int> link{-1, -1};
    };
    struct Wait {
        std::array<Way, 2> ways{};
        AlignedTime ready{};  ///< when all that the node waits for was there
        std::size_t row = 0;  ///< whose work that was
    };

    Pipeline(const JobStep &step, const ClockAlignment &clock, AlignedTime begin)
        : chart(step.chart), graph(step.graph), origin(begin), order(dependencyOrder(*step.graph)) {
        const auto transfer = transfers();
        for (const auto &node : graph->nodes) {
            waits.push_back(waitOf(node, clock, transfer));
        }
    }

    [[nodiscard]] bool isWhole() const { return order.size() == graph->nodes.size(); }

    /// As recorded. Where a step has no record of any, as the fastest of the same way: how long a cell still waits
    /// then would else be a delay of its own, which stays when it no longer waits for that.
    [[nodiscard]] TransferTime transfers() const {
        auto recorded = measuredTransfers(*chart, graph->step);
        std::map<std::pair<std::size_t, std::size_t>, Nanos> fastest;
        for (const auto &node : graph->nodes) {
            for (const auto &input : node.inputs) {
                if (input.producer != MeasuredGraph::kNone) {
                    const auto &producer = graph->nodes[input.producer];
                    const auto time = std::max(node.range.begin - producer.range.end, Nanos{0});
                    const auto [way, isNew] = fastest.try_emplace({producer.row, node.row}, time);
                    way->second = std::min(way->second, time);
                }
            }
        }
        return [this, recorded = std::move(recorded), fastest = std::move(fastest)](const Node &node,
                                                                                    const MeasuredGraph::Input &input) {
            const auto time = recorded(node, input);
            const bool isKnown = time > Nanos{0} || input.edge != MeasuredGraph::kNone;
            return isKnown ? time : fastest.at({graph->nodes[input.producer].row, node.row});
        };
    }

    [[nodiscard]] Wait waitOf(const Node &node, const ClockAlignment &clock, const TransferTime &transfer) const {
        Wait wait{{}, origin, node.row};
        if (node.before != MeasuredGraph::kNone) {
            wait.ready = graph->nodes[node.before].range.end + node.work;
        }
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const auto &input = node.inputs[i];
            if (input.producer == MeasuredGraph::kNone) {
                continue;
            }
            const auto &producer = graph->nodes[input.producer];
            auto &way = wait.ways[i];
            if (producer.row != node.row) {
                way = wayOf(node, input, clock);
                way.time = way.isLate ? way.time : transfer(node, input);
                way.time = std::clamp(way.time, Nanos{0}, std::max(node.range.begin - producer.range.end, Nanos{0}));
            }
            const auto there = producer.range.end + (way.isLate ? Nanos{0} : way.time);
            if (there > wait.ready) {
                wait.ready = there;
                wait.row = producer.row;
            }
        }
        wait.ready = std::min(wait.ready, node.range.begin);
        return wait;
    }
    [[nodiscard]] Way wayOf(const Node &node, const MeasuredGraph::Input &input, const ClockAlignment &clock) const {
        Way way;
        if (input.edge == MeasuredGraph::kNone) {
            return way;
        }
        const auto &edge = chart->edges[input.edge];
        way.link = std::minmax(edge.from, edge.to);
        if (edge.receive != P2pEdge::kNone) {
            const auto &op = chart->p2p[edge.receive];
            const auto before = node.before == MeasuredGraph::kNone ? input.producer : node.before;
            way.isLate = clock.toAligned(op.rank, op.range.begin) >= graph->nodes[before].range.end;
            way.time = recordedTransfer(edge);
        }
        return way;
    }

    const PipelineChart *chart;
    const MeasuredGraph *graph;
    AlignedTime origin;
    std::vector<std::size_t> order;
    std::vector<Wait> waits;  ///< by node

    /// When the last node ends without what the cures take.
    [[nodiscard]] AlignedTime curedEnd(const Cure &ways, const TakenByRank &taken, const PaceByRank &paces) const;

private:
    [[nodiscard]] static Nanos curedWay(const Cure &ways, const Way &way);
};

Nanos CuredJob::Pipeline::curedWay(const Cure &ways, const Way &way) {
    const auto link = ways.links.find(way.link);
    const auto time = link == ways.links.end() ? way.time : std::min(way.time, link->second);
    return ways.transfers == 1 ? time : scaledBy(time, ways.transfers);
}

/// `ways`: what all cures together do to transfers.
AlignedTime CuredJob::Pipeline::curedEnd(const Cure &ways, const TakenByRank &taken, const PaceByRank &paces) const {
    static const Taken kNothing;
    static const Pace kAsItIs;
    const auto ofRank = [](const auto &all, int rank, const auto &none) {
        const auto own = all.find(rank);
        return own == all.end() ? &none : &own->second;
    };
    std::vector<const Taken *> byRow;
    std::vector<const Pace *> paceOfRow;
    for (const int rank : chart->group.ranks) {
        byRow.push_back(ofRank(taken, rank, kNothing));
        paceOfRow.push_back(ofRank(paces, rank, kAsItIs));
    }
    const auto shortened = [](Nanos time, Nanos less, double pace) {
        const auto rest = std::max(time - less, Nanos{0});
        return pace > 1 ? scaledBy(rest, pace) : std::min(rest, scaledBy(time, pace));
    };
    std::vector<AlignedTime> ends(graph->nodes.size(), origin);
    auto last = origin;
    for (const auto index : order) {
        const auto &node = graph->nodes[index];
        const auto &wait = waits[index];
        const auto &own = *byRow[node.row];
        const auto pace = paceOfRow[node.row]->at(node.range.begin);
        auto ready = origin;
        if (node.before != MeasuredGraph::kNone) {
            const auto before = graph->nodes[node.before].range.end;
            ready = ends[node.before] + shortened(node.work, own.within(before, before + node.work), pace);
        }
        Nanos late{0};
        Nanos stillLate{0};
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (const auto producer = node.inputs[i].producer; producer != MeasuredGraph::kNone) {
                const auto way = curedWay(ways, wait.ways[i]);
                if (wait.ways[i].isLate) {
                    late = std::max(late, wait.ways[i].time);
                    stillLate = std::max(stillLate, way);
                }
                ready = std::max(ready, ends[producer] + (wait.ways[i].isLate ? Nanos{0} : way));
            }
        }
        const auto less =
            std::max(own.within(wait.ready, node.range.begin), byRow[wait.row]->within(wait.ready, node.range.begin));
        const auto delay = std::max(node.range.begin - wait.ready - less - (late - stillLate), Nanos{0});
        const auto length = node.range.duration();
        ends[index] = ready + delay + shortened(length, own.within(node.range.begin, node.range.end), pace);
        last = std::max(last, ends[index]);
    }
    return last;
}

CuredJob::CuredJob(const Run &run, std::span<const JobStep> steps) : m_run(run) {
    std::map<std::int64_t, AlignedTime> begins;
    for (const auto &step : steps) {
        const auto begin = std::min(step.range.begin, step.graph->window.begin);
        const auto [own, isNew] = begins.try_emplace(step.graph->step, begin);
        own->second = std::min(own->second, begin);
    }
    for (const auto &step : steps) {
        const auto number = step.graph->step;
        Pipeline pipeline(step, run.clock, begins.at(number));
        if (!step.graph->isWhole || !pipeline.isWhole()) {
            continue;
        }
        auto &own = m_steps[number];
        own.begin = begins.at(number);
        own.lastCell = std::max(own.lastCell, step.graph->window.end);
        own.end = std::max({own.end, step.range.end, own.lastCell});
        own.pipelines.push_back(std::move(pipeline));
    }
}

CuredJob::~CuredJob() = default;

const IntervalSet &CuredJob::computing(int rank) const {
    const std::scoped_lock lock(m_mutex);
    const auto [it, isNew] = m_computing.try_emplace(rank);
    if (const auto *capture = m_run.capture(rank); isNew && capture != nullptr) {
        it->second = busyIntervals(*capture).computing;
        const auto offset = m_run.clock.offset(rank).count();
        for (auto &interval : it->second) {
            interval = {interval.begin + offset, interval.end + offset};
        }
    }
    return it->second;
}

Nanos CuredJob::savedBehind(const Step &step, const TakenByRank &taken) const {
    if (taken.empty()) {
        return Nanos{0};
    }
    const auto begin = ns(step.lastCell);
    const auto end = ns(step.end);
    IntervalSet busy;
    std::vector<Cure::Part> asked;
    for (const auto &pipeline : step.pipelines) {
        for (const int rank : pipeline.chart->group.ranks) {
            const auto own = taken.find(rank);
            const auto parts = own == taken.end() ? std::vector<Cure::Part>{} : own->second.partsWithin(begin, end);
            std::vector<Interval> moments;
            std::ranges::transform(parts, std::back_inserter(moments), &Cure::Part::range);
            busy = united(busy, subtracted(clipped(computing(rank), begin, end), merged(std::move(moments))));
            std::ranges::copy(parts, std::back_inserter(asked));
        }
    }
    Taken won;
    for (const auto &part : asked) {
        for (const auto &free : subtracted({part.range}, clipped(busy, part.range.begin, part.range.end))) {
            won.add({{free, part.share}});
        }
    }
    won.sum();
    return won.within(step.lastCell, step.end);
}

/// Per step of the rank that saves most.
Nanos CuredJob::savedOfRanks(const TakenByRank &taken) const {
    Nanos most{0};
    for (const auto &[rank, own] : taken) {
        const auto *capture = m_run.capture(rank);
        const auto steps = capture == nullptr ? std::size_t{0} : rankSteps(*capture).size();
        const auto all = own.within(AlignedTime::min(), AlignedTime::max());
        most = std::max(most, all / static_cast<std::int64_t>(std::max<std::size_t>(1, steps)));
    }
    return most;
}

Nanos CuredJob::saved(const Cure &cure) const {
    const std::array cures{&cure};
    return saved(cures);
}

Nanos CuredJob::saved(std::span<const Cure *const> cures) const {
    TakenByRank taken;
    PaceByRank paces;
    Cure ways;  // one for all: each transfer is looked up once, however many cures there are
    for (const auto *cure : cures) {
        ways.transfers *= cure->transfers;
        for (const auto &[link, time] : cure->links) {
            const auto most = ways.links.try_emplace(link, time).first;
            most->second = std::min(most->second, time);
        }
        for (const auto &[rank, parts] : cure->time) {
            taken[rank].add(parts);
        }
        for (const auto &[rank, parts] : cure->pace) {
            paces[rank].add(parts);
        }
    }
    for (auto &[rank, own] : taken) {
        own.sum();
    }
    for (auto &[rank, own] : paces) {
        own.sum();
    }
    if (!hasPipelines()) {
        return savedOfRanks(taken);
    }
    UsualLength job;
    for (const auto &[number, step] : m_steps) {
        const auto behind = savedBehind(step, taken);
        auto last = step.begin;
        for (const auto &pipeline : step.pipelines) {
            last = std::max(last, pipeline.curedEnd(ways, taken, paces));
        }
        const auto length = step.end - step.begin;
        job.add(length, length - (step.lastCell - last) - behind);
    }
    return job.saved();
}

}  // namespace stagescope
