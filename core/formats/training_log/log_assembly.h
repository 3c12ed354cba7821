#pragma once

#include "core/formats/training_log/log_dialects.h"
#include "core/store/sink.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stagescope {

/// Gathers what a log says of each step; of a step that is told twice the last counts, and where steps fall, a new part
/// begins. Keeps some million values: beyond, first those that are not well known are left out, then all. One thread.
class LogAssembly {
public:
    static constexpr std::size_t kMostOther = 1'500'000;
    static constexpr std::size_t kMostValues = 3'000'000;
    static constexpr std::size_t kMostMetrics = 20'000;

    explicit LogAssembly(const std::string &path);

    void add(const LoggedLine &line);
    /// Of files that do not tell steps in their order: no parts.
    void addUnordered(const LoggedLine &line);
    /// Hands over the table, and to the log what was left out. Call once.
    void give(Sink &sink);

private:
    struct Metric {
        std::string name;
        std::string unit;
        double factor = 1;
        bool isKnown = false;
    };
    struct Value {
        std::int64_t step = 0;
        std::int64_t time = 0;
        double value = 0;
        std::uint32_t metric = 0;
        std::uint32_t part = 0;
        std::int32_t rank = -1;
        std::uint32_t dialect = 0;
    };
    struct Place {
        std::int64_t step = -1;
        std::uint32_t part = 0;
    };

    [[nodiscard]] std::uint32_t metricOf(std::string_view dialect, const LoggedValue &value);
    void addValues(const LoggedLine &line, const Place &place);
    void order();

    static constexpr std::uint32_t kNoMetric = ~std::uint32_t{0};

    std::string m_path;
    std::vector<std::string_view> m_dialects;
    std::vector<Metric> m_metrics;
    std::unordered_map<std::string, std::uint32_t> m_ofNames;     ///< name and unit in the log
    std::map<std::string, std::string, std::less<>> m_claimedBy;  ///< well-known name, who has it in this log
    std::map<int, Place> m_places;                                ///< by rank
    std::vector<Value> m_values;
    std::uint64_t m_leftOut = 0;
    std::uint64_t m_withoutStep = 0;
};

}  // namespace stagescope
