#pragma once

#include "core/base/io/byte_source.h"
#include "core/formats/io/read_window.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// Cuts a text of any size into lines, reading in windows. In a web page the text stands in a string of JavaScript,
/// whose line breaks may be written "\n": they end lines, too. Lines longer than kMostLine are cut there. One thread.
/// O(bytes).
class SchedLines {
public:
    static constexpr std::size_t kMostLine = std::size_t{64} << 10;

    /// The source outlives it.
    SchedLines(ByteSource &source, bool isPage, std::uint64_t offset = 0)
        : m_source(source), m_windows(source, std::size_t{1} << 20), m_isPage(isPage), m_base(offset) {}

    /// False at the end of the file or when it cannot be read further, which `error` tells. The text is valid until
    /// the next call.
    [[nodiscard]] bool next(std::string_view &line, std::uint64_t &offset);
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    /// Whether the last line ended with the file, without a line break.
    [[nodiscard]] bool isCut() const { return m_isCut; }

private:
    [[nodiscard]] bool fill();

    ByteSource &m_source;
    ReadWindow m_windows;
    bool m_isPage;
    std::uint64_t m_base;  ///< offset of m_window[0]
    std::string m_window;
    std::size_t m_at = 0;
    bool m_isEnd = false;
    bool m_isCut = false;
    std::optional<Error> m_error;
};

}  // namespace stagescope
