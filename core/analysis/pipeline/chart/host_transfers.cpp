#include "core/analysis/pipeline/chart/host_transfers.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

namespace stagescope {

namespace {

using Role = HostTransferName::Role;

constexpr std::int64_t kLeastWaitNs = 10'000;
constexpr std::int64_t kLeastWaitParts = 100;
constexpr std::int64_t kPreparationParts = 50;

constexpr std::array<std::string_view, 3> kHostLibraries{"gloo", "mpi", "ucc"};
constexpr std::array<std::string_view, 6> kLibraries{"nccl", "hccl", "rccl", "xccl", "oneccl", "mccl"};

template <std::size_t N>
bool isAmong(std::string_view word, const std::array<std::string_view, N> &words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<Role> roleOf(std::string_view operation) {
    const auto has = [&](std::string_view part) { return operation.find(part) != std::string_view::npos; };
    if (has("sendrecv") || has("send_recv") || has("batch_isend") || has("batchsend")) {
        return Role::Batch;
    }
    if (has("recv") || has("receive")) {
        return Role::Receive;
    }
    if (has("send")) {
        return Role::Send;
    }
    if (has("wait") || has("barrier")) {
        return Role::Wait;
    }
    const bool isCollective = has("reduce") || has("gather") || has("scatter") || has("broadcast") || has("alltoall") ||
                              has("all_to_all") || has("coalesced");
    return isCollective ? std::optional(Role::Collective) : std::nullopt;
}

/// Of "gloo:recv" the library, of "_c10d_functional::wait_tensor" the namespace; empty where there is none.
std::string_view ownerIn(std::string_view name) { return name.substr(0, std::min(name.find(':'), name.size())); }

bool isHostWork(SliceClass klass) { return klass == SliceClass::HostOp || klass == SliceClass::Runtime; }

Interval spanInNs(RankRange range) { return {ns(range.begin), ns(range.end)}; }
RankRange rangeFromNs(Interval interval) { return {rankTime(interval.begin), rankTime(interval.end)}; }

}  // namespace

std::optional<HostTransferName> hostTransferName(std::string_view name) {
    if (name == "wait") {
        return HostTransferName{Role::Wait, false};
    }
    if (name == "record_param_comms") {
        return HostTransferName{Role::Collective, true};
    }
    const auto colon = name.rfind(':');
    const auto lower = lowerCase(name.substr(colon == std::string_view::npos ? 0 : colon + 1));
    if (colon == std::string_view::npos) {
        // Calls of a library of the device: "HcclBatchSendRecv", "ncclSend".
        const bool isLibrary = lower.starts_with("hccl") || lower.starts_with("nccl");
        const auto role = isLibrary ? roleOf(std::string_view(lower).substr(4)) : std::nullopt;
        return role ? std::optional(HostTransferName{*role, true}) : std::nullopt;
    }
    const auto owner = ownerIn(name);
    const bool isCall = owner == "c10d" || owner == "c10d_functional" || owner == "_c10d_functional";
    if (!isCall && !isAmong(owner, kHostLibraries) && !isAmong(owner, kLibraries)) {
        return std::nullopt;
    }
    const auto role = roleOf(lower);
    return role ? std::optional(HostTransferName{*role, isCall && *role != Role::Wait}) : std::nullopt;
}

bool endsOnHost(std::string_view name) { return isAmong(ownerIn(name), kHostLibraries); }

OwnWork withoutWaits(RankRange range, const IntervalSet &waits) {
    const auto whole = spanInNs(range);
    auto inside = clipped(waits, whole.begin, whole.end);
    const auto least = std::max(kLeastWaitNs, (whole.end - whole.begin) / kLeastWaitParts);
    std::erase_if(inside, [&](const Interval &wait) { return wait.end - wait.begin < least; });
    const auto preparation = (whole.end - whole.begin - totalLength(inside)) / kPreparationParts;
    auto own = whole;
    std::size_t first = 0;
    std::size_t last = inside.size();
    while (first < last && inside[first].begin - own.begin <= preparation) {
        own.begin = inside[first++].end;
    }
    while (first < last && own.end - inside[last - 1].end <= preparation) {
        own.end = inside[--last].begin;
    }
    OwnWork work{rangeFromNs(own), {}};
    for (; first < last; ++first) {
        work.waits.push_back(rangeFromNs(inside[first]));
    }
    return work;
}

std::vector<TrackId> hostTracks(const TraceStore &trace) {
    std::set<std::uint32_t> devices;
    for (const auto &track : trace.tracks()) {
        if (track.kind == TrackKind::DeviceStream) {
            devices.insert(track.parent.value);
        }
    }
    std::vector<TrackId> result;
    for (const auto &track : trace.tracks()) {
        const bool isHost = track.kind == TrackKind::HostThread || track.kind == TrackKind::Mstx;
        if (isHost && !devices.contains(track.parent.value)) {
            result.push_back(track.id);
        }
    }
    return result;
}

HostTransfers::HostTransfers(const TraceStore &trace, const std::stop_token &stop) {
    for (const auto id : hostTracks(trace)) {
        addTrack(trace, trace.track(id), stop);
    }
    std::stable_sort(m_transfers.begin(), m_transfers.end(),
                     [](const HostTransfer &a, const HostTransfer &b) { return a.range.end < b.range.end; });
    for (const auto &transfer : m_transfers) {
        m_begins.push_back(ns(transfer.range.begin));
    }
    std::sort(m_begins.begin(), m_begins.end());
    std::stable_sort(m_all.begin(), m_all.end(), [](const Op &a, const Op &b) { return a.begin < b.begin; });
}

bool HostTransfers::isSilent(const TraceStore &trace) {
    for (std::uint32_t i = 0; i < trace.strings().size(); ++i) {
        if (hostTransferName(trace.text(StringId{i}))) {
            return false;
        }
    }
    return true;
}

void HostTransfers::addTrack(const TraceStore &trace, const Track &track, const std::stop_token &stop) {
    const auto &slices = trace.slices(track.id);
    std::unordered_map<StringId, std::optional<HostTransferName>> names;
    std::vector<std::pair<Op, bool>> ops;  // and whether it is a call of communication
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i % 4096 == 0 && stop.stop_requested()) {
            return;
        }
        const auto klass = slices.klass(i);
        if ((!isHostWork(klass) && klass != SliceClass::Mstx) || slices.begin(i) == slices.end(i)) {
            continue;
        }
        const auto [it, isNew] = names.try_emplace(slices.name(i));
        if (isNew) {
            it->second = hostTransferName(trace.text(slices.name(i)));
        }
        if (it->second) {
            m_transfers.push_back(
                {*it->second, {slices.begin(i), slices.end(i)}, track.id, trace.text(slices.name(i))});
        }
        if (isHostWork(klass)) {
            ops.push_back({{ns(slices.begin(i)), ns(slices.end(i)), true}, it->second.has_value()});
        }
    }
    std::stable_sort(ops.begin(), ops.end(), [](const auto &a, const auto &b) {
        return a.first.begin != b.first.begin ? a.first.begin < b.first.begin : a.first.end > b.first.end;
    });
    auto &own = m_ops[track.id];
    for (std::size_t i = 0; i < ops.size(); ++i) {
        ops[i].first.isLeaf = i + 1 == ops.size() || ops[i + 1].first.begin >= ops[i].first.end;
        if (!ops[i].second) {
            own.push_back(ops[i].first);
        }
    }
    m_all.insert(m_all.end(), own.begin(), own.end());
}

bool HostTransfers::hasPointToPoint() const {
    return std::any_of(m_transfers.begin(), m_transfers.end(),
                       [](const HostTransfer &transfer) { return transfer.what.isPointToPoint(); });
}

/// Whether a transfer begins or ends there.
bool HostTransfers::hasTransferEdge(Interval range) const {
    const auto begun = std::lower_bound(m_begins.begin(), m_begins.end(), range.begin);
    const auto ended = firstEndingFrom(range.begin);
    return (begun != m_begins.end() && *begun <= range.end) ||
           (ended != m_transfers.end() && ns(ended->range.end) <= range.end);
}

std::vector<HostTransfer>::const_iterator HostTransfers::firstEndingFrom(std::int64_t time) const {
    return std::lower_bound(m_transfers.begin(), m_transfers.end(), time,
                            [](const HostTransfer &transfer, std::int64_t t) { return ns(transfer.range.end) < t; });
}

IntervalSet HostTransfers::waitsIn(Interval range, const Ops &ops) const {
    std::vector<std::int64_t> edges{range.begin};
    std::vector<Interval> leaves;
    for (const auto &op : ops) {
        edges.push_back(op.begin);
        edges.push_back(op.end);
        if (op.isLeaf) {
            leaves.push_back({op.begin, op.end});
        }
    }
    std::sort(edges.begin(), edges.end());
    const auto busy = merged(std::move(leaves));
    // Up to and with the end of an operator: no pause has begun then.
    const auto isBusyUntil = [&](std::int64_t t) {
        const auto after =
            std::partition_point(busy.begin(), busy.end(), [t](const Interval &i) { return i.begin < t; });
        return after != busy.begin() && t <= std::prev(after)->end;
    };
    std::vector<Interval> waits;
    for (auto it = firstEndingFrom(range.begin + 1); it != m_transfers.end() && ns(it->range.end) <= range.end; ++it) {
        const auto end = ns(it->range.end);
        const auto edge = std::lower_bound(edges.begin(), edges.end(), end);
        if (!it->what.isCall && !isBusyUntil(end) && edge != edges.begin()) {
            waits.push_back({std::max(*std::prev(edge), ns(it->range.begin)), end});
        }
    }
    return merged(std::move(waits));
}

OwnWork HostTransfers::workIn(RankRange range, TrackId track) const {
    const auto whole = spanInNs(range);
    const auto opsIn = [&](const Ops &all) {
        Ops found;
        auto it = std::lower_bound(all.begin(), all.end(), whole.begin,
                                   [](const Op &op, std::int64_t t) { return op.begin < t; });
        for (; it != all.end() && it->begin < whole.end; ++it) {
            found.push_back({it->begin, std::min(it->end, whole.end), it->isLeaf});
        }
        return found;
    };
    const auto own = m_ops.find(track);
    auto ops = own == m_ops.end() ? Ops{} : opsIn(own->second);
    if (ops.empty()) {
        ops = opsIn(m_all);
    }
    auto inner = whole;
    if (!ops.empty()) {
        const auto last =
            std::max_element(ops.begin(), ops.end(), [](const Op &a, const Op &b) { return a.end < b.end; });
        inner.begin = hasTransferEdge({whole.begin, ops.front().begin}) ? ops.front().begin : whole.begin;
        inner.end = hasTransferEdge({last->end, whole.end}) ? last->end : whole.end;
    }
    return withoutWaits(rangeFromNs(inner), waitsIn(whole, ops));
}

std::vector<RankRange> hostReceives(const RankCapture &capture, const std::stop_token &stop) {
    using Role = HostTransferName::Role;
    std::vector<RankRange> receives;
    for (const auto &[source, trace] : capture.traces()) {
        if (HostTransfers::isSilent(*trace)) {
            continue;
        }
        const HostTransfers host(*trace, stop);
        for (const auto &transfer : host.transfers()) {
            if (!transfer.what.isCall && (transfer.what.role == Role::Receive || transfer.what.role == Role::Batch)) {
                receives.push_back(transfer.range);
            }
        }
    }
    std::ranges::stable_sort(receives, {}, [](const RankRange &range) { return range.end; });
    return receives;
}

}  // namespace stagescope
