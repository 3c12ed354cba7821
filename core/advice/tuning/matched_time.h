#pragma once

#include "core/advice/platforms/shipped_rules.h"
#include "core/advice/rule.h"
#include "core/base/intervals.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What matches a sign of trouble on one rank, in all steps of its capture. A plain value.
struct MatchedTime {
    int rank = -1;
    std::size_t steps = 1;
    std::size_t count = 0;
    Nanos total{0};                         ///< sum of durations
    Nanos lost{0};                          ///< of them what would be won; at most total
    std::vector<Cure::Part> won{};          ///< where that lies, clock of the rank; empty where no replay can tell
    std::map<std::string, Nanos> byName{};  ///< durations by what matched
    std::optional<ItemRef> example{};       ///< the longest; nothing where no trace has it
    Interval exampleRange{};                ///< clock of the rank
};

/// The trouble's id, and what its finding says beside the common facts.
struct MatchedTexts {
    std::string_view id;
    std::string_view place;         ///< where it is seen when no trace has an example
    std::vector<Message> facts{};   ///< after the common ones
    std::vector<std::string> with;  ///< arguments of the remedy
    std::string_view variant{};     ///< of title and formula, for what is inferred: ".conjectured"
    bool isMeasured = false;        ///< what is lost was recorded as such: gaps beneath calls
};

/// The verdict on the rank that loses most per step; nothing where that is less than parameter "<id>.share" of the
/// step (0: all that matches is told, also what costs nothing). It blames the ranks that stand out (`standingOut`),
/// worst first; none where these are most of them. Texts: "finding.<id>" with the ms per step, ".formula", ".remedy"
/// and ".unless". `ranks`: all of the run. O(ranks log ranks) and a replay.
[[nodiscard]] std::optional<Finding> findingOf(const RuleInput &input, const MatchedTexts &texts,
                                               std::vector<MatchedTime> ranks);

/// How many ranks lose at least 1 / kStandsOut of what the worst one does: the last ones of `lost`, which ascends. 0
/// where they are more than half of all, or nothing is lost.
[[nodiscard]] std::size_t standingOut(const std::vector<Nanos> &lost);
inline constexpr std::int64_t kStandsOut = 2;

/// A rule of a file with its thresholds, without what it looks for.
[[nodiscard]] Rule ruleOf(const ShippedRule &shipped);
/// A threshold of it as set; 0 where its file has none.
[[nodiscard]] double thresholdOf(const RuleInput &input, const ShippedRule &shipped, std::string_view name);

/// The parameter "<id>.share" of such a rule.
[[nodiscard]] RuleParameter shareParameter(std::string_view id, double share);

}  // namespace stagescope
