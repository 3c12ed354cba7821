#include "core/formats/run/counter_files.h"

#include "core/base/io/byte_source.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/io/json_text.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kMostFigures = 5'000'000;
constexpr std::size_t kMostParts = 4;
constexpr std::size_t kMostUnused = 6;

/// A file of msprof whose rows are figures of something: columns that are not named here are figures, with their unit
/// behind their name in parentheses.
struct CounterFile {
    std::string_view begin;                             ///< of the file's name
    std::array<std::string_view, kMostParts> object{};  ///< what a row is of
    std::string_view time{};                            ///< us, absolute
    std::string_view end{};                             ///< us, absolute: a figure "Duration"
    std::array<std::string_view, kMostUnused> unused{};
};
constexpr std::string_view kMode = "Mode";
constexpr auto kCounterFiles = std::to_array<CounterFile>({
    {"hbm", {"Metric"}},
    {"ddr", {"Metric"}},
    {"llc_read_write", {kMode, "Task"}},
    {"hccs", {kMode}},
    {"pcie", {kMode}},
    {"nic", {"funcId"}, "Timestamp(us)"},
    {"roce", {"funcId"}, "Timestamp(us)"},
    {"dvpp", {"Engine Type", "Engine ID", "Dvpp Id"}},
    {"cpu_usage", {"Cpu Type"}},
    {"process_cpu_usage", {"Name", "PID"}},
    {"process_mem", {"Name", "PID"}},
    {"sys_mem"},
    {"host_cpu_usage"},
    {"host_mem_usage"},
    {"host_disk_usage"},
    {"host_network_usage"},
    {"os_runtime_statistic", {"Name", "Process ID", "Thread ID"}},
    {"communication_statistic", {"OP Type"}},
    {"fusion_op", {"Fusion Op", "Original Ops", "Model Name", "Model ID"}},
    {"step_trace", {"Iteration ID", "Model ID"}, "FP Start(us)", {}, {"BP End(us)", "Iteration End(us)"}},
    {"msprof_tx",
     {"message", "domain", "pid", "tid"},
     "Start_time(us)",
     "End_time(us)",
     {"category", "payload_type", "payload_value", "message_type", "Device Start_time(us)", "Device End_time(us)"}},
    {"ai_core_utilization"},
    {"aicore_utilization"},
    {"ai_vector_core_utilization"},
});

/// ".csv", "_20241122101112.csv", "_slice_0_20241122101112.csv": behind the begin of a name.
bool isEndOfName(std::string_view rest) {
    return rest.starts_with('.') || rest.starts_with("_slice_") ||
           (rest.starts_with('_') && rest.find_first_of("0123456789") == 1);
}

const CounterFile *counterFile(std::string_view name) {
    name = unpackedName(name);
    if (!name.ends_with(".csv")) {
        return nullptr;
    }
    const auto *it = std::find_if(kCounterFiles.begin(), kCounterFiles.end(), [&](const CounterFile &file) {
        return name.starts_with(file.begin) && isEndOfName(name.substr(file.begin.size()));
    });
    return it == kCounterFiles.end() ? nullptr : it;
}

/// "Read" and "MB/s" of "Read(MB/s)".
struct Named {
    std::string name;
    std::string unit;
};
Named namedOf(std::string_view head) {
    const auto open = head.rfind('(');
    if (open == std::string_view::npos || !head.ends_with(')')) {
        return {std::string(trimmed(head)), {}};
    }
    return {std::string(trimmed(head.substr(0, open))), std::string(head.substr(open + 1, head.size() - open - 2))};
}

constexpr std::size_t kNoCounter = ~std::size_t{0};

/// Where what is in a head.
class CounterColumns {
public:
    CounterColumns(const CounterFile &file, const std::vector<std::string> &head) {
        const auto placeOf = [&](std::string_view wanted) {
            const auto it =
                std::find_if(head.begin(), head.end(), [&](const auto &name) { return trimmed(name) == wanted; });
            return wanted.empty() || it == head.end() ? kNoCounter : static_cast<std::size_t>(it - head.begin());
        };
        device = placeOf("Device_id");
        time = placeOf(file.time);
        end = placeOf(file.end);
        std::vector<std::size_t> others{device, time, end};
        for (const auto &name : file.object) {
            object.push_back(placeOf(name));
            others.push_back(object.back());
        }
        for (const auto &name : file.unused) {
            others.push_back(placeOf(name));
        }
        for (std::size_t i = 0; i < head.size(); ++i) {
            const bool isFigure = std::find(others.begin(), others.end(), i) == others.end();
            names.push_back(isFigure ? namedOf(trimmed(head[i])) : Named{});
        }
    }

    std::size_t device = kNoCounter;
    std::size_t time = kNoCounter;
    std::size_t end = kNoCounter;
    std::vector<std::size_t> object{};
    std::vector<Named> names{};  ///< of figures; empty: the column is none
};

/// A record for each figure of a row.
class CounterRows {
public:
    CounterRows(const CounterFile &kind, const std::vector<std::string> &head, std::string_view file)
        : m_kind(kind), m_at(kind, head), m_file(file) {}

    template <class Fields>
    std::string add(const Fields &fields) {
        const auto field = [&](std::size_t i) { return i < fields.size() ? trimmed(fields[i]) : std::string_view{}; };
        std::string object;
        std::string unit;
        for (std::size_t k = 0; k < m_at.object.size(); ++k) {
            const auto text = field(m_at.object[k]) == "N/A" ? std::string_view{} : field(m_at.object[k]);
            // Modes have the unit of the figures, "Tx(MB/s)"; names of functions and messages have parentheses, too.
            const auto part = m_kind.object[k] == kMode ? namedOf(text) : Named{std::string(text), {}};
            object += (object.empty() || part.name.empty() ? "" : " ") + part.name;
            unit = unit.empty() ? part.unit : unit;
        }
        StatisticRecord record{.file = m_file, .of = "counter", .name = object, .group = m_kind.begin};
        record.device = wholeNumber<std::int64_t>(field(m_at.device)).value_or(-1);
        record.time = microsToNs(field(m_at.time)).value_or(kNoStatisticTime);
        std::size_t found = 0;
        const auto give = [&](std::string_view quantity, std::string_view ofUnit, double value) {
            record.quantity = quantity;
            record.unit = ofUnit;
            record.value = value;
            m_table.append(record);
            ++found;
        };
        if (m_table.rowCount() >= kMostFigures) {
            return "more figures than are kept";
        }
        const auto end = microsToNs(field(m_at.end));
        if (end && record.time != kNoStatisticTime && *end >= record.time) {
            give("Duration", "us", static_cast<double>(*end - record.time) / 1000);
        }
        for (std::size_t i = 0; i < m_at.names.size(); ++i) {
            const auto value = m_at.names[i].name.empty() ? std::nullopt : parseReal(field(i));
            if (value) {
                give(m_at.names[i].name, m_at.names[i].unit.empty() ? std::string_view(unit) : m_at.names[i].unit,
                     *value);
            }
        }
        return found > 0 ? std::string() : "no figure";
    }

    [[nodiscard]] TableStore take() { return m_table.take(); }

private:
    const CounterFile &m_kind;
    CounterColumns m_at;
    std::string_view m_file;
    TableWriter<StatisticRecord> m_table;
};

}  // namespace

bool isCounterFile(std::string_view fileName) { return counterFile(fileName) != nullptr; }

Status loadCounters(const FileSource &file, Sink &sink, const LoadControl &control) {
    const auto name = lastPart(file.path);
    const auto *kind = counterFile(name);
    auto source = ByteSource::open(file.path);
    if (kind == nullptr || !source) {
        return kind == nullptr ? fail(ErrorKind::Unsupported, "no known counters", file.path)
                               : tl::make_unexpected(source.error());
    }
    CsvTable csv(**source, sink.log(), control);
    const auto head = csv.head([](const auto &names) { return names.size() > 1; }, "the columns of counters");
    if (!head) {
        return tl::make_unexpected(head.error());
    }
    CounterRows rows(*kind, *head, name);
    const auto status = csv.rows([&](const CsvRecord &record) { return rows.add(record.fields); });
    if (!status && status.error().kind == ErrorKind::Cancelled) {
        return status;
    }
    sink.addTable(rows.take());
    return status;
}

}  // namespace stagescope
