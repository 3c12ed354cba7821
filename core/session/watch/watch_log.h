#pragma once

#include "core/session/watch/capture_listing.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A line that a profiler wrote into its log.
struct WatchLogLine {
    enum class Level : std::uint8_t { Info, Warning, Error };
    std::string path;
    std::size_t line = 0;      ///< from 1; 0: not known, for the log is read from its end
    std::uint64_t offset = 0;  ///< where in the file it begins, in bytes
    Level level = Level::Info;
    std::string text;  ///< without blanks at its ends, cut after some hundred bytes

    bool operator==(const WatchLogLine &) const = default;
};

/// "info", "warning", "error"
[[nodiscard]] std::string_view watchLogLevelText(WatchLogLine::Level level);

/// Whether a line tells why a capture started or did not. Own logs of profilers: every warning and error, and where a
/// capture starts and stops. Other logs (of the training, plog): warnings and errors that name a profiler or its steps.
///
/// Lines of torch_npu, "%(asctime)s [%(levelname)s] [%(process)d] %(filename)s: %(message)s" in
/// CONFIG/log/dp_HOST_PID_rank_N.log and monitor_dp_...
/// (torch_npu/profiler/_dynamic_profiler/_dynamic_profiler_utils.py, _dynamic_profiler_monitor.py, dynamic_profile.py):
/// "Start Dynamic Profiler at {} step.", "Stop Dynamic Profiler at {} step.", "Dynamic profiler process load json
/// failed, {} has occur!", "Dynamic profiler cfg json not exists", "Load json failed,  because cfg bytes size over {}
/// bytes"; of its parser, in NAME_ascend_pt/logs (_profiling_parser.py): "Failed to parsing profiling data, error: %s".
/// Lines of MindSpore (mindspore/python/mindspore/profiler/dynamic_profiler.py): "[Dynamic Profiler] Rank {} Dynamic
/// profiler start at step
/// {}, will stop at step {}", "Dynamic profiler json is not valid, please check the json file.", "start_step must be
/// greater than step_num, but get ...", "Dynamic profiler is already started at step ...".
[[nodiscard]] bool mattersInLog(std::string_view line, bool isOwnLog, WatchLogLine::Level &level);

/// Reads logs, each from where it stopped. One thread.
class WatchLogReader {
public:
    static constexpr std::size_t kMostLines = 50;
    static constexpr std::size_t kMostBytes = 64 << 10;      ///< of one log at one look: the last ones
    static constexpr std::size_t kMostBytesALook = 1 << 20;  ///< of all logs; the rest waits for the next look

    /// The last lines that matter of the logs in a folder (NAME.log, log/, logs/, plog/) and of captures that are not
    /// complete (their logs/), those of the log that changed last at the end. O(bytes that were added, at most
    /// kMostBytesALook).
    [[nodiscard]] std::vector<WatchLogLine> read(const std::string &folder,
                                                 const std::vector<CaptureListing> &unfinished);

private:
    /// A log as far as it is read.
    struct Known {
        ListedFile file{};
        std::uint64_t inode = 0;
        std::uint64_t end = 0;  ///< up to where lines are whole
        std::size_t count = 0;  ///< lines up to there
        bool isCounted = true;  ///< false: something was skipped
        bool isInLine = false;  ///< what comes first is the rest of a line
        std::vector<WatchLogLine> lines{};
        std::optional<WatchLogLine> open{};  ///< of a line that has no end yet
    };
    void note(const std::string &path, const ListedFile &file);
    void noteFolder(const std::string &folder);
    void readOn(const std::string &path, const ListedFile &file, Known &known);
    static void take(const std::string &path, std::string_view bytes, Known &known);

    std::map<std::string, ListedFile> m_listed;  ///< at this look
    std::map<std::string, Known> m_known;
    std::size_t m_left = 0;  ///< bytes that this look may still read
};

}  // namespace stagescope
