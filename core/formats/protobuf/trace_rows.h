#pragma once

#include "core/base/string_pool.h"
#include "core/formats/trace_json/launch_arguments.h"
#include "core/formats/trace_json/launches.h"
#include "core/formats/trace_json/memory_instants.h"
#include "core/store/tables/copy_record.h"
#include "core/store/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// What one worker gathers of a file. Rows are identified by places in the file that no two rows share.
class TraceRows {
public:
    TraceBuilder builder{};
    LaunchArguments launches{};
    std::vector<MemoryInstant> memory{};
    /// Copies and fills, with the process (TraceBuilder::TrackKey) of each.
    std::vector<std::pair<StringId, CopyRecord>> copies{};
    /// By number of a step, from the first begin to the last end of its work, where works say which step is theirs.
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> groups{};
    bool marksHostSteps = false;
    bool marksDeviceSteps = false;

    /// Lives as long as the rows.
    [[nodiscard]] std::string_view kept(std::string_view text) { return m_texts.at(m_texts.intern(text)); }
    void describeWork(std::uint64_t row, const WorkText &text);
    /// Position in `workTexts` of each work that has one, by row.
    [[nodiscard]] const std::vector<std::pair<std::uint64_t, std::uint32_t>> &works() const { return m_works; }
    [[nodiscard]] const std::vector<WorkText> &workTexts() const { return m_workTexts; }
    void addToGroup(std::int64_t group, std::int64_t begin, std::int64_t end);

private:
    StringPool m_texts;
    std::vector<WorkText> m_workTexts;
    std::map<WorkText, std::uint32_t> m_numbers;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> m_works;
    std::uint32_t m_last = 0;
};

}  // namespace stagescope
