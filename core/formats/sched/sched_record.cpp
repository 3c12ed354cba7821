#include "core/formats/sched/sched_record.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace stagescope {

namespace {

constexpr std::string_view kArrow = " ==> ";

struct NamedThread {
    std::string_view name;
    std::int32_t thread = -1;
    std::string_view rest;  ///< behind its priority
};

std::int32_t threadOf(std::string_view text) { return wholeNumber<std::int32_t>(text).value_or(-1); }

/// "trace-cmd:4734 [120] R": names may hold colons and brackets, so the last of each counts.
std::optional<NamedThread> namedThread(std::string_view text) {
    const auto open = text.rfind(" [");
    const auto close = open == std::string_view::npos ? open : text.find(']', open);
    if (close == std::string_view::npos) {
        return std::nullopt;
    }
    const auto before = text.substr(0, open);
    const auto colon = before.rfind(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const NamedThread found{before.substr(0, colon), threadOf(before.substr(colon + 1)),
                            trimmed(text.substr(close + 1))};
    return found.thread >= 0 ? std::optional(found) : std::nullopt;
}

/// "prev_comm=a b=c prev_pid=12 prev_prio=120 ...": a name may hold blanks and "=", so the next key ends it.
std::optional<NamedThread> keyedThread(std::string_view text, std::string_view comm, std::string_view pid) {
    const auto at = text.find(comm);
    const auto end = at == std::string_view::npos ? at : text.find(pid, at + comm.size());
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const auto behind = text.substr(end + pid.size());
    const auto digits = behind.substr(0, behind.find_first_of(" \t]"));
    const NamedThread found{text.substr(at + comm.size(), end - at - comm.size()), threadOf(digits),
                            behind.substr(digits.size())};
    return found.thread >= 0 ? std::optional(found) : std::nullopt;
}

/// trace-cmd with -R writes the bits of the state.
ThreadState stateOfBits(std::int64_t bits) {
    constexpr std::int64_t kSleeping = 1;
    constexpr std::int64_t kUninterruptible = 2;
    constexpr std::int64_t kEnded = 0x30;
    constexpr std::int64_t kOther = 0x4c;  // stopped, traced, parked
    return (bits & kSleeping) != 0          ? ThreadState::Sleeping
           : (bits & kUninterruptible) != 0 ? ThreadState::Uninterruptible
           : (bits & kEnded) != 0           ? ThreadState::Ended
           : (bits & kOther) != 0           ? ThreadState::Sleeping
                                            : ThreadState::Preempted;
}

/// "R", "R+", "S", "D|K", "(S)", "0x1".
ThreadState stateOf(std::string_view text) {
    text = trimmed(text, " ()");
    if (text.empty()) {
        return ThreadState::Unknown;
    }
    if (isDigit(text.front())) {
        const bool isHex = text.starts_with("0x");
        std::int64_t bits = 0;
        const auto digits = isHex ? text.substr(2) : text;
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), bits, isHex ? 16 : 10);
        return parsed.ec == std::errc{} ? stateOfBits(bits) : ThreadState::Unknown;
    }
    switch (text.front()) {
        case 'R':
            return ThreadState::Preempted;
        case 'D':
            return ThreadState::Uninterruptible;
        case 'X':
        case 'x':
        case 'Z':
            return ThreadState::Ended;
        case 'S':
        case 'I':
        case 'T':
        case 't':
        case 'P':
        case 'K':
        case 'W':
        case 'N':
            return ThreadState::Sleeping;
        default:
            return ThreadState::Unknown;
    }
}

}  // namespace

void SchedRecord::nameThread(std::int32_t thread, std::string_view name) {
    if (thread <= 0 || name.empty() || name == "<...>" || name == "<idle>") {
        return;
    }
    auto &known = m_threads[thread];
    if (known.name != name) {
        known.name = name;
    }
}

void SchedRecord::addLine(std::string_view text, std::uint64_t row) {
    constexpr std::size_t kLongest = 4096;  // of what cannot be an event the rest is not looked at
    text = text.substr(0, kLongest);
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
        return;
    }
    if (text[first] == '#') {
        addHeader(text.substr(first));
        return;
    }
    if (contains(text, "LOST") || contains(text, "DROPPED")) {
        if (addLost(text.substr(first))) {
            return;
        }
    }
    if (m_holdsSummaries) {
        addSummary(text.substr(first), row);
        return;
    }
    m_holdsSummaries = m_lines == 0 && contains(text, "sch delay") && contains(text, "run time");
    const auto line = schedLine(text);
    if (!line || line->cpu > kMostCpu) {
        return;
    }
    ++m_lines;
    if (!line->hasClock) {
        ++m_unitless;
        return;
    }
    m_first = m_lines == 1 + m_unitless ? line->time : std::min(m_first, line->time);
    m_last = std::max(m_last, line->time);
    nameThread(line->thread, line->task);
    if (line->process > 0 && line->thread > 0) {
        m_threads[line->thread].process = line->process;
    }
    addEvent(*line, row);
}

/// "79371.874569 [0011]  gcc[31949/31900]   0.014   0.000   1.148": ms of waiting, of delay, of running.
void SchedRecord::addSummary(std::string_view text, std::uint64_t row) {
    const auto time = schedTime(text.substr(0, text.find(' ')));
    const auto open = text.find('[');
    const auto close = open == std::string_view::npos ? open : text.find(']', open);
    const auto last = text.rfind(']');
    const auto before = last == std::string_view::npos ? last : text.rfind('[', last);
    if (!time || close == std::string_view::npos || before <= close || before == std::string_view::npos) {
        return;
    }
    const auto cpu = wholeNumber<std::int32_t>(text.substr(open + 1, close - open - 1));
    const auto id = text.substr(before + 1, last - before - 1);
    const auto slash = id.find('/');
    SchedSummary one;
    one.thread = threadOf(id.substr(0, slash));
    std::array<std::int64_t, 3> figures{};
    auto rest = trimmed(text.substr(last + 1));
    bool isGood = cpu && *cpu >= 0 && *cpu <= kMostCpu && one.thread >= 0;
    for (auto &figure : figures) {
        const auto word = rest.substr(0, rest.find_first_of(" \t"));
        const auto value = schedTime(word);  // "0.014": as digits of seconds, so a thousandth of it
        isGood = isGood && value;
        figure = value.value_or(0) / 1000;
        rest = trimmed(rest.substr(word.size()));
    }
    ++m_lines;
    if (!isGood) {
        m_firstBad = m_bad++ == 0 ? "byte " + std::to_string(row) : m_firstBad;
        return;
    }
    one.time = *time;
    one.wait = figures[0];
    one.delay = figures[1];
    one.run = figures[2];
    one.row = row;
    one.cpu = static_cast<std::int16_t>(*cpu);
    const auto begin = one.time - one.run - std::max(one.wait, one.delay);
    m_first = m_summaries.empty() ? begin : std::min(m_first, begin);
    m_last = std::max(m_last, one.time);
    if (one.thread > 0) {
        nameThread(one.thread, trimmed(text.substr(close + 1, before - close - 1)));
        const auto process = slash == std::string_view::npos ? -1 : threadOf(id.substr(slash + 1));
        m_threads[one.thread].process = process > 0 ? process : m_threads[one.thread].process;
        m_summaries.push_back(one);
    }
}

void SchedRecord::addEvent(const SchedLine &line, std::uint64_t row) {
    SchedEvent event;
    event.time = line.time;
    event.row = row;
    event.cpu = static_cast<std::int16_t>(line.cpu);
    const auto name = line.event;
    bool isGood = true;
    if (name == "sched_switch") {
        isGood = addSwitch(line, event);
    } else if (name == "sched_waking" || name == "sched_wakeup" || name == "sched_wakeup_new") {
        isGood = addWake(line, event);
    } else if (name == "sched_blocked_reason") {
        isGood = addBlocked(line, event);
    } else if (name == "irq_handler_entry") {
        isGood = addInterrupt(line, event, SchedEvent::Kind::IrqEntry);
    } else if (name == "irq_handler_exit") {
        isGood = addInterrupt(line, event, SchedEvent::Kind::IrqExit);
    } else if (name == "softirq_entry") {
        isGood = addInterrupt(line, event, SchedEvent::Kind::SoftirqEntry);
    } else if (name == "softirq_exit") {
        isGood = addInterrupt(line, event, SchedEvent::Kind::SoftirqExit);
    } else if (name == "tracing_mark_write" || name == "print") {
        addClock(line);
    }
    if (!isGood && m_bad++ == 0) {
        m_firstBad = "byte " + std::to_string(row);
    }
    if (m_events.size() > 1 && m_events.back().time < m_events[m_events.size() - 2].time) {
        m_isSorted = false;
    }
}

bool SchedRecord::addSwitch(const SchedLine &line, SchedEvent event) {
    const auto arrow = line.arguments.find(kArrow);
    const auto keyed = line.arguments.find("next_comm=");
    const bool isKeyed = line.arguments.find("prev_comm=") != std::string_view::npos;
    const auto middle = isKeyed ? keyed : arrow;
    if (middle == std::string_view::npos) {
        return false;
    }
    const auto left = line.arguments.substr(0, middle);
    const auto right = line.arguments.substr(isKeyed ? middle : middle + kArrow.size());
    const auto from = isKeyed ? keyedThread(left, "prev_comm=", " prev_pid=") : namedThread(left);
    const auto to = isKeyed ? keyedThread(right, "next_comm=", " next_pid=") : namedThread(right);
    if (!from || !to) {
        return false;
    }
    event.kind = SchedEvent::Kind::Switch;
    event.thread = from->thread;
    event.other = to->thread;
    event.state = stateOf(isKeyed ? schedValue(from->rest, "prev_state=") : from->rest.substr(0, from->rest.find(' ')));
    if (event.state == ThreadState::Unknown) {
        return false;
    }
    nameThread(from->thread, from->name);
    nameThread(to->thread, to->name);
    m_events.push_back(event);
    return true;
}

bool SchedRecord::addWake(const SchedLine &line, SchedEvent event) {
    auto woken = keyedThread(line.arguments, "comm=", " pid=");
    woken = woken ? woken : namedThread(line.arguments);
    if (!woken) {
        return false;
    }
    if (schedValue(woken->rest, "success=") == "0") {
        return true;  // it was awake
    }
    auto cpu = schedValue(woken->rest, "target_cpu=");
    cpu = cpu.empty() ? schedValue(woken->rest, "CPU:") : cpu;
    nameThread(woken->thread, woken->name);
    event.kind = SchedEvent::Kind::Wake;
    event.thread = woken->thread;
    event.other = line.thread;
    event.number = threadOf(cpu);
    m_events.push_back(event);
    return true;
}

bool SchedRecord::addBlocked(const SchedLine &line, SchedEvent event) {
    event.kind = SchedEvent::Kind::Blocked;
    event.thread = threadOf(schedValue(line.arguments, "pid="));
    event.number = schedValue(line.arguments, "iowait=") == "1" ? 1 : 0;
    if (event.thread < 0) {
        return false;
    }
    m_events.push_back(event);
    return true;
}

bool SchedRecord::addInterrupt(const SchedLine &line, SchedEvent event, SchedEvent::Kind kind) {
    const bool isSoft = kind == SchedEvent::Kind::SoftirqEntry || kind == SchedEvent::Kind::SoftirqExit;
    event.kind = kind;
    event.thread = line.thread;
    event.number = threadOf(schedValue(line.arguments, isSoft ? "vec=" : "irq="));
    if (event.number < 0) {
        return false;
    }
    const auto name = isSoft ? schedValue(line.arguments, "action=") : schedValue(line.arguments, "name=");
    if (kind == SchedEvent::Kind::IrqEntry || kind == SchedEvent::Kind::SoftirqEntry) {
        event.name = m_names.intern(std::string(isSoft ? "softirq " : "irq ") + std::to_string(event.number) +
                                    (name.empty() ? "" : " " + std::string(name)));
    }
    m_events.push_back(event);
    return true;
}

/// "trace_event_clock_sync: realtime_ts=1480000000000": ms since 1970 when it was written.
void SchedRecord::addClock(const SchedLine &line) {
    constexpr std::string_view kKey = "realtime_ts=";
    constexpr std::int64_t kNsPerMs = 1'000'000;
    constexpr std::int64_t kLatest = std::int64_t{4'000'000'000'000};
    if (!contains(line.arguments, "trace_event_clock_sync")) {
        return;
    }
    const auto ms = leadingNumber(schedValue(line.arguments, kKey));
    if (ms && *ms > 0 && *ms < kLatest) {
        m_realtimeOffset = *ms * kNsPerMs - line.time;
    }
}

/// "CPU:2 [LOST 1234 EVENTS]" of tracefs, "CPU:2 [1234 EVENTS DROPPED]" of trace-cmd, "... PERF_RECORD_LOST lost 7" of
/// perf.
bool SchedRecord::addLost(std::string_view text) {
    SchedEvent event;
    event.kind = SchedEvent::Kind::Lost;
    std::optional<std::int64_t> cpu;
    std::optional<std::int64_t> count;
    if (const auto at = text.find("PERF_RECORD_LOST"); at != std::string_view::npos) {
        const auto open = text.find('[');
        const auto lost = text.find("lost ", at);
        cpu = open < at ? leadingNumber(text.substr(open + 1)) : std::nullopt;
        count = lost == std::string_view::npos ? std::nullopt : leadingNumber(text.substr(lost + 5));
    } else if (text.starts_with("CPU:")) {
        cpu = leadingNumber(text.substr(4));
        const auto open = text.find('[');
        auto inside = open == std::string_view::npos ? std::string_view{} : text.substr(open + 1);
        inside = inside.starts_with("LOST") ? inside.substr(4) : inside;
        count = leadingNumber(inside);
    } else {
        return false;
    }
    if (!cpu || *cpu < 0 || *cpu > kMostCpu) {
        return false;
    }
    event.cpu = static_cast<std::int16_t>(*cpu);
    event.number = static_cast<std::int32_t>(
        std::clamp<std::int64_t>(count.value_or(0), 0, std::numeric_limits<std::int32_t>::max()));
    event.time = m_events.empty() ? m_first : m_events.back().time;
    m_lost[event.cpu] += static_cast<std::uint64_t>(std::max<std::int64_t>(count.value_or(1), 0));
    m_events.push_back(event);
    return true;
}

/// "# entries-in-buffer/entries-written: 1200/5000": the first 3800 were overwritten.
void SchedRecord::addHeader(std::string_view text) {
    constexpr std::string_view kKey = "entries-in-buffer/entries-written:";
    constexpr int kAnyCpu = -1;
    const auto at = text.find(kKey);
    if (at == std::string_view::npos) {
        return;
    }
    const auto numbers = text.substr(at + kKey.size());
    const auto slash = numbers.find('/');
    const auto held = leadingNumber(numbers);
    const auto written = slash == std::string_view::npos ? std::nullopt : leadingNumber(numbers.substr(slash + 1));
    if (held && written && *held >= 0 && *written > *held) {
        m_lost[kAnyCpu] += static_cast<std::uint64_t>(*written - *held);
    }
}

void SchedRecord::finish() {
    if (!m_isSorted) {
        std::stable_sort(m_events.begin(), m_events.end(),
                         [](const SchedEvent &a, const SchedEvent &b) { return a.time < b.time; });
    }
}

}  // namespace stagescope
