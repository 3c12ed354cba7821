#include "core/formats/comm_op_rows.h"

#include "core/formats/trace_vocabulary.h"

#include <algorithm>
#include <array>

namespace stagescope {

void addCommOp(TableBuilder &table, const CommOpRow &row) {
    auto p2p = p2pKind(row.name);
    if (p2p.empty()) {
        p2p = row.type == "send" ? "send" : row.type == "recv" ? "receive" : std::string_view{};
    }
    std::int64_t bytes = row.bytes.value_or(-1);
    const std::int64_t size = elementBytes(row.dataType);
    if (!row.bytes && (row.count < 0 || size == 0 || __builtin_mul_overflow(row.count, size, &bytes))) {
        bytes = -1;
    }
    table.set("name", row.name).set("group", row.group).set("type", row.type).set("p2p", p2p);
    table.set("connection", row.connection).set("begin_ns", row.begin).set("end_ns", row.end);
    table.set("count", row.count).set("data_type", row.dataType).set("algorithm", row.algorithm);
    table.set("relay", row.relay).set("retry", row.retry).set("bytes", bytes);
    table.set("members", row.members).set("peer", row.peer).endRow();
}

int elementBytes(std::string_view dataType) {
    struct Size {
        std::string_view name;
        int bytes;
    };
    static constexpr std::array kSizes{
        Size{"INT8", 1},    Size{"UINT8", 1},       Size{"HIF8", 1},          Size{"FP8E5M2", 1},  Size{"FP8E4M3", 1},
        Size{"INT16", 2},   Size{"UINT16", 2},      Size{"FP16", 2},          Size{"BFP16", 2},    Size{"INT32", 4},
        Size{"UINT32", 4},  Size{"FP32", 4},        Size{"INT64", 8},         Size{"UINT64", 8},   Size{"FP64", 8},
        Size{"INT128", 16}, Size{"Byte", 1},        Size{"Char", 1},          Size{"Bool", 1},     Size{"Short", 2},
        Size{"Half", 2},    Size{"Int", 4},         Size{"Float", 4},         Size{"BFloat16", 2}, Size{"Long", 8},
        Size{"Double", 8},  Size{"Float8_e5m2", 1}, Size{"Float8_e4m3fn", 1},
    };
    const auto it = std::find_if(kSizes.begin(), kSizes.end(), [&](const Size &s) { return s.name == dataType; });
    return it == kSizes.end() ? 0 : it->bytes;
}

}  // namespace stagescope
