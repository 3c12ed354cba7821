#include "app/output.h"

#include "core/export/shown_text.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace stagescope {
namespace {

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
    writeError(shownText(errorLine(error)) + "\n");
    return 2;
}

void printNote(std::string_view line) {
    showProgress({});
    writeError(shownText(line) + "\n");
}

void showProgress(const std::string &text) {
    static bool shown = false;
    if (isatty(STDERR_FILENO) == 0 || (text.empty() && !shown)) {
        return;
    }
    writeError("\r\033[K" + shownText(text));
    shown = !text.empty();
}

}  // namespace stagescope
