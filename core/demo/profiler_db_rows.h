#pragma once

#include "core/base/io/database_writer.h"
#include "core/base/words/text_map.h"
#include "core/demo/rank_recording.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Ids of STRING_IDS. The profiler numbers the texts of its parts from bases of their own.
class StringIds {
public:
    enum class Part : std::uint8_t { Device, Framework, Memory };
    std::int64_t id(std::string_view text, Part part = Part::Device);
    void write(DatabaseWriter &database) const;

private:
    struct Texts {
        TextMap<std::int64_t> ids;
        std::vector<const std::string *> inOrder;
    };
    Texts m_parts[3];
};

/// One row of TASK and, through `info`, of the table that says what it was.
struct TaskRow {
    enum class What : std::uint8_t { Plain, Kernel, Communication } what = What::Plain;
    std::int64_t begin = 0;  ///< true time
    std::int64_t end = 0;
    std::int64_t connection = 0;
    std::string_view type;
    int stream = 0;
    std::size_t op = 0;
    std::size_t record = 0;  ///< Communication: index into RankRecording::communication
    std::size_t part = 0;    ///< and into its tasks
};

/// Everything that the device did, by start; the place in the list is the task's global id. O(n log n).
[[nodiscard]] std::vector<TaskRow> taskRows(const RankRecording &recording);

/// Connection ids of one operation, unique in the rank: from launch to device, through the host's queue, forward to
/// backward.
[[nodiscard]] std::int64_t deviceConnection(std::size_t op);
[[nodiscard]] std::int64_t queueConnection(const RankRecording &recording, std::size_t op);
[[nodiscard]] std::int64_t autogradConnection(const RankRecording &recording, int sequence);
inline constexpr std::int64_t kNoConnection = 4'294'967'295;

/// What every database begins with: all tables, those of enums with their rows. Made once; any thread.
[[nodiscard]] const std::string &profilerImage();
/// To be made last.
[[nodiscard]] std::string profilerIndexes();

}  // namespace stagescope
