#include "core/formats/trace_tables.h"

#include "core/formats/json_text.h"
#include "core/formats/trace_vocabulary.h"

#include <simdjson.h>

#include <algorithm>

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
            m_table.set("section", section).set("key", key).set("value", value);
            m_table.endRow();
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
    [[nodiscard]] TableBuilder &table() { return m_table; }

private:
    TableBuilder m_table{TableKind::Environment};
};

void addDistributed(simdjson::dom::object distributed, EnvironmentRows &rows) {
    for (const auto &[key, value] : distributed) {
        const bool isRank = key == "rank";
        const bool isBackend = key == "backend";
        rows.addScalar(isRank ? "identity" : isBackend ? "environment" : "parallel", key, value);
    }
}

void addDevice(simdjson::dom::array devices, EnvironmentRows &rows) {
    for (const simdjson::dom::element device : devices) {
        simdjson::dom::element name;
        if (device["name"].get(name) == simdjson::SUCCESS) {
            rows.addScalar("device", "name", name);
            std::int64_t memory = 0;
            if (device["totalGlobalMem"].get(memory) == simdjson::SUCCESS && memory > 0) {
                rows.add("device", "capacity_bytes", std::to_string(memory));
            }
            break;  // the devices of a host are alike
        }
    }
    rows.add("device", "count", std::to_string(devices.size()));
}

void addMember(std::string_view key, const std::string &text, EnvironmentRows &rows) {
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
        addDistributed(object, rows);
    } else if (key == "deviceProperties" && value.get(array) == simdjson::SUCCESS) {
        addDevice(array, rows);
    } else {
        const bool isVersion = key == "schemaVersion" || key.ends_with("version");
        rows.addScalar(isVersion ? "version" : "environment", key, value);
    }
}

void addStep(const TraceStore &trace, const SliceTable &slices, std::uint32_t i, TableBuilder &steps) {
    if (const auto step = profilerStepNumber(trace.text(slices.name(i))); step && slices.klass(i) == SliceClass::Step) {
        steps.set("step", *step).set("begin_ns", ns(slices.begin(i))).set("end_ns", ns(slices.end(i)));
        steps.endRow();
    }
}

void addP2pOp(const TraceStore &trace, const Track &track, std::uint32_t i, TableBuilder &ops) {
    const auto &slices = trace.slices(track.id);
    const auto name = trace.text(slices.name(i));
    const auto kind = p2pKind(name);
    if (!kind.empty()) {
        const auto group = track.kind == TrackKind::CommGroup ? trace.text(track.name) : std::string_view{};
        ops.set("name", name).set("begin_ns", ns(slices.begin(i))).set("end_ns", ns(slices.end(i)));
        ops.set("kind", kind).set("group", group).set("connection", std::string_view{});
        ops.endRow();
    }
}

/// Traces of torch_npu show an operator on its group's lane and again on the stream; one of them counts.
TrackKind communicationLanes(const TraceStore &trace) {
    const auto tracks = trace.tracks();
    const bool hasGroups = std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) {
        return track.kind == TrackKind::CommGroup && trace.slices(track.id).size() > 0;
    });
    return hasGroups ? TrackKind::CommGroup : TrackKind::DeviceStream;
}

void addCommOps(const TraceStore &trace, std::span<const CommArguments> communication, TableBuilder &ops) {
    const auto lanes = communicationLanes(trace);
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == lanes && i < slices.size(); ++i) {
            if (slices.klass(i) != SliceClass::Communication) {
                continue;
            }
            CommOpRow row;
            row.name = trace.text(slices.name(i));
            row.group = groupOfOperator(row.name);
            if (row.group.empty() && lanes == TrackKind::CommGroup) {
                row.group = trace.text(track.name);
            }
            row.begin = ns(slices.begin(i));
            row.end = ns(slices.end(i));
            const auto it = std::lower_bound(
                communication.begin(), communication.end(), slices.row(i),
                [](const CommArguments &arguments, std::uint64_t offset) { return arguments.offset < offset; });
            if (it != communication.end() && it->offset == slices.row(i)) {
                describe(row, *it);
            }
            addCommOp(ops, row);
        }
    }
}

}  // namespace

void addEnvironmentTable(const RootMembers &members, Sink &sink) {
    EnvironmentRows rows;
    for (const auto &[key, text] : members) {
        addMember(key, text, rows);
    }
    if (rows.table().rowCount() > 0) {
        sink.addTable(rows.table().take());
    }
}

void addTraceTables(const TraceStore &trace, const PhaseCounts &counts, std::span<const CommArguments> communication,
                    Sink &sink) {
    TableBuilder steps(TableKind::Steps);
    TableBuilder ops(TableKind::P2pOps);
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (slices.klass(i) == SliceClass::Step) {
                addStep(trace, slices, i, steps);
            } else if (slices.klass(i) == SliceClass::Communication) {
                addP2pOp(trace, track, i, ops);
            }
        }
    }
    TableBuilder contents(TableKind::Contents);
    for (std::size_t phase = 0; phase < counts.size(); ++phase) {
        if (counts[phase] > 0) {
            const auto name =
                phase == 0 ? std::string("without phase") : std::string("phase ") + static_cast<char>(phase);
            contents.set("name", std::string_view(name)).set("rows", static_cast<std::int64_t>(counts[phase]));
            contents.endRow();
        }
    }
    TableBuilder communicated(TableKind::CommOps);
    addCommOps(trace, communication, communicated);
    for (auto *table : {&steps, &ops, &communicated, &contents}) {
        if (table->rowCount() > 0) {
            sink.addTable(table->take());
        }
    }
}

}  // namespace stagescope
