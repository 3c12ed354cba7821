#pragma once

#include "core/base/item_ref.h"
#include "core/base/key_values.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace stagescope {

/// What is known of an item, for the panel of details. `facts` are texts under stable keys ("duration", "start_ns"
/// ...), in order of importance; the window shows the text of message "detail.<key>" for a key. Times named _ns are
/// those of the file.
struct ItemFacts {
    std::string what;  ///< name of the slice or operation, cell ("F 3"), empty for ranks and steps
    std::optional<int> rank;
    std::optional<std::int64_t> step;
    std::string where;  ///< track, group
    std::optional<Nanos> duration;
    std::optional<double> shareOfStep;  ///< duration / duration of the step on its rank, 0 ... 1 and beyond
    KeyValues facts;
    std::map<std::size_t, ItemRef> jumps{};  ///< what the fact at a position speaks of, where that can be selected
};

}  // namespace stagescope
