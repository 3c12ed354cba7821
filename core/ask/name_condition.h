#pragma once

#include "core/ask/ask_connection.h"
#include "core/base/result.h"
#include "core/base/words/text_map.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A statement of a rule that looks at names alone (SELECT name FROM slice WHERE ..., SELECT type FROM kernel WHERE
/// core = ...), asked of one after another before anything is walked: whether its row would be there. Remembers what it
/// was asked: the ranks of a job have the same names. Any thread; O(1) for a name that it knows, else a statement.
class NameCondition {
public:
    enum class Answer : std::uint8_t {
        No,
        Yes,
        Spares,  ///< the row has a column `spares` that is true: where such a name is, nothing is meant
    };

    /// Errors: BadArgument for a statement that reads other columns than name of slice, type and core of kernel.
    [[nodiscard]] static Result<std::unique_ptr<NameCondition>> of(const std::string &sql);

    /// Of several names of calls; No for those that a stop leaves out.
    [[nodiscard]] std::vector<Answer> ofNames(std::size_t count,
                                              const std::function<std::string_view(std::size_t)> &name,
                                              const std::stop_token &stop);
    /// Of a kind of kernel.
    [[nodiscard]] bool isMet(std::string_view type, std::string_view core);

private:
    NameCondition(AskConnection connection, AskStatement statement);
    [[nodiscard]] Answer answer(std::string_view first, std::string_view second);

    std::mutex m_mutex;
    AskConnection m_connection;  ///< before the statement, which ends first
    AskStatement m_statement;
    TextMap<Answer> m_known;
};

}  // namespace stagescope
