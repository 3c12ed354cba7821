#pragma once

#include "core/analysis/pipeline/schedule/schedule.h"
#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

inline constexpr std::int64_t kPpm = 1'000'000;  ///< parts of a whole, as factors are given
inline constexpr int kDemoFirstStep = 5;         ///< number of the first captured step

/// A trouble planted in the mechanics of a synthetic cluster. Factors are kept in millionths, so that the demo computes
/// with integers only and comes out alike on every machine.
struct DemoFault {
    enum class Kind : std::uint8_t {
        SlowRank,        ///< "slow-rank=R:factor": kernels of rank R take factor times as long
        SlowStage,       ///< "slow-stage=S:factor": the same for all ranks of stage S
        SlowLink,        ///< "slow-link=A-B:factor": transfers between ranks A and B, both ways
        SlowHost,        ///< "slow-host=R:factor": host calls of rank R, which becomes host-bound
        SlowLoader,      ///< "slow-loader=R:factor": fetching a batch on rank R
        LowFrequency,    ///< "low-frequency=R:factor": cores of rank R run at 1 / factor of their frequency; so do
                         ///< kernels
        MemoryLeak,      ///< "memory-leak=R:bytes": rank R keeps that many bytes more at the end of each step
        UnevenCells,     ///< "uneven-cells=R:factor": each cell of rank R takes 1 / factor to 2 - 1 / factor times as
                         ///< long, by chance, so that their mean stays
        UnevenData,      ///< "uneven-data=P:factor": each microbatch of replica P takes 1 / factor to 2 - 1 / factor
                         ///< times as long in all stages, forwards and backwards, by chance; the step has as much data
        SlowOperator,    ///< "slow-operator=R:factor": FlashAttentionScore on rank R
        ExtraKernel,     ///< "extra-kernel=R:I": rank R runs a Cast after the I-th kernel of each layer's forward
        SwappedKernels,  ///< "swapped-kernels=R:I": the I-th kernel of each layer's forward and the next one change
                         ///< places
        MissingKernel,   ///< "missing-kernel=R:N": in step N rank R leaves out the first kernel of all
        AiCpuKernel,     ///< "ai-cpu-kernel=R:I": as ExtraKernel, an Index on the AI CPU
        GcPause,    ///< "gc-pause=R:ms": the host of rank R collects garbage that long amid each step, before a forward
        Recompile,  ///< "recompile=R:us": the host of rank R compiles that long before each layer's forward
        UnfusedNorm,      ///< "unfused-norm=R:N": rank R runs the forward norms of the first N layers of its stages as
                          ///< the single kernels that a fused one replaces
        UnfusedSwiGlu,    ///< "unfused-swiglu=R:N": likewise the gated products, backward too
        UnfusedRotary,    ///< "unfused-rotary=R:N": likewise the forward rotary embeddings
        NoReduceOverlap,  ///< "no-reduce-overlap=S:N": stage S reduces N buckets of gradients behind its last backward
                          ///< that usually run beside it, where the demo does not write them
    };
    Kind kind = Kind::SlowRank;
    int first = 0;   ///< rank or stage
    int second = 0;  ///< the other rank of a link
    std::int64_t factorPpm = 1'000'000;
    std::int64_t amount = 0;  ///< what stands behind the colon above, where it is no factor
    bool operator==(const DemoFault &) const = default;
};
/// Whether a fault has an amount, rather than a factor.
[[nodiscard]] bool hasAmount(DemoFault::Kind kind);
/// As it is written on the command line.
[[nodiscard]] std::string demoFaultText(const DemoFault &fault);
[[nodiscard]] Result<DemoFault> demoFaultFromText(std::string_view text);

/// What the backward pass of a layer computes once more, so that it need not be kept.
enum class DemoRecompute : std::uint8_t { Nothing, Activation, Norm, Full };

/// What `stagescope demo` can be asked for. A value; checkDemoOptions says whether it makes sense as a whole.
struct DemoOptions {
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    DrainOrder drain = DrainOrder::Ascending;
    int chunks = 0;  ///< as in ScheduleOptions, with the next ones
    int groupSize = 0;
    bool overlapsMoe = false;
    bool detachesWeights = false;
    bool hasLogits = false;
    bool isNamed = false;          ///< marks of cells carry 'current_microbatch'
    bool hasStepTaskInfo = false;  ///< the databases hold what the peer's recipe pp_chart adds to them
    int pp = 4;                    ///< ranks of a pipeline
    int dp = 2;                    ///< replicas of the pipeline
    int microbatches = 8;
    int steps = 3;
    int layersPerStage = 2;  ///< of a virtual stage where ranks hold several chunks
    int ranksPerHost = 8;
    Nanos clockOffset{0};  ///< each host's clock is off by a value from [-clockOffset, clockOffset]
    std::uint64_t seed = 1;
    DemoRecompute recompute = DemoRecompute::Nothing;
    int recomputeStage = -1;  ///< -1 = all
    std::vector<DemoFault> faults;

    [[nodiscard]] int ranks() const { return pp * dp; }
    [[nodiscard]] ScheduleOptions scheduleOptions() const;
};

struct DemoOptionSpec {
    std::string name;          ///< without the dashes: "microbatches"
    std::string defaultValue;  ///< as it would be typed; empty for a repeatable option
    std::string meaning;       ///< one sentence part
    std::string value{};       ///< what the help writes for its value: "N"; empty for a flag
    bool isRepeatable = false;
    [[nodiscard]] bool isFlag() const { return value.empty(); }  ///< stands alone, is set by an empty value
};
/// A line for each fault that can be planted: "slow-rank=R:F  note".
[[nodiscard]] std::string demoFaultLines();
/// All options, in the order in which help should list them.
[[nodiscard]] const std::vector<DemoOptionSpec> &demoOptionSpecs();

/// Sets one option from text. BadArgument for an unknown name or a value that cannot be read. A repeatable option
/// appends.
[[nodiscard]] Status setDemoOption(DemoOptions &options, std::string_view name, std::string_view value);
/// Defaults, then each pair in turn, then checkDemoOptions.
[[nodiscard]] Result<DemoOptions> parseDemoOptions(const std::vector<std::pair<std::string, std::string>> &pairs);
/// Ranges of all values, a schedule that exists, faults that name ranks and stages that exist, total size.
[[nodiscard]] Status checkDemoOptions(const DemoOptions &options);

}  // namespace stagescope
