#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"
#include "core/store/tables/data_records.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a queue says of the operator that fills it, by the rules of MindSpore's own analysis (MindDataAnalyzer).
enum class QueueVerdict : std::uint8_t {
    None,        ///< not told, or an operator that only passes on (Repeat, Zip, Shuffle ...)
    Fine,        ///< none of the others
    Slow,        ///< the queues before it are fuller than its own by more than kSlowDrop
    SlowSource,  ///< has no operator before it, and its queue is at most kSourceUse full
    Starved,     ///< hands batches to the device, and the queue before it is empty in more than kStarvedEmpty
};
/// "", "fine", "slow", "slow_source", "starved"
[[nodiscard]] std::string_view queueVerdictText(QueueVerdict verdict);

/// What its processor time says of its number of workers.
enum class WorkerVerdict : std::uint8_t {
    None,  ///< not told
    Fine,
    More,   ///< each is busy for more than kBusyWorker: more might go faster
    Fewer,  ///< several, each busy for less than kIdleWorker
};
/// "", "fine", "more", "fewer"
[[nodiscard]] std::string_view workerVerdictText(WorkerVerdict verdict);

constexpr double kSlowDrop = 0.5;
constexpr double kSourceUse = 0.5;
constexpr double kStarvedEmpty = 0.6;
constexpr double kBusyWorker = 0.75;
constexpr double kIdleWorker = 0.2;

/// An operator with all that files say of it; -1 = not told, as in FeedOpRecord. Texts live as long as the tables of
/// the capture.
struct FeedOperator {
    FeedOpRecord is;                ///< `cpu` and `note` from whichever file has them
    std::size_t depth = 0;          ///< 0: hands to the device, or to Python
    std::optional<double> input{};  ///< how full the queues before it are, 0 to 1: their mean
    std::optional<Nanos> stages{};  ///< time of all operators of its type (dataset*.csv)
    QueueVerdict queue = QueueVerdict::None;
    WorkerVerdict workers = WorkerVerdict::None;

    /// Share of its workers' time that they are busy; nothing where either is not told.
    [[nodiscard]] std::optional<double> busyWorkers() const;
    /// "Batch(1)"
    [[nodiscard]] std::string name() const;
};

/// The pipeline of one rank.
struct FeedPipeline {
    std::vector<FeedOperator> operators;  ///< the device first, each before those that feed it
    std::vector<FeedOpRecord> others;     ///< kWholeHost, kOtherDataThreads

    /// The operator that holds up the rest: from the device on always to the emptiest queue, as long as it is less than
    /// kSourceUse full. Null where no queue is told, or the first is fuller than that. O(operators^2).
    [[nodiscard]] const FeedOperator *bottleneck() const;
};

/// Of several files that list operators the one that says most: pipeline_profiling, minddata_pipeline_summary, then
/// minddata_pipeline_raw; what others say of an operator of the same number and type is added. Parents that are none,
/// and circles of them, count as none. Any thread, O(operators^2).
[[nodiscard]] FeedPipeline dataPipeline(const RankCapture &capture);

}  // namespace stagescope
