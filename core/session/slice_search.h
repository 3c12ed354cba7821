#pragma once

#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/selection_lock.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

enum class SearchMode : std::uint8_t {
    Part,     ///< the name holds the text
    Word,     ///< and no letter, digit or underline stands beside it
    Pattern,  ///< the name holds a match of the regular expression (PCRE2)
};

/// What is looked for in names.
struct SearchQuery {
    std::string text;
    SearchMode mode = SearchMode::Part;
    bool heedsCase = false;  ///< else letters A-Z match without regard to case; patterns do so for all letters
    std::optional<SelectionLock> within{};  ///< nothing = everywhere

    bool operator==(const SearchQuery &) const = default;
};

/// One slice whose name is a hit.
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
    bool complete = true;        ///< false when it was stopped
    std::string patternError{};  ///< why a pattern is none, in PCRE2's English words; empty = it is one
};

/// Slices of all loaded traces whose name is a hit. Names are compared once per string of a trace, slices by id:
/// O(strings + slices). An empty text finds nothing, as does a pattern that is none. Any thread.
[[nodiscard]] SearchResult searchSlices(const Workspace &workspace, const SearchQuery &query, std::size_t limit,
                                        const std::stop_token &stop = {});

}  // namespace stagescope
