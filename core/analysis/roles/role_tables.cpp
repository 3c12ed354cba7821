#include "core/analysis/roles/role_rounds.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

namespace {

constexpr std::string_view kNoRoles =
    "No ranges of reinforcement learning (rollout, reference, reward, update ...) in this profile.";

struct RolePhaseRow {
    int round = 0;
    const RolePhase *phase;
    std::optional<Nanos> idle{};  ///< until the next one of the rank

    operator const RolePhase &() const { return *phase; }
};

struct RoleTimeRow {
    const RoleRound *round;
    const RoleShare *share;           ///< null: no work
    std::size_t ranks = 0;            ///< of the job
    Nanos sum{0};                     ///< over all ranks
    const RoleShare *next = nullptr;  ///< the work that begins after it

    [[nodiscard]] Nanos mean() const { return sum / static_cast<std::int64_t>(ranks); }
    template <auto Member>
    [[nodiscard]] auto of() const {
        return share == nullptr ? std::nullopt : std::optional(share->*Member);
    }
    /// Both need their time: beside one another they take no less than the longer one.
    [[nodiscard]] std::optional<Nanos> overlapGain() const {
        if (next == nullptr) {
            return std::nullopt;
        }
        const auto shorter = std::min(share->range.duration(), next->range.duration());
        const auto together = std::min(share->range.end, next->range.end) - next->range.begin;
        return std::max(shorter - std::max(together, Nanos{0}), Nanos{0});
    }
};

void addRolePhases(const AnalysisInput &input, const std::stop_token &stop, TableRows<RolePhaseRow> &out) {
    const auto phases = rolePhases(*input.run(), stop);
    const auto found = roleRounds(phases);
    for (std::size_t i = 0; i < phases.size(); ++i) {
        const auto &phase = phases[i];
        if (!input.wants(phase.rank)) {
            continue;
        }
        RolePhaseRow row{.phase = &phase};
        const auto after =
            std::upper_bound(found.rounds.begin(), found.rounds.end(), phase.range.begin,
                             [](AlignedTime begin, const RoleRound &round) { return begin < round.range.begin; });
        row.round = after == found.rounds.begin() ? 0 : std::prev(after)->number;
        if (i + 1 < phases.size() && phases[i + 1].rank == phase.rank) {
            row.idle = Nanos{ns(phases[i + 1].range.begin) - ns(phase.range.end)};
        }
        out.add(row);
    }
}

void addRoleTimes(const AnalysisInput &input, const std::stop_token &stop, TableRows<RoleTimeRow> &out) {
    const auto found = roleRounds(rolePhases(*input.run(), stop));
    for (const auto &round : found.rounds) {
        auto idle = round.range.duration() * static_cast<std::int64_t>(found.ranks.size());
        for (std::size_t i = 0; i < round.shares.size(); ++i) {
            const auto &share = round.shares[i];
            const auto *next = i + 1 < round.shares.size() ? &round.shares[i + 1] : nullptr;
            idle -= share.sum;
            out.add({&round, &share, found.ranks.size(), share.sum, next});
        }
        out.add({&round, nullptr, found.ranks.size(), idle});
    }
}

}  // namespace

AnalysisEntry makeRolePhasesEntry() {
    using Row = RolePhaseRow;
    return runTable<Row>(
        {.entry = {.id = "role_phases",
                   .title = "Parts of reinforcement learning on each rank",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Summary},
         .whenEmpty = std::string(kNoRoles)},
        {
            key(column("rank", "Global rank.", &RolePhase::rank)),
            column("host", "Host of the rank.", &RolePhase::host, textIfAny),
            key(column("round", "Round that it begins in: it ends with the update of the weights.", &Row::round)),
            nameKey(column("role", "What it is for.", [](const Row &row) { return roleWorkName(row.phase->work); })),
            column("name", "Name of the range.", &RolePhase::name),
            column("begin_ns", "ns", "Begin on the common clock.",
                   [](const Row &row) { return row.phase->range.begin; }),
            sum(column("duration_us", "us", "Duration on the host.",
                       [](const Row &row) { return row.phase->range.duration(); })),
            column("idle_us", "us", "From its end to the begin of the next part on the rank.", &Row::idle),
            column("evidence", "The range.", &RolePhase::evidence),
        },
        addRolePhases);
}

AnalysisEntry makeRoleTimeEntry() {
    using Row = RoleTimeRow;
    return runTable<Row>(
        {.entry = {.id = "role_time",
                   .title = "Rounds of reinforcement learning by their parts",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Summary},
         .whenEmpty = std::string(kNoRoles)},
        {
            key(column("round", "Number of the round: it ends with the update of the weights.",
                       [](const Row &row) { return row.round->number; })),
            nameKey(column("role", "Part of the round; none: the rank is in no part.",
                           [](const Row &row) {
                               return row.share == nullptr ? std::string_view("none") : roleWorkName(row.share->work);
                           })),
            column("round_us", "us", "Length of the round.",
                   [](const Row &row) { return row.round->range.duration(); }),
            column("is_whole", "no: the record begins or ends within the round.",
                   [](const Row &row) { return row.round->isWhole; }),
            column("ranks", "Ranks that have the part.", &Row::of<&RoleShare::ranks>),
            sum(column("mean_us", "us",
                       "Sum over all ranks / number of ranks: the parts of a round add up to its length.", &Row::mean)),
            column("share_percent", "%", "mean_us / round_us.",
                   [](const Row &row) { return percentOf(row.mean(), row.round->range.duration()); }),
            column("span_us", "us", "From the first begin to the last end over all ranks.",
                   [](const Row &row) {
                       return row.share == nullptr ? std::nullopt : std::optional(row.share->range.duration());
                   }),
            column("median_us", "us", "Median over the ranks that have it.", &Row::of<&RoleShare::median>),
            column("longest_us", "us", "The longest of a rank.", &Row::of<&RoleShare::longest>),
            column("longest_rank", "That rank.", &Row::of<&RoleShare::longestRank>),
            column(
                "tail_us", "us",
                "Time in which all other ranks wait for the last one, beyond what it takes if it lasts as long as the "
                "median of the others.",
                &Row::of<&RoleShare::tail>),
            column("tail_rank", "The rank they wait for; empty: none.",
                   [](const Row &row) {
                       return row.share == nullptr || row.share->tailRank < 0 ? std::nullopt
                                                                              : std::optional(row.share->tailRank);
                   }),
            column("overlap_gain_us", "us",
                   "Upper bound: the round is at most this much shorter if this part overlaps the next one (the "
                   "shorter of both spans "
                   "minus their present overlap). Empty: no next part.",
                   &Row::overlapGain),
            column("evidence", "The last range of the longest rank.", &Row::of<&RoleShare::evidence>),
        },
        addRoleTimes);
}

}  // namespace stagescope
