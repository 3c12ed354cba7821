#pragma once

#include "core/base/string_pool.h"
#include "core/formats/snapshot/pickle_sink.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// Keeps what a pickle or JSON text holds as the plain values that they are, for files of which values are looked up by
/// their keys. Owns all of it; views live as long. One thread.
class PickleValues final : public PickleSink {
public:
    [[nodiscard]] std::uint32_t text(std::string_view text) override { return m_texts.intern(text).value; }
    [[nodiscard]] std::uint32_t newMap() override { return add(Shape::Map); }
    [[nodiscard]] std::uint32_t newList() override { return add(Shape::List); }
    [[nodiscard]] std::uint32_t newTuple(std::span<const PickleValue> items) override;
    [[nodiscard]] bool set(std::uint32_t object, std::span<const PickleValue> keysAndValues) override;
    [[nodiscard]] bool append(std::uint32_t object, std::span<const PickleValue> items) override;
    [[nodiscard]] std::size_t heldBytes() const override { return m_bytes + m_texts.byteSize(); }
    [[nodiscard]] bool isFull() const override;

    /// The last value of that key; None where the value is no map or lacks it. Looks at the last 256 keys: a map that
    /// is asked has some 20, and one that many others share is asked for each.
    [[nodiscard]] PickleValue member(PickleValue map, std::string_view key) const;
    /// Keys and values in turn; empty for what is no map.
    [[nodiscard]] std::span<const PickleValue> membersOf(PickleValue map) const { return valuesOf(map, true); }
    /// Of a list or tuple; empty for what is none.
    [[nodiscard]] std::span<const PickleValue> itemsOf(PickleValue list) const { return valuesOf(list, false); }
    [[nodiscard]] bool isMap(PickleValue value) const { return isOf(value, Shape::Map); }
    [[nodiscard]] bool isList(PickleValue value) const { return isOf(value, Shape::List); }
    /// Empty for what is no text.
    [[nodiscard]] std::string_view textOf(PickleValue value) const;
    /// A whole number of 64 bits, also one written as a text.
    [[nodiscard]] std::optional<std::int64_t> wholeOf(PickleValue value) const;
    /// A number of any kind.
    [[nodiscard]] std::optional<double> numberOf(PickleValue value) const;
    [[nodiscard]] static bool isTrue(PickleValue value) {
        return value.kind == PickleValue::Kind::Bool && value.bits != 0;
    }

private:
    enum class Shape : std::uint8_t { Map, List };
    struct Object {
        Shape shape = Shape::List;
        std::vector<PickleValue> values;
    };

    [[nodiscard]] std::uint32_t add(Shape shape);
    [[nodiscard]] bool extend(std::uint32_t object, Shape shape, std::span<const PickleValue> values);
    [[nodiscard]] bool isOf(PickleValue value, Shape shape) const {
        return value.kind == PickleValue::Kind::Object && value.id() < m_objects.size() &&
               m_objects[value.id()].shape == shape;
    }
    [[nodiscard]] std::span<const PickleValue> valuesOf(PickleValue value, bool ofMap) const;

    StringPool m_texts;
    std::vector<Object> m_objects;
    std::size_t m_bytes = 0;
};

}  // namespace stagescope
