#pragma once

#include "core/formats/io/csv_scanner.h"

#include <functional>
#include <string>
#include <vector>

namespace stagescope {

/// A CSV file whose first line names its columns, read from the first row to the last. All writers of such files end
/// every line and write no head without rows, so that a cut can be told: in the head (Truncated), in a row (its fields
/// are too few, or the last of them has no end of line), behind the head (no rows). What is lost stands in the log as
/// data loss: csv.bad_row (a row that is left out), csv.cut (a row that is kept, its last field may be cut),
/// csv.no_rows. One thread; source, log and control must outlive it.
class CsvTable {
public:
    CsvTable(ByteSource &source, ImportLog &log, const LoadControl &control)
        : m_source(source), m_log(log), m_control(control), m_scanner(source) {}

    /// The columns; call it first. Errors: Truncated for an empty file or one that ends in its first line, those of
    /// reading. A head that `accepts` refuses is Malformed, with `wanted` as what it lacks.
    [[nodiscard]] Result<std::vector<std::string>> head(
        const std::function<bool(const std::vector<std::string> &)> &accepts, std::string_view wanted);
    /// Hands over each row that has a field for each column. `take` says what is wrong with it, or nothing. Errors:
    /// Cancelled, those of reading.
    [[nodiscard]] Status rows(const std::function<std::string(const CsvRecord &)> &take);

private:
    void tell(const CsvRecord &record, std::string_view code, std::string_view detail);
    void meter();

    ByteSource &m_source;
    ImportLog &m_log;
    const LoadControl &m_control;
    CsvScanner m_scanner;
    std::size_t m_columns = 0;
    std::uint64_t m_metered = 0;
};

}  // namespace stagescope
