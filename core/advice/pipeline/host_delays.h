#pragma once

#include "core/advice/rule.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

namespace stagescope {

/// Gaps of the device that hosts cause, as rules judge them: one rank worse than the others, or all alike. All figures
/// are medians over steps.
struct HostDelay {
    std::optional<int> rank;  ///< nothing: all ranks alike
    Nanos own{0};             ///< gaps of these causes per step: of the rank, or of the median rank
    Nanos typical{0};         ///< of the median rank
    Nanos impact{0};          ///< what they cost the job, by which they are compared; the price is that of the cure
    Nanos step{0};
    bool isReplayed = false;  ///< the cost is told by a replay; else it is the time of the gaps
    Cure cure{};              ///< of the rank its excess, of all ranks alike the gaps
};

class HostDelays {
public:
    explicit HostDelays(const RuleInput &input);

    /// The worst delay by these causes: of all ranks in `among`, or of one of them whose excess over the median rank's
    /// (less what the rank's own waits would hide of those: GapSummary::aheadOfHost) costs more than kMostOfAll of what
    /// they cost together. `least`: share of the step that its excess must have. In
    /// pipelines costs are those of a replay, of one rank at most its excess; elsewhere the gaps themselves. Nothing
    /// when no rank tells.
    [[nodiscard]] std::optional<HostDelay> worst(std::initializer_list<FreeCause> causes, const std::vector<int> &among,
                                                 double least) const;
    [[nodiscard]] Nanos gapsOf(int rank, std::initializer_list<FreeCause> causes) const;
    /// Late launches of a rank, or of the median rank, that cost nothing (GapSummary::harmless).
    [[nodiscard]] Nanos harmless(std::optional<int> rank) const;
    /// What the host did in at least half of the late launches of a rank, or of all; Other where its calls do not tell.
    [[nodiscard]] HostActivity activityOf(std::optional<int> rank) const;
    /// What recording the host costs it per step, of the rank or of the rank in the middle: an estimate, which
    /// `worst` leaves out of what all ranks lose alike as far as it may be the cause (GapSummary::ofJob).
    struct Profiling {
        Nanos cost{0};
        std::int64_t events = 0;
    };
    [[nodiscard]] Profiling profilingOf(std::optional<int> rank) const;
    /// Whether most late launches are in gaps that are full of recorded events.
    [[nodiscard]] bool areLaunchesRecorded(std::optional<int> rank) const;
    /// Ranks whose hosts need at least `ratio` times as long per operator as the median rank's.
    [[nodiscard]] std::vector<int> slowHosts(double ratio) const;
    [[nodiscard]] std::vector<int> otherRanks(const std::vector<int> &ranks) const;
    [[nodiscard]] std::optional<Nanos> operatorTime(int rank) const;
    [[nodiscard]] std::optional<Nanos> typicalOperatorTime() const { return m_operatorTime; }
    /// The longest gap of a cause, of the rank or of all, with the step that it lies in.
    struct Witness {
        GapWitness gap;
        int rank = -1;
        std::optional<std::int64_t> step;
    };
    [[nodiscard]] std::optional<Witness> longest(std::initializer_list<FreeCause> causes,
                                                 std::optional<int> rank) const;

    static constexpr double kMostOfAll = 0.5;

private:
    /// Of whose step the cost is: of the job, or of the job without all other gaps of hosts and what else was found,
    /// where those hide it.
    enum class Scope : std::uint8_t { Job, OnTop };

    [[nodiscard]] Cure gapsThat(const std::function<bool(int rank, FreeCause cause)> &isAsked, double share = 1) const;
    /// Median over steps, of the rank or of the rank in the middle.
    [[nodiscard]] Nanos ofSteps(std::optional<int> rank, Nanos GapSummary::*time) const;
    [[nodiscard]] Nanos costOf(const std::vector<int> &ranks, std::initializer_list<FreeCause> causes,
                               Scope scope) const;
    [[nodiscard]] Cure cureOf(const std::vector<int> &ranks, std::initializer_list<FreeCause> causes,
                              double share = 1) const;

    const RuleInput &m_input;
    Nanos m_step{0};
    std::optional<Nanos> m_operatorTime;
};

/// For rules that judge hosts: none of whose calls leads to a kernel.
[[nodiscard]] std::optional<Message> lacksHost(const RuleInput &input);
/// Evidence that shows a gap: the work that ends it, its rank and step.
[[nodiscard]] SelectionState evidenceOf(const RuleInput &input, const HostDelay &delay,
                                        const std::optional<HostDelays::Witness> &witness);

}  // namespace stagescope
