#pragma once

#include "core/store/tables/table_schema.h"
#include "core/store/tables/table_store.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace stagescope {

/// The rows of one TableStore as records; what the table does not have reads as the record says. Borrows the table,
/// which outlives this and all texts of the records. Any thread.
template <TableRecord Record>
class TableRecords {
public:
    explicit TableRecords(const TableStore &table) : m_table(&table) {
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            m_columns[i] =
                std::visit([&](auto member) { return typed(table, kFields[i].name, member); }, kFields[i].member);
        }
    }

    [[nodiscard]] std::size_t size() const { return m_table->rowCount(); }
    /// row < size(). O(fields): loops over millions of rows take single columns.
    [[nodiscard]] Record operator[](std::size_t row) const {
        Record record;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            std::visit([&](auto member) { read(record.*member, m_columns[i], row); }, kFields[i].member);
        }
        return record;
    }

    /// One value; as in the record.
    template <auto Member>
    [[nodiscard]] auto at(std::size_t row) const {
        auto value = Record{}.*Member;
        read(value, m_columns[fieldOf<Record, Member>()], row);
        return value;
    }
    /// The values of all rows; empty where the table lacks the column.
    template <std::int64_t Record::*Member>
    [[nodiscard]] IntView numbers() const {
        const auto *column = m_columns[fieldOf<Record, Member>()];
        return column == nullptr ? IntView{} : std::get<TableStore::Ints>(*column).view();
    }
    /// Null where the table lacks the column.
    template <std::string_view Record::*Member>
    [[nodiscard]] const TableStore::Texts *texts() const {
        const auto *column = m_columns[fieldOf<Record, Member>()];
        return column == nullptr ? nullptr : &std::get<TableStore::Texts>(*column);
    }
    /// Whether any row tells it.
    template <auto Member>
    [[nodiscard]] bool has() const {
        return m_columns[fieldOf<Record, Member>()] != nullptr;
    }

    /// Leaves the value as it is where there is no such column; null = none.
    template <class Value>
    static void read(Value &value, const TableStore::Values *column, std::size_t row) {
        const auto *list = column == nullptr ? nullptr : std::get_if<TableStore::ListOf<Value>>(column);
        if (list == nullptr) {
            return;
        }
        if constexpr (std::is_same_v<Value, std::string_view>) {
            value = list->values[list->at[row]];
        } else {
            value = (*list)[row];
        }
    }

    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Record;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = Record;
        Iterator(const TableRecords &records, std::size_t row) : m_records(&records), m_row(row) {}
        Record operator*() const { return (*m_records)[m_row]; }
        Iterator &operator++() {
            ++m_row;
            return *this;
        }
        bool operator==(const Iterator &other) const { return m_row == other.m_row; }

    private:
        const TableRecords *m_records;
        std::size_t m_row;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

private:
    static constexpr auto kFields = Record::fields();

    template <class Value>
    static const TableStore::Values *typed(const TableStore &table, std::string_view name, Value Record::*) {
        const auto *values = table.values(name);
        return values != nullptr && std::holds_alternative<TableStore::ListOf<Value>>(*values) ? values : nullptr;
    }

    const TableStore *m_table;
    std::array<const TableStore::Values *, kFieldCount<Record>> m_columns{};
};

/// The records of several tables of that kind, one after the other; tables of other kinds are passed over. Keeps the
/// tables; texts of the records live as long as they do. Any thread.
template <TableRecord Record>
class RecordList {
public:
    explicit RecordList(std::vector<std::shared_ptr<const TableStore>> tables) : m_tables(std::move(tables)) {
        for (const auto &table : m_tables) {
            if (table->kind() == Record::kKind && table->rowCount() > 0) {
                m_parts.emplace_back(*table);
            }
        }
    }

    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Record;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = Record;
        Iterator(const RecordList &list, std::size_t part) : m_list(&list), m_part(part) {}
        Record operator*() const { return m_list->m_parts[m_part][m_row]; }
        Iterator &operator++() {
            if (++m_row == m_list->m_parts[m_part].size()) {
                ++m_part;
                m_row = 0;
            }
            return *this;
        }
        bool operator==(const Iterator &other) const { return m_part == other.m_part && m_row == other.m_row; }

    private:
        const RecordList *m_list;
        std::size_t m_part;
        std::size_t m_row = 0;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, m_parts.size()}; }

private:
    std::vector<std::shared_ptr<const TableStore>> m_tables;
    std::vector<TableRecords<Record>> m_parts;
};

/// The records of whatever has `tables(kind)`: a capture of a rank.
template <TableRecord Record, class Owner>
[[nodiscard]] RecordList<Record> recordsOf(const Owner &owner) {
    return RecordList<Record>(owner.tables(Record::kKind));
}

/// One value of a row, where one column of few rows is looked at.
template <TableRecord Record, auto Member>
[[nodiscard]] auto valueAt(const TableStore &table, std::size_t row) {
    static constexpr std::string_view kName = Record::fields()[fieldOf<Record, Member>()].name;
    auto value = Record{}.*Member;
    TableRecords<Record>::read(value, table.values(kName), row);
    return value;
}

/// Writes records into a table. A column that no record fills is not there. One thread.
template <TableRecord Record>
class TableWriter {
public:
    void append(const Record &record) {
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            std::visit([&](auto member) { put(i, record.*member, kDefault.*member); }, kFields[i].member);
        }
        m_table.endRow();
    }
    /// A column that the record does not declare, as TableBuilder has it. Call it when all rows are there.
    void addMeasures(std::string_view name, TableStore::Measures values) {
        m_table.addMeasures(name, std::move(values));
    }
    [[nodiscard]] std::size_t rowCount() const { return m_table.rowCount(); }
    /// What was written. Call once.
    [[nodiscard]] TableStore take() { return m_table.take(); }

private:
    static constexpr auto kFields = Record::fields();
    static constexpr Record kDefault{};
    static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

    template <class Value>
    void put(std::size_t field, Value value, Value usual) {
        if (m_columns[field] == kAbsent) {
            if (value == usual || (value != value && usual != usual)) {  // of kNotTold neither equals itself
                return;
            }
            m_columns[field] = m_table.addColumn(kFields[field].name, usual);
        }
        m_table.put(m_columns[field], value);
    }
    static constexpr std::array<std::size_t, kFieldCount<Record>> noColumns() {
        std::array<std::size_t, kFieldCount<Record>> columns{};
        columns.fill(kAbsent);
        return columns;
    }

    TableBuilder m_table{Record::kKind};
    std::array<std::size_t, kFieldCount<Record>> m_columns = noColumns();
};

}  // namespace stagescope
