#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace stagescope {

/// Rate and remaining time of a batch of loading: from the first task after idleness to the last. Pauses do not count.
/// Guarded by its owner.
class LoadMeter {
public:
    using Clock = std::chrono::steady_clock;

    void start(Clock::time_point now) {
        m_busy = Clock::duration{};
        m_since = now;
        m_finishedBytes = 0;
    }
    void stop() { m_since.reset(); }
    void setPaused(bool paused, Clock::time_point now) {
        if (m_since && paused != m_paused) {
            m_busy = elapsed(now);
            m_since = now;
        }
        m_paused = paused;
    }
    void addFinished(std::uint64_t bytes) { m_finishedBytes += bytes; }
    [[nodiscard]] bool isRunning() const { return m_since.has_value(); }
    [[nodiscard]] std::uint64_t finishedBytes() const { return m_finishedBytes; }
    [[nodiscard]] double bytesPerSecond(std::uint64_t done, Clock::time_point now) const {
        const double seconds = std::chrono::duration<double>(elapsed(now)).count();
        return seconds > 0 ? static_cast<double>(done) / seconds : 0;
    }
    /// Nothing in the first second and before a fiftieth is done.
    [[nodiscard]] std::optional<std::chrono::seconds> remaining(std::uint64_t done, std::uint64_t total,
                                                                Clock::time_point now) const {
        const double rate = bytesPerSecond(done, now);
        if (!isRunning() || elapsed(now) < std::chrono::seconds(1) || done < total / 50 || rate <= 0 || done > total) {
            return std::nullopt;
        }
        return std::chrono::seconds(static_cast<std::int64_t>(static_cast<double>(total - done) / rate) + 1);
    }

private:
    [[nodiscard]] Clock::duration elapsed(Clock::time_point now) const {
        return m_since && !m_paused ? m_busy + (now - *m_since) : m_busy;
    }

    std::optional<Clock::time_point> m_since;
    Clock::duration m_busy{};
    bool m_paused = false;
    std::uint64_t m_finishedBytes = 0;
};

}  // namespace stagescope
