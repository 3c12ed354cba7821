#pragma once

#include "app/mcp/mcp_answer.h"
#include "app/mcp/mcp_profiles.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>

#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What a call of a tool has beside its arguments.
struct McpCall {
    McpProfiles &profiles;
    QJsonObject arguments;  ///< as the tool's schema wants them (checkedArguments)
    std::stop_token stop;
    McpProgress progress;

    [[nodiscard]] std::string text(const char *name) const;
    [[nodiscard]] std::vector<std::string> texts(const char *name) const;
    [[nodiscard]] std::int64_t number(const char *name, std::int64_t fallback) const;
    [[nodiscard]] bool has(const char *name) const { return arguments.contains(QLatin1String(name)); }
    /// "profile", or the last that was opened.
    [[nodiscard]] Result<std::shared_ptr<const McpProfile>> profile() const { return profiles.find(text("profile")); }
    /// "limit" rows from "row" on, in "max_bytes".
    [[nodiscard]] McpPage page(std::int64_t rows) const;
    /// A table as an answer, kept so that it can be read on; `profile` is whose it is.
    [[nodiscard]] McpAnswer tableOf(const McpProfile &profile, ResultTable table, std::int64_t rows) const;
};

/// A tool as assistants see it.
struct McpTool {
    const char *name;
    const char *title;
    const char *description;  ///< two sentences
    const char *properties;   ///< JSON of the properties of its input schema
    const char *required;     ///< JSON list
    bool isReadOnly;
    McpAnswer (*run)(const McpCall &call);
};
/// Always the same, in a fixed order.
[[nodiscard]] std::span<const McpTool> mcpTools();
/// The list as tools/list has it.
[[nodiscard]] QJsonArray mcpToolList();
/// Arguments with texts of numbers as numbers. Errors: BadArgument for names that the schema has not, what is missing
/// and what is of another type, with what is right.
[[nodiscard]] Result<QJsonObject> checkedArguments(const McpTool &tool, const QJsonObject &arguments);
/// What failed, as an answer: questions that a profile cannot answer are no errors but a verdict with its reason.
[[nodiscard]] McpAnswer failed(const Error &error);
/// The same, of a question about this profile.
[[nodiscard]] McpAnswer failed(const McpProfile &profile, const Error &error);
/// An answer says whose it is.
[[nodiscard]] McpAnswer answerOf(const McpProfile &profile, QJsonObject data);
/// Values of parameters as texts: true is yes. Errors: BadArgument for lists and objects.
[[nodiscard]] Result<std::map<std::string, std::string>> parametersIn(const QJsonObject &values);
/// Times of the first to the last event, and the handle before items.
[[nodiscard]] McpForm formOf(const McpProfile &profile);

// The tools, by what they look at: mcp_overview.cpp, mcp_questions.cpp, mcp_evidence.cpp.
[[nodiscard]] McpAnswer openProfileTool(const McpCall &call);
[[nodiscard]] McpAnswer findingsTool(const McpCall &call);
[[nodiscard]] McpAnswer describeTool(const McpCall &call);
[[nodiscard]] McpAnswer pivotTool(const McpCall &call);
[[nodiscard]] McpAnswer queryTool(const McpCall &call);
[[nodiscard]] McpAnswer tableTool(const McpCall &call);
[[nodiscard]] McpAnswer compareTool(const McpCall &call);
[[nodiscard]] McpAnswer whatIfTool(const McpCall &call);
[[nodiscard]] McpAnswer timelineTool(const McpCall &call);
[[nodiscard]] McpAnswer explainTool(const McpCall &call);
[[nodiscard]] McpAnswer showTool(const McpCall &call);

}  // namespace stagescope
