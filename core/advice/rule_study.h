#pragma once

#include "core/advice/focus.h"
#include "core/advice/rule.h"
#include "core/advice/rule_values.h"
#include "core/advice/run_verdict.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// The pipelines of a run, studied for rules. Steps without scheduled cells are left out. O(cells log cells).
[[nodiscard]] std::vector<GroupStudy> studyPipelines(const Run &run, const std::stop_token &stop = {});

/// The same as a job that can be replayed without what cures take out of it. Refers to both.
[[nodiscard]] CuredJob curedJob(const Run &run, const std::vector<GroupStudy> &pipelines);

/// What became of a rule in a run.
struct RuleOutcome {
    std::string rule;
    std::optional<Message> unanswered{};  ///< why the rule could not look
    std::size_t findings = 0;
    bool isForeign = false;  ///< of a rule that says nothing of such a run
};

/// Whether a rule is worth another look (RuleInput::mayBeHidden).
struct Look {
    bool mayBeHidden = false;
};

/// Rules that could not look and that the same would help.
struct UncheckedGroup {
    Message help;
    std::vector<std::string> rules;
};

/// A device of a memory snapshot of which no steps could be told, so that nothing says whether it leaks. With what
/// grew most between equal parts of its history, which is a hint and no finding.
struct UncheckedLeaks {
    std::uint32_t snapshot = 0;  ///< as in SnapshotEventRef
    std::uint32_t device = 0;
    std::string suspect{};  ///< "train_one_step (demo.py:12)"; empty: nothing grew
    double bytesPerPart = 0;
};

/// What all rules say of a run. A plain value.
struct Advice {
    /// Most impact first, then the most severe; what others hide behind all that saves time alone, and causes behind
    /// what they cause.
    std::vector<Finding> findings;
    Nanos step{0};   ///< that shares and the joint saving are of: the usual one, where some are far longer the mean
    Nanos joint{0};  ///< what all findings save together; they do not add up
    std::vector<RuleOutcome> rules;           ///< in the order of the list
    std::vector<UncheckedGroup> unchecked{};  ///< what would let the rest of the rules look
    std::vector<Message> changed;             ///< thresholds other than the defaults that it was judged by
    Focus focus{};                            ///< where to look first
    RunVerdict verdict{};                     ///< what it means that no more was found
    std::vector<UncheckedLeaks> leaks{};      ///< snapshots that no check of leaks could look at
};

/// A run with all that rules look at, measured once. Owns a copy of the run (its stores are shared). Neither copied nor
/// moved: its parts refer to one another. Any thread, one at a time.
class RuleStudy {
public:
    /// Of a run that keeps no timelines (leanRun) each is read once more, and all that rules ask of it is asked then;
    /// what they found is kept for the next study with these values. Incomplete when stopped.
    explicit RuleStudy(const Run &run, const RuleValues &values = {}, const std::stop_token &stop = {});
    RuleStudy(const RuleStudy &) = delete;
    RuleStudy &operator=(const RuleStudy &) = delete;

    [[nodiscard]] const CuredJob &job() const { return m_job; }
    /// The usual step (usual_step.h), by which rules judge.
    [[nodiscard]] Nanos step() const { return m_step; }
    /// For a rule that has these parameters. Refers to both.
    [[nodiscard]] RuleInput input(const RuleValues &parameters) const {
        return {m_run,        m_pipelines, m_gaps, parameters, m_stop,   m_clocks,
                m_stragglers, m_memory,    m_step, m_job,      m_typical};
    }
    /// What all rules say, worked out on all cores. Empty when stopped.
    [[nodiscard]] Advice advice() const;

private:
    /// How a rule is asked: as in RuleInput.
    struct Asked {
        std::span<const Cure *const> others{};
        bool *mayBeHidden = nullptr;
        bool wantsSuspects = false;
    };
    /// Any number of rules at a time.
    [[nodiscard]] std::vector<Finding> judge(const Rule &rule, RuleOutcome &outcome, const Asked &asked) const;
    /// What rules ask of each timeline.
    void lookAtTimelines();
    /// Rules whose findings something else may hide look once more, at the job without what others found, or what they
    /// suspect: of two that hide each other neither saves anything alone.
    void lookBehind(std::vector<std::vector<Finding>> &found, std::vector<RuleOutcome> &outcomes,
                    const std::vector<Look> &looks) const;
    /// What rules without a finding see at one rank or link, whatever it costs.
    [[nodiscard]] std::vector<std::vector<Finding>> suspects(const std::vector<std::vector<Finding>> &found,
                                                             const std::vector<Look> &looks) const;
    /// Findings at the job without those of others; of rules that suspect something also without what others suspect.
    [[nodiscard]] std::vector<std::vector<Finding>> lookOnTop(const std::vector<std::vector<Finding>> &found,
                                                              const std::vector<std::vector<Finding>> &suspects,
                                                              std::vector<RuleOutcome> &outcomes,
                                                              const std::vector<Look> &looks) const;

    Run m_run;                   ///< that is judged
    std::optional<Run> m_whole;  ///< with ranks that are not; nothing where all are
    RuleValues m_values;
    std::stop_token m_stop;
    std::vector<GroupStudy> m_pipelines;
    CuredJob m_job;
    std::vector<ClockOffset> m_clocks;
    std::optional<Stragglers> m_stragglers;
    ToldGaps m_told;
    std::vector<RankGapSummary> m_gaps;
    MemoryStudy m_memory;
    Nanos m_step{0};
    std::optional<std::int64_t> m_typical;
};

}  // namespace stagescope
