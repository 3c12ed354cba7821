#pragma once

#include "core/analysis/overview/capabilities.h"
#include "core/analysis/overview/top_operators.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/time_split.h"
#include "core/base/message.h"
#include "core/scene/pipeline/pipeline_scene.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// One fact of the first line: "steps 2". An empty value is unknown.
struct SummaryFact {
    Message label;
    std::string value;
};

/// One rank's time in the step in question.
struct SplitBar {
    int rank = 0;
    int stage = -1;  ///< -1 unknown
    std::string host;
    TimeParts parts;
    std::optional<Nanos> profiler{};      ///< what recording it cost the host, an estimate (TimeSplit::profiler)
    std::optional<TimeParts> baseline{};  ///< of the same rank in the baseline
};
struct SplitSummary {
    std::vector<SplitBar> bars;        ///< by rank
    std::optional<std::int64_t> step;  ///< that is shown; nothing where no steps are known
    bool isTypical = false;            ///< of several steps it stands for all (typical_step.h)
    std::size_t steps = 0;             ///< that there are
    std::size_t fromIntervals = 0;     ///< ranks split from device work
    std::size_t fromReports = 0;       ///< ranks taken from step_trace_time
    std::string baseline{};            ///< label of the run that bars are compared with
    bool isSameStep = false;           ///< that run has the same step; else its typical one is shown
};

/// Ranks by stage (row) and replica (column).
struct StrategyGrid {
    enum class Source : std::uint8_t { None, Sizes, Groups };
    Source source = Source::None;
    int stages = 0;
    int replicas = 0;
    struct Place {
        int rank = 0;
        int stage = 0;
        int replica = 0;
        bool found = true;
        bool isDamaged = false;
    };
    std::vector<Place> places;
};

/// How long one step took, over the ranks that have it.
struct StepBar {
    std::int64_t step = 0;
    Nanos mean{0};
    Nanos shortest{0};
    Nanos longest{0};
    std::size_t ranks = 0;
};

/// One setting with all values it has over the ranks, most frequent first.
struct EnvironmentRow {
    std::string section;
    std::string key;
    struct Value {
        std::string text;
        std::vector<int> ranks;
    };
    std::vector<Value> values;
    [[nodiscard]] bool differs() const { return values.size() > 1; }
};

/// A kind of file that was found.
struct FoundFiles {
    Message name;
    std::size_t count = 0;
    std::uint64_t bytes = 0;
    bool isRead = false;
};

/// Everything the summary of a run shows, from shallow loading, and of one rank by itself from all that is loaded. A
/// plain value, made on the pool.
struct SummaryModel {
    RunId run;
    std::string label;
    Platform platform = Platform::TorchNpu;
    std::size_t ranks = 0;       ///< captures in use
    std::size_t ranksReady = 0;  ///< of these, read at least shallowly, or damaged
    std::vector<SummaryFact> facts;
    SplitSummary split;
    StrategyGrid strategy;
    std::optional<PipelineInput> pipeline;  ///< of the group that was asked for, else of the first that has cells
    std::vector<StepBar> steps;
    std::vector<TopOperator> operators{};     ///< the longest first; of one rank alone
    std::vector<EnvironmentRow> environment;  ///< what differs first
    std::vector<Capability> capabilities;
    std::vector<FoundFiles> found;

    [[nodiscard]] bool isLoading() const { return ranksReady < ranks; }
    /// A rank by itself, outside of any pipeline: its device is what the page is about, no place among others.
    [[nodiscard]] bool isOfOneDevice() const { return ranks == 1 && !pipeline && strategy.places.size() < 2; }
};

/// Which pipeline is drawn: an unknown or empty group is the first one with cells, no step a usual one.
struct SummaryPipeline {
    std::string group;
    std::optional<std::int64_t> step{};
    bool operator==(const SummaryPipeline &) const = default;
};
/// `step`: the step whose time split is shown; nothing or unknown = the typical one. `baseline` may be null. Stopped:
/// whatever there is by then. O(rows of the shallow tables). Any thread.
[[nodiscard]] SummaryModel summaryModel(const Run &run, std::optional<std::int64_t> step,
                                        const SummaryPipeline &pipeline = {}, const Run *baseline = nullptr,
                                        const std::stop_token &stop = {});

/// A step's length and its parts with about four digits: "4.426 ms", "11.70 s".
[[nodiscard]] std::string lengthText(Nanos length);

// Parts of summaryModel, each of its own use in tests.
[[nodiscard]] std::vector<SummaryFact> summaryFacts(const Run &run, const std::vector<StepBar> &steps);
[[nodiscard]] SplitSummary splitSummary(const std::vector<TimeSplit> &splits, const Run &run,
                                        std::optional<std::int64_t> step);
/// Puts the same ranks of a baseline beside the bars: the same step where it has it, else, and where the
/// step stands for all, its typical one.
void addBaseline(SplitSummary &summary, const std::vector<TimeSplit> &splits, const Run &baseline);
[[nodiscard]] StrategyGrid strategyGrid(const Run &run);
/// Step time, share of it in which the device works, use of its peak, peak of memory, and what it works on. O(kernels).
void addDevice(SummaryModel &model, const RankCapture &capture, const std::stop_token &stop = {});
/// By the splits; where no work of a device is known, by the marks of the host.
[[nodiscard]] std::vector<StepBar> stepBars(const Run &run, const std::vector<TimeSplit> &splits);
[[nodiscard]] std::vector<EnvironmentRow> environmentRows(const Run &run);
/// The values that a key has over the ranks, joined by ", "; keys match with and without a leading path and underscore.
[[nodiscard]] std::string settingText(const std::vector<EnvironmentRow> &rows, std::string_view key);

}  // namespace stagescope
