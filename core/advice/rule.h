#pragma once

#include "core/advice/finding.h"
#include "core/advice/memory_study.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/pipeline/replay/cured_job.h"
#include "core/analysis/pipeline/replay/stragglers.h"
#include "core/analysis/pipeline/time/counterfactuals.h"
#include "core/analysis/pipeline/time/step_account.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/tables/analysis.h"
#include "core/analysis/trace/gap_summary.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// One pipeline step as rules see it: computed once for all of them.
struct StepStudy {
    MeasuredGraph graph;
    std::vector<StepAccount> accounts;
    std::optional<Counterfactuals> parts{};  ///< nothing where cells are missing
    std::vector<RowBubbles> bubbles{};       ///< by position in the pipeline
};
struct GroupStudy {
    PipelineChart chart;
    std::vector<StepStudy> steps;
};

/// Those that have whole steps, as a job. Refers to them.
[[nodiscard]] std::vector<JobPipeline> jobPipelines(const std::vector<GroupStudy> &pipelines);
/// Those that have none, since ranks are missing. Refers to them.
[[nodiscard]] std::vector<JobPipeline> partialPipelines(const std::vector<GroupStudy> &pipelines);

/// What a rule gets. Read only; outlives the call.
struct RuleInput {
    const Run &run;
    const std::vector<GroupStudy> &pipelines;
    const std::vector<RankGapSummary> &gaps;          ///< free time of each rank whose trace is loaded
    const std::map<std::string, double> &parameters;  ///< complete: defaults where nothing was set
    const std::stop_token &stop;
    const std::vector<ClockOffset> &clocks;       ///< as measured, whatever is applied; empty where all ranks share one
    const std::optional<Stragglers> &stragglers;  ///< nothing where no step is whole in all pipelines
    const MemoryStudy &memory;
    Nanos step{0};  ///< that thresholds are of (RuleStudy::step)
    const CuredJob &job;
    std::optional<std::int64_t> typicalStep{};  ///< that stands for all (typical_step.h)

    /// Of steps that show a thing alike the one that pages show by themselves, else the middle one.
    [[nodiscard]] std::int64_t shownOf(std::span<const std::int64_t> steps) const {
        const bool isAmong = typicalStep && std::ranges::find(steps, *typicalStep) != steps.end();
        return isAmong ? *typicalStep : steps[steps.size() / 2];
    }
    [[nodiscard]] double parameter(const std::string &name) const { return parameters.at(name); }
    /// Cures of what else was found, for a rule that looks once more.
    std::span<const Cure *const> others{};
    bool *mayBeHidden =
        nullptr;                 ///< set where `saved` finds less than it was asked for: the rule is worth another look
    bool wantsSuspects = false;  ///< asks what there is to mend, whatever it costs: `price` is true of each cure

    /// What a cure saves the job alone, where that is at least `least` of the step; else, where that is more, on top of
    /// the others.
    [[nodiscard]] Nanos saved(const Cure &cure, double least) const;

    /// Tells what a finding costs: impact, share, severity, and the figures that its texts leave open (kPrice,
    /// kStepThen). The impact is what its cure saves (`saved`); without a cure `lost`, at most the step. False where
    /// that is nothing, or less than `least` of the step: then it is no finding. `ofStep`: the step that `lost` is a
    /// part of, where that is longer than the usual one, as the mean of all steps may be. To be asked last.
    [[nodiscard]] bool price(Finding &finding, double least, Nanos lost = Nanos{0}, Nanos ofStep = Nanos{0}) const;
};

struct RuleParameter {
    std::string name;  ///< "<rule>.<name>"
    double value = 0;  ///< default
    std::string unit;
    /// One English sentence with the reason for the default, marked by QT_TRANSLATE_NOOP("Message", ...).
    std::string meaning;
};

/// What findings of a rule are about, where they may be about the same as others.
enum class Subject : std::uint8_t {
    Own,      ///< nothing that another rule sees
    Work,     ///< what ranks are slow or late for
    Links,    ///< what transfers and collectives are slow for
    Overlap,  ///< communication that nothing hides
    Fusion,   ///< kernels that one would do
    Memory,
};
/// How near to the cause a rule looks: a finding is explained by those of its subject that stand nearer, never by its
/// equals.
enum class Nearness : std::uint8_t {
    Reason,      ///< sees why it happens: what the host did in the gap, the kernel that no core computes
    Cause,       ///< sees what happens: a gap of the host, a drop of the frequency, the transfers of a link, a leak
    Comparison,  ///< sees that something is slower or more than others are, for whatever reason
    Effect,      ///< sees what comes of it: others wait, cells scatter, memory runs out
};
struct Standing {
    Subject subject = Subject::Own;
    Nearness nearness = Nearness::Cause;
    Subject alsoExplains = Subject::Own;  ///< comparisons and effects: kernels that one would do make a rank slow, too
};

/// A pure function from what was measured to verdicts; none when all is well. Any thread; asks `stop` in long loops.
/// What it looks for is told by message "finding.<id>.topic".
struct Rule {
    std::string id;
    std::vector<RuleParameter> parameters{};
    std::function<std::vector<Finding>(const RuleInput &input)> run{};
    /// What `run` asks of the timeline of one rank, by `measuredOnce`: called while that is there, since it may be gone
    /// when `run` is called. Empty: it asks for nothing but what all rules do (rule_measures.h).
    std::function<void(const RuleInput &input, const RankCapture &capture)> look{};
    /// Why this run cannot answer, asked before `run`; nothing when it can. Null = it always can.
    std::optional<Message> (*unanswered)(const RuleInput &input) = nullptr;
    Standing standing{};
    /// Whether it says something of a rank by comparing it with others: not asked where ranks are guessed.
    bool comparesRanks = false;
    /// Whether it is about devices of such a platform; others never hear of it. Null = about all.
    bool (*isFor)(Platform platform) = nullptr;
    /// Whether the run has the kind of files that it is about; others never hear of it. Null = it is about any.
    bool (*concerns)(const Run &run) = nullptr;

    /// Whether it says anything of a run: neither about another platform nor about files that it lacks.
    [[nodiscard]] bool appliesTo(const Run &of) const {
        return (isFor == nullptr || isFor(platformOf(of))) && (concerns == nullptr || concerns(of));
    }
};

/// For rules that need a pipeline whose cells are all there: which setting would fill it.
[[nodiscard]] std::optional<Message> lacksPipeline(const RuleInput &input);
/// Nor where all cells have times of the host alone, which tell nothing of the work of stages.
[[nodiscard]] std::optional<Message> lacksStageWork(const RuleInput &input);
/// For rules that compare pipelines with each other.
[[nodiscard]] std::optional<Message> lacksStragglers(const RuleInput &input);
/// For rules that compare times of several ranks: a pipeline, its transfers, and clocks that agree.
[[nodiscard]] std::optional<Message> lacksTransfers(const RuleInput &input);
/// For rules on memory snapshots.
[[nodiscard]] std::optional<Message> lacksSnapshot(const RuleInput &input);
/// Clocks differ by more than the comparison can tell, and times are as recorded.
[[nodiscard]] bool areClocksApart(const RuleInput &input);

/// THE list of rules.
[[nodiscard]] const std::vector<Rule> &ruleList();

}  // namespace stagescope
