#pragma once

#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A figure of the cores' counters (PMU) as our columns call it, and what its values in the file are multiplied by.
struct KernelMetric {
    std::string name;
    double factor = 1;
};

/// What a column of kernel_details.csv or op_summary*.csv, or a name of TASK_PMU_INFO, is called here: in lower case
/// with its unit at the end (aic_mac_time_us, aic_mac_ratio, aic_total_cycles, aic_l2_read_bw_gbps,
/// cube_utilization_percent). Text files write units in parentheses; databases write none, their times are ns. The time
/// of the cores has three names in the files (aicore_time, aic_time, aic_total_time) and one here. Nothing for what is
/// no metric: those alone begin with a lower-case letter and hold no blank, so that those of later versions are read,
/// too.
[[nodiscard]] std::optional<KernelMetric> kernelMetric(std::string_view name);

/// Metrics of kernels while a file is read, 4 bytes each: a column for each name that has a value in any row. Rows are
/// numbered by the caller and may come in any order. One thread.
class KernelMetrics {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;
    /// All sets together have some ninety, a file has one of the sets; more is damage that would take memory.
    static constexpr std::size_t kMostMetrics = 128;

    /// Number of the metric that a file calls so; kNone when that is no metric, and for one too many.
    [[nodiscard]] std::uint32_t metric(std::string_view name);
    /// A value as the file has it; what is no number or beyond 32 bits is none.
    void set(std::uint32_t metric, std::size_t row, double value);
    /// A cell of a text file; one that is no number ("N/A") is none.
    void setText(std::uint32_t metric, std::size_t row, std::string_view cell);
    /// By the name that our columns have; nothing where it was not measured.
    [[nodiscard]] std::optional<double> value(std::string_view name, std::size_t row) const;

    /// Adds the columns to the table, and forgets them: row i of the table is row i here.
    void moveTo(TableWriter<KernelRecord> &table);
    /// The same where row i of the table is row `rows[i]` here.
    void moveTo(TableWriter<KernelRecord> &table, std::span<const std::uint32_t> rows);

private:
    struct Column {
        std::string name;
        double factor;
        TableStore::Measures values;
    };
    std::vector<Column> m_columns;
    std::map<std::string, std::uint32_t, std::less<>> m_numbers;  ///< by our name
};

}  // namespace stagescope
