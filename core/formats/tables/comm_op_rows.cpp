#include "core/formats/tables/comm_op_rows.h"

#include "core/formats/tables/trace_vocabulary.h"

#include <algorithm>
#include <array>

namespace stagescope {

std::string_view p2pOf(const CommOpRecord &op) {
    if (op.type == "send" || op.type == "recv") {
        return op.type == "send" ? "send" : "receive";
    }
    // NCCL runs an exchange of all with all by the same kernel as transfers between two.
    const bool isCollective = !op.library.empty() && !op.type.empty() && op.type != "coalesced";
    return isCollective ? std::string_view{} : p2pKind(op.name);
}

CommOpRecord completed(CommOpRecord op) {
    op.p2p = p2pOf(op);
    const std::int64_t size = elementBytes(op.dataType);
    if (op.bytes < 0 && (op.count < 0 || size == 0 || __builtin_mul_overflow(op.count, size, &op.bytes))) {
        op.bytes = -1;
    }
    if (op.library.empty()) {
        op.sequence = -1;
        op.groupSize = -1;
        op.splits = {};
    }
    return op;
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
