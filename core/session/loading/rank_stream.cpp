#include "core/session/loading/rank_stream.h"

#include "core/base/io/memory_limit.h"
#include "core/formats/format_list.h"

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

namespace stagescope {

namespace {

/// So many that what waits to be looked at stays within an eighth of the memory.
unsigned readersFor(const std::vector<RankCapture> &captures) {
    std::uint64_t largest = 1;
    for (const auto &capture : captures) {
        largest = std::max(largest, loadCost(capture.files, LoadDepth::Deep, formatList()));
    }
    const auto most = std::max(1U, std::thread::hardware_concurrency());
    const auto fitting = memoryLimit() == 0 ? most : memoryLimit() / 8 / largest;
    return static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, 1, most));
}

}  // namespace

RankStream::RankStream(std::vector<RankCapture> shallow, unsigned threads)
    : m_captures(std::move(shallow)),
      m_threads(threads > 0 ? threads : readersFor(m_captures)),
      m_isLogged(m_captures.size()) {}

RankStream::~RankStream() {
    for (auto &reading : m_readings) {
        reading.stop.request_stop();
    }
}

RankStream::Reading RankStream::start(std::size_t capture) const {
    const auto atATime = std::clamp<std::size_t>(m_captures.size(), 1, m_threads);
    const auto workers = std::max(1U, m_threads / static_cast<unsigned>(atATime));
    std::stop_source stop;
    const auto read = [files = m_captures[capture].files, workers, token = stop.get_token()] {
        const LoadControl control{.stop = token, .depth = LoadDepth::Deep, .workers = workers};
        return loadFiles(files, control, formatList());
    };
    // Where the system gives no thread, it is read by whoever waits for it.
    return {capture, std::move(stop), std::async(std::launch::async | std::launch::deferred, read)};
}

RankStream::Reading RankStream::taken(std::size_t capture) {
    const auto end = std::min(capture + 1 + m_threads, m_captures.size());
    std::erase_if(m_readings, [&](Reading &reading) {
        const bool isFar = reading.capture < capture || reading.capture >= end;
        return isFar && reading.stop.request_stop();
    });
    for (auto next = capture; next < end; ++next) {
        if (std::ranges::find(m_readings, next, &Reading::capture) == m_readings.end()) {
            m_readings.push_back(start(next));
        }
    }
    const auto it = std::ranges::find(m_readings, capture, &Reading::capture);
    auto reading = std::move(*it);
    m_readings.erase(it);
    return reading;
}

RankCapture RankStream::read(std::size_t index) {
    auto files = taken(index).files.get();
    auto &known = m_captures[index];
    // Another reading of the same files tells the same once more.
    auto told = m_isLogged[index] ? std::make_shared<ImportLog>() : files.log;
    for (const auto &entry :
         m_isLogged[index] ? files.log->entriesBeyond(known.log.get()) : std::vector<ImportEntry>{}) {
        told->append(entry);
    }
    m_isLogged[index] = true;
    known.log = combined(known.log, told);
    known.files = std::move(files.files);
    auto capture = known;
    capture.loaded = combined(known.loaded, files.loaded);
    const bool anyError = files.anyError || known.state == LoadState::Damaged;
    capture.state = anyError && capture.loaded.empty() ? LoadState::Damaged : LoadState::Deep;
    return capture;
}

std::vector<std::size_t> timelinesOf(const Run &run, const std::vector<int> &ranks) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        const bool isAsked = ranks.empty() || std::ranges::find(ranks, capture.rank) != ranks.end();
        if (isAsked && run.capture(capture.rank) == &capture && hasDeepFiles(capture)) {
            result.push_back(i);
        }
    }
    return result;
}

void readFrom(std::shared_ptr<RankStream> stream, Run &run) {
    auto log = std::make_shared<ImportLog>();
    if (run.log != nullptr) {
        log->append(*run.log);
    }
    run.log = log;
    std::map<SourceId, std::size_t> placeOfFile;
    for (std::size_t i = 0; i < stream->captures().size(); ++i) {
        placeOfFile.emplace(stream->captures()[i].files.front().id, i);
    }
    std::vector<std::optional<std::size_t>> places;
    for (const auto &capture : run.captures) {
        const auto it = capture.files.empty() ? placeOfFile.end() : placeOfFile.find(capture.files.front().id);
        places.push_back(it == placeOfFile.end() ? std::nullopt : std::optional(it->second));
    }
    run.readTimeline = [stream = std::move(stream), log = std::move(log),
                        places = std::move(places)](std::size_t index) -> std::optional<RankCapture> {
        const auto place = places.at(index);
        if (!place) {
            return std::nullopt;
        }
        const auto known = stream->captures()[*place].log;
        auto capture = stream->read(*place);
        for (const auto &entry : capture.log ? capture.log->entriesBeyond(known.get()) : std::vector<ImportEntry>{}) {
            log->append(entry);
        }
        return capture;
    };
}

Run streamedRun(Run shallow, const std::vector<int> &ranks,
                const std::function<void(std::size_t, std::size_t)> &progress) {
    std::vector<RankCapture> timelines;
    for (const auto index : timelinesOf(shallow, ranks)) {
        timelines.push_back(shallow.captures[index]);
    }
    const auto whole = timelines.size();
    readFrom(std::make_shared<RankStream>(std::move(timelines)), shallow);
    if (progress) {
        shallow.readTimeline = [read = std::move(shallow.readTimeline), progress, whole,
                                count = std::size_t{0}](std::size_t index) mutable {
            auto capture = read(index);
            if (capture) {
                count = count % whole + 1;
                progress(count, whole);
            }
            return capture;
        };
    }
    return shallow;
}

}  // namespace stagescope
