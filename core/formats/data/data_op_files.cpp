#include "core/base/io/byte_source.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/data/data_files.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/io/json_text.h"
#include "core/formats/io/json_values.h"
#include "core/formats/io/small_file.h"
#include "core/store/tables/data_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

using JsonElement = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;

Result<JsonDocument> jsonObjectOf(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(const auto text, readSmallFile(in.path, in.control));
    if (trimmed(text).empty()) {
        return fail(ErrorKind::Truncated, "the file is empty", in.path);
    }
    auto document = JsonDocument::parseLenient(text, in.path);
    return !document || document->root().is_object()
               ? std::move(document)
               : Result<JsonDocument>(fail(ErrorKind::Malformed, "not a JSON object", in.path));
}

void tellBadFigure(const FeedFileInput &in, const std::string &where, std::string_view what) {
    in.sink.log().add(Severity::DataLoss, in.path, "data.bad_row", where, what);
}

std::optional<JsonElement> member(const JsonObject &object, std::string_view key) {
    JsonElement value;
    return object.at_key(key).get(value) == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}
std::optional<JsonObject> objectAt(const JsonObject &object, std::string_view key) {
    JsonObject value;
    return object.at_key(key).get_object().get(value) == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}
std::optional<JsonArray> arrayAt(const JsonObject &object, std::string_view key) {
    JsonArray value;
    return object.at_key(key).get_array().get(value) == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}
std::int64_t numberAt(const JsonObject &object, std::string_view key, std::int64_t fallback) {
    const auto value = member(object, key);
    return value ? jsonNumber(*value).value_or(fallback) : fallback;
}

/// The elements of a list that is there; an array that is none cannot be walked through.
std::vector<JsonElement> elementsAt(const JsonObject &object, std::string_view key) {
    std::vector<JsonElement> elements;
    if (const auto list = arrayAt(object, key)) {
        for (const auto element : *list) {
            elements.push_back(element);
        }
    }
    return elements;
}

/// The numbers of a list that are none below 0; how many others there are in `others`.
std::vector<double> measuredIn(const std::vector<JsonElement> &list, std::size_t &others) {
    std::vector<double> values;
    for (const auto element : list) {
        double value = -1;
        if (element.get_double().get(value) == simdjson::SUCCESS && value >= 0) {
            values.push_back(value);
        } else {
            ++others;
        }
    }
    return values;
}

double meanOf(const std::vector<double> &values) {
    double sum = 0;
    for (const auto value : values) {
        sum += value;
    }
    return values.empty() ? -1 : sum / static_cast<double>(values.size());
}

void setQueue(FeedOpRecord &row, const std::vector<double> &sizes, std::int64_t length) {
    row.queueLength = length > 0 ? length : -1;
    if (!sizes.empty()) {
        row.samples = static_cast<std::int64_t>(sizes.size());
        row.queueSize = meanOf(sizes);
        row.queueEmpty =
            static_cast<double>(std::count(sizes.begin(), sizes.end(), 0.0)) / static_cast<double>(sizes.size());
        row.queueUse = length > 0 ? row.queueSize / static_cast<double>(length) : -1;
    }
}

/// "BatchOp", as the writer of the tree calls what all others call "Batch".
std::string_view typeName(std::string_view name) {
    constexpr std::string_view kEnd = "Op";
    return name.ends_with(kEnd) && name.size() > kEnd.size() ? name.substr(0, name.size() - kEnd.size()) : name;
}

/// By number of the operator: the one whose child it is.
std::map<std::int64_t, std::int64_t> parentsIn(const JsonArray &ops) {
    std::map<std::int64_t, std::int64_t> parents;
    for (const auto element : ops) {
        JsonObject op;
        if (element.get_object().get(op) != simdjson::SUCCESS) {
            continue;
        }
        for (const auto child : elementsAt(op, "children")) {
            if (const auto number = jsonNumber(child)) {
                parents.emplace(*number, numberAt(op, "op_id", -1));
            }
        }
    }
    return parents;
}

}  // namespace

Status readPipelineJson(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(const auto document, jsonObjectOf(in));
    const auto ops = arrayAt(document.object(), "op_info");
    if (!ops) {
        return fail(ErrorKind::Malformed, "no list op_info", in.path);
    }
    const auto parents = parentsIn(*ops);
    TableWriter<FeedOpRecord> table;
    std::size_t position = 0;
    for (const auto element : *ops) {
        const auto where = "operator " + std::to_string(++position);
        JsonObject op;
        const bool isObject = element.get_object().get(op) == simdjson::SUCCESS;
        const auto number = isObject ? numberAt(op, "op_id", -1) : -1;
        if (number < 0) {
            tellBadFigure(in, where, "no number of an operator");
            continue;
        }
        FeedOpRecord row{in.name, number};
        const auto parent = parents.find(number);
        row.parent = parent == parents.end() ? -1 : parent->second;
        const auto type = member(op, "op_type");
        const auto name = type ? jsonText(*type) : std::string();
        row.type = typeName(name);
        row.workers = numberAt(op, "num_workers", -1);
        const auto metrics = objectAt(op, "metrics");  // null where nothing is queued
        if (const auto queue = metrics ? objectAt(*metrics, "output_queue") : std::nullopt) {
            std::size_t others = 0;
            setQueue(row, measuredIn(elementsAt(*queue, "size"), others), numberAt(*queue, "length", -1));
            if (others > 0) {
                tellBadFigure(in, where, std::to_string(others) + " sizes of its queue are none");
            }
        }
        table.append(row);
    }
    in.sink.addTable(table.take());
    return {};
}

Status readProcessorTimes(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(const auto document, jsonObjectOf(in));
    const auto root = document.object();
    const auto processors = numberAt(root, "cpu_processor_num", -1);
    if (processors <= 0) {
        return fail(ErrorKind::Malformed, "no number of processors", in.path);
    }
    const auto inProcessors = [&](double percent) { return percent / 100 * static_cast<double>(processors); };
    TableWriter<FeedOpRecord> table;
    const auto addRow = [&](std::int64_t op, const std::vector<double> &percents, std::int64_t workers) {
        FeedOpRecord row{in.name, op};
        row.workers = workers;
        if (std::none_of(percents.begin(), percents.end(), [](double percent) { return percent < 0; })) {
            double sum = 0;
            for (const auto percent : percents) {
                sum += percent;
            }
            row.cpu = inProcessors(sum);
            table.append(row);
        }
    };
    std::size_t others = 0;
    if (const auto host = objectAt(root, "device_info")) {  // the machine; "device" is what MindSpore calls it
        const auto idle = meanOf(measuredIn(elementsAt(*host, "idle_utilization"), others));
        addRow(kWholeHost, {idle < 0 ? -1 : std::max(0.0, 100 - idle)}, processors);
    }
    for (const auto element : elementsAt(root, "op_info")) {
        JsonObject op;
        const auto metrics = element.get_object().get(op) == simdjson::SUCCESS ? objectAt(op, "metrics") : std::nullopt;
        const auto number = metrics ? numberAt(op, "op_id", INT64_MIN) : INT64_MIN;
        if (number < kOtherDataThreads) {
            ++others;
            continue;
        }
        addRow(number,
               {meanOf(measuredIn(elementsAt(*metrics, "user_utilization"), others)),
                meanOf(measuredIn(elementsAt(*metrics, "sys_utilization"), others))},
               -1);
    }
    if (others > 0) {
        tellBadFigure(in, "op_info", std::to_string(others) + " figures are none");
    }
    in.sink.addTable(table.take());
    return {};
}

namespace {

std::size_t placeOf(const std::vector<std::string> &heads, std::string_view head) {
    return static_cast<std::size_t>(std::find(heads.begin(), heads.end(), head) - heads.begin());
}

/// A number that is none below 0, else -1.
double figureIn(std::string_view text) {
    const auto value = parseReal(trimmed(text));
    return value && *value >= 0 ? *value : -1;
}

/// "[0, 2, 4]"; nothing for an empty text, and for one that is no list of sizes.
std::optional<std::vector<double>> sizesIn(std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with('[') || !text.ends_with(']')) {
        return std::nullopt;
    }
    text = text.substr(1, text.size() - 2);
    std::vector<double> sizes;
    while (!trimmed(text).empty()) {
        const auto comma = std::min(text.find(','), text.size());
        const auto size = figureIn(text.substr(0, comma));
        if (size < 0) {
            return std::nullopt;
        }
        sizes.push_back(size);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return sizes;
}

}  // namespace

Status readPipelineCsv(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(in.path));
    CsvTable csv(*source, in.sink.log(), in.control);
    const auto header = csv.head(
        [](const auto &names) {
            return placeOf(names, "op_id") < names.size() && placeOf(names, "op_type") < names.size();
        },
        "number and type of an operator");
    RETURN_IF_ERROR(header);
    TableWriter<FeedOpRecord> table;
    const auto status = csv.rows([&](const CsvRecord &record) -> std::string {
        const auto field = [&](std::string_view head) {
            const auto at = placeOf(*header, head);
            return at < record.fields.size() ? trimmed(record.fields[at]) : std::string_view{};
        };
        const auto number = wholeNumber<std::int64_t>(field("op_id"));
        const auto samples = field("output_queue_size");
        const auto sizes = sizesIn(samples);
        if (!number || *number < 0 || (!sizes && !samples.empty())) {
            return number && *number >= 0 ? "sizes of a queue that are none" : "no number of an operator";
        }
        FeedOpRecord row{in.name, *number};
        row.parent = wholeNumber<std::int64_t>(field("parent_id")).value_or(-1);
        row.type = typeName(field("op_type"));
        row.workers = wholeNumber<std::int64_t>(field("num_workers")).value_or(-1);
        const auto length = wholeNumber<std::int64_t>(field("output_queue_length")).value_or(-1);
        setQueue(row, sizes.value_or(std::vector<double>{}), length);
        if (row.samples < 0 && length > 0) {
            row.queueSize = figureIn(field("output_queue_average_size"));
            row.queueUse = figureIn(field("output_queue_usage_rate"));
        }
        table.append(row);
        return {};
    });
    if (!status && status.error().kind == ErrorKind::Cancelled) {
        return status;
    }
    in.sink.addTable(table.take());
    return status;
}

namespace {

/// A list of texts for each name.
using SummaryLists = std::map<std::string, std::vector<std::string>, std::less<>>;

Result<SummaryLists> summaryOfJson(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(const auto document, jsonObjectOf(in));
    SummaryLists lists;
    for (const auto [key, value] : document.object()) {
        JsonArray list;
        if (value.get_array().get(list) == simdjson::SUCCESS) {
            auto &texts = lists[std::string(key)];
            for (const auto element : list) {
                texts.push_back(jsonText(element));
            }
        }
    }
    return lists;
}

/// Each line is a name and its list.
Result<SummaryLists> summaryOfCsv(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(in.path));
    CsvScanner scanner(*source);
    SummaryLists lists;
    CsvRecord record;
    while (scanner.next(record)) {
        if (!in.control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", in.path);
        }
        lists[std::string(record.fields.front())].assign(record.fields.begin() + 1, record.fields.end());
    }
    if (scanner.error()) {
        return tl::make_unexpected(*scanner.error());
    }
    return lists;
}

/// A summary as rows of both kinds.
class SummaryRows {
public:
    SummaryRows(const FeedFileInput &in, const SummaryLists &lists) : m_in(in), m_lists(lists) {
        for (std::size_t i = 0; const auto &text : list("op_ids")) {
            if (const auto number = wholeNumber<std::int64_t>(trimmed(text)); number && *number >= 0) {
                m_places.emplace(*number, i);
            } else {
                tellBadFigure(in, "op_ids", text);
            }
            ++i;
        }
        for (const auto *name : {"cpu_analysis_details", "queue_analysis_details", "bottleneck_suggestion"}) {
            for (const auto &text : list(name)) {
                addNote(text);
            }
        }
    }

    [[nodiscard]] TableStore operators() const {
        TableWriter<FeedOpRecord> table;
        for (const auto &[number, i] : m_places) {
            const auto share = [&, at = i](std::string_view name) {
                const auto percent = figure(name, at);
                return percent < 0 ? -1 : percent / 100;
            };
            FeedOpRecord row{m_in.name, number};
            row.parent = wholeNumber<std::int64_t>(trimmed(text("parent_id", i))).value_or(-1);
            row.type = typeName(text("op_names", i));
            row.workers = wholeNumber<std::int64_t>(trimmed(text("num_workers", i))).value_or(-1);
            row.queueSize = figure("queue_average_size", i);
            row.queueUse = share("queue_utilization_pct");
            row.queueEmpty = share("queue_empty_freq_pct");
            row.cpu = share("avg_cpu_pct");
            const auto note = m_notes.find(number);
            row.note = note == m_notes.end() ? std::string_view{} : note->second;
            table.append(row);
        }
        return table.take();
    }

    /// The first batch is left out of the lists.
    [[nodiscard]] TableStore batches() const {
        const auto time = [this](std::string_view name, std::size_t i) {
            const auto ns = decimalToNs(text(name, i), kMillisExponent);
            return ns && *ns >= 0 ? *ns : -1;
        };
        TableWriter<FeedBatchRecord> table;
        const auto count = std::max(
            {list("per_pipeline_time").size(), list("per_push_queue_time").size(), list("per_batch_time").size()});
        for (std::size_t i = 0; i < count; ++i) {
            FeedBatchRecord row{m_in.name, "summary", static_cast<std::int64_t>(i) + 2};
            row.fetch = time("per_pipeline_time", i);
            row.push = time("per_push_queue_time", i);
            row.total = time("per_batch_time", i);
            table.append(row);
        }
        return table.take();
    }

private:
    static constexpr int kMillisExponent = 6;

    [[nodiscard]] const std::vector<std::string> &list(std::string_view name) const {
        static const std::vector<std::string> none;
        const auto it = m_lists.find(name);
        return it == m_lists.end() ? none : it->second;
    }
    [[nodiscard]] std::string_view text(std::string_view name, std::size_t i) const {
        const auto &texts = list(name);
        return i < texts.size() ? std::string_view(texts[i]) : std::string_view{};
    }
    [[nodiscard]] double figure(std::string_view name, std::size_t i) const { return figureIn(text(name, i)); }

    /// "Batch(id=1) is slow ..."; what names no operator is said of the first.
    void addNote(const std::string &text) {
        constexpr std::string_view kId = "(id=";
        const auto begin = text.find(kId);
        const auto digits = begin == std::string::npos ? std::string_view{}
                                                       : std::string_view(text)
                                                             .substr(begin + kId.size())
                                                             .substr(0, text.find(')', begin) - begin - kId.size());
        const auto number = wholeNumber<std::int64_t>(digits);
        if (!trimmed(text).empty() && !m_places.empty()) {
            auto &note = m_notes[number && m_places.contains(*number) ? *number : m_places.begin()->first];
            note += (note.empty() ? "" : " ") + text;
        }
    }

    const FeedFileInput &m_in;
    const SummaryLists &m_lists;
    std::map<std::int64_t, std::size_t> m_places;  ///< in the lists, by number of the operator
    std::map<std::int64_t, std::string> m_notes;
};

}  // namespace

Status readPipelineSummary(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(const auto lists, contains(in.name, ".json") ? summaryOfJson(in) : summaryOfCsv(in));
    if (!lists.contains("op_ids")) {
        return fail(lists.empty() ? ErrorKind::Truncated : ErrorKind::Malformed, "no list op_ids", in.path);
    }
    const SummaryRows rows(in, lists);
    in.sink.addTable(rows.operators());
    in.sink.addTable(rows.batches());
    return {};
}

}  // namespace stagescope
