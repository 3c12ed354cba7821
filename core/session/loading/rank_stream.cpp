#include "core/session/loading/rank_stream.h"

#include "core/formats/format_list.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace stagescope {

RankStream::RankStream(Run &run, std::vector<std::size_t> order, unsigned threads)
    : m_run(run),
      m_order(std::move(order)),
      m_threads(threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency())),
      m_isLogged(run.captures.size()) {}

RankStream::~RankStream() { m_stop.request_stop(); }

RankStream::Reading RankStream::start(std::size_t capture) const {
    const auto workers =
        std::max(1U, m_threads / static_cast<unsigned>(std::clamp<std::size_t>(m_order.size(), 1, m_threads)));
    const auto read = [files = m_run.captures[capture].files, workers, stop = m_stop.get_token()] {
        const LoadControl control{.stop = stop, .depth = LoadDepth::Deep, .workers = workers};
        return loadFiles(files, control, formatList());
    };
    // Where the system gives no thread, it is read by whoever waits for it.
    return {capture, std::async(std::launch::async | std::launch::deferred, read)};
}

void RankStream::readAhead() {
    while (m_started < m_order.size() && m_readings.size() < m_threads) {
        m_readings.push_back(start(m_order[m_started++]));
    }
}

LoadedFiles RankStream::taken(std::size_t capture) {
    readAhead();
    const auto it = std::find_if(m_readings.begin(), m_readings.end(),
                                 [&](const Reading &reading) { return reading.capture == capture; });
    auto reading = it == m_readings.end() ? start(capture) : std::move(*it);
    if (it != m_readings.end()) {
        m_readings.erase(it);
        readAhead();
    }
    return reading.files.get();
}

std::shared_ptr<const void> RankStream::lend(const RankCapture &asked) {
    const auto index = static_cast<std::size_t>(&asked - m_run.captures.data());
    auto files = taken(index);
    auto &capture = m_run.captures[index];
    auto shallow = capture.loaded;
    capture.files = std::move(files.files);
    capture.loaded = combined(shallow, files.loaded);
    // Another reading of the same files tells the same once more.
    auto told = m_isLogged[index] ? std::make_shared<ImportLog>() : files.log;
    for (const auto &entry :
         m_isLogged[index] ? files.log->entriesBeyond(capture.log.get()) : std::vector<ImportEntry>{}) {
        told->append(entry);
    }
    capture.log = combined(capture.log, told);
    m_isLogged[index] = true;
    const bool anyError = files.anyError || capture.state == LoadState::Damaged;
    capture.state = anyError && capture.loaded.empty() ? LoadState::Damaged : LoadState::Deep;
    ++capture.version;
    return {nullptr, [&capture, shallow = std::move(shallow)](const void *) mutable {
                capture.loaded = std::move(shallow);
                ++capture.version;
            }};
}

}  // namespace stagescope
