#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stagescope {

/// A plain value as it travels from a file to a PickleSink: 16 bytes, no ownership.
struct PickleValue {
    enum class Kind : std::uint8_t {
        None,
        Bool,
        Int,       ///< as std::int64_t
        Unsigned,  ///< 2^63 and above
        Real,      ///< the bits of a double
        Text,      ///< id given by PickleSink::text
        Object,    ///< id given by PickleSink::newMap, newList or newTuple
    };
    Kind kind = Kind::None;
    std::uint64_t bits = 0;

    [[nodiscard]] std::uint32_t id() const { return static_cast<std::uint32_t>(bits); }
    [[nodiscard]] static PickleValue number(std::int64_t value) {
        return {Kind::Int, static_cast<std::uint64_t>(value)};
    }
    [[nodiscard]] static PickleValue ofText(std::uint32_t id) { return {Kind::Text, id}; }
    [[nodiscard]] static PickleValue object(std::uint32_t id) { return {Kind::Object, id}; }
};

/// Takes the values of a pickle or JSON text as they come, innermost first: a map is filled before it is put into its
/// list. Keeps them as it likes; whoever drives it holds only ids. Ids stay below kMaxId as long as the driver asks
/// isFull at least once per 2^25 values. Called from one thread.
class PickleSink {
public:
    static constexpr std::uint32_t kMaxId = (std::uint32_t{1} << 28) - 1;

    virtual ~PickleSink() = default;
    [[nodiscard]] virtual std::uint32_t text(std::string_view text) = 0;
    [[nodiscard]] virtual std::uint32_t newMap() = 0;
    [[nodiscard]] virtual std::uint32_t newList() = 0;
    [[nodiscard]] virtual std::uint32_t newTuple(std::span<const PickleValue> items) = 0;
    /// Keys and values in turn, an even number. False: it is no map.
    [[nodiscard]] virtual bool set(std::uint32_t object, std::span<const PickleValue> keysAndValues) = 0;
    /// False: it is no list.
    [[nodiscard]] virtual bool append(std::uint32_t object, std::span<const PickleValue> items) = 0;
    /// Memory held by now, for the limit of whoever drives this. O(1).
    [[nodiscard]] virtual std::size_t heldBytes() const = 0;
    /// Some id would exceed kMaxId.
    [[nodiscard]] virtual bool isFull() const = 0;
};

}  // namespace stagescope
