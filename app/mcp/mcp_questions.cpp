// Tools that ask tables: describe, pivot, query, table, compare, what_if.
#include "app/mcp/mcp_tools.h"
#include "core/advice/findings.h"
#include "core/advice/rule.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/schedule/schedule.h"
#include "core/ask/ask_views.h"
#include "core/ask/span_relations.h"
#include "core/ask/trace_relations.h"
#include "core/base/text.h"
#include "core/base/words/message_list.h"
#include "core/base/words/nearest_names.h"

#include <QtCore/QJsonDocument>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>

namespace stagescope {

namespace {

const AnalysisEntry *entryOf(const std::string &id) { return analysisById(id); }

McpAnswer noTable(const std::string &id) {
    std::vector<std::string> ids;
    for (const auto &entry : analysisList()) {
        ids.push_back(entry.id);
    }
    return refusal("there is no table " + id + nearestNames(id, ids) + "; describe lists them");
}

/// Name, unit and meaning of a column on one line.
QString columnLine(const ColumnSpec &column) {
    auto line = QString::fromStdString(column.name);
    if (!column.unit.empty()) {
        line += QStringLiteral(" [") + QString::fromStdString(column.unit) + u']';
    }
    return line + QStringLiteral(": ") + quotedData(column.meaning, 160);
}

/// Lines of an answer until there is no more room for them.
class McpLines {
public:
    explicit McpLines(qsizetype &room) : m_room(room) {}
    void add(const QString &line) {
        m_room -= line.toUtf8().size() + 4;
        if (m_room < 0) {
            ++m_left;
        } else {
            m_lines.append(line);
        }
    }
    [[nodiscard]] const QJsonArray &lines() const { return m_lines; }
    [[nodiscard]] int left() const { return m_left; }

private:
    qsizetype &m_room;
    QJsonArray m_lines;
    int m_left = 0;
};

QJsonObject wholeTable(const AnalysisEntry &entry, qsizetype &room) {
    McpLines columns(room);
    for (const auto &column : entry.columns) {
        columns.add(columnLine(column));
    }
    QJsonArray parameters;
    for (const auto &spec : entry.parameters) {
        parameters.append(QString::fromStdString(spec.name + " = '" + spec.defaultValue + "': ") +
                          quotedData(spec.meaning, 200));
    }
    QJsonObject table{{QStringLiteral("table"), QString::fromStdString(entry.id)},
                      {QStringLiteral("title"), QString::fromStdString(entry.title)},
                      {QStringLiteral("columns"), columns.lines()},
                      {QStringLiteral("parameters"), parameters}};
    if (columns.left() > 0) {
        table[QStringLiteral("more_columns")] =
            QStringLiteral("%1, most of counters; SELECT name, unit FROM columns WHERE table_id = '%2' lists them")
                .arg(columns.left())
                .arg(QString::fromStdString(entry.id));
    }
    return table;
}

bool holdsWords(const std::string &text, const std::vector<std::string> &words) {
    return std::ranges::all_of(words, [&](const std::string &word) { return containsIgnoringCase(text, word); });
}

std::vector<std::string> wordsIn(const std::string &text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == ' ' || c == ',') {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    std::erase(words, "");
    return words;
}

constexpr qsizetype kRoom = 5500;  ///< bytes of what describe lists

constexpr const char *kFunctions =
    "median(x) p50(x) p95(x) p99(x) percentile(x, 0..100); covered_ns(begin, duration): union of spans, so that what "
    "overlaps counts once; t0(): time of the first event; host_activity(name) of a slice: compiling, "
    "collecting_garbage, loading_data, sleeping ... SQLite's own functions, window functions and CTEs. What ran "
    "together: SELECT sum(dur_ns) FROM overlap((SELECT spans(begin_ns, dur_ns, evidence, rank) FROM kernel), (SELECT "
    "spans(begin_ns, dur_ns, evidence, rank) FROM copy)). Tables of the baseline: baseline.kernel.";

QJsonArray spanTables() {
    QJsonArray list;
    for (const auto &function : spanFunctionTexts()) {
        list.append(QString::fromStdString(std::string(function.call) + ": " + std::string(function.meaning)));
    }
    return list;
}

/// Views with one naming in ns and bytes, and the timelines: name and meaning.
QJsonArray allViews() {
    QJsonArray list;
    for (const auto &view : askViews()) {
        list.append(QString::fromStdString(std::string(view.name) + ": " + std::string(view.meaning)));
    }
    for (const auto &native : traceRelationTexts()) {
        list.append(QString::fromStdString(std::string(native.name) + ": " + std::string(native.meaning)));
    }
    return list;
}

/// Columns of the view or timeline of that name; empty: there is none.
QJsonObject wholeView(const std::string &name) {
    QJsonArray columns;
    std::string_view title;
    for (const auto &view : askViews()) {
        for (const auto &column : view.name == name ? askViewColumns(view) : std::vector<ColumnSpec>{}) {
            title = view.meaning;
            columns.append(columnLine(column));
        }
    }
    for (const auto &native : traceRelationTexts()) {
        for (const auto &column : native.name == name ? native.columns : std::vector<TraceRelationText::Column>{}) {
            title = native.meaning;
            columns.append(columnLine({column.name, ColumnType::Text, column.unit, column.meaning}));
        }
    }
    return columns.isEmpty() ? QJsonObject()
                             : QJsonObject{{QStringLiteral("view"), QString::fromStdString(name)},
                                           {QStringLiteral("title"), QString::fromStdString(std::string(title))},
                                           {QStringLiteral("columns"), columns}};
}

McpAnswer allTables() {
    QJsonArray tables;
    for (const auto &entry : analysisList()) {
        tables.append(QString::fromStdString(entry.id + ": " + entry.title));
    }
    return {{{QStringLiteral("views"), allViews()},
             {QStringLiteral("tables"), tables},
             {QStringLiteral("functions"), QLatin1String(kFunctions)},
             {QStringLiteral("hint"), QStringLiteral("describe(words: \"kernels\") gives the columns of a table.")}}};
}

/// What describe lists besides the tables of these names: tables and views, rules, columns.
enum class McpKind : std::uint8_t { Table, Rule, Column };
constexpr std::size_t kKinds = 3;

struct McpEntry {
    McpKind kind = McpKind::Table;
    std::string text;  ///< in which words are looked for
    QString line;
    std::string within = {};  ///< all that a table says, of itself and of its columns
    double weight = 0;
};

/// As the window has it; empty: as the column is named.
std::string headOf(const AnalysisEntry &entry, const ColumnSpec &column) {
    for (const auto &id : {"head." + entry.id + '.' + column.name, "head." + column.name}) {
        if (const auto *head = englishOf(id)) {
            return head;
        }
    }
    return {};
}

std::vector<McpEntry> entriesBeside(const std::vector<std::string> &names) {
    std::vector<McpEntry> entries;
    const auto isNamed = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
    const auto add = [&](McpKind kind, const std::string &text) {
        entries.push_back({kind, text, QString::fromStdString(text)});
    };
    for (const auto &view : askViews()) {
        if (!isNamed(view.name)) {
            add(McpKind::Table, std::string(view.name) + ": " + std::string(view.meaning));
        }
    }
    for (const auto &rule : ruleList()) {
        add(McpKind::Rule, rule.id + ": " + englishText(topicOf(rule.id)));
    }
    for (const auto &entry : analysisList()) {
        if (isNamed(entry.id)) {
            continue;
        }
        add(McpKind::Table, entry.id + ": " + entry.title);
        auto within = entries.back().text;
        for (const auto &column : entry.columns) {
            auto text = column.name + ' ' + headOf(entry, column) + ' ' + column.meaning + ' ';
            within += ' ' + text;
            entries.push_back(
                {McpKind::Column, text + entry.id, QString::fromStdString(entry.id + '.') + columnLine(column)});
        }
        entries[entries.size() - 1 - entry.columns.size()].within = std::move(within);
    }
    return entries;
}

/// Entries with all words; where that is no table, those whose columns have them together.
std::vector<McpEntry> withAllWords(const std::vector<McpEntry> &entries, const std::vector<std::string> &words) {
    std::vector<McpEntry> found;
    std::ranges::copy_if(entries, std::back_inserter(found),
                         [&](const McpEntry &entry) { return holdsWords(entry.text, words); });
    if (std::ranges::none_of(found, [](const McpEntry &entry) { return entry.kind == McpKind::Table; })) {
        std::ranges::copy_if(entries, std::back_inserter(found),
                             [&](const McpEntry &entry) { return holdsWords(entry.within, words); });
    }
    return found;
}

/// Those with at least one word, first those with many and with words that few have; words of three letters and fewer
/// ("of", "the") say nothing. O(entries * words).
std::vector<McpEntry> withAnyWord(std::vector<McpEntry> entries, const std::vector<std::string> &words) {
    constexpr std::size_t kFewestLetters = 4;
    for (const auto &word : words) {
        std::vector<McpEntry *> holding;
        for (auto &entry : entries) {
            if (word.size() >= kFewestLetters && containsIgnoringCase(entry.text, word)) {
                holding.push_back(&entry);
            }
        }
        for (auto *entry : holding) {
            entry->weight += 1.0 / static_cast<double>(holding.size());
        }
    }
    std::erase_if(entries, [](const McpEntry &entry) { return entry.weight <= 0; });
    std::ranges::stable_sort(entries, std::greater(), &McpEntry::weight);
    return entries;
}

/// The pipeline of the rank that a scenario fixes, or the one that it names; empty: the first.
std::string groupFor(const McpProfile &profile, std::map<std::string, std::string> &scenario) {
    if (const auto named = scenario.extract("group"); !named.empty()) {
        return named.mapped();
    }
    const auto fixed = scenario.find("fix");
    const auto rank = fixed == scenario.end() ? std::nullopt : wholeNumber<int>(fixed->second);
    for (const auto &group : rank ? pipelineGroups(profile.run()) : std::vector<PipelineGroup>{}) {
        if (std::find(group.ranks.begin(), group.ranks.end(), *rank) != group.ranks.end()) {
            return group.id;
        }
    }
    return {};
}

/// Calls of equal names together: there are thousands of calls of which few differ. Null: the table is one of changes
/// already.
const char *sumsBy(const std::string &by) {
    if (by == "operator") {
        return "SELECT COALESCE(name_after, name_before) AS operator, count(name_before) AS calls_before, "
               "count(name_after) AS calls_after, sum(kernels_before) AS kernels_before, sum(kernels_after) AS "
               "kernels_after, sum(device_before_us) AS device_before_us, sum(device_after_us) AS device_after_us, "
               "sum(change_us) AS change_us, max(abs(change_us)) AS largest_of_a_call_us, evidence_before, evidence "
               "FROM op_compare GROUP BY 1 ORDER BY abs(sum(change_us)) DESC, 1";
    }
    if (by == "module") {
        return "SELECT path, operator, pass, sum(calls_before) AS calls_before, sum(calls_after) AS calls_after, "
               "sum(device_before_us) AS device_before_us, sum(device_after_us) AS device_after_us, sum(change_us) AS "
               "change_us, sum(self_change_us) AS self_change_us, max(abs(change_us)) AS largest_of_a_rank_us, "
               "evidence_before, evidence FROM module_compare GROUP BY 1, 2, 3 ORDER BY abs(sum(change_us)) DESC, 1, 2";
    }
    return by != "metric" ? nullptr
                          : "SELECT metric, level, sum(baseline_duration_ms) AS duration_before_ms, sum(duration_ms) "
                            "AS duration_after_ms, sum(difference_ms) AS change_ms, sum(baseline_count) AS "
                            "count_before, sum(count) AS count_after FROM overall_compare GROUP BY 1, 2 ORDER BY "
                            "abs(sum(difference_ms)) DESC, 1";
}

/// Errors: BadArgument with the schedules that there are.
Status checkSchedule(const std::map<std::string, std::string> &scenario) {
    const auto asked = scenario.find("schedule");
    if (asked == scenario.end() || asked->second.empty() || scheduleKindFromText(asked->second)) {
        return {};
    }
    std::vector<std::string> names;
    std::string all;
    for (const auto kind : scheduleKinds()) {
        names.emplace_back(scheduleKindText(kind));
        all += (all.empty() ? "" : ", ") + names.back();
    }
    return fail(ErrorKind::BadArgument,
                "there is no schedule " + asked->second + nearestNames(asked->second, names) + "; there are: " + all);
}

/// "sum(dur_ns)" is a column of that name.
std::string selected(const std::string &expression) {
    std::string name;
    for (const char c : expression) {
        name += c == '"' ? '\'' : c;
    }
    return expression + " AS \"" + name + "\"";
}

}  // namespace

McpAnswer describeTool(const McpCall &call) {
    const auto asked = call.text("words");
    const auto words = wordsIn(asked);
    if (words.empty()) {
        return allTables();
    }
    qsizetype room = kRoom;
    QJsonArray tables;
    for (const auto &word : words) {
        if (const auto view = wholeView(word); !view.isEmpty()) {
            room -= QJsonDocument(view).toJson(QJsonDocument::Compact).size();
            tables.append(view);
        }
        if (const auto *entry = entryOf(word)) {
            tables.append(wholeTable(*entry, room));
        }
    }
    auto entries = entriesBeside(words);
    auto found = withAllWords(entries, words);
    const bool isNothing = tables.isEmpty() && found.empty();
    if (isNothing) {
        found = withAnyWord(std::move(entries), words);
    }
    std::array<McpLines, kKinds> lists{McpLines(room), McpLines(room), McpLines(room)};
    for (const auto kind : {McpKind::Table, McpKind::Rule, McpKind::Column}) {
        for (const auto &entry : found) {
            if (entry.kind == kind) {
                lists[static_cast<std::size_t>(kind)].add(entry.line);
            }
        }
    }
    const auto &[named, rules, columns] = lists;
    for (const auto &line : named.lines()) {
        tables.append(line);
    }
    QJsonObject answer{{QStringLiteral("functions"), QLatin1String(kFunctions)}};
    const auto add = [&](const char *name, const QJsonArray &list) {
        if (!list.isEmpty()) {
            answer[QLatin1String(name)] = list;
        }
    };
    add("tables", tables);
    add("rules", rules.lines());
    add("columns", columns.lines());
    if (const int left = named.left() + rules.left() + columns.left(); left > 0) {
        answer[QStringLiteral("more")] =
            QStringLiteral("%1 tables, rules and columns match besides; add a word").arg(left);
    }
    if (holdsWords("spans overlap pairs minus nearest cover gaps depth within buckets", words)) {
        answer[QStringLiteral("span_tables")] = spanTables();
    }
    if (isNothing) {
        answer[QStringLiteral("note")] =
            found.empty() ? QStringLiteral("Nothing matches any of these words; without words, describe lists all.")
                          : QStringLiteral("Nothing matches all of these words; listed is what has one.");
    }
    return {answer};
}

McpAnswer pivotTool(const McpCall &call) {
    const auto profile = call.profile();
    if (!profile) {
        return failed(profile.error());
    }
    const auto from = call.text("from");
    std::string select;
    std::string groups;
    for (const auto &row : call.texts("rows")) {
        select += (select.empty() ? "" : ", ") + row;
        groups += (groups.empty() ? "" : ", ") + row;
    }
    std::string first;
    for (const auto &value : call.texts("values")) {
        select += (select.empty() ? "" : ", ") + selected(value);
        first = first.empty() ? value : first;
    }
    if (first.empty()) {
        return refusal("values is empty: pass something such as [\"sum(dur_ns)\", \"count(*)\"]");
    }
    const auto where = call.text("where");
    const auto order = call.text("order");
    const auto sql = "SELECT " + select + " FROM " + from + (where.empty() ? "" : " WHERE " + where) +
                     (groups.empty() ? "" : " GROUP BY " + groups) + " ORDER BY " +
                     (order.empty() ? first + " DESC" : order);
    auto table = (*profile)->ask(sql, call.stop);
    if (!table) {
        return failed(**profile, {table.error().kind, table.error().detail + " in: " + sql, {}});
    }
    auto answer = call.tableOf(**profile, std::move(*table), 30);
    answer.data[QStringLiteral("sql")] = QString::fromStdString(sql);
    return answer;
}

McpAnswer queryTool(const McpCall &call) {
    if (call.has("result")) {
        const auto kept = call.profiles.kept(call.text("result"));
        const auto owner = kept ? call.profiles.find(kept->handle) : tl::make_unexpected(kept.error());
        if (!owner) {
            return refusal(owner.error().detail);
        }
        auto answer = tableAnswer(*kept->table, call.page(50), formOf(**owner));
        answer[QStringLiteral("result")] = QString::fromStdString(call.text("result"));
        return answerOf(**owner, answer);
    }
    const auto profile = call.profile();
    if (!profile) {
        return failed(profile.error());
    }
    const auto sql = call.text("sql");
    if (sql.empty()) {
        return refusal("query needs sql, or result and row to read on");
    }
    auto table = (*profile)->ask(sql, call.stop);
    if (!table) {
        return failed(**profile, table.error());
    }
    const bool isEmpty = table->rows.empty();
    auto answer = call.tableOf(**profile, std::move(*table), 50);
    if (isEmpty) {
        answer.data[QStringLiteral("note")] = QStringLiteral(
            "No row matches. That does not prove that nothing happened: table capabilities lists the data that the "
            "profile has.");
    }
    return answer;
}

McpAnswer tableTool(const McpCall &call) {
    const auto profile = call.profile();
    if (!profile) {
        return failed(profile.error());
    }
    const auto *entry = entryOf(call.text("id"));
    if (entry == nullptr) {
        return noTable(call.text("id"));
    }
    auto set = parametersIn(call.arguments[QStringLiteral("set")].toObject());
    if (!set) {
        return failed(set.error());
    }
    AnalysisInput input;
    input.parameters = std::move(*set);
    for (const auto &rank : call.arguments[QStringLiteral("ranks")].toArray()) {
        input.ranks.push_back(rank.toInt());
    }
    if (call.has("step")) {
        input.step = call.number("step", 0);
    }
    auto table = (*profile)->table(*entry, std::move(input), call.stop);
    if (!table) {
        return failed(**profile, table.error());
    }
    if (const auto wanted = call.texts("columns"); !wanted.empty()) {
        std::vector<std::size_t> places;
        for (const auto &name : wanted) {
            places.push_back(table->indexOf(name));
            if (places.back() == table->columns.size()) {
                std::vector<std::string> names;
                for (const auto &column : table->columns) {
                    names.push_back(column.name);
                }
                return refusal("table " + entry->id + " has no column " + name + nearestNames(name, names));
            }
        }
        ResultTable cut{table->id, {}, {}, table->notes};
        for (const auto place : places) {
            cut.columns.push_back(table->columns[place]);
        }
        for (const auto &row : table->rows) {
            auto &own = cut.rows.emplace_back();
            for (const auto place : places) {
                own.push_back(row[place]);
            }
        }
        *table = std::move(cut);
    }
    return call.tableOf(**profile, std::move(*table), 50);
}

McpAnswer compareTool(const McpCall &call) {
    const auto profile = call.profile();
    if (!profile) {
        return failed(profile.error());
    }
    if ((*profile)->workspace().baseline() == nullptr) {
        return refusal("no baseline is open: call open_profile with path and baseline");
    }
    const auto by = call.text("by");
    if (const auto *sums = sumsBy(by)) {
        auto table = (*profile)->ask(sums, call.stop);
        if (!table) {
            return failed(**profile, table.error());
        }
        table->notes.insert(table->notes.begin(),
                            "Sums over all ranks and steps of both runs, the largest change first.");
        return call.tableOf(**profile, std::move(*table), 20);
    }
    AnalysisInput input;
    if (by == "rank") {
        input.parameters["per"] = "rank";
    }
    auto table = (*profile)->table(*entryOf(by == "kernel" ? "kernel_sequence_diff" : "difference"), std::move(input),
                                   call.stop);
    if (!table) {
        return failed(**profile, table.error());
    }
    constexpr std::string_view kOfCommands = "--set per=rank";
    for (auto &note : table->notes) {
        if (const auto at = note.find(kOfCommands); at != std::string::npos) {
            note.replace(at, kOfCommands.size(), "by: rank");
        }
    }
    return call.tableOf(**profile, std::move(*table), 20);
}

McpAnswer whatIfTool(const McpCall &call) {
    const auto profile = call.profile();
    if (!profile) {
        return failed(profile.error());
    }
    auto scenario = parametersIn(call.arguments[QStringLiteral("scenario")].toObject());
    const auto status = scenario ? checkSchedule(*scenario) : tl::make_unexpected(scenario.error());
    if (!status) {
        return failed(status.error());
    }
    AnalysisInput input;
    input.parameters = std::move(*scenario);
    input.group = groupFor(**profile, input.parameters);
    auto table = (*profile)->table(*entryOf("what_if"), std::move(input), call.stop);
    return table ? call.tableOf(**profile, std::move(*table), 30) : failed(**profile, table.error());
}

}  // namespace stagescope
