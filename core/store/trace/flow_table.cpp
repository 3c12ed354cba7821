#include "core/store/trace/flow_table.h"

#include "core/store/trace/interruptible_sort.h"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <tuple>

namespace stagescope {

namespace {

/// The first of so many numbers of which a sorted order tells that it is not before.
template <class IsBefore>
std::size_t firstOf(std::size_t count, const IsBefore &isBefore) {
    const auto numbers = std::views::iota(std::size_t{0}, count);
    return static_cast<std::size_t>(std::ranges::partition_point(numbers, isBefore) - numbers.begin());
}

}  // namespace

FlowTable::FlowTable(std::vector<Flow> flows, const std::stop_token &stop) {
    const auto bySource = [](const Flow &a, const Flow &b) {
        return std::tie(a.fromTrack, a.from, a.toTrack, a.to) < std::tie(b.fromTrack, b.from, b.toTrack, b.to);
    };
    std::vector<std::uint32_t> order(flows.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto byTarget = [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(flows[a].toTrack, flows[a].to, a) < std::tie(flows[b].toTrack, flows[b].to, b);
    };
    if (!interruptibleSort(flows.begin(), flows.end(), bySource, stop) ||
        !interruptibleSort(order.begin(), order.end(), byTarget, stop)) {
        return;
    }
    const auto packed = [&](auto valueOf) {
        return PackedInts::of(flows.size(), [&](std::size_t i) { return valueOf(flows[i]); });
    };
    m_fromTrack = packed([](const Flow &flow) -> std::int64_t { return flow.fromTrack.value; });
    m_toTrack = packed([](const Flow &flow) -> std::int64_t { return flow.toTrack.value; });
    m_from = packed([](const Flow &flow) { return ns(flow.from); });
    m_to = packed([](const Flow &flow) { return ns(flow.to); });
    m_category = packed([](const Flow &flow) -> std::int64_t { return flow.category.value; });
    m_byTarget = PackedInts::of(order.size(), [&](std::size_t i) -> std::int64_t { return order[i]; });
}

Flow FlowTable::at(std::size_t i) const {
    const auto id = [i](const PackedInts &ids) { return static_cast<std::uint32_t>(ids[i]); };
    return {TrackId{id(m_fromTrack)}, TrackId{id(m_toTrack)}, rankTime(m_from[i]), rankTime(m_to[i]),
            StringId{id(m_category)}};
}

std::vector<Flow> FlowTable::leaving(TrackId track, RankTime first, RankTime last) const {
    std::vector<Flow> result;
    for (auto i = firstOf(size(),
                          [&](std::size_t at) {
                              const auto flow = this->at(at);
                              return std::tie(flow.fromTrack, flow.from) < std::tie(track, first);
                          });
         i < size() && at(i).fromTrack == track && at(i).from <= last; ++i) {
        result.push_back(at(i));
    }
    return result;
}

std::vector<Flow> FlowTable::reaching(TrackId track, RankTime first, RankTime last) const {
    const auto target = [this](std::size_t place) { return at(static_cast<std::size_t>(m_byTarget[place])); };
    std::vector<Flow> result;
    for (auto i = firstOf(size(),
                          [&](std::size_t place) {
                              const auto flow = target(place);
                              return std::tie(flow.toTrack, flow.to) < std::tie(track, first);
                          });
         i < size() && target(i).toTrack == track && target(i).to <= last; ++i) {
        result.push_back(target(i));
    }
    return result;
}

std::size_t FlowTable::byteSize() const {
    std::size_t bytes = 0;
    for (const auto *column : {&m_fromTrack, &m_toTrack, &m_from, &m_to, &m_category, &m_byTarget}) {
        bytes += column->byteSize();
    }
    return bytes;
}

}  // namespace stagescope
