#pragma once

#include "core/formats/io/json_stream.h"
#include "core/store/tables/table_store.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope::rocprof {

/// Hardware counters of dispatches in the JSON of rocprofv3: names of counters, and records that refer to them. A
/// counter has a record for each of its instances; they are added up, as AMD's own tools do. One thread.
class CounterRecords {
public:
    /// [{"id": {"handle": 7}, "name": "SQ_WAVES"} ...], whose bracket was read. False at damage.
    bool readNames(JsonStream &json);
    /// [{"dispatch_data": {...}, "records": [{"counter_id": {...}, "value": ...}]} ...] likewise.
    bool readDispatches(JsonStream &json);
    /// The same from elsewhere: a name; a dispatch with its values, each of one instance.
    void addName(std::int64_t counter, std::string name);
    void beginDispatch(std::int64_t kernel, std::int64_t time);
    void addValue(std::int64_t counter, double value);
    /// A record for each dispatch and counter, with the names of kernels, by their ids. Once.
    [[nodiscard]] TableStore take(std::string_view file, const std::unordered_map<std::int64_t, std::string> &kernels);
    [[nodiscard]] bool isEmpty() const { return m_values.empty(); }
    /// Before the records are read once more.
    void clear() { m_values.clear(); }

private:
    struct Value {
        std::int64_t kernel = -1;
        std::int64_t time = -1;
        std::int64_t counter = -1;
        double value = 0;
    };
    using Positions = std::unordered_map<std::int64_t, std::size_t>;  ///< in the values of a dispatch, by counter
    bool readRecords(JsonStream &json, std::vector<Value> &values, Positions &positions);

    std::unordered_map<std::int64_t, std::string> m_names;
    Value m_dispatch;       ///< of addValue
    Positions m_positions;  ///< in all values
    std::vector<Value> m_values;
};

}  // namespace stagescope::rocprof
