#include "core/formats/io/csv_table.h"

namespace stagescope {

namespace {

constexpr std::uint64_t kRowsBetweenLooks = 1024;

/// What keeps a record from being taken apart into columns, empty when nothing does.
std::string shapeTrouble(const CsvRecord &record, std::size_t columns) {
    const std::string end = record.isCut ? ", the file ends here" : "";
    if (record.isBroken) {
        return "a quote does not close" + end;
    }
    return record.fields.size() == columns
               ? std::string()
               : std::to_string(record.fields.size()) + " fields, " + std::to_string(columns) + " expected" + end;
}

}  // namespace

void CsvTable::tell(const CsvRecord &record, std::string_view code, std::string_view detail) {
    m_log.add(Severity::DataLoss, m_source.path(), code, "row " + std::to_string(record.line), detail);
}

void CsvTable::meter() {
    const auto read = m_source.fileBytesRead();
    m_control.addBytes(read - m_metered);
    m_metered = read;
}

Result<std::vector<std::string>> CsvTable::head(const std::function<bool(const std::vector<std::string> &)> &accepts,
                                                std::string_view wanted) {
    CsvRecord record;
    const bool hasHead = m_scanner.next(record);
    if (m_scanner.error()) {
        return tl::make_unexpected(*m_scanner.error());
    }
    if (!hasHead || record.isCut) {
        return fail(ErrorKind::Truncated,
                    hasHead ? "the file ends within its first line" : "the file has no first line", m_source.path());
    }
    std::vector<std::string> names(record.fields.begin(), record.fields.end());
    if (!accepts(names)) {
        return fail(ErrorKind::Malformed, "the first line does not name " + std::string(wanted), m_source.path());
    }
    m_columns = names.size();
    return names;
}

Status CsvTable::rows(const std::function<std::string(const CsvRecord &)> &take) {
    CsvRecord record;
    std::uint64_t row = 0;
    for (; m_scanner.next(record); ++row) {
        if (row % kRowsBetweenLooks == 0) {
            meter();
            if (!m_control.checkpoint()) {
                return fail(ErrorKind::Cancelled, "loading was cancelled", m_source.path());
            }
        }
        auto trouble = shapeTrouble(record, m_columns);
        trouble = trouble.empty() ? take(record) : trouble;
        if (!trouble.empty()) {
            tell(record, "csv.bad_row", trouble);
        } else if (record.isCut) {
            tell(record, "csv.cut", "the file ends without an end of this line");
        }
    }
    meter();
    if (m_scanner.error()) {
        return tl::make_unexpected(*m_scanner.error());
    }
    if (row == 0) {
        m_log.add(Severity::DataLoss, m_source.path(), "csv.no_rows", "row 2", "the file ends behind its first line");
    }
    return {};
}

}  // namespace stagescope
