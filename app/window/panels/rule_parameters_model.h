#pragma once

#include <QtCore/QAbstractTableModel>

#include <vector>

namespace stagescope {

struct Rule;
struct RuleParameter;

/// The thresholds of all rules, as RuleSettings has them; the column Value is written to it. GUI thread.
class RuleParametersModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Topic, Name, Value, Default, Unit, Meaning, ColumnCount };

    explicit RuleParametersModel(QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    /// False for what is no finite number.
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

    void resetRow(int row);
    /// Whose threshold stands in a row.
    [[nodiscard]] const Rule &ruleAt(int row) const { return *m_rows[static_cast<std::size_t>(row)].rule; }
    void retranslate();

private:
    struct Row {
        const Rule *rule;
        const RuleParameter *parameter;
    };
    [[nodiscard]] double valueOf(const Row &row) const;
    [[nodiscard]] QString textOf(const Row &row, int column) const;

    std::vector<Row> m_rows;
};

}  // namespace stagescope
