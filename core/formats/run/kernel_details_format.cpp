#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/io/small_file.h"
#include "core/formats/tables/comm_op_rows.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/tables/health_rows.h"
#include "core/formats/tables/kernel_metrics.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <map>

namespace stagescope {

namespace {

constexpr std::int64_t kHardwareOrder = 13;
constexpr std::int64_t kCommunicationOrder = 15;

enum Column : std::size_t {
    Name,
    Start,
    Duration,
    Step,
    Device,
    Stream,
    Task,
    Core,
    Type,
    State,
    Wait,
    BlockDim,
    MixBlockDim,
    MatrixTime,
    InputShapes,
    InputTypes,
    InputFormats,
    OutputShapes,
    OutputTypes,
    OutputFormats,
    kColumns
};
/// Each by all the names that it had over the years; the first that is there counts.
/// torch_npu, MindSpore ("Step ID"), op_summary ("Op Name", "Task Start Time(us)") and task_time ("kernel_name") of
/// msprof differ as well.
using Names = std::array<std::string_view, 3>;
constexpr std::array<Names, kColumns> kNames{{{"Name", "Op Name", "kernel_name"},
                                              {"Start Time(us)", "Task Start Time(us)", "task_start(us)"},
                                              {"Duration(us)", "Task Duration(us)", "task_time(us)"},
                                              {"Step Id", "Step ID"},
                                              {"Device_id"},
                                              {"Stream ID", "Stream Id", "stream_id"},
                                              {"Task ID", "Task Id", "task_id"},
                                              {"Accelerator Core", "Task Type", "kernel_type"},
                                              {"Type", "OP Type"},
                                              {"OP State"},
                                              {"Wait Time(us)", "Task Wait Time(us)"},
                                              {"Block Dim", "Block Num"},
                                              {"Mix Block Dim", "Mix Block Num"},
                                              {"aic_mac_time(us)", "mac_time(us)"},
                                              {"Input Shapes"},
                                              {"Input Data Types", "Input Types"},
                                              {"Input Formats"},
                                              {"Output Shapes"},
                                              {"Output Data Types", "Output Types"},
                                              {"Output Formats"}}};
constexpr std::array<std::string_view, 3> kKernelFiles{"kernel_details", "op_summary", "task_time"};
constexpr std::size_t kRequired = 3;
constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

/// Where the columns of this file are; old files lack some.
struct Header {
    std::array<std::size_t, kColumns> at{};
    std::vector<std::string> names;
};

Header headerOf(std::vector<std::string> names) {
    Header header;
    for (std::size_t i = 0; i < kColumns; ++i) {
        header.at[i] = kAbsent;
        for (const auto name : kNames[i]) {
            const auto it = std::find(names.begin(), names.end(), name);
            if (header.at[i] == kAbsent && !name.empty() && it != names.end()) {
                header.at[i] = static_cast<std::size_t>(it - names.begin());
            }
        }
    }
    header.names = std::move(names);
    return header;
}

Result<Header> readHeader(CsvTable &csv) {
    const auto accepts = [](const std::vector<std::string> &names) {
        return std::all_of(kNames.begin(), kNames.begin() + kRequired, [&](const Names &known) {
            return std::any_of(known.begin(), known.end(), [&](std::string_view name) {
                return !name.empty() && std::find(names.begin(), names.end(), name) != names.end();
            });
        });
    };
    return csv.head(accepts, "the columns Name, Start Time(us) and Duration(us)").map(headerOf);
}

/// What is taken from the file: everything, or the table of kernels beside another timeline of the rank.
enum class Use : std::uint8_t { Timeline, Table };

/// Rows of one file to one builder and its tables.
class KernelRows {
public:
    KernelRows(const FileSource &file, Sink &sink, const LoadControl &control, Header header, Use use)
        : m_file(file), m_sink(sink), m_control(control), m_header(std::move(header)), m_use(use) {
        for (std::size_t i = 0; i < m_header.names.size(); ++i) {
            if (const auto metric = m_metrics.metric(m_header.names[i]); metric != KernelMetrics::kNone) {
                m_metricColumns.emplace_back(i, metric);
            }
        }
    }

    /// What is wrong with the row, empty when it was added.
    [[nodiscard]] std::string add(const CsvRecord &record);
    Status finish();

private:
    [[nodiscard]] std::string_view field(const CsvRecord &record, Column column) const {
        const auto at = m_header.at[column];
        return at == kAbsent ? std::string_view{} : record.fields[at];
    }
    [[nodiscard]] std::string_view known(const CsvRecord &record, Column column) const {
        const auto text = field(record, column);
        return text == "N/A" ? std::string_view{} : text;
    }
    /// Kernels and communication, but in task_time*.csv all tasks of the streams: those without a name go by their
    /// type.
    [[nodiscard]] std::string_view nameOf(const CsvRecord &record) const {
        const auto name = field(record, Name);
        return name == "N/A" ? field(record, Core) : name;
    }
    [[nodiscard]] SliceClass classOf(const CsvRecord &record) const;
    void addToTable(const CsvRecord &record, std::int64_t begin, std::int64_t duration);
    void addToTimeline(const CsvRecord &record, std::int64_t begin, std::int64_t duration);
    [[nodiscard]] Status finishTimeline();
    TraceBuilder::LocalTrack streamTrack(std::string_view device, std::string_view stream);
    TraceBuilder::LocalTrack groupTrack(std::string_view group);
    void addStep(std::string_view text, std::int64_t begin, std::int64_t end);
    void addP2p(std::string_view name, std::int64_t begin, std::int64_t end);

    const FileSource &m_file;
    Sink &m_sink;
    const LoadControl &m_control;
    Header m_header;
    Use m_use;
    TableWriter<KernelRecord> m_kernels;
    KernelMetrics m_metrics;
    std::vector<std::pair<std::size_t, std::uint32_t>> m_metricColumns;  ///< column of the file, metric
    TraceBuilder m_builder;
    std::vector<CopyRecord> m_copies;  ///< their texts are those of m_builder
    TableWriter<P2pOpRecord> m_p2p;
    TableWriter<CommOpRecord> m_communication;
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> m_steps;  ///< first begin, last end
    std::int64_t m_rows = 0;
};

TraceBuilder::LocalTrack KernelRows::streamTrack(std::string_view device, std::string_view stream) {
    const auto process = m_builder.intern(device.empty() ? "device" : "device " + std::string(device));
    const auto number = wholeNumber<std::int64_t>(stream);
    const auto name = m_builder.intern(number ? "Stream " + std::string(stream) : "Kernels");
    m_builder.describeProcess(process, m_builder.intern("Ascend Hardware"),
                              m_builder.intern(device.empty() ? "NPU" : "NPU " + std::string(device)));
    m_builder.sortProcess(process, kHardwareOrder);
    const TraceBuilder::TrackKey key{TrackKind::DeviceStream, process, name};
    m_builder.describeTrack(key, name, {}, TrackKind::DeviceStream);
    m_builder.sortTrack(key, number.value_or(-1));
    return m_builder.track(key);
}

TraceBuilder::LocalTrack KernelRows::groupTrack(std::string_view group) {
    const auto process = m_builder.intern("Communication");
    m_builder.describeProcess(process, process, m_builder.intern("NPU"));
    m_builder.sortProcess(process, kCommunicationOrder);
    const auto name =
        m_builder.intern(group.empty() ? "Communication" : "Group " + std::string(group) + " Communication");
    const TraceBuilder::TrackKey key{TrackKind::CommGroup, process, name};
    m_builder.describeTrack(key, name, {}, TrackKind::CommGroup);
    m_builder.sortTrack(key, wholeNumber<std::int64_t>(group).value_or(0));
    return m_builder.track(key);
}

/// The file has no steps of the host, so a step is what its kernels span.
void KernelRows::addStep(std::string_view text, std::int64_t begin, std::int64_t end) {
    if (const auto step = wholeNumber<std::int64_t>(text)) {
        const auto [it, isNew] = m_steps.emplace(*step, std::pair(begin, end));
        it->second = {std::min(it->second.first, begin), std::max(it->second.second, end)};
    }
}

void KernelRows::addP2p(std::string_view name, std::int64_t begin, std::int64_t end) {
    if (const auto kind = p2pKind(name); !kind.empty()) {
        m_p2p.append({name, begin, end, kind, groupOfOperator(name)});
    }
}

std::string KernelRows::add(const CsvRecord &record) {
    const auto begin = microsToNs(field(record, Start));
    const auto duration = microsToNs(field(record, Duration));
    if (!begin || !duration || *duration < 0) {
        return std::string((begin ? field(record, Duration) : field(record, Start)).substr(0, 40)) +
               (begin ? " is not a duration" : " is not a time");
    }
    if (const auto klass = classOf(record); klass == SliceClass::Computing || klass == SliceClass::Communication) {
        addToTable(record, *begin, *duration);
    }
    if (m_use == Use::Timeline) {
        addToTimeline(record, *begin, *duration);
    }
    ++m_rows;
    return {};
}

SliceClass KernelRows::classOf(const CsvRecord &record) const {
    const auto core = field(record, Core);
    const auto name = field(record, Name);
    if (core == "COMMUNICATION" || core == "HCCL" || name.starts_with("hcom_")) {
        return SliceClass::Communication;
    }
    return name == "N/A" ? LaneClasses(TrackKind::DeviceStream, {}, {}).of(core, SliceClass::Other)
                         : SliceClass::Computing;
}

void KernelRows::addToTable(const CsvRecord &record, std::int64_t begin, std::int64_t duration) {
    KernelRecord row;
    row.name = nameOf(record);
    row.type = known(record, Type);
    row.core = known(record, Core);
    row.state = known(record, State);
    if (const auto matrix = microsToNs(known(record, MatrixTime))) {
        row.cube = *matrix > 0 ? 1 : 0;
    }
    row.stream = wholeNumber<std::int64_t>(field(record, Stream)).value_or(-1);
    row.task = wholeNumber<std::int64_t>(field(record, Task)).value_or(-1);
    row.step = wholeNumber<std::int64_t>(field(record, Step)).value_or(kNoStep);
    row.begin = begin;
    row.duration = duration;
    row.wait = microsToNs(known(record, Wait)).value_or(-1);
    row.blockDim = wholeNumber<std::int64_t>(field(record, BlockDim)).value_or(-1);
    row.mixBlockDim = wholeNumber<std::int64_t>(field(record, MixBlockDim)).value_or(-1);
    row.inputShapes = known(record, InputShapes);
    row.inputTypes = known(record, InputTypes);
    row.inputFormats = known(record, InputFormats);
    row.outputShapes = known(record, OutputShapes);
    row.outputTypes = known(record, OutputTypes);
    row.outputFormats = known(record, OutputFormats);
    for (const auto &[column, metric] : m_metricColumns) {
        m_metrics.setText(metric, m_kernels.rowCount(), record.fields[column]);
    }
    m_kernels.append(row);
}

void KernelRows::addToTimeline(const CsvRecord &record, std::int64_t begin, std::int64_t duration) {
    const auto name = nameOf(record);
    const auto klass = classOf(record);
    const bool communicates = klass == SliceClass::Communication;
    const auto track =
        communicates ? groupTrack(groupOfOperator(name)) : streamTrack(field(record, Device), field(record, Stream));
    const auto text = m_builder.intern(name);
    m_builder.slice(track, begin, duration, text, klass, record.offset);
    if (klass == SliceClass::Memcpy) {
        const auto stream = wholeNumber<std::int64_t>(field(record, Stream)).value_or(-1);
        m_copies.push_back({m_builder.text(text), copyWay(name).direction, {}, stream, begin, duration});
    }
    std::int64_t end = begin;
    if (__builtin_add_overflow(begin, duration, &end)) {
        end = begin;
    }
    addStep(field(record, Step), begin, end);
    if (communicates) {
        addP2p(name, begin, end);
        CommOpRecord row;
        row.name = name;
        row.group = groupOfOperator(name);
        row.begin = begin;
        row.end = end;
        m_communication.append(completed(row));
    }
}

Status KernelRows::finish() {
    m_metrics.moveTo(m_kernels);
    m_sink.addTable(m_kernels.take());
    return m_use == Use::Timeline ? finishTimeline() : Status{};
}

Status KernelRows::finishTimeline() {
    addCopyTable(m_copies, m_sink);
    MergeOptions options;
    options.source = m_file.path;
    options.log = &m_sink.log();
    options.stop = m_control.stop;
    options.workers = m_control.workers;
    options.summaryLanes = true;
    TraceHealth health;
    options.health = &health;
    std::vector<TraceBuilder> builders;
    builders.push_back(std::move(m_builder));
    ASSIGN_OR_RETURN(auto trace, mergeTraces(std::move(builders), options));
    TableWriter<HealthRecord> troubles;
    addHealthRows(*trace, health, troubles);
    giveHealth(troubles, m_sink);
    if (m_rows > 0) {
        m_sink.addTrace(std::move(trace));
    }
    TableWriter<StepRecord> steps;
    for (const auto &[step, bounds] : m_steps) {
        steps.append({step, bounds.first, bounds.second});
    }
    TableWriter<ContentsRecord> contents;
    for (const auto &name : m_header.names) {
        contents.append({name, m_rows});
    }
    m_sink.addTable(steps.take());
    m_sink.addTable(m_p2p.take());
    m_sink.addTable(m_communication.take());
    m_sink.addTable(contents.take());
    return {};
}

/// kernel_details.csv of torch_npu and MindSpore, op_summary*.csv of msprof: one row per kernel or communication
/// operator of the device. A timeline where there is no other one: no host, no arrows. Rows are those of the file by
/// the offset of their first byte.
class KernelDetailsFormat final : public Format {
public:
    explicit KernelDetailsFormat(Use use) : m_use(use) {}
    [[nodiscard]] std::string_view id() const override {
        return m_use == Use::Timeline ? "kernel_details" : "kernel_table";
    }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return m_use == Use::Timeline && startsWithAny(fileName, kKernelFiles) &&
               fileName.find(".csv") != std::string_view::npos;
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        CsvTable csv(*source, sink.log(), control);
        ASSIGN_OR_RETURN(auto header, readHeader(csv));
        if (control.depth == LoadDepth::Shallow) {
            return {};
        }
        KernelRows rows(file, sink, control, std::move(header), m_use);
        const auto read = csv.rows([&](const CsvRecord &record) { return rows.add(record); });
        if (!read && read.error().kind == ErrorKind::Cancelled) {
            return read;
        }
        const auto status = rows.finish();
        return status ? read : status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        RETURN_IF_ERROR(checkUnchanged(file));
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        ImportLog ignored;  // loading told
        const LoadControl control;
        CsvTable csv(*source, ignored, control);
        ASSIGN_OR_RETURN(const auto header, readHeader(csv));
        CsvScanner scanner(*source, row.row);
        CsvRecord record;
        if (row.row == 0 || !scanner.next(record) || record.isBroken || record.fields.size() != header.names.size()) {
            return fail(ErrorKind::Malformed, "no row begins there", file.path + ":byte " + std::to_string(row.row));
        }
        KeyValues result;
        for (std::size_t i = 0; i < record.fields.size(); ++i) {
            if (!record.fields[i].empty() && record.fields[i] != "N/A") {
                result.emplace_back(header.names[i], std::string(record.fields[i]));
            }
        }
        return result;
    }

private:
    Use m_use;
};

}  // namespace

std::unique_ptr<Format> makeKernelDetailsFormat() { return std::make_unique<KernelDetailsFormat>(Use::Timeline); }

std::unique_ptr<Format> makeKernelTableFormat() { return std::make_unique<KernelDetailsFormat>(Use::Table); }

}  // namespace stagescope
