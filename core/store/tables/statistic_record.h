#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

constexpr std::int64_t kNoStatisticTime = INT64_MIN;

/// A row of a sum that the profiler itself made: op_statistic*.csv, api_statistic*.csv, dataset*.csv; or the sum
/// of what it lists call by call beside the trace: operator_details*.csv. Times in ns, -1 = not told. Or one figure of
/// a counter ("counter": hbm*.csv, cpu_usage*.csv ...), which has what begins with `device` and none of the times. Or a
/// call of an operator in an execution trace ("execution"), in the order of the calls: its input shapes are the group,
/// their types the unit, what it communicates the note.
struct StatisticRecord {
    std::string_view file{};   ///< name of the file, without its folder
    std::string_view of{};     ///< what is summed up: "op", "api", "operator", "data", "counter", "execution"
    std::string_view name{};   ///< type of the operators, name of the function
    std::string_view group{};  ///< core that ran them (AI_CORE ...), level of the function (acl, runtime, node, hccl),
                               ///< side whose time it is ("host"),
                               ///< stage of a data pipeline's operator, which counters
    std::int64_t count = -1;
    std::int64_t total = -1;
    std::int64_t min = -1;
    std::int64_t max = -1;
    std::string_view note{};  ///< whatever else the file says of it
    std::int64_t device = -1;
    std::int64_t time = kNoStatisticTime;  ///< ns, by the clock of the file
    std::string_view quantity{};
    std::string_view unit{};  ///< of the value, both as the file has them
    double value = 0;

    static constexpr TableKind kKind = TableKind::Statistics;
    static constexpr auto fields() {
        using R = StatisticRecord;
        return std::array<Field<R>, 14>{{{"file", &R::file},
                                         {"of", &R::of},
                                         {"name", &R::name},
                                         {"group", &R::group},
                                         {"count", &R::count},
                                         {"total_ns", &R::total},
                                         {"min_ns", &R::min},
                                         {"max_ns", &R::max},
                                         {"note", &R::note},
                                         {"device", &R::device},
                                         {"time_ns", &R::time},
                                         {"quantity", &R::quantity},
                                         {"unit", &R::unit},
                                         {"value", &R::value}}};
    }
};

}  // namespace stagescope
