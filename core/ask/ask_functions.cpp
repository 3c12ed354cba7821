#include "core/ask/ask_functions.h"

#include "core/analysis/tables/result_table.h"
#include "core/ask/aggregate_state.h"
#include "core/ask/ask_tables.h"
#include "core/ask/ask_values.h"
#include "core/base/intervals.h"
#include "core/base/item_ref.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// `percent`: of p95 and the like; below 0: the second argument.
struct PercentileOf {
    AskBudget *budget;
    double percent;
};

struct Values {
    std::vector<double> all{};
    double percent = 50;
};

bool isNumber(sqlite3_value *value) {
    const int type = sqlite3_value_numeric_type(value);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

void addValue(sqlite3_context *context, int count, sqlite3_value **values) {
    const auto &of = *static_cast<const PercentileOf *>(sqlite3_user_data(context));
    auto &gatheredValues = gathered<Values>(context, *of.budget);
    auto &state = gatheredValues.state;
    state.percent = of.percent >= 0 || count < 2 ? of.percent : sqlite3_value_double(values[1]);
    if (isNumber(values[0]) && gatheredValues.take(context, sizeof(double))) {
        state.all.push_back(sqlite3_value_double(values[0]));
    }
}

void endValues(sqlite3_context *context) {
    const auto values = takeGathered<Values>(context);
    if (values == nullptr || values->state.all.empty()) {
        sqlite3_result_null(context);
        return;
    }
    auto *state = &values->state;
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

struct CoveredSpans {
    std::vector<Interval> all;
};

void addCovered(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    auto &spans = gathered<CoveredSpans>(context, *static_cast<AskBudget *>(sqlite3_user_data(context)));
    if (!isNumber(values[0]) || !isNumber(values[1])) {
        return;
    }
    const auto begin = sqlite3_value_int64(values[0]);
    const auto length = sqlite3_value_int64(values[1]);
    std::int64_t end = 0;
    if (length > 0 && !__builtin_add_overflow(begin, length, &end) && spans.take(context, sizeof(Interval))) {
        spans.state.all.push_back({begin, end});
    }
}

void endCovered(sqlite3_context *context) {
    const auto spans = takeGathered<CoveredSpans>(context);
    sqlite3_result_int64(context, spans == nullptr ? 0 : totalLength(merged(std::move(spans->state.all))));
}

/// Sums by key: as fast as a hash table, where GROUP BY sorts all rows.
struct KeyedSums {
    std::unordered_map<std::string, double> sums;
};

/// sum_by(key, value) and count_by(key). `user data`: the budget.
void addKeyed(sqlite3_context *context, int count, sqlite3_value **values) {
    auto &keyed = gathered<KeyedSums>(context, *static_cast<AskBudget *>(sqlite3_user_data(context)));
    if (count > 1 && !isNumber(values[1])) {
        return;
    }
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(values[0]));
    const std::string key(text == nullptr ? "" : text, static_cast<std::size_t>(sqlite3_value_bytes(values[0])));
    constexpr std::size_t kNode = 64;
    auto place = keyed.state.sums.find(key);
    if (place == keyed.state.sums.end()) {
        if (!keyed.take(context, kNode + key.size())) {
            return;
        }
        place = keyed.state.sums.emplace(key, 0).first;
    }
    place->second += count > 1 ? sqlite3_value_double(values[1]) : 1;
}

std::string quotedKey(const std::string &key) {
    std::string text = "\"";
    for (const char c : key) {
        constexpr unsigned char kFirstPrinted = 0x20;
        constexpr std::string_view kHex = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        if (byte < kFirstPrinted) {
            text += std::string("\\u00") + kHex[byte >> 4U] + kHex[byte & 0xfU];
            continue;
        }
        text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return text + '"';
}

/// {"key": sum, ...}, the greatest first, for json_each.
void endKeyed(sqlite3_context *context) {
    const auto keyed = takeGathered<KeyedSums>(context);
    std::vector<std::pair<std::string, double>> sums;
    if (keyed != nullptr) {
        sums.assign(keyed->state.sums.begin(), keyed->state.sums.end());
    }
    std::sort(sums.begin(), sums.end(), [](const auto &a, const auto &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    std::string json = "{";
    for (const auto &[key, sum] : sums) {
        constexpr double kWhole = 9.007e15;
        const bool isWhole = sum == std::floor(sum) && std::abs(sum) < kWhole;
        json += (json.size() > 1 ? "," : "") + quotedKey(key) + ':' +
                (isWhole ? std::to_string(static_cast<std::int64_t>(sum)) : cellText(sum));
    }
    json += '}';
    sqlite3_result_text64(context, json.data(), json.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Whole ns of us.
void giveNanos(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    constexpr double kNanosPerMicro = 1000;
    constexpr double kMost = 9.2e15;
    const double micros = sqlite3_value_double(values[0]);
    isNumber(values[0]) && std::abs(micros) < kMost
        ? sqlite3_result_int64(context, std::llround(micros * kNanosPerMicro))
        : sqlite3_result_null(context);
}

/// The run of a profile by its number; null where a statement is only looked at.
const Run *runOf(sqlite3_context *context, sqlite3_value *profile) {
    const auto sources = *static_cast<const std::span<const std::unique_ptr<AskSource>> *>(sqlite3_user_data(context));
    const auto number = sqlite3_value_int64(profile);
    const auto it = std::find_if(sources.begin(), sources.end(),
                                 [number](const auto &source) { return source->profile() == number; });
    const auto *input = it == sources.end() ? nullptr : (*it)->input();
    return input == nullptr ? nullptr : input->run();
}

/// common_ns(profile, rank, time): a time of a rank's own clock on the common one of the run.
void giveCommonTime(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    const auto *run = runOf(context, values[0]);
    if (run == nullptr || !isNumber(values[2])) {
        return sqlite3_result_null(context);
    }
    const auto offset = run->clock.offset(isNumber(values[1]) ? sqlite3_value_int(values[1]) : -1).count();
    std::int64_t time = 0;
    __builtin_add_overflow(sqlite3_value_int64(values[2]), offset, &time) ? sqlite3_result_null(context)
                                                                          : sqlite3_result_int64(context, time);
}

/// item_of(profile, 'rank', 3): a rank or a step of the run, for --select.
void giveItem(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    const auto *run = runOf(context, values[0]);
    if (run == nullptr || !isNumber(values[2])) {
        return sqlite3_result_null(context);
    }
    const auto number = sqlite3_value_int64(values[2]);
    const auto item = valueCell(values[1]) == Cell(std::string("rank"))
                          ? ItemRef(RankRef{run->id, static_cast<int>(number)})
                          : ItemRef(StepRef{run->id, number});
    giveCell(toText(item), context);
}

/// link_of(profile, group, step, name, source, destination): a link of the run, for --select.
void giveLink(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    const auto *run = runOf(context, values[0]);
    if (run == nullptr || !isNumber(values[4]) || !isNumber(values[5])) {
        return sqlite3_result_null(context);
    }
    const auto textOf = [&](int at) { return cellText(valueCell(values[at])); };
    const LinkRef link{
        run->id, textOf(1), textOf(2), textOf(3), sqlite3_value_int(values[4]), sqlite3_value_int(values[5])};
    giveCell(toText(ItemRef(link)), context);
}

void giveFirstEvent(sqlite3_context *context, int /*count*/, sqlite3_value ** /*values*/) {
    const auto &time = *static_cast<const std::optional<std::int64_t> *>(sqlite3_user_data(context));
    time ? sqlite3_result_int64(context, *time) : sqlite3_result_null(context);
}

}  // namespace

Status addAskFunctions(sqlite3 *connection, std::span<const std::unique_ptr<AskSource>> sources,
                       std::optional<std::int64_t> firstEvent) {
    auto &budget = sources.front()->budget();
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    constexpr int kTwo = 2;
    bool isAdded = true;
    const auto addAggregate = [&](const char *name, int arguments, auto *step, auto *end) {
        isAdded = isAdded && sqlite3_create_function_v2(connection, name, arguments, kFlags, &budget, nullptr, step,
                                                        end, nullptr) == SQLITE_OK;
    };
    addAggregate("covered_ns", kTwo, &addCovered, &endCovered);
    addAggregate("sum_by", kTwo, &addKeyed, &endKeyed);
    addAggregate("count_by", 1, &addKeyed, &endKeyed);
    struct Percentile {
        const char *name;
        int arguments;
        double percent;
    };
    const Percentile percentiles[] = {
        {"median", 1, 50}, {"p50", 1, 50}, {"p95", 1, 95}, {"p99", 1, 99}, {"percentile", kTwo, -1}};
    for (const auto &[name, arguments, percent] : percentiles) {
        const auto free = [](void *value) { delete static_cast<PercentileOf *>(value); };
        isAdded = isAdded &&
                  sqlite3_create_function_v2(connection, name, arguments, kFlags,
                                             std::make_unique<PercentileOf>(PercentileOf{&budget, percent}).release(),
                                             nullptr, &addValue, &endValues, free) == SQLITE_OK;
    }
    const auto free = [](void *value) { delete static_cast<std::optional<std::int64_t> *>(value); };
    isAdded = isAdded && sqlite3_create_function_v2(connection, "t0", 0, kFlags,
                                                    std::make_unique<std::optional<std::int64_t>>(firstEvent).release(),
                                                    &giveFirstEvent, nullptr, nullptr, free) == SQLITE_OK;
    using Sources = std::span<const std::unique_ptr<AskSource>>;
    const auto addScalar = [&](const char *name, int arguments, auto *give) {
        const auto freeSources = [](void *value) { delete static_cast<Sources *>(value); };
        isAdded = isAdded && sqlite3_create_function_v2(connection, name, arguments, kFlags,
                                                        std::make_unique<Sources>(sources).release(), give, nullptr,
                                                        nullptr, freeSources) == SQLITE_OK;
    };
    constexpr int kThree = 3;
    addScalar("ns_of", 1, &giveNanos);
    addScalar("common_ns", kThree, &giveCommonTime);
    addScalar("item_of", kThree, &giveItem);
    constexpr int kSix = 6;
    addScalar("link_of", kSix, &giveLink);
    return isAdded ? Status{} : fail(ErrorKind::Internal, "functions cannot be made for SQL");
}

}  // namespace stagescope
