#include "app/window/query/query_chart.h"

#include "core/base/item_ref.h"
#include "views/common/control_bar.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QPushButton>

#include <utility>

namespace stagescope {

namespace {

enum QueryChartShape : int { kChartLine, kChartBars };

std::size_t columnIn(const QComboBox &picker) {
    return picker.count() == 0 ? SIZE_MAX : static_cast<std::size_t>(picker.currentData().toInt());
}

}  // namespace

QueryChart::QueryChart(const ViewServices &services, QWidget *parent)
    : ScenePage(services, "query_chart", Extent::Page, parent),
      m_controls(new ControlBar(this)),
      m_export(new QPushButton(this)) {
    const auto columns = [this](bool numbers) {
        std::vector<ControlBar::Choice> choices;
        for (std::size_t i = 0; m_result != nullptr && i < m_result->columns.size(); ++i) {
            if (!numbers || isNumeric(i)) {
                choices.push_back({utf8Text(m_result->columns[i].name), static_cast<int>(i)});
            }
        }
        return choices;
    };
    m_x = m_controls->addPicker(
        "chartX", [] { return tr("X:"); }, [columns] { return columns(false); });
    m_y = m_controls->addPicker(
        "chartY", [] { return tr("Y:"); }, [columns] { return columns(true); });
    m_shape = m_controls->addPicker(
        "chartShape", [] { return tr("Shape:"); },
        [] {
            return std::vector<ControlBar::Choice>{{tr("Line"), kChartLine}, {tr("Bars"), kChartBars}};
        });
    m_export->setObjectName(QStringLiteral("chartExport"));
    m_controls->addField({}, m_export);
    m_controls->addText([this] { m_export->setText(tr("Export Picture...")); });
    connect(m_export, &QPushButton::clicked, this, &QueryChart::exportRequested);
    setBar(m_controls);
    ask();
}

/// The first column by itself says nothing: y is the first other one with numbers that are no times of a clock, unless
/// another was chosen.
void QueryChart::setResult(std::shared_ptr<const ResultTable> result) {
    std::vector<std::pair<std::string, ColumnType>> columns;
    for (std::size_t i = 0; result != nullptr && i < result->columns.size(); ++i) {
        columns.emplace_back(result->columns[i].name, result->columns[i].type);
    }
    m_result = std::move(result);
    if (m_result != nullptr && columns != m_columns) {
        m_columns = std::move(columns);
        m_x->clear();
        m_y->clear();
        m_controls->refill(m_x);
        m_controls->refill(m_y);
        int y = m_y->count() > 1 && columnIn(*m_y) == columnIn(*m_x) ? 1 : 0;
        const auto isClock = [this](int at) {
            const auto column = static_cast<std::size_t>(m_y->itemData(at).toInt());
            return columnChartOf(*m_result, column, column).isFromEarliest;
        };
        while (y + 1 < m_y->count() && isClock(y)) {
            ++y;
        }
        m_y->setCurrentIndex(y);
    }
    ask();
}

bool QueryChart::isNumeric(std::size_t column) const { return m_result->columns[column].type != ColumnType::Text; }

void QueryChart::ask() {
    m_chart = m_result == nullptr ? ColumnChart{} : columnChartOf(*m_result, columnIn(*m_x), columnIn(*m_y));
    m_shape->setEnabled(!m_chart.areNames);
    m_export->setEnabled(!m_chart.points.empty());
    refresh();
}

QString QueryChart::title() const { return tr("Query chart"); }
QString QueryChart::canvasName() const { return tr("Chart of two columns of the result"); }

std::optional<Message> QueryChart::emptyReason() const {
    return m_chart.yName.empty() ? std::optional(Message("column_chart.no_numbers")) : std::nullopt;
}

ColumnChartLayout QueryChart::layoutFor(QSize size) const {
    return layOutColumnChart(m_chart, {size.width(), size.height(), m_shape->currentData().toInt() == kChartBars},
                             sceneStyle(font()));
}

QString QueryChart::tipAt(QPoint position) const {
    const auto *place = layoutShown().placeAt(position.x(), position.y());
    if (place == nullptr || place->point >= m_chart.points.size()) {
        return {};  // of a result that the next paint shows no more
    }
    const auto &point = m_chart.points[place->point];
    const auto x = m_chart.areNames ? point.name : chartValueText(point.x, m_chart.xUnit);
    return utf8Text(m_chart.xName + ": " + x + "\n" + m_chart.yName + ": " + chartValueText(point.y, m_chart.yUnit));
}

void QueryChart::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto *place = layoutShown().placeAt(position.x(), position.y());
    if (place != nullptr && place->point < m_chart.points.size() && m_result != nullptr) {
        if (const auto item = itemFromText(m_result->text(m_chart.points[place->point].row, "evidence"))) {
            select(item);
        }
    }
}

}  // namespace stagescope
