#include "core/analysis/pipeline/time/link_times.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stagescope {

namespace {

constexpr double kMadToSigma = 1.4826;
/// Links of equal hardware differ by about this much (logarithm) from one run to the next.
constexpr double kLeastSpread = 0.05;

bool isBetweenHosts(const Run &run, int a, int b) {
    const auto *first = run.capture(a);
    const auto *second = run.capture(b);
    return first == nullptr || second == nullptr || first->host != second->host;
}

void compare(LinkTime &link, const std::vector<LinkTime> &links) {
    std::vector<Nanos> others;
    for (const auto &other : links) {
        const bool isSame = other.first == link.first && other.second == link.second;
        if (!isSame && other.isBetweenHosts == link.isBetweenHosts && other.median > Nanos{0}) {
            others.push_back(other.median);
        }
    }
    link.othersOfKind = others.size();
    if (others.empty() || link.median <= Nanos{0}) {
        return;
    }
    link.usual = upperMedian(others);
    const auto ln = [&](Nanos time) {
        return std::log(static_cast<double>(time.count()) / static_cast<double>(link.usual.count()));
    };
    std::vector<double> spread;
    for (const auto other : others) {
        spread.push_back(std::abs(ln(other)));
    }
    link.ratio = std::exp(ln(link.median));
    link.z = ln(link.median) / std::max(kMadToSigma * upperMedian(spread), kLeastSpread);
}

}  // namespace

std::vector<LinkTime> linkTimes(const Run &run, std::span<const PipelineChart *const> charts) {
    std::map<std::pair<int, int>, std::vector<Nanos>> times;
    for (const auto *chart : charts) {
        for (const auto &edge : chart->edges) {
            if (edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone) {
                times[std::minmax(edge.from, edge.to)].push_back(recordedTransfer(edge));
            }
        }
    }
    std::vector<LinkTime> links;
    for (const auto &[ranks, values] : times) {
        LinkTime link;
        link.first = ranks.first;
        link.second = ranks.second;
        link.isBetweenHosts = isBetweenHosts(run, ranks.first, ranks.second);
        link.transfers = values.size();
        link.median = upperMedian(values);
        links.push_back(link);
    }
    for (auto &link : links) {
        compare(link, links);
    }
    return links;
}

Nanos recordedTransfer(const P2pEdge &edge) { return std::max(edge.transfer, Nanos{0}); }

}  // namespace stagescope
