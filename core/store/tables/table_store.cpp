#include "core/store/tables/table_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stagescope {

std::string_view tableKindName(TableKind kind) {
    // In the order of the enumerators.
    static constexpr auto kNames = std::to_array<std::string_view>({
        "steps",         "step_trace_time", "busy_intervals", "pipeline_cells", "p2p_ops",         "comm_ops",
        "comm_times",    "comm_bandwidths", "comm_links",     "environment",    "groups",          "memory_samples",
        "memory_ops",    "contents",        "kernels",        "statistics",     "copies",          "task_metrics",
        "data_ops",      "data_batches",    "clock_offsets",  "data_events",    "trace_health",    "flight_calls",
        "flight_groups", "thread_states",   "thread_waits",   "cpu_states",     "training_values",
    });
    static_assert(kNames.size() == static_cast<std::size_t>(kLastTableKind) + 1);
    const auto at = static_cast<std::size_t>(kind);
    return at < kNames.size() ? kNames.at(at) : std::string_view{};
}

const TableStore::Column *TableStore::column(std::string_view name) const {
    const auto it = std::find_if(m_columns.begin(), m_columns.end(), [&](const Column &c) { return c.name == name; });
    return it == m_columns.end() ? nullptr : &*it;
}

std::int64_t TableStore::number(std::size_t row, std::string_view name, std::int64_t fallback) const {
    const auto *c = column(name);
    if (c == nullptr) {
        return fallback;
    }
    if (const auto *ints = std::get_if<Ints>(&c->values)) {
        return (*ints)[row];
    }
    const auto *reals = std::get_if<std::vector<double>>(&c->values);
    return reals == nullptr ? fallback : std::llround((*reals)[row]);
}

IntView TableStore::numbers(std::string_view name) const {
    const auto *c = column(name);
    const auto *ints = c == nullptr ? nullptr : std::get_if<Ints>(&c->values);
    return ints == nullptr ? IntView{} : ints->view();
}

std::span<const float> TableStore::measures(std::string_view name) const {
    const auto *c = column(name);
    const auto *measures = c == nullptr ? nullptr : std::get_if<Measures>(&c->values);
    return measures == nullptr ? std::span<const float>{} : std::span<const float>(*measures);
}

std::vector<std::string_view> TableStore::measureNames() const {
    std::vector<std::string_view> names;
    for (const auto &c : m_columns) {
        if (std::holds_alternative<Measures>(c.values)) {
            names.push_back(c.name);
        }
    }
    return names;
}

const TableStore::Values *TableStore::values(std::string_view name) const {
    const auto *c = column(name);
    return c == nullptr ? nullptr : &c->values;
}

const TableStore::Texts *TableStore::texts(std::string_view name) const {
    const auto *c = column(name);
    return c == nullptr ? nullptr : std::get_if<Texts>(&c->values);
}

double TableStore::real(std::size_t row, std::string_view name, double fallback) const {
    const auto *c = column(name);
    if (c == nullptr) {
        return fallback;
    }
    if (const auto *reals = std::get_if<std::vector<double>>(&c->values)) {
        return (*reals)[row];
    }
    const auto *ints = std::get_if<Ints>(&c->values);
    return ints == nullptr ? fallback : static_cast<double>((*ints)[row]);
}

std::string_view TableStore::text(std::size_t row, std::string_view name) const {
    const auto *c = column(name);
    const auto *texts = c == nullptr ? nullptr : std::get_if<Texts>(&c->values);
    return texts == nullptr ? std::string_view{} : std::string_view{texts->values[texts->at[row]]};
}

std::size_t TableStore::byteSize() const {
    std::size_t bytes = 0;
    for (const auto &c : m_columns) {
        if (const auto *texts = std::get_if<Texts>(&c.values)) {
            bytes += texts->at.byteSize() + texts->values.capacity() * sizeof(std::string);
            for (const auto &t : texts->values) {
                bytes += t.capacity() > 15 ? t.capacity() : 0;
            }
        } else if (const auto *ints = std::get_if<Ints>(&c.values)) {
            bytes += ints->byteSize();
        } else {
            bytes += m_rowCount * (std::holds_alternative<Measures>(c.values) ? sizeof(float) : sizeof(double));
        }
    }
    return bytes;
}

template <class List>
std::size_t TableBuilder::addValues(std::string_view name, List values) {
    constexpr std::size_t kFirstSlots = 16;
    auto &numbers = m_numbers.emplace_back(std::is_same_v<List, TableStore::Texts> ? kFirstSlots : 1);
    if constexpr (std::is_same_v<List, TableStore::Texts>) {
        numbers.add(TextSlots::hashOf({}));  // number 0
    }
    m_table.m_columns.push_back({std::string(name), std::move(values)});
    return m_table.m_columns.size() - 1;
}

std::size_t TableBuilder::addColumn(std::string_view name, std::int64_t fill) {
    return addValues(name, TableStore::Ints(m_table.m_rowCount, fill));
}

std::size_t TableBuilder::addColumn(std::string_view name, double fill) {
    return addValues(name, std::vector<double>(m_table.m_rowCount, fill));
}

std::size_t TableBuilder::addColumn(std::string_view name, std::string_view) {
    TableStore::Texts texts;
    texts.at = PackedInts(m_table.m_rowCount, 0);
    return addValues(name, std::move(texts));
}

namespace {

/// By a quarter, as PackedInts.
void append(std::vector<double> &list, double value) {
    constexpr std::size_t kLong = 256;
    if (list.size() == list.capacity() && list.size() >= kLong) {
        list.reserve(list.size() + list.size() / 4);
    }
    list.push_back(value);
}

/// What a row left out.
void fill(PackedInts &list, std::size_t rows) {
    while (list.size() < rows) {
        list.push_back(0);
    }
}

}  // namespace

// A column keeps the type of its first value, a row the first of several values of a column.
void TableBuilder::put(std::size_t column, std::int64_t value) {
    auto *list = std::get_if<TableStore::Ints>(&m_table.m_columns[column].values);
    if (list != nullptr && list->size() == m_table.m_rowCount) {
        list->push_back(value);
    }
}

void TableBuilder::put(std::size_t column, double value) {
    auto *list = std::get_if<std::vector<double>>(&m_table.m_columns[column].values);
    if (list != nullptr && list->size() == m_table.m_rowCount) {
        append(*list, value);
    }
}

void TableBuilder::put(std::size_t column, std::string_view value) {
    auto *texts = std::get_if<TableStore::Texts>(&m_table.m_columns[column].values);
    if (texts == nullptr || texts->at.size() != m_table.m_rowCount) {
        return;
    }
    auto at = static_cast<std::uint32_t>(texts->at.size() == 0 ? 0 : texts->at.view().back());
    if (texts->values[at] != value) {  // else as in the row before
        auto &numbers = m_numbers[column];
        const auto hash = TextSlots::hashOf(value);
        at = numbers.find(value, hash, texts->values);
        if (at == TextSlots::kNone) {
            at = static_cast<std::uint32_t>(texts->values.size());
            numbers.add(hash);
            texts->values.emplace_back(value);
        }
    }
    texts->at.push_back(at);
}

void TableBuilder::addMeasures(std::string_view name, TableStore::Measures values) {
    values.resize(m_table.m_rowCount, std::numeric_limits<float>::quiet_NaN());
    values.shrink_to_fit();
    addValues(name, std::move(values));
}

template <class Value>
TableBuilder &TableBuilder::setNamed(std::string_view name, Value value) {
    auto &columns = m_table.m_columns;
    const auto it = std::find_if(columns.begin(), columns.end(), [&](const auto &c) { return c.name == name; });
    put(it == columns.end() ? addColumn(name, Value{}) : static_cast<std::size_t>(it - columns.begin()), value);
    return *this;
}

TableBuilder &TableBuilder::set(std::string_view column, std::int64_t value) { return setNamed(column, value); }
TableBuilder &TableBuilder::set(std::string_view column, double value) { return setNamed(column, value); }
TableBuilder &TableBuilder::set(std::string_view column, std::string_view value) { return setNamed(column, value); }

void TableBuilder::endRow() {
    ++m_table.m_rowCount;
    for (auto &c : m_table.m_columns) {
        if (auto *texts = std::get_if<TableStore::Texts>(&c.values)) {
            fill(texts->at, m_table.m_rowCount);
        } else if (auto *ints = std::get_if<TableStore::Ints>(&c.values)) {
            fill(*ints, m_table.m_rowCount);
        } else if (auto *reals = std::get_if<std::vector<double>>(&c.values)) {
            reals->resize(m_table.m_rowCount);
        }
    }
}

TableStore TableBuilder::take() {
    constexpr std::size_t kLong = 64 * 1024;  // bytes: one of few, and its copy would cost more than a quarter of it
    m_table.m_columns.shrink_to_fit();
    for (auto &column : m_table.m_columns) {
        if (auto *texts = std::get_if<TableStore::Texts>(&column.values)) {
            texts->values.shrink_to_fit();
            if (texts->at.byteSize() < kLong) {
                texts->at.pack();
            }
        } else if (auto *ints = std::get_if<TableStore::Ints>(&column.values)) {
            if (ints->byteSize() < kLong) {
                ints->pack();
            }
        } else if (auto *reals = std::get_if<std::vector<double>>(&column.values)) {
            if (reals->size() * sizeof(double) < kLong) {
                reals->shrink_to_fit();
            }
        }
    }
    return std::move(m_table);
}

}  // namespace stagescope
