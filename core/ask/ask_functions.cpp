#include "core/ask/ask_functions.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// What an aggregate has seen. SQLite gives it room for a pointer, zeroed.
template <class State>
State &stateOf(sqlite3_context *context) {
    auto **place = static_cast<State **>(sqlite3_aggregate_context(context, sizeof(State *)));
    if (*place == nullptr) {
        *place = std::make_unique<State>().release();
    }
    return **place;
}
/// The same at the end, or null where no row came; the caller owns it.
template <class State>
std::unique_ptr<State> takeState(sqlite3_context *context) {
    auto **place = static_cast<State **>(sqlite3_aggregate_context(context, 0));
    return std::unique_ptr<State>(place == nullptr ? nullptr : std::exchange(*place, nullptr));
}

struct Values {
    std::vector<double> all;
    double percent = 50;
};

/// `user data` has the percent of p95 and the like; below 0: the second argument.
void addValue(sqlite3_context *context, int count, sqlite3_value **values) {
    auto &state = stateOf<Values>(context);
    const auto percent = *static_cast<const double *>(sqlite3_user_data(context));
    state.percent = percent >= 0 || count < 2 ? percent : sqlite3_value_double(values[1]);
    if (const int type = sqlite3_value_numeric_type(values[0]); type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
        state.all.push_back(sqlite3_value_double(values[0]));
    }
}

void endValues(sqlite3_context *context) {
    const auto state = takeState<Values>(context);
    if (state == nullptr || state->all.empty()) {
        sqlite3_result_null(context);
        return;
    }
    if (!(state->percent >= 0 && state->percent <= 100)) {
        sqlite3_result_error(context, "percentile: the second argument is from 0 to 100", -1);
        return;
    }
    auto &all = state->all;
    const double place = state->percent / 100 * static_cast<double>(all.size() - 1);
    const auto below = static_cast<std::ptrdiff_t>(std::floor(place));
    std::nth_element(all.begin(), all.begin() + below, all.end());
    const double low = all[static_cast<std::size_t>(below)];
    const double part = place - static_cast<double>(below);
    const double high = part > 0 ? *std::min_element(all.begin() + below + 1, all.end()) : low;
    sqlite3_result_double(context, low + part * (high - low));
}

struct Spans {
    std::vector<std::pair<std::int64_t, std::int64_t>> all;  ///< begin, end
};

void addSpan(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    auto &state = stateOf<Spans>(context);
    if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL) {
        return;
    }
    const auto begin = sqlite3_value_int64(values[0]);
    std::int64_t end = 0;
    if (const auto length = sqlite3_value_int64(values[1]);
        length > 0 && !__builtin_add_overflow(begin, length, &end)) {
        state.all.emplace_back(begin, end);
    }
}

void endSpans(sqlite3_context *context) {
    const auto state = takeState<Spans>(context);
    std::int64_t sum = 0;
    if (state != nullptr) {
        std::sort(state->all.begin(), state->all.end());
        std::int64_t reached = INT64_MIN;
        for (const auto &[begin, end] : state->all) {
            sum += std::max<std::int64_t>(0, end - std::max(begin, reached));
            reached = std::max(reached, end);
        }
    }
    sqlite3_result_int64(context, sum);
}

/// Whole ns of us.
void giveNanos(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    constexpr double kNanosPerMicro = 1000;
    constexpr double kMost = 9.2e15;
    const bool isNumber = sqlite3_value_numeric_type(values[0]) == SQLITE_INTEGER ||
                          sqlite3_value_numeric_type(values[0]) == SQLITE_FLOAT;
    const double micros = sqlite3_value_double(values[0]);
    isNumber &&std::abs(micros) < kMost ? sqlite3_result_int64(context, std::llround(micros * kNanosPerMicro))
                                        : sqlite3_result_null(context);
}

void giveFirstEvent(sqlite3_context *context, int /*count*/, sqlite3_value ** /*values*/) {
    const auto &time = *static_cast<const std::optional<std::int64_t> *>(sqlite3_user_data(context));
    time ? sqlite3_result_int64(context, *time) : sqlite3_result_null(context);
}

}  // namespace

Status addAskFunctions(sqlite3 *connection, std::optional<std::int64_t> firstEvent) {
    static const double given = -1;
    static const double middle = 50;
    static const double high = 95;
    static const double highest = 99;
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    struct Function {
        const char *name;
        int arguments;
        const double *percent;
    };
    constexpr int kTwo = 2;
    const Function functions[] = {{"median", 1, &middle},
                                  {"p50", 1, &middle},
                                  {"p95", 1, &high},
                                  {"p99", 1, &highest},
                                  {"percentile", kTwo, &given}};
    bool isAdded = sqlite3_create_function_v2(connection, "covered_ns", kTwo, kFlags, nullptr, nullptr, &addSpan,
                                              &endSpans, nullptr) == SQLITE_OK;
    const auto free = [](void *value) { delete static_cast<std::optional<std::int64_t> *>(value); };
    isAdded = isAdded && sqlite3_create_function_v2(connection, "t0", 0, kFlags,
                                                    std::make_unique<std::optional<std::int64_t>>(firstEvent).release(),
                                                    &giveFirstEvent, nullptr, nullptr, free) == SQLITE_OK;
    isAdded = isAdded && sqlite3_create_function_v2(connection, "ns_of", 1, kFlags, nullptr, &giveNanos, nullptr,
                                                    nullptr, nullptr) == SQLITE_OK;
    for (const auto &[name, arguments, percent] : functions) {
        isAdded =
            isAdded && sqlite3_create_function_v2(connection, name, arguments, kFlags, const_cast<double *>(percent),
                                                  nullptr, &addValue, &endValues, nullptr) == SQLITE_OK;
    }
    return isAdded ? Status{} : fail(ErrorKind::Internal, "functions cannot be made for SQL");
}

}  // namespace stagescope
