#include "core/formats/trace_json/trace_tables.h"

#include "core/formats/io/json_text.h"
#include "core/formats/io/json_values.h"
#include "core/formats/tables/group_rows.h"
#include "core/formats/tables/health_rows.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// {'rank': 0, 'world_size': 8} to JSON: Python's quotes and words. Good for flat dicts, which is what profilers write.
std::string jsonOfPythonDict(std::string_view text) {
    std::string json;
    unescapeJson(text, json);
    std::replace(json.begin(), json.end(), '\'', '"');
    for (const auto &[word, name] :
         {std::pair("None", "null"), std::pair("True", "true"), std::pair("False", "false")}) {
        for (auto at = json.find(word); at != std::string::npos; at = json.find(word, at)) {
            json.replace(at, std::string_view(word).size(), name);
        }
    }
    return json;
}

class EnvironmentRows {
public:
    void add(std::string_view section, std::string_view key, std::string_view value) {
        if (!value.empty()) {
            m_table.append({section, key, value});
        }
    }
    void addScalar(std::string_view section, std::string_view key, simdjson::dom::element value) {
        std::string_view text;
        if (value.get(text) == simdjson::SUCCESS) {
            add(section, key, text);
        } else if (!value.is_array() && !value.is_object() && !value.is_null()) {
            add(section, key, simdjson::minify(value));
        }
    }
    void give(Sink &sink) { sink.addTable(m_table.take()); }

private:
    TableWriter<EnvironmentRecord> m_table;
};

void addDistributed(simdjson::dom::object distributed, bool isPart, EnvironmentRows &rows) {
    for (const auto &[key, value] : distributed) {
        const bool isRank = key == "rank";
        if (isRank && isPart) {
            continue;
        }
        const bool isBackend = key == "backend";
        rows.addScalar(isRank ? "identity" : isBackend ? "environment" : "parallel", key, value);
    }
}

void addDevice(simdjson::dom::array devices, EnvironmentRows &rows) {
    constexpr std::array<std::pair<const char *, std::string_view>, 4> kFacts{{{"name", "name"},
                                                                               {"numSms", "multiprocessors"},
                                                                               {"computeMajor", "compute_major"},
                                                                               {"computeMinor", "compute_minor"}}};
    for (const simdjson::dom::element device : devices) {
        for (const auto &[key, name] : kFacts) {
            simdjson::dom::element value;
            if (device[key].get(value) == simdjson::SUCCESS) {
                rows.addScalar("device", name, value);
            }
        }
        std::int64_t memory = 0;
        if (device["totalGlobalMem"].get(memory) == simdjson::SUCCESS && memory > 0) {
            rows.add("device", "capacity_bytes", std::to_string(memory));
        }
        break;  // the devices of a host are alike
    }
    rows.add("device", "count", std::to_string(devices.size()));
}

/// "[0, 1]", as array or as text.
std::string ranksOf(simdjson::dom::element value) {
    std::string text = simdjson::minify(value);
    std::erase_if(text, [](char c) { return c != ',' && (c < '0' || c > '9'); });
    return text;
}

/// Groups of distributedInfo: [{"pg_name": "0", "pg_desc": "default_pg", "pg_size": 2, "ranks": [0, 1]}].
std::vector<GroupRow> groupsOf(simdjson::dom::object distributed, bool isPart) {
    std::vector<GroupRow> groups;
    std::int64_t own = -1;
    if (!isPart) {
        std::ignore = distributed["rank"].get(own);
    }
    simdjson::dom::array list;
    if (distributed["pg_config"].get(list) != simdjson::SUCCESS) {
        return groups;
    }
    for (const simdjson::dom::element entry : list) {
        GroupRow group;
        simdjson::dom::element value;
        if (entry["pg_name"].get(value) == simdjson::SUCCESS) {
            group.key = jsonText(value);
        }
        if (entry["pg_desc"].get(value) == simdjson::SUCCESS) {
            group.name = groupNameOf(jsonText(value));
        }
        if (entry["ranks"].get(value) == simdjson::SUCCESS) {
            group.globalRanks = ranksOf(value);
        }
        if (!group.key.empty() && !group.globalRanks.empty()) {
            const auto before = (',' + group.globalRanks + ',').find(',' + std::to_string(own) + ',');
            const auto end = group.globalRanks.begin() + static_cast<std::ptrdiff_t>(before);
            group.groupRank = before == std::string::npos ? -1 : std::count(group.globalRanks.begin(), end, ',');
            groups.push_back(std::move(group));
        }
    }
    return groups;
}

/// Settings of torch.profiler.
constexpr std::array<std::string_view, 5> kSettings{"record_shapes", "with_stack", "profile_memory", "with_modules",
                                                    "with_flops"};

void addMember(std::string_view key, const std::string &text, bool isPart, EnvironmentRows &rows,
               std::vector<GroupRow> &groups) {
    simdjson::dom::parser parser;
    const bool isPython = key == "distributedInfo" && text.starts_with('"');
    const std::string json =
        isPython && text.size() >= 2 ? jsonOfPythonDict(std::string_view(text).substr(1, text.size() - 2)) : text;
    simdjson::dom::element value;
    if (parser.parse(json).get(value) != simdjson::SUCCESS) {
        return;
    }
    simdjson::dom::object object;
    simdjson::dom::array array;
    if (key == "distributedInfo" && value.get(object) == simdjson::SUCCESS) {
        addDistributed(object, isPart, rows);
        groups = groupsOf(object, isPart);
    } else if (key == "deviceProperties" && value.get(array) == simdjson::SUCCESS) {
        addDevice(array, rows);
    } else {
        const bool isVersion = key == "schemaVersion" || key.ends_with("version");
        const bool isSetting = std::find(kSettings.begin(), kSettings.end(), key) != kSettings.end();
        const bool isOfThisTrace = key.starts_with("trace") || key == "baseTimeNanoseconds" || key == "displayTimeUnit";
        rows.addScalar(isVersion       ? "version"
                       : isSetting     ? "profiler"
                       : isOfThisTrace ? "session"
                                       : "environment",
                       key, value);
    }
}

/// First begin and last end of what was launched in each step. Work whose launch is not known only follows others on
/// its stream, maybe of the step before: it counts where a step has no other.
std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> deviceBounds(std::span<const Launch> launches) {
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> bounds;
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> inherited;
    for (const auto &launch : launches) {
        if (launch.step != kNoStep) {
            auto &of = launch.isKnown || launch.isUnclear ? bounds : inherited;
            const auto [it, isNew] = of.try_emplace(launch.step, launch.begin, launch.end);
            it->second = {std::min(it->second.first, launch.begin), std::max(it->second.second, launch.end)};
        }
    }
    bounds.merge(inherited);
    return bounds;
}

/// Programs that write traces of their own mistake the unit, of all times or of durations alone. Calls of a runtime
/// take microseconds, and so does device work; nothing else shows which unit was meant.
class UnitSigns {
public:
    explicit UnitSigns(const TraceStore &trace) {
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; i < slices.size() && m_left > 0 && !isEnough(); ++i) {
                --m_left;
                add(slices.klass(i), slices.begin(i), slices.end(i) - slices.begin(i));
            }
        }
    }
    void give(TableWriter<HealthRecord> &table) const {
        const bool areLong = m_calls >= kFewest && m_shortest >= kLongCall;
        // Small kernels may be that short; calls of the runtime beside them are not.
        const bool areShort = m_works >= kFewest && 10 * m_shortWorks >= 9 * m_works && m_calls >= kFewest &&
                              10 * m_shortCalls >= 9 * m_calls;
        if (areLong || areShort) {
            table.append({.trouble = trouble::kUnit,
                          .name = areLong ? "the shortest call of the runtime" : "the longest of the first kernels",
                          .count = areLong ? m_calls : m_works,
                          .of = areLong ? m_calls : m_works,
                          .begin = m_begin,
                          .duration = areLong ? m_shortest : m_longestWork});
        }
    }

private:
    static constexpr std::int64_t kFewest = 16;
    static constexpr std::int64_t kMany = 10'000;
    static constexpr std::int64_t kLongCall = 1'000'000;  // ns
    static constexpr std::int64_t kShortWork = 200;
    static constexpr std::int64_t kShortCall = 100;
    static constexpr std::int64_t kMost = 2'000'000;  // slices looked at

    void add(SliceClass klass, RankTime begin, Nanos duration) {
        const auto length = duration.count();
        if (klass == SliceClass::Runtime && length > 0) {
            ++m_calls;
            m_begin = length < m_shortest ? ns(begin) : m_begin;
            m_shortest = std::min(m_shortest, length);
            m_shortCalls += length < kShortCall ? 1 : 0;
        } else if (klass == SliceClass::Computing && length > 0) {
            ++m_works;
            m_longestWork = std::max(m_longestWork, length);
            m_shortWorks += length < kShortWork ? 1 : 0;
        }
    }
    /// Enough was seen of both.
    [[nodiscard]] bool isEnough() const {
        const auto isSound = [](std::int64_t count, std::int64_t shorts) {
            return count >= kFewest && 2 * shorts < count;
        };
        return (m_calls >= kMany || (m_shortest < kLongCall && isSound(m_calls, m_shortCalls))) &&
               (m_works >= kMany || isSound(m_works, m_shortWorks));
    }

    std::int64_t m_calls = 0;
    std::int64_t m_shortest = INT64_MAX;
    std::int64_t m_begin = 0;
    std::int64_t m_shortCalls = 0;
    std::int64_t m_works = 0;
    std::int64_t m_longestWork = 0;
    std::int64_t m_shortWorks = 0;
    std::int64_t m_left = kMost;
};

}  // namespace

void addEnvironmentTable(const RootMembers &members, bool isPart, Sink &sink) {
    EnvironmentRows rows;
    std::vector<GroupRow> groups;
    for (const auto &[key, text] : members) {
        addMember(key, text, isPart, rows, groups);
    }
    giveGroups(groups, sink);
    rows.give(sink);
}

void addDialectTable(const TraceSigns &signs, Sink &sink) {
    TableWriter<ContentsRecord> contents;
    for (const auto *dialect : dialectsIn(ProducerWords::builtIn(), signs)) {
        contents.append({std::string(kDialectContents) + dialect->name, 1});
    }
    sink.addTable(contents.take());
}

void addTraceTables(std::span<const HostStep> hostSteps, std::span<const Launch> launches, const PhaseCounts &counts,
                    Sink &sink) {
    TableWriter<StepRecord> steps;
    const auto bounds = deviceBounds(launches);
    for (const auto &step : hostSteps) {
        const auto device = bounds.find(step.step);
        const auto none = std::pair(kNoDeviceTime, kNoDeviceTime);
        const auto &[begin, end] = device == bounds.end() ? none : device->second;
        steps.append({step.step, step.begin, step.end, begin, end});
    }
    TableWriter<ContentsRecord> contents;
    for (std::size_t phase = 0; phase < counts.size(); ++phase) {
        if (counts[phase] > 0) {
            const auto name =
                phase == 0 ? std::string("without phase") : std::string("phase ") + static_cast<char>(phase);
            contents.append({name, static_cast<std::int64_t>(counts[phase])});
        }
    }
    sink.addTable(steps.take());
    sink.addTable(contents.take());
}

void addHealthTable(const TraceStore &trace, const TraceHealth &health, const LaunchTrouble &launches,
                    std::uint64_t works, Sink &sink, bool mayMistakeUnit) {
    TableWriter<HealthRecord> table;
    addHealthRows(trace, health, table);
    const auto add = [&](std::string_view what, std::uint64_t count, const StreamTrouble::Works *worst = nullptr) {
        HealthRecord row;
        row.trouble = what;
        row.count = static_cast<std::int64_t>(count);
        row.of = what == trouble::kUnclaimedWork ? static_cast<std::int64_t>(launches.worksOfFile)
                 : what == trouble::kUnclaimedOther || what == trouble::kSharedDevice
                     ? -1
                     : static_cast<std::int64_t>(works + launches.outOfOrder.count);
        if (worst != nullptr) {
            row.name = trace.text(worst->name);
            row.begin = worst->begin;
            row.duration = worst->duration;
        }
        if (count > 0) {
            table.append(row);
        }
    };
    if (mayMistakeUnit) {
        UnitSigns(trace).give(table);
    }
    add(trouble::kOutOfOrder, launches.outOfOrder.count, &launches.outOfOrder);
    add(trouble::kBeforeLaunch, launches.early.count, &launches.early);
    add(trouble::kLongAfterLaunch, launches.late.count, &launches.late);
    add(trouble::kAmbiguousLaunch, launches.ambiguous);
    add(trouble::kUnclaimedWork, launches.unclaimed);
    add(trouble::kUnclaimedOther, launches.unclaimedOthers);
    add(trouble::kSharedDevice, launches.hosts);
    add(trouble::kNoLaunch, launches.unlaunched);
    add(trouble::kNoWork, launches.idleCalls);
    giveHealth(table, sink);
}

}  // namespace stagescope
