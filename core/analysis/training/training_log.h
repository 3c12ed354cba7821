#pragma once

#include "core/session/workspace.h"
#include "core/store/tables/table_schema.h"
#include "core/store/tables/training_record.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a log says of one step. kNotTold where it says nothing.
struct LoggedStep {
    std::int64_t step = 0;
    std::int64_t part = 0;  ///< TrainingValueRecord::part
    std::int64_t time = kNoLoggedTime;
    double stepTime = kNotTold;  ///< ns; of a log that tells every tenth step the mean of ten
    double elapsed = kNotTold;   ///< ns since the training began
    double loss = kNotTold;
    double gradNorm = kNotTold;
    double learningRate = kNotTold;
    double tokens = kNotTold;  ///< per second
    double tflops = kNotTold;  ///< TFLOP/s per device
    double mfu = kNotTold;     ///< percent
    double memory = kNotTold;  ///< bytes
    double epoch = kNotTold;
    bool hasLoss = false;  ///< also where it is no number
};

/// Steps of one log, of one rank, by part and step.
struct LoggedSeries {
    std::string_view file;
    std::string_view dialect;
    int rank = -1;  ///< -1: lines tell none
    std::vector<LoggedStep> steps;
    /// The log has no times of steps: they are worked out from times of lines, to about so many ns.
    bool isByClock = false;
    double resolution = 0;
    std::shared_ptr<const TableStore> table;  ///< owns the texts
};

/// Of each log the rank that tells most steps, in the order of the files. Empty without logs. O(values).
[[nodiscard]] std::vector<LoggedSeries> loggedSeries(const Run &run);
/// The one that tells most steps with a time, else with a loss; null of none.
[[nodiscard]] const LoggedSeries *mainSeries(const std::vector<LoggedSeries> &all);
/// Whether the run has a log that was read.
[[nodiscard]] bool hasTrainingLog(const Run &run);

}  // namespace stagescope
