#pragma once

#include "core/base/import_log.h"
#include "core/base/result.h"
#include "core/formats/training_log/log_assembly.h"
#include "core/formats/training_log/log_bytes.h"

#include <string>
#include <string_view>

namespace stagescope {

/// Whether a file begins as one of TensorBoard does: a length with its right checksum.
[[nodiscard]] bool isEventFile(std::string_view head);

/// Scalars of a file of TensorBoard, in constant memory. A last record that is not whole is one that is being written.
/// Errors: Malformed behind a length that cannot be right, Cancelled, those of ByteSource.
[[nodiscard]] Status readEvents(LogBytes &bytes, const std::string &path, LogAssembly &out, ImportLog &log);

/// The checksum of its records: CRC-32C, turned by 15 bits, with a constant added. O(bytes).
[[nodiscard]] std::uint32_t maskedChecksum(std::string_view bytes);

}  // namespace stagescope
