#include "core/formats/tables/comm_op_rows.h"

#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <array>

namespace stagescope {

std::string_view p2pOf(const CommOpRow &row) {
    if (row.type == "send" || row.type == "recv") {
        return row.type == "send" ? "send" : "receive";
    }
    // NCCL runs an exchange of all with all by the same kernel as transfers between two.
    const bool isCollective = !row.library.empty() && !row.type.empty() && row.type != "coalesced";
    return isCollective ? std::string_view{} : p2pKind(row.name);
}

void addCommOp(TableBuilder &table, const CommOpRow &row) {
    const auto p2p = p2pOf(row);
    std::int64_t bytes = row.bytes.value_or(-1);
    const std::int64_t size = elementBytes(row.dataType);
    if (!row.bytes && (row.count < 0 || size == 0 || __builtin_mul_overflow(row.count, size, &bytes))) {
        bytes = -1;
    }
    table.set("name", row.name).set("group", row.group).set("type", row.type).set("p2p", p2p);
    table.set("connection", row.connection).set("begin_ns", row.begin).set("end_ns", row.end);
    table.set("count", row.count).set("data_type", row.dataType).set("algorithm", row.algorithm);
    table.set("relay", row.relay).set("retry", row.retry).set("bytes", bytes);
    table.set("members", row.members).set("peer", row.peer);
    if (!row.library.empty()) {
        table.set("library", row.library).set("sequence", row.sequence);
        table.set("group_size", row.groupSize).set("splits", row.splits);
    }
    table.endRow();
}

int elementBytes(std::string_view dataType) {
    struct Size {
        std::string_view name;
        int bytes;
    };
    static constexpr std::array kSizes{
        Size{"INT8", 1},      Size{"UINT8", 1},         Size{"HIF8", 1},        Size{"FP8E5M2", 1},
        Size{"FP8E4M3", 1},   Size{"INT16", 2},         Size{"UINT16", 2},      Size{"FP16", 2},
        Size{"BFP16", 2},     Size{"INT32", 4},         Size{"UINT32", 4},      Size{"FP32", 4},
        Size{"INT64", 8},     Size{"UINT64", 8},        Size{"FP64", 8},        Size{"INT128", 16},
        Size{"Byte", 1},      Size{"Char", 1},          Size{"Bool", 1},        Size{"Short", 2},
        Size{"Half", 2},      Size{"Int", 4},           Size{"Float", 4},       Size{"BFloat16", 2},
        Size{"Long", 8},      Size{"Double", 8},        Size{"Float8_e5m2", 1}, Size{"Float8_e4m3fn", 1},
        Size{"float", 4},     Size{"double", 8},        Size{"long int", 8},    Size{"int", 4},
        Size{"bool", 1},      Size{"short", 2},         Size{"signed char", 1}, Size{"unsigned char", 1},
        Size{"c10::Half", 2}, Size{"c10::BFloat16", 2},
    };
    const auto it = std::find_if(kSizes.begin(), kSizes.end(), [&](const Size &s) { return s.name == dataType; });
    return it == kSizes.end() ? 0 : it->bytes;
}

}  // namespace stagescope
