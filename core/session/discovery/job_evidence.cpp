#include "core/session/discovery/job_evidence.h"

#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/words/producer_words.h"
#include "core/base/words/text_memo.h"
#include "core/formats/format.h"
#include "core/session/discovery/file_head.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <mutex>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::size_t kHeadBytes = 64 * 1024;
constexpr std::size_t kLongHeadBytes = 1 << 20;
constexpr std::size_t kMostNames = 200;
constexpr std::int64_t kNanosPerMicro = 1000;
constexpr std::int64_t kMinute = 60'000'000'000;
/// Clocks of a cluster agree far better, and few captures take as long.
constexpr std::int64_t kFarApart = 2 * kMinute;
/// Times before are those of a clock that began with the program or the machine, and say nothing about others.
constexpr std::int64_t kDay = 24 * 60 * kMinute;
constexpr std::int64_t kYear2001 = 1'000'000'000'000'000'000;

/// Calls `take` with what stands behind each "key": up to the end of the number or text.
template <class Take>
void forEachValue(std::string_view text, std::string_view key, const Take &take) {
    const std::string quoted = '"' + std::string(key) + '"';
    for (auto at = text.find(quoted); at != std::string_view::npos; at = text.find(quoted, at)) {
        at = text.find_first_not_of(" \t\r\n:", at + quoted.size());
        if (at == std::string_view::npos) {
            return;
        }
        const bool isText = text[at] == '"';
        const auto end = isText ? text.find('"', at + 1) : text.find_first_of(",} \t\r\n]", at);
        if (end == std::string_view::npos) {
            return;
        }
        take(isText ? text.substr(at + 1, end - at - 1) : text.substr(at, end - at));
        at = end;
    }
}

std::optional<std::int64_t> nanosOf(std::string_view micros) {
    double value = 0;
    const auto [end, error] = std::from_chars(micros.data(), micros.data() + micros.size(), value);
    constexpr double kMost = 9e15;
    const bool isTime = error == std::errc{} && end == micros.data() + micros.size() && std::abs(value) < kMost;
    return isTime ? std::optional(static_cast<std::int64_t>(value * kNanosPerMicro)) : std::nullopt;
}

std::optional<JobEvidence::Span> spanOf(std::string_view head) {
    std::optional<JobEvidence::Span> span;
    forEachValue(head, "ts", [&](std::string_view text) {
        const auto time = nanosOf(text);
        if (time && *time > 0) {  // metadata events stand at 0
            span = span ? JobEvidence::Span{std::min(span->begin, *time), std::max(span->end, *time)}
                        : JobEvidence::Span{*time, *time};
        }
    });
    const auto base = longNumberInJson(head, "baseTimeNanoseconds");
    if (span) {
        span->begin += base.value_or(0);
        span->end += base.value_or(0);
        span->isWallClock = span->begin > kYear2001;
    }
    return span && span->begin > kDay ? span : std::nullopt;
}

std::uint64_t contentOf(std::string_view head) {
    constexpr std::size_t kMost = 16 * 1024;
    constexpr std::size_t kLeast = 1024;  // less than that tells nothing
    const auto begin = head.find("\"traceEvents\"");
    std::string text;
    for (auto at = begin; at < head.size() && text.size() < kMost; ++at) {
        text += contains(kBlanks, head.substr(at, 1)) ? std::string() : std::string(1, head[at]);
    }
    return text.size() < kLeast ? 0 : std::hash<std::string>{}(text) | 1U;
}

/// Names that say nothing of what a program does: of metadata, of a runtime's calls, of what profilers put in.
bool isOfAnyProgram(std::string_view name) {
    constexpr std::array<std::string_view, 21> kBegins{
        "process_", "thread_",          "thread ",        "stream ", "python", "cuda",
        "hip",      "cuLaunch",         "cuModule",       "acl",     "ac2g",   "fwdbwd",
        "async_",   "HostToDevice",     "ProfilerStep#",  "Memcpy",  "Memset", "MEMCPY",
        "MEMSET",   "PyTorch Profiler", "Iteration Start"};
    return startsWithAny(name, kBegins);
}

void addTrace(const FileSource &file, bool isLong, JobEvidence &evidence) {
    const auto most = isLong ? kLongHeadBytes : kHeadBytes;
    const auto head = readHead(file.path, most);
    if (!head) {
        return;
    }
    if (const auto at = head->find("\"distributedInfo\""); at != std::string::npos) {
        evidence.world = numberInJson(std::string_view(*head).substr(at, 4096), "world_size").value_or(0);
    }
    evidence.span = spanOf(*head);
    forEachValue(*head, "name", [&](std::string_view name) {
        if (evidence.names.size() < kMostNames && !isOfAnyProgram(name)) {
            evidence.names.emplace(name);
        }
    });
    evidence.content = contentOf(*head);
    std::string small;
    forEachValue(*head, "pid", [&](std::string_view pid) {
        evidence.isMerged = evidence.isMerged || (pid.starts_with('[') && contains(pid, "] "));
        // The first that is no small number is the host's; devices are numbered from 0, and a machine has few.
        constexpr std::size_t kDigitsOfProcess = 3;
        constexpr int kMostDevices = 16;
        if (evidence.process.empty() && pid.size() >= kDigitsOfProcess) {
            evidence.process = pid;
        } else if (small.empty() && wholeNumber<int>(pid).value_or(0) > kMostDevices) {
            small = pid;
        }
    });
    evidence.process = evidence.process.empty() ? small : evidence.process;
    // In each container the first device has number 0.
    const auto *const key = contains(*head, "\"uuid\"") ? "uuid" : "device";
    forEachValue(*head, key, [&](std::string_view device) {
        if (evidence.devices.size() < kMostNames) {
            evidence.devices.emplace(device);
        }
    });
    evidence.hasDevice =
        containsIgnoringCase(*head, "\"kernel\"") || containsAny(*head, {"\"gpu_mem", "/device:", "Ascend Hardware"});
    forEachValue(*head, "cat", [&](std::string_view category) {
        constexpr auto kMeaning = [](std::string_view text) { return ProducerWords::builtIn().category(text).means; };
        const auto means = evidence.hasHost ? EventMeaning::None : remembered<kMeaning>(category);
        evidence.hasHost = evidence.hasHost || means == EventMeaning::Operator || means == EventMeaning::Call ||
                           means == EventMeaning::Python;
    });
    evidence.isWhole = head->size() < most;
    evidence.isSeen = true;
    if (!file.process.empty()) {  // what was read is of all that the file holds
        evidence.process = file.process;
        evidence.content = 0;
    }
}

/// Of a file whose reader can tell it at a glance.
void addFirstWork(const FileSource &file, JobEvidence &evidence) {
    const auto *format = formatById(file.format);
    auto work = format == nullptr ? std::nullopt : format->firstWork(file);
    if (work) {
        evidence.span = JobEvidence::Span{work->begin, work->end, work->clock.empty(), work->clock};
        evidence.hasDevice = true;
        evidence.process = file.process.empty() ? work->process : file.process;
        evidence.names.merge(work->names);
    }
}

void addProfilerInfo(const FileSource &file, const std::string &folder, JobEvidence &evidence) {
    const auto text = readHead(file.path, kInfoBytes);
    if (!text) {
        return;
    }
    if (const auto at = text->find("\"schedule\""); at != std::string::npos) {
        const auto schedule = std::string_view(*text).substr(at, text->find('}', at) - at);
        std::copy_if(schedule.begin(), schedule.end(), std::back_inserter(evidence.schedule),
                     [](char c) { return !contains(kBlanks, std::string_view(&c, 1)); });
    }
    const auto end = longNumberInJson(*text, "collectionTimeEnd");
    const auto from = longNumberInJson(*text, "start_monotonic");
    const auto to = longNumberInJson(*text, "MonotonicTimeEnd");
    if (end && *end > kYear2001) {
        const auto length = from && to ? std::clamp<std::int64_t>(*to - *from, 0, kDay) : 0;
        evidence.span = JobEvidence::Span{*end - length, *end, true};
        evidence.process = folder;  // each process has its own
    }
}

/// "20240101120000123" of a folder's name, as ns of any clock that counts so: begin of a capture, to some seconds.
std::optional<std::int64_t> momentIn(std::string_view stamp) {
    constexpr std::size_t kDigits = 14;
    if (stamp.size() < kDigits) {
        return std::nullopt;
    }
    const auto part = [&](std::size_t at, std::size_t count) {
        return wholeNumber<int>(stamp.substr(at, count)).value_or(0);
    };
    const std::chrono::year_month_day date{std::chrono::year(part(0, 4)),
                                           std::chrono::month(static_cast<unsigned>(part(4, 2))),
                                           std::chrono::day(static_cast<unsigned>(part(6, 2)))};
    if (!date.ok() || part(8, 2) > 23 || part(10, 2) > 59 || part(12, 2) > 60) {
        return std::nullopt;
    }
    const auto seconds = std::chrono::sys_seconds(std::chrono::sys_days(date)).time_since_epoch().count() +
                         part(8, 2) * 3600 + part(10, 2) * 60 + part(12, 2);
    return seconds * 1'000'000'000;
}

/// Folders of a profiler that tell no rank tell at least when they were begun.
void addStamp(const RankCapture &capture, JobEvidence &evidence) {
    constexpr std::int64_t kSpread = 10'000'000'000;
    const auto moment = momentIn(stampInName(lastPart(capture.folder)));
    if (moment && !evidence.span && !evidence.isSeen) {
        evidence.span = JobEvidence::Span{*moment - kSpread, *moment + kSpread, true};
        evidence.schedule = evidence.schedule.empty() ? "begun at a time in the name" : evidence.schedule;
        evidence.process = capture.folder;
    }
}

void addLoaded(const RankCapture &capture, JobEvidence &evidence) {
    for (const auto &table : capture.tables(TableKind::Environment)) {
        for (const auto &[section, key, value] : TableRecords<EnvironmentRecord>(*table)) {
            if (section == "parallel" && key == "world_size" && evidence.world == 0) {
                evidence.world = wholeNumber<int>(value).value_or(0);
            }
        }
    }
}

}  // namespace

namespace {

bool isKnownRank(const RankCapture &capture) {
    return capture.origin != RankOrigin::Unknown && capture.origin != RankOrigin::OnlyOne;
}

JobEvidence evidenceInFiles(const RankCapture &capture) {
    JobEvidence evidence;
    const bool isKnown = isKnownRank(capture);
    for (const auto &file : capture.files) {
        const auto name = lastPart(file.path);
        const auto kind = knownFile(name).kind;
        if (kind == FileKind::JsonText && file.format == "trace_json" && file.chosen && !evidence.isSeen) {
            addTrace(file, !isKnown, evidence);
        } else if (file.chosen && file.format != "trace_json" && !evidence.span) {
            addFirstWork(file, evidence);
        }
        if (file.format == "execution_trace") {
            const auto text = readHead(file.path, kInfoBytes);
            const auto process = text ? longNumberInJson(*text, "pid") : std::nullopt;
            evidence.process = process ? std::to_string(*process) : evidence.process;
        }
        if (kind == FileKind::ProfilerInfo) {
            addProfilerInfo(file, capture.folder, evidence);
        } else if (name == "profiler_metadata.json") {
            const auto text = readHead(file.path, kInfoBytes);
            evidence.world = text ? numberInJson(*text, "world_size").value_or(evidence.world) : evidence.world;
        }
    }
    if (!isKnown) {
        addStamp(capture, evidence);
    }
    return evidence;
}

/// What was looked at before, by all that tells a file apart: views ask again and again, and must not wait for a disk.
class SeenEvidence {
public:
    JobEvidence of(const RankCapture &capture) {
        std::string key = isKnownRank(capture) ? "known" : "unknown";
        for (const auto &file : capture.files) {
            key += '\n' + file.path + '\n' + std::to_string(file.size) + '\n' + std::to_string(file.mtimeNs) + '\n' +
                   file.process;
        }
        {
            const std::lock_guard lock(m_mutex);
            if (const auto it = m_seen.find(key); it != m_seen.end()) {
                return it->second;
            }
        }
        auto evidence = evidenceInFiles(capture);
        constexpr std::size_t kMost = 20'000;
        const std::lock_guard lock(m_mutex);
        if (m_seen.size() >= kMost) {
            m_seen.clear();
        }
        m_seen.emplace(std::move(key), evidence);
        return evidence;
    }

private:
    std::mutex m_mutex;
    std::unordered_map<std::string, JobEvidence> m_seen;
};

}  // namespace

JobEvidence evidenceOf(const RankCapture &capture) {
    static SeenEvidence seen;
    auto evidence = seen.of(capture);
    addLoaded(capture, evidence);
    if (isByHand(capture)) {
        // Nothing contradicts who knows better; what it ran shows which others belong to it.
        JobEvidence told;
        told.span = evidence.span;
        told.process = std::move(evidence.process);
        told.names = std::move(evidence.names);
        told.hasDevice = evidence.hasDevice;
        told.isByHand = true;
        return told;
    }
    return evidence;
}

bool areOfOtherWorlds(const JobEvidence &a, const JobEvidence &b) {
    return a.world > 0 && b.world > 0 && a.world != b.world;
}

bool contradicts(const JobEvidence &a, const JobEvidence &b) {
    if (a.isByHand || b.isByHand) {
        return false;
    }
    const bool otherSteps = !a.schedule.empty() && !b.schedule.empty() && a.schedule != b.schedule;
    const bool areTimed = a.span && b.span && a.span->isWallClock && b.span->isWallClock;
    const bool isFar =
        areTimed && std::max(a.span->begin, b.span->begin) - std::min(a.span->end, b.span->end) > kFarApart;
    return areOfOtherWorlds(a, b) || otherSteps || isFar;
}

bool overlap(const JobEvidence &a, const JobEvidence &b) {
    return a.span && b.span && a.span->isComparable(*b.span) && a.span->begin <= b.span->end &&
           b.span->begin <= a.span->end;
}

bool droveOthers(const JobEvidence &a, const JobEvidence &b) {
    return !a.devices.empty() && !b.devices.empty() &&
           std::ranges::none_of(a.devices, [&](const auto &device) { return b.devices.contains(device); });
}

bool areAlike(const JobEvidence &a, const JobEvidence &b) {
    const auto common =
        std::count_if(a.names.begin(), a.names.end(), [&](const auto &name) { return b.names.contains(name); });
    const auto least = std::min(a.names.size(), b.names.size());
    const bool didTheSame =
        least > 0 ? 2 * static_cast<std::size_t>(common) >= least : !a.schedule.empty() && a.schedule == b.schedule;
    // What overlaps and has one number is of two processes, as in containers, unless it is the same once more.
    const bool areTwo =
        overlap(a, b) && (a.process != b.process || a.span->begin != b.span->begin || a.span->end != b.span->end);
    return didTheSame && !contradicts(a, b) && areTwo;
}

bool areUnlike(const JobEvidence &a, const JobEvidence &b) {
    // Of the begin of a file less is known: each rank may begin with other calls.
    const std::size_t least = a.isWhole && b.isWhole ? 2 : 24;
    const bool areTold = a.names.size() >= least && b.names.size() >= least && a.world == 0 && b.world == 0;
    return areTold && a.isSeen && b.isSeen && !a.isByHand && !b.isByHand &&
           std::none_of(a.names.begin(), a.names.end(), [&](const auto &name) { return b.names.contains(name); });
}

void addEvidence(JobEvidence &to, const JobEvidence &from) {
    to.world = to.world > 0 ? to.world : from.world;
    to.schedule = to.schedule.empty() ? from.schedule : to.schedule;
    if (to.span && from.span && to.span->isComparable(*from.span)) {
        to.span->begin = std::min(to.span->begin, from.span->begin);
        to.span->end = std::max(to.span->end, from.span->end);
    } else if (!to.span) {
        to.span = from.span;
    }
    if (to.names.size() < kMostNames) {
        to.names.insert(from.names.begin(), from.names.end());
    }
    to.hasDevice = to.hasDevice || from.hasDevice;
    to.hasHost = to.hasHost || from.hasHost;
}

}  // namespace stagescope
