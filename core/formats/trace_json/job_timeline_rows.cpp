#include "core/formats/trace_json/job_timeline_rows.h"

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/trace_json/trace_event.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <set>

namespace stagescope {

namespace {

constexpr std::int64_t kMaxSize = 1'000'000;  ///< of one dimension and of the world

int smallNumber(std::string_view text) {
    constexpr std::int64_t kLargest = 1'000'000'000;
    const auto value = wholeNumber<std::int64_t>(text);
    return value && *value >= -1 && *value <= kLargest ? static_cast<int>(*value) : -1;
}

/// Lanes of a rank in the order of their threads.
constexpr std::array<std::string_view, 5> kLaneNames{"compute", "pp-comm", "tp-comm", "dp-comm", "misc"};

bool computes(std::string_view name) { return name == "forward-compute" || name == "backward-compute"; }

/// Gives lanes to threads that have none. Each rank has the same count of threads (10, or as many as it has lanes),
/// numbered rank by rank, and ranks are numbered as JobTimeline::rankOf does.
class LaneNumbers {
public:
    explicit LaneNumbers(const JobTimeline &job) {
        for (const auto &row : job.rows) {
            add({row.process, row.thread});
            m_stride = m_isPossible && computes(row.name) ? std::gcd(m_stride, row.thread) : m_stride;
        }
        for (const auto &[key, lane] : job.lanes) {
            add(key);
        }
        std::set<std::int64_t> first;  // ranks of the first replica
        for (const auto &[process, thread] : m_threads) {
            if (process == 0 && m_stride > 0) {
                first.insert(thread / m_stride);
            }
        }
        while (m_dp > 1 && first.contains(m_tp)) {
            ++m_tp;
        }
    }
    /// Whether all threads, those with names too, stand where the rule has them.
    [[nodiscard]] bool hold(const JobTimeline &job) const {
        return m_isPossible && m_stride >= static_cast<std::int64_t>(kLaneNames.size()) &&
               std::all_of(m_threads.begin(), m_threads.end(), [&](const JobTimeline::LaneKey &key) {
                   const auto known = job.lanes.find(key);
                   const bool isPlaced = static_cast<std::size_t>(key.second % m_stride) < kLaneNames.size() &&
                                         key.second / m_stride / m_tp % m_dp == key.first;
                   return isPlaced && (known == job.lanes.end() || isSame(known->second, laneOf(key)));
               });
    }
    [[nodiscard]] JobTimeline::Lane laneOf(const JobTimeline::LaneKey &key) const {
        const auto rank = key.second / m_stride;
        return {static_cast<int>(key.first), static_cast<int>(rank / m_tp / m_dp), static_cast<int>(rank % m_tp),
                std::string(kLaneNames.at(static_cast<std::size_t>(key.second % m_stride)))};
    }
    [[nodiscard]] const std::set<JobTimeline::LaneKey> &threads() const { return m_threads; }

private:
    void add(const JobTimeline::LaneKey &key) {
        m_isPossible = m_isPossible && key.first >= 0 && key.first < kMaxSize && key.second >= 0 &&
                       key.second < kMaxSize * kMostThreads;
        if (m_isPossible) {
            m_threads.insert(key);
            m_dp = std::max(m_dp, key.first + 1);
        }
    }
    static bool isSame(const JobTimeline::Lane &a, const JobTimeline::Lane &b) {
        return a.dp == b.dp && a.pp == b.pp && a.tp == b.tp && a.name == b.name;
    }
    static constexpr std::int64_t kMostThreads = 100;  ///< of a rank
    std::set<JobTimeline::LaneKey> m_threads;
    bool m_isPossible = true;
    std::int64_t m_stride = 0;
    std::int64_t m_dp = 1;
    std::int64_t m_tp = 1;
};

/// "PP rank 1, TP rank 0, compute"
std::optional<JobTimeline::Lane> laneOf(std::string_view name, std::int64_t process) {
    const auto numberBehind = [&](std::string_view word) -> std::optional<std::int64_t> {
        if (!name.starts_with(word)) {
            return std::nullopt;
        }
        name.remove_prefix(word.size());
        const auto comma = name.find(", ");
        const auto value = wholeNumber<std::int64_t>(name.substr(0, comma));
        name.remove_prefix(comma == std::string_view::npos ? name.size() : comma + 2);
        return value && *value >= 0 && *value < kMaxSize ? value : std::nullopt;
    };
    const auto pp = numberBehind("PP rank ");
    const auto tp = pp ? numberBehind("TP rank ") : std::nullopt;
    if (!tp || name.empty() || process < 0 || process >= kMaxSize) {
        return std::nullopt;
    }
    return JobTimeline::Lane{static_cast<int>(process), static_cast<int>(*pp), static_cast<int>(*tp),
                             std::string(name)};
}

class JobTimelineReader {
public:
    explicit JobTimelineReader(const std::string &path, ImportLog &log) : m_path(path), m_log(log) {}

    void take(const EventWindow &window, const TraceEvent &event) {
        const auto process = wholeNumber<std::int64_t>(event.process.text);
        const auto thread = wholeNumber<std::int64_t>(event.thread.text);
        if (event.phase == 'X' && process && thread) {
            takeRow(window, event, {*process, *thread});
        } else if (event.phase == 'M' && event.name.text == "thread_name" && process && thread) {
            takeLane(window, event, {*process, *thread});
        } else if (event.phase != 'M') {
            reject(event, "json.not_an_event", "neither a slice nor metadata of a numbered process and thread");
        }
    }
    Result<JobTimeline> finish();

private:
    void reject(const TraceEvent &event, std::string_view code, std::string_view why) {
        m_log.add(Severity::DataLoss, m_path, code, "byte " + std::to_string(event.offset), why);
    }
    void takeRow(const EventWindow &window, const TraceEvent &event, JobTimeline::LaneKey key);
    void takeLane(const EventWindow &window, const TraceEvent &event, JobTimeline::LaneKey key);
    void inferLanes();

    const std::string &m_path;
    ImportLog &m_log;
    JobTimeline m_job;
};

void JobTimelineReader::takeRow(const EventWindow &window, const TraceEvent &event, JobTimeline::LaneKey key) {
    const auto begin = microsToNs(event.time.text);
    const auto duration = microsToNs(event.duration.text);
    if (!begin || !duration || *duration < 0) {
        reject(event, "json.bad_time", "no time or no duration");
        return;
    }
    JobTimeline::Row row;
    row.offset = event.offset;
    row.begin = *begin;
    row.duration = *duration;
    row.process = key.first;
    row.thread = key.second;
    unescapeJson(event.name.text, row.name);
    if (event.argsFirst != 0) {
        forEachScalar(window, event.argsFirst, event.argsLast, [&](const JsonMember &member) {
            if (member.key == "step") {
                row.step = wholeNumber<std::int64_t>(member.value.text).value_or(-1);
            } else if (member.key == "model_chunk") {
                row.chunk = smallNumber(member.value.text);
            } else if (member.key == "mb_id") {
                row.microbatch = smallNumber(member.value.text);
            } else if (member.key == "seq_id") {
                row.sequence = smallNumber(member.value.text);
            }
        });
    }
    m_job.rows.push_back(std::move(row));
}

void JobTimelineReader::takeLane(const EventWindow &window, const TraceEvent &event, JobTimeline::LaneKey key) {
    std::optional<JobTimeline::Lane> lane;
    if (event.argsFirst != 0) {
        forEachScalar(window, event.argsFirst, event.argsLast, [&](const JsonMember &member) {
            lane = member.key == "name" ? laneOf(member.value.text, key.first) : lane;
        });
    }
    if (lane) {
        m_job.lanes.insert_or_assign(key, std::move(*lane));
    }
}

void JobTimelineReader::inferLanes() {
    const auto isNamed = [&](const JobTimeline::Row &row) { return m_job.lanes.contains({row.process, row.thread}); };
    if (std::all_of(m_job.rows.begin(), m_job.rows.end(), isNamed)) {
        return;
    }
    const LaneNumbers numbers(m_job);
    if (!numbers.hold(m_job)) {
        return;
    }
    std::uint64_t inferred = 0;
    for (const auto &key : numbers.threads()) {
        inferred += m_job.lanes.emplace(key, numbers.laneOf(key)).second ? 1 : 0;
    }
    m_log.add(Severity::Error, m_path, "json.lanes_inferred", "metadata",
              "ranks follow from the numbers of the threads", inferred);
}

Result<JobTimeline> JobTimelineReader::finish() {
    inferLanes();
    for (const auto &[key, lane] : m_job.lanes) {
        m_job.dp = std::max(m_job.dp, lane.dp + 1);
        m_job.pp = std::max(m_job.pp, lane.pp + 1);
        m_job.tp = std::max(m_job.tp, lane.tp + 1);
    }
    const auto replicas = std::int64_t{m_job.dp} * m_job.tp;
    if (m_job.lanes.empty() || replicas > kMaxSize || replicas * m_job.pp > kMaxSize) {
        return fail(ErrorKind::Malformed, "no lanes named \"PP rank ..., TP rank ..., ...\" of a possible job", m_path);
    }
    std::size_t homeless = 0;
    std::uint64_t first = 0;
    std::erase_if(m_job.rows, [&](const JobTimeline::Row &row) {
        const bool isHomeless = !m_job.lanes.contains({row.process, row.thread});
        first = isHomeless && homeless == 0 ? row.offset : first;
        homeless += isHomeless ? 1 : 0;
        return isHomeless;
    });
    if (homeless > 0) {
        m_log.add(Severity::DataLoss, m_path, "json.not_an_event", "byte " + std::to_string(first),
                  "on a thread without a name, so of no known rank", homeless);
    }
    return std::move(m_job);
}

}  // namespace

std::vector<int> JobTimeline::ranks() const {
    std::set<int> found;
    for (const auto &[key, lane] : lanes) {
        found.insert(rankOf(lane));
    }
    return {found.begin(), found.end()};
}

Result<JobTimeline> readJobTimeline(const std::string &path, ImportLog &log, const LoadControl &control) {
    auto source = ByteSource::open(path);
    if (!source) {
        return tl::make_unexpected(source.error());
    }
    EventScanner scanner(**source, log, control, {});
    EventWindow window;
    JobTimelineReader reader(path, log);
    while (scanner.next(window)) {
        for (const auto &event : window.events) {
            reader.take(window, parseTraceEvent(window, event));
        }
        if (!control.checkpoint()) {
            break;
        }
    }
    if (control.stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "loading was cancelled", path);
    }
    auto job = reader.finish();
    if (!scanner.error()) {
        return job;
    }
    if (!job) {
        return tl::make_unexpected(*scanner.error());
    }
    log.add(path, *scanner.error());
    return job;
}

}  // namespace stagescope
