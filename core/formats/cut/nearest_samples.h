#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace stagescope {

/// Of each series of samples the last one before a window and the first one behind it: what the first tells holds until
/// the window has one of its own, and the last of these holds until the second. A file of more series than any
/// profiler writes keeps those of the first. O(1) for each sample.
template <class Value>
class NearestSamples {
public:
    static constexpr std::size_t kMostSeries = 65'536;

    explicit NearestSamples(RankRange window) : m_window(window) {}

    /// Where to put the sample of that time, if it is the nearest up to now; null if it is not, and within the window.
    [[nodiscard]] Value *place(std::string series, std::int64_t time) {
        const bool isBefore = time < ns(m_window.begin);
        if (!isBefore && time < ns(m_window.end)) {
            return nullptr;
        }
        series += isBefore ? '<' : '>';
        const auto it = m_nearest.find(series);
        if (it == m_nearest.end()) {
            const bool hasRoom = m_nearest.size() < 2 * kMostSeries;
            return hasRoom ? &m_nearest.emplace(std::move(series), Sample{time, {}}).first->second.value : nullptr;
        }
        const bool isNearer = isBefore ? time >= it->second.time : time < it->second.time;
        it->second.time = isNearer ? time : it->second.time;
        return isNearer ? &it->second.value : nullptr;
    }
    template <class Visit>
    void visit(Visit &&visit) const {
        for (const auto &[series, sample] : m_nearest) {
            visit(sample.value);
        }
    }

private:
    struct Sample {
        std::int64_t time;
        Value value;
    };
    RankRange m_window;
    std::unordered_map<std::string, Sample> m_nearest;  ///< nodes stay where they are
};

}  // namespace stagescope
