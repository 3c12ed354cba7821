#include "core/ask/ask_tables.h"

#include "core/ask/ask_relation.h"
#include "core/ask/ask_views.h"
#include "core/ask/trace_relations.h"

#include <sqlite3.h>

#include <algorithm>
#include <variant>

namespace stagescope {

namespace {

/// Of a table with a greatest number of rows a statement sees all: a sum of the first 100 would be a wrong one.
constexpr const char *kAllRows = "10000000";
bool countsRows(std::string_view parameter) { return parameter == "rows" || parameter == "top"; }

}  // namespace

Result<std::shared_ptr<const ResultTable>> AskSource::table(const AnalysisEntry &entry,
                                                            std::map<std::string, std::string> parameters) {
    const std::pair key(entry.id, parameters);
    if (const auto known = m_tables.find(key); known != m_tables.end()) {
        return known->second;
    }
    if (m_input == nullptr) {
        return std::make_shared<const ResultTable>();
    }
    auto input = *m_input;
    for (const auto &spec : entry.parameters) {
        input.parameters[spec.name] = countsRows(spec.name) ? kAllRows : spec.defaultValue;
    }
    for (auto &[name, value] : parameters) {
        input.parameters[name] = value;
    }
    auto made = entry.run(input, m_stop);
    if (!made) {
        // A table that has nothing to compute from has no rows, and says why.
        if (made.error().kind != ErrorKind::NotFound) {
            m_error = made.error();
            return tl::make_unexpected(made.error());
        }
        m_notes.push_back(entry.id + ": " + made.error().detail);
        made = ResultTable{entry.id, entry.columns, {}, {}};
    }
    for (const auto &note : made->notes) {
        m_notes.push_back(entry.id + ": " + note);
    }
    const auto kept = std::make_shared<const ResultTable>(std::move(*made));
    m_tables.emplace(key, kept);
    return kept;
}

namespace {

std::string textOf(sqlite3_value *value) {
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

struct CellWriter {
    sqlite3_context *context;
    void operator()(std::monostate) const { sqlite3_result_null(context); }
    void operator()(std::int64_t value) const { sqlite3_result_int64(context, value); }
    void operator()(double value) const { sqlite3_result_double(context, value); }
    void operator()(const std::string &text) const {
        sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
};

std::string_view typeText(ColumnType type) {
    return type == ColumnType::Integer ? "INTEGER" : type == ColumnType::Real ? "REAL" : "TEXT";
}

/// The rows of a result, by the columns that were declared: a table of counters may lack some.
class ResultRows : public AskRows {
public:
    [[nodiscard]] bool isAtEnd() const override { return m_table == nullptr || m_row >= m_table->rows.size(); }
    void next() override { ++m_row; }
    void give(int column, sqlite3_context *context) const override {
        const auto place = m_places[static_cast<std::size_t>(column)];
        const auto &row = m_table->rows[m_row];
        std::visit(CellWriter{context}, place < row.size() ? row[place] : Cell());
    }

protected:
    void walk(std::shared_ptr<const ResultTable> table, const std::vector<ColumnSpec> &columns) {
        m_row = 0;
        m_table = std::move(table);
        m_places.clear();
        for (const auto &column : columns) {
            m_places.push_back(m_table->indexOf(column.name));
        }
    }

private:
    std::shared_ptr<const ResultTable> m_table;
    std::vector<std::size_t> m_places;
    std::size_t m_row = 0;
};

/// A table that is there as it is.
class ListRelation : public AskRelation {
public:
    explicit ListRelation(ResultTable table) : m_table(std::make_shared<const ResultTable>(std::move(table))) {}
    [[nodiscard]] std::vector<AskColumn> columns() const override {
        std::vector<AskColumn> result;
        for (const auto &column : m_table->columns) {
            result.push_back({column.name, typeText(column.type)});
        }
        return result;
    }
    [[nodiscard]] AskUse useOf(const AskTerm & /*term*/) const override { return AskUse::No; }
    [[nodiscard]] double rowsFor(std::span<const AskTerm> /*terms*/) const override {
        return static_cast<double>(m_table->rows.size());
    }
    [[nodiscard]] std::unique_ptr<AskRows> rows() const override { return std::make_unique<Rows>(m_table); }

private:
    class Rows : public ResultRows {
    public:
        explicit Rows(std::shared_ptr<const ResultTable> table) : m_list(std::move(table)) {}
        [[nodiscard]] Status start(std::span<const AskTerm> /*terms*/,
                                   std::span<sqlite3_value *const> /*values*/) override {
            walk(m_list, m_list->columns);
            return {};
        }

    private:
        std::shared_ptr<const ResultTable> m_list;
    };
    std::shared_ptr<const ResultTable> m_table;
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
        const bool isParameter = term.column >= static_cast<int>(m_entry.columns.size());
        return isParameter && term.op == SQLITE_INDEX_CONSTRAINT_EQ ? AskUse::Needs : AskUse::No;
    }
    [[nodiscard]] double rowsFor(std::span<const AskTerm> /*terms*/) const override {
        constexpr double kUsualRows = 10'000;
        return kUsualRows;
    }
    [[nodiscard]] std::unique_ptr<AskRows> rows() const override { return std::make_unique<Rows>(m_entry, m_source); }

private:
    class Rows : public ResultRows {
    public:
        Rows(const AnalysisEntry &entry, AskSource &source) : m_entry(entry), m_source(source) {}
        [[nodiscard]] Status start(std::span<const AskTerm> terms, std::span<sqlite3_value *const> values) override {
            m_given.clear();
            for (std::size_t i = 0; i < terms.size(); ++i) {
                const auto at = static_cast<std::size_t>(terms[i].column) - m_entry.columns.size();
                m_given[m_entry.parameters[at].name] = textOf(values[i]);
            }
            auto made = m_source.table(m_entry, m_given);
            if (!made) {
                return fail(made.error().kind, m_entry.id + ": " + made.error().detail);
            }
            walk(std::move(*made), m_entry.columns);
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
            CellWriter{context}(given != m_given.end()  ? given->second
                                : countsRows(spec.name) ? std::string(kAllRows)
                                                        : spec.defaultValue);
        }

    private:
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
    for (const auto &native : traceRelationTexts()) {
        for (const auto &column : native.columns) {
            table.rows.push_back(
                {column.name, std::string(native.name), std::string(column.type), column.unit, column.meaning});
        }
    }
    for (const auto &entry : analysisList()) {
        for (const auto &spec : entry.columns) {
            const std::string type = spec.type == ColumnType::Integer ? "integer"
                                     : spec.type == ColumnType::Real  ? "real"
                                                                      : "text";
            table.rows.push_back({spec.name, entry.id, type, spec.unit, spec.meaning});
        }
        for (const auto &spec : entry.parameters) {
            table.rows.push_back({spec.name, entry.id, std::string("parameter"), std::string(),
                                  spec.meaning + " Default: " + spec.defaultValue});
        }
    }
    return table;
}

}  // namespace

Status addAskTables(sqlite3 *connection, AskSource &source) {
    auto status = addRelation(connection, "tables", std::make_unique<ListRelation>(listOfTables()), source);
    if (status) {
        status = addRelation(connection, "columns", std::make_unique<ListRelation>(listOfColumns()), source);
    }
    for (const auto &entry : analysisList()) {
        if (status) {
            status = addRelation(connection, entry.id, std::make_unique<AnalysisRelation>(entry, source), source);
        }
    }
    return status ? addTraceRelations(connection, source) : std::move(status);
}

}  // namespace stagescope
