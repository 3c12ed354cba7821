#pragma once

#include "core/base/byte_source.h"
#include "core/base/result.h"
#include "core/formats/load_control.h"
#include "core/formats/pickle_sink.h"

namespace stagescope {

/// Reads a JSON text into a sink and returns its root. The text is held whole, up to 4 GiB. Errors: Malformed, Limit
/// (size, more than 64 levels), Cancelled, those of the source.
[[nodiscard]] Result<PickleValue> readSnapshotJson(ByteSource &source, PickleSink &sink, const LoadControl &control);

}  // namespace stagescope
