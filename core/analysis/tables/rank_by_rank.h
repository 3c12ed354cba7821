#pragma once

#include "core/session/workspace.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace stagescope {

/// Puts the timeline of a capture that lacks it (Run::readTimeline) there for as long as what is returned lives. `own`
/// is a copy that nobody else has, and stays where it is meanwhile. Null: the capture holds all that there is. O(bytes
/// of its files).
[[nodiscard]] std::shared_ptr<const void> openTimeline(Run &own, std::size_t capture);

/// A run whose timelines are looked at one after the other: those of one that keeps none are put into a copy. What is
/// published never changes. One thread.
class RankByRank {
public:
    /// The run outlives it.
    explicit RankByRank(const Run &run) : m_run(&run) {
        if (run.readTimeline) {
            m_run = &m_own.emplace(run);
        }
    }
    RankByRank(const RankByRank &) = delete;
    RankByRank &operator=(const RankByRank &) = delete;

    /// Whether timelines are read anew, and there only while they are open.
    [[nodiscard]] bool readsAnew() const { return m_own.has_value(); }
    [[nodiscard]] const Run &run() const { return *m_run; }
    /// As openTimeline; null, too, where all timelines are there.
    [[nodiscard]] std::shared_ptr<const void> open(std::size_t capture) {
        return m_own ? openTimeline(*m_own, capture) : nullptr;
    }

private:
    const Run *m_run;
    std::optional<Run> m_own{};
};

}  // namespace stagescope
