#pragma once

#include "core/base/string_pool.h"
#include "core/store/tables/packed_ints.h"
#include "core/store/tables/table_kind.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace stagescope {

/// A small immutable table with named, typed columns. Value type; share it by shared_ptr<const TableStore>. Readable
/// from any thread. Reading a column that is not there gives the fallback, so that old files stay readable.
class TableStore {
public:
    using Ints = PackedInts;
    /// Texts repeat (groups, types): each is kept once, rows hold its number. Number 0 is the empty text.
    struct Texts {
        PackedInts at;
        std::vector<std::string> values{std::string()};
    };
    /// Measured values: 32 bits, seven digits, NaN where nothing was measured. Unlike the other columns a record does
    /// not declare them: which there are is the file's affair.
    using Measures = std::vector<float>;
    using Values = std::variant<Ints, std::vector<double>, Texts, Measures>;
    /// What a column of such values is kept in.
    template <class Value>
    using ListOf =
        std::conditional_t<std::is_same_v<Value, std::string_view>, Texts,
                           std::conditional_t<std::is_same_v<Value, std::int64_t>, Ints, std::vector<Value>>>;

    explicit TableStore(TableKind kind) : m_kind(kind) {}

    [[nodiscard]] TableKind kind() const { return m_kind; }
    [[nodiscard]] std::size_t rowCount() const { return m_rowCount; }
    [[nodiscard]] bool hasColumn(std::string_view name) const { return column(name) != nullptr; }
    /// Doubles are rounded. row must be < rowCount().
    [[nodiscard]] std::int64_t number(std::size_t row, std::string_view name, std::int64_t fallback = 0) const;
    [[nodiscard]] double real(std::size_t row, std::string_view name, double fallback = 0) const;
    [[nodiscard]] std::string_view text(std::size_t row, std::string_view name) const;
    /// A whole column of integers, for loops over many rows; empty when it is absent or holds something else.
    [[nodiscard]] IntView numbers(std::string_view name) const;
    /// A whole column of texts, each value once; null when it is absent or holds something else.
    [[nodiscard]] const Texts *texts(std::string_view name) const;
    /// A whole column of measures; empty when it is absent or holds something else.
    [[nodiscard]] std::span<const float> measures(std::string_view name) const;
    /// Names of all columns of measures, in the order in which they were added.
    [[nodiscard]] std::vector<std::string_view> measureNames() const;
    /// Null when it is absent.
    [[nodiscard]] const Values *values(std::string_view name) const;
    [[nodiscard]] std::size_t byteSize() const;

private:
    friend class TableBuilder;
    friend class StoreArchive;
    struct Column {
        std::string name;
        Values values;
    };
    [[nodiscard]] const Column *column(std::string_view name) const;

    TableKind m_kind;
    std::size_t m_rowCount = 0;
    std::vector<Column> m_columns;
};

/// The only writer of a TableStore. Rows are written column by column; `endRow` fills what a row left out (0, 0.0, "").
/// Readers of files use TableWriter (table_records.h), which knows the columns.
class TableBuilder {
public:
    explicit TableBuilder(TableKind kind) : m_table(kind) {}
    TableBuilder &set(std::string_view column, std::int64_t value);
    TableBuilder &set(std::string_view column, double value);
    TableBuilder &set(std::string_view column, std::string_view value);
    void endRow();

    /// A new column, whose value in the rows so far is `fill` (for texts: empty); its number.
    std::size_t addColumn(std::string_view name, std::int64_t fill);
    std::size_t addColumn(std::string_view name, double fill);
    std::size_t addColumn(std::string_view name, std::string_view fill);
    /// The value of the current row in a column of that type.
    void put(std::size_t column, std::int64_t value);
    void put(std::size_t column, double value);
    void put(std::size_t column, std::string_view value);
    /// A whole column of measures; rows without a value have none. Call it when all rows are there.
    void addMeasures(std::string_view name, TableStore::Measures values);
    [[nodiscard]] std::size_t rowCount() const { return m_table.m_rowCount; }
    /// Without the room that was left for more: a table stays as long as its rank is open, and there are thousands.
    [[nodiscard]] TableStore take();

private:
    template <class Value>
    TableBuilder &setNamed(std::string_view name, Value value);
    template <class List>
    std::size_t addValues(std::string_view name, List values);

    TableStore m_table;
    std::vector<TextSlots> m_numbers;  ///< of texts, by column
};

}  // namespace stagescope
