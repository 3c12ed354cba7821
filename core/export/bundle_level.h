#pragma once

#include "core/session/workspace.h"
#include "core/store/bundle/bundle_notes.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/tables/table_kind.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// "summary", "pipeline", "full"; nothing for another word.
[[nodiscard]] std::optional<BundleLevel> bundleLevelFromText(std::string_view text);
[[nodiscard]] std::string_view bundleLevelText(BundleLevel level);

/// A column of a table of results, by their ids.
struct TableColumn {
    std::string_view table;
    std::string_view column;
};
/// Columns that are empty where too little is kept to tell what the profile tells; the rest of their tables is equal.
/// Full: none.
[[nodiscard]] std::span<const TableColumn> columnsBeyond(BundleLevel level);

/// Ranks of which too little is kept for all that a table says.
struct RanksKeptInPart {
    std::vector<int> ranks;  ///< ascending, each once
    BundleLevel level = BundleLevel::Full;
};
/// Those of these ranks (empty = all) of which a table of results, by its id, says less than it would of the profile;
/// where they are of several levels, those of which least is kept. Nothing where there is none. O(ranks log ranks).
[[nodiscard]] std::optional<RanksKeptInPart> keptInPart(const Run &run, std::string_view table,
                                                        const std::vector<int> &ranks);

/// The lowest level of which a table of results, by its id, says all that it would of the profile, to the last digit,
/// beside those that tell of files: AnalysisEntry::level.
[[nodiscard]] BundleLevel leastLevelFor(std::string_view table);

[[nodiscard]] bool keepsTable(BundleLevel level, TableKind kind);
/// The part of a cut that says which rows of traces are kept. What it returns may be asked about any trace, one after
/// the other, and remembers what it found in each: the traces have to outlive it. One thread.
[[nodiscard]] BundleCut levelCut(BundleLevel level);

}  // namespace stagescope
