#include "core/analysis/communication/models/comm_durations_model.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/run/steps.h"
#include "core/base/step_id.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace stagescope {

namespace {

constexpr double kMostUs = 4e15;  // keeps the product within 64 bits

/// Milliseconds of a file in whole nanoseconds; what is no time is 0.
Nanos nanosOf(double ms) { return Nanos{std::isfinite(ms) ? std::llround(std::clamp(ms, 0.0, 1e12) * 1e6) : 0}; }

class Collector {
public:
    Collector(const Run &run, const CommScope &scope, const std::vector<CommTime> &times, CommDurations &out)
        : m_run(run), m_scope(scope), m_out(out), m_groups(times) {}

    void addTimes(const std::vector<CommTime> &times) {
        std::vector<CommMember> members;
        for (const auto &time : times) {
            if (time.name == kAllOperators) {
                continue;
            }
            members.push_back({time.group, time.step, time.rank});
            if (m_scope.holds(time.group, time.step)) {
                addParts(time);
            }
        }
        m_out.scopes = commScopes(commGroups(m_run), members);
    }

    void addOperators(const std::vector<CommOp> &ops) {
        std::vector<CommMember> members;
        for (const auto &op : ops) {
            const auto step = op.step == kNoStep ? std::string() : stepText(op.step);
            const auto &group = m_groups.of(op.rank, op.name, op.group);
            members.push_back({group, step, op.rank});
            m_hasTimeline.insert(op.rank);
            const int nth = m_counts[{op.rank, op.name}]++;
            if (m_scope.holds(group, step)) {
                addBox(op.rank, m_run.clock.toAligned(op.rank, op.range), op.name, nth);
            }
        }
        if (m_groups.isEmpty()) {
            std::erase_if(members, [](const CommMember &member) { return member.step.empty(); });
            m_out.scopes = commScopes(commGroups(m_run), members);
        }
    }

    /// Of ranks without a timeline, by the times of the profiler's own analysis.
    void addOperatorsOf(const std::vector<CommTime> &times) {
        std::set<int> ranks;
        for (const auto &time : times) {
            if (m_hasTimeline.contains(time.rank)) {
                continue;
            }
            const int nth = m_counts[{time.rank, time.name}]++;
            if (time.name != kAllOperators && time.startUs > 0 && time.startUs < kMostUs &&
                m_scope.holds(time.group, time.step)) {
                const auto begin = rankTime(std::llround(time.startUs * 1000));
                addBox(time.rank, m_run.clock.toAligned(time.rank, RankRange{begin, begin + nanosOf(time.elapsedMs)}),
                       time.name, nth);
                ranks.insert(time.rank);
            }
        }
        m_out.ranksOfFiles.assign(ranks.begin(), ranks.end());
    }

    void finish() {
        for (auto &[rank, boxes] : m_boxes) {
            m_parts.try_emplace(rank);
        }
        for (auto &[rank, parts] : m_parts) {
            m_out.rows.push_back({rank, CommLane(std::move(m_boxes[rank])), parts});
        }
    }

private:
    void addParts(const CommTime &time) {
        auto &own = m_parts[time.rank];
        auto &parts = own ? *own : own.emplace();
        parts.elapsed += nanosOf(time.elapsedMs);
        parts.transit += nanosOf(time.transitMs);
        parts.synchronization += nanosOf(time.synchronizationMs);
        parts.wait += nanosOf(time.waitMs);
        parts.idle += nanosOf(time.idleMs);
        ++parts.operators;
    }
    void addBox(int rank, AlignedRange range, const std::string &name, int nth) {
        const auto [it, isNew] = m_names.try_emplace(name, static_cast<std::uint32_t>(m_out.names.size()));
        if (isNew) {
            m_out.names.push_back(name);
        }
        m_boxes[rank].push_back({range, it->second, nth});
        auto &bounds = m_out.bounds;
        bounds = bounds ? AlignedRange{std::min(bounds->begin, range.begin), std::max(bounds->end, range.end)} : range;
    }

    const Run &m_run;
    const CommScope &m_scope;
    CommDurations &m_out;
    OperatorGroups m_groups;
    std::set<int> m_hasTimeline;
    std::map<std::pair<int, std::string>, int> m_counts;
    std::map<int, std::vector<CommBox>> m_boxes;
    std::map<int, std::optional<CommParts>> m_parts;
    std::unordered_map<std::string, std::uint32_t> m_names;
};

}  // namespace

CommLane::CommLane(std::vector<CommBox> boxes) : m_boxes(std::move(boxes)) {
    std::stable_sort(m_boxes.begin(), m_boxes.end(),
                     [](const CommBox &a, const CommBox &b) { return a.range.begin < b.range.begin; });
    m_reach.reserve(m_boxes.size());
    m_longest.resize((m_boxes.size() + kRun - 1) / kRun, Nanos{0});
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const auto &range = m_boxes[i].range;
        m_reach.push_back(i == 0 ? range.end : std::max(m_reach.back(), range.end));
        m_longest[i / kRun] = std::max(m_longest[i / kRun], range.duration());
    }
}

std::size_t CommLane::firstAfter(AlignedTime time) const {
    return static_cast<std::size_t>(std::upper_bound(m_reach.begin(), m_reach.end(), time) - m_reach.begin());
}

bool CommLane::isFine(std::size_t index, Nanos length) const { return m_longest[index / kRun] < length; }

const CommBox *CommLane::at(AlignedTime time) const {
    const auto after = std::upper_bound(m_boxes.begin(), m_boxes.end(), time,
                                        [](AlignedTime t, const CommBox &box) { return t < box.range.begin; });
    for (auto i = static_cast<std::size_t>(after - m_boxes.begin()); i > 0 && m_reach[i - 1] > time; --i) {
        if (m_boxes[i - 1].range.end > time) {
            return &m_boxes[i - 1];
        }
    }
    return nullptr;
}

const CommDurations::Row *CommDurations::rowOf(int rank) const {
    const auto it =
        std::lower_bound(rows.begin(), rows.end(), rank, [](const Row &row, int r) { return row.rank < r; });
    return it != rows.end() && it->rank == rank ? &*it : nullptr;
}

CommDurations commDurations(const Run &run, const CommScope &scope, const std::stop_token &stop) {
    CommDurations durations;
    durations.run = run.id;
    const auto times = commTimes(run, CommSource::Any, stop);
    Collector collector(run, scope, times, durations);
    collector.addTimes(times);
    collector.addOperators(commOps(run, stop));
    collector.addOperatorsOf(times);
    collector.finish();
    return durations;
}

}  // namespace stagescope
