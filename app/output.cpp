#include "app/output.h"

#include <unistd.h>

#include <cstdio>

namespace stagescope {
namespace {

std::string oneLine(std::string_view text) {
    std::string line(text);
    for (char &c : line) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            c = ' ';
        }
    }
    return line;
}

void writeError(const std::string &text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

bool writeOut(std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

int printError(const Error &error) {
    showProgress({});
    writeError(oneLine(errorLine(error)) + "\n");
    return 2;
}

void printNote(std::string_view line) {
    showProgress({});
    writeError(oneLine(line) + "\n");
}

void showProgress(const std::string &text) {
    static bool shown = false;
    if (isatty(STDERR_FILENO) == 0 || (text.empty() && !shown)) {
        return;
    }
    writeError("\r\033[K" + oneLine(text));
    shown = !text.empty();
}

}  // namespace stagescope
