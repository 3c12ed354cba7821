#pragma once

#include "core/base/io/byte_source.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace stagescope {

/// A call of an operator in an execution trace. Plain value.
struct ExecutionNode {
    std::int64_t id = -1;
    std::int64_t parent = -1;
    std::int64_t order = -1;  ///< rf_id: counts the calls, as a trace of the same run does
    std::string name{};
    std::string shapes{};
    std::string types{};
    std::string collective{};
    std::string word{};  ///< the last text among its values: of a collective its name, in versions without attributes
};
inline constexpr std::size_t kMostExecutionNodes = 5'000'000;

/// Chakra's form of execution traces (*.et of mlcommons/chakra, schema/protobuf/et_def.proto): messages, each behind
/// its length; the first tells the version or has an attribute `schema`, the others are nodes. Numbers that are 0 are
/// left out.
struct ChakraFile {
    std::string version{};
    Status status{};  ///< Truncated, Malformed, Cancelled or what reading said; the nodes before it were given
};
/// Gives the nodes of a file one by one with the byte of their message. O(bytes), one message in memory.
[[nodiscard]] ChakraFile readChakraNodes(ByteSource &source, const LoadControl &control,
                                         const std::function<void(ExecutionNode, std::uint64_t)> &give);
/// First bytes of such a file: a version or schema and, where the first message does not reach beyond them, a node
/// with a name.
[[nodiscard]] bool looksLikeChakra(std::string_view head);

}  // namespace stagescope
