#pragma once

#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// One slice whose name holds the text that was looked for.
struct SearchHit {
    SliceRef slice;
    int rank = -1;
    std::string name;
    std::string track;
    AlignedTime begin;
    Nanos duration{0};
};

/// What a search found: the first `limit` hits in order of begin (per run), and how many there are in all.
struct SearchResult {
    std::vector<SearchHit> hits;
    std::uint64_t total = 0;
    bool complete = true;  ///< false when it was stopped
};

/// Slices of all loaded traces whose name contains `text`, letters A-Z without regard to case. Names are compared once
/// per string of a trace, slices by id: O(strings + slices). An empty text finds nothing. Any thread.
[[nodiscard]] SearchResult searchSlices(const Workspace &workspace, std::string_view text, std::size_t limit,
                                        const std::stop_token &stop = {});

}  // namespace stagescope
