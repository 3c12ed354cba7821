#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/tables/memory_columns.h"
#include "core/formats/tables/memory_rows.h"

#include <algorithm>
#include <array>
#include <functional>

namespace stagescope {

namespace {

using Column = std::optional<MemoryColumn>;

Column firstOf(const MemoryFields &fields, std::initializer_list<std::string_view> names) {
    for (const auto name : names) {
        if (const auto column = fields.column(name)) {
            return column;
        }
    }
    return std::nullopt;
}

/// One kind of file: takes the row that `fields` stands on, or tells what is wrong with it.
using Reader = std::function<std::string(MemoryFields &fields, MemoryTables &tables)>;

std::string troubleOf(const MemoryFields &fields, bool isWhole, std::string_view lacks) {
    return !fields.trouble().empty() ? fields.trouble() : isWhole ? std::string() : std::string(lacks);
}

/// memory_record.csv and npu_module_mem.csv, the second without what is allocated of what is reserved.
Reader samplesReader(const MemoryFields &fields) {
    const bool isRecord = fields.has("Total Allocated");
    return [isRecord, component = fields.column("Component"), at = fields.column("Timestamp"),
            allocated = fields.column("Total Allocated"), reserved = fields.column("Total Reserved"),
            active = fields.column("Total Active"), stream = fields.column("Stream Ptr"),
            device = firstOf(fields, {"Device Type", "Device", "Device_id"})](MemoryFields &row, MemoryTables &tables) {
        MemorySampleRecord sample;
        sample.component = row.text(component);
        sample.level = isRecord ? levelOfRecord(sample.component) : std::string_view("module");
        sample.stream = row.text(stream);
        sample.device = row.device(device);
        sample.at = row.time(at);
        sample.allocated = row.bytes(allocated);
        sample.reserved = row.bytes(reserved);
        sample.active = row.bytes(active);
        const bool isWhole = sample.at != kNoMemoryTime && !sample.component.empty();
        auto trouble = troubleOf(row, isWhole, "no component or no time");
        if (trouble.empty()) {
            tables.samples.append(sample);
        }
        return trouble;
    };
}

MemoryTotals totalsOf(MemoryFields &row, const std::array<Column, 3> &columns) {
    return {row.bytes(columns[0]), row.bytes(columns[1]), row.bytes(columns[2])};
}
std::array<Column, 3> totalColumns(const MemoryFields &fields, const std::string &moment) {
    return {fields.column(moment + " Total Allocated"), fields.column(moment + " Total Reserved"),
            fields.column(moment + " Total Active")};
}

/// operator_memory.csv. That of msprof tells a duration instead of the time of release.
Reader operatorsReader(const MemoryFields &fields) {
    return [name = fields.column("Name"), size = fields.column("Size"), allocated = fields.column("Allocation Time"),
            released = fields.column("Release Time"), activeReleased = fields.column("Active Release Time"),
            duration = fields.column("Duration"), at = totalColumns(fields, "Allocation"),
            then = totalColumns(fields, "Release"), stream = fields.column("Stream Ptr"),
            device = firstOf(fields, {"Device Type", "Device", "Device_id"})](MemoryFields &row, MemoryTables &tables) {
        MemoryOpRecord op;
        op.name = row.text(name);
        op.bytes = row.bytes(size);
        op.allocated = row.time(allocated);
        op.released = row.time(released);
        op.activeReleased = row.time(activeReleased);
        const auto lasted = released ? kNoMemoryTime : row.time(duration);
        if (lasted != kNoMemoryTime && op.allocated != kNoMemoryTime &&
            __builtin_add_overflow(op.allocated, lasted, &op.released)) {
            op.released = kNoMemoryTime;
        }
        setTotalsAt(op, totalsOf(row, at));
        setTotalsThen(op, totalsOf(row, then));
        op.stream = row.text(stream);
        op.device = row.device(device);
        const bool hasTime = op.allocated != kNoMemoryTime || op.released != kNoMemoryTime;
        auto trouble = troubleOf(row, hasTime && op.bytes != kNoBytes, "no size or no time");
        if (trouble.empty()) {
            tables.ops.append(op);
        }
        return trouble;
    };
}

/// static_op_mem.csv: memory of operators of a static graph, by nodes.
Reader nodesReader(const MemoryFields &fields) {
    return [name = fields.column("Op Name"), size = fields.column("Size"), graph = fields.column("Graph ID"),
            model = fields.column("Model Name"), begin = fields.column("Node Index Start"),
            end = fields.column("Node Index End"),
            device = fields.column("Device_id")](MemoryFields &row, MemoryTables &tables) {
        MemoryOpRecord op;
        op.name = row.text(name);
        op.bytes = row.bytes(size);
        op.graph = row.text(graph);
        op.model = row.text(model);
        op.nodeBegin = row.number(begin);
        op.nodeEnd = row.number(end);
        op.device = row.device(device);
        auto trouble = troubleOf(row, op.bytes != kNoBytes && op.nodeBegin >= 0, "no size or no node");
        if (trouble.empty()) {
            tables.ops.append(op);
        }
        return trouble;
    };
}

/// npu_mem.csv of msprof: what the driver gave to this process (app) and to all on the device.
Reader processReader(const MemoryFields &fields) {
    return [event = firstOf(fields, {"event", "Event"}), at = firstOf(fields, {"timestamp", "Timestamp"}),
            memory = firstOf(fields, {"memory", "Memory"}), ddr = fields.column("ddr"), hbm = fields.column("hbm"),
            device = firstOf(fields, {"Device_id", "Device"})](MemoryFields &row, MemoryTables &tables) {
        const auto name = row.text(event);
        MemorySampleRecord sample{"process", name == "app" ? "APP" : name, {}, row.device(device), row.time(at)};
        sample.reserved = row.bytes(memory);
        const auto ofHbm = row.bytes(hbm);
        if (sample.reserved == kNoBytes) {
            const auto ofDdr = row.bytes(ddr);
            sample.reserved = ofHbm == kNoBytes ? ofDdr : ofHbm + (ofDdr == kNoBytes ? 0 : ofDdr);
        }
        const bool isWhole = sample.at != kNoMemoryTime && !name.empty() && sample.reserved != kNoBytes;
        auto trouble = troubleOf(row, isWhole, "no event, no time or no size");
        if (trouble.empty()) {
            tables.samples.append(sample);
        }
        return trouble;
    };
}

/// By what the header names, so that a renamed file is read too.
std::optional<Reader> readerOf(const MemoryFields &fields) {
    if (fields.has("Component") && fields.has("Timestamp") && fields.has("Total Reserved")) {
        return samplesReader(fields);
    }
    if (fields.has("Op Name") && fields.has("Node Index Start") && fields.has("Size")) {
        return nodesReader(fields);
    }
    if (fields.has("Name") && fields.has("Allocation Time") && fields.has("Size")) {
        return operatorsReader(fields);
    }
    const bool hasEvents = fields.has("event") || fields.has("Event");
    if (hasEvents && (fields.has("memory") || fields.has("Memory") || fields.has("hbm") || fields.has("ddr"))) {
        return processReader(fields);
    }
    return std::nullopt;
}

/// memory_record.csv, operator_memory.csv, npu_module_mem.csv, npu_mem.csv and static_op_mem.csv of torch_npu,
/// MindSpore and msprof. Columns and their units are found by the header; memory is that of the columns, whatever the
/// size of the file.
class ProfileMemoryFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "profile_memory"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        static constexpr std::array<std::string_view, 5> kNames{"memory_record", "operator_memory", "npu_module_mem",
                                                                "npu_mem", "static_op_mem"};
        return fileName.find(".csv") != std::string_view::npos &&
               std::any_of(kNames.begin(), kNames.end(), [&](auto name) { return fileName.starts_with(name); });
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        CsvTable csv(*source, sink.log(), control);
        const auto accepts = [](const std::vector<std::string> &names) {
            return readerOf(MemoryFields(names)).has_value();
        };
        ASSIGN_OR_RETURN(const auto header, csv.head(accepts, "the columns of a memory file"));
        MemoryFields fields(header);
        const auto reader = readerOf(fields);
        MemoryTables tables;
        const auto status = csv.rows([&](const CsvRecord &record) {
            fields.take(record);
            return (*reader)(fields, tables);
        });
        if (!status && status.error().kind == ErrorKind::Cancelled) {
            return status;
        }
        tables.give(sink);
        return status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "memory files have no rows with a place", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeProfileMemoryFormat() { return std::make_unique<ProfileMemoryFormat>(); }

}  // namespace stagescope
