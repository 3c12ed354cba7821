#pragma once

#include "core/base/ids.h"
#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// A step has no bounds on the device.
constexpr std::int64_t kNoDeviceTime = INT64_MIN;

/// A step of one rank. ns.
struct StepRecord {
    std::int64_t step = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    /// Of the device work that was launched in the step; kNoDeviceTime where the file does not tell.
    std::int64_t deviceBegin = kNoDeviceTime;
    std::int64_t deviceEnd = kNoDeviceTime;

    static constexpr TableKind kKind = TableKind::Steps;
    static constexpr auto fields() {
        return std::array<Field<StepRecord>, 5>{{{"step", &StepRecord::step},
                                                 {"begin_ns", &StepRecord::begin},
                                                 {"end_ns", &StepRecord::end},
                                                 {"device_begin_ns", &StepRecord::deviceBegin},
                                                 {"device_end_ns", &StepRecord::deviceEnd}}};
    }
};

/// A row of step_trace_time.csv or StepTraceTime. ns, -1 = the file does not tell.
struct StepTraceRecord {
    std::string_view step{};
    std::int64_t device = -1;
    std::int64_t computing = -1;
    std::int64_t notOverlapped = -1;
    std::int64_t overlapped = -1;
    std::int64_t communication = -1;
    std::int64_t free = -1;
    std::int64_t stage = -1;
    std::int64_t bubble = -1;
    std::int64_t notOverlappedExcludeReceive = -1;
    std::int64_t preparing = -1;
    // Files of a whole cluster:
    std::string_view type{};   ///< "rank", "stage"
    std::string_view index{};  ///< "0", "(0, 1)"
    std::int64_t dp = -1;
    std::int64_t pp = -1;
    std::int64_t tp = -1;

    static constexpr TableKind kKind = TableKind::StepTraceTime;
    static constexpr auto fields() {
        using R = StepTraceRecord;
        return std::array<Field<R>, 16>{{{"step", &R::step},
                                         {"device", &R::device},
                                         {"computing_ns", &R::computing},
                                         {"not_overlapped_ns", &R::notOverlapped},
                                         {"overlapped_ns", &R::overlapped},
                                         {"communication_ns", &R::communication},
                                         {"free_ns", &R::free},
                                         {"stage_ns", &R::stage},
                                         {"bubble_ns", &R::bubble},
                                         {"not_overlapped_exclude_receive_ns", &R::notOverlappedExcludeReceive},
                                         {"preparing_ns", &R::preparing},
                                         {"type", &R::type},
                                         {"index", &R::index},
                                         {"dp", &R::dp},
                                         {"pp", &R::pp},
                                         {"tp", &R::tp}}};
    }
};

/// Merged work of the device, in ns. From small databases only; for the rest the deep trace has it.
struct BusyRecord {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t kind = 0;  ///< 0 computing, 1 communication

    static constexpr TableKind kKind = TableKind::BusyIntervals;
    static constexpr auto fields() {
        return std::array<Field<BusyRecord>, 3>{
            {{"begin_ns", &BusyRecord::begin}, {"end_ns", &BusyRecord::end}, {"kind", &BusyRecord::kind}}};
    }
};

/// What a file says of the profile as a whole.
struct EnvironmentRecord {
    /// identity (keys rank, device, host, each left out when unknown), parallel (keys as in distributed_args:
    /// tensor_model_parallel_size ... world_size, rank), environment, profiler, host, device, version, session, memory
    std::string_view section{};
    std::string_view key{};
    std::string_view value{};

    static constexpr TableKind kKind = TableKind::Environment;
    static constexpr auto fields() {
        return std::array<Field<EnvironmentRecord>, 3>{{{"section", &EnvironmentRecord::section},
                                                        {"key", &EnvironmentRecord::key},
                                                        {"value", &EnvironmentRecord::value}}};
    }
};

/// The clock of a rank, as it was compared with those of all others when all were there. Times in ns.
struct ClockRecord {
    std::int64_t rank = -1;
    std::string_view method{};      ///< "reference", "matched", "causality"; "unknown": nothing links it with another
    std::int64_t offset = 0;        ///< to be added to the rank's times
    std::int64_t uncertainty = -1;  ///< -1: not known
    std::int64_t comparisons = 0;

    static constexpr TableKind kKind = TableKind::ClockOffsets;
    static constexpr auto fields() {
        return std::array<Field<ClockRecord>, 5>{{{"rank", &ClockRecord::rank},
                                                  {"method", &ClockRecord::method},
                                                  {"offset_ns", &ClockRecord::offset},
                                                  {"uncertainty_ns", &ClockRecord::uncertainty},
                                                  {"comparisons", &ClockRecord::comparisons}}};
    }
};

/// A row of contents that names a producer of a trace ("dialect JAX", core/base/words) begins so.
inline constexpr std::string_view kDialectContents = "dialect ";

/// A table of a database with its row count, or what else a file has and how often: for "what this profile can answer".
/// Name of the contents of a database that tells of kernels or communication operators without when they ran, or of
/// tasks without what they were (rows: how many): when the device worked is not known then.
inline constexpr std::string_view kUntoldWork = "device work without records";

struct ContentsRecord {
    std::string_view name{};
    std::int64_t rows = 0;

    static constexpr TableKind kKind = TableKind::Contents;
    static constexpr auto fields() {
        return std::array<Field<ContentsRecord>, 2>{{{"name", &ContentsRecord::name}, {"rows", &ContentsRecord::rows}}};
    }
};

}  // namespace stagescope
