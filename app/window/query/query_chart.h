#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/kit/column_chart.h"
#include "views/common/chart_page.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

class QComboBox;
class QPushButton;

namespace stagescope {

class ControlBar;

/// Two columns of the result of a query as a chart. A bar or a point selects the
/// item of its row. Columns and shape stay chosen as long as the result has such columns. GUI thread.
class QueryChart : public ScenePage<ColumnChartLayout> {
    Q_OBJECT
public:
    explicit QueryChart(const ViewServices &services, QWidget *parent = nullptr);

    /// Null: there is none.
    void setResult(std::shared_ptr<const ResultTable> result);
    [[nodiscard]] const ColumnChart &chart() const { return m_chart; }

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

Q_SIGNALS:
    /// The chart is to be written as a picture.
    void exportRequested();

protected:
    void ask() override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] ColumnChartLayout layoutFor(QSize size) const override;

private:
    [[nodiscard]] bool isNumeric(std::size_t column) const;

    std::shared_ptr<const ResultTable> m_result;
    std::vector<std::pair<std::string, ColumnType>> m_columns;  ///< that were offered last
    ColumnChart m_chart;
    ControlBar *m_controls;
    QComboBox *m_x;
    QComboBox *m_y;
    QComboBox *m_shape;
    QPushButton *m_export;
};

}  // namespace stagescope
