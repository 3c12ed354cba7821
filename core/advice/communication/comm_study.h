#pragma once

#include "core/advice/rule.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/communication/stage_groups.h"
#include "core/base/text.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

// What the rules on communication share. All functions: any thread.

inline constexpr double kNsPerMs = 1e6;

/// What a communication group is for. By its name in the metadata: dp, dp_cp, dp_modulo_exp_cp, fsdp ... are Data; exp,
/// ep, expert ... are Experts. A group of all ranks (default_group, or without a name) is Data where no other dimension
/// is known to be larger than one.
enum class GroupRole : std::uint8_t { Data, Experts, Other };

/// For rules on what operators sent over each transport.
[[nodiscard]] std::optional<Message> lacksBandwidths(const RuleInput &input);

/// The groups of a run by any of the names that files use: hash, id, or the last three digits of the hash.
class CommGroups {
public:
    explicit CommGroups(const RuleInput &input);

    /// Null where the metadata does not tell.
    [[nodiscard]] const KnownGroup *known(const std::string &group) const;
    /// Its id in the metadata, else the name given: one for all names of a group.
    [[nodiscard]] std::string idOf(const std::string &group) const;
    /// Its name in the metadata, else the name given; for an address or a hash what it is for and its ranks.
    /// `seen`: ranks that were seen in it, where the metadata does not tell.
    [[nodiscard]] std::string nameOf(const std::string &group, const std::set<int> &seen = {}) const;
    [[nodiscard]] GroupRole role(const std::string &group) const;
    /// Whether it ties ranks of one pipeline together: their waiting is the pipeline's, not lateness of one of them.
    [[nodiscard]] bool joinsStages(const std::string &group) const { return m_stages.join(group); }
    /// Whether a rank is part of a pipeline of several stages whose steps were measured.
    [[nodiscard]] bool isInMeasuredPipeline(int rank) const { return m_measured.contains(rank); }

private:
    std::map<std::string, KnownGroup> m_known;
    StageGroups m_stages;
    std::set<int> m_measured;
    bool m_hasOnlyData = false;
    bool m_trains = true;
};

}  // namespace stagescope
