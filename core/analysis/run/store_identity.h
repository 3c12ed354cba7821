#pragma once

#include "core/session/workspace.h"

#include <memory>
#include <vector>

namespace stagescope {

/// What is worked out from a run's stores, told by the stores themselves: they are immutable, so the same ones give the
/// same. Holds none of them: a store that is gone never compares equal to a later one.
class StoreIdentity {
public:
    void add(const RankCapture &capture);
    /// All of a run: its ranks and the tables of the cluster.
    void add(const Run &run);
    [[nodiscard]] bool operator==(const StoreIdentity &other) const;

private:
    std::vector<std::weak_ptr<const void>> m_stores;
};

}  // namespace stagescope
