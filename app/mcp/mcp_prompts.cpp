#include "app/mcp/mcp_prompts.h"

#include "app/mcp/mcp_answer.h"
#include "core/analysis/tables/analysis.h"
#include "core/ask/ask_views.h"
#include "core/ask/span_relations.h"
#include "core/ask/trace_relations.h"

#include <QtCore/QFile>

#include <algorithm>
#include <array>
#include <string>

namespace stagescope {

namespace {

struct McpPrompt {
    const char *name;
    const char *title;
    const char *task;  ///< behind the sentence that opens the profile
    bool hasBaseline;
};

constexpr auto kPrompts = std::to_array<McpPrompt>({
    {"why_slow", "Why is this run slow?",
     "Read cannot_answer. Then call findings, and explain for the evidence of the most expensive ones, until the cause "
     "is "
     "an item on one rank. Say what the step would take without each cause, and what the profile cannot answer.",
     false},
    {"what_changed", "What changed against the baseline?",
     "Call compare (by cause, then by operator or kernel for the largest rows). Name only differences beyond the noise "
     "that the notes state, with the evidence of both sides.",
     true},
    {"who_holds_memory", "Who holds the memory?",
     "Look at the tables memory_peak and memory_ops (at peak), and at growth from step to step. Name the largest "
     "holders, "
     "who allocated them, and what the profile does not record.",
     false},
});

struct McpText {
    const char *address;
    const char *title;
    const char *description;
    QString (*text)();
};

QString schemaText() {
    std::string text = "Views (times in ns on the common clock of the run):\n";
    for (const auto &view : askViews()) {
        text += std::string(view.name) + ": " + std::string(view.meaning) + ". Columns:";
        for (const auto &column : askViewColumns(view)) {
            text += ' ' + column.name;
        }
        text += '\n';
    }
    text += "\nTimelines:\n";
    for (const auto &native : traceRelationTexts()) {
        text += std::string(native.name) + ": " + std::string(native.meaning) + ". Columns:";
        for (const auto &column : native.columns) {
            text += ' ' + column.name;
        }
        text += '\n';
    }
    text += "\nSets of spans:\n";
    for (const auto &function : spanFunctionTexts()) {
        text += std::string(function.call) + ": " + std::string(function.meaning) + '\n';
    }
    text += "\nTables (columns: tool describe):\n";
    for (const auto &entry : analysisList()) {
        text += entry.id + ": " + entry.title + '\n';
    }
    return QString::fromStdString(text);
}

QString skillText() {
    QFile file(QStringLiteral(":/manual/skill.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

constexpr auto kTexts = std::to_array<McpText>({
    {"stagescope://schema", "Tables and views", "Names of all tables, views and functions that SQL can use.",
     &schemaText},
    {"stagescope://skill", "How to look at a profile", "Order of work, rules and examples for an assistant.",
     &skillText},
});

}  // namespace

QJsonArray mcpPromptList() {
    QJsonArray list;
    for (const auto &prompt : kPrompts) {
        QJsonArray arguments{QJsonObject{{QStringLiteral("name"), QStringLiteral("path")},
                                         {QStringLiteral("description"), QStringLiteral("Path of the profile.")},
                                         {QStringLiteral("required"), true}}};
        if (prompt.hasBaseline) {
            arguments.append(QJsonObject{{QStringLiteral("name"), QStringLiteral("baseline")},
                                         {QStringLiteral("description"), QStringLiteral("Path of the run before.")},
                                         {QStringLiteral("required"), true}});
        }
        list.append(QJsonObject{{QStringLiteral("name"), QLatin1String(prompt.name)},
                                {QStringLiteral("title"), QLatin1String(prompt.title)},
                                {QStringLiteral("description"), QLatin1String(prompt.task)},
                                {QStringLiteral("arguments"), arguments}});
    }
    return list;
}

Result<QJsonObject> mcpPrompt(const QString &name, const QJsonObject &arguments) {
    const auto prompt = std::find_if(kPrompts.begin(), kPrompts.end(),
                                     [&](const McpPrompt &one) { return name == QLatin1String(one.name); });
    if (prompt == kPrompts.end()) {
        return fail(ErrorKind::BadArgument, "there is no prompt " + name.left(80).toStdString());
    }
    const auto text = [&](const char *argument) {
        constexpr int kMostOfPath = 1000;
        return quotedData(arguments[QLatin1String(argument)].toString().toStdString(), kMostOfPath);
    };
    if (text("path").isEmpty() || (prompt->hasBaseline && text("baseline").isEmpty())) {
        return fail(ErrorKind::BadArgument, std::string(prompt->name) + " needs the argument " +
                                                (text("path").isEmpty() ? "path" : "baseline"));
    }
    auto sentence = QStringLiteral("Call open_profile with path \"%1\"").arg(text("path"));
    if (prompt->hasBaseline) {
        sentence += QStringLiteral(" and baseline \"%1\"").arg(text("baseline"));
    }
    const QJsonObject content{{QStringLiteral("type"), QStringLiteral("text")},
                              {QStringLiteral("text"), sentence + QStringLiteral(". ") + QLatin1String(prompt->task)}};
    return QJsonObject{
        {QStringLiteral("description"), QLatin1String(prompt->title)},
        {QStringLiteral("messages"), QJsonArray{QJsonObject{{QStringLiteral("role"), QStringLiteral("user")},
                                                            {QStringLiteral("content"), content}}}}};
}

QJsonArray mcpResourceList() {
    QJsonArray list;
    for (const auto &text : kTexts) {
        list.append(QJsonObject{{QStringLiteral("uri"), QLatin1String(text.address)},
                                {QStringLiteral("name"), QLatin1String(text.address + std::size("stagescope://") - 1)},
                                {QStringLiteral("title"), QLatin1String(text.title)},
                                {QStringLiteral("description"), QLatin1String(text.description)},
                                {QStringLiteral("mimeType"), QStringLiteral("text/plain")}});
    }
    return list;
}

Result<QJsonObject> mcpResource(const QString &address) {
    const auto text = std::find_if(kTexts.begin(), kTexts.end(),
                                   [&](const McpText &one) { return address == QLatin1String(one.address); });
    if (text == kTexts.end()) {
        return fail(ErrorKind::NotFound, "there is no resource " + address.left(80).toStdString());
    }
    return QJsonObject{
        {QStringLiteral("contents"), QJsonArray{QJsonObject{{QStringLiteral("uri"), address},
                                                            {QStringLiteral("mimeType"), QStringLiteral("text/plain")},
                                                            {QStringLiteral("text"), text->text()}}}}};
}

}  // namespace stagescope
