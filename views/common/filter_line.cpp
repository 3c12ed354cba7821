#include "views/common/filter_line.h"

#include "views/common/elided_label.h"
#include "views/common/table_view.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QInputMethodEvent>
#include <QtGui/QTextCharFormat>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

/// A cell of a model that shows no ResultTable: the number that it edits or shows, else its text.
Cell modelCell(const QModelIndex &index) {
    const auto value = index.data(Qt::EditRole);
    const auto text = index.data(Qt::DisplayRole).toString();
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (value.typeId() == QMetaType::Double || value.typeId() == QMetaType::Int ||
        value.typeId() == QMetaType::LongLong) {
        return value.toDouble();
    }
    return text.isEmpty() ? Cell() : isNumber ? Cell(number) : Cell(text.toStdString());
}

/// Of a condition, in the words of its column.
QString exampleFor(const ColumnSpec &column) {
    const auto name = utf8Text(column.name.substr(0, column.name.rfind('_')));
    const bool isTime = column.unit == "us" || column.unit == "ns" || column.unit == "ms";
    const bool isMoment =
        column.name.starts_with("begin") || column.name.starts_with("end") || column.name.starts_with("start");
    return column.name.find('_') == std::string::npos || isMoment ? QString()
           : isTime                                               ? name + QStringLiteral(" > 50 us")
           : column.unit == "bytes"                               ? name + QStringLiteral(" > 1 MiB")
                                                                  : QString();
}

}  // namespace

FilteredRows::FilteredRows(QObject *parent) : QSortFilterProxyModel(parent) {
    setFilterKeyColumn(-1);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
}

/// Before the proxy itself hears of changes: it asks about rows while it does.
void FilteredRows::setSourceModel(QAbstractItemModel *model) {
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &FilteredRows::forget);
    connect(model, &QAbstractItemModel::rowsAboutToBeInserted, this, &FilteredRows::forget);
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &FilteredRows::forget);
    connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this, &FilteredRows::forget);
    connect(model, &QAbstractItemModel::dataChanged, this, &FilteredRows::forget);
    QSortFilterProxyModel::setSourceModel(model);
}

void FilteredRows::setFilter(const QString &text) {
    m_text = text;
    forget();
    setFilterFixedString(text);
}

const std::optional<FilterError> &FilteredRows::mistake() const {
    judge();
    return m_mistake;
}

ResultTable FilteredRows::modelTable() const {
    const auto &model = *sourceModel();
    ResultTable table;
    for (int column = 0; column < model.columnCount(); ++column) {
        table.columns.push_back({model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toStdString(),
                                 ColumnType::Text,
                                 {},
                                 {}});
    }
    for (int row = 0; row < model.rowCount(); ++row) {
        auto &cells = table.rows.emplace_back();
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.push_back(modelCell(model.index(row, column)));
        }
    }
    // Numbers where there are no texts: a text is compared as such.
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const bool hasText = std::any_of(table.rows.begin(), table.rows.end(), [&](const auto &cells) {
            return std::holds_alternative<std::string>(cells[column]);
        });
        table.columns[column].type = hasText ? ColumnType::Text : ColumnType::Real;
    }
    return table;
}

ColumnNames FilteredRows::heads() const {
    ColumnNames names;
    if (m_table) {
        for (const auto &column : m_table().columns) {
            names.push_back({columnHead(m_table(), column).toStdString()});
        }
    }
    return names;
}

void FilteredRows::judge() const {
    if (m_isJudged) {
        return;
    }
    m_isJudged = true;
    m_answers.reset();
    m_mistake.reset();
    const auto text = m_text.toStdString();
    if (m_text.trimmed().isEmpty() || !looksLikeComparison(text)) {
        return;
    }
    const auto made = m_table ? ResultTable() : modelTable();
    const auto &rows = m_table ? m_table() : made;
    const auto filter = RowFilter::parse(text, rows.columns, heads());
    if (filter && filter->isComparison()) {
        if (auto answers = filter->answers(rows)) {
            m_answers = std::move(*answers);
        } else {
            m_mistake = FilterError{answers.error().detail, 0};
        }
    } else if (!filter && !hasRowWithText()) {
        m_mistake = filter.error();
    }
}

bool FilteredRows::hasRowWithText() const {
    for (int row = 0; row < all(); ++row) {
        if (QSortFilterProxyModel::filterAcceptsRow(row, {})) {
            return true;
        }
    }
    return false;
}

bool FilteredRows::filterAcceptsRow(int row, const QModelIndex &parent) const {
    judge();
    const auto at = static_cast<std::size_t>(row);
    return parent.isValid() || m_mistake ||
           (m_answers ? at < m_answers->size() && (*m_answers)[at] == true
                      : QSortFilterProxyModel::filterAcceptsRow(row, parent));
}

QString FilteredRows::example() const {
    if (m_table) {
        for (const auto &column : m_table().columns) {
            if (const auto example = exampleFor(column); !example.isEmpty()) {
                return example;
            }
        }
    }
    return {};
}

QString FilteredRows::columnList() const {
    QStringList names;
    if (m_table) {
        for (const auto &column : m_table().columns) {
            names += utf8Text(column.name);
        }
    }
    return names.join(QStringLiteral(", "));
}

FilterLine::FilterLine(FilteredRows *rows, QWidget *parent)
    : QWidget(parent), m_rows(rows), m_line(new QLineEdit(this)), m_note(new ElidedLabel(this)) {
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_note);
    m_line->setClearButtonEnabled(true);
    m_note->setObjectName(QStringLiteral("filterNote"));
    m_note->hide();
    setFocusProxy(m_line);
    connect(m_line, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_isFiltering = true;  // rows go in many pieces: counted once
        m_rows->setFilter(text);
        m_isFiltering = false;
        updateNote();
    });
    connect(m_rows, &QAbstractItemModel::modelReset, this, [this] {
        updateTexts();
        updateNote();
    });
    connect(m_rows, &QAbstractItemModel::rowsInserted, this, &FilterLine::updateNote);
    connect(m_rows, &QAbstractItemModel::rowsRemoved, this, &FilterLine::updateNote);
}

QString FilterLine::note() const { return m_note->isHidden() ? QString() : m_note->text(); }

void FilterLine::setPrompt(const QString &prompt) {
    m_prompt = prompt;
    updateTexts();
}

void FilterLine::updateTexts() {
    const auto example = m_rows->example();
    m_line->setPlaceholderText(example.isEmpty() ? m_prompt : tr("%1, e.g. %2").arg(m_prompt, example));
    m_line->setAccessibleName(m_prompt);
    const auto columns = m_rows->columnList();
    const auto tip = tr("Text in any column, or a condition as in SQL with units (us, ms, s, kB, MB, GiB).");
    m_line->setToolTip(columns.isEmpty()
                           ? tip
                           : QStringLiteral("<p>%1</p><p>%2</p>")
                                 .arg(tip.toHtmlEscaped(), tr("Columns: %1").arg(columns).toHtmlEscaped()));
    updateNote();
}

void FilterLine::updateNote() {
    if (m_isFiltering) {
        return;
    }
    const bool isFiltered = !m_line->text().trimmed().isEmpty();
    const auto mistake = isFiltered ? m_rows->mistake() : std::nullopt;
    m_note->setVisible(isFiltered);
    if (!isFiltered) {
        return;
    }
    if (!mistake) {
        m_note->setText(tr("%1 of %2").arg(m_rows->rowCount()).arg(m_rows->all()));
        mark(-1);
        return;
    }
    const auto before = static_cast<qsizetype>(std::min(mistake->at, m_line->text().toStdString().size()));
    const auto from = static_cast<int>(QString::fromUtf8(m_line->text().toUtf8().first(before)).size());
    m_note->setText(tr("Not understood at character %1: %2").arg(from + 1).arg(utf8Text(mistake->detail)));
    mark(from);
}

/// A line of text takes formats only as an input method gives them, from its cursor on.
void FilterLine::mark(int from) {
    auto palette = m_note->palette();
    const auto color = from < 0 ? this->palette().color(QPalette::Text) : Theme::current().color(ColorRole::Error);
    palette.setColor(QPalette::WindowText, color);
    m_note->setPalette(palette);
    QList<QInputMethodEvent::Attribute> attributes;
    if (from >= 0) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(color);
        const int length = std::max(1, static_cast<int>(m_line->text().size()) - from);
        attributes.append({QInputMethodEvent::TextFormat, from - m_line->cursorPosition(), length, format});
    }
    QInputMethodEvent event({}, attributes);
    QCoreApplication::sendEvent(m_line, &event);
}

}  // namespace stagescope
