#include "app/command_redaction.h"

#include "app/output.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stagescope {

OptionSpec redactOption() {
    return {"--redact", "",
            "replace host, user, folder, group and run names, addresses and words that are no terms of the field; omit "
            "values of environment variables except harmless ones",
            false, true};
}

std::shared_ptr<const Redactor> redactorFor(const Arguments &arguments, const Workspace &workspace) {
    if (!arguments.has("--redact")) {
        return nullptr;
    }
    auto named = workspace;
    for (const auto &path : workspace.runs.empty() ? arguments.opened() : std::vector<std::string>{}) {
        named.runs.emplace_back();
        named.runs.back().path = path;
    }
    auto redactor = std::make_shared<const Redactor>(named);
    redactNotes(redactor);
    return redactor;
}

void redactAdvice(Advice &advice, const Redactor &redactor) {
    const auto replace = [&](Message &message) {
        for (auto &argument : message.args) {
            argument = redactor.redact(argument);
        }
    };
    const auto replaceAll = [&](std::vector<Message> &messages) {
        std::for_each(messages.begin(), messages.end(), replace);
    };
    for (auto &finding : advice.findings) {
        replace(finding.title);
        replace(finding.remedy);
        replaceAll(finding.facts);
        replaceAll(finding.assumptions);
    }
    replaceAll(advice.changed);
    for (auto &group : advice.unchecked) {
        replace(group.help);
    }
}

void redactTable(ResultTable &table, const Redactor &redactor) {
    for (auto &row : table.rows) {
        for (auto &cell : row) {
            if (auto *text = std::get_if<std::string>(&cell)) {
                *text = redactor.redact(*text);
            }
        }
    }
    for (auto &note : table.notes) {
        note = redactor.redact(note);
    }
}

void redactAnswer(ResultTable &answer, const Redactor &redactor) {
    redactTable(answer, redactor);
    for (auto &column : answer.columns) {
        column.name = redactor.redact(column.name);
    }
}

}  // namespace stagescope
