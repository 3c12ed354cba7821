#include "core/analysis/blame/meetings.h"

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace stagescope {

const MeetingSide *Meeting::of(int rank) const {
    const auto it = std::find_if(sides.begin(), sides.end(), [&](const auto &side) { return side.rank == rank; });
    return it == sides.end() ? nullptr : &*it;
}

Nanos Meeting::transfer(const MeetingSide &side) const {
    const auto shortest = std::min_element(sides.begin(), sides.end(), [](const MeetingSide &a, const MeetingSide &b) {
        return a.range.duration() < b.range.duration();
    });
    return std::min(side.range.duration() - side.waited, shortest->range.duration());
}

std::string Meeting::ranks() const {
    std::set<int> numbers;
    for (const auto &side : sides) {
        numbers.insert(side.rank);
    }
    std::string text;
    for (const int rank : numbers) {
        text += (text.empty() ? "" : ",") + std::to_string(rank);
    }
    return text;
}

Meetings::Meetings(const Run &run, std::map<int, RankTimeline> &ranks, const std::vector<HostCollective> &ofHosts,
                   const std::stop_token &stop)
    : m_run(run), m_ranks(ranks), m_hasClock(run.clock.uncertainty().has_value() || sharesClock(run)) {
    addCollectives(stop);
    addTransfers(stop);
    addHosts(ofHosts);
    findUsual();
}

const Meeting *Meetings::of(int rank, std::uint32_t work) const {
    const auto it = m_of.find({rank, work});
    return it == m_of.end() ? nullptr : &m_all[it->second];
}

const Meeting *Meetings::ofHosts(int rank, RankRange range) const {
    for (auto it = m_ofHosts.upper_bound({rank, range.end}); it != m_ofHosts.begin();) {
        const auto &[at, index] = *--it;
        if (at.first != rank || at.second <= range.begin) {
            break;
        }
        if (m_all[index].of(rank)->waited > Nanos{0}) {
            return &m_all[index];
        }
    }
    return nullptr;
}

MeetingSide Meetings::sideOf(int rank, RankRange range, const std::string &name) const {
    const auto it = m_ranks.find(rank);
    return {rank, m_run.clock.toAligned(rank, range), name, Nanos{0},
            it == m_ranks.end() ? RankTimeline::kNone : it->second.communicationAt(ns(range.begin), name)};
}

void Meetings::addCollectives(const std::stop_token &stop) {
    struct Collective {
        Meeting meeting;
        std::string kind;
    };
    std::map<std::tuple<std::string, std::string, std::string, int>, Collective> found;
    for (const auto &op : commOps(m_run, stop)) {
        if (op.p2p.empty() && (op.name.starts_with("hcom_") || !op.group.empty() || !op.members.empty())) {
            auto &collective = found[{op.group, op.members, op.name, op.nth}];
            collective.meeting.sides.push_back(sideOf(op.rank, op.range, op.name));
            // Only what moves as much can be compared.
            collective.kind = op.bytes < 0 ? op.group + '/' + op.name + '/' + op.members
                                           : (op.type.empty() ? op.name.substr(0, op.name.find("__")) : op.type) + '/' +
                                                 std::to_string(op.bytes);
        }
    }
    for (auto &[key, collective] : found) {
        add(std::move(collective.meeting), collective.kind);
    }
}

/// A batch of several transfers ends with the last of them: each operator is a meeting of its own, with all other ends.
void Meetings::addTransfers(const std::stop_token &stop) {
    for (const auto &group : pipelineGroups(m_run)) {
        const auto chart = pipelineChart(m_run, group, stop);
        m_hasPipelines = m_hasPipelines || isPipeline(m_run, group);
        std::map<std::size_t, std::vector<std::size_t>> ends;
        for (const auto &edge : chart.edges) {
            if (edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone) {
                ends[edge.send].push_back(edge.receive);
                ends[edge.receive].push_back(edge.send);
            }
        }
        const auto side = [&](std::size_t i) {
            return sideOf(chart.p2p[i].rank, chart.p2p[i].range, chart.p2p[i].name);
        };
        m_hasTransfers = m_hasTransfers || !ends.empty();
        for (const auto &[op, others] : ends) {
            Meeting meeting;
            meeting.isCollective = false;
            meeting.sides.push_back(side(op));
            for (const auto other : others) {
                meeting.sides.push_back(side(other));
            }
            const auto &own = meeting.sides.front();
            if (chart.p2p[op].kind == P2pOp::Kind::Send && own.work != RankTimeline::kNone) {
                m_ranks.at(own.rank).markSend(own.work);
            }
            add(std::move(meeting), "p2p/" + std::to_string(others.size()));
        }
    }
}

void Meetings::addHosts(const std::vector<HostCollective> &ofHosts) {
    for (const auto &collective : ofHosts) {
        Meeting meeting;
        meeting.isOfHosts = true;
        for (const auto &side : collective.sides) {
            const auto it = m_ranks.find(side.rank);
            const auto from = m_run.clock.toRank(side.rank, collective.last().range.begin);
            meeting.sides.push_back({side.rank, side.range, collective.op.name, Nanos{0},
                                     it == m_ranks.end() ? RankTimeline::kNone : it->second.launchedFrom(from)});
        }
        add(std::move(meeting), "host/" + collective.op.name + '/' + std::to_string(collective.op.bytes));
    }
}

void Meetings::add(Meeting meeting, const std::string &kind) {
    if (meeting.sides.size() < 2) {
        return;
    }
    findLast(meeting);
    std::set<std::string> hosts;
    for (std::size_t i = 0; i < meeting.sides.size(); ++i) {
        const auto &side = meeting.sides[i];
        const auto *capture = m_run.capture(side.rank);
        hosts.insert(capture == nullptr ? std::string() : capture->host);
        if (meeting.isOfHosts) {
            m_ofHosts[{side.rank, m_run.clock.toRank(side.rank, meeting.latest().range.begin)}] = m_all.size();
        } else if (side.work != RankTimeline::kNone && (meeting.isCollective || i == 0)) {
            m_of[{side.rank, side.work}] = m_all.size();
        }
    }
    m_kinds.push_back(kind + "/" + std::to_string(meeting.sides.size()) + (hosts.size() > 1 ? "/hosts" : "/host"));
    m_all.push_back(std::move(meeting));
}

void Meetings::findLast(Meeting &meeting) const {
    Nanos longest{0};
    for (const auto &side : meeting.sides) {
        longest = std::max(longest, side.range.duration());
    }
    const auto uncertainty = m_run.clock.uncertainty().value_or(Nanos{0});
    const bool isByClock = m_hasClock && uncertainty < longest;
    const auto came = [&](const MeetingSide &side) {
        return isByClock ? ns(side.range.begin) : -side.range.duration().count();
    };
    for (std::size_t i = 0; i < meeting.sides.size(); ++i) {
        meeting.last = came(meeting.sides[i]) > came(meeting.latest()) ? i : meeting.last;
    }
    for (auto &side : meeting.sides) {
        const Nanos waited{came(meeting.latest()) - came(side)};
        const bool isClear = !isByClock || waited > uncertainty;
        side.waited = isClear ? std::clamp(waited, Nanos{0}, std::max(Nanos{0}, side.range.duration())) : Nanos{0};
    }
}

void Meetings::findUsual() {
    std::map<std::string, std::map<std::string, std::vector<std::int64_t>>> transfers;  // by kind and ranks
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        transfers[m_kinds[i]][m_all[i].ranks()].push_back(m_all[i].transfer(m_all[i].latest()).count());
    }
    std::map<std::pair<std::string, std::string>, Nanos> usual;
    for (auto &[kind, byRanks] : transfers) {
        std::vector<std::pair<std::string, std::int64_t>> medians;
        for (auto &[ranks, times] : byRanks) {
            medians.emplace_back(ranks, medianOf(std::move(times)));
        }
        for (const auto &[ranks, own] : medians) {
            std::vector<std::int64_t> others;
            for (const auto &[name, median] : medians) {
                if (name != ranks) {
                    others.push_back(median);
                }
            }
            usual[{kind, ranks}] = Nanos{others.empty() ? own : medianOf(std::move(others))};
        }
    }
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        m_all[i].usual = usual[{m_kinds[i], m_all[i].ranks()}];
    }
}

}  // namespace stagescope
