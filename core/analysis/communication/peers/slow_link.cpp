#include "core/analysis/communication/peers/slow_link.h"

#include "core/analysis/communication/peers/peer_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 13> kTypeBytes = {{{"INT8", 1},
                                                                          {"UINT8", 1},
                                                                          {"INT16", 2},
                                                                          {"UINT16", 2},
                                                                          {"FP16", 2},
                                                                          {"BFP16", 2},
                                                                          {"INT32", 4},
                                                                          {"UINT32", 4},
                                                                          {"FP32", 4},
                                                                          {"INT64", 8},
                                                                          {"UINT64", 8},
                                                                          {"FP64", 8},
                                                                          {"INT128", 16}}};

SlowLinkClass classOf(std::string key, const std::vector<const TransmitRow *> &rows) {
    SlowLinkClass result;
    result.key = std::move(key);
    result.count = rows.size();
    const auto less = [](const auto *a, const auto *b) { return a->transmitNs < b->transmitNs; };
    const auto *least = *std::min_element(rows.begin(), rows.end(), less);
    const auto *most = *std::max_element(rows.begin(), rows.end(), less);
    result.minNs = least->transmitNs;
    result.minRank = least->rank;
    result.maxNs = most->transmitNs;
    result.maxRank = most->rank;
    for (const auto *row : rows) {
        result.meanNs += row->transmitNs;
    }
    result.meanNs /= static_cast<double>(rows.size());
    double squares = 0;
    for (const auto *row : rows) {
        squares += (row->transmitNs - result.meanNs) * (row->transmitNs - result.meanNs);
    }
    const auto count = static_cast<double>(rows.size());
    const double farthest = std::max(result.maxNs - result.meanNs, result.meanNs - result.minNs);
    result.isSlow = farthest > kSigmas * std::sqrt(squares / count);
    result.stdNs = rows.size() < 2 ? 0 : std::sqrt(squares / (count - 1));
    result.offsetRatio = result.stdNs > 0 ? farthest / result.stdNs : 0;
    return result;
}

}  // namespace

int hcclTypeBytes(std::string_view dataType) {
    const auto it =
        std::find_if(kTypeBytes.begin(), kTypeBytes.end(), [&](const auto &entry) { return entry.first == dataType; });
    return it == kTypeBytes.end() ? 0 : it->second;
}

std::vector<TransmitRow> transmitRows(std::span<const CommOp> ops) {
    std::map<std::tuple<std::string_view, std::string_view, int>, std::vector<const CommOp *>> same;
    for (const auto &op : ops) {
        same[{op.group, op.name, op.nth}].push_back(&op);
    }
    std::vector<TransmitRow> rows;
    rows.reserve(ops.size());
    for (const auto &[key, members] : same) {
        const auto least = (*std::min_element(members.begin(), members.end(), [](const auto *a, const auto *b) {
                               return a->range.duration() < b->range.duration();
                           }))->range.duration();
        for (const auto *op : members) {
            const bool isPair = isPointToPoint(op->name);
            rows.push_back({op->rank, op->type.empty() ? op->name : op->type, isPair ? 0 : members.size(),
                            std::max<std::int64_t>(op->count, 0) * hcclTypeBytes(op->dataType),
                            isPair ? 0 : static_cast<double>(least.count())});
        }
    }
    return rows;
}

std::vector<SlowLinkClass> slowLinks(std::span<const TransmitRow> rows, std::size_t top) {
    std::map<std::tuple<std::string_view, std::size_t, std::int64_t>, std::vector<const TransmitRow *>> classes;
    for (const auto &row : rows) {
        classes[{row.type, row.relatedRanks, row.bytes}].push_back(&row);
    }
    std::vector<SlowLinkClass> result;
    for (const auto &[key, members] : classes) {
        const auto &[type, ranks, bytes] = key;
        auto found = classOf(std::string(type) + std::to_string(ranks) + "_" + std::to_string(bytes), members);
        if (found.isSlow) {
            result.push_back(std::move(found));
        }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const auto &a, const auto &b) { return a.offsetRatio > b.offsetRatio; });
    result.resize(std::min(result.size(), top));
    return result;
}

}  // namespace stagescope
