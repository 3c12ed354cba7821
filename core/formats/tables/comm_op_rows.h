#pragma once

#include "core/store/tables/table_store.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stagescope {

/// One row of TableKind::CommOps; what a file does not tell stays as it is here.
struct CommOpRow {
    std::string_view name;
    std::string_view group;
    std::string_view type;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t connection = -1;
    std::int64_t count = -1;
    std::string_view dataType;
    std::string_view algorithm;
    std::int64_t relay = -1;
    std::int64_t retry = -1;
    std::optional<std::int64_t> bytes;  ///< nothing: count x size of the data type
    std::string_view members;
    std::int64_t peer = -1;
    std::string_view library;  ///< "NCCL"; empty for HCCL, whose rows lack what follows
    std::int64_t sequence = -1;
    std::int64_t groupSize = -1;
    std::string_view splits;
};

/// "send", "receive", "batch"; empty for a collective. The type decides, else the name.
[[nodiscard]] std::string_view p2pOf(const CommOpRow &row);

/// Adds the row, with the kind of transfer by its name or type, and its bytes.
void addCommOp(TableBuilder &table, const CommOpRow &row);

/// Bytes of an element by the names of HCCL ("BFP16") and of PyTorch ("BFloat16"); 0 for unknown ones.
[[nodiscard]] int elementBytes(std::string_view dataType);

}  // namespace stagescope
