#pragma once

#include "core/store/tables/run_records.h"

#include <array>
#include <string_view>

namespace stagescope {

/// The nine durations of a step as step_trace_time.csv and analysis.db name them; microseconds in the files. The time
/// split is defined in the documentation of msprof-analyze: communication = overlapped + not overlapped, and a step
/// lasts computing + not overlapped + free.
struct StepTraceColumn {
    std::int64_t StepTraceRecord::*member;
    std::string_view csv;
    std::string_view database;
};
constexpr std::array<StepTraceColumn, 9> kStepTraceColumns{{
    {&StepTraceRecord::computing, "Computing", "computing"},
    {&StepTraceRecord::notOverlapped, "Communication(Not Overlapped)", "communication_not_overlapped"},
    {&StepTraceRecord::overlapped, "Overlapped", "overlapped"},
    {&StepTraceRecord::communication, "Communication", "communication"},
    {&StepTraceRecord::free, "Free", "free"},
    {&StepTraceRecord::stage, "Stage", "stage"},
    {&StepTraceRecord::bubble, "Bubble", "bubble"},
    {&StepTraceRecord::notOverlappedExcludeReceive, "Communication(Not Overlapped and Exclude Receive)",
     "communication_not_overlapped_and_exclude_receive"},
    {&StepTraceRecord::preparing, "Preparing", "preparing"},
}};

}  // namespace stagescope
