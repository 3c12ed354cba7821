#pragma once

#include "core/analysis/pipeline/replay/what_if.h"
#include "core/analysis/pipeline/time/counterfactuals.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Something that can be asked of a measured pipeline, with its name: what_if.scenario...
struct WhatIfScenario {
    Message name;
    WhatIf question{};
    bool isWithoutLaunches = false;  ///< the measured cells and transfers replayed without launch delays
};

/// Whether a schedule's activations fit, from the measured bytes of the rank that needs most.
struct MemoryFit {
    enum class Verdict : std::uint8_t { Fits, DoesNotFit, Unknown };
    Verdict verdict = Verdict::Unknown;
    std::optional<std::int64_t> needed{};  ///< bytes, of the fullest rank
    Message reason{};                      ///< what_if.memory...: what it was judged by, or why it could not be
};

/// The answer, for people and tables. Times are those of the pipeline's window, mean over the steps. A question that
/// keeps the order (keepsOrder) is answered by a replay of the measured steps, as what findings cost (cured_job.h); one
/// on another order is simulated, and compared with the simulation of what was measured.
struct WhatIfAnswer {
    Message name;
    std::optional<Message> refusal{};  ///< what_if.no...: not answerable, and nothing below means anything
    ScheduleOptions schedule{};
    Nanos makespan{0};
    /// 5th and 95th percentile of resampled steps and microbatches; where an assumed share of a backward matters, from
    /// the least to the greatest that shares of 0.4 to 0.8 give, too.
    std::optional<Nanos> low{};
    std::optional<Nanos> high{};
    std::optional<Nanos> change{};  ///< below 0: shorter
    double bubbleShare = 0;         ///< idle / makespan, mean over ranks
    std::vector<double> activations{};
    std::size_t transfers = 0;
    /// What they carry: transfers x the median size of the sends and receives of the group's ranks; nothing where
    /// the profile tells no sizes.
    std::optional<std::int64_t> transferBytes{};
    MemoryFit memory{};
    std::optional<int> boundBy{};  ///< position in the group
    std::vector<Message> assumptions{};
    std::optional<WhatIfResult> result{};  ///< what was simulated; nothing for what was measured
};

/// Asks one pipeline of a run. Made on any thread, O(cells log cells); keeps copies, so the run need not live on.
/// Deterministic: resamples use fixed seeds.
class WhatIfStudy {
public:
    /// Of one step, or of all that are whole. Errors: Cancelled.
    [[nodiscard]] static Result<WhatIfStudy> make(const Run &run, const PipelineGroup &group,
                                                  std::optional<std::int64_t> step = {},
                                                  const std::stop_token &stop = {});

    /// what_if.no...: why nothing can be asked; nothing when all is there.
    [[nodiscard]] const std::optional<Message> &refusal() const { return m_refusal; }
    [[nodiscard]] const PipelineChart &chart() const { return m_chart; }
    [[nodiscard]] const ScheduleOptions &schedule() const { return m_chart.match->best(); }
    [[nodiscard]] const StageCosts &costs() const { return m_costs; }
    [[nodiscard]] const std::optional<Counterfactuals> &causes() const { return m_measured.causes; }  ///< of that step
    /// As read from the profile; empty = not known.
    [[nodiscard]] const std::vector<int> &layers() const { return m_layers; }
    void setLayers(std::vector<int> layers) { m_layers = std::move(layers); }
    /// Bytes of a device, where the profile does not tell.
    void setCapacity(std::int64_t bytes) { m_capacity = bytes; }
    /// Mends the rank at a position: it costs what the same stage costs in the median of the run's other pipelines (the
    /// first few), where there are any, else the median of the other stages. O(cells of those pipelines).
    [[nodiscard]] WhatIf mended(const Run &run, std::size_t position, const std::stop_token &stop = {}) const;
    /// The position of the rank whose work is clearly longer than the median of all; nothing when none is.
    [[nodiscard]] std::optional<std::size_t> slowest() const;

    /// Of the step that was asked for, else of the typical one (typicalStepOf) of those that can be replayed.
    [[nodiscard]] WhatIfAnswer measured() const;
    /// What is worth asking of any pipeline: as is, balanced, layers, mended, transfers, launches, other schedules.
    [[nodiscard]] std::vector<WhatIfScenario> standardScenarios(const Run &run, const std::stop_token &stop = {}) const;
    /// Errors: Cancelled. What cannot be answered is an answer with a refusal. O(resamples * actions).
    [[nodiscard]] Result<WhatIfAnswer> answer(const WhatIfScenario &scenario, const std::stop_token &stop = {}) const;

private:
    WhatIfStudy() = default;
    Status readSteps(const Run &run, std::optional<std::int64_t> step, const std::stop_token &stop);
    void readMemory(const Run &run);
    void readTransferSize(const Run &run);
    void resample();
    [[nodiscard]] WhatIfAnswer withoutLaunches(const WhatIfScenario &scenario) const;
    /// By how much the measured steps are shorter, the one that stands for all at most to what its busiest rank works;
    /// nothing where the question asks for another order or nothing.
    [[nodiscard]] std::optional<Nanos> savedInOrder(const WhatIf &question, const WhatIfResult &result) const;
    [[nodiscard]] Status addInterval(const WhatIf &question, const std::stop_token &stop, WhatIfAnswer &answer) const;
    [[nodiscard]] Status addSplits(const WhatIf &question, const std::stop_token &stop, WhatIfAnswer &answer) const;
    [[nodiscard]] MemoryFit memoryOf(const std::vector<double> &activations, const ScheduleOptions &schedule,
                                     const std::vector<double> &won) const;

    struct RankMemory {
        std::int64_t peak = 0;   ///< bytes, allocated at most
        std::int64_t least = 0;  ///< allocated at least: weights, gradients, optimizer
    };

    /// The step that stands for all.
    struct Measured {
        std::int64_t step = 0;
        Nanos window{0};
        double bubbleShare = 0;
        std::optional<Counterfactuals> causes{};  ///< nothing where it cannot be replayed
    };

    struct Replayed;

    std::optional<Message> m_refusal;
    std::shared_ptr<const Replayed> m_replayed;  ///< the measured steps; null where none is whole
    std::optional<std::int64_t> m_step;          ///< nothing = all
    PipelineChart m_chart;
    StageCosts m_costs;
    std::vector<StageCosts> m_resamples;
    Measured m_measured;
    std::vector<int> m_layers;
    std::vector<RankMemory> m_memory;  ///< by position; empty = not recorded
    std::optional<std::int64_t> m_capacity;
    std::optional<std::int64_t> m_transferSize;  ///< bytes of one activation or gradient
    std::optional<Nanos> m_asIs;                 ///< simulated makespan of what was measured
    std::vector<double> m_activations;
    bool m_isHostTime = false;
};

}  // namespace stagescope
