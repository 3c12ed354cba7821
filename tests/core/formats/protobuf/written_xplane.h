// An XSpace, written as the profiler of XLA does.
#pragma once

#include "tests/core/formats/protobuf/written_proto.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stagescope::testing {

struct WrittenXStat {
    std::string name;
    std::variant<std::int64_t, double, std::string> value;
    bool isReference = false;  ///< of a text: by the name of another statistic
};
struct WrittenXEvent {
    std::string name;
    std::int64_t offsetPs = 0;
    std::int64_t durationPs = 0;
    std::vector<WrittenXStat> stats{};
    std::uint64_t occurrences = 0;  ///< in place of times
};
struct WrittenXLine {
    std::int64_t id = 0;
    std::string name;
    std::int64_t timestamp = 0;
    std::vector<WrittenXEvent> events{};
    std::string displayName{};
    bool namesLast = false;  ///< id, name and time stand behind the events
};

/// Gives each name an id and writes maps behind or before the lines.
class WrittenXPlane {
public:
    explicit WrittenXPlane(std::string name, bool mapsFirst = false)
        : m_name(std::move(name)), m_mapsFirst(mapsFirst) {}
    void add(const WrittenXLine &line) {
        ProtoText head;
        head.number(1, static_cast<std::uint64_t>(line.id)).bytes(2, line.name);
        head.number(3, static_cast<std::uint64_t>(line.timestamp));
        std::string events;
        for (const auto &event : line.events) {
            events += ProtoText().message(4, written(event)).text();
        }
        std::string tail = line.displayName.empty() ? std::string() : ProtoText().bytes(11, line.displayName).text();
        m_lines +=
            ProtoText().bytes(3, line.namesLast ? events + tail + head.text() : head.text() + events + tail).text();
    }
    void addFact(const WrittenXStat &stat) { m_facts += ProtoText().message(6, written(stat)).text(); }
    /// A statistic of all events of a name.
    void addToName(const std::string &name, const WrittenXStat &stat) {
        m_nameStats[idOf(m_events, name)] += ProtoText().message(5, written(stat)).text();
    }
    void setDisplayName(const std::string &name, const std::string &shown) { m_shown[idOf(m_events, name)] = shown; }

    [[nodiscard]] std::string text() const {
        std::string maps;
        for (const auto &[name, id] : m_events) {
            auto value = ProtoText().number(1, id).bytes(2, name).text();
            const auto shown = m_shown.find(id);
            value += shown == m_shown.end() ? std::string() : ProtoText().bytes(4, shown->second).text();
            const auto stats = m_nameStats.find(id);
            value += stats == m_nameStats.end() ? std::string() : stats->second;
            maps += ProtoText().message(4, ProtoText().number(1, id).bytes(2, value)).text();
        }
        for (const auto &[name, id] : m_stats) {
            maps += ProtoText()
                        .message(5, ProtoText().number(1, id).message(2, ProtoText().number(1, id).bytes(2, name)))
                        .text();
        }
        return ProtoText().number(1, 7).bytes(2, m_name).text() + (m_mapsFirst ? maps + m_lines : m_lines + maps) +
               m_facts;
    }

private:
    using Ids = std::map<std::string, std::uint64_t>;
    /// Every third is negative, as ten bytes.
    std::uint64_t idOf(Ids &ids, const std::string &name) {
        const auto number = ids.size() + 1;
        return ids.try_emplace(name, number % 3 == 0 ? ~std::uint64_t{0} - number : number).first->second;
    }
    ProtoText written(const WrittenXStat &stat) {
        ProtoText text;
        text.number(1, idOf(m_stats, stat.name));
        if (const auto *number = std::get_if<std::int64_t>(&stat.value)) {
            text.number(*number < 0 ? 4 : 3, static_cast<std::uint64_t>(*number));
        } else if (const auto *real = std::get_if<double>(&stat.value)) {
            text.real(2, *real);
        } else if (const auto &own = std::get<std::string>(stat.value); stat.isReference) {
            text.number(7, idOf(m_stats, own));
        } else {
            text.bytes(5, own);
        }
        return text;
    }
    ProtoText written(const WrittenXEvent &event) {
        ProtoText text;
        text.number(1, idOf(m_events, event.name));
        if (event.occurrences > 0) {
            text.number(5, event.occurrences);
        } else {
            text.number(2, static_cast<std::uint64_t>(event.offsetPs));
        }
        text.number(3, static_cast<std::uint64_t>(event.durationPs));
        for (const auto &stat : event.stats) {
            text.message(4, written(stat));
        }
        return text;
    }

    std::string m_name;
    bool m_mapsFirst;
    std::string m_lines;
    std::string m_facts;
    Ids m_events;
    Ids m_stats;
    std::map<std::uint64_t, std::string> m_nameStats;
    std::map<std::uint64_t, std::string> m_shown;
};

inline std::string xspaceOf(const std::vector<WrittenXPlane> &planes, std::string_view host = "host1") {
    std::string text;
    for (const auto &plane : planes) {
        text += ProtoText().bytes(1, plane.text()).text();
    }
    return text + ProtoText().bytes(4, host).text();
}

}  // namespace stagescope::testing
