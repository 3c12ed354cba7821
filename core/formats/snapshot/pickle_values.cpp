#include "core/formats/snapshot/pickle_values.h"

#include "core/base/text.h"

#include <bit>
#include <tuple>

namespace stagescope {

using Kind = PickleValue::Kind;

std::uint32_t PickleValues::add(Shape shape) {
    m_objects.push_back({shape, {}});
    m_bytes += sizeof(Object);
    return static_cast<std::uint32_t>(m_objects.size() - 1);
}

bool PickleValues::extend(std::uint32_t object, Shape shape, std::span<const PickleValue> values) {
    if (object >= m_objects.size() || m_objects[object].shape != shape) {
        return false;
    }
    auto &to = m_objects[object].values;
    to.insert(to.end(), values.begin(), values.end());
    m_bytes += values.size_bytes();
    return true;
}

std::uint32_t PickleValues::newTuple(std::span<const PickleValue> items) {
    const auto id = add(Shape::List);
    std::ignore = extend(id, Shape::List, items);
    return id;
}

bool PickleValues::set(std::uint32_t object, std::span<const PickleValue> keysAndValues) {
    return extend(object, Shape::Map, keysAndValues);
}

bool PickleValues::append(std::uint32_t object, std::span<const PickleValue> items) {
    return extend(object, Shape::List, items);
}

bool PickleValues::isFull() const {
    constexpr auto kMost = std::size_t{kMaxId} - (std::size_t{1} << 25);
    return m_objects.size() > kMost || m_texts.size() > kMost;
}

std::span<const PickleValue> PickleValues::valuesOf(PickleValue value, bool ofMap) const {
    return isOf(value, ofMap ? Shape::Map : Shape::List) ? std::span(m_objects[value.id()].values)
                                                         : std::span<const PickleValue>{};
}

PickleValue PickleValues::member(PickleValue map, std::string_view key) const {
    constexpr std::size_t kMostKeys = 256;
    const auto id = m_texts.find(key);
    const auto pairs = membersOf(map);
    for (auto i = pairs.size(); i >= 2 && pairs.size() - i < 2 * kMostKeys; i -= 2) {
        if (pairs[i - 2].kind == Kind::Text && pairs[i - 2].id() == id.value) {
            return pairs[i - 1];
        }
    }
    return {};
}

std::string_view PickleValues::textOf(PickleValue value) const {
    return value.kind == Kind::Text ? m_texts.at(StringId{value.id()}) : std::string_view{};
}

std::optional<std::int64_t> PickleValues::wholeOf(PickleValue value) const {
    if (value.kind == Kind::Int) {
        return static_cast<std::int64_t>(value.bits);
    }
    return value.kind == Kind::Text ? wholeNumber<std::int64_t>(textOf(value)) : std::nullopt;
}

std::optional<double> PickleValues::numberOf(PickleValue value) const {
    if (value.kind == Kind::Real) {
        return std::bit_cast<double>(value.bits);
    }
    const auto whole = wholeOf(value);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

}  // namespace stagescope
