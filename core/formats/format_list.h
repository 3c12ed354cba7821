#pragma once

#include "core/formats/format.h"

namespace stagescope {

// One factory per reader; each is defined in core/formats/<name>_format.cpp and listed in format_list.cpp.
[[nodiscard]] std::unique_ptr<Format> makeProfilerDbFormat();
[[nodiscard]] std::unique_ptr<Format> makeAnalysisDbFormat();
[[nodiscard]] std::unique_ptr<Format> makeTraceJsonFormat();
[[nodiscard]] std::unique_ptr<Format> makeStepTraceTimeFormat();
[[nodiscard]] std::unique_ptr<Format> makeProfilerInfoFormat();
[[nodiscard]] std::unique_ptr<Format> makeProfilerMetadataFormat();

}  // namespace stagescope
