#pragma once

#include "core/advice/findings.h"

#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace stagescope {

/// What several remedies save together. All times per step.
struct JointHeadroom {
    struct Row {
        std::size_t finding = 0;  ///< index
        Nanos alone{0};           ///< saved by it alone
        Nanos gain{0};            ///< by it on top of those before
        Nanos joint{0};           ///< by it and those before
    };
    std::vector<Row> rows{};  ///< in the order in which they are best done

    [[nodiscard]] Nanos saved() const { return rows.empty() ? Nanos{0} : rows.back().joint; }
};

/// The findings of a run with its job, so that any of them can be taken out of it together. Any thread,
/// several at once.
class HeadroomStudy {
public:
    /// Incomplete when stopped.
    [[nodiscard]] static std::shared_ptr<const HeadroomStudy> make(const Run &run, const RuleValues &values = {},
                                                                   const std::stop_token &stop = {});

    [[nodiscard]] const std::vector<Finding> &findings() const { return m_advice.findings; }
    /// What savings are of (Advice::step): the usual step, or the mean of all where some are much longer.
    [[nodiscard]] Nanos step() const { return m_advice.step; }
    /// Whether a replay can tell what a finding costs.
    [[nodiscard]] bool canReplay(std::size_t finding) const { return !findings()[finding].cure.isEmpty(); }
    /// What rules are given, for those who ask more of the run. Refers to this.
    [[nodiscard]] RuleInput input() const { return m_study.input(m_values); }
    [[nodiscard]] bool hasPipelines() const { return m_study.job().hasPipelines(); }
    /// Of the findings asked for, those that can be replayed. First what saves most, then what saves most on top of it
    /// and so on; two that only save together (both replicas of a slow stage) are tried as a pair. Never behind the
    /// order by what each saves alone, in the mean over all beginnings of the list. O(n^2) replays, O(n^3) at worst.
    [[nodiscard]] JointHeadroom of(std::span<const std::size_t> asked) const;

private:
    HeadroomStudy(const Run &run, const RuleValues &values, const std::stop_token &stop);
    [[nodiscard]] Nanos saved(std::span<const std::size_t> findings) const;
    [[nodiscard]] JointHeadroom inOrder(std::span<const std::size_t> order) const;
    [[nodiscard]] std::vector<std::size_t> byGain(std::vector<std::size_t> left) const;

    RuleValues m_values;
    RuleStudy m_study;
    Advice m_advice;
};

}  // namespace stagescope
