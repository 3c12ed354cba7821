#include "core/formats/perfetto/perfetto_writer.h"

#include "core/base/text.h"
#include "core/formats/io/json_text.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/tables/trace_vocabulary.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

using Type = PerfettoEvent::Type;

constexpr std::int64_t kNanosPerMicro = 1000;

/// "4" of "COMPUTE AGENT [4] STREAM [1] (GPU)"; nothing of other tracks.
std::optional<std::int64_t> numberBehind(std::string_view name, std::string_view word) {
    const auto lower = lowerCase(name);
    const auto at = lower.find(word);
    const auto digits = at == std::string::npos ? std::string_view{} : name.substr(at + word.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} && !digits.empty() ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> agentOf(std::string_view name) {
    const bool isOfAgent = startsWithAny(name, std::array<std::string_view, 2>{"COMPUTE ", "COPY "});
    return isOfAgent ? numberBehind(name, "agent [") : std::nullopt;
}

std::uint32_t shortLength(std::int64_t length) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(length, 0, UINT32_MAX));
}

std::optional<std::int64_t> sumOf(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

}  // namespace

StringId PerfettoWriter::nameOf(std::string_view bytes) {
    m_scratch.clear();
    appendAsUtf8(bytes, m_scratch);
    return m_rows.builder.intern(m_scratch);
}

void PerfettoWriter::write(const PerfettoPacket &packet) {
    if (!packet.clocks.empty()) {
        m_clocks.restart(packet);
    }
    m_trouble.unread += packet.isOther ? 1 : 0;
    auto *sequence = m_sequences.take(packet);
    if (sequence == nullptr) {
        m_trouble.stateless += packet.trackEvent.empty() ? 0 : 1;
        return;
    }
    // Each time of a clock that counts on has to be told, whatever the packet holds.
    std::optional<PerfettoClocks::Time> time;
    if (packet.timestamp) {
        const auto clock = packet.clock ? *packet.clock : sequence->clock.value_or(PerfettoClocks::kBoottime);
        time = m_clocks.timeOf(packet.sequence, clock, *packet.timestamp);
    }
    if (packet.trackEvent.empty()) {
        return;
    }
    if (!parsePerfettoEvent(packet.trackEvent, *sequence, m_event)) {
        ++m_trouble.damaged;
        return;
    }
    const auto micros = m_event.absoluteUs ? m_event.absoluteUs
                        : m_event.deltaUs  ? sumOf(sequence->micros, *m_event.deltaUs)
                                           : std::nullopt;
    if (!packet.timestamp && micros) {
        sequence->micros = m_event.deltaUs ? *micros : sequence->micros;
        std::int64_t nanos = 0;
        time = __builtin_mul_overflow(*micros, kNanosPerMicro, &nanos)
                   ? std::nullopt
                   : std::optional(PerfettoClocks::Time{nanos, nanos});
    }
    if (!time) {
        ++m_trouble.timeless;
        return;
    }
    writeEvent(m_event, *sequence, *time, packet.number);
}

void PerfettoWriter::writeEvent(const PerfettoEvent &event, const PerfettoSequence &sequence, PerfettoClocks::Time time,
                                std::uint64_t row) {
    auto &lane = laneOf(event, sequence);
    addExtraCounters(event, sequence, time.trace, row);
    switch (event.type) {
        case Type::Begin:
            begin(event, sequence, lane, time, std::nullopt, row);
            break;
        case Type::End:
            end(lane, time.trace, row);
            break;
        case Type::Instant:
            m_rows.builder.slice(lane.track, time.trace, 0, nameOf(event.name), SliceClass::Instant, row);
            addFlows(event, lane, time.trace);
            break;
        case Type::Counter:
            if (event.value) {
                sample(lane, *event.value, time.trace, row);
            }
            break;
        default:
            if (event.legacy) {
                writeLegacy(event, sequence, lane, time.trace, row);
            }
            break;
    }
}

void PerfettoWriter::writeLegacy(const PerfettoEvent &event, const PerfettoSequence &sequence, Lane &lane,
                                 std::int64_t time, std::uint64_t row) {
    auto &builder = m_rows.builder;
    const auto &legacy = *event.legacy;
    const auto klass = classOfCategory(wordOf(event.category), event.name);
    const auto id = [&] { return builder.intern(std::to_string(legacy.id.value_or(0))); };
    switch (legacy.phase) {
        case 'B':
            begin(event, sequence, lane, {time, time}, std::nullopt, row);
            break;
        case 'E':
            end(lane, time, row);
            break;
        case 'X': {
            std::int64_t length = 0;
            if (!__builtin_mul_overflow(legacy.durationUs.value_or(0), kNanosPerMicro, &length)) {
                begin(event, sequence, lane, {time, time}, length, row);
            }
            break;
        }
        case 'b':
        case 'S':
            builder.asyncBegin(asyncLane(lane, event.category).track, time, id(), nameOf(event.name), klass, row);
            break;
        case 'e':
        case 'F':
            builder.asyncEnd(asyncLane(lane, event.category).track, time, id(), nameOf(event.name), row);
            break;
        case 'n':
        case 'T':
        case 'p':
            builder.slice(asyncLane(lane, event.category).track, time, 0, nameOf(event.name), SliceClass::Instant, row);
            break;
        default:  // I, i, R and what else stands at a time
            builder.slice(lane.track, time, 0, nameOf(event.name), SliceClass::Instant, row);
            break;
    }
    if (legacy.bindId && (legacy.leaves || legacy.reaches)) {
        const auto phase = legacy.leaves && legacy.reaches ? FlowPhase::Step
                           : legacy.leaves                 ? FlowPhase::Start
                                                           : FlowPhase::End;
        builder.flow(phase, lane.track, time, *legacy.bindId, builder.intern("bind_id"));
    }
}

PerfettoWriter::Facts PerfettoWriter::factsOf(const PerfettoEvent &event, const PerfettoSequence &sequence) const {
    Facts facts;
    for (const auto message : event.annotations) {
        const auto annotation = parseAnnotation(message, sequence);
        const auto number = annotation.number ? annotation.number : wholeNumber<std::int64_t>(annotation.text);
        const auto name = annotation.name;
        if (name == "kind" || name == "operation" || name == "direction") {
            facts.direction =
                copyWay(annotation.text).direction.empty() ? facts.direction : copyWay(annotation.text).direction;
        }
        if (!number) {
            continue;
        }
        if (name == "corr_id" || name == "correlation" || name == "correlation_id") {
            facts.correlation = static_cast<std::uint64_t>(*number);
        } else if (name == "begin_ns") {
            facts.begin = *number;
        } else if (name == "end_ns") {
            facts.end = *number;
        } else if (name == "bytes" || name == "copy_bytes") {
            facts.bytes = *number;
        } else if (name == "stream" || name == "stream_id" || (name == "queue" && facts.stream < 0)) {
            facts.stream = *number;
        } else if (name == "device") {
            facts.device = *number;
        }
    }
    return facts;
}

CategoryWord PerfettoWriter::wordOf(std::string_view category) {
    m_scratch.assign(category);
    const auto it = m_words.find(m_scratch);
    if (it != m_words.end()) {
        return it->second;
    }
    const auto word = ProducerWords::builtIn().category(category);
    constexpr std::size_t kMostWords = 1000;
    if (m_words.size() < kMostWords) {
        m_words.emplace(m_scratch, word);
        m_categories.emplace_back(m_scratch);
    }
    return word;
}

void PerfettoWriter::begin(const PerfettoEvent &event, const PerfettoSequence &sequence, Lane &lane,
                           PerfettoClocks::Time time, std::optional<std::int64_t> length, std::uint64_t row) {
    auto &builder = m_rows.builder;
    const auto word = wordOf(event.category);
    const auto klass =
        event.category.empty() ? classOfCategory(std::string_view{}, event.name) : classOfCategory(word, event.name);
    const bool isWork = isDevice(word.means) || lane.isStream;
    if (isDevice(word.means) && !lane.isStream) {
        lane.isStream = true;
        builder.describeTrack(builder.key(lane.track), {}, {}, TrackKind::DeviceStream);
    }
    if (isHostCall(word.means, event.category) && !lane.holdsCalls) {
        lane.holdsCalls = true;
        builder.markCalls(lane.track);
    }
    m_rows.marksHostSteps = m_rows.marksHostSteps || klass == SliceClass::Step;
    const bool mayTell = isWork || klass == SliceClass::Runtime;
    const auto facts = mayTell ? factsOf(event, sequence) : Facts{};
    auto at = time.trace;
    Open open;
    // Writers cut what overlaps on a track; annotations have the times as they were, by the clock of the packet.
    constexpr std::int64_t kFar = 3'600'000'000'000;
    if (facts.begin && facts.end && *facts.end >= *facts.begin && std::abs(*facts.begin / 2 - time.own / 2) < kFar) {
        at = time.trace + (*facts.begin - time.own);
        length = *facts.end - *facts.begin;
    }
    open.isWritten = length && event.type == Type::Begin;
    const auto name = nameOf(event.name);
    if (length) {
        builder.slice(lane.track, at, *length, name, klass, row);
    } else {
        builder.begin(lane.track, at, name, klass, row);
    }
    if (isWork) {
        const bool isCopy = word.means == EventMeaning::Copy || word.means == EventMeaning::Fill;
        addWork(facts, builder.text(name), lane, open, at, length.value_or(0), row, isCopy);
    } else if (klass == SliceClass::Runtime && facts.correlation != 0) {
        LaunchEnd call{facts.correlation, row, at, lane.track};
        call.duration = shortLength(length.value_or(0));
        open.call = static_cast<std::uint32_t>(m_calls.size());
        m_calls.push_back(call);
    }
    if (event.type == Type::Begin || !length) {
        lane.open.push_back(open);
    }
    if (facts.correlation == 0) {
        addFlows(event, lane, at);
    }
}

void PerfettoWriter::addWork(const Facts &facts, std::string_view name, const Lane &lane, Open &open,
                             std::int64_t begin, std::int64_t length, std::uint64_t row, bool isCopy) {
    LaunchEnd work{facts.correlation, row, begin, lane.track};
    work.duration = shortLength(length);
    work.device = LaunchEnd::deviceOf(lane.device >= 0 ? lane.device : facts.device);
    open.work = static_cast<std::uint32_t>(m_works.size());
    m_works.push_back(work);
    if (!isCopy) {
        return;
    }
    CopyRecord copy;
    copy.name = m_rows.kept(name);
    const auto way = copyWay(name);
    copy.direction = way.direction.empty() ? facts.direction : way.direction;
    copy.memory = way.memory;
    copy.stream = lane.stream >= 0 ? lane.stream : facts.stream;
    copy.begin = begin;
    copy.duration = length;
    copy.bytes = std::max(facts.bytes, std::int64_t{-1});
    copy.device = work.device;
    m_copyOfWork.emplace_back(open.work, m_rows.copies.size());
    m_rows.copies.emplace_back(lane.process, copy);
}

void PerfettoWriter::end(Lane &lane, std::int64_t time, std::uint64_t row) {
    if (lane.open.empty()) {
        m_trouble.endsAlone += 1;
        return;
    }
    const auto open = lane.open.back();
    lane.open.pop_back();
    if (open.isWritten) {
        return;
    }
    m_rows.builder.end(lane.track, time, row);
    if (open.call != kNone) {
        m_calls[open.call].duration = shortLength(time - m_calls[open.call].time);
    }
    if (open.work != kNone) {
        m_works[open.work].duration = shortLength(time - m_works[open.work].time);
        const auto copy =
            std::lower_bound(m_copyOfWork.begin(), m_copyOfWork.end(), std::pair(open.work, std::size_t{0}));
        if (copy != m_copyOfWork.end() && copy->first == open.work) {
            m_rows.copies[copy->second].second.duration = time - m_works[open.work].time;
        }
    }
}

void PerfettoWriter::sample(Lane &lane, double value, std::int64_t time, std::uint64_t row) {
    if (!lane.isCounter) {
        ++m_trouble.damaged;  // a value on a track of ranges
        return;
    }
    if (lane.told != nullptr) {
        value *= static_cast<double>(lane.told->unitMultiplier == 0 ? 1 : lane.told->unitMultiplier);
        lane.sum += value;
        value = lane.told->isIncremental ? lane.sum : value;
    }
    m_rows.builder.sample(lane.track, time, value, row);
}

void PerfettoWriter::addExtraCounters(const PerfettoEvent &event, const PerfettoSequence &sequence, std::int64_t time,
                                      std::uint64_t row) {
    const auto &tracks = event.extraTracks.empty() ? sequence.counters : event.extraTracks;
    for (std::size_t i = 0; i < std::min(tracks.size(), event.extraValues.size()); ++i) {
        sample(laneOfTrack(tracks[i]), static_cast<double>(static_cast<std::int64_t>(event.extraValues[i])), time, row);
    }
    const auto &reals = event.extraRealTracks.empty() ? sequence.realCounters : event.extraRealTracks;
    for (std::size_t i = 0; i < std::min(reals.size(), event.extraReals.size()); ++i) {
        sample(laneOfTrack(reals[i]), event.extraReals[i], time, row);
    }
}

void PerfettoWriter::addFlows(const PerfettoEvent &event, const Lane &lane, std::int64_t time) {
    for (const auto id : event.flows) {
        m_flows.push_back({id, time, lane.track, false});
    }
    for (const auto id : event.endingFlows) {
        m_flows.push_back({id, time, lane.track, true});
    }
}

PerfettoWriter::Lane &PerfettoWriter::laneOf(const PerfettoEvent &event, const PerfettoSequence &sequence) {
    const auto uuid = event.track ? event.track : sequence.track;
    const bool isOverridden = event.legacy && (event.legacy->process || event.legacy->thread);
    if (isOverridden || (!uuid && sequence.thread)) {
        const auto process = isOverridden && event.legacy->process ? event.legacy->process : sequence.process;
        const auto thread = isOverridden && event.legacy->thread ? event.legacy->thread : sequence.thread;
        return laneOfThread(process.value_or(0), thread.value_or(0));
    }
    return laneOfTrack(uuid.value_or(0));
}

PerfettoWriter::Lane &PerfettoWriter::laneOfTrack(std::uint64_t uuid) {
    constexpr std::size_t kMostLanes = 200'000;  // damaged numbers must not make a track each
    const auto it = m_lanes.find(uuid);
    if (it != m_lanes.end() || (m_lanes.size() >= kMostLanes && uuid != 0)) {
        return it != m_lanes.end() ? it->second : laneOfTrack(0);
    }
    auto &lane = m_lanes[uuid];
    lane.told = m_tracks.track(uuid);
    lane.isCounter = lane.told != nullptr && lane.told->isCounter;
    const auto order =
        lane.told == nullptr ? 0 : lane.told->order * 1'000'000 + static_cast<std::int64_t>(lane.told->number);
    placeLane(lane, m_tracks.processOf(uuid), "track " + std::to_string(uuid), m_tracks.nameOf(uuid), order);
    return lane;
}

PerfettoWriter::Lane &PerfettoWriter::laneOfThread(std::int64_t process, std::int64_t thread) {
    const auto [it, isNew] = m_threads.try_emplace({process, thread});
    if (isNew) {
        const auto name = m_tracks.threadName(process, thread);
        placeLane(it->second, process, "thread " + std::to_string(thread),
                  name.empty() ? "Thread " + std::to_string(thread) : std::string(name), thread);
    }
    return it->second;
}

void PerfettoWriter::placeLane(Lane &lane, std::optional<std::int64_t> process, const std::string &key,
                               std::string name, std::int64_t order) {
    auto &builder = m_rows.builder;
    auto processKey = process ? std::to_string(*process) : std::string("trace");
    auto processName = process ? std::string(m_tracks.processName(*process)) : std::string("Trace");
    processName = processName.empty() ? "Process " + processKey : processName;
    std::int64_t processOrder = process.value_or(-1);
    if (const auto agent = agentOf(name)) {  // devices of the process, each with its streams
        const auto kind = name.rfind('(');
        const bool hasKind = kind != std::string::npos && name.ends_with(')');
        processName = "AGENT [" + std::to_string(*agent) + "]" + (hasKind ? " " + name.substr(kind) : std::string());
        processKey += " agent " + std::to_string(*agent);
        processOrder = 10'000'000 + *agent;
        lane.device = *agent >= 0 && *agent < INT32_MAX ? static_cast<std::int32_t>(*agent) : -1;
        const auto stream = numberBehind(name, "stream [");
        lane.stream = stream ? *stream : numberBehind(name, "queue [").value_or(-1);
    }
    m_processes.try_emplace(processKey, processName, processOrder);
    lane.process = builder.intern(processKey);
    const TraceBuilder::TrackKey trackKey{lane.isCounter ? TrackKind::Counter : TrackKind::Other, lane.process,
                                          builder.intern(key)};
    lane.track = builder.track(trackKey);
    StringId label{};
    if (lane.isCounter) {
        using Unit = PerfettoTrack::Unit;
        const auto unit = !lane.told->unitName.empty()     ? std::string_view(lane.told->unitName)
                          : lane.told->unit == Unit::Nanos ? std::string_view("ns")
                          : lane.told->unit == Unit::Bytes ? std::string_view("bytes")
                                                           : std::string_view{};
        label = unit.empty() ? label : builder.intern(unit);
    } else {
        lane.isStream = trackKindOf(processName, name, TrackKind::Other) == TrackKind::DeviceStream;
    }
    const bool isThread = key.starts_with("thread") || (lane.told != nullptr && lane.told->isThread);
    const auto kind = lane.isCounter               ? TrackKind::Counter
                      : isThread && !lane.isStream ? TrackKind::HostThread
                                                   : TrackKind::Other;
    builder.describeTrack(trackKey, builder.intern(name), label, kind);
    builder.sortTrack(trackKey, order);
}

/// Asynchronous ranges of older writers belong to no thread.
PerfettoWriter::Lane &PerfettoWriter::asyncLane(const Lane &beside, std::string_view category) {
    const std::string name(category.empty() ? "async" : category);
    const auto [it, isNew] = m_asyncs.try_emplace({beside.process, name});
    if (isNew) {
        auto &builder = m_rows.builder;
        const TraceBuilder::TrackKey key{TrackKind::Other, beside.process, nameOf("async " + name)};
        it->second.track = builder.track(key);
        it->second.process = beside.process;
        builder.describeTrack(key, nameOf(name), {}, TrackKind::Other);
    }
    return it->second;
}

void PerfettoWriter::finish() {
    auto &builder = m_rows.builder;
    const auto byRow = [](const LaunchEnd &a, const LaunchEnd &b) { return a.offset < b.offset; };
    std::sort(m_calls.begin(), m_calls.end(), byRow);
    std::sort(m_works.begin(), m_works.end(), byRow);
    for (const auto &call : m_calls) {
        m_rows.launches.addCall(call);
    }
    for (const auto &work : m_works) {
        m_rows.launches.addWork(work);
    }
    std::stable_sort(m_flows.begin(), m_flows.end(), [](const FlowPoint &a, const FlowPoint &b) {
        return a.id != b.id ? a.id < b.id : a.time < b.time;
    });
    const auto category = builder.intern("flow");
    bool isOpen = false;
    for (std::size_t i = 0; i < m_flows.size(); ++i) {
        const auto &point = m_flows[i];
        const bool isLast = point.isLast || i + 1 == m_flows.size() || m_flows[i + 1].id != point.id;
        const auto phase = !isOpen ? FlowPhase::Start : isLast ? FlowPhase::End : FlowPhase::Step;
        builder.flow(phase, point.track, point.time, point.id, category);
        isOpen = !isLast;
    }
    std::map<std::string_view, int> names;
    for (const auto &[key, process] : m_processes) {
        ++names[process.first];
    }
    for (const auto &[key, process] : m_processes) {
        const auto &[name, order] = process;
        const auto id = builder.intern(key);
        builder.describeProcess(id, nameOf(names[name] > 1 ? name + ' ' + key : name), {});
        builder.sortProcess(id, order);
    }
}

}  // namespace stagescope
