#include "core/base/intervals.h"

#include <algorithm>

namespace stagescope {

namespace {
bool startsBefore(const Interval &a, const Interval &b) { return a.begin < b.begin; }

void appendJoined(IntervalSet &out, const Interval &next) {
    if (next.begin >= next.end) {
        return;
    }
    if (!out.empty() && next.begin <= out.back().end) {
        out.back().end = std::max(out.back().end, next.end);
    } else {
        out.push_back(next);
    }
}
}  // namespace

IntervalSet merged(std::vector<Interval> intervals) {
    if (!std::is_sorted(intervals.begin(), intervals.end(), startsBefore)) {
        std::sort(intervals.begin(), intervals.end(), startsBefore);
    }
    IntervalSet out;
    for (const auto &interval : intervals) {
        appendJoined(out, interval);
    }
    return out;
}

IntervalSet united(const IntervalSet &a, const IntervalSet &b) {
    IntervalSet out;
    out.reserve(a.size() + b.size());
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
        const bool takeA = j == b.end() || (i != a.end() && i->begin <= j->begin);
        appendJoined(out, takeA ? *i++ : *j++);
    }
    return out;
}

IntervalSet intersected(const IntervalSet &a, const IntervalSet &b) {
    IntervalSet out;
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() && j != b.end()) {
        const Interval common{std::max(i->begin, j->begin), std::min(i->end, j->end)};
        if (common.begin < common.end) {
            out.push_back(common);
        }
        (i->end < j->end ? i : j)++;
    }
    return out;
}

IntervalSet subtracted(const IntervalSet &a, const IntervalSet &b) {
    IntervalSet out;
    auto j = b.begin();
    for (auto rest : a) {
        while (j != b.end() && j->end <= rest.begin) {
            ++j;
        }
        for (auto k = j; k != b.end() && k->begin < rest.end; ++k) {
            if (rest.begin < k->begin) {
                out.push_back({rest.begin, k->begin});
            }
            rest.begin = std::max(rest.begin, k->end);
        }
        if (rest.begin < rest.end) {
            out.push_back(rest);
        }
    }
    return out;
}

IntervalSet clipped(const IntervalSet &a, std::int64_t begin, std::int64_t end) {
    IntervalSet out;
    auto it = std::lower_bound(a.begin(), a.end(), begin, [](const Interval &x, std::int64_t t) { return x.end <= t; });
    for (; it != a.end() && it->begin < end; ++it) {
        const Interval part{std::max(it->begin, begin), std::min(it->end, end)};
        if (part.begin < part.end) {
            out.push_back(part);
        }
    }
    return out;
}

std::int64_t totalLength(const IntervalSet &a) {
    std::int64_t sum = 0;
    for (const auto &interval : a) {
        sum += interval.end - interval.begin;
    }
    return sum;
}

}  // namespace stagescope
