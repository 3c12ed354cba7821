#include "core/base/io/byte_source.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/data/data_files.h"
#include "core/formats/io/csv_table.h"
#include "core/store/tables/data_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

constexpr int kMillis = 6;
constexpr int kMicros = 3;
constexpr std::size_t kMostBatches = 10'000'000;
constexpr std::uint64_t kLinesBetweenLooks = 1024;

using Words = std::vector<std::string_view>;

/// Hands over the words of each line, whatever parts them (blanks, TABs, commas); `take` says what is wrong with it, or
/// nothing.
Status forLines(const FeedFileInput &in, const std::function<std::string(const Words &words)> &take) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(in.path));
    CsvScanner scanner(*source);
    CsvRecord record;
    Words words;
    std::uint64_t lines = 0;
    for (; scanner.next(record); ++lines) {
        if (lines % kLinesBetweenLooks == 0 && !in.control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", in.path);
        }
        words.clear();
        for (auto rest : record.fields) {
            for (rest = trimmed(rest); !rest.empty(); rest = trimmed(rest)) {
                const auto end = std::min(rest.find_first_of(kBlanks), rest.size());
                words.push_back(rest.substr(0, end));
                rest.remove_prefix(end);
            }
        }
        if (const auto trouble = take(words); !trouble.empty()) {
            in.sink.log().add(Severity::DataLoss, in.path, "data.bad_row", "row " + std::to_string(record.line),
                              trouble);
        }
    }
    in.control.addBytes(source->fileBytesRead());
    if (scanner.error()) {
        return tl::make_unexpected(*scanner.error());
    }
    return lines > 0 ? Status{} : Status(fail(ErrorKind::Truncated, "the file is empty", in.path));
}

/// Not below 0.
std::optional<std::int64_t> timeIn(std::string_view text, int exponent) {
    const auto ns = decimalToNs(text, exponent);
    return ns && *ns >= 0 ? ns : std::nullopt;
}
std::optional<std::int64_t> countIn(std::string_view text) {
    const auto count = wholeNumber<std::int64_t>(trimmed(text));
    return count && *count >= 0 ? count : std::nullopt;
}

/// Lines of one station, gathered by batch.
class BatchLines {
public:
    explicit BatchLines(FeedBatchRecord empty) : m_empty(empty) {}

    [[nodiscard]] std::string add(const Words &words) {
        enum : std::size_t { Kind, What, Batch, Value, Time, kWords };
        if (words.size() < Time || words.size() > kWords || words[Kind].size() != 1) {
            return "not four or five numbers";
        }
        const auto batch = countIn(words[Batch]);
        const auto what = countIn(words[What]);
        const auto time = words.size() > Time ? timeIn(words[Time], kMillis) : std::optional<std::int64_t>(-1);
        const bool isQueue = words[Kind] == "1";
        const auto value = isQueue ? countIn(words[Value]) : timeIn(words[Value], kMillis);
        if (!batch || !what || !time || !value || (!isQueue && (words[Kind] != "0" || *what > 2))) {
            return "no batch with its time or queue";
        }
        if (!m_batches.contains(*batch) && m_batches.size() >= kMostBatches) {
            return "more batches than are read";
        }
        auto &row = m_batches.emplace(*batch, m_empty).first->second;
        row.batch = *batch;
        row.time = row.time < 0 ? *time : std::min(row.time, *time);
        if (isQueue) {
            row.queueLength = *what;
            row.queueSize = *value;
        } else {
            (*what == 0 ? row.fetch : *what == 1 ? row.push : row.total) = *value;
        }
        return {};
    }
    [[nodiscard]] TableStore table() const {
        TableWriter<FeedBatchRecord> table;
        for (const auto &[batch, row] : m_batches) {
            table.append(row);
        }
        return table.take();
    }

private:
    FeedBatchRecord m_empty;
    std::map<std::int64_t, FeedBatchRecord> m_batches;
};

constexpr std::string_view kGetNext = "GetNext";

/// What was taken out of the queue on the device, in the order of the file.
class GetNextRows {
public:
    GetNextRows(const FeedFileInput &in, int exponent) : m_in(in), m_exponent(exponent) {}

    [[nodiscard]] std::string add(std::string_view begin, std::string_view end, std::string_view size) {
        const auto from = timeIn(begin, m_exponent);
        const auto to = timeIn(end, m_exponent);
        if (!from || !to || *to < *from) {
            return "no begin and end";
        }
        if (m_table.rowCount() >= kMostBatches) {
            return "more batches than are read";
        }
        FeedBatchRecord row{m_in.name, "get_next", static_cast<std::int64_t>(m_table.rowCount()) + 1};
        row.time = *from;
        row.wait = *to - *from;
        row.queueSize = countIn(size).value_or(-1);
        m_table.append(row);
        return {};
    }
    void give() { m_in.sink.addTable(m_table.take()); }

private:
    const FeedFileInput &m_in;
    int m_exponent;
    TableWriter<FeedBatchRecord> m_table;
};

/// Where the four columns of these names are.
using Four = std::array<std::size_t, 4>;
Result<Four> columnsOf(CsvTable &csv, const std::array<std::string_view, 4> &heads, const char *wanted) {
    Four at{};
    const auto header = csv.head(
        [&](const std::vector<std::string> &names) {
            for (std::size_t i = 0; i < heads.size(); ++i) {
                at[i] = static_cast<std::size_t>(std::find(names.begin(), names.end(), heads[i]) - names.begin());
            }
            return std::all_of(at.begin(), at.end(), [&](std::size_t column) { return column < names.size(); });
        },
        wanted);
    return header ? Result<Four>(at) : tl::make_unexpected(header.error());
}

bool isCancelled(const Status &status) { return !status && status.error().kind == ErrorKind::Cancelled; }

}  // namespace

Status readBatchLines(const FeedFileInput &in) {
    BatchLines lines({in.name, in.name.starts_with("device_queue") ? "device_queue" : "iterator"});
    auto status = forLines(in, [&](const Words &words) { return lines.add(words); });
    if (!isCancelled(status)) {
        in.sink.addTable(lines.table());
    }
    return status;
}

Status readGetNextLines(const FeedFileInput &in) {
    GetNextRows rows(in, in.name.starts_with("minddata_getnext") ? 0 : kMicros);
    auto status = forLines(in, [&](const Words &words) -> std::string {
        if (words.empty() || !words.front().starts_with(kGetNext)) {
            return {};
        }
        return words.size() < 3 ? "no begin and end" : rows.add(words[1], words[2], words.size() > 3 ? words[3] : "");
    });
    if (!isCancelled(status)) {
        rows.give();
    }
    return status;
}

Status readGetNextCsv(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(in.path));
    CsvTable csv(*source, in.sink.log(), in.control);
    ASSIGN_OR_RETURN(const auto at, columnsOf(csv, {"Node Name", "Start Time(us)", "End Time(us)", "Queue Size"},
                                              "name, begin, end and queue of a task"));
    GetNextRows rows(in, kMicros);
    auto status = csv.rows([&](const CsvRecord &record) -> std::string {
        const auto &fields = record.fields;
        return fields[at[0]].starts_with(kGetNext) ? rows.add(fields[at[1]], fields[at[2]], fields[at[3]])
                                                   : std::string();
    });
    if (!isCancelled(status)) {
        rows.give();
    }
    return status;
}

Status readEventsCsv(const FeedFileInput &in) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(in.path));
    CsvTable csv(*source, in.sink.log(), in.control);
    ASSIGN_OR_RETURN(const auto at, columnsOf(csv, {"Timestamp(us)", "Action", "Source", "Cached Buffer Size"},
                                              "time, action, source and size of an event"));
    TableWriter<FeedEventRecord> table;
    auto status = csv.rows([&](const CsvRecord &record) -> std::string {
        const auto field = [&](std::size_t i) { return record.fields[at[i]]; };
        const auto time = timeIn(field(0), kMicros);
        if (!time) {
            return "no time";
        }
        if (table.rowCount() >= kMostBatches) {
            return "more events than are read";
        }
        table.append({in.name, *time, field(1), field(2), countIn(field(3)).value_or(-1)});
        return {};
    });
    if (!isCancelled(status)) {
        in.sink.addTable(table.take());
    }
    return status;
}

}  // namespace stagescope
