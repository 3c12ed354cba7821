#include "core/base/io/byte_source.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/io/json_text.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kMostTableFigures = 5'000'000;
constexpr std::size_t kNoField = ~std::size_t{0};

/// Counters of kernels, a row for each dispatch and counter (rocprofv3): told by their columns, whatever their order.
constexpr std::string_view kCounterName = "Counter_Name";
constexpr std::string_view kCounterValue = "Counter_Value";
constexpr std::string_view kKernelName = "Kernel_Name";
constexpr std::string_view kCounterTime = "Start_Timestamp";

/// Memory of two dumps of MemScope: names above the two columns that are called alike.
constexpr std::string_view kComparedMemory = "Allocated Memory";
constexpr std::string_view kMemoryDifference = "Diff Memory";
constexpr std::string_view kComparedUnit = "bytes";

using Heads = std::vector<std::string>;

std::size_t fieldOf(const Heads &heads, std::string_view wanted) {
    const auto it = std::find_if(heads.begin(), heads.end(), [&](const std::string &head) {
        return lowerCase(trimmed(head)) == lowerCase(wanted);
    });
    return it == heads.end() ? kNoField : static_cast<std::size_t>(it - heads.begin());
}
std::string_view textAt(const CsvRecord &record, std::size_t field) {
    const auto text = field < record.fields.size() ? trimmed(record.fields[field]) : std::string_view{};
    return text == "N/A" ? std::string_view{} : text;
}

/// The rows of such a file as records; what is no number is no figure.
class FigureRows {
public:
    explicit FigureRows(std::string_view file) : m_file(file) {}

    /// Nothing for the columns of another file. `above`: the line over them, empty where there is none.
    bool takeHead(const Heads &heads, const Heads &above);
    std::string add(const CsvRecord &record);
    [[nodiscard]] TableStore take() { return m_table.take(); }

private:
    struct Figure {
        std::size_t field;
        std::string quantity;
    };
    std::string addCounter(const CsvRecord &record, StatisticRecord row);
    std::string addSizes(const CsvRecord &record, StatisticRecord row);

    std::string_view m_file;
    std::string_view m_group;
    std::vector<std::size_t> m_object;
    std::size_t m_device = kNoField;
    std::size_t m_time = kNoField;
    std::size_t m_counter = kNoField;
    std::size_t m_value = kNoField;
    std::vector<Figure> m_figures;  ///< of a comparison
    TableWriter<StatisticRecord> m_table;
};

bool FigureRows::takeHead(const Heads &heads, const Heads &above) {
    m_counter = fieldOf(heads, kCounterName);
    m_value = fieldOf(heads, kCounterValue);
    if (m_counter != kNoField && m_value != kNoField) {
        m_group = "counter_collection";
        m_object = {fieldOf(heads, kKernelName)};
        m_time = fieldOf(heads, kCounterTime);
        return true;
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto head = trimmed(heads[i]);
        if (head.starts_with(kComparedMemory) || head.starts_with(kMemoryDifference)) {
            const auto whose = i < above.size() ? std::string(trimmed(above[i])) : std::string();
            const auto name = std::string(trimmed(head.substr(0, head.find('('))));
            m_figures.push_back({i, name + (whose.empty() ? "" : ", " + whose)});
        }
    }
    m_group = "memory_compare";
    m_object = {fieldOf(heads, "Event"), fieldOf(heads, "Name")};
    m_device = fieldOf(heads, "Device Id");
    return m_figures.size() > 1;
}

std::string FigureRows::addCounter(const CsvRecord &record, StatisticRecord row) {
    const auto value = parseReal(textAt(record, m_value));
    row.quantity = textAt(record, m_counter);
    if (!value || row.quantity.empty()) {
        return "no counter with a value";
    }
    row.time = wholeNumber<std::int64_t>(textAt(record, m_time)).value_or(kNoStatisticTime);
    row.value = *value;
    m_table.append(row);
    return {};
}

/// A kernel that only one of the two dumps has, has no size in the other.
std::string FigureRows::addSizes(const CsvRecord &record, StatisticRecord row) {
    std::size_t found = 0;
    for (const auto &figure : m_figures) {
        if (const auto value = parseReal(textAt(record, figure.field))) {
            row.quantity = figure.quantity;
            row.unit = kComparedUnit;
            row.value = *value;
            m_table.append(row);
            ++found;
        }
    }
    return found > 0 ? std::string() : "no size";
}

std::string FigureRows::add(const CsvRecord &record) {
    if (m_table.rowCount() >= kMostTableFigures) {
        return "more figures than are kept";
    }
    std::string object;
    for (const auto field : m_object) {
        const auto text = textAt(record, field);
        object += (object.empty() || text.empty() ? "" : " ") + std::string(text);
    }
    StatisticRecord row{.file = m_file, .of = "counter", .name = object, .group = m_group};
    row.device = wholeNumber<std::int64_t>(textAt(record, m_device)).value_or(-1);
    return m_figures.empty() ? addCounter(record, row) : addSizes(record, row);
}

bool hasCounters(std::string_view line) { return contains(line, kCounterName) && contains(line, kCounterValue); }
bool hasComparison(std::string_view line) {
    return contains(line, kComparedMemory) && contains(line, kMemoryDifference);
}

/// Figures in a table that its columns tell, whatever its name: counters of rocprofv3 (*_counter_collection.csv), and
/// what MemScope wrote of two of its dumps (memory_compare_*.csv).
class CounterTableFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "counter_table"; }
    [[nodiscard]] bool sniff(std::string_view, std::string_view head) const override {
        const auto first = head.substr(0, head.find('\n'));
        const auto rest = first.size() < head.size() ? head.substr(first.size() + 1) : std::string_view{};
        const auto second = rest.substr(0, rest.find('\n'));
        return hasCounters(first) || hasComparison(first) || hasComparison(second);
    }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        CsvTable csv(*source, sink.log(), control);
        const auto any = [](const Heads &) { return true; };
        auto head = csv.head(any, "");
        FigureRows rows(lastPart(file.path));
        bool isKnown = head && rows.takeHead(*head, {});
        if (head && !isKnown) {
            const auto above = *head;
            head = csv.head(any, "");
            isKnown = head && rows.takeHead(*head, above);
        }
        RETURN_IF_ERROR(head);
        if (!isKnown) {
            return fail(ErrorKind::Malformed, "no columns of counters", file.path);
        }
        const auto status = csv.rows([&](const CsvRecord &record) { return rows.add(record); });
        if (!status && status.error().kind == ErrorKind::Cancelled) {
            return status;
        }
        sink.addTable(rows.take());
        return status;
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "counters have no rows on the time axis", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeCounterTableFormat() { return std::make_unique<CounterTableFormat>(); }

}  // namespace stagescope
