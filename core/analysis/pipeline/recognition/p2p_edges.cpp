#include "core/analysis/pipeline/recognition/p2p_edges.h"

#include "core/analysis/pipeline/recognition/cell_transfers.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <tuple>

namespace stagescope {

namespace {

using Direction = P2pEdge::Direction;
using Evidence = P2pEdge::Evidence;

bool sends(const P2pOp &op) { return op.kind != P2pOp::Kind::Receive; }
bool receives(const P2pOp &op) { return op.kind != P2pOp::Kind::Send; }

/// A possible pair of a send and a receive.
struct Pair {
    std::int64_t distance = 0;  ///< between their ends
    std::size_t send = 0;
    std::size_t receive = 0;
};

class Pairing {
    using Use = std::tuple<bool, int, Direction>;  ///< as a sender, with whom, which way

public:
    Pairing(PipelineChart &chart, const ClockAlignment &clock)
        : m_chart(chart),
          m_clock(clock),
          m_transfers(cellTransfers(chart, clock)),
          m_isMoved(m_transfers.size()),
          m_used(chart.p2p.size()) {
        for (std::size_t i = 0; i < chart.p2p.size(); ++i) {
            m_ranges.push_back(clock.toAligned(chart.p2p[i].rank, chart.p2p[i].range));
            m_opsOf[chart.p2p[i].rank].push_back(i);
        }
        for (auto &[rank, ops] : m_opsOf) {
            std::stable_sort(ops.begin(), ops.end(),
                             [&](auto a, auto b) { return m_ranges[a].begin < m_ranges[b].begin; });
            m_longest[rank] = Nanos{0};
            for (const auto op : ops) {
                m_longest[rank] = std::max(m_longest[rank], m_ranges[op].duration());
            }
        }
        for (std::size_t i = 0; i < m_transfers.size(); ++i) {
            m_lanes[{cell(m_transfers[i].producer).rank, cell(m_transfers[i].consumer).rank}].push_back(i);
        }
    }

    void run() {
        pairConnections(true);
        takeNearest(overlapping([](const P2pOp &a, const P2pOp &b) { return a.peer == b.rank && b.peer == a.rank; }),
                    Evidence::Arguments);
        pairArgumentsInOrder();
        pairBySchedule();
        pairConnections(false);
        const auto neighbours = [this](const P2pOp &a, const P2pOp &b) { return areNeighbours(a, b); };
        takeNearest(overlapping(neighbours), Evidence::Order);
        auto &edges = m_chart.edges.edit();
        std::stable_sort(edges.begin(), edges.end(),
                         [this](const P2pEdge &a, const P2pEdge &b) { return timeOf(a) < timeOf(b); });
    }

private:
    [[nodiscard]] const PipelineCell &cell(std::size_t index) const { return m_chart.cells[index]; }
    [[nodiscard]] AlignedRange rangeOf(std::size_t index) const {
        return m_clock.toAligned(cell(index).rank, cell(index).range);
    }
    [[nodiscard]] AlignedTime timeOf(const P2pEdge &edge) const {
        return m_ranges[edge.send != P2pEdge::kNone ? edge.send : edge.receive].begin;
    }
    [[nodiscard]] bool overlap(std::size_t a, std::size_t b) const {
        return m_ranges[a].begin <= m_ranges[b].end && m_ranges[b].begin <= m_ranges[a].end;
    }
    /// A send or receive carries one edge, a batch one per peer and direction.
    [[nodiscard]] bool isFree(std::size_t op, bool isSend, int peer, Direction direction) const {
        const auto &used = m_used[op];
        return used.empty() || (m_chart.p2p[op].kind == P2pOp::Kind::Batch &&
                                std::ranges::find(used, Use{isSend, peer, direction}) == used.end());
    }
    void use(std::size_t op, bool isSend, int peer, Direction direction) {
        m_used[op].push_back({isSend, peer, direction});
    }
    /// Whatever comes, it carries no other edge.
    [[nodiscard]] bool isTaken(std::size_t op) const {
        return !m_used[op].empty() && m_chart.p2p[op].kind != P2pOp::Kind::Batch;
    }

    void addEdge(std::size_t send, std::size_t receive, Evidence evidence, const CellTransfer *transfer) {
        P2pEdge edge{.send = send, .receive = receive, .evidence = evidence};
        edge.from = send != P2pEdge::kNone ? m_chart.p2p[send].rank : cell(transfer->producer).rank;
        edge.to = receive != P2pEdge::kNone ? m_chart.p2p[receive].rank : cell(transfer->consumer).rank;
        edge.step = kNoStep;
        if (transfer != nullptr) {
            edge.producer = transfer->producer;
            edge.consumer = transfer->consumer;
            edge.step = cell(transfer->producer).step;
            edge.microbatch = transfer->microbatch;
            edge.direction = transfer->direction;
        }
        if (send != P2pEdge::kNone && receive != P2pEdge::kNone) {
            const auto begin = std::max(m_ranges[send].begin, m_ranges[receive].begin);
            edge.sendWait = begin - m_ranges[send].begin;
            edge.receiveWait = begin - m_ranges[receive].begin;
            edge.transfer = std::max(m_ranges[send].end, m_ranges[receive].end) - begin;
        }
        if (send != P2pEdge::kNone) {
            use(send, true, edge.to, edge.direction);
        }
        if (receive != P2pEdge::kNone) {
            use(receive, false, edge.from, edge.direction);
        }
        m_chart.edges.edit().push_back(edge);
    }

    /// The free transfer between two ranks whose cells lie nearest to a send and its receive; null where none fits.
    [[nodiscard]] const CellTransfer *claim(std::size_t send, std::size_t receive) {
        const auto lane = m_lanes.find({m_chart.p2p[send].rank, m_chart.p2p[receive].rank});
        if (lane == m_lanes.end()) {
            return nullptr;
        }
        std::optional<std::size_t> best;
        std::int64_t least = 0;
        for (const auto i : lane->second) {
            const auto produced = rangeOf(m_transfers[i].producer);
            const auto consumed = rangeOf(m_transfers[i].consumer);
            if (m_isMoved[i] || m_ranges[send].end < produced.begin || m_ranges[receive].begin > consumed.end) {
                continue;
            }
            const auto distance = std::abs((m_ranges[send].begin - produced.end).count()) +
                                  std::abs((consumed.begin - m_ranges[receive].end).count());
            if (!best || distance < least) {
                best = i;
                least = distance;
            }
        }
        if (!best) {
            return nullptr;
        }
        m_isMoved[*best] = true;
        return &m_transfers[*best];
    }

    /// Two batches may carry something either way: only what the schedule needs is an edge, where there is one.
    void pair(std::size_t send, std::size_t receive, Evidence evidence) {
        const bool isBatch =
            m_chart.p2p[send].kind == P2pOp::Kind::Batch && m_chart.p2p[receive].kind == P2pOp::Kind::Batch;
        const auto *transfer = claim(send, receive);
        if (transfer != nullptr || !isBatch || m_transfers.empty()) {
            addEdge(send, receive, evidence, transfer);
        }
    }
    [[nodiscard]] bool areFree(std::size_t send, std::size_t receive) const {
        return isFree(send, true, m_chart.p2p[receive].rank, Direction::Unknown) &&
               isFree(receive, false, m_chart.p2p[send].rank, Direction::Unknown);
    }

    void pairConnections(bool mustOverlap) {
        std::map<std::string_view, std::vector<std::size_t>> byId;
        for (std::size_t i = 0; i < m_chart.p2p.size(); ++i) {
            if (!m_chart.p2p[i].connection.empty()) {
                byId[m_chart.p2p[i].connection].push_back(i);
            }
        }
        for (const auto &[id, ops] : byId) {
            if (ops.size() != 2 || m_chart.p2p[ops[0]].rank == m_chart.p2p[ops[1]].rank) {
                continue;
            }
            const bool isFirst =
                m_chart.p2p[ops[0]].kind == P2pOp::Kind::Send || m_chart.p2p[ops[1]].kind == P2pOp::Kind::Receive ||
                (m_chart.p2p[ops[0]].kind == P2pOp::Kind::Batch && m_chart.p2p[ops[1]].kind == P2pOp::Kind::Batch);
            const auto send = isFirst ? ops[0] : ops[1];
            const auto receive = isFirst ? ops[1] : ops[0];
            const bool isTimely = mustOverlap ? overlap(send, receive) : m_ranges[send].begin <= m_ranges[receive].end;
            if (sends(m_chart.p2p[send]) && receives(m_chart.p2p[receive]) && isTimely && areFree(send, receive)) {
                pair(send, receive, Evidence::Connection);
            }
        }
    }

    /// Sends and receives of two ranks that are allowed to be one and overlap in time.
    template <typename Allowed>
    [[nodiscard]] std::vector<Pair> overlapping(const Allowed &allowed) const {
        std::vector<Pair> pairs;
        for (std::size_t send = 0; send < m_chart.p2p.size(); ++send) {
            if (isTaken(send) || !sends(m_chart.p2p[send])) {
                continue;
            }
            for (const auto &[rank, ops] : m_opsOf) {
                if (rank != m_chart.p2p[send].rank) {
                    addOverlapping(send, rank, allowed, pairs);
                }
            }
        }
        return pairs;
    }
    template <typename Allowed>
    void addOverlapping(std::size_t send, int rank, const Allowed &allowed, std::vector<Pair> &pairs) const {
        const auto &ops = m_opsOf.at(rank);
        auto it = std::lower_bound(ops.begin(), ops.end(), m_ranges[send].begin - m_longest.at(rank),
                                   [&](auto op, AlignedTime t) { return m_ranges[op].begin < t; });
        for (; it != ops.end() && m_ranges[*it].begin <= m_ranges[send].end; ++it) {
            if (!isTaken(*it) && receives(m_chart.p2p[*it]) && overlap(send, *it) &&
                allowed(m_chart.p2p[send], m_chart.p2p[*it])) {
                pairs.push_back({std::abs((m_ranges[send].end - m_ranges[*it].end).count()), send, *it});
            }
        }
    }
    void takeNearest(std::vector<Pair> pairs, Evidence evidence) {
        std::stable_sort(pairs.begin(), pairs.end(),
                         [](const Pair &a, const Pair &b) { return a.distance < b.distance; });
        for (const auto &found : pairs) {
            if (areFree(found.send, found.receive)) {
                pair(found.send, found.receive, evidence);
            }
        }
    }
    /// Two batches could go either way: only a schedule tells.
    [[nodiscard]] bool areNeighbours(const P2pOp &a, const P2pOp &b) const {
        const auto &ranks = m_chart.group.ranks;
        const auto at = [&](int rank) { return std::find(ranks.begin(), ranks.end(), rank) - ranks.begin(); };
        const auto size = static_cast<std::ptrdiff_t>(ranks.size());
        const auto distance = std::abs(at(a.rank) - at(b.rank));
        const bool isKnown = (a.peer < 0 || a.peer == b.rank) && (b.peer < 0 || b.peer == a.rank);
        const bool isBatch = a.kind == P2pOp::Kind::Batch && b.kind == P2pOp::Kind::Batch;
        return isKnown && !isBatch && (distance == 1 || distance == size - 1);
    }

    /// Sends that ended before their receive was posted, in order of time. A receive that ended before the next free
    /// send began has lost its own.
    void pairArgumentsInOrder() {
        std::map<std::pair<int, int>, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> lanes;
        for (const auto &[rank, ops] : m_opsOf) {
            for (const auto op : ops) {
                const auto &p2p = m_chart.p2p[op];
                if (p2p.peer < 0 || p2p.kind == P2pOp::Kind::Batch || !m_used[op].empty()) {
                    continue;
                }
                if (p2p.kind == P2pOp::Kind::Send) {
                    lanes[{rank, p2p.peer}].first.push_back(op);
                } else {
                    lanes[{p2p.peer, rank}].second.push_back(op);
                }
            }
        }
        for (const auto &[lane, ends] : lanes) {
            auto send = ends.first.begin();
            for (const auto receive : ends.second) {
                if (send != ends.first.end() && m_ranges[*send].begin <= m_ranges[receive].end) {
                    pair(*send++, receive, Evidence::Arguments);
                }
            }
        }
    }

    void pairBySchedule() {
        m_waitsForReceives = waitsForReceives();
        std::vector<std::pair<Pair, std::size_t>> found;
        for (std::size_t i = 0; i < m_transfers.size(); ++i) {
            if (!m_isMoved[i]) {
                addCandidates(i, found);
            }
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const auto &a, const auto &b) { return a.first.distance < b.first.distance; });
        for (const auto &[ends, index] : found) {
            const auto &transfer = m_transfers[index];
            if (!m_isMoved[index] && isFree(ends.send, true, cell(transfer.consumer).rank, transfer.direction) &&
                isFree(ends.receive, false, cell(transfer.producer).rank, transfer.direction)) {
                m_isMoved[index] = true;
                addEdge(ends.send, ends.receive, Evidence::Schedule, &transfer);
            }
        }
        for (std::size_t i = 0; i < m_transfers.size(); ++i) {
            if (!m_isMoved[i]) {
                pairRest(i);
            }
        }
    }
    /// Both end together; the send begins when its cell has ended, or later where the link was still busy, the consumer
    /// when it was received, or later where its rank was. How it usually is counts in full, of the other wait an
    /// eighth.
    void addCandidates(std::size_t index, std::vector<std::pair<Pair, std::size_t>> &found) const {
        constexpr std::int64_t kOfOtherWait = 8;
        const auto &transfer = m_transfers[index];
        const auto produced = rangeOf(transfer.producer).end;
        const auto consumed = rangeOf(transfer.consumer).begin;
        const auto received = candidates(transfer, false);
        for (const auto send : candidates(transfer, true)) {
            const auto sent = std::abs((m_ranges[send].begin - produced).count());
            for (const auto receive : received) {
                const auto taken = std::abs((consumed - m_ranges[receive].end).count());
                const auto apart = std::abs((m_ranges[send].end - m_ranges[receive].end).count());
                const auto waited = m_waitsForReceives ? taken + sent / kOfOtherWait : sent + taken / kOfOtherWait;
                if (overlap(send, receive)) {
                    found.push_back({{apart + waited, send, receive}, index});
                }
            }
        }
    }
    /// Whether cells usually begin right behind a receive: within a fiftieth of the usual cell.
    [[nodiscard]] bool waitsForReceives() const {
        std::map<int, std::vector<AlignedTime>> begins;
        std::vector<Nanos> lengths;
        for (std::size_t i = 0; i < m_chart.cells.size(); ++i) {
            begins[cell(i).rank].push_back(rangeOf(i).begin);
            lengths.push_back(cell(i).range.duration());
        }
        for (auto &[rank, own] : begins) {
            std::sort(own.begin(), own.end());
        }
        std::vector<Nanos> waits;
        for (std::size_t i = 0; i < m_ranges.size(); ++i) {
            const auto &own = begins[m_chart.p2p[i].rank];
            const auto next = std::lower_bound(own.begin(), own.end(), m_ranges[i].end);
            if (receives(m_chart.p2p[i]) && next != own.end()) {
                waits.push_back(*next - m_ranges[i].end);
            }
        }
        return !waits.empty() && lowerMedian(std::move(waits)) <= lowerMedian(std::move(lengths)) / 50;
    }
    /// Ends that do not overlap, where nothing else comes into question; or the one end that was recorded.
    void pairRest(std::size_t index) {
        const auto &transfer = m_transfers[index];
        const auto sent = candidates(transfer, true);
        const auto received = candidates(transfer, false);
        const bool isOnly = sent.size() == 1 && received.size() == 1;
        if ((isOnly && m_ranges[sent[0]].begin <= m_ranges[received[0]].end) || sent.empty() != received.empty()) {
            m_isMoved[index] = true;
            addEdge(sent.empty() ? P2pEdge::kNone : sent.front(), received.empty() ? P2pEdge::kNone : received.front(),
                    Evidence::Schedule, &transfer);
        }
    }
    /// Free sends that begin between the middle of the producer (operations are posted while cells still run) and the
    /// begin of the consumer, or free receives that end between the begin of the producer and the middle of the
    /// consumer; the nearest to their own cell first.
    [[nodiscard]] std::vector<std::size_t> candidates(const CellTransfer &transfer, bool isSend) const {
        const int own = cell(isSend ? transfer.producer : transfer.consumer).rank;
        const int other = cell(isSend ? transfer.consumer : transfer.producer).rank;
        const auto ops = m_opsOf.find(own);
        if (ops == m_opsOf.end()) {
            return {};
        }
        const auto produced = rangeOf(transfer.producer);
        const auto consumed = rangeOf(transfer.consumer);
        const auto from = isSend ? produced.begin + produced.duration() / 2 : produced.begin;
        const auto until = isSend ? consumed.begin : consumed.begin + consumed.duration() / 2;
        const auto key = [&](std::size_t op) { return isSend ? m_ranges[op].begin : m_ranges[op].end; };
        auto it = std::lower_bound(ops->second.begin(), ops->second.end(), from - m_longest.at(own),
                                   [&](auto op, AlignedTime t) { return m_ranges[op].begin < t; });
        std::vector<std::size_t> found;
        for (; it != ops->second.end() && m_ranges[*it].begin <= until; ++it) {
            const auto &op = m_chart.p2p[*it];
            if ((isSend ? sends(op) : receives(op)) && (op.peer < 0 || op.peer == other) && key(*it) >= from &&
                key(*it) <= until && isFree(*it, isSend, other, transfer.direction)) {
                found.push_back(*it);
            }
        }
        const auto best = isSend ? produced.end : consumed.begin;
        std::stable_sort(found.begin(), found.end(), [&](auto a, auto b) {
            return std::abs((key(a) - best).count()) < std::abs((key(b) - best).count());
        });
        return found;
    }

    PipelineChart &m_chart;
    const ClockAlignment &m_clock;
    std::vector<CellTransfer> m_transfers;
    std::vector<bool> m_isMoved;                                      ///< by transfer: has its edge
    std::map<std::pair<int, int>, std::vector<std::size_t>> m_lanes;  ///< transfers by (from, to)
    std::vector<AlignedRange> m_ranges;                               ///< by operation
    std::map<int, std::vector<std::size_t>> m_opsOf;                  ///< operations by rank, by begin
    bool m_waitsForReceives = false;
    std::map<int, Nanos> m_longest;        ///< longest operation of a rank
    std::vector<std::vector<Use>> m_used;  ///< by operation: the edges that it carries
};

}  // namespace

void pairP2p(PipelineChart &chart, const ClockAlignment &clock) {
    chart.edges = {};
    if (!chart.p2p.empty()) {
        Pairing(chart, clock).run();
    }
}

}  // namespace stagescope
