#include "core/formats/rocprofv3/rocprof_counters.h"

#include "core/formats/io/json_text.h"
#include "core/formats/rocprofv3/rocprof_reader.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stagescope::rocprof {

namespace {

constexpr std::size_t kMostCounters = 5'000'000;
using Token = JsonStream::Token;

std::int64_t handleOf(std::string_view text) {
    const auto value = parseUnsigned(text);
    return value ? static_cast<std::int64_t>(*value) : -1;
}

/// Calls fn() for each object of a list whose bracket was read, after its brace; fn reads it. False at damage.
template <class Fn>
bool eachObject(JsonStream &json, Fn &&fn) {
    for (auto token = json.next(); token != Token::EndArray; token = json.next()) {
        if (token == Token::BeginObject ? !fn() : !json.skip(token)) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool CounterRecords::readNames(JsonStream &json) {
    return eachObject(json, [&] {
        std::int64_t id = -1;
        std::string name;
        const bool isRead = readFields(json, [&](std::string_view path, std::string_view value) {
            if (path == "id.handle" || path == "id") {
                id = handleOf(value);
            } else if (path == "name") {
                unescapeJson(value, name);
            }
        });
        addName(id, std::move(name));
        return isRead;
    });
}

void CounterRecords::addName(std::int64_t counter, std::string name) {
    if (m_names.size() < kMostCounters) {
        m_names.emplace(counter, std::move(name));
    }
}

void CounterRecords::beginDispatch(std::int64_t kernel, std::int64_t time) {
    m_dispatch = {kernel, time > 0 ? time : -1};  // 0: not measured
    m_positions.clear();
}

void CounterRecords::addValue(std::int64_t counter, double value) {
    const auto [it, isNew] = m_positions.try_emplace(counter, m_values.size());
    if (!isNew) {
        m_values[it->second].value += value;
    } else if (m_values.size() < kMostCounters) {
        m_values.push_back({m_dispatch.kernel, m_dispatch.time, counter, value});
    } else {
        m_positions.erase(it);
    }
}

bool CounterRecords::readRecords(JsonStream &json, std::vector<Value> &values, Positions &positions) {
    return eachObject(json, [&] {
        Value record;
        bool hasValue = false;
        const bool isRead = readFields(json, [&](std::string_view path, std::string_view value) {
            if (path == "counter_id.handle" || path == "counter_id") {
                record.counter = handleOf(value);
            } else if (path == "value" || path == "value.value" || path == "counter_value") {
                const auto number = parseReal(value);
                record.value = number.value_or(0);
                hasValue = number.has_value();
            }
        });
        const auto known = hasValue ? positions.find(record.counter) : positions.end();
        if (known != positions.end()) {
            values[known->second].value += record.value;
        } else if (hasValue && m_values.size() + values.size() < kMostCounters) {
            positions.emplace(record.counter, values.size());
            values.push_back(record);
        }
        return isRead;
    });
}

bool CounterRecords::readDispatches(JsonStream &json) {
    return eachObject(json, [&] {
        std::vector<Value> values;
        Positions positions;
        Value dispatch;
        for (auto token = json.next(); token == Token::Key; token = json.next()) {
            const bool isDispatch = json.text() == "dispatch_data";
            const bool areRecords = json.text() == "records";
            token = json.next();
            bool isRead = false;
            if (isDispatch && token == Token::BeginObject) {
                isRead = readFields(json, [&](std::string_view path, std::string_view value) {
                    if (path == "start_timestamp") {
                        const auto time = handleOf(value);
                        dispatch.time = time > 0 ? time : -1;  // 0: not measured
                    } else if (path == "dispatch_info.kernel_id" || path == "kernel_id") {
                        dispatch.kernel = handleOf(value);
                    }
                });
            } else {
                isRead =
                    areRecords && token == Token::BeginArray ? readRecords(json, values, positions) : json.skip(token);
            }
            if (!isRead) {
                return false;
            }
        }
        for (auto &value : values) {
            m_values.push_back({dispatch.kernel, dispatch.time, value.counter, value.value});
        }
        return !json.error();
    });
}

TableStore CounterRecords::take(std::string_view file, const std::unordered_map<std::int64_t, std::string> &kernels) {
    TableWriter<StatisticRecord> table;
    for (const auto &value : m_values) {
        const auto kernel = kernels.find(value.kernel);
        const auto counter = m_names.find(value.counter);
        const auto unnamed = '#' + std::to_string(value.counter);
        StatisticRecord row{.file = file, .of = "counter", .group = "counter_collection"};
        row.name = kernel == kernels.end() ? std::string_view{} : std::string_view(kernel->second);
        row.quantity = counter == m_names.end() ? std::string_view(unnamed) : std::string_view(counter->second);
        row.time = value.time < 0 ? kNoStatisticTime : value.time;
        row.value = value.value;
        table.append(row);
    }
    m_values.clear();
    return table.take();
}

}  // namespace stagescope::rocprof
