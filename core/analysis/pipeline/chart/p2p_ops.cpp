#include "core/analysis/pipeline/chart/p2p_ops.h"

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/communication/ops/group_hash.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/item_ref.h"
#include "core/base/text.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr std::int64_t kMaxRank = 1'000'000'000;  // numbers come from a file

int rankIn(std::string_view text) { return wholeNumber<int>(text).value_or(-1); }

P2pOp::Kind kindOfText(std::string_view text, std::string_view name) {
    for (const auto kind : {P2pOp::Kind::Send, P2pOp::Kind::Receive, P2pOp::Kind::Batch}) {
        if (text == p2pKindText(kind)) {
            return kind;
        }
    }
    return p2pKindOf(name).value_or(P2pOp::Kind::Batch);
}

std::vector<P2pOp> opsOfTables(const RankCapture &capture) {
    std::vector<P2pOp> ops;
    for (const auto &record : recordsOf<P2pOpRecord>(capture)) {
        P2pOp op;
        op.rank = capture.rank;
        op.name = record.name;
        op.kind = kindOfText(record.kind, op.name);
        op.range = {rankTime(record.begin), rankTime(record.end)};
        op.group = record.group;
        op.connection = record.connection;
        op.peer = static_cast<int>(std::clamp<std::int64_t>(record.peer, -1, kMaxRank));
        ops.push_back(std::move(op));
    }
    return ops;
}

void addOpsOfTrack(const TraceStore &trace, const Track &track, int rank, std::vector<P2pOp> &ops) {
    const auto &slices = trace.slices(track.id);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.klass(i) != SliceClass::Communication) {
            continue;
        }
        const auto name = trace.text(slices.name(i));
        if (const auto kind = p2pKindOf(name)) {
            P2pOp op;
            op.rank = rank;
            op.kind = *kind;
            op.range = {slices.begin(i), slices.end(i)};
            op.name = name;
            op.group = track.kind == TrackKind::CommGroup ? trace.text(track.name) : std::string_view{};
            ops.push_back(std::move(op));
        }
    }
}

/// By their names; where the operators are described, their types told more.
std::vector<P2pOp> opsOfTraces(const RankCapture &capture) {
    std::vector<P2pOp> ops;
    if (!capture.tables(TableKind::CommOps).empty()) {
        return ops;
    }
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::CommGroup || track.kind == TrackKind::DeviceStream) {
            addOpsOfTrack(*trace, track, capture.rank, ops);
        }
    }
    return ops;
}

/// Groups of two: by each way in which a file may name the group, the rank that is not the capture's own.
std::map<std::string, int> partnersOf(const RankCapture &capture) {
    std::map<std::string, int> partners;
    for (const auto &group : recordsOf<GroupRecord>(capture)) {
        const auto ranks = group.globalRanks;
        const auto comma = ranks.find(',');
        if (comma == std::string_view::npos || ranks.find(',', comma + 1) != std::string_view::npos) {
            continue;
        }
        const auto first = rankIn(ranks.substr(0, comma));
        const auto second = rankIn(ranks.substr(comma + 1));
        if (first < 0 || second < 0 || (first != capture.rank && second != capture.rank)) {
            continue;
        }
        const int partner = first == capture.rank ? second : first;
        const std::string key(group.key);
        const auto hash = groupHash(key);
        for (const auto &name : {key, hash, hash.substr(hash.size() < 3 ? 0 : hash.size() - 3)}) {
            const auto [it, isNew] = partners.emplace(name, partner);
            it->second = it->second == partner ? partner : -1;  // two groups of one name: neither
        }
    }
    return partners;
}

std::vector<P2pOp> measuredOps(const RankCapture &capture) {
    auto ops = opsOfTables(capture);
    if (ops.empty()) {
        ops = opsOfTraces(capture);
    }
    std::stable_sort(ops.begin(), ops.end(),
                     [](const P2pOp &a, const P2pOp &b) { return a.range.begin < b.range.begin; });
    const auto partners = partnersOf(capture);
    std::map<std::string_view, int> counts;
    for (auto &op : ops) {
        if (const auto it = partners.find(op.group); op.peer < 0 && it != partners.end()) {
            op.peer = it->second;
        }
        op.nth = counts[op.name]++;
    }
    return ops;
}

struct P2pOpRow {
    const RankInput *of;
    const P2pOp *op;
    AlignedRange range;

    operator const P2pOp &() const { return *op; }
    [[nodiscard]] CommOpRef ref() const {
        return {.run = of->run.id, .rank = of->capture.rank, .nth = op->nth, .name = op->name};
    }
};

void addP2pOps(const RankInput &of, TableRows<P2pOpRow> &out) {
    for (const auto &op : p2pOps(of.capture)) {
        if (of.all.touches(of.capture.rank, op.range)) {
            out.add({&of, &op, of.run.clock.toAligned(of.capture.rank, op.range)});
        }
    }
}

}  // namespace

std::optional<P2pOp::Kind> p2pKindOf(std::string_view name) {
    const auto lower = lowerCase(name);
    if (containsAny(lower, {"sendrecv", "send_recv"})) {
        return P2pOp::Kind::Batch;
    }
    if (containsAny(lower, {"hcom_send", "nccl:send", "hccl_send"})) {
        return P2pOp::Kind::Send;
    }
    if (containsAny(lower, {"hcom_receive", "hcom_recv", "nccl:recv", "hccl_recv"})) {
        return P2pOp::Kind::Receive;
    }
    return std::nullopt;
}

std::vector<P2pOp> p2pOps(const RankCapture &capture) {
    return measuredOnce(capture, std::stop_token(), [&] { return measuredOps(capture); });
}

AnalysisEntry makeP2pOpsEntry() {
    using Row = P2pOpRow;
    return rankTable<Row>(
        {{.id = "p2p_ops", .title = "Point-to-point operations", .needsDeep = &needsDeepForCommOps}},
        {
            column("rank", "Global rank; empty when unknown.",
                   [](const Row &row) { return ifKnown(row.of->capture.rank); }),
            column("kind", "send, receive, or batch (several at once), from the operator's name.", &P2pOp::kind,
                   p2pKindText),
            column("name", "Name of the operator.", &P2pOp::name),
            column("communication_group", "Communication group as the file names it.", &P2pOp::group),
            column("connection", "Equal on both ends where a tool has paired them (opConnectionId).",
                   &P2pOp::connection),
            column("start_ns", "ns", "Start on the device, aligned clock.", &Row::range, &AlignedRange::begin),
            column("end_ns", "ns", "End on the device, aligned clock.", &Row::range, &AlignedRange::end),
            column("duration_us", "us", "end_ns - start_ns: waiting for the other end included.", &Row::range,
                   &AlignedRange::duration),
            column("evidence", "Name of the operation for --select.", &Row::ref),
        },
        addP2pOps);
}

}  // namespace stagescope
