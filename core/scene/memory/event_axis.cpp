#include "core/scene/memory/event_axis.h"

#include "core/base/byte_text.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

namespace stagescope {

namespace {

/// a * b / c without overflow of the product, rounded down. c > 0, a >= 0, b >= 0.
std::int64_t scaled(std::int64_t a, std::int64_t b, std::int64_t c) {
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(static_cast<Wide>(a) * b / c);
}

std::int64_t niceStride(double least) {
    std::int64_t stride = 1;
    for (int i = 0; static_cast<double>(stride) < least; ++i) {
        stride = i % 3 == 1 ? stride / 2 * 5 : stride * 2;  // 1 2 5 10 ...
    }
    return stride;
}

}  // namespace

bool EventAxis::isKnown(const SnapshotHistory &history, EventAxisKind kind) {
    return kind == EventAxisKind::Events || (kind == EventAxisKind::Time && history.hasTimes()) ||
           (kind == EventAxisKind::Steps && !history.stepBorders().empty());
}

EventAxis::EventAxis(const SnapshotHistory &history, EventAxisKind kind)
    : m_history(&history), m_kind(isKnown(history, kind) ? kind : EventAxisKind::Events) {
    const auto events = history.events();
    if (m_kind == EventAxisKind::Events) {
        m_knots = {{-kEvent, 0}, {events * kEvent, events + 1}};
    } else if (m_kind == EventAxisKind::Steps) {
        const auto &borders = history.stepBorders();
        std::int64_t place = -kStep;
        if (borders.front() > 0) {
            m_knots.push_back({place, 0});
        }
        for (const auto border : borders) {
            m_knots.push_back({place += kStep, border});
        }
        if (borders.back() <= events) {
            m_knots.push_back({place + kStep, events + 1});
        }
    }
}

AlignedRange EventAxis::limits() const {
    if (m_history == nullptr) {
        return {};
    }
    if (m_kind != EventAxisKind::Time) {
        return {alignedTime(m_knots.front().place), alignedTime(m_knots.back().place)};
    }
    const auto events = m_history->events();
    const auto length = m_history->timeAt(events - 1) - m_history->timeAt(0);
    const auto margin = length / 1000 + kEvent;
    return {alignedTime(-margin), alignedTime(length + margin)};
}

std::uint32_t EventAxis::momentAt(AlignedTime place) const {
    const auto at = ns(place);
    if (m_kind == EventAxisKind::Time) {
        return m_history->eventsUntil(m_history->timeAt(0) + at);
    }
    const auto next = std::upper_bound(m_knots.begin() + 1, m_knots.end() - 1, at,
                                       [](std::int64_t value, const Knot &knot) { return value < knot.place; });
    const auto &from = *std::prev(next);
    const auto inside = std::clamp<std::int64_t>(at - from.place, 0, next->place - from.place);
    const auto moment = from.moment + scaled(inside, next->moment - from.moment, next->place - from.place);
    return static_cast<std::uint32_t>(std::min<std::int64_t>(moment, m_history->events()));
}

AlignedTime EventAxis::placeOf(std::uint32_t moment) const {
    if (m_kind == EventAxisKind::Time) {
        return moment == 0
                   ? limits().begin
                   : alignedTime(m_history->timeAt(std::min(moment, m_history->events()) - 1) - m_history->timeAt(0));
    }
    moment = std::min(moment, m_history->events() + 1);
    const auto next = std::upper_bound(m_knots.begin() + 1, m_knots.end() - 1, moment,
                                       [](std::uint32_t value, const Knot &knot) { return value < knot.moment; });
    const auto &from = *std::prev(next);
    const auto width = std::max<std::int64_t>(1, std::int64_t{next->moment} - from.moment);
    // Up, so that momentAt() of the place is this moment again.
    const auto inside = std::int64_t{std::max(moment, from.moment)} - from.moment;
    const auto whole = scaled(inside, next->place - from.place, width);
    const bool isExact = scaled(whole, width, next->place - from.place) == inside;
    return alignedTime(from.place + whole + (isExact ? 0 : 1));
}

std::vector<std::uint32_t> EventAxis::edges(const TimeAxis &axis, int more) const {
    std::vector<std::uint32_t> edges;
    edges.reserve(static_cast<std::size_t>(axis.width + more));
    for (int x = 0; x < axis.width + more; ++x) {
        edges.push_back(momentAt(axis.timeOf(axis.left + x)));
    }
    return edges;
}

std::string EventAxis::tickLabel(std::int64_t number) const {
    if (m_kind == EventAxisKind::Events) {
        return number < 0 ? std::string{} : groupedText(static_cast<std::uint64_t>(number));
    }
    const auto &numbers = m_history->stepNumbers();
    const bool isKnown = number >= 0 && number < static_cast<std::int64_t>(numbers.size());
    return isKnown ? std::to_string(numbers[static_cast<std::size_t>(number)]) : std::string{};
}

std::vector<AxisTick> EventAxis::numberTicks(const TimeAxis &axis, int minPixels, std::int64_t unit) const {
    std::vector<AxisTick> ticks;
    const auto distance = unit * niceStride(axis.nsPerPixel() * minPixels / static_cast<double>(unit));
    for (auto at = ns(axis.range.begin) / distance * distance; at < ns(axis.range.end); at += distance) {
        auto label = tickLabel(at / unit);
        if (at >= ns(axis.range.begin) && !label.empty()) {
            ticks.push_back({alignedTime(at), std::move(label)});
        }
    }
    return ticks;
}

std::vector<AxisTick> EventAxis::ticks(const TimeAxis &axis, int minPixels) const {
    switch (m_kind) {
        case EventAxisKind::Time:
            return axisTicks(axis, alignedTime(0), minPixels);
        case EventAxisKind::Steps:
            return numberTicks(axis, minPixels, kStep);
        case EventAxisKind::Events:
            break;
    }
    return numberTicks(axis, minPixels, kEvent);
}

std::string EventAxis::lengthText(Nanos length) const {
    if (m_kind == EventAxisKind::Time) {
        return shownDuration(length);
    }
    if (m_kind == EventAxisKind::Events) {
        return groupedText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, length.count() / kEvent)));
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(length.count()) / kStep);
    return text.data();
}

}  // namespace stagescope
