#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/store_identity.h"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace stagescope {

/// The charts that were asked for last, so that views, tables and rules that look at the same pipeline work it out
/// once. Bounded by the number of cells; the one not used for longest goes first. Thread-safe; two threads that ask for
/// the same new chart at once both work it out.
class ChartMemo {
public:
    static constexpr std::size_t kMostCells = 400'000;

    struct Key {
        PipelineGroup group;
        std::vector<Nanos> offsets;  ///< of the clocks of its ranks: all that a chart takes from an alignment
        StoreIdentity stores;
    };
    [[nodiscard]] static Key keyOf(const Run &run, const PipelineGroup &group);

    /// Null when it is not known. O(charts kept x stores).
    [[nodiscard]] std::shared_ptr<const PipelineChart> find(const Key &key);
    void keep(Key key, std::shared_ptr<const PipelineChart> chart);
    [[nodiscard]] std::size_t size() const;

private:
    struct Entry {
        Key key;
        std::shared_ptr<const PipelineChart> chart;
    };
    [[nodiscard]] std::list<Entry>::iterator position(const Key &key);

    mutable std::mutex m_mutex;
    std::list<Entry> m_entries;  ///< last used first
    std::size_t m_cells = 0;
};

}  // namespace stagescope
