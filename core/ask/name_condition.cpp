#include "core/ask/name_condition.h"

#include "core/ask/name_functions.h"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kLongestName = 1 << 20;

bool bindName(sqlite3_stmt *statement, int place, std::string_view text) {
    return text.size() < kLongestName &&
           sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()), SQLITE_STATIC) == SQLITE_OK;
}

}  // namespace

NameCondition::NameCondition(AskConnection connection, AskStatement statement)
    : m_connection(std::move(connection)), m_statement(std::move(statement)) {}

Result<std::unique_ptr<NameCondition>> NameCondition::of(const std::string &sql) {
    ASSIGN_OR_RETURN(auto connection, openAskConnection());
    RETURN_IF_ERROR(addNameFunctions(connection.get()));
    lockAskConnection(connection.get(), kLongestName);
    const auto whole = "WITH slice(name) AS (SELECT ?1), kernel(type, core) AS (SELECT ?1, ?2) " + sql;
    sqlite3_stmt *made = nullptr;
    if (sqlite3_prepare_v3(connection.get(), whole.c_str(), static_cast<int>(whole.size()), SQLITE_PREPARE_PERSISTENT,
                           &made, nullptr) != SQLITE_OK ||
        sqlite3_stmt_readonly(made) == 0) {
        return fail(ErrorKind::BadArgument, sqlite3_errmsg(connection.get()));
    }
    AskStatement statement(made);
    return std::unique_ptr<NameCondition>(new NameCondition(std::move(connection), std::move(statement)));
}

NameCondition::Answer NameCondition::answer(std::string_view first, std::string_view second) {
    auto *statement = m_statement.get();
    auto found = Answer::No;
    if (bindName(statement, 1, first) &&
        (sqlite3_bind_parameter_count(statement) < 2 || bindName(statement, 2, second)) &&
        sqlite3_step(statement) == SQLITE_ROW) {
        found = Answer::Yes;
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            const bool spares = sqlite3_column_name(statement, i) == std::string_view("spares");
            found = spares && sqlite3_column_int(statement, i) != 0 ? Answer::Spares : found;
        }
    }
    sqlite3_reset(statement);
    return found;
}

std::vector<NameCondition::Answer> NameCondition::ofNames(std::size_t count,
                                                          const std::function<std::string_view(std::size_t)> &name,
                                                          const std::stop_token &stop) {
    constexpr std::size_t kMostKnown = 16'384;
    constexpr std::size_t kLongestKnown = 512;  // with them 8 MiB at most
    constexpr std::size_t kBatch = 64;          // other ranks take turns
    std::vector<Answer> answers(count);
    for (std::size_t begin = 0; begin < count && !stop.stop_requested(); begin += kBatch) {
        const std::scoped_lock lock(m_mutex);
        for (std::size_t i = begin; i < std::min(begin + kBatch, count); ++i) {
            const auto text = name(i);
            const auto known = m_known.find(text);
            answers[i] = known != m_known.end() ? known->second : answer(text, {});
            if (known == m_known.end() && m_known.size() < kMostKnown && text.size() <= kLongestKnown) {
                m_known.emplace(text, answers[i]);
            }
        }
    }
    return answers;
}

bool NameCondition::isMet(std::string_view type, std::string_view core) {
    const std::scoped_lock lock(m_mutex);
    return answer(type, core) == Answer::Yes;
}

}  // namespace stagescope
