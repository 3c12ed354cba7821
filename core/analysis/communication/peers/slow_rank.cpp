#include "core/analysis/communication/peers/slow_rank.h"

#include "core/analysis/communication/peers/peer_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

namespace stagescope {

namespace {

/// Critical values of Dixon's test at 0.995 one-sided for n = 3 to 100 (W. J. Dixon 1951; the table of the recipe).
constexpr std::array<double, 98> kDixon = {
    .994, .920, .823, .744, .680, .723, .676, .638, .707, .675, .649, .672, .649, .629, .611, .595, .580,
    .568, .556, .545, .536, .526, .519, .510, .503, .496, .489, .484, .478, .473, .468, .463, .458, .454,
    .450, .446, .442, .439, .435, .432, .429, .425, .423, .420, .417, .414, .412, .409, .407, .405, .402,
    .400, .398, .396, .394, .392, .391, .388, .387, .385, .383, .382, .380, .379, .377, .376, .374, .372,
    .371, .370, .368, .368, .366, .365, .364, .363, .361, .360, .359, .358, .356, .356, .355, .353, .352,
    .352, .351, .350, .349, .348, .347, .346, .345, .344, .344, .343, .341, .341};
constexpr std::size_t kDixonLimit = 100;
constexpr std::size_t kFewest = 3;

/// Gap of the smallest of sorted values to its neighbour, relative to the spread.
double dixonRatio(const std::vector<double> &x) {
    const auto n = x.size();
    const std::size_t near = n <= 10 ? 1 : 2;
    const std::size_t far = n <= 7 ? n - 1 : n <= 13 ? n - 2 : n - 3;
    const double spread = x[far] - x[0];
    return spread <= 0 ? 0 : (x[near] - x[0]) / spread;
}

std::vector<std::size_t> byThreeSigma(std::span<const double> values, std::size_t smallest) {
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values) {
        squares += (value - mean) * (value - mean);
    }
    const double reach = kSigmas * std::sqrt(squares / n);
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] < mean - reach) {
            result.push_back(i);
        }
    }
    if (result.empty() && *std::max_element(values.begin(), values.end()) > mean + reach) {
        result.push_back(smallest);
    }
    return result;
}

using OpsByName = std::map<std::string_view, std::vector<const CommOp *>>;

/// Whether all operators of a group were recorded equally often.
bool isComplete(const OpsByName &ops) {
    return std::all_of(ops.begin(), ops.end(),
                       [&](const auto &entry) { return entry.second.size() == ops.begin()->second.size(); });
}

}  // namespace

std::vector<std::size_t> outstandinglyShort(std::span<const double> durations) {
    const std::set<double> different(durations.begin(), durations.end());
    if (durations.size() < kFewest || different.size() <= kFewest) {
        return {};
    }
    const auto smallest =
        static_cast<std::size_t>(std::min_element(durations.begin(), durations.end()) - durations.begin());
    if (durations.size() > kDixonLimit) {
        return byThreeSigma(durations, smallest);
    }
    std::vector<double> sorted(durations.begin(), durations.end());
    std::sort(sorted.begin(), sorted.end());
    if (dixonRatio(sorted) > kDixon[sorted.size() - kFewest]) {
        return {smallest};
    }
    return {};
}

std::vector<SlowRankVote> slowRankVotes(std::span<const CommOp> ops) {
    std::map<std::string_view, OpsByName> groups;
    for (const auto &op : ops) {
        if (!isPointToPoint(op.name)) {
            groups[op.group][op.name].push_back(&op);
        }
    }
    std::map<int, std::size_t> votes;
    for (const auto &[group, byName] : groups) {
        for (const auto &[name, same] : byName) {
            std::vector<double> durations;
            for (const auto *op : same) {
                durations.push_back(static_cast<double>(op->range.duration().count()));
            }
            for (const auto index : isComplete(byName) ? outstandinglyShort(durations) : std::vector<std::size_t>{}) {
                ++votes[same[index]->rank];
            }
        }
    }
    std::vector<SlowRankVote> result;
    for (const auto &[rank, count] : votes) {
        result.push_back({rank, count});
    }
    std::stable_sort(result.begin(), result.end(), [](const auto &a, const auto &b) { return a.votes > b.votes; });
    return result;
}

}  // namespace stagescope
