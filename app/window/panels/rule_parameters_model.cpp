#include "app/window/panels/rule_parameters_model.h"

#include "core/advice/findings.h"
#include "core/analysis/tables/result_table.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtGui/QFont>

#include <cmath>

namespace stagescope {

namespace {

QString numberText(double value) { return QString::fromStdString(cellText(Cell{value})); }

}  // namespace

RuleParametersModel::RuleParametersModel(QObject *parent) : QAbstractTableModel(parent) {
    for (const auto &rule : ruleList()) {
        for (const auto &parameter : rule.parameters) {
            m_rows.push_back({&rule, &parameter});
        }
    }
    connect(&RuleSettings::current(), &RuleSettings::changed, this, &RuleParametersModel::retranslate);
}

int RuleParametersModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RuleParametersModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

double RuleParametersModel::valueOf(const Row &row) const {
    const auto &values = RuleSettings::current().values();
    const auto it = values.find(row.parameter->name);
    return it == values.end() ? row.parameter->value : it->second;
}

QString RuleParametersModel::textOf(const Row &row, int column) const {
    switch (column) {
        case Topic:
            return messageText(topicOf(row.rule->id));
        case Name:
            return QString::fromStdString(row.parameter->name);
        case Value:
            return numberText(valueOf(row));
        case Default:
            return numberText(row.parameter->value);
        case Unit:
            return QString::fromStdString(row.parameter->unit);
        case Meaning:
            return QCoreApplication::translate("Message", row.parameter->meaning.c_str());
        default:
            return {};
    }
}

QVariant RuleParametersModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto &row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isNumber = index.column() == Value || index.column() == Default;
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            return textOf(row, index.column());
        case Qt::ToolTipRole:
            return textOf(row, Meaning);
        case Qt::TextAlignmentRole:
            return QVariant(int(Qt::AlignTop) | int(isNumber ? Qt::AlignRight : Qt::AlignLeft));
        case Qt::FontRole: {
            QFont font;
            font.setBold(index.column() == Value && valueOf(row) != row.parameter->value);
            return font;
        }
        default:
            return {};
    }
}

QVariant RuleParametersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Topic:
            return tr("Detects");
        case Name:
            return tr("Threshold");
        case Value:
            return tr("Value");
        case Default:
            return tr("Default");
        case Unit:
            return tr("Unit");
        case Meaning:
            return tr("Meaning");
        default:
            return {};
    }
}

Qt::ItemFlags RuleParametersModel::flags(const QModelIndex &index) const {
    const auto flags = QAbstractTableModel::flags(index);
    return index.column() == Value ? flags | Qt::ItemIsEditable : flags;
}

bool RuleParametersModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    bool isNumber = false;
    const double number = QLocale::c().toDouble(value.toString().trimmed(), &isNumber);
    if (!index.isValid() || index.column() != Value || role != Qt::EditRole || !isNumber || !std::isfinite(number)) {
        return false;
    }
    RuleSettings::current().setValue(m_rows[static_cast<std::size_t>(index.row())].parameter->name, number);
    return true;
}

void RuleParametersModel::resetRow(int row) {
    const auto *parameter = m_rows[static_cast<std::size_t>(row)].parameter;
    RuleSettings::current().setValue(parameter->name, parameter->value);
}

void RuleParametersModel::retranslate() {
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

}  // namespace stagescope
