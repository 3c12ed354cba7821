#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/small_file.h"
#include "core/formats/step_trace_columns.h"

#include <algorithm>
#include <string>
#include <vector>

namespace stagescope {

namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n\"";
    const auto first = text.find_first_not_of(kBlanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// This file has numbers and plain words only, never a comma inside a field.
std::vector<std::string_view> fieldsOf(std::string_view line) {
    std::vector<std::string_view> fields;
    while (true) {
        const auto comma = line.find(',');
        fields.push_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos) {
            return fields;
        }
        line.remove_prefix(comma + 1);
    }
}

/// step_trace_time.csv: one row per device and step. Columns are found by the header; old files have no Device_id.
class StepTraceTimeFormat : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "step_trace_time"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName == "step_trace_time.csv";
    }
    [[nodiscard]] bool has(LoadDepth depth) const override { return depth == LoadDepth::Shallow; }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto text = readSmallFile(file.path, control);
        if (!text) {
            return tl::make_unexpected(text.error());
        }
        std::string_view rest = *text;
        if (rest.starts_with("\xef\xbb\xbf")) {
            rest.remove_prefix(3);
        }
        const bool hasWholeHeader = rest.empty() || rest.find('\n') != std::string_view::npos;
        const auto header = fieldsOf(nextLine(rest));
        if (std::find(header.begin(), header.end(), "Computing") == header.end()) {
            return fail(ErrorKind::Malformed, "the first line does not name the column Computing", file.path);
        }
        if (!hasWholeHeader) {
            return fail(ErrorKind::Truncated, "the file ends within its first line", file.path);
        }
        TableBuilder table(TableKind::StepTraceTime);
        const bool endsComplete = text->empty() || text->back() == '\n';
        for (std::uint64_t line = 2; !rest.empty(); ++line) {
            if (line % 4096 == 0 && !control.checkpoint()) {
                return fail(ErrorKind::Cancelled, "loading was cancelled", file.path);
            }
            const auto fields = fieldsOf(nextLine(rest));
            if (fields.size() == 1 && fields[0].empty()) {
                continue;
            }
            const auto trouble = addRow(table, header, fields, rest.empty() && !endsComplete);
            if (!trouble.empty()) {
                sink.log().add(Severity::Error, file.path, "csv.bad_row", "row " + std::to_string(line), trouble);
            }
        }
        if (table.rowCount() > 0) {
            sink.addTable(table.take());
        }
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }

private:
    static std::string_view nextLine(std::string_view &rest) {
        const auto end = rest.find('\n');
        const auto line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        return line;
    }

    /// What is wrong with the row, empty when it was added. A last line without an end may be cut inside its last
    /// number.
    static std::string addRow(TableBuilder &table, const std::vector<std::string_view> &header,
                              const std::vector<std::string_view> &fields, bool mayBeCut) {
        if (fields.size() != header.size()) {
            return std::to_string(fields.size()) + " fields, " + std::to_string(header.size()) + " expected" +
                   (mayBeCut ? ", the file ends here" : "");
        }
        const auto field = [&](std::string_view name) {
            const auto it = std::find(header.begin(), header.end(), name);
            return it == header.end() ? std::string_view() : fields[static_cast<std::size_t>(it - header.begin())];
        };
        std::array<std::int64_t, kStepTraceColumns.size()> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto text = field(kStepTraceColumns[i].csv);
            const auto value = text.empty() || text == "N/A" ? std::optional<std::int64_t>(-1) : microsToNs(text);
            if (!value) {
                return std::string(text.substr(0, 40)) + " is not a number";
            }
            values[i] = *value;
        }
        const auto device = field("Device_id").empty() ? std::nullopt : decimalToNs(field("Device_id"), 0);
        table.set("step", field("Step")).set("device", device.value_or(-1));
        for (std::size_t i = 0; i < values.size(); ++i) {
            table.set(kStepTraceColumns[i].table, values[i]);
        }
        table.endRow();
        return {};
    }
};

}  // namespace

std::unique_ptr<Format> makeStepTraceTimeFormat() { return std::make_unique<StepTraceTimeFormat>(); }

}  // namespace stagescope
