#pragma once

#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <string_view>

namespace stagescope {

using ProtoReader = protozero::pbf_reader;

// Cases for ProtoReader::tag_and_type: a field of another type than expected is skipped like an unknown one.
[[nodiscard]] constexpr std::uint32_t varintField(std::uint32_t number) { return number << 3U; }
[[nodiscard]] constexpr std::uint32_t fixed64Field(std::uint32_t number) { return (number << 3U) | 1U; }
[[nodiscard]] constexpr std::uint32_t bytesField(std::uint32_t number) { return (number << 3U) | 2U; }

[[nodiscard]] inline std::string_view viewOf(ProtoReader &field) {
    const auto view = field.get_view();
    return {view.data(), view.size()};
}

/// Calls fn(field) for the fields of a message: true = its value was taken. False where the message is damaged; the
/// fields before the damage were given. No exception of the reader leaves; fn throws none. O(bytes).
template <class Fn>
bool forEachField(std::string_view message, Fn &&fn) {
    try {
        ProtoReader field(message.data(), message.size());
        while (field.next()) {
            if (!fn(field)) {
                field.skip();
            }
        }
        return true;
    } catch (const protozero::exception &) {
        return false;
    }
}

/// The first number of a field; 0, as protobuf has it, where there is none. O(bytes before it).
[[nodiscard]] inline std::uint64_t firstNumber(std::string_view message, std::uint32_t number) {
    try {
        ProtoReader field(message.data(), message.size());
        return field.next(number, protozero::pbf_wire_type::varint) ? field.get_uint64() : 0;
    } catch (const protozero::exception &) {
        return 0;
    }
}

}  // namespace stagescope
