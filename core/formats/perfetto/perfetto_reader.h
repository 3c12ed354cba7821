#pragma once

#include "core/base/io/file_source.h"
#include "core/base/key_values.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/store/sink.h"

#include <cstdint>

namespace stagescope {

/// Reads a trace of Perfetto in two passes: tracks and clocks, then events. What is whole of a damaged file is handed
/// over. Errors as Format::load.
[[nodiscard]] Status readPerfetto(const FileSource &file, Sink &sink, const LoadControl &control);
/// Name, categories and annotations of the event in the packet of that number.
[[nodiscard]] Result<KeyValues> readPerfettoEvent(const FileSource &file, std::uint64_t number);

}  // namespace stagescope
