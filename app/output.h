#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace stagescope {

class Redactor;

/// Where commands write: data to stdout, one line per error to stderr, progress to stderr only when that is a terminal.

/// False when stdout refuses (disk full), which is told on stderr.
[[nodiscard]] bool writeOut(std::string_view text);
/// "WHERE: DETAIL", control characters of the input replaced; returns exit code 2.
int printError(const Error &error);
/// A note for people beside the data; one line on stderr.
void printNote(std::string_view line);
/// Names in all that goes to stderr are replaced for as long as the redactor lives.
void redactNotes(const std::shared_ptr<const Redactor> &redactor);
/// Shows (or with an empty text removes) the progress line.
void showProgress(const std::string &text);

}  // namespace stagescope
