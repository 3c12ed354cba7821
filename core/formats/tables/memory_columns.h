#pragma once

#include "core/formats/io/csv_scanner.h"
#include "core/store/tables/table_kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A column of a memory file and what one of its units is worth: the unit stands in the header, "Size(KB)".
struct MemoryColumn {
    std::size_t at = 0;
    double bytes = 1;  ///< per unit; 1 KB = 1024 bytes, as the profilers write them
};

/// Fields of the current row by columns. Missing columns, empty fields and N/A read as absent.
class MemoryFields {
public:
    explicit MemoryFields(std::vector<std::string> names) : m_names(std::move(names)) {}

    /// The column with that name, or with that name and a unit behind it.
    [[nodiscard]] std::optional<MemoryColumn> column(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return column(name).has_value(); }

    /// The row that is read now; it must have as many fields as the header and outlive its reading.
    void take(const CsvRecord &record) {
        m_record = &record;
        m_trouble.clear();
    }
    [[nodiscard]] std::string_view text(const std::optional<MemoryColumn> &column) const;
    /// Exact, rounded to whole bytes; kNoBytes where absent.
    [[nodiscard]] std::int64_t bytes(const std::optional<MemoryColumn> &column);
    /// Microseconds to ns, exact; kNoMemoryTime where absent.
    [[nodiscard]] std::int64_t time(const std::optional<MemoryColumn> &column);
    /// A whole number, -1 where absent.
    [[nodiscard]] std::int64_t number(const std::optional<MemoryColumn> &column);
    /// "NPU:4" and "4" are device 4; -1 for a host and where absent.
    [[nodiscard]] std::int64_t device(const std::optional<MemoryColumn> &column) const;
    /// What could not be understood since `take`; empty when all is well.
    [[nodiscard]] const std::string &trouble() const { return m_trouble; }

private:
    std::vector<std::string> m_names;
    const CsvRecord *m_record = nullptr;
    std::string m_trouble;
};

}  // namespace stagescope
