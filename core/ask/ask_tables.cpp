#include "core/ask/ask_tables.h"

#include "core/ask/ask_relation.h"
#include "core/ask/ask_values.h"
#include "core/ask/ask_views.h"
#include "core/ask/empty_columns.h"
#include "core/ask/trace_relations.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

namespace stagescope {

namespace {

/// Of a table with a greatest number of rows a statement sees all: a sum of the first 100 would be a wrong one.
constexpr const char *kAllRows = "10000000";
bool countsRows(std::string_view parameter) { return parameter == "rows" || parameter == "top"; }

/// Lists of what single ranks have: the rows of one are the same where it alone is asked about. Others judge each rank
/// by all of them.
constexpr std::array<std::string_view, 6> kListsOfRanks{"kernels",    "kernel_stats", "copies",
                                                        "memory_ops", "memory_curve", "dispatch"};
bool asksRanksAlone(const AnalysisEntry &entry) {
    return std::find(kListsOfRanks.begin(), kListsOfRanks.end(), entry.id) != kListsOfRanks.end();
}

}  // namespace

namespace {

/// Numbers by value, then texts by bytes.
bool isCellBefore(const Cell &a, const Cell &b) {
    const auto *text = std::get_if<std::string>(&a);
    const auto *other = std::get_if<std::string>(&b);
    if (text != nullptr || other != nullptr) {
        return text == nullptr || (other != nullptr && *text < *other);
    }
    const auto *whole = std::get_if<std::int64_t>(&a);
    const auto *otherWhole = std::get_if<std::int64_t>(&b);
    if (whole != nullptr && otherWhole != nullptr) {
        return *whole < *otherWhole;
    }
    const auto real = [](const Cell &cell, const std::int64_t *asWhole) {
        return asWhole != nullptr ? static_cast<long double>(*asWhole)
                                  : static_cast<long double>(std::get<double>(cell));
    };
    return real(a, whole) < real(b, otherWhole);
}

bool isUnknown(const Cell &cell) {
    const auto *real = std::get_if<double>(&cell);
    return std::holds_alternative<std::monostate>(cell) || (real != nullptr && std::isnan(*real));
}

}  // namespace

void AskTable::sortBy(std::size_t column, Order &order) const {
    const bool isText = m_table.columns[column].type == ColumnType::Text;
    order.isUsable = true;
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
        const auto &cell = m_table.rows[row][column];
        if (!isUnknown(cell)) {
            order.rows.push_back(static_cast<std::uint32_t>(row));
            order.isUsable = order.isUsable && std::holds_alternative<std::string>(cell) == isText;
        }
    }
    if (order.isUsable) {
        std::stable_sort(order.rows.begin(), order.rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            return isCellBefore(m_table.rows[a][column], m_table.rows[b][column]);
        });
    }
}

std::optional<std::span<const std::uint32_t>> AskTable::equalRows(std::size_t column, const Cell &value) {
    // SQLite may make a number of a text or a text of a number before it compares them: that it does itself.
    const bool isText = column < m_table.columns.size() && m_table.columns[column].type == ColumnType::Text;
    if (column >= m_table.columns.size() || isUnknown(value) || std::holds_alternative<std::string>(value) != isText) {
        return std::nullopt;
    }
    auto &order = m_orders[column];
    constexpr int kWorthIt = 2;
    if (++order.questions == kWorthIt) {
        sortBy(column, order);
    }
    if (!order.isUsable) {
        return std::nullopt;
    }
    const auto first = std::lower_bound(
        order.rows.begin(), order.rows.end(), value,
        [&](std::uint32_t row, const Cell &wanted) { return isCellBefore(m_table.rows[row][column], wanted); });
    const auto last = std::upper_bound(first, order.rows.end(), value, [&](const Cell &wanted, std::uint32_t row) {
        return isCellBefore(wanted, m_table.rows[row][column]);
    });
    return std::span<const std::uint32_t>(first, last);
}

void AskSource::note(std::string text) {
    if (std::find(m_notes.begin(), m_notes.end(), text) == m_notes.end()) {
        m_notes.push_back(std::move(text));
    }
}

Result<std::shared_ptr<AskTable>> AskSource::table(const AnalysisEntry &entry,
                                                   const std::map<std::string, std::string> &parameters,
                                                   std::optional<int> rank) {
    auto &kept = m_tables[{entry.id, parameters, rank}];
    if (kept != nullptr) {
        return kept;
    }
    auto empty = ResultTable{entry.id, entry.columns, {}, {}};
    if (m_input == nullptr || (rank && !m_input->wants(*rank))) {
        kept = std::make_shared<AskTable>(std::move(empty));
        return kept;
    }
    auto input = *m_input;
    if (rank) {
        input.ranks = {*rank};
    }
    for (const auto &spec : entry.parameters) {
        input.parameters[spec.name] = countsRows(spec.name) ? kAllRows : spec.defaultValue;
    }
    for (const auto &[name, value] : parameters) {
        input.parameters[name] = value;
    }
    auto made = entry.run(input, m_stop);
    if (!made) {
        // A table that has nothing to compute from has no rows, and says why.
        if (made.error().kind != ErrorKind::NotFound) {
            m_error = made.error();
            return tl::make_unexpected(made.error());
        }
        note(entry.id + ": " + made.error().detail);
        made = std::move(empty);
    }
    for (const auto &text : made->notes) {
        if (!text.ends_with(std::string("at most ") + kAllRows + '.')) {  // of a limit that nobody set
            note(entry.id + ": " + text);
        }
    }
    if (const auto *run = input.run(); run != nullptr && made->rows.empty() && !rank) {
        if (const auto remedy = emptyTableRemedy(*run, entry.id); !remedy.empty()) {
            note(entry.id + ": no rows. " + remedy);
        }
    }
    kept = std::make_shared<AskTable>(std::move(*made));
    return kept;
}

std::vector<const ResultTable *> AskSource::made(std::string_view id) const {
    std::vector<const ResultTable *> tables;
    for (const auto &[key, table] : m_tables) {
        if (key.id == id && table != nullptr) {
            tables.push_back(&table->rows());
        }
    }
    return tables;
}

namespace {

std::string textOf(sqlite3_value *value) {
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

std::string_view typeText(ColumnType type) {
    return type == ColumnType::Integer ? "INTEGER" : type == ColumnType::Real ? "REAL" : "TEXT";
}

/// The rows of a result, by the columns that were declared: a table of counters may lack some.
class ResultRows : public AskRows {
public:
    [[nodiscard]] bool isAtEnd() const override { return m_at >= m_count; }
    void next() override { ++m_at; }
    void give(int column, sqlite3_context *context) const override {
        const auto place = m_places[static_cast<std::size_t>(column)];
        const auto &row = m_table->rows().rows[m_chosen ? (*m_chosen)[m_at] : m_at];
        place < row.size() ? giveCell(row[place], context) : sqlite3_result_null(context);
    }

protected:
    void walk(std::shared_ptr<AskTable> table, const std::vector<ColumnSpec> &columns) {
        m_at = 0;
        m_table = std::move(table);
        m_chosen.reset();
        m_count = m_table->rows().rows.size();
        m_places.clear();
        for (const auto &column : columns) {
            m_places.push_back(m_table->rows().indexOf(column.name));
        }
    }
    /// Of them only those in whose column the value may stand; no row is equal to NULL.
    void narrow(int column, sqlite3_value *value) {
        if (sqlite3_value_type(value) == SQLITE_NULL) {
            m_count = 0;
            return;
        }
        const auto rows = m_table->equalRows(m_places[static_cast<std::size_t>(column)], valueCell(value));
        if (rows && rows->size() < m_count) {
            m_chosen = rows;
            m_count = rows->size();
        }
    }

private:
    std::shared_ptr<AskTable> m_table;
    std::vector<std::size_t> m_places;
    std::optional<std::span<const std::uint32_t>> m_chosen;
    std::size_t m_count = 0;
    std::size_t m_at = 0;
};

/// A list that is made once. Only read, so that connections share it.
class ListRelation : public AskRelation {
public:
    using Made = std::shared_ptr<AskTable> (*)();
    explicit ListRelation(Made made) : m_made(made) {}
    [[nodiscard]] std::vector<AskColumn> columns() const override {
        std::vector<AskColumn> result;
        for (const auto &column : m_made()->rows().columns) {
            result.push_back({column.name, typeText(column.type)});
        }
        return result;
    }
    [[nodiscard]] AskUse useOf(const AskTerm & /*term*/) const override { return AskUse::No; }
    [[nodiscard]] double rowsFor(std::span<const AskTerm> /*terms*/) const override {
        return static_cast<double>(m_made()->rows().rows.size());
    }
    [[nodiscard]] std::unique_ptr<AskRows> rows() const override { return std::make_unique<Rows>(m_made()); }

private:
    class Rows : public ResultRows {
    public:
        explicit Rows(std::shared_ptr<AskTable> table) : m_list(std::move(table)) {}
        [[nodiscard]] Status start(std::span<const AskTerm> /*terms*/,
                                   std::span<sqlite3_value *const> /*values*/) override {
            walk(m_list, m_list->rows().columns);
            return {};
        }

    private:
        std::shared_ptr<AskTable> m_list;
    };
    Made m_made;
};

/// An analysis: its columns, then its parameters, hidden.
class AnalysisRelation : public AskRelation {
public:
    AnalysisRelation(const AnalysisEntry &entry, AskSource &source) : m_entry(entry), m_source(source) {}
    [[nodiscard]] std::vector<AskColumn> columns() const override {
        std::vector<AskColumn> result;
        for (const auto &column : m_entry.columns) {
            result.push_back({column.name, typeText(column.type)});
        }
        for (const auto &parameter : m_entry.parameters) {
            const bool isTaken = std::any_of(result.begin(), result.end(),
                                             [&](const AskColumn &column) { return column.name == parameter.name; });
            result.push_back({isTaken ? "set_" + parameter.name : parameter.name, "TEXT", true});
        }
        return result;
    }
    [[nodiscard]] AskUse useOf(const AskTerm &term) const override {
        const bool isEqual = term.op == SQLITE_INDEX_CONSTRAINT_EQ;
        const bool isParameter = term.column >= static_cast<int>(m_entry.columns.size());
        return !isEqual ? AskUse::No : isParameter ? AskUse::Needs : AskUse::Narrows;
    }
    [[nodiscard]] double rowsFor(std::span<const AskTerm> terms) const override {
        constexpr double kUsualRows = 10'000;
        constexpr double kEach = 20;
        double rows = kUsualRows;
        for (const auto &term : terms) {
            rows /= useOf(term) == AskUse::Narrows ? kEach : 1;
        }
        return std::max(rows, 1.0);
    }
    [[nodiscard]] std::unique_ptr<AskRows> rows() const override { return std::make_unique<Rows>(m_entry, m_source); }

private:
    class Rows : public ResultRows {
    public:
        Rows(const AnalysisEntry &entry, AskSource &source) : m_entry(entry), m_source(source) {}
        [[nodiscard]] Status start(std::span<const AskTerm> terms, std::span<sqlite3_value *const> values) override {
            m_given.clear();
            std::optional<int> rank;
            for (std::size_t i = 0; i < terms.size(); ++i) {
                const auto at = static_cast<std::size_t>(terms[i].column);
                if (at >= m_entry.columns.size()) {
                    m_given[m_entry.parameters[at - m_entry.columns.size()].name] = textOf(values[i]);
                } else if (isRankAlone(at)) {
                    rank = rankOf(values[i], rank);
                }
            }
            auto made = m_source.table(m_entry, m_given, rank);
            if (!made) {
                return fail(made.error().kind, m_entry.id + ": " + made.error().detail);
            }
            walk(std::move(*made), m_entry.columns);
            for (std::size_t i = 0; i < terms.size(); ++i) {
                if (terms[i].column < static_cast<int>(m_entry.columns.size())) {
                    narrow(terms[i].column, values[i]);
                }
            }
            return {};
        }
        void give(int column, sqlite3_context *context) const override {
            const auto at = static_cast<std::size_t>(column);
            if (at < m_entry.columns.size()) {
                ResultRows::give(column, context);
                return;
            }
            const auto &spec = m_entry.parameters[at - m_entry.columns.size()];
            const auto given = m_given.find(spec.name);
            giveCell(given != m_given.end()  ? given->second
                     : countsRows(spec.name) ? std::string(kAllRows)
                                             : spec.defaultValue,
                     context);
        }

    private:
        /// Whether the rows of a rank are the same when it alone is asked about.
        [[nodiscard]] bool isRankAlone(std::size_t column) const {
            return m_entry.columns[column].name == "rank" && asksRanksAlone(m_entry);
        }
        /// A rank to ask about alone; of several that cannot all be it, the first.
        static std::optional<int> rankOf(sqlite3_value *value, std::optional<int> known) {
            const auto number = sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : -1;
            const bool isRank = number >= 0 && number <= std::numeric_limits<int>::max();
            return known || !isRank ? known : std::optional(static_cast<int>(number));
        }

        const AnalysisEntry &m_entry;
        AskSource &m_source;
        std::map<std::string, std::string> m_given;
    };
    const AnalysisEntry &m_entry;
    AskSource &m_source;
};

ResultTable listOfTables() {
    ResultTable table{"tables",
                      {{"id", ColumnType::Text, "", "Name of the table."}, {"title", ColumnType::Text, "", "Title."}},
                      {},
                      {}};
    for (const auto &view : askViews()) {
        table.rows.push_back({std::string(view.name), std::string(view.meaning)});
    }
    for (const auto &native : traceRelationTexts()) {
        table.rows.push_back({std::string(native.name), std::string(native.meaning)});
    }
    for (const auto &entry : analysisList()) {
        table.rows.push_back({entry.id, entry.title});
    }
    return table;
}

ResultTable listOfColumns() {
    ResultTable table{"columns",
                      {{"name", ColumnType::Text, "", "Name of the column."},
                       {"table_id", ColumnType::Text, "", "Its table."},
                       {"type", ColumnType::Text, "", "integer, real or text."},
                       {"unit", ColumnType::Text, "", "Unit."},
                       {"meaning", ColumnType::Text, "", "Meaning."}},
                      {},
                      {}};
    const auto typeName = [](ColumnType type) {
        return std::string(type == ColumnType::Integer ? "integer" : type == ColumnType::Real ? "real" : "text");
    };
    for (const auto &view : askViews()) {
        for (const auto &column : askViewColumns(view)) {
            table.rows.push_back(
                {column.name, std::string(view.name), typeName(column.type), column.unit, column.meaning});
        }
    }
    for (const auto &native : traceRelationTexts()) {
        for (const auto &column : native.columns) {
            table.rows.push_back(
                {column.name, std::string(native.name), std::string(column.type), column.unit, column.meaning});
        }
    }
    for (const auto &entry : analysisList()) {
        for (const auto &spec : entry.columns) {
            table.rows.push_back({spec.name, entry.id, typeName(spec.type), spec.unit, spec.meaning});
        }
        for (const auto &spec : entry.parameters) {
            table.rows.push_back({spec.name, entry.id, std::string("parameter"), std::string(),
                                  spec.meaning + " Default: " + spec.defaultValue});
        }
    }
    return table;
}

template <ResultTable (*list)()>
std::shared_ptr<AskTable> madeOnce() {
    static const auto table = std::make_shared<AskTable>(list());
    return table;
}

}  // namespace

Status addAskTables(sqlite3 *connection, AskSource &source, const std::string &schema) {
    Status status;
    if (schema.empty()) {
        status = addRelation(connection, "tables", std::make_unique<ListRelation>(&madeOnce<listOfTables>), source);
        status = status ? addRelation(connection, "columns", std::make_unique<ListRelation>(&madeOnce<listOfColumns>),
                                      source)
                        : std::move(status);
    }
    for (const auto &entry : analysisList()) {
        if (status) {
            status =
                addRelation(connection, entry.id, std::make_unique<AnalysisRelation>(entry, source), source, schema);
        }
    }
    return status ? addTraceRelations(connection, source, schema) : std::move(status);
}

}  // namespace stagescope
