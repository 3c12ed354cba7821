#pragma once

#include "core/formats/trace_json/job_timeline_rows.h"

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stagescope {

/// What reading a file gave.
struct JobReading {
    Result<JobTimeline> job;
    std::vector<ImportEntry> log;
};

/// The files of jobs that were read last. Discovery asks for the ranks of a file, then each rank is loaded by itself,
/// at two depths: all of them from one reading. Keeps the rows of at most two files, those of a file until all its
/// ranks were loaded at both depths. Any thread; who asks while a file is read waits, and looks at its LoadControl
/// meanwhile.
class JobTimelineFiles {
public:
    /// Never null. A file that changed since is read again.
    [[nodiscard]] std::shared_ptr<const JobReading> read(const std::string &path, const LoadControl &control);
    /// One rank was loaded at one depth.
    void loaded(const std::shared_ptr<const JobReading> &reading);

private:
    struct Kept {
        std::string path;
        std::uint64_t size = 0;
        std::int64_t mtimeNs = 0;
        std::size_t loads = 0;  ///< still to come
        std::shared_ptr<const JobReading> reading;
    };
    [[nodiscard]] std::shared_ptr<const JobReading> kept(const ByteSource &source);
    void keep(Kept kept);

    std::timed_mutex m_reading;  ///< held while a file is read
    std::mutex m_mutex;          ///< guards what is kept
    std::deque<Kept> m_kept;
};

}  // namespace stagescope
