#pragma once

#include "core/base/import_log.h"
#include "core/base/io/byte_source.h"
#include "core/formats/io/load_control.h"
#include "core/formats/io/read_window.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// One record of a CSV file. Views into the scanner's window: valid until its next call.
struct CsvRecord {
    std::uint64_t offset = 0;  ///< of its first byte
    std::uint64_t line = 0;    ///< from 1
    std::string_view
        text{};  ///< its bytes, without the end of the line; fields lie within it unless quotes are doubled
    std::vector<std::string_view> fields;
    bool isCut = false;     ///< the file ends in it, without the end of the line
    bool isBroken = false;  ///< a quote opens and does not close: `fields` are those of the line alone
};

/// Cuts a CSV of any size into records, reading in windows: RFC 4180 (quoted fields with commas, line ends and doubled
/// quotes), blanks and TABs around fields cut off, LF, CRLF or (where the first window has no LF) CR, a byte order mark
/// skipped, empty lines skipped. A quote
/// that does not close within 1 MiB breaks its own line only; reading goes on with the next. One thread. O(bytes).
class CsvScanner {
public:
    static constexpr std::size_t kMaxRecord = std::size_t{1} << 20;
    static constexpr std::size_t kWindow = std::size_t{4} << 20;

    /// Begins at `offset`, which must be the start of a record. The source must outlive the scanner.
    explicit CsvScanner(ByteSource &source, std::uint64_t offset = 0)
        : m_source(source), m_windows(source, kWindow), m_base(offset) {}

    /// False at the end of the file or when it cannot be read further, which `error` tells.
    [[nodiscard]] bool next(CsvRecord &record);
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

private:
    /// Bytes of the next record without its line end; nothing when more of the file has to be read first.
    struct Extent {
        std::size_t length = 0;
        std::size_t lines = 1;
        bool isBroken = false;
    };
    [[nodiscard]] std::optional<Extent> extent() const;
    [[nodiscard]] bool fill();
    void split(std::string_view text, CsvRecord &record);
    [[nodiscard]] std::string_view unquoted(std::string_view field);

    ByteSource &m_source;
    ReadWindow m_windows;
    std::uint64_t m_base;  ///< offset of m_window[0]
    std::string m_window;
    std::size_t m_at = 0;
    std::uint64_t m_line = 0;
    bool m_isEnd = false;
    char m_lineEnd = '\n';
    std::vector<std::string> m_unquoted;  ///< fields with doubled quotes, resolved
    std::optional<Error> m_error;
};

}  // namespace stagescope
