#include "core/formats/trace_json/memory_instants.h"

#include "core/base/text.h"
#include "core/formats/tables/memory_rows.h"
#include "core/formats/trace_json/launch_arguments.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::string_view kName = "[memory]";

void takeArgument(MemoryInstant &found, bool &hasBytes, std::string_view key, std::string_view text) {
    if (key == "Addr") {
        found.address = jsonNumber<std::uint64_t>(text).value_or(0);
        return;
    }
    struct Number {
        std::string_view key;
        std::int64_t MemoryInstant::*into;
    };
    static constexpr std::array kNumbers{
        Number{"Bytes", &MemoryInstant::bytes}, Number{"Total Allocated", &MemoryInstant::allocated},
        Number{"Total Reserved", &MemoryInstant::reserved}, Number{"Device Type", &MemoryInstant::deviceType},
        Number{"Device Id", &MemoryInstant::device}};
    for (const auto &[name, into] : kNumbers) {
        if (const auto value = key == name ? jsonNumber<std::int64_t>(text) : std::nullopt) {
            found.*into = *value;
            hasBytes = hasBytes || into == &MemoryInstant::bytes;
        }
    }
}

/// Names of the operators around the instants, by their place in the file.
class OperatorNames {
public:
    OperatorNames(const TraceStore &trace, const MemoryTeller &teller) : m_trace(trace) {
        std::vector<StringId> names;
        for (const auto name : teller.names) {
            if (const auto known = trace.strings().find(name); known.isValid()) {
                names.push_back(known);
            }
        }
        const auto isTold = [&](StringId name) { return std::find(names.begin(), names.end(), name) != names.end(); };
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; !names.empty() && i < slices.size(); ++i) {
                if (slices.klass(i) == SliceClass::Instant && isTold(slices.name(i))) {
                    m_operators.emplace(slices.row(i), around(slices, SliceId{i}));
                }
            }
        }
    }
    /// Empty where no operator is around.
    [[nodiscard]] std::string_view at(std::uint64_t offset) const {
        const auto it = m_operators.find(offset);
        return it == m_operators.end() || !it->second.isValid() ? std::string_view{} : m_trace.text(it->second);
    }

private:
    /// The innermost operator; where there is none, whatever is around: a Python function says more than nothing.
    static StringId around(const SliceTable &slices, SliceId slice) {
        StringId innermost;
        for (auto parent = slices.parentOf(slice); parent; parent = slices.parentOf(*parent)) {
            if (slices.klass(parent->value) == SliceClass::HostOp) {
                return slices.name(parent->value);
            }
            innermost = innermost.isValid() ? innermost : slices.name(parent->value);
        }
        return innermost;
    }

    const TraceStore &m_trace;
    std::unordered_map<std::uint64_t, StringId> m_operators;
};

struct Life {
    const MemoryInstant *allocation = nullptr;
    const MemoryInstant *release = nullptr;
};

/// In order of allocation; what was released only, by its release.
std::vector<Life> livesOf(const std::vector<MemoryInstant> &instants) {
    std::vector<Life> lives;
    std::map<std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::uint64_t>, std::size_t> open;
    for (const auto &instant : instants) {
        const auto place = std::tuple(instant.process, instant.deviceType, instant.device, instant.address);
        const auto before = open.find(place);
        if (instant.bytes == 0) {
            continue;
        }
        if (instant.bytes > 0) {
            open[place] = lives.size();
            lives.push_back({&instant, nullptr});
        } else if (before != open.end()) {
            lives[before->second].release = &instant;
            open.erase(before);
        } else {
            lives.push_back({nullptr, &instant});
        }
    }
    return lives;
}

MemoryTotals totalsOf(const MemoryInstant &instant) { return {instant.allocated, instant.reserved, kNoBytes}; }

}  // namespace

std::optional<MemoryInstant> memoryInstant(const EventWindow &window, const TraceEvent &event, std::int64_t time) {
    if (event.name.text != kName || event.argsFirst == 0) {
        return std::nullopt;
    }
    MemoryInstant found;
    bool hasBytes = false;
    found.offset = event.offset;
    found.time = time;
    found.process = hashText(event.process.text);
    forEachScalar(window, event.argsFirst, event.argsLast,
                  [&](const JsonMember &member) { takeArgument(found, hasBytes, member.key, member.value.text); });
    const bool isOfDevice = found.deviceType != 0;
    return hasBytes && isOfDevice && found.bytes != INT64_MIN ? std::optional(found) : std::nullopt;
}

void addMemoryTables(const TraceStore &trace, std::vector<MemoryInstant> instants, Sink &sink,
                     const MemoryTeller &teller) {
    std::sort(instants.begin(), instants.end(), [](const MemoryInstant &a, const MemoryInstant &b) {
        return std::tie(a.time, a.offset) < std::tie(b.time, b.offset);
    });
    MemoryTables tables;
    for (const auto &instant : instants) {
        if (instant.allocated >= 0) {  // older profilers write no totals, or -1
            const auto reserved = instant.reserved > 0 ? instant.reserved : kNoBytes;
            tables.samples.append(
                {"allocator", teller.component, {}, instant.device, instant.time, instant.allocated, reserved});
        }
    }
    const OperatorNames names(trace, teller);
    for (const auto &[allocation, release] : livesOf(instants)) {
        const auto &known = allocation != nullptr ? *allocation : *release;
        MemoryOpRecord row;
        row.name = allocation != nullptr ? names.at(allocation->offset) : std::string_view{};
        row.bytes = known.bytes < 0 ? -known.bytes : known.bytes;
        row.device = known.device;
        if (allocation != nullptr) {
            row.allocated = allocation->time;
            setTotalsAt(row, totalsOf(*allocation));
        }
        if (release != nullptr) {
            row.released = release->time;
            setTotalsThen(row, totalsOf(*release));
        }
        tables.ops.append(row);
    }
    tables.give(sink);
}

}  // namespace stagescope
