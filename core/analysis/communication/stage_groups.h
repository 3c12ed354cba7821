#pragma once

#include "core/analysis/communication/comm_tables_of_run.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Which communication groups join stages of a pipeline, by any of the names that files use for them. There the order
/// of the pipeline makes ranks wait for one another (the embeddings of the first and the last stage), not lateness of
/// one of them. Immutable; any thread.
class StageGroups {
public:
    /// O(ranks of groups).
    explicit StageGroups(const Run &run);

    /// Whether two ranks of the group lie in one pipeline. `members`: its global ranks, "0,2", for groups that metadata
    /// does not name. True where nothing tells who is in it and there are pipelines. O(ranks of the group).
    [[nodiscard]] bool join(const std::string &group, std::string_view members = {}) const;

    [[nodiscard]] bool hasPipelines() const { return !m_pipelinesOf.empty(); }

private:
    [[nodiscard]] bool areInOnePipeline(const std::vector<int> &ranks) const;

    std::map<std::string, KnownGroup> m_known;
    std::unordered_map<int, std::vector<std::size_t>> m_pipelinesOf;  ///< by rank
};

}  // namespace stagescope
