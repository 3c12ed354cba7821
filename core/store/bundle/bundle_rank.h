#pragma once

#include "core/base/import_log.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Key of the setting (section "bundle") of a rank whose number was a guess when it was bundled. Readers that do not
/// know it take the number for what it looks like.
inline constexpr std::string_view kBundledGuess = "bundled_rank_guess";

/// What a bundle holds of one rank. Shares the stores.
struct BundledRank {
    std::vector<std::shared_ptr<const TraceStore>> traces;
    std::vector<std::shared_ptr<const TableStore>> tables;
    std::vector<ImportEntry> log;  ///< what was lost when it was read from its own files
};

/// What is kept of it, and under which names.
struct BundleCut {
    std::optional<RankRange> window{};  ///< slices and samples that touch it, with the slices that
    ///< arrows into it come from; nothing = all
    std::function<bool(const TableStore &table, std::size_t row)> keepsRow{};  ///< empty = all
    std::function<std::string(std::string_view)> rename{};                     ///< of every text; empty = as it is
    /// Tracks keep their places, so that a slice that is kept lies where it did unless others of its track are gone.
    std::function<bool(const TraceStore &trace, const Track &track, std::uint32_t slice)>
        keepsSlice{};  ///< empty = all
    bool keepsFlows = true;
    /// Of a counter with more samples the least and the largest of each of half as many equal parts; at least 2.
    std::size_t mostSamples = std::numeric_limits<std::size_t>::max();
};

/// O(rows). Any thread.
[[nodiscard]] std::string encodeRank(const BundledRank &rank, const BundleCut &cut);

/// Tables with a row for each operator, allocation or sample: most of what tables hold.
[[nodiscard]] bool isBulky(TableKind kind);

/// What is taken of a rank; one half after the other is all.
enum class BundledHalf : std::uint8_t {
    Both,
    Small,  ///< the log, and tables that are not bulky
    Bulky,  ///< bulky tables, and traces
};

/// How a part of a bundle is read.
struct BundleReading {
    std::string path;  ///< for errors
    /// Bytes that may be set aside for rows, counted before they are (BundleFile::storeLimit).
    std::uint64_t mostBytes = std::numeric_limits<std::uint64_t>::max();
    unsigned workers = 1;
    BundledHalf half = BundledHalf::Both;
    std::stop_token stop{};
};
/// Any bytes: Malformed where they are not what encodeRank writes, Limit where rows would take more than mostBytes or
/// there is no memory (checkMemory), Cancelled. The traces become one, whose tracks have the order that they had, and
/// slices the row numbers. O(rows log rows). Any thread.
[[nodiscard]] Result<BundledRank> decodeRank(std::string_view bytes, const BundleReading &reading);

}  // namespace stagescope
