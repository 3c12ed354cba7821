#include "app/mcp/mcp_tools.h"

#include "core/analysis/tables/time_bounds.h"
#include "core/base/words/nearest_names.h"

#include <QtCore/QJsonDocument>

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr const char *kOnlyProfile =
    R"("profile":{"type":"string","description":"Handle of open_profile; may be left out while one is open."})";

constexpr auto kTools = std::to_array<McpTool>({
    {"open_profile", "Open a profile",
     "Opens a profile (folder, trace, database, memory snapshot) and says what it is: ranks, steps, where the time of "
     "a "
     "step goes, the main findings and what cannot be answered from it. Call this first; a baseline is what it is "
     "compared with.",
     R"("path":{"type":"string"},"baseline":{"type":"string","description":"Path of another run of the same job."})",
     R"(["path"])", true, &openProfileTool},
    {"findings", "Findings",
     "Causes of lost time or memory that the rules found, the most expensive first, with figures, remedy and evidence; "
     "and the rules that could not look, with the profiler setting that would let them. No finding of a rule that "
     "could "
     "not look means nothing.",
     R"("rule":{"type":"string"},"min_ms":{"type":"number"},"limit":{"type":"integer"})", "[]", true, &findingsTool},
    {"describe", "Tables and columns",
     "Lists all tables, or with words the tables, columns, units, parameters and functions that "
     "match "
     "them. Use it before query, so that every column exists.",
     R"("words":{"type":"string"})", "[]", true, &describeTool},
    {"pivot", "Group and sum a table",
     "Groups the rows of a table and aggregates columns; preferred to writing SQL, which is returned too. values are "
     "texts such as \"sum(dur_ns)\", \"p95(dur_ns)\", \"count(*)\".",
     R"("from":{"type":"string"},"rows":{"type":"array","items":{"type":"string"}},"values":{"type":"array","items":)"
     R"({"type":"string"}},"where":{"type":"string"},"order":{"type":"string"},"limit":{"type":"integer"},)"
     R"("row":{"type":"integer"},"max_bytes":{"type":"integer"})",
     R"(["from","rows","values"])", true, &pivotTool},
    {"query", "SQL",
     "Answers one SQL SELECT (SQLite) over the tables; parameters of tables are hidden columns. To read on pass result "
     "and row instead of sql.",
     R"("sql":{"type":"string"},"result":{"type":"string"},"row":{"type":"integer"},"limit":{"type":"integer"},)"
     R"("max_bytes":{"type":"integer"})",
     "[]", true, &queryTool},
    {"table", "A table as it is",
     "Gives a table of the program with its parameters (set), of chosen ranks and one step. Its notes list "
     "omissions.",
     R"("id":{"type":"string"},"set":{"type":"object","description":"Parameters by name."},"ranks":{"type":"array",)"
     R"("items":{"type":"integer"}},"step":{"type":"integer"},"columns":{"type":"array","items":{"type":"string"}},)"
     R"("limit":{"type":"integer"},"row":{"type":"integer"},"max_bytes":{"type":"integer"})",
     R"(["id"])", true, &tableTool},
    {"timeline", "What runs in a range of time",
     "Of each track of a rank: slices in the range, how long it is busy, and its longest slices with "
     "evidence. The range is that of an item (evidence), of a step, or from_ms to to_ms from the first event.",
     R"("evidence":{"type":"string"},"step":{"type":"integer"},"from_ms":{"type":"number"},"to_ms":{"type":"number"},)"
     R"("rank":{"type":"integer"},"limit":{"type":"integer"})",
     "[]", true, &timelineTool},
    {"explain", "Explain an item",
     "Says what an item (evidence of any answer) is and what made it wait or last: facts, arguments of the trace, and "
     "the chain of waiting to its cause over ranks, down to the host call and the Python line.",
     R"("evidence":{"type":"string"})", R"(["evidence"])", true, &explainTool},
    {"compare", "Compare with the baseline",
     "Where the difference between the profile and its baseline comes from. by: cause (default) or rank, whose rows "
     "add up to it; operator, module or metric, sums by name; kernel, only the order of kernels.",
     R"("by":{"type":"string","enum":["cause","operator","module","kernel","metric","rank"]},"limit":{"type":"integer"},)"
     R"("row":{"type":"integer"},"max_bytes":{"type":"integer"})",
     "[]", true, &compareTool},
    {"what_if", "What if",
     "What a pipeline's step would take if something was different; the parameters are those of table what_if "
     "(schedule, microbatches, balanced, fix, transfer ...). It replays measured costs.",
     R"("scenario":{"type":"object"},"limit":{"type":"integer"},"max_bytes":{"type":"integer"})", R"(["scenario"])",
     true, &whatIfTool},
    {"show", "Show in the window",
     "Moves a running window of the program to an item and selects it; without a window it gives the command that "
     "opens "
     "one there.",
     R"("evidence":{"type":"string"})", R"(["evidence"])", false, &showTool},
});

QJsonObject objectOf(const std::string &json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

QJsonObject schemaOf(const McpTool &tool) {
    auto properties = objectOf("{" + std::string(tool.properties) + "}");
    if (std::string_view(tool.name) != "open_profile") {
        properties[QStringLiteral("profile")] =
            objectOf("{" + std::string(kOnlyProfile) + "}")[QStringLiteral("profile")];
    }
    return {{QStringLiteral("type"), QStringLiteral("object")},
            {QStringLiteral("properties"), properties},
            {QStringLiteral("required"), QJsonDocument::fromJson(tool.required).array()},
            {QStringLiteral("additionalProperties"), false}};
}

bool isOfType(const QJsonValue &value, const QString &type) {
    return type == u"string"    ? value.isString()
           : type == u"integer" ? value.isDouble() && value.toDouble() == std::floor(value.toDouble())
           : type == u"number"  ? value.isDouble()
           : type == u"array"   ? value.isArray()
           : type == u"object"  ? value.isObject()
                                : value.isBool();
}

/// As models write them: "5" for a number, 5 for a text, one thing for a list of one, a list as its text.
QJsonValue taken(const QJsonValue &value, const QString &type) {
    if (isOfType(value, type)) {
        return value;
    }
    if ((type == u"integer" || type == u"number") && value.isString()) {
        bool isNumber = false;
        const double number = value.toString().trimmed().toDouble(&isNumber);
        return isNumber && isOfType(QJsonValue(number), type) ? QJsonValue(number) : value;
    }
    if (type == u"string" && value.isDouble()) {
        return value.toVariant().toString();
    }
    if (value.isString() && (type == u"array" || type == u"object")) {
        const auto parsed = QJsonDocument::fromJson(value.toString().toUtf8());
        if (type == u"object" ? parsed.isObject() : parsed.isArray()) {
            return type == u"object" ? QJsonValue(parsed.object()) : QJsonValue(parsed.array());
        }
    }
    return type == u"array" && !value.isObject() && !value.isNull() ? QJsonValue(QJsonArray{value}) : value;
}

}  // namespace

std::span<const McpTool> mcpTools() { return kTools; }

QJsonArray mcpToolList() {
    QJsonArray list;
    for (const auto &tool : kTools) {
        list.append(
            QJsonObject{{QStringLiteral("name"), QLatin1String(tool.name)},
                        {QStringLiteral("title"), QLatin1String(tool.title)},
                        {QStringLiteral("description"), QLatin1String(tool.description)},
                        {QStringLiteral("inputSchema"), schemaOf(tool)},
                        {QStringLiteral("annotations"), QJsonObject{{QStringLiteral("readOnlyHint"), tool.isReadOnly},
                                                                    {QStringLiteral("destructiveHint"), false},
                                                                    {QStringLiteral("idempotentHint"), true},
                                                                    {QStringLiteral("openWorldHint"), false}}}});
    }
    return list;
}

Result<QJsonObject> checkedArguments(const McpTool &tool, const QJsonObject &arguments) {
    const auto schema = schemaOf(tool);
    const auto properties = schema[QStringLiteral("properties")].toObject();
    std::vector<std::string> names;
    for (const auto &name : properties.keys()) {
        names.push_back(name.toStdString());
    }
    QJsonObject result;
    for (auto it = arguments.begin(); it != arguments.end(); ++it) {
        const auto name = it.key().toStdString();
        if (!properties.contains(it.key())) {
            std::string all;
            for (const auto &known : names) {
                all += (all.empty() ? "" : ", ") + known;
            }
            return fail(ErrorKind::BadArgument, std::string(tool.name) + " has no argument '" + name + "'" +
                                                    nearestNames(name, names) + "; it takes " + all);
        }
        if (it.value().isNull()) {
            continue;
        }
        const auto spec = properties[it.key()].toObject();
        const auto type = spec[QStringLiteral("type")].toString();
        const auto value = taken(it.value(), type);
        const auto listed = spec[QStringLiteral("items")].toObject()[QStringLiteral("type")].toString();
        const auto choices = spec[QStringLiteral("enum")].toArray();
        if (!isOfType(value, type) || (!choices.isEmpty() && !choices.contains(value))) {
            const auto wanted = choices.isEmpty()
                                    ? type.toStdString()
                                    : "one of " + QJsonDocument(choices).toJson(QJsonDocument::Compact).toStdString();
            return fail(ErrorKind::BadArgument, std::string(tool.name) + ": " + name + " is to be " + wanted);
        }
        QJsonArray list;
        for (const auto &item : value.toArray()) {
            list.append(taken(item, listed));
            if (!isOfType(list.last(), listed)) {
                return fail(ErrorKind::BadArgument,
                            std::string(tool.name) + ": " + name + " is to be a list of " + listed.toStdString());
            }
        }
        result[it.key()] = value.isArray() ? QJsonValue(list) : value;
    }
    for (const auto &required : schema[QStringLiteral("required")].toArray()) {
        if (!result.contains(required.toString())) {
            return fail(ErrorKind::BadArgument,
                        std::string(tool.name) + " needs the argument " + required.toString().toStdString());
        }
    }
    return result;
}

std::string McpCall::text(const char *name) const { return arguments[QLatin1String(name)].toString().toStdString(); }

std::vector<std::string> McpCall::texts(const char *name) const {
    std::vector<std::string> list;
    for (const auto &value : arguments[QLatin1String(name)].toArray()) {
        list.push_back(value.toString().toStdString());
    }
    return list;
}

std::int64_t McpCall::number(const char *name, std::int64_t fallback) const {
    return arguments[QLatin1String(name)].toInteger(fallback);
}

McpPage McpCall::page(std::int64_t rows) const {
    constexpr std::int64_t kMostBytes = 24'000;
    constexpr std::int64_t kLeastBytes = 500;
    constexpr std::int64_t kMostRows = 1000;
    McpPage page;
    page.first = static_cast<std::size_t>(std::max<std::int64_t>(number("row", 0), 0));
    page.mostRows = static_cast<std::size_t>(std::clamp<std::int64_t>(number("limit", rows), 1, kMostRows));
    // Names of columns, units and notes come on top.
    constexpr std::int64_t kUsualBytes = 6500;
    page.mostBytes = static_cast<std::size_t>(std::clamp(number("max_bytes", kUsualBytes), kLeastBytes, kMostBytes));
    return page;
}

McpAnswer McpCall::tableOf(const McpProfile &profile, ResultTable table, std::int64_t rows) const {
    auto shared = std::make_shared<const ResultTable>(std::move(table));
    auto answer = tableAnswer(*shared, page(rows), formOf(profile));
    if (answer.contains(QStringLiteral("more"))) {
        answer[QStringLiteral("result")] = QString::fromStdString(profiles.keep(profile.handle(), shared));
        answer[QStringLiteral("hint")] =
            QStringLiteral("Aggregate with pivot, or read on with query(result, row: next_row).");
    }
    return answerOf(profile, std::move(answer));
}

McpForm formOf(const McpProfile &profile) {
    const auto *baseline = profile.workspace().baseline();
    return {profile.handle(), timeBounds(profile.run()), baseline == nullptr ? std::nullopt : timeBounds(*baseline)};
}

McpAnswer answerOf(const McpProfile &profile, QJsonObject data) {
    data[QStringLiteral("profile")] = QString::fromStdString(profile.handle());
    return {std::move(data)};
}

Result<std::map<std::string, std::string>> parametersIn(const QJsonObject &values) {
    std::map<std::string, std::string> parameters;
    for (auto it = values.begin(); it != values.end(); ++it) {
        const auto &value = it.value();
        if (value.isArray() || value.isObject()) {
            return fail(ErrorKind::BadArgument, "parameter " + it.key().toStdString() +
                                                    " takes one value; describe gives the form of its texts");
        }
        if (!value.isNull()) {
            const auto text = value.isBool() ? value.toBool() ? QStringLiteral("yes") : QStringLiteral("no")
                                             : value.toVariant().toString();
            parameters[it.key().toStdString()] = text.toStdString();
        }
    }
    return parameters;
}

McpAnswer failed(const Error &error) {
    if (error.kind == ErrorKind::NotFound && error.where.empty()) {
        return {{{QStringLiteral("verdict"), QStringLiteral("not answerable from this profile")},
                 {QStringLiteral("why"), quotedData(error.detail, 2000)}}};
    }
    return refusal((error.where.empty() ? "" : error.where + ": ") + error.detail);
}

McpAnswer failed(const McpProfile &profile, const Error &error) {
    auto answer = failed(error);
    return {answerOf(profile, std::move(answer.data)).data, answer.isError};
}

}  // namespace stagescope
