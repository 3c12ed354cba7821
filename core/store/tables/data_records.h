#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

// Rows of FeedOpRecord that are no operator of the pipeline.
constexpr std::int64_t kOtherDataThreads = -1;  ///< all threads of the process that belong to no operator
constexpr std::int64_t kWholeHost = -2;         ///< the machine: `workers` are its processors

/// What one file says of an operator of MindData's pipeline, from the file's list or tree. Several files tell of the
/// same operators, by the same numbers; each says a part. -1 = not told.
struct FeedOpRecord {
    std::string_view file{};  ///< name of the file, without its folder
    std::int64_t op = 0;      ///< number of the operator; kOtherDataThreads, kWholeHost
    std::int64_t parent = -1;
    std::string_view type{};  ///< Batch, Map, GeneratorDataset ...; empty where the file does not tell
    std::int64_t workers = -1;
    std::int64_t samples = -1;      ///< of the queue to the parent
    std::int64_t queueLength = -1;  ///< what it holds at most
    double queueSize = -1;          ///< mean over samples
    double queueUse = -1;           ///< mean over samples of size / length, 0 to 1
    double queueEmpty = -1;         ///< share of the samples, 0 to 1
    double cpu = -1;                ///< mean over samples; 1 = one processor all of the time
    std::string_view note{};        ///< what the profiler's own analysis says of it

    static constexpr TableKind kKind = TableKind::DataOps;
    static constexpr auto fields() {
        using R = FeedOpRecord;
        return std::array<Field<R>, 12>{{{"file", &R::file},
                                         {"op", &R::op},
                                         {"parent", &R::parent},
                                         {"type", &R::type},
                                         {"workers", &R::workers},
                                         {"samples", &R::samples},
                                         {"queue_length", &R::queueLength},
                                         {"queue_size", &R::queueSize},
                                         {"queue_use", &R::queueUse},
                                         {"queue_empty", &R::queueEmpty},
                                         {"cpu", &R::cpu},
                                         {"note", &R::note}}};
    }
};

/// A batch on its way from the pipeline to the device, at one of its stations. ns, -1 = not told.
struct FeedBatchRecord {
    std::string_view file{};  ///< name of the file, without its folder
    /// "device_queue" (pushed to the device), "iterator" (handed to Python), "summary" (the first as its sums have it),
    /// "get_next" (taken out of the queue on the device)
    std::string_view station{};
    std::int64_t batch = 0;   ///< from 1
    std::int64_t fetch = -1;  ///< until the pipeline had it ready
    std::int64_t push = -1;   ///< until it was handed on
    std::int64_t total = -1;
    std::int64_t wait = -1;         ///< of the device, for it
    std::int64_t queueLength = -1;  ///< what the queue behind the station holds at most
    std::int64_t queueSize = -1;    ///< batches that were ready in it
    std::int64_t time = -1;         ///< on the station's own clock

    static constexpr TableKind kKind = TableKind::DataBatches;
    static constexpr auto fields() {
        using R = FeedBatchRecord;
        return std::array<Field<R>, 10>{{{"file", &R::file},
                                         {"station", &R::station},
                                         {"batch", &R::batch},
                                         {"fetch_ns", &R::fetch},
                                         {"push_ns", &R::push},
                                         {"total_ns", &R::total},
                                         {"wait_ns", &R::wait},
                                         {"queue_length", &R::queueLength},
                                         {"queue_size", &R::queueSize},
                                         {"time_ns", &R::time}}};
    }
};

/// Something that happened while data were prepared for the device, as msprof tells it (dp_*.csv).
struct FeedEventRecord {
    std::string_view file{};    ///< name of the file, without its folder
    std::int64_t at = 0;        ///< ns, on the clock of the profile
    std::string_view action{};  ///< "Last dequeue" ...
    std::string_view source{};  ///< name of the queue
    std::int64_t cached = -1;   ///< "Cached Buffer Size", whose unit nothing tells; -1 = not told

    static constexpr TableKind kKind = TableKind::DataEvents;
    static constexpr auto fields() {
        using R = FeedEventRecord;
        return std::array<Field<R>, 5>{{{"file", &R::file},
                                        {"at_ns", &R::at},
                                        {"action", &R::action},
                                        {"source", &R::source},
                                        {"cached", &R::cached}}};
    }
};

}  // namespace stagescope
