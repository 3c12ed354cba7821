#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/base/result.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

struct sqlite3;

namespace stagescope {

/// Tables that a statement has read so far, each made once for its parameters. One thread.
class AskSource {
public:
    /// Without an input nothing is ever made: for statements that are only looked at.
    AskSource(const AnalysisInput *input, std::stop_token stop) : m_input(input), m_stop(std::move(stop)) {}

    /// Errors: those of the analysis, also kept as error().
    [[nodiscard]] Result<std::shared_ptr<const ResultTable>> table(const AnalysisEntry &entry,
                                                                   std::map<std::string, std::string> parameters);
    /// Null: statements are only looked at.
    [[nodiscard]] const AnalysisInput *input() const { return m_input; }
    /// Why the last statement failed, where that was no fault of the statement.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    [[nodiscard]] const std::vector<std::string> &notes() const { return m_notes; }
    /// While a table declares its columns SQLite asks for leave to write into a schema that nobody sees.
    [[nodiscard]] bool isDeclaring() const { return m_isDeclaring; }
    void setDeclaring(bool isDeclaring) { m_isDeclaring = isDeclaring; }

private:
    const AnalysisInput *m_input;
    std::stop_token m_stop;
    std::map<std::pair<std::string, std::map<std::string, std::string>>, std::shared_ptr<const ResultTable>> m_tables;
    std::vector<std::string> m_notes;
    std::optional<Error> m_error;
    bool m_isDeclaring = false;
};

/// Makes every analysis a table of the connection, and `tables` and `columns`. The source outlives the connection.
[[nodiscard]] Status addAskTables(sqlite3 *connection, AskSource &source);

}  // namespace stagescope
