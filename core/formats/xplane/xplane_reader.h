#pragma once

#include "core/base/io/file_source.h"
#include "core/base/key_values.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/store/sink.h"

#include <cstdint>

namespace stagescope {

/// Reads an XSpace whole, in two passes: names first, then lines, by as many workers as there are. What is whole of a
/// damaged file is handed over. Errors as Format::load.
[[nodiscard]] Status readXPlane(const FileSource &file, Sink &sink, const LoadControl &control);
/// Devices, hosts and the time of recording. Compressed files are left for the deep reading.
[[nodiscard]] Status readXPlaneHead(const FileSource &file, Sink &sink, const LoadControl &control);
/// Names, times in picoseconds and statistics of the event at a byte.
[[nodiscard]] Result<KeyValues> readXPlaneEvent(const FileSource &file, std::uint64_t place);

}  // namespace stagescope
