#pragma once

#include "core/session/workspace.h"

#include <optional>
#include <span>

namespace stagescope {

/// A run that was discovered, in parts that can be loaded and forgotten one after the other. Copies the run without its
/// ranks once. Any thread.
class RankParts {
public:
    /// `listed` has to outlive it.
    explicit RankParts(const Run &listed);

    /// What is of these ranks alone, which are there. O(files of the ranks + snapshots).
    [[nodiscard]] Run of(std::span<const int> ranks) const;
    /// The same of one; nothing: what is of no rank.
    [[nodiscard]] Run of(std::optional<int> rank) const;

private:
    const Run &m_listed;
    Run m_base;  ///< without captures and snapshots
};

}  // namespace stagescope
