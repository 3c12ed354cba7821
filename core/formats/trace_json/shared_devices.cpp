#include "core/formats/trace_json/shared_devices.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::int64_t kRounding = 1'000;  // ns

/// Begins, or ends, of works whose hosts are known.
class Edges {
public:
    void add(std::uint32_t stream, std::int64_t time, std::uint32_t host) { m_edges.emplace_back(stream, time, host); }
    void sort() { std::sort(m_edges.begin(), m_edges.end()); }
    /// Hosts that have one at a time of a stream.
    [[nodiscard]] std::set<std::uint32_t> at(std::uint32_t stream, std::int64_t time) const {
        const auto from = std::max(time, INT64_MIN + kRounding) - kRounding;
        std::set<std::uint32_t> hosts;
        for (auto it = std::lower_bound(m_edges.begin(), m_edges.end(), std::tuple(stream, from, std::uint32_t{0}));
             it != m_edges.end() && std::get<0>(*it) == stream && std::get<1>(*it) - kRounding <= time; ++it) {
            hosts.insert(std::get<2>(*it));
        }
        return hosts;
    }

private:
    std::vector<std::tuple<std::uint32_t, std::int64_t, std::uint32_t>> m_edges;
};

std::optional<std::uint32_t> hostOfRange(const DeviceEvent &range, const Edges &begins, const Edges &ends) {
    const auto first = begins.at(range.stream, range.begin);
    const auto last = ends.at(range.stream, range.end);
    std::vector<std::uint32_t> both;
    std::set_intersection(first.begin(), first.end(), last.begin(), last.end(), std::back_inserter(both));
    return both.size() == 1 ? std::optional(both.front()) : std::nullopt;
}

}  // namespace

SharedEvents sharedEvents(std::span<const DeviceEvent> events, const FileBlocks &blocks) {
    Edges begins;
    Edges ends;
    for (const auto &event : events) {
        if (event.isWork && event.host) {
            begins.add(event.stream, event.begin, *event.host);
            ends.add(event.stream, event.end, *event.host);
        }
    }
    begins.sort();
    ends.sort();
    SharedEvents result;
    for (const auto &event : events) {
        auto host = event.isRange ? hostOfRange(event, begins, ends) : event.host;
        const auto around = blocks.processAt(event.offset);
        host = host || around == event.process ? host : around;
        if (host) {
            result.own[*host].push_back(event.offset);
        } else {
            ++(event.isWork ? result.unclaimedWorks : result.unclaimedOthers);
        }
    }
    for (auto &[host, own] : result.own) {
        std::sort(own.begin(), own.end());
    }
    return result;
}

}  // namespace stagescope
