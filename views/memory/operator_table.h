#pragma once

#include "core/scene/memory/operator_memory_model.h"

#include <QtCore/QAbstractTableModel>

#include <memory>

namespace stagescope {

/// The memory of operators as Qt's tables show it: cells are made when they are looked at, so that millions of rows
/// cost nothing. Sorting is asked for and comes back as another answer. GUI thread.
class OperatorTable : public QAbstractTableModel {
    Q_OBJECT
public:
    using Answer = std::shared_ptr<const OperatorAnswer>;

    explicit OperatorTable(QObject *parent = nullptr);

    void setAnswer(Answer answer);
    [[nodiscard]] const OperatorAnswer &answer() const { return *m_answer; }
    /// The operator in a row of the table, as a row of OperatorMemory.
    [[nodiscard]] std::uint32_t operatorAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

Q_SIGNALS:
    void sortAsked(int column, Qt::SortOrder order);

private:
    Answer m_answer;
};

}  // namespace stagescope
