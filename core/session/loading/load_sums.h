#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stagescope {

/// What deep loading has read and is reading of one capture, or of all.
struct DeepPart {
    std::uint64_t bytes = 0;     ///< in memory
    std::uint64_t held = 0;      ///< of them, those of ranks
    std::uint64_t read = 0;      ///< of the files of ranks
    std::uint64_t underWay = 0;  ///< of the files of ranks
    std::size_t ranks = 0;       ///< deep or under way
};

/// What a queue of captures has to do and holds, in sums: they are asked for after each task, and never counted anew.
/// Value type; O(1) each.
struct LoadSums {
    std::uint64_t queued = 0;  ///< bytes of files that wait
    std::uint64_t wanted = 0;  ///< of them, those that nobody asked for
    DeepPart deep;

    /// The part of the capture at an index is another now.
    void set(std::size_t index, const DeepPart &now) {
        m_parts.resize(index < m_parts.size() ? m_parts.size() : index + 1);
        auto &before = m_parts[index];
        deep.bytes += now.bytes - before.bytes;
        deep.held += now.held - before.held;
        deep.read += now.read - before.read;
        deep.underWay += now.underWay - before.underWay;
        deep.ranks += now.ranks - before.ranks;
        before = now;
    }

private:
    std::vector<DeepPart> m_parts;
};

}  // namespace stagescope
