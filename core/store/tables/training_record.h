#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

constexpr std::int64_t kNoLoggedTime = INT64_MIN;

/// A number that a training program logged at a step. A table is of one file, ordered by rank, part and step.
struct TrainingValueRecord {
    std::string_view file{};     ///< name of the log, without its folder
    std::string_view dialect{};  ///< who writes so: "megatron"
    std::int64_t rank = -1;      ///< that printed the line, where the line says it
    std::int64_t part = 0;       ///< counts up where steps begin anew: the job was started again
    std::int64_t step = 0;
    std::int64_t time = kNoLoggedTime;  ///< ns since 1970 by the clock of the log, without its time zone
    std::string_view metric{};          ///< one name for what all dialects log ("loss"), else the log's own
    double value = 0;                   ///< may be no number: a loss that diverged; times in ns, memory in bytes
    std::string_view unit{};            ///< "ns", "bytes", else as the log has it

    static constexpr TableKind kKind = TableKind::TrainingValues;
    static constexpr auto fields() {
        using R = TrainingValueRecord;
        return std::array<Field<R>, 9>{{{"file", &R::file},
                                        {"dialect", &R::dialect},
                                        {"rank", &R::rank},
                                        {"part", &R::part},
                                        {"step", &R::step},
                                        {"time_ns", &R::time},
                                        {"metric", &R::metric},
                                        {"value", &R::value},
                                        {"unit", &R::unit}}};
    }
};

}  // namespace stagescope
