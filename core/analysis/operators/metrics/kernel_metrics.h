#pragma once

#include "core/analysis/run/kernels.h"
#include "core/session/workspace.h"

#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A measure as the shortest number that its 32 bits stand for: what the file wrote, up to seven digits (8.773, not
/// 8.77299976). Some 100 ns.
[[nodiscard]] double writtenMeasure(float value);

/// Which counters of the cores (PMU) the kernels of some captures have, and their values; with them the figures that
/// files of their own hold of the same tasks (hits in L2, parts of the time of an AI CPU). Borrows the captures'
/// tables. Immutable once built; any thread.
class MetricTables {
public:
    /// O(tables x columns); O(kernels) where files of their own hold figures. A row of those belongs to the kernel of
    /// its stream and task that bears its name; of several (numbers of tasks come again) to the one nearest to its
    /// time, else to the next one in the order of the files.
    explicit MetricTables(std::span<const RankCapture *const> captures);

    /// Their names, each once: those that are known in the order of knownMetrics(), then the others by name.
    [[nodiscard]] const std::vector<std::string> &names() const { return m_names; }
    /// Position among the names; names().size() of one that no capture has.
    [[nodiscard]] std::size_t indexOf(std::string_view name) const;
    [[nodiscard]] bool isEmpty() const { return m_names.empty(); }
    /// Of many kernels: whether it is a sum, else a mean (known_metrics.h).
    [[nodiscard]] bool isAddedUp(std::size_t metric) const { return m_isAddedUp[metric]; }

    /// The values of one kernel.
    class Values {
    public:
        Values() = default;
        Values(const std::vector<std::span<const float>> *columns, std::size_t row) : m_columns(columns), m_row(row) {}
        /// In its unit; nothing where it was not measured. O(1).
        [[nodiscard]] std::optional<float> operator[](std::size_t metric) const {
            if (m_columns == nullptr || metric >= m_columns->size() || (*m_columns)[metric].empty()) {
                return std::nullopt;
            }
            const auto value = (*m_columns)[metric][m_row];
            return std::isnan(value) ? std::nullopt : std::optional(value);
        }
        /// The same as writtenMeasure() has it.
        [[nodiscard]] std::optional<double> written(std::size_t metric) const;

    private:
        const std::vector<std::span<const float>> *m_columns = nullptr;
        std::size_t m_row = 0;
    };
    /// O(log tables).
    [[nodiscard]] Values of(const DeviceKernel &kernel) const;

private:
    std::vector<std::string> m_names;
    std::vector<bool> m_isAddedUp;
    std::map<const TableStore *, std::vector<std::span<const float>>> m_columns;  ///< by metric
    std::vector<std::shared_ptr<const TableStore::Measures>> m_joined;  ///< what m_columns views beside tables
};

}  // namespace stagescope
