#pragma once

#include "core/base/io/byte_source.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/formats/snapshot/pickle_sink.h"

namespace stagescope {

/// Reads a JSON text into a sink and returns its root. The text is held whole, up to 4 GiB. Errors: Malformed, Limit
/// (size, more than 64 levels), Cancelled, those of the source.
[[nodiscard]] Result<PickleValue> readSnapshotJson(ByteSource &source, PickleSink &sink, const LoadControl &control);

}  // namespace stagescope
