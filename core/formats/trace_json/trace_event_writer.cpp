#include "core/formats/trace_json/trace_event_writer.h"

#include "core/formats/tables/trace_vocabulary.h"
#include "core/formats/trace_json/trace_event.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

/// Ids are numbers as a rule; anything else (leading zeros too) is told apart by its text.
std::optional<std::uint64_t> plainNumber(const JsonScalar &scalar) {
    const auto text = scalar.text;
    constexpr std::size_t kSafeDigits = 19;
    if (text.empty() || text.size() > kSafeDigits || (text.front() == '0' && text.size() > 1)) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    for (const char c : text) {
        const auto digit = static_cast<unsigned char>(c - '0');
        if (digit > 9) {
            return std::nullopt;
        }
        value = value * 10 + digit;
    }
    return value;
}

/// Work of a device, and what profilers put beside it.
bool isOnDevice(EventMeaning means) {
    return isDevice(means) || means == EventMeaning::DeviceRange || means == EventMeaning::Wait;
}

std::size_t slotOf(std::uint64_t a, std::uint64_t b, std::size_t slots) {
    return static_cast<std::size_t>(((a * 0x9E3779B97F4A7C15ULL) ^ (b * 0xC2B2AE3D27D4EB4FULL)) >> 40) % slots;
}

std::uint64_t flowId(std::string_view text) {
    if (const auto number = parseUnsigned(text)) {
        return *number;
    }
    std::uint64_t value = 0;
    if (text.starts_with("0x") && text.size() > 2) {
        const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
        if (error == std::errc{} && end == text.data() + text.size()) {
            return value;
        }
    }
    return hashText(text);
}

/// 12 of a range without a category whose argument says that it is step 12; nothing for any other.
std::optional<std::int64_t> stepArgument(const EventWindow &window, const TraceEvent &event) {
    std::string_view number;
    if (event.argsFirst != 0 && event.phase == 'X' && event.category.text.empty()) {
        forEachScalar(window, event.argsFirst, event.argsLast, [&](const JsonMember &member) {
            number = ProducerWords::builtIn().isStepArgument(member.key) ? member.value.text : number;
        });
    }
    return wholeNumber<std::int64_t>(number);
}

}  // namespace

void EventTrouble::add(Severity severity, std::string_view code, std::uint64_t offset, std::string_view detail) {
    const bool byDetail = code == "json.unknown_phase";
    auto &entry = m_entries[{std::string(code), byDetail ? std::string(detail) : std::string()}];
    if (entry.count++ == 0 || offset < entry.offset) {
        entry.severity = severity;
        entry.offset = offset;
        entry.detail = detail.substr(0, kSampleBytes);
    }
}

void EventTrouble::merge(const EventTrouble &other) {
    for (const auto &[key, from] : other.m_entries) {
        auto &entry = m_entries[key];
        const auto count = entry.count + from.count;
        if (entry.count == 0 || from.offset < entry.offset) {
            entry = from;
        }
        entry.count = count;
    }
}

void EventTrouble::tell(ImportLog &log, std::string_view source) const {
    for (const auto &[key, entry] : m_entries) {
        log.add(entry.severity, source, key.first, "byte " + std::to_string(entry.offset), entry.detail, entry.count);
    }
}

void TraceEventWriter::write(const EventWindow &window) {
    m_badUtf8 = window.tokens.hasBadUtf8();
    for (const auto &at : window.events) {
        const auto event = parseTraceEvent(window, at);
        if (event.isEmpty) {
            continue;  // XLA closes its list with one
        }
        if (m_taken.group != nullptr && !isTaken(event)) {
            continue;
        }
        ++m_phaseCounts[static_cast<unsigned char>(event.phase)];
        writeEvent(window, event);
    }
}

void TraceEventWriter::Taken::look(std::string_view process) {
    if (process != last || last.empty()) {
        last = process;
        isOwn = group->processes.contains(process);
        isShared = group->shared.contains(process);
    }
}

bool TraceEventWriter::isTaken(const TraceEvent &event) {
    m_taken.look(plain(event.process));
    const auto &group = *m_taken.group;
    if (group.shared.empty() || event.phase == 'M') {
        return m_taken.isOwn || m_taken.isShared;
    }
    const auto means = wordOf(event, categoryOf(event)).means;
    if (means == EventMeaning::Launch) {
        return false;
    }
    if (!m_taken.isShared || event.phase != 'X' || !isOnDevice(means)) {
        return m_taken.isOwn;
    }
    return group.own != nullptr && std::binary_search(group.own->begin(), group.own->end(), event.offset);
}

void TraceEventWriter::writeEvent(const EventWindow &window, const TraceEvent &event) {
    if (event.phase == 'M') {
        writeMetadata(window, event);
        return;
    }
    // All phases of the format but '=', which joins ids of others and has no time.
    constexpr std::string_view kKnown = "XBEIiCstfbenSTpFNODPRVvc()";
    if (event.phase == 0 || kKnown.find(event.phase) == std::string_view::npos) {
        const auto letter = event.phase == 0 ? std::string_view{} : std::string_view(&event.phase, 1);
        m_trouble.add(Severity::DataLoss, event.phase == 0 ? "json.no_phase" : "json.unknown_phase", event.offset,
                      letter);
        return;
    }
    const auto time = parseMicros(event.time.text);
    if (!time) {
        m_trouble.add(Severity::DataLoss, "json.bad_time", event.offset, event.time.text);
        return;
    }
    if (!event.bindId.isAbsent()) {
        writeBoundFlow(window, event, *time);
    }
    writeTimed(window, event, *time);
}

void TraceEventWriter::writeTimed(const EventWindow &window, const TraceEvent &event, std::int64_t time) {
    switch (event.phase) {
        case 'X':
            writeSlice(window, event, time);
            break;
        case 'C':
            writeCounter(window, event, time);
            break;
        case 's':
        case 't':
        case 'f':
            writeFlow(event, time);
            break;
        case 'B': {
            const auto slice = takeArguments(window, event, time, std::nullopt);
            m_builder.begin(slice.track, time, slice.name, slice.klass, event.offset);
            break;
        }
        case 'E':
            m_builder.end(trackOf(event).track, time, event.offset);
            break;
        case 'b':
        case 'S':  // the older way
        case 'N':  // an object is made
        case '(':  // a context is entered
            writeAsync(window, event, time, AsyncPart::Begin);
            break;
        case 'e':
        case 'F':
        case 'D':
        case ')':
            writeAsync(window, event, time, AsyncPart::End);
            break;
        case 'n':
        case 'T':
        case 'p':
        case 'O':  // what an object holds
            writeAsync(window, event, time, AsyncPart::Instant);
            break;
        default:  // I, i, and what stands at a time of a thread: samples, marks, dumps of memory, clocks
            writeInstant(window, event, time);
            break;
    }
}

void TraceEventWriter::writeSlice(const EventWindow &window, const TraceEvent &event, std::int64_t time) {
    std::int64_t duration = 0;
    if (event.duration.isAbsent()) {
        m_trouble.add(Severity::Info, "json.no_duration", event.offset, event.name.text);
    } else if (const auto value = parseMicros(event.duration.text)) {
        duration = *value;
    } else {
        m_trouble.add(Severity::DataLoss, "json.bad_time", event.offset, event.duration.text);
        return;
    }
    const auto slice = takeArguments(window, event, time, duration);
    m_builder.slice(slice.track, time, duration, slice.name, slice.klass, event.offset);
}

TraceEventWriter::Named TraceEventWriter::takeArguments(const EventWindow &window, const TraceEvent &event,
                                                        std::int64_t time, std::optional<std::int64_t> duration) {
    auto &known = trackOf(event);
    const auto category = categoryOf(event);
    const auto means = wordOf(event, category).means;
    noteKind(event, means, known);
    auto name = intern(event.name);
    auto klass = classOf(event, category, name);
    if (const auto step = klass == SliceClass::Other ? stepArgument(window, event) : std::nullopt) {
        name = m_builder.intern(std::string(plain(event.name)) + ' ' + std::to_string(*step));
        klass = SliceClass::Step;
    }
    if (klass == SliceClass::Step) {
        m_builder.markStep(known.track);
    }
    const bool isRecord = klass == SliceClass::HostOp && event.name.text == "record_param_comms";
    const bool isNccl = klass == SliceClass::Mstx && event.name.text.starts_with("nccl:");
    if (klass == SliceClass::Communication || isRecord || isNccl || event.name.text.starts_with("hcom_")) {
        if (auto arguments = commArguments(window, event)) {
            m_communication.push_back(std::move(*arguments));
        }
    }
    m_survey.look(window, event);
    if (m_others && isOnDevice(means) && !(isDevice(means) && event.argsFirst != 0)) {
        m_others->push_back({event.offset, time, duration.value_or(0), known.track, means});
    }
    if (event.argsFirst != 0) {
        m_launches.take(window, event, klass, isDevice(means), time, duration.value_or(0), known.track);
    }
    const auto &key = m_builder.key(known.track);
    m_copies.take(window, event, {klass, means}, {m_builder.text(key.process), m_builder.text(key.thread)}, time,
                  duration.value_or(-1));
    return {known.track, name, klass};
}

/// What an event tells of its track: work of a device runs on a stream, calls are those of a thread of the host.
void TraceEventWriter::noteKind(const TraceEvent &event, EventMeaning means, KnownTrack &known) {
    if (!known.isStream && isDevice(means)) {
        known.isStream = true;
        m_builder.describeTrack(m_builder.key(known.track), {}, {}, TrackKind::DeviceStream);
    }
    if (!known.holdsCalls && isHostCall(means, event.category.text)) {
        known.holdsCalls = true;
        m_builder.markCalls(known.track);
    }
}

std::size_t TraceEventWriter::categoryOf(const TraceEvent &event) {
    const auto text = event.category.text;
    if (m_lastCategory < m_categories.size() && m_categories[m_lastCategory].text == text) {
        return m_lastCategory;
    }
    const auto it = std::find_if(m_categories.begin(), m_categories.end(),
                                 [&](const Category &category) { return category.text == text; });
    if (it == m_categories.end() && m_categories.size() == kMostCategories) {
        return kMostCategories;
    }
    m_lastCategory = static_cast<std::size_t>(it - m_categories.begin());
    if (it == m_categories.end()) {
        m_categories.push_back({std::string(text), ProducerWords::builtIn().category(text)});
    }
    return m_lastCategory;
}

CategoryWord TraceEventWriter::wordOf(const TraceEvent &event, std::size_t category) const {
    return category == kMostCategories ? ProducerWords::builtIn().category(event.category.text)
                                       : m_categories[category].word;
}

SliceClass TraceEventWriter::classOf(const TraceEvent &event, std::size_t category, StringId name) {
    if (name.value >= m_nameClasses.size()) {
        m_nameClasses.resize(std::size_t{name.value} + 1);
    }
    auto &known = m_nameClasses[name.value];
    if (known.category != category || category == kMostCategories) {
        const auto word = wordOf(event, category);
        known.klass = event.category.text.empty() ? classOfCategory(std::string_view{}, event.name.text)
                                                  : classOfCategory(word, event.name.text);
        known.category = static_cast<std::uint8_t>(category);
    }
    return known.klass;
}

void TraceEventWriter::addArrowEnd(FlowPhase phase, const LaunchEnd &end) {
    m_builder.flow(phase, end.track, end.time, end.correlation, m_builder.intern("launch"));
}

void TraceEventWriter::writeInstant(const EventWindow &window, const TraceEvent &event, std::int64_t time) {
    if (const auto memory = memoryInstant(window, event, time)) {
        m_memory.push_back(*memory);
    }
    m_builder.slice(trackOf(event).track, time, 0, intern(event.name), SliceClass::Instant, event.offset);
}

/// Asynchronous ranges belong to no thread: those of a category share a lane of their process, where they lie below one
/// another as far as they overlap.
void TraceEventWriter::writeAsync(const EventWindow &window, const TraceEvent &event, std::int64_t time,
                                  AsyncPart part) {
    const auto name = intern(event.name);
    const auto category = std::string(event.category.text.empty() ? "async" : plain(event.category));
    const TraceBuilder::TrackKey key{TrackKind::Other, intern(event.process), m_builder.intern("async " + category)};
    const auto track = m_builder.track(key);
    m_builder.describeTrack(key, m_builder.intern(category), {}, TrackKind::Other);
    if (part == AsyncPart::Instant) {
        m_builder.slice(track, time, 0, name, SliceClass::Instant, event.offset);
        return;
    }
    std::string id = category + ':' + std::string(event.id.text);
    if (event.idFirst != 0) {
        forEachScalar(window, event.idFirst, event.idLast, [&](const JsonMember &member) { id += member.value.text; });
    }
    const auto idText = m_builder.intern(id);
    if (part == AsyncPart::Begin) {
        m_builder.asyncBegin(track, time, idText, name, classOf(event, categoryOf(event), name), event.offset);
    } else {
        m_builder.asyncEnd(track, time, idText, name, event.offset);
    }
}

void TraceEventWriter::writeCounter(const EventWindow &window, const TraceEvent &event, std::int64_t time) {
    m_samples.clear();
    if (event.argsFirst != 0) {
        forEachScalar(window, event.argsFirst, event.argsLast, [&](const JsonMember &member) {
            if (const auto value = parseReal(member.value.text)) {
                m_samples.push_back({member.key, *value});
            }
        });
    }
    if (m_samples.empty()) {
        m_trouble.add(Severity::DataLoss, "json.counter_without_value", event.offset, event.name.text);
        return;
    }
    StringId name;
    if (event.id.text.empty()) {
        name = intern(event.name);
    } else {
        name = m_builder.intern(std::string(plain(event.name)) + '[' + std::string(event.id.text) + ']');
    }
    for (const auto &sample : m_samples) {
        const auto argument = intern({sample.key, true});
        m_builder.sample(counterOf(event, name, argument, m_samples.size() == 1), time, sample.value, event.offset);
    }
}

void TraceEventWriter::writeFlow(const TraceEvent &event, std::int64_t time) {
    const auto phase = event.phase == 's' ? FlowPhase::Start : event.phase == 't' ? FlowPhase::Step : FlowPhase::End;
    const auto category = intern(event.category.isAbsent() ? event.name : event.category);
    if (phase == FlowPhase::Start && wordOf(event, categoryOf(event)).means == EventMeaning::Launch) {
        m_launches.takeArrow(flowId(event.id.text));
    }
    m_builder.flow(phase, trackOf(event).track, time, flowId(event.id.text), category);
}

/// Arrows of the second version of the format: events that share a bind_id, whatever their categories.
void TraceEventWriter::writeBoundFlow(const EventWindow &window, const TraceEvent &event, std::int64_t time) {
    bool leaves = false;
    bool reaches = false;
    forEachScalar(window, event.first, event.last, [&](const JsonMember &member) {
        leaves = leaves || (member.key == "flow_out" && member.value.text == "true");
        reaches = reaches || (member.key == "flow_in" && member.value.text == "true");
    });
    if (leaves || reaches) {
        const auto phase = leaves && reaches ? FlowPhase::Step : leaves ? FlowPhase::Start : FlowPhase::End;
        m_builder.flow(phase, trackOf(event).track, time, flowId(event.bindId.text), m_builder.intern("bind_id"));
    }
}

void TraceEventWriter::writeMetadata(const EventWindow &window, const TraceEvent &event) {
    struct Known {
        std::string_view event;
        std::string_view argument;
        TraceMetadata::What what;
    };
    using What = TraceMetadata::What;
    static constexpr std::array<Known, 5> kKnown{{{"process_name", "name", What::ProcessName},
                                                  {"process_labels", "labels", What::ProcessLabel},
                                                  {"process_sort_index", "sort_index", What::ProcessOrder},
                                                  {"thread_name", "name", What::ThreadName},
                                                  {"thread_sort_index", "sort_index", What::ThreadOrder}}};
    const auto known =
        std::find_if(kKnown.begin(), kKnown.end(), [&](const Known &k) { return k.event == event.name.text; });
    std::optional<JsonScalar> value;
    if (known != kKnown.end() && event.argsFirst != 0) {
        forEachScalar(window, event.argsFirst, event.argsLast,
                      [&](const JsonMember &member) { value = member.key == known->argument ? member.value : value; });
    }
    if (!value) {
        m_trouble.add(Severity::Info, "json.unknown_metadata", event.offset, event.name.text);
        return;
    }
    TraceMetadata entry{
        event.offset, known->what, std::string(plain(event.process)), std::string(plain(event.thread)), {}, 0};
    entry.text = plain(*value);
    if (entry.what == What::ProcessOrder || entry.what == What::ThreadOrder) {
        const auto order = parseReal(entry.text);
        if (!order) {
            m_trouble.add(Severity::Info, "json.unknown_metadata", event.offset, event.name.text);
            return;
        }
        constexpr double kLimit = 9e15;
        entry.order = static_cast<std::int64_t>(std::clamp(*order, -kLimit, kLimit));
    }
    m_metadata.push_back(std::move(entry));
}

TraceEventWriter::KnownTrack &TraceEventWriter::trackOf(const TraceEvent &event) {
    const auto process = plainNumber(event.process);
    const auto thread = plainNumber(event.thread);
    const bool isNumeric = process && thread;
    auto &known = isNumeric ? m_tracks[slotOf(*process, *thread, m_tracks.size())] : m_otherTrack;
    if (!isNumeric || !known.isSet || known.process != *process || known.thread != *thread) {
        known.process = process.value_or(0);
        known.thread = thread.value_or(0);
        known.isSet = true;
        known.isStream = false;
        known.holdsCalls = false;
        const auto processText = intern(event.process);
        known.track = m_builder.track({TrackKind::Other, processText, intern(event.thread)});
    }
    return known;
}

/// A counter with one value goes by its own name and carries the value's name as its label; several values make several
/// series.
TraceBuilder::LocalTrack TraceEventWriter::counterOf(const TraceEvent &event, StringId name, StringId argument,
                                                     bool isOnly) {
    const auto process = intern(event.process);
    auto &known = m_counters[slotOf(name.value * 2ULL + (isOnly ? 1 : 0),
                                    (std::uint64_t{process.value} << 32) | argument.value, m_counters.size())];
    if (known.isSet && known.process == process && known.name == name && known.argument == argument &&
        known.isOnly == isOnly) {
        return known.track;
    }
    const std::string argumentText(m_builder.text(argument));
    const auto series = isOnly ? name : m_builder.intern(std::string(m_builder.text(name)) + ' ' + argumentText);
    const TraceBuilder::TrackKey key{TrackKind::Counter, process, series};
    known = {process, name, argument, m_builder.track(key), true, isOnly};
    const bool saysMore = isOnly && argument != name && argumentText != "value";
    m_builder.describeTrack(key, series, saysMore ? argument : StringId{}, TrackKind::Counter);
    return known.track;
}

std::string_view TraceEventWriter::plain(const JsonScalar &scalar) {
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    if (!scalar.isString && std::any_of(scalar.text.begin(), scalar.text.end(), isControl)) {
        // As JsonTokens does where a window holds controls in strings.
        m_scratch = scalar.text;
        std::replace_if(m_scratch.begin(), m_scratch.end(), isControl, '?');
        return m_scratch;
    }
    const bool escaped = scalar.isString && scalar.text.find('\\') != std::string_view::npos;
    if (!escaped && !m_badUtf8) {
        return scalar.text;
    }
    m_scratch.clear();
    unescapeJson(escaped ? scalar.text : std::string_view{}, m_scratch);
    if (m_badUtf8) {
        const std::string bytes = escaped ? m_scratch : std::string(scalar.text);
        m_scratch.clear();
        appendAsUtf8(bytes, m_scratch);
    }
    return m_scratch;
}

}  // namespace stagescope
