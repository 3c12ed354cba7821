#pragma once

#include "app/command_line.h"
#include "core/advice/findings.h"
#include "core/analysis/tables/result_table.h"
#include "core/export/redaction/redactor.h"
#include "core/session/workspace.h"

#include <memory>

namespace stagescope {

/// The option --redact: names of hosts, users, folders and all that is no word of the field become neutral ones, in
/// everything that is written, stderr too. GUI thread.
[[nodiscard]] OptionSpec redactOption();

/// What the names of a workspace are replaced by, in notes too for as long as it lives; null where it is not asked for.
/// With an empty workspace, before anything is loaded, the paths of the command line are the names.
[[nodiscard]] std::shared_ptr<const Redactor> redactorFor(const Arguments &arguments, const Workspace &workspace = {});

/// What messages are filled with.
void redactAdvice(Advice &advice, const Redactor &redactor);
/// Texts of cells, and notes.
void redactTable(ResultTable &table, const Redactor &redactor);
/// Besides, names of columns: those of an answer are words of whoever asked.
void redactAnswer(ResultTable &answer, const Redactor &redactor);

}  // namespace stagescope
