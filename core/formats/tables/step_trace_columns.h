#pragma once

#include "core/store/tables/table_store.h"

#include <array>
#include <optional>
#include <string_view>

namespace stagescope {

/// The nine durations of a step as step_trace_time.csv and analysis.db name them; microseconds in the files. The time
/// split is defined in the documentation of msprof-analyze: communication = overlapped + not overlapped, and a step
/// lasts computing + not overlapped + free.
struct StepTraceColumn {
    std::string_view table;  ///< in TableKind::StepTraceTime
    std::string_view csv;
    std::string_view database;
};
constexpr std::array<StepTraceColumn, 9> kStepTraceColumns{{
    {"computing_ns", "Computing", "computing"},
    {"not_overlapped_ns", "Communication(Not Overlapped)", "communication_not_overlapped"},
    {"overlapped_ns", "Overlapped", "overlapped"},
    {"communication_ns", "Communication", "communication"},
    {"free_ns", "Free", "free"},
    {"stage_ns", "Stage", "stage"},
    {"bubble_ns", "Bubble", "bubble"},
    {"not_overlapped_exclude_receive_ns", "Communication(Not Overlapped and Exclude Receive)",
     "communication_not_overlapped_and_exclude_receive"},
    {"preparing_ns", "Preparing", "preparing"},
}};

}  // namespace stagescope
