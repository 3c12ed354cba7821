#include "core/scene/curve_points.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::int64_t kFan = 64;  ///< parts of a range that a search for its peak looks at

std::uint32_t last(const CounterTable &curve) { return static_cast<std::uint32_t>(curve.size()) - 1; }

std::vector<CurvePoint> pointsAt(const CounterTable &curve, Nanos offset, AlignedRange window, Nanos resolution) {
    const RankRange range{rankTime(ns(window.begin) - offset.count()), rankTime(ns(window.end) - offset.count())};
    const auto aligned = [&](RankTime t) { return alignedTime(ns(std::max(t, range.begin)) + offset.count()); };
    std::vector<CurvePoint> points;
    std::optional<double> before;
    RankTime end = range.begin;
    curve.visit(range, resolution, [&](const CounterSpan &span) {
        if (span.count == 1) {
            if (before) {
                points.push_back({aligned(span.begin), *before});
            }
            points.push_back({aligned(span.begin), span.last});
        } else {
            // Ends where the next run is nearest, so that a drop is no slope.
            const bool endsLow = span.last - span.min < span.max - span.last;
            points.push_back({aligned(span.begin), endsLow ? span.max : span.min});
            points.push_back({aligned(span.begin), endsLow ? span.min : span.max});
        }
        before = span.last;
        end = std::min(span.end, range.end);
    });
    if (before) {
        points.push_back({aligned(end), *before});
    }
    return points;
}

}  // namespace

std::vector<CurvePoint> curvePoints(const CounterTable &curve, Nanos offset, AlignedRange window, int pixels,
                                    std::size_t most) {
    const bool isOver =
        curve.size() == 0 || window.isEmpty() || ns(curve.time(last(curve))) + offset.count() < ns(window.begin);
    if (isOver) {
        return {};
    }
    // Two points for each run of samples.
    const auto runs = std::clamp<std::int64_t>(static_cast<std::int64_t>(most / 2), 1, std::max(1, pixels));
    Nanos resolution{std::max<std::int64_t>(1, window.duration().count() / runs)};
    auto points = pointsAt(curve, offset, window, resolution);
    while (points.size() > most && resolution < window.duration()) {
        resolution *= 2;
        points = pointsAt(curve, offset, window, resolution);
    }
    return points;
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

}  // namespace stagescope
