#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/ask/pivot_table.h"
#include "views/common/control_bar.h"

#include <optional>
#include <vector>

namespace stagescope {

/// Which columns of a result are rows, columns and values of a pivot, and how values are put together. What was chosen
/// stays as long as the columns do. GUI thread.
class PivotBar : public ControlBar {
    Q_OBJECT
public:
    explicit PivotBar(QWidget *parent = nullptr);

    void setColumns(const std::vector<ColumnSpec> &columns);
    /// Nothing where no column is there.
    [[nodiscard]] std::optional<PivotChoice> choice() const;

private:
    [[nodiscard]] std::vector<Choice> columnChoices() const;

    std::vector<ColumnSpec> m_columns;
    QComboBox *m_rows;
    QComboBox *m_wide;
    QComboBox *m_values;
    QComboBox *m_aggregate;
};

}  // namespace stagescope
