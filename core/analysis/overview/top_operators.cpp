#include "core/analysis/overview/top_operators.h"

#include "core/analysis/operators/kernel_tallies.h"

#include <algorithm>

namespace stagescope {

std::vector<TopOperator> topOperators(const RankCapture &capture, std::size_t most, const std::stop_token &stop) {
    const CoreCounters metrics(capture);
    const auto tallies = kernelTallies(capture, {}, metrics, stop);
    std::vector<TopOperator> operators;
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        const auto &tally = tallies.tally(i);
        operators.push_back({std::string(tallies.group(i).type), tally.total, tally.count});
    }
    std::sort(operators.begin(), operators.end(), [](const TopOperator &a, const TopOperator &b) {
        return a.time != b.time ? a.time > b.time : a.name < b.name;
    });
    operators.resize(std::min(operators.size(), most));
    return operators;
}

}  // namespace stagescope
