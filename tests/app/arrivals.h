#pragma once

#include "core/session/loading/load_job.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <numeric>
#include <random>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace stagescope {

/// Says in which order what a LoadJob has read arrives: the gate of its options. An event is a part (rank, snapshot
/// ...) at a depth; all wait until `pass` lets the first ones through. Needs a thread per part. Any thread.
class Arrivals {
public:
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

    /// Parts in order of discovery, all shallow before any deep, or against it.
    explicit Arrivals(std::size_t parts, bool isReversed = false) : m_parts(parts), m_places(2 * parts) {
        std::iota(m_places.begin(), m_places.end(), std::size_t{0});
        if (isReversed) {
            std::reverse(m_places.begin(), m_places.end());
        }
    }
    /// A random order, deep ones among the shallow ones or all after them; each event comes up to so much later.
    Arrivals(std::size_t parts, std::mt19937 &random, std::chrono::microseconds latest = {}) : Arrivals(parts) {
        const auto middle = m_places.begin() + static_cast<std::ptrdiff_t>(parts);
        if (random() % 2 == 0) {
            std::shuffle(m_places.begin(), m_places.end(), random);
        } else {
            std::shuffle(m_places.begin(), middle, random);
            std::shuffle(middle, m_places.end(), random);
        }
        for (std::size_t i = 0; latest.count() > 0 && i < m_places.size(); ++i) {
            m_delays.emplace_back(random() % static_cast<unsigned>(latest.count()));
        }
    }

    [[nodiscard]] std::size_t events() const { return m_places.size(); }
    [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(m_parts) + 2; }

    /// From now on events whose place is below this come through.
    void pass(std::size_t places) {
        const std::scoped_lock lock(m_mutex);
        m_passed = places;
        m_changed.notify_all();
    }

    [[nodiscard]] LoadJob::Gate gate() {
        return [this](std::size_t part, LoadDepth depth, const std::stop_token &stop) {
            const auto event = part + (depth == LoadDepth::Deep ? m_parts : 0);
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, stop, [&] { return m_passed == kAll || placeOf(part, event) < m_passed; });
            if (event < m_delays.size()) {
                m_changed.wait_for(lock, stop, m_delays[event], [] { return false; });
            }
        };
    }

private:
    /// What belongs to no rank comes last. A deep event needs its shallow one.
    [[nodiscard]] std::size_t placeOf(std::size_t part, std::size_t event) const {
        return part >= m_parts ? m_places.size() - 1 : m_places[event];
    }

    std::size_t m_parts;
    std::vector<std::size_t> m_places;  ///< by event
    std::vector<std::chrono::microseconds> m_delays;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::size_t m_passed = 0;
};

}  // namespace stagescope
