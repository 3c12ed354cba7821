#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

constexpr std::int64_t kNoTaskTime = INT64_MIN;

/// Figures of one task of the device that a file of its own holds beside the kernels: l2_cache*.csv, soc_pmu*.csv,
/// aicpu*.csv. Beside these columns its table has one of measures for each figure. In the order of the file. A task is
/// found by its stream and number; numbers come again after 65 536 tasks.
struct TaskMetricRecord {
    std::string_view name{};  ///< of the kernel; empty where the file does not tell
    std::int64_t stream = -1;
    std::int64_t task = -1;
    std::int64_t time = kNoTaskTime;  ///< ns, about when it ran

    static constexpr TableKind kKind = TableKind::TaskMetrics;
    static constexpr auto fields() {
        using R = TaskMetricRecord;
        return std::array<Field<R>, 4>{
            {{"name", &R::name}, {"stream", &R::stream}, {"task", &R::task}, {"time_ns", &R::time}}};
    }
};

}  // namespace stagescope
