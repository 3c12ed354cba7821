#include "core/analysis/sched/sched_join.h"

#include "core/analysis/sched/sched_clock.h"
#include "core/base/text.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kMostCalls = 4096;  ///< of a thread that are looked at

std::vector<std::int64_t> numbersIn(std::string_view name) {
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < name.size();) {
        const auto end = std::min(name.find_first_not_of("0123456789", i), name.size());
        if (const auto number = wholeNumber<std::int64_t>(name.substr(i, end - i)); number && *number > 0) {
            numbers.push_back(*number);
        }
        i = std::max(end, i + 1);
    }
    return numbers;
}

const TraceStore *traceOf(const RankCapture &capture, SourceId source) {
    for (const auto &loaded : capture.loaded) {
        if (loaded.source == source && !loaded.traces.empty()) {
            return loaded.traces.front().get();
        }
    }
    return nullptr;
}

/// Gathers threads as paths name them.
class LaunchGatherer {
public:
    explicit LaunchGatherer(const RankCapture &capture) : m_capture(capture) {}

    void addGaps(const StepGaps &step, const std::vector<DispatchPath> &paths) {
        for (const auto &gap : step.gaps) {
            const auto *path = gap.after == FreeGap::kNone ? nullptr : &paths[gap.after];
            const bool isOfHost = isHostCause(gap.cause) || gap.cause == FreeCause::StepEdge;
            const bool isAsked = path != nullptr && isOfHost && gap.hostLate;
            const auto thread = isAsked ? threadOf(*path) : std::nullopt;
            if (!thread) {
                continue;
            }
            const auto launch = std::min(path->launchEnd, ns(gap.range.end));
            if (launch > ns(gap.range.begin)) {
                m_found.late.push_back(
                    {*thread, step.step, ns(gap.range.begin), launch, path->source, path->track, path->slice});
            }
        }
    }
    void addCalls(const std::vector<DispatchPath> &paths) {
        for (const auto &path : paths) {
            const auto thread = path.launchBegin == DispatchPath::kUnknown ? std::nullopt : threadOf(path);
            if (thread) {
                m_found.threads[*thread].calls.push_back(path.launchBegin);
            }
        }
    }
    LaunchThreads take() {
        for (auto &thread : m_found.threads) {
            auto &calls = thread.calls;
            std::sort(calls.begin(), calls.end());
            const auto stride = calls.size() / kMostCalls + 1;
            for (std::size_t i = 0; i * stride < calls.size(); ++i) {
                calls[i] = calls[i * stride];
            }
            calls.resize((calls.size() + stride - 1) / stride);
        }
        std::sort(m_found.late.begin(), m_found.late.end(),
                  [](const LateLaunch &a, const LateLaunch &b) { return a.begin < b.begin; });
        return std::move(m_found);
    }
    LaunchThreads &found() { return m_found; }

private:
    std::optional<std::size_t> threadOf(const DispatchPath &path) {
        const auto track = path.callTrack.isValid() ? path.callTrack : path.opTrack;
        const auto *trace = track.isValid() ? traceOf(m_capture, path.source) : nullptr;
        if (trace == nullptr) {
            return std::nullopt;
        }
        const auto [it, isNew] = m_known.try_emplace({path.source.value, track.value}, m_found.threads.size());
        if (isNew) {
            std::string name(trace->text(trace->track(track).name));
            auto numbers = numbersIn(name);
            m_found.threads.push_back({std::move(name), std::move(numbers), {}});
        }
        return it->second;
    }

    const RankCapture &m_capture;
    LaunchThreads m_found;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> m_known;
};

LaunchThreads measuredThreads(const RankCapture &capture, const std::stop_token &stop) {
    LaunchGatherer gatherer(capture);
    const auto gaps = freeGaps(capture, stop);
    gatherer.addCalls(gaps.paths);
    for (const auto &step : gaps.steps) {
        gatherer.addGaps(step, gaps.paths);
        gatherer.found().stepSum += step.range.duration();
    }
    gatherer.found().steps = gaps.steps.size();
    return gatherer.take();
}

/// One record of the scheduler, ready to be asked about threads.
class HostRecord {
public:
    struct Waits {
        std::vector<OffCpu> off;
        std::vector<ThreadWaitRecord> rows;
    };

    explicit HostRecord(const RankCapture &capture) : m_capture(capture) {
        for (const auto &row : recordsOf<ThreadStateRecord>(capture)) {
            m_names.emplace(row.thread, row.name);
            m_onHost.emplace(row.thread, row.thread);
            if (row.threadInside > 0) {
                m_inside.emplace(row.threadInside, row.thread);
            }
        }
        const auto how = capture.environmentValue("scheduler", "clock");
        m_isTold = !how.empty() && how != "own";
    }
    /// Numbers of a container are tried where the record knows them: one of the host may be another thread's.
    [[nodiscard]] std::optional<std::int64_t> find(const std::vector<std::int64_t> &numbers) const {
        for (const auto *known : {&m_inside, &m_onHost}) {
            for (const auto number : numbers) {
                if (const auto it = known->find(number); it != known->end()) {
                    return it->second;
                }
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] std::string nameOf(std::int64_t thread) const {
        const auto it = m_names.find(thread);
        return it == m_names.end() ? std::string() : std::string(it->second);
    }
    [[nodiscard]] Waits waitsOf(std::int64_t thread) const {
        Waits waits;
        for (const auto &row : recordsOf<ThreadWaitRecord>(m_capture)) {
            if (row.thread == thread) {
                waits.off.push_back({row.begin, row.begin + row.duration});
                waits.rows.push_back(row);
            }
        }
        return waits;
    }
    [[nodiscard]] bool isClockTold() const { return m_isTold; }
    [[nodiscard]] const RankCapture &capture() const { return m_capture; }

private:
    const RankCapture &m_capture;
    std::unordered_map<std::int64_t, std::string> m_names;
    std::unordered_map<std::int64_t, std::int64_t> m_onHost;
    std::unordered_map<std::int64_t, std::int64_t> m_inside;
    bool m_isTold = false;
};

/// The clock by which one thread of a rank meets the record: told, equal, or guessed from its own launches.
bool setClock(const HostRecord &record, const LaunchThreads::Thread &thread, const HostRecord::Waits &waits,
              LaunchWaits &result, const std::stop_token &stop) {
    const auto fit = fitOf(thread.calls, waits.off, 0);
    result.clock = record.isClockTold() ? SchedClockSource::Told : SchedClockSource::Equal;
    const bool isEqual = fit.covered > 0 && fit.offCpu * 10 <= fit.covered;
    const auto guessed = isEqual || record.isClockTold() ? std::nullopt : guessedOffset(thread.calls, waits.off, stop);
    if (guessed) {
        result.clock = SchedClockSource::Guessed;
        result.offset = Nanos{*guessed};
    }
    const auto final = fitOf(thread.calls, waits.off, result.offset.count());
    result.calls = final.covered;
    result.offCpu = final.offCpu;
    return final.covered > 0;
}

/// Sums the waits of a thread within the gaps that end with its launches.
class WaitSums {
public:
    WaitSums(const HostRecord &record, const HostRecord::Waits &waits, LaunchWaits &result)
        : m_record(record), m_waits(waits), m_result(result) {}

    void add(const LateLaunch &late, std::size_t position) {
        const auto offset = m_result.offset.count();
        const auto &rows = m_waits.rows;
        auto row = std::partition_point(rows.begin(), rows.end(), [&](const ThreadWaitRecord &one) {
            return one.begin + one.duration + offset <= late.begin;
        });
        for (; row != rows.end() && row->begin + offset < late.launch; ++row) {
            const auto begin = std::max(row->begin + offset, late.begin);
            const auto time = Nanos{std::min(row->begin + row->duration + offset, late.launch) - begin};
            const auto kind = static_cast<std::size_t>(row->kind);
            if (row->kind < 0 || kind >= LaunchWaits::kKinds) {
                continue;
            }
            m_result.inGaps.at(kind) += time;
            ++m_result.counts.at(kind);
            auto &longest = m_result.longest.at(kind);
            if (time > longest.time) {
                longest = {time, begin, position};
            }
            if (row->kind <= static_cast<std::int64_t>(ThreadWait::Preempted)) {
                auto &culprit = m_culprits[row->by];
                culprit.time += time;
                ++culprit.count;
            }
        }
    }
    void finish() {
        for (auto &[thread, culprit] : m_culprits) {
            culprit.thread = thread;
            culprit.name = m_record.nameOf(thread);
            m_result.culprits.push_back(culprit);
        }
        std::sort(m_result.culprits.begin(), m_result.culprits.end(),
                  [](const LaunchWaits::Culprit &a, const LaunchWaits::Culprit &b) {
                      return std::tuple(-a.time.count(), a.thread) < std::tuple(-b.time.count(), b.thread);
                  });
    }

private:
    const HostRecord &m_record;
    const HostRecord::Waits &m_waits;
    LaunchWaits &m_result;
    std::map<std::int64_t, LaunchWaits::Culprit> m_culprits;
};

std::optional<LaunchWaits> waitsOfThread(const HostRecord &record, int rank, const LaunchThreads &launches,
                                         std::size_t position, const std::stop_token &stop) {
    const auto &thread = launches.threads[position];
    const auto number = record.find(thread.numbers);
    if (!number) {
        return std::nullopt;
    }
    const auto waits = record.waitsOf(*number);
    LaunchWaits result;
    result.rank = rank;
    result.record = record.capture().rank;
    result.thread = *number;
    result.name = record.nameOf(*number);
    result.steps = launches.steps;
    result.stepSum = launches.stepSum;
    if (!setClock(record, thread, waits, result, stop)) {
        return std::nullopt;
    }
    WaitSums sums(record, waits, result);
    for (std::size_t i = 0; i < launches.late.size(); ++i) {
        if (launches.late[i].thread == position) {
            sums.add(launches.late[i], i);
        }
    }
    sums.finish();
    return result;
}

bool isOfHost(const RankCapture &record, const RankCapture &rank) {
    return record.host.empty() || rank.host.empty() || record.host == rank.host;
}

}  // namespace

LaunchThreads launchThreads(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(
        capture, stop, [&] { return measuredThreads(capture, stop); }, "threads that launch");
}

bool hasSchedRecord(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        return !capture.tables(TableKind::CpuStates).empty() ||
               std::any_of(capture.files.begin(), capture.files.end(),
                           [](const FileSource &file) { return file.chosen && file.format == "sched"; });
    });
}

std::vector<LaunchWaits> launchWaits(const Run &run, const std::stop_token &stop) {
    std::vector<LaunchWaits> result;
    std::vector<HostRecord> records;
    for (const auto &capture : run.captures) {
        if (!capture.tables(TableKind::ThreadStates).empty()) {
            records.emplace_back(capture);
        }
    }
    for (const auto rank : records.empty() ? std::vector<int>{} : run.ranks()) {
        const auto *capture = run.capture(rank);
        if (rank < 0 || capture == nullptr || stop.stop_requested()) {
            continue;
        }
        const auto launches = launchThreads(*capture, stop);
        for (const auto &record : records) {
            for (std::size_t i = 0; i < launches.threads.size() && isOfHost(record.capture(), *capture); ++i) {
                if (auto waits = waitsOfThread(record, rank, launches, i, stop)) {
                    result.push_back(std::move(*waits));
                }
            }
        }
    }
    return result;
}

}  // namespace stagescope
