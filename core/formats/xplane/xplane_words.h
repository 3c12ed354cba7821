#pragma once

#include "core/formats/protobuf/proto_fields.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Statistics of XPlane that are used here; all others are details of an event.
enum class XStatWord : std::uint8_t {
    Other,
    CorrelationId,
    MemcpyDetails,
    HloOp,
    TfOp,
    Name,
    StepGroup,
    StepNumber,
    StepName,
    HloCategory,
    Flops,
    BytesAccessed,
    ProducerType,
    ProducerId,
    ConsumerType,
    ConsumerId,
    AllocatorName,
    BytesAllocated,
    BytesReserved,
    AllocationBytes,
    Address,
};
[[nodiscard]] XStatWord statWordOf(std::string_view name);

/// A value of a statistic. Texts view what was read.
struct XStat {
    enum class Type : std::uint8_t { None, Real, Unsigned, Signed, Text, Bytes, Reference };
    std::int64_t metadata = 0;
    Type type = Type::None;
    std::uint64_t number = 0;  ///< bits of any number, and of the id of a reference
    std::string_view text{};

    [[nodiscard]] double real() const;
    /// As whole number; a real one is cut.
    [[nodiscard]] std::int64_t whole() const;
};
[[nodiscard]] XStat parseXStat(std::string_view message);

/// Positions in a list by the ids of a file: mostly small and dense, at times negative.
class IdPositions {
public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    /// The last one of an id counts.
    void add(std::int64_t id, std::uint32_t position);
    [[nodiscard]] std::uint32_t at(std::int64_t id) const {
        if (static_cast<std::uint64_t>(id) < m_dense.size()) {
            return m_dense[static_cast<std::size_t>(id)];
        }
        const auto it = m_others.find(id);
        return it == m_others.end() ? kNone : it->second;
    }

private:
    std::vector<std::uint32_t> m_dense;
    std::unordered_map<std::int64_t, std::uint32_t> m_others;
    std::uint64_t m_added = 0;
};

/// What ran, of the stats of a kernel. "jit(step)/jvp(Model)/layer_0/dot_general" has operator and module.
struct XScope {
    std::string_view operatorName;
    std::string_view module;
};
/// Of a framework's scope ("name" of GPUs, "tf_op" of TPUs and TensorFlow, which ends in ":" and a type); empty where
/// it says nothing of the program ("XlaModule:").
[[nodiscard]] XScope scopeOf(std::string_view name, std::string_view tfOp);
/// "fusion" of "fusion.123".
[[nodiscard]] std::string_view withoutNumber(std::string_view hloOp);

}  // namespace stagescope
