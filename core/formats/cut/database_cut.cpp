#include "core/formats/cut/database_cut.h"

#include "core/base/io/database_writer.h"
#include "core/base/text.h"
#include "core/formats/cut/nearest_samples.h"
#include "core/formats/io/sqlite_reader.h"
#include "core/formats/nsys/nsys_variables.h"
#include "core/formats/rocprofv3/rocpd_reader.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>
#include <vector>

namespace stagescope {

namespace {

constexpr std::string_view kStrings = "STRING_IDS";

/// Where rows tell their time: begin and end, or one of both.
struct TimeColumns {
    std::string_view begin;
    std::string_view end;
};
constexpr std::array<TimeColumns, 4> kTimes{{
    {"startNs", "endNs"},
    {"timestampNs", ""},
    {"timestamp", ""},
    {"allocationTime", "releaseTime"},
}};

/// Samples that are the same in these are one series.
constexpr std::array<std::string_view, 13> kSeries{"type",   "moduleId", "component", "deviceId", "streamPtr",
                                                   "accId",  "hbmId",    "llcId",     "mode",     "eventName",
                                                   "coreId", "coreType", "cpuNo"};

/// Numbers of other things than strings, which a string's id may equal by chance.
constexpr std::array<std::string_view, 9> kNoStrings{"globalTaskId", "connectionId", "rangeId",
                                                     "streamId",     "taskId",       "deviceId",
                                                     "globalTid",    "globalPid",    "endGlobalTid"};
constexpr std::array<std::string_view, 2> kOtherIds{"STEP_TIME", "CONNECTION_IDS"};

/// What Nsight Systems keeps of processes beside their events: their environments, in rows whose name says so or in
/// lists, and what they printed; rocprofv3 in a column. Keys and names of people are among them, and no reader asks for
/// more than the rank.
constexpr std::string_view kEnvironment = "environ";
constexpr std::string_view kPrinted = "PROCESS_STREAMS";

std::string quotedColumn(std::string_view name) {
    std::string text = "\"";
    for (const char c : name) {
        text.append(c == '"' ? 2 : 1, c);
    }
    return text + '"';
}

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N> &names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

class TableCut {
public:
    TableCut(SqliteConnection &from, DatabaseWriter &to, const FileCut &cut, bool hasEnvironments)
        : m_from(from), m_to(to), m_cut(cut), m_hasEnvironments(hasEnvironments) {}

    Status copy(const std::string &table) {
        const auto columns = m_from.columns(table);
        // The row id is what names a row to readers.
        std::string sql = "CREATE TABLE " + quotedColumn(table) + "(";
        std::string into = "INSERT INTO " + quotedColumn(table) + "(rowid";
        std::string places = ") VALUES(?";
        for (const auto &column : columns) {
            sql += (&column == &columns.front() ? "" : ", ") + quotedColumn(column);
            into += ", " + quotedColumn(column);
            places += ",?";
        }
        m_to.execute(sql + ")");
        DatabaseStatement insert(m_to, into + places + ")");
        return copyRows(table, columns, insert);
    }

private:
    Status copyRows(const std::string &table, const std::vector<std::string> &columns, DatabaseStatement &insert) {
        const bool isStrings = table == kStrings;
        const auto id = std::find(columns.begin(), columns.end(), "id");
        const auto idAt = static_cast<std::size_t>(id - columns.begin());
        const auto time = timeOf(table, columns);
        // STEP_TIME numbers its steps, others name them.
        const auto step = std::find(columns.begin(), columns.end(), table == "STEP_TIME" ? "id" : "step");
        const auto stepAt = static_cast<std::size_t>(step - columns.begin());
        const bool isSteps = step != columns.end() && !m_cut.steps.empty();
        const auto wanted = std::vector<std::string_view>(columns.begin(), columns.end());
        auto rows = m_from.select(table, wanted);
        std::vector<DatabaseValue> values(columns.size() + 1);
        const auto at = [&](std::string_view name) {
            return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
        };
        const auto nameAt = at("name");
        const auto valueAt = m_hasEnvironments ? at("value") : columns.size();
        const auto environmentAt = m_hasEnvironments ? at("environment") : columns.size();
        std::string reduced;
        const bool hasRowIds = m_from.maxRowId(table) > 0;
        const auto samples = hasRowIds && time ? samplesAround(table, columns, *time) : std::set<std::int64_t>();
        while (rows.next()) {
            const bool isKept = isStrings ? id == columns.end() || m_used.contains(rows.number(idAt, -1))
                                : isSteps ? isOfKeptStep(rows.value(stepAt))
                                          : !time || touches(rows, *time) || samples.contains(rows.rowId());
            if (!isKept) {
                continue;
            }
            values[0] = hasRowIds ? DatabaseValue(rows.rowId()) : DatabaseValue(nullptr);
            for (std::size_t i = 0; i < columns.size(); ++i) {
                values[i + 1] = rows.value(i);
            }
            if (valueAt < columns.size()) {
                reduceEnvironment(nameAt < columns.size() ? values[nameAt + 1] : DatabaseValue(nullptr),
                                  values[valueAt + 1], reduced);
            }
            if (environmentAt < columns.size()) {
                reduced = rocprof::rankVariables(rows.text(environmentAt));
                values[environmentAt + 1] = std::string_view(reduced);
            }
            insert.row(values);
            if (!isStrings) {
                noteStrings(table, columns, values);
            }
        }
        return rows.finish();
    }

    /// Of a setting by its name and its lines, of any value by its NULs. `reduced` holds what comes in its place.
    static void reduceEnvironment(const DatabaseValue &name, DatabaseValue &value, std::string &reduced) {
        const auto *text = std::get_if<std::string_view>(&value);
        const auto *blob = std::get_if<DatabaseBlob>(&value);
        if (text == nullptr && blob == nullptr) {
            return;
        }
        const auto bytes = text != nullptr ? *text : blob->bytes;
        const auto *setting = std::get_if<std::string_view>(&name);
        const bool isSaid = setting != nullptr && (containsIgnoringCase(*setting, kEnvironment) ||
                                                   (contains(bytes, "\n") && contains(bytes, "=")));
        if (isSaid || nsys::mayBeVariables(bytes)) {
            reduced = nsys::rankVariables(bytes);
            value = std::string_view(reduced);
        }
    }

    [[nodiscard]] bool isOfKeptStep(const DatabaseValue &value) const {
        if (const auto *number = std::get_if<std::int64_t>(&value)) {
            return m_cut.steps.contains(*number);
        }
        const auto *text = std::get_if<std::string_view>(&value);
        return text == nullptr || m_cut.keepsStep(*text);
    }

    struct Place {
        std::size_t begin = 0;
        std::optional<std::size_t> end{};
    };
    std::optional<Place> timeOf(const std::string &table, const std::vector<std::string> &columns) const {
        const auto at = [&](std::string_view name) {
            const auto it = std::find(columns.begin(), columns.end(), name);
            return it == columns.end() ? std::nullopt : std::optional<std::size_t>(it - columns.begin());
        };
        const bool isOfSession = table == "SESSION_TIME_INFO";
        for (const auto &names : kTimes) {
            if (const auto begin = at(names.begin); begin && m_cut.window && !isOfSession) {
                return Place{*begin, at(names.end)};
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool touches(const SqliteRows &rows, const Place &place) const {
        const auto begin = rows.time(place.begin);
        const auto end = place.end ? rows.time(*place.end) : begin;
        // What is not released lasts.
        const auto last = end && begin ? std::max(*begin, *end) : ns(m_cut.window->end);
        return !begin || (*begin < ns(m_cut.window->end) && last >= ns(m_cut.window->begin));
    }

    /// Row ids of samples beside the window that its own go on from and to. What breaks on the way breaks when rows are
    /// copied, too.
    [[nodiscard]] std::set<std::int64_t> samplesAround(const std::string &table,
                                                       const std::vector<std::string> &columns, const Place &place) {
        std::vector<std::size_t> series;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (isOneOf(kSeries, columns[i])) {
                series.push_back(i);
            }
        }
        std::set<std::int64_t> ids;
        const bool isOfBlocks = std::find(columns.begin(), columns.end(), "addr") != columns.end();
        if (place.end || series.empty() || isOfBlocks) {
            return ids;
        }
        NearestSamples<std::int64_t> nearest(*m_cut.window);
        auto rows = m_from.select(table, std::vector<std::string_view>(columns.begin(), columns.end()));
        while (rows.next()) {
            const auto time = rows.time(place.begin);
            std::string key;
            for (const auto column : series) {
                key += std::to_string(rows.number(column, -1)) + ' ';
            }
            if (auto *id = time ? nearest.place(std::move(key), *time) : nullptr) {
                *id = rows.rowId();
            }
        }
        nearest.visit([&](std::int64_t id) { ids.insert(id); });
        return ids;
    }

    void noteStrings(std::string_view table, const std::vector<std::string> &columns,
                     const std::vector<DatabaseValue> &values) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto *number = std::get_if<std::int64_t>(&values[i + 1]);
            const bool isOther = isOneOf(kNoStrings, columns[i]) || (columns[i] == "id" && isOneOf(kOtherIds, table));
            if (number != nullptr && !isOther) {
                m_used.insert(*number);
            }
        }
    }

    SqliteConnection &m_from;
    DatabaseWriter &m_to;
    const FileCut &m_cut;
    bool m_hasEnvironments;                   ///< of processes
    std::unordered_set<std::int64_t> m_used;  ///< numbers that may be a string's id
};

}  // namespace

Status cutDatabase(const FileSource &file, const FileCut &cut, const std::string &target, const std::stop_token &stop) {
    const LoadControl control{.stop = stop};
    ImportLog log;
    const auto source = SqliteFile::open(file.path, control, log);
    ASSIGN_OR_RETURN(auto from,
                     source ? SqliteConnection::open(*source, control, log) : tl::make_unexpected(source.error()));
    DatabaseWriter to(target);
    const bool isNsys = file.format == "nsys";
    TableCut tables(from, to, cut, isNsys || file.format == "rocprofv3");
    auto names = from.tables();
    // What strings are used is known behind all others.
    std::stable_partition(names.begin(), names.end(), [](const std::string &name) { return name != kStrings; });
    for (const auto &name : names) {
        if ((cut.keepsTable && !cut.keepsTable(name)) || (isNsys && name == kPrinted)) {
            continue;
        }
        RETURN_IF_ERROR(tables.copy(name));
    }
    RETURN_IF_ERROR(to.finish());
    return log.hasDataLoss() ? fail(ErrorKind::Truncated, "is damaged", file.path) : Status{};
}

}  // namespace stagescope
