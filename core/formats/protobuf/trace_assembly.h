#pragma once

#include "core/base/result.h"
#include "core/base/words/producer_words.h"
#include "core/formats/io/load_control.h"
#include "core/formats/protobuf/trace_rows.h"
#include "core/store/sink.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

struct AssemblyOptions {
    std::string path{};
    std::int64_t origin = 0;  ///< MergeOptions::origin
    MemoryTeller memory{};
    /// Who wrote the file, beside what its tracks tell.
    std::vector<std::string_view> categories{};
};

/// Rows of workers to one trace with its tables: steps, kernels with their launches, communication, copies, memory,
/// health. Where host and devices mark steps, those of the host count if calls are joined with works, else those of the
/// devices. What is handed over does not depend on the number of workers. Errors: Cancelled.
[[nodiscard]] Status assembleTrace(std::vector<TraceRows> rows, const AssemblyOptions &options, Sink &sink,
                                   const LoadControl &control);

}  // namespace stagescope
