#include "core/formats/trace_json/job_timeline_files.h"

#include <algorithm>
#include <chrono>

namespace stagescope {

namespace {

constexpr std::size_t kMostKept = 2;
constexpr std::size_t kDepths = 2;
constexpr auto kPatience = std::chrono::milliseconds(20);

std::shared_ptr<const JobReading> failed(Error error) {
    return std::make_shared<const JobReading>(JobReading{tl::make_unexpected(std::move(error)), {}});
}

}  // namespace

std::shared_ptr<const JobReading> JobTimelineFiles::kept(const ByteSource &source) {
    const std::scoped_lock lock(m_mutex);
    const auto it = std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept &kept) {
        return kept.path == source.path() && kept.size == source.fileSize() && kept.mtimeNs == source.mtimeNs();
    });
    return it == m_kept.end() ? nullptr : it->reading;
}

void JobTimelineFiles::keep(Kept kept) {
    const std::scoped_lock lock(m_mutex);
    m_kept.push_back(std::move(kept));
    if (m_kept.size() > kMostKept) {
        m_kept.pop_front();
    }
}

std::shared_ptr<const JobReading> JobTimelineFiles::read(const std::string &path, const LoadControl &control) {
    const auto source = ByteSource::open(path);
    if (!source) {
        return failed(source.error());
    }
    std::unique_lock lock(m_reading, std::defer_lock);
    while (!lock.try_lock_for(kPatience)) {
        if (!control.checkpoint()) {
            return failed({ErrorKind::Cancelled, "loading was cancelled", path});
        }
    }
    if (auto reading = kept(**source)) {
        return reading;
    }
    ImportLog log;
    auto job = readJobTimeline(path, log, control);
    const auto loads = job ? job->ranks().size() * kDepths : 0;
    auto reading = std::make_shared<const JobReading>(JobReading{std::move(job), log.entries()});
    if (loads > 0) {
        keep({path, (*source)->fileSize(), (*source)->mtimeNs(), loads, reading});
    }
    return reading;
}

void JobTimelineFiles::loaded(const std::shared_ptr<const JobReading> &reading) {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_kept, [&](Kept &kept) { return kept.reading == reading && --kept.loads == 0; });
}

}  // namespace stagescope
