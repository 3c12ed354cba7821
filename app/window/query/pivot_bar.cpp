#include "app/window/query/pivot_bar.h"

#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QComboBox>

#include <array>

namespace stagescope {

namespace {

constexpr int kNoColumn = -1;

std::optional<std::size_t> placeIn(const QComboBox &picker) {
    const int place = picker.currentData().toInt();
    return place < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(place));
}

}  // namespace

PivotBar::PivotBar(QWidget *parent) : ControlBar(parent) {
    const auto withNone = [this](const QString &none) {
        std::vector<Choice> choices{{none, kNoColumn}};
        const auto columns = columnChoices();
        choices.insert(choices.end(), columns.begin(), columns.end());
        return choices;
    };
    m_rows = addPicker(
        "pivotRows", [] { return tr("Rows:"); }, [this] { return columnChoices(); });
    m_wide = addPicker(
        "pivotColumns", [] { return tr("Columns:"); }, [withNone] { return withNone(tr("None")); });
    m_values = addPicker(
        "pivotValues", [] { return tr("Values:"); }, [withNone] { return withNone(tr("Rows")); });
    m_aggregate = addPicker(
        "pivotAggregate", [] { return tr("Aggregate:"); },
        [] {
            // As SQL's functions of the same names: a median lies between two values there.
            std::vector<Choice> choices;
            for (const auto aggregate :
                 {Aggregate::Count, Aggregate::Sum, Aggregate::Mean, Aggregate::Min, Aggregate::Max, Aggregate::P95}) {
                choices.push_back({utf8Text(std::string(aggregateText(aggregate))), static_cast<int>(aggregate)});
            }
            return choices;
        });
}

std::vector<ControlBar::Choice> PivotBar::columnChoices() const {
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        choices.push_back({utf8Text(m_columns[i].name), static_cast<int>(i)});
    }
    return choices;
}

void PivotBar::setColumns(const std::vector<ColumnSpec> &columns) {
    m_columns = columns;
    for (auto *picker : {m_rows, m_wide, m_values}) {
        refill(picker);
    }
}

std::optional<PivotChoice> PivotBar::choice() const {
    const auto rows = placeIn(*m_rows);
    if (!rows || *rows >= m_columns.size()) {
        return std::nullopt;
    }
    const auto aggregate = static_cast<Aggregate>(m_aggregate->currentData().toInt());
    const auto values = placeIn(*m_values);
    // Of nothing but rows there is only a count.
    return PivotChoice{*rows, placeIn(*m_wide), values, values ? aggregate : Aggregate::Count};
}

}  // namespace stagescope
