#include "core/store/trace/range_pairs.h"

#include "core/store/trace/interruptible_sort.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

/// The begin that an end belongs to; past the last where there is none.
std::vector<RangeEdge>::iterator beginOf(const RangeEdge &end, std::vector<RangeEdge> &open) {
    if (end.phase == EdgePhase::End || end.name == StringId{0}) {
        return open.empty() ? open.end() : std::prev(open.end());
    }
    const auto found = std::find_if(open.rbegin(), open.rend(), [&](const RangeEdge &e) { return e.name == end.name; });
    return found == open.rend() ? open.end() : std::prev(found.base());
}

SliceRow rowOf(const RangeEdge &begin, std::int64_t end) {
    return {begin.time, std::min(end - begin.time, kTimeLimit - 1), begin.row, begin.name, begin.klass};
}

}  // namespace

std::optional<PairedRanges> pairRanges(std::vector<RangeEdge> edges, const std::stop_token &stop) {
    const auto inOrder = [](const RangeEdge &a, const RangeEdge &b) {
        return std::tie(a.time, a.row) < std::tie(b.time, b.row);
    };
    if (!interruptibleSort(edges.begin(), edges.end(), inOrder, stop)) {
        return std::nullopt;
    }
    PairedRanges result;
    std::vector<RangeEdge> open;
    std::map<StringId, std::vector<RangeEdge>> openAsync;  // by id
    for (const auto &edge : edges) {
        const bool isAsync = edge.phase == EdgePhase::AsyncBegin || edge.phase == EdgePhase::AsyncEnd;
        auto &stack = isAsync ? openAsync[edge.id] : open;
        if (edge.phase == EdgePhase::Begin || edge.phase == EdgePhase::AsyncBegin) {
            stack.push_back(edge);
        } else if (const auto begin = beginOf(edge, stack); begin != stack.end()) {
            result.rows.push_back(rowOf(*begin, edge.time));
            stack.erase(begin);
        } else {
            result.firstLost = result.lostEnds++ == 0 ? edge.time : result.firstLost;
        }
    }
    for (const auto &edge : open) {
        result.open.push_back(rowOf(edge, edge.time));
    }
    for (const auto &[id, stack] : openAsync) {
        for (const auto &edge : stack) {
            result.open.push_back(rowOf(edge, edge.time));
        }
    }
    // Ids are numbered as their texts came, which is another order with every way to share the file among workers.
    std::sort(result.open.begin(), result.open.end(),
              [](const SliceRow &a, const SliceRow &b) { return std::tie(a.begin, a.row) < std::tie(b.begin, b.row); });
    return result;
}

}  // namespace stagescope
