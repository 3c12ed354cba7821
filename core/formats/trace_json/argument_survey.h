#pragma once

#include "core/formats/trace_json/trace_event.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// Whether a trace holds what only the details of a slice show: call stacks and shapes of operators; and whose device
/// wrote it. Looks at the arguments of the first operators only, since a setting of the profiler gives them to nearly
/// all. One per worker.
class ArgumentSurvey {
public:
    /// A slice. O(its arguments) for the first operators, a comparison for all others.
    void look(const EventWindow &window, const TraceEvent &event);
    void merge(const ArgumentSurvey &other);
    /// Rows of TableKind::Contents for what was seen: "argument Call stack", "argument Input Dims", "argument Input
    /// Shapes", "category python_function", "category xpu_runtime" ...; the count of 1 stands for any.
    void addTo(TableWriter<ContentsRecord> &contents) const;

private:
    static constexpr std::uint32_t kMostLooked = 20'000;
    static constexpr std::array<std::string_view, 3> kArguments{"\"Call stack\"", "\"Input Dims\"", "\"Input Shapes\""};

    /// Functions of Python, and work that each kind of device names in its own way.
    static constexpr std::array<std::string_view, 4> kCategories{"python_function", "xpu_runtime", "mtia_ccp_events",
                                                                 "hpu_op"};

    std::uint32_t m_looked = 0;
    std::array<bool, kCategories.size()> m_hasCategory{};
    std::array<bool, kArguments.size()> m_seen{};
};

}  // namespace stagescope
