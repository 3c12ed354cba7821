#include "core/formats/cut/trace_cut.h"

#include "core/base/io/byte_source.h"
#include "core/base/words/producer_words.h"
#include "core/formats/cut/nearest_samples.h"
#include "core/formats/trace_json/event_scanner.h"
#include "core/formats/trace_json/trace_event.h"

#include <set>
#include <string>

namespace stagescope {

namespace {

/// Phases with one event for all of it.
constexpr std::string_view kTimedPhases = "XiICstf";

bool isKept(const TraceEvent &event, const FileCut &cut) {
    if (const auto &words = ProducerWords::builtIn(); !cut.steps.empty() && words.isStep(event.name.text)) {
        const auto step = words.stepNumber(event.name.text);
        return !step || cut.steps.contains(*step);
    }
    const auto window = *cut.window;
    const bool isTimed = event.phase != 0 && kTimedPhases.find(event.phase) != std::string_view::npos;
    const auto begin = isTimed ? parseMicros(event.time.text) : std::nullopt;
    if (!begin) {
        return true;
    }
    const auto duration = parseMicros(event.duration.text).value_or(0);
    const auto end = duration > 0 ? *begin + duration : *begin;
    return *begin < ns(window.end) && end >= ns(window.begin);
}

/// Counters hold what they told last.
void noteCounter(const TraceEvent &event, std::string_view text, NearestSamples<std::string> &counters) {
    const auto time = event.phase == 'C' ? parseMicros(event.time.text) : std::nullopt;
    if (!time) {
        return;
    }
    std::string series;
    for (const auto part : {event.process.text, event.thread.text, event.name.text, event.id.text}) {
        series += std::string(part) + '\n';
    }
    if (auto *place = counters.place(series, *time)) {
        *place = text;
    }
}

/// The members of the root, each once, around the events.
class RootWriter {
public:
    explicit RootWriter(PackedFile &into) : m_into(into) {}

    Status begin(const EventScanner &scanner) {
        auto status = m_into.write(scanner.rootIsObject() ? "{" : "");
        status = status ? members(scanner) : status;
        status = status && scanner.rootIsObject() ? m_into.write(m_written.empty() ? "" : ",\n") : status;
        return status ? m_into.write(scanner.rootIsObject() ? "\"traceEvents\": [" : "[") : status;
    }
    Status event(std::string_view text) {
        auto status = m_into.write(m_events++ == 0 ? "\n" : ",\n");
        return status ? m_into.write(text) : status;
    }
    Status end(const EventScanner &scanner) {
        auto status = m_into.write("\n]");
        m_isBehind = true;
        status = status ? members(scanner) : status;
        return status && scanner.rootIsObject() ? m_into.write("}\n") : status;
    }

private:
    Status members(const EventScanner &scanner) {
        Status status;
        for (const auto &[key, value] : scanner.members()) {
            if (status && m_written.insert(key).second) {
                const bool isFirst = m_written.size() == 1 && !m_isBehind;
                status = m_into.write((isFirst ? "\"" : ",\n\"") + key + "\": " + value);
            }
        }
        return status;
    }

    PackedFile &m_into;
    std::set<std::string> m_written;
    std::uint64_t m_events = 0;
    bool m_isBehind = false;  ///< behind the events
};

}  // namespace

Status cutTrace(const FileSource &file, const FileCut &cut, PackedFile &into, const std::stop_token &stop) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    const LoadControl control{.stop = stop};
    ImportLog log;
    EventScanner scanner(*source, log, control, {});
    EventWindow events;
    RootWriter root(into);
    NearestSamples<std::string> counters(*cut.window);
    Status status;
    bool hasBegun = false;
    while (status && scanner.next(events)) {
        status = hasBegun ? status : root.begin(scanner);
        hasBegun = true;
        const auto positions = events.tokens.positions();
        for (const auto &at : events.events) {
            const auto event = parseTraceEvent(events, at);
            const auto first = positions[at.first];
            const auto text = events.view().substr(first, positions[at.last] + 1 - first);
            if (status && isKept(event, cut)) {
                status = root.event(text);
            } else {
                noteCounter(event, text, counters);
            }
        }
    }
    counters.visit([&](const std::string &text) { status = status ? root.event(text) : status; });
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled", file.path);
    }
    if (scanner.error() || log.hasDataLoss() || !hasBegun) {
        return fail(ErrorKind::Truncated, "is damaged", file.path);
    }
    return status ? root.end(scanner) : status;
}

}  // namespace stagescope
