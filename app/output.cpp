#include "app/output.h"

#include "core/export/redaction/redactor.h"
#include "core/export/shown_text.h"
#include "core/session/remote_address.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

namespace stagescope {
namespace {

std::weak_ptr<const Redactor> &noteRedactor() {
    static std::weak_ptr<const Redactor> redactor;
    return redactor;
}

std::string noteText(std::string_view given) {
    const auto redactor = noteRedactor().lock();
    const auto text = withShownPaths(std::string(given));
    return shownText(redactor == nullptr ? text : redactor->redact(text));
}

void writeError(const std::string &text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

bool writeOut(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
        return true;
    }
    printError(
        {ErrorKind::ReadFailed, "cannot be written: " + std::system_category().message(errno), "standard output"});
    return false;
}

int printError(const Error &error) {
    showProgress({});
    writeError(noteText(errorLine(error)) + "\n");
    return 2;
}

void printNote(std::string_view line) {
    showProgress({});
    writeError(noteText(line) + "\n");
}

void redactNotes(const std::shared_ptr<const Redactor> &redactor) { noteRedactor() = redactor; }

void showProgress(const std::string &text) {
    static bool shown = false;
    if (isatty(STDERR_FILENO) == 0 || (text.empty() && !shown)) {
        return;
    }
    writeError("\r\033[K" + noteText(text));
    shown = !text.empty();
}

}  // namespace stagescope
