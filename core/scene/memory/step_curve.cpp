#include "core/scene/memory/step_curve.h"

#include "core/scene/kit/time_axis.h"
#include "core/store/trace/trace_store.h"

#include <queue>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace stagescope {

namespace {

constexpr std::int64_t kFan = 64;       ///< parts of a range that a search for its peak looks at
constexpr std::int64_t kColumnFan = 8;  ///< of a pixel, that its extremes are taken from

std::uint32_t last(const CounterTable &curve) { return static_cast<std::uint32_t>(curve.size()) - 1; }

/// All values within a range, what holds just before its begin included. What is looked through again beside a run of
/// samples that sticks out lies within the range, too.
void gather(const CounterTable &curve, RankRange range, Nanos resolution, CurveColumn &column) {
    // From before the nanosecond that it begins with, all samples of which count.
    curve.visit({range.begin - Nanos{1}, range.end}, resolution, [&](const CounterSpan &span) {
        if (span.count > 1 && span.end > range.end) {
            const auto begin = std::max(range.begin, span.begin);
            gather(curve, {begin, range.end}, std::min(resolution - Nanos{1}, resolution / kColumnFan), column);
        } else {
            column.add(span.min, span.max);
        }
    });
}

}  // namespace

void CurveColumn::add(double low, double high) {
    least = isThere ? std::min(least, low) : low;
    most = isThere ? std::max(most, high) : high;
    isThere = true;
}

std::vector<CurveColumn> curveColumns(const CounterTable &curve, Nanos offset, AlignedRange window, int pixels) {
    std::vector<CurveColumn> columns(static_cast<std::size_t>(std::max(0, pixels)));
    if (curve.size() == 0 || window.isEmpty()) {
        return columns;
    }
    const TimeAxis axis{window, 0, std::max(1, pixels)};
    const auto edge = [&](int x) { return rankTime(ns(axis.timeOf(x)) - offset.count()); };
    const auto first = curve.time(0);
    const auto end = curve.time(last(curve));
    for (int x = 0; x < pixels; ++x) {
        // Below a nanosecond per pixel neighbours share one.
        const RankRange range{edge(x), std::max(edge(x + 1), edge(x) + Nanos{1})};
        if (range.end > first && range.begin <= end) {
            gather(curve, range, range.duration() / kColumnFan, columns[static_cast<std::size_t>(x)]);
        }
    }
    return columns;
}

std::optional<CurvePeak> peakWithin(const CounterTable &curve, RankRange range) {
    if (curve.size() == 0 || range.isEmpty() || curve.time(last(curve)) < range.begin) {
        return std::nullopt;
    }
    std::optional<CurvePeak> best;
    std::optional<RankRange> within;  // where the best is to be looked for, when it is one of many
    const auto first = curve.indexAt(range.begin);
    std::size_t next = first < curve.size() ? first : 0;
    curve.visit(range, range.duration() / kFan, [&](const CounterSpan &span) {
        const bool isMany = span.count > 1 && span.begin < span.end;
        next += span.count;
        const RankTime end = span.end + (next == curve.size() ? Nanos{1} : Nanos{0});  // the last ends where it is
        const bool sticksOut = isMany && span.end > range.end;
        const auto peak = sticksOut ? peakWithin(curve, {span.begin, range.end}) : CurvePeak{span.begin, span.max};
        if (peak && (!best || peak->value > best->value)) {
            best = peak;
            within = isMany && !sticksOut ? std::optional(RankRange{span.begin, end}) : std::nullopt;
        }
    });
    return within ? peakWithin(curve, *within) : best;
}

CounterTable difference(const CounterTable &curve, const CounterTable &other, Nanos offset) {
    std::vector<std::int64_t> times;
    std::vector<double> values;
    const auto timeOf = [](const CounterTable &table, std::uint32_t i, Nanos by) {
        return i < table.size() ? ns(table.time(i)) + by.count() : INT64_MAX;
    };
    if (curve.size() == 0 || other.size() == 0) {
        return {};
    }
    const auto begin = std::max(timeOf(curve, 0, Nanos{0}), timeOf(other, 0, offset));
    const auto end = std::min(timeOf(curve, last(curve), Nanos{0}), timeOf(other, last(other), offset));
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    for (;;) {
        const auto at = std::min(timeOf(curve, a, Nanos{0}), timeOf(other, b, offset));
        if (at > end || at == INT64_MAX) {
            break;
        }
        a += timeOf(curve, a, Nanos{0}) == at ? 1 : 0;
        b += timeOf(other, b, offset) == at ? 1 : 0;
        if (at >= begin) {
            times.push_back(at);
            values.push_back(curve.value(a - 1) - other.value(b - 1));
        }
    }
    return {std::move(times), std::move(values)};
}

CounterTable withoutRepeats(const CounterTable &curve) {
    std::vector<std::int64_t> times;
    std::vector<double> values;
    for (std::uint32_t i = 0; i < curve.size(); ++i) {
        if (values.empty() || curve.value(i) != values.back() || i == last(curve)) {
            times.push_back(ns(curve.time(i)));
            values.push_back(curve.value(i));
        }
    }
    return {std::move(times), std::move(values)};
}

namespace {

/// Next sample of one of the curves that a band is made of.
struct BandEvent {
    std::int64_t at = 0;
    std::size_t curve = 0;
    std::uint32_t sample = 0;
    bool operator>(const BandEvent &o) const { return at != o.at ? at > o.at : curve > o.curve; }
};

}  // namespace

CurveBand bandOf(std::span<const OffsetCurve> curves) {
    std::priority_queue<BandEvent, std::vector<BandEvent>, std::greater<>> next;
    const auto push = [&](std::size_t i, std::uint32_t sample) {
        if (sample < curves[i].curve->size()) {
            next.push({ns(curves[i].curve->time(sample)) + curves[i].offset.count(), i, sample});
        }
    };
    for (std::size_t i = 0; i < curves.size(); ++i) {
        push(i, 0);
    }
    std::multiset<double> values;
    std::vector<std::optional<double>> held(curves.size());
    std::vector<std::int64_t> times;
    std::array<std::vector<double>, 2> bounds;
    while (!next.empty()) {
        const auto at = next.top().at;
        while (!next.empty() && next.top().at == at) {
            const auto event = next.top();
            next.pop();
            auto &value = held[event.curve];
            if (value) {
                values.erase(values.find(*value));
            }
            value = curves[event.curve].curve->value(event.sample);
            values.insert(*value);
            push(event.curve, event.sample + 1);
        }
        times.push_back(at);
        bounds[0].push_back(*values.begin());
        bounds[1].push_back(*values.rbegin());
    }
    return {withoutRepeats({times, std::move(bounds[0])}), withoutRepeats({times, std::move(bounds[1])})};
}

CounterTable moved(const CounterTable &curve, std::span<const CurvePiece> pieces) {
    std::vector<std::int64_t> times;
    std::vector<double> values;
    const auto add = [&](std::int64_t at, double value) {
        times.push_back(at);
        values.push_back(value);
    };
    for (const auto &[from, to] : pieces) {
        auto i = curve.indexAt(from.begin);
        if (i < curve.size()) {
            add(ns(to.begin), curve.value(i++));  // what holds when it begins
        } else {
            i = 0;
        }
        const auto shift = to.begin - from.begin;
        for (; i < curve.size() && curve.time(i) < from.end && curve.time(i) + shift < to.end; ++i) {
            add(ns(curve.time(i) + shift), curve.value(i));
        }
    }
    if (!times.empty() && ns(pieces.back().to.end) > times.back()) {
        add(ns(pieces.back().to.end), values.back());
    }
    return {std::move(times), std::move(values)};
}

}  // namespace stagescope
