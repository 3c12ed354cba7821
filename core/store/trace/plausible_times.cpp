#include "core/store/trace/plausible_times.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kFewest = 6;                 ///< of fewer times nothing is far
constexpr std::int64_t kShortest = 1'000'000'000;  ///< ns; shorter traces count as so long
constexpr std::int64_t kFar = 100;                 ///< times the length
constexpr std::int64_t kFarOfMany = 100'000;       ///< of more than one in twenty: years beside seconds
constexpr std::int64_t kFarOfZero = 10;            ///< 0 is written for "unknown", so that less is enough
constexpr std::size_t kFew = 20;
constexpr std::int64_t kMost = INT64_MAX / kFarOfMany / 2;  ///< lengths beyond, hours, are cut to this

std::int64_t lengthOf(std::int64_t first, std::int64_t last) {
    std::int64_t length = 0;
    const bool isHuge = __builtin_sub_overflow(last, first, &length);
    return std::clamp(isHuge ? kMost : length, kShortest, kMost);
}

std::int64_t before(std::int64_t time, std::int64_t length) {
    std::int64_t result = 0;
    return __builtin_sub_overflow(time, length, &result) ? INT64_MIN : result;
}

std::int64_t after(std::int64_t time, std::int64_t length) {
    std::int64_t result = 0;
    return __builtin_add_overflow(time, length, &result) ? INT64_MAX : result;
}

struct Part {
    std::size_t first;
    std::size_t last;
};

/// As long as no gap on either side is so many times as long as the part.
void grow(const std::vector<std::int64_t> &begins, std::int64_t farBefore, std::int64_t farBehind, Part &part) {
    for (bool grows = true; grows;) {
        const auto length = lengthOf(begins[part.first], begins[part.last]);
        grows = false;
        if (part.first > 0 && begins[part.first - 1] >= before(begins[part.first], farBefore * length)) {
            --part.first;
            grows = true;
        }
        if (part.last + 1 < begins.size() && begins[part.last + 1] <= after(begins[part.last], farBehind * length)) {
            ++part.last;
            grows = true;
        }
    }
}

}  // namespace

PlausibleTimes::PlausibleTimes(std::vector<std::int64_t> begins) {
    std::sort(begins.begin(), begins.end());
    // Times that are not known may be many; what they stand for is no place on the axis.
    const auto zeros = std::equal_range(begins.begin(), begins.end(), 0);
    if (static_cast<std::size_t>(zeros.second - zeros.first) < begins.size()) {
        begins.erase(zeros.first, zeros.second);
    }
    m_middle = begins.empty() ? m_middle : begins[begins.size() / 2];
    if (begins.size() < kFewest) {
        return;
    }
    Part part{begins.size() / 3, begins.size() - 1 - begins.size() / 3};
    grow(begins, kFar, kFar, part);
    const bool areManyBefore = part.first > begins.size() / kFew;
    const bool areManyBehind = begins.size() - 1 - part.last > begins.size() / kFew;
    const auto farBefore = areManyBefore ? kFarOfMany : kFar;
    const auto farBehind = areManyBehind ? kFarOfMany : kFar;
    grow(begins, farBefore, farBehind, part);
    const auto [first, last] = part;
    const auto length = lengthOf(begins[first], begins[last]);
    m_first = before(begins[first], farBefore * length);
    m_firstOfOld = before(begins[first], kFarOfZero * length);
    m_last = after(begins[last], farBehind * length);
    begins.erase(begins.begin() + static_cast<std::ptrdiff_t>(last) + 1, begins.end());
    begins.erase(begins.begin(), begins.begin() + static_cast<std::ptrdiff_t>(first));
    findJump(begins);
}

void PlausibleTimes::findJump(const std::vector<std::int64_t> &begins) {
    for (std::size_t i = 1; i < begins.size(); ++i) {
        std::int64_t gap = 0;
        gap = __builtin_sub_overflow(begins[i], begins[i - 1], &gap) ? INT64_MAX : gap;
        gap = std::max(gap, kShortest);
        const auto rest = after(lengthOf(begins.front(), begins[i - 1]), lengthOf(begins[i], begins.back()));
        if (gap > m_jump && gap / kFar > rest) {
            m_jump = gap;
            m_jumpAt = begins[i - 1];
            const auto share = static_cast<double>(i) / static_cast<double>(begins.size());
            m_jumpShare = std::min(share, 1 - share);
        }
    }
}

}  // namespace stagescope
