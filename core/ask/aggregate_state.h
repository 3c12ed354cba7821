#pragma once

#include "core/ask/ask_budget.h"

#include <sqlite3.h>

#include <memory>
#include <utility>

namespace stagescope {

/// What an aggregate has gathered, and the memory that it took for it.
template <class State>
struct Gathered {
    explicit Gathered(AskBudget &of) : budget(of) {}
    Gathered(const Gathered &) = delete;
    Gathered &operator=(const Gathered &) = delete;
    ~Gathered() { budget.giveBack(bytes); }

    /// False: the statement has ended with the reason.
    [[nodiscard]] bool take(sqlite3_context *context, std::size_t more) {
        if (!budget.take(more)) {
            sqlite3_result_error(context, budget.text().c_str(), -1);
            return false;
        }
        bytes += more;
        return true;
    }

    AskBudget &budget;
    std::size_t bytes = 0;
    State state{};
};

/// The state of the rows so far. SQLite gives an aggregate room for a pointer, zeroed.
template <class State>
Gathered<State> &gathered(sqlite3_context *context, AskBudget &budget) {
    auto **place = static_cast<Gathered<State> **>(sqlite3_aggregate_context(context, sizeof(Gathered<State> *)));
    if (*place == nullptr) {
        *place = std::make_unique<Gathered<State>>(budget).release();
    }
    return **place;
}
/// The same at the end, or null where no row came; the caller owns it.
template <class State>
std::unique_ptr<Gathered<State>> takeGathered(sqlite3_context *context) {
    auto **place = static_cast<Gathered<State> **>(sqlite3_aggregate_context(context, 0));
    return std::unique_ptr<Gathered<State>>(place == nullptr ? nullptr : std::exchange(*place, nullptr));
}

}  // namespace stagescope
