#include "core/analysis/pipeline/time/stage_work.h"

#include "core/base/intervals.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

/// The cells of one rank in one step, as they come.
struct Row {
    std::int64_t busyUntil = std::numeric_limits<std::int64_t>::max();  ///< before the first scheduled cell: no gap
    std::vector<Interval> work{};                                       ///< since the last scheduled cell began
};

class WorkFinder {
public:
    explicit WorkFinder(const PipelineChart &chart) : m_chart(chart), m_result(chart.cells.size(), Nanos{0}) {
        for (const auto &cell : chart.cells) {
            if (cell.kind == CellKind::Other) {
                ++m_names[{cell.rank, cell.step, cell.name}];
            }
        }
    }

    std::vector<Nanos> find() {
        for (std::size_t i = 0; i < m_chart.cells.size(); ++i) {
            const auto &cell = m_chart.cells[i];
            auto &row = m_rows[{cell.rank, cell.step}];
            if (isScheduled(cell.kind)) {
                m_result[i] =
                    Nanos{totalLength(clipped(merged(std::move(row.work)), row.busyUntil, ns(cell.range.begin)))};
                row.work.clear();
                const bool isFirst = row.busyUntil == std::numeric_limits<std::int64_t>::max();
                row.busyUntil = isFirst ? ns(cell.range.end) : std::max(row.busyUntil, ns(cell.range.end));
            } else if (recurs(cell) && ns(cell.range.begin) >= row.busyUntil) {
                row.work.push_back({ns(cell.range.begin), ns(cell.range.end)});
            }
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] bool recurs(const PipelineCell &cell) const {
        return cell.kind == CellKind::Loss ||
               (cell.kind == CellKind::Other && m_names.at({cell.rank, cell.step, cell.name}) > 1);
    }

    const PipelineChart &m_chart;
    std::vector<Nanos> m_result;
    std::map<std::tuple<int, std::int64_t, std::string_view>, int> m_names;  ///< cells of kind other
    std::map<std::pair<int, std::int64_t>, Row> m_rows;                      ///< by rank and step
};

}  // namespace

std::vector<Nanos> stageWork(const PipelineChart &chart) { return WorkFinder(chart).find(); }

}  // namespace stagescope
