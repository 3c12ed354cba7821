#pragma once

#include "core/store/tables/comm_records.h"

#include <string_view>

namespace stagescope {

/// "send", "receive", "batch"; empty for a collective. The type decides, else the name.
[[nodiscard]] std::string_view p2pOf(const CommOpRecord &op);

/// The operator with the kind of transfer by its name or type, and with its bytes by count and data type where they are
/// not known (-1). What libraries like NCCL tell is dropped where the operator has no library.
[[nodiscard]] CommOpRecord completed(CommOpRecord op);

/// Bytes of an element by the names of HCCL ("BFP16") and of PyTorch ("BFloat16"); 0 for unknown ones.
[[nodiscard]] int elementBytes(std::string_view dataType);

}  // namespace stagescope
