#include "core/base/time.h"
#include "core/formats/contents_rows.h"
#include "core/formats/format_list.h"
#include "core/formats/sqlite_reader.h"
#include "core/formats/step_trace_columns.h"

#include <charconv>

namespace stagescope {

namespace {

/// analysis.db: what the profiler's own analysis wrote beside the trace database.
class AnalysisDbFormat : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "analysis_db"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName == "analysis.db";
    }
    [[nodiscard]] bool has(LoadDepth depth) const override { return depth == LoadDepth::Shallow; }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto database = SqliteFile::open(file.path, control, sink.log());
        if (!database) {
            return tl::make_unexpected(database.error());
        }
        auto db = SqliteConnection::open(*database, control, sink.log());
        if (!db) {
            return tl::make_unexpected(db.error());
        }
        if (db->tables().empty()) {
            return fail(ErrorKind::Malformed, "the database has no tables", file.path);
        }
        if (const auto status = readStepTraceTime(*db, sink); !status) {
            return status;
        }
        if (const auto status = giveContents(*db, sink, control); !status) {
            return status;
        }
        control.addBytes(database->size());
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }

private:
    static Status readStepTraceTime(SqliteConnection &db, Sink &sink) {
        std::vector<std::string_view> columns{"deviceId", "step"};
        for (const auto &column : kStepTraceColumns) {
            columns.push_back(column.database);
        }
        TableBuilder table(TableKind::StepTraceTime);
        auto rows = db.select("StepTraceTime", columns);
        while (rows.next()) {
            std::array<std::int64_t, kStepTraceColumns.size()> values{};
            bool usable = true;
            for (std::size_t i = 0; i < values.size(); ++i) {
                const auto value = microsOf(rows, i + 2);
                usable = usable && value;
                values[i] = value.value_or(-1);
            }
            if (!usable) {
                rows.reject("a duration is not a number");
                continue;
            }
            table.set("step", rows.text(1)).set("device", rows.number(0, -1));
            for (std::size_t i = 0; i < values.size(); ++i) {
                table.set(kStepTraceColumns[i].table, values[i]);
            }
            table.endRow();
        }
        const auto status = rows.finish();
        if (status && table.rowCount() > 0) {
            sink.addTable(table.take());
        }
        return status;
    }

    /// ns of a column in us. REAL goes through its shortest decimal form, so that 8903.431 is 8903431 ns. -1 for NULL.
    static std::optional<std::int64_t> microsOf(SqliteRows &rows, std::size_t column) {
        if (rows.isNull(column)) {
            return -1;
        }
        if (!rows.isReal(column)) {
            return microsToNs(rows.text(column));
        }
        std::array<char, 32> buffer{};
        const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rows.real(column));
        return error == std::errc()
                   ? microsToNs(std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data())))
                   : std::nullopt;
    }
};

}  // namespace

std::unique_ptr<Format> makeAnalysisDbFormat() { return std::make_unique<AnalysisDbFormat>(); }

}  // namespace stagescope
