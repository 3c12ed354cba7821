#include "core/store/table_store.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

std::string_view tableKindName(TableKind kind) {
    switch (kind) {
        case TableKind::Steps:
            return "steps";
        case TableKind::StepTraceTime:
            return "step_trace_time";
        case TableKind::BusyIntervals:
            return "busy_intervals";
        case TableKind::PipelineCells:
            return "pipeline_cells";
        case TableKind::P2pOps:
            return "p2p_ops";
        case TableKind::Environment:
            return "environment";
        case TableKind::Groups:
            return "groups";
        case TableKind::Contents:
            return "contents";
    }
    return {};
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

std::span<const std::int64_t> TableStore::numbers(std::string_view name) const {
    const auto *c = column(name);
    const auto *ints = c == nullptr ? nullptr : std::get_if<Ints>(&c->values);
    return ints == nullptr ? std::span<const std::int64_t>{} : std::span<const std::int64_t>(*ints);
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
    return texts == nullptr ? std::string_view{} : std::string_view{(*texts)[row]};
}

std::size_t TableStore::byteSize() const {
    std::size_t bytes = 0;
    for (const auto &c : m_columns) {
        bytes += std::visit([](const auto &list) { return list.capacity() * sizeof(list.front()); }, c.values);
        if (const auto *texts = std::get_if<Texts>(&c.values)) {
            for (const auto &t : *texts) {
                bytes += t.capacity() > 15 ? t.capacity() : 0;
            }
        }
    }
    return bytes;
}

template <class List, class Value>
TableBuilder &TableBuilder::put(std::string_view name, Value value) {
    auto &columns = m_table.m_columns;
    auto it = std::find_if(columns.begin(), columns.end(), [&](const auto &c) { return c.name == name; });
    if (it == columns.end()) {
        columns.push_back({std::string(name), List{}});
        it = std::prev(columns.end());
    }
    if (auto *list = std::get_if<List>(&it->values)) {  // a column keeps the type of its first value
        list->resize(m_table.m_rowCount);
        list->push_back(std::move(value));
    }
    return *this;
}

template TableBuilder &TableBuilder::put<TableStore::Ints>(std::string_view, std::int64_t);
template TableBuilder &TableBuilder::put<std::vector<double>>(std::string_view, double);
template TableBuilder &TableBuilder::put<TableStore::Texts>(std::string_view, std::string);

void TableBuilder::endRow() {
    ++m_table.m_rowCount;
    for (auto &c : m_table.m_columns) {
        std::visit([&](auto &list) { list.resize(m_table.m_rowCount); }, c.values);
    }
}

}  // namespace stagescope
