#pragma once

#include "core/base/io/byte_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// Reads the fields of messages that may be larger than memory, from left to right, in windows. One thread; borrows the
/// source.
class ProtoStream {
public:
    enum class Wire : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };
    struct Field {
        std::uint32_t number = 0;
        Wire wire = Wire::Varint;
        std::uint64_t value = 0;  ///< of a number
        std::uint64_t begin = 0;  ///< of the value of bytes, in the stream
        std::uint64_t size = 0;   ///< of bytes
    };
    /// Values that are looked at as one; longer ones can be walked through or skipped.
    static constexpr std::uint64_t kMostView = std::uint64_t{64} << 20;
    /// End of the outermost message, which the file ends.
    static constexpr std::uint64_t kToEnd = ~std::uint64_t{0};

    explicit ProtoStream(ByteSource &source, std::size_t windowBytes = std::size_t{1} << 20);

    [[nodiscard]] std::uint64_t position() const { return m_begin + m_at; }
    /// O(1) in a file that is not compressed, else as ByteSource::read.
    void seek(std::uint64_t position);
    /// The next field of a message that ends at `end`; behind its tag, and behind its value where that is a number.
    /// Nothing at the end, where the file ends (isCut) and where no field can begin (isDamaged).
    [[nodiscard]] std::optional<Field> next(std::uint64_t end);
    /// The same of a file that is a list of messages, each behind its length: a field without a number. None is
    /// longer than kMostView.
    [[nodiscard]] std::optional<Field> nextMessage();
    /// The value of a field of bytes that `next` gave, and goes behind it. Valid up to the next call. Nothing where it
    /// is longer than kMostView (it is passed over) or the file ends before it does.
    [[nodiscard]] std::optional<std::string_view> view(const Field &field);
    void skip(const Field &field) { seek(field.begin + field.size); }
    /// Whether the file has all bytes before a position, which is gone to; else it is cut.
    [[nodiscard]] bool reaches(std::uint64_t position);

    /// The file ended within a message. Cleared, like damage, by seek and skip.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    [[nodiscard]] bool isDamaged() const { return m_isDamaged; }
    /// The source could not be read.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

private:
    /// Whether so many bytes are in the window from the position on, after reading on where needed.
    [[nodiscard]] bool fill(std::size_t bytes);
    [[nodiscard]] std::optional<std::uint64_t> varint();

    ByteSource &m_source;
    std::string m_window;
    std::size_t m_windowBytes;
    std::uint64_t m_begin = 0;  ///< of the window in the stream
    std::size_t m_at = 0;       ///< in the window
    std::size_t m_end = 0;      ///< of what was read into it
    bool m_isCut = false;
    bool m_isDamaged = false;
    std::optional<Error> m_error;
};

}  // namespace stagescope
