#pragma once

#include "core/analysis/pipeline/time/measured_graph.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// One replica of a job: a pipeline and the graphs of its steps. Both outlive what is built from them.
struct JobPipeline {
    const PipelineChart *chart = nullptr;
    std::vector<const MeasuredGraph *> steps;
};

/// What a cost of a step is for.
enum class CostClass : std::uint8_t { Forward, Backward, Activations, Gradients, Collectives, OtherWork };
constexpr std::size_t kCostClasses = 6;
/// "forward", "backward", "activations", "gradients", "collectives", "other_work" (optimizer ...). Overlapped cells
/// count as forward.
[[nodiscard]] std::string_view costClassText(CostClass cost);

/// A rank of a job by its place.
struct Worker {
    std::size_t replica = 0;  ///< index of its pipeline
    std::size_t row = 0;      ///< position in the pipeline: stage
    bool operator==(const Worker &) const = default;
};

/// The steps of a job replayed with other costs: all replicas, what couples them, and what comes before and after the
/// pipeline. After StragglerAnalysis (arXiv 2505.05713): the ideal takes each compute cell's mean over stages,
/// replicas and steps by kind and microbatch, and each transfer's and collective's median. A collective waits for
/// its members: gradients of one stage over the replicas, embeddings over first and last stage, clipping over all (a
/// barrier without length of its own, since what is recorded is the wait). Transfers take what the chart measured.
class JobReplay {
public:
    /// Whether a worker's costs of a class are ideal in a replay, or as measured. Asked once per worker and class.
    using IsIdeal = std::function<bool(Worker worker, CostClass cost)>;

    /// Of the steps that all pipelines have in whole; nothing when there are none or the pipelines differ in length.
    /// O(cells log cells).
    [[nodiscard]] static std::optional<JobReplay> of(std::span<const JobPipeline> pipelines,
                                                     const ClockAlignment &clock);

    [[nodiscard]] std::size_t replicas() const { return m_replicas; }
    [[nodiscard]] std::size_t rows() const { return m_rows; }
    [[nodiscard]] const std::vector<std::int64_t> &steps() const { return m_stepNumbers; }

    /// Sum over all steps of the time until the last rank is done. O(workers + cells of replicas whose costs are
    /// neither all ideal nor all as measured).
    [[nodiscard]] Nanos total(const IsIdeal &isIdeal) const;
    [[nodiscard]] Nanos measured() const;
    [[nodiscard]] Nanos ideal() const;

private:
    friend class JobReplayBuilder;

    struct Cost {
        Nanos measured{0};
        Nanos ideal{0};
    };
    struct Input {
        std::size_t producer = MeasuredGraph::kNone;  ///< position
        bool crosses = false;
        CostClass way = CostClass::Activations;
        Cost transfer;
    };
    /// A cell, its inputs at smaller positions.
    struct Cell {
        const MeasuredGraph::Node *node = nullptr;
        std::size_t before = MeasuredGraph::kNone;  ///< position
        std::array<Input, 2> inputs{};
        CostClass cost = CostClass::Forward;
        Cost work;  ///< before it
        Cost duration;
    };
    struct Member {
        Worker worker;
        Cost duration;
    };
    /// Work outside of the pipeline on one rank, or on several that wait for each other.
    struct Joint {
        CostClass cost = CostClass::Collectives;
        std::vector<Member> members;
    };
    struct Step {
        std::vector<std::vector<Cell>> pipelines;  ///< by replica, in dependency order
        std::vector<Joint> before;                 ///< in order
        std::vector<Joint> after;
    };
    /// How a replay chooses its costs.
    struct Choice {
        std::vector<bool> isIdeal;  ///< by (replica * rows + row) * kCostClasses + class
    };
    using Ends = std::vector<Nanos>;  ///< by replica * rows + row
    /// Of a step whose costs are all of one kind: before and after its pipelines are replayed.
    struct Kept {
        Ends before;
        Ends after;
    };
    enum Kind : std::uint8_t { Measured, Ideal, kKinds };

    [[nodiscard]] std::size_t slot(Worker worker) const { return worker.replica * m_rows + worker.row; }
    [[nodiscard]] Choice choice(const IsIdeal &isIdeal) const;
    [[nodiscard]] Nanos pick(const Choice &choice, Worker worker, CostClass cost, const Cost &value) const {
        return choice.isIdeal[slot(worker) * kCostClasses + static_cast<std::size_t>(cost)] ? value.ideal
                                                                                            : value.measured;
    }
    [[nodiscard]] Nanos replay(const Choice &choice) const;
    void keep(Kind kind);
    /// Of all costs of a replica; nothing where they differ.
    [[nodiscard]] std::optional<Kind> kindOf(std::size_t replica, const Choice &choice) const;
    /// False where what is kept begins otherwise.
    [[nodiscard]] bool takeKept(std::size_t step, std::size_t replica, Kind kind, Ends &ends) const;
    void join(const std::vector<Joint> &joints, const Choice &choice, Ends &ends) const;
    void play(std::size_t step, std::size_t replica, const Choice &choice, Ends &ends) const;

    std::size_t m_replicas = 0;
    std::size_t m_rows = 0;
    std::vector<std::int64_t> m_stepNumbers;
    std::vector<Step> m_steps;
    std::array<std::vector<Kept>, kKinds> m_kept;  ///< by step
};

}  // namespace stagescope
