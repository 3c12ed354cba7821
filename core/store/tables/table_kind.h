#pragma once

#include <cstdint>
#include <string_view>

namespace stagescope {

/// The tables that loading yields, one per file, kind and rank. What a row of each holds: the records in this folder.
enum class TableKind : std::uint8_t {
    Steps,           ///< StepRecord
    StepTraceTime,   ///< StepTraceRecord
    BusyIntervals,   ///< BusyRecord
    PipelineCells,   ///< CellRecord
    P2pOps,          ///< P2pOpRecord
    CommOps,         ///< CommOpRecord
    CommTimes,       ///< CommTimeRecord
    CommBandwidths,  ///< CommBandwidthRecord
    CommLinks,       ///< CommLinkRecord
    Environment,     ///< EnvironmentRecord
    Groups,          ///< GroupRecord
    MemorySamples,   ///< MemorySampleRecord
    MemoryOps,       ///< MemoryOpRecord
    Contents,        ///< ContentsRecord
    Kernels,         ///< KernelRecord
    Statistics,      ///< StatisticRecord
    Copies,          ///< CopyRecord
    TaskMetrics,     ///< TaskMetricRecord
    DataOps,         ///< FeedOpRecord
    DataBatches,     ///< FeedBatchRecord
    ClockOffsets,    ///< ClockRecord
    DataEvents,      ///< FeedEventRecord
    TraceHealth,     ///< HealthRecord
    FlightCalls,     ///< FlightCallRecord
    FlightGroups,    ///< FlightGroupRecord
    ThreadStates,    ///< ThreadStateRecord
    ThreadWaits,     ///< ThreadWaitRecord
    CpuStates,       ///< CpuStateRecord
    TrainingValues,  ///< TrainingValueRecord
};
/// For those who go through all of them.
inline constexpr auto kLastTableKind = TableKind::TrainingValues;

constexpr std::int64_t kNoBytes = INT64_MIN;
constexpr std::int64_t kNoMemoryTime = INT64_MIN;

[[nodiscard]] std::string_view tableKindName(TableKind kind);

}  // namespace stagescope
