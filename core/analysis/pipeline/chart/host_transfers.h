#pragma once

#include "core/base/intervals.h"
#include "core/session/workspace.h"
#include "core/store/trace/trace_store.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a name on a thread of the host says about communication with other ranks.
struct HostTransferName {
    enum class Role : std::uint8_t { Send, Receive, Batch, Collective, Wait };
    Role role = Role::Wait;
    bool isCall = false;  ///< the call that starts it ("c10d::recv_"); the transfer itself ("gloo:recv") goes on

    [[nodiscard]] bool isPointToPoint() const { return role <= Role::Batch; }
};
/// "c10d::send", "gloo:recv", "nccl:coalesced" (of sends or collectives, so the latter), "gloo:barrier", "HcclRecv",
/// "wait", "c10d::wait_tensor"; nothing for all other names. O(length).
[[nodiscard]] std::optional<HostTransferName> hostTransferName(std::string_view name);
/// Whether a library of the host ("gloo", "mpi", "ucc") does it there, so that its range ends when it is done; of
/// libraries of a device ("nccl:...") the host sees the launch only.
[[nodiscard]] bool endsOnHost(std::string_view name);

/// A transfer, collective or wait on a thread of the host.
struct HostTransfer {
    HostTransferName what;
    RankRange range;
    TrackId track;
    std::string_view name;
};

/// A range without the waits at its ends, and those within.
struct OwnWork {
    RankRange range;
    std::vector<RankRange> waits;  ///< by begin, within the range
};
/// Waits of less than 10 us and of less than one part in 100 are left in the range. What lies before the first wait or
/// behind the last is only preparation when it is at most one part in 50 of the work, and is left out with it.
[[nodiscard]] OwnWork withoutWaits(RankRange range, const IntervalSet &waits);

/// What the threads of a host do: operators of the program itself, and what it sends, receives and waits for. The trace
/// has to outlive it.
class HostTransfers {
public:
    /// O(slices of the host log slices).
    explicit HostTransfers(const TraceStore &trace, const std::stop_token &stop = {});

    /// Whether no name of the trace speaks of communication on a host: nothing to look for. O(names).
    [[nodiscard]] static bool isSilent(const TraceStore &trace);

    /// By end.
    [[nodiscard]] const std::vector<HostTransfer> &transfers() const { return m_transfers; }
    /// Whether anything is sent or received.
    [[nodiscard]] bool hasPointToPoint() const;
    /// What a range on a thread did itself. A wait is a pause between its own operators in which a transfer ends, up to
    /// the last such end: a transfer that goes on while the range computes costs it nothing. Begin and end stay as they
    /// are where no transfer lies between them and the first (last) own operator. A thread without operators in the
    /// range works through others (autograd's); those of all threads count then. O(operators in the range).
    [[nodiscard]] OwnWork workIn(RankRange range, TrackId track) const;

private:
    struct Op {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        bool isLeaf = true;  ///< nothing within it
    };
    using Ops = std::vector<Op>;  ///< by begin, the outer one first

    void addTrack(const TraceStore &trace, const Track &track, const std::stop_token &stop);
    [[nodiscard]] IntervalSet waitsIn(Interval range, const Ops &ops) const;
    [[nodiscard]] bool hasTransferEdge(Interval range) const;
    [[nodiscard]] std::vector<HostTransfer>::const_iterator firstEndingFrom(std::int64_t time) const;

    std::map<TrackId, Ops> m_ops;  ///< without calls of communication
    Ops m_all;
    std::vector<HostTransfer> m_transfers;
    std::vector<std::int64_t> m_begins;  ///< of the transfers, ascending
};

/// What brings input to the host of a capture: transfers that receive, not the calls that start them; by end.
/// O(slices of the host log slices).
[[nodiscard]] std::vector<RankRange> hostReceives(const RankCapture &capture, const std::stop_token &stop = {});

/// Tracks of the host's threads and ranges; a device repeats ranges of the host on its own tracks, which are none.
[[nodiscard]] std::vector<TrackId> hostTracks(const TraceStore &trace);

}  // namespace stagescope
