#pragma once

#include "core/base/io/byte_source.h"
#include "core/formats/io/load_control.h"
#include "core/formats/io/read_window.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// The bytes of a file from its beginning to its end, through a window. One thread; borrows both arguments.
class LogBytes {
public:
    LogBytes(ByteSource &source, const LoadControl &control)
        : m_source(source), m_control(control), m_windows(source, std::size_t{1} << 20) {}

    /// What stands at the position: at least `wanted` bytes where the file has as many, more where they are in memory.
    /// Valid until the next call. Fewer: the end, or `error`.
    [[nodiscard]] std::string_view peek(std::size_t wanted);
    /// At most as many as were seen.
    void skip(std::size_t bytes) { m_at += bytes; }
    [[nodiscard]] std::uint64_t position() const { return m_base + m_at; }
    /// The source could not be read further, or the load is to stop.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

private:
    void fill();

    ByteSource &m_source;
    const LoadControl &m_control;
    ReadWindow m_windows;
    std::string m_bytes;
    std::size_t m_at = 0;
    std::uint64_t m_base = 0;  ///< offset of m_bytes[0]
    std::uint64_t m_reported = 0;
    bool m_isEnd = false;
    std::optional<Error> m_error;
};

/// Cuts them into lines: at line feeds, and at the carriage returns of progress bars. Colours are taken out. Longer
/// lines than kMostLine are cut there. O(bytes).
class LogLines {
public:
    static constexpr std::size_t kMostLine = std::size_t{64} << 10;

    explicit LogLines(LogBytes &bytes) : m_bytes(bytes) {}

    /// False at the end. The line is valid until the next call.
    [[nodiscard]] bool next(std::string_view &line);

private:
    LogBytes &m_bytes;
    std::optional<std::uint64_t> m_feedAt;  ///< where the next line feed stands; before the position: not known
    std::string m_plain;
};

/// Without escape sequences of terminals: `line` itself where it has none, else what stands in `buffer` then.
[[nodiscard]] std::string_view withoutColours(std::string_view line, std::string &buffer);

}  // namespace stagescope
