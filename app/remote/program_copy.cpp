#include "app/remote/program_copy.h"

#include "app/remote/remote_line.h"
#include "core/base/io/child_process.h"

#include <QtCore/QString>
#include <QtCore/QSysInfo>
#include <QtCore/QtGlobal>

#include <chrono>
#include <utility>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr int kOtherArchitecture = 3;
constexpr std::chrono::hours kCopySilence{6};  // it says nothing until all has arrived, by whatever line

std::string copyFolder() { return ".local/share/stagescope/" STAGESCOPE_VERSION; }

/// As `uname -m` says it.
std::string ownArchitecture() {
    const auto name = QSysInfo::buildCpuArchitecture().toStdString();
    return name == "arm64" ? "aarch64" : name;
}

/// -o: the files are of whoever runs this, also where that is root.
std::string copyScript() {
    return "a=$(uname -m); if [ \"$a\" != " + ownArchitecture() + " ]; then echo \"$a\" >&2; exit " +
           std::to_string(kOtherArchitecture) + "; fi; d=\"$HOME/" + copyFolder() +
           R"("; rm -rf "$d.part" && mkdir -p "$d.part" && tar -xzof - -C "$d.part" && rm -rf "$d" && mv "$d.part" "$d")";
}

/// What a program wrote, and what it said in the end.
struct Said {
    std::string output;
    std::string lastWords;
};

Result<int> hear(const ChildCall &call, Said &said, const std::stop_token &stop) {
    return runChild(
        call,
        [&](ChildStream stream, std::string_view text) {
            if (stream == ChildStream::Output) {
                said.output += text;
            } else if (!text.empty()) {
                said.lastWords = wordsOf(text);
            }
            return true;
        },
        stop);
}

Status outcomeOf(const Result<int> &code, const Said &said) {
    RETURN_IF_ERROR(code);
    return *code == 0 ? Status()
                      : fail(ErrorKind::ReadFailed, "stagescope-cli was not copied there: " + said.lastWords);
}

}  // namespace

std::optional<fs::path> portableFolder() {
    const fs::path launcher = qEnvironmentVariable("STAGESCOPE_LAUNCHER").toStdString();
    const auto folder = launcher.parent_path().parent_path();
    std::error_code error;
    const bool isWhole = !launcher.empty() && fs::exists(folder / "bin" / "stagescope-cli", error) &&
                         fs::exists(folder / "lib" / "stagescope-cli", error);
    return isWhole ? std::optional(folder) : std::nullopt;
}

std::string copiedProgram() { return copyFolder() + "/bin/stagescope-cli"; }

Status copyProgram(const RemoteAddress &address, const std::map<std::string, std::string> &variables,
                   const std::stop_token &stop) {
    const auto folder = portableFolder();
    if (!folder) {
        return fail(ErrorKind::NotFound, "no stagescope-cli to copy there: run that of the portable archive");
    }
    ASSIGN_OR_RETURN(const auto line, remoteLine(address, copyScript()));
    Said packed;
    const auto made =
        hear({.words = {"tar", "-czf", "-", "-C", folder->string(), "bin/stagescope-cli", "lib"}, .isRaw = true},
             packed, stop);
    RETURN_IF_ERROR(outcomeOf(made, packed));
    Said said;
    const auto code =
        hear({.words = line, .input = std::move(packed.output), .variables = variables, .silence = kCopySilence}, said,
             stop);
    if (code && *code == kOtherArchitecture) {
        return fail(ErrorKind::Unsupported, "is of architecture " + said.lastWords.substr(0, 32) +
                                                "; this program is for " + ownArchitecture() +
                                                ": install stagescope-cli there");
    }
    return outcomeOf(code, said);
}

}  // namespace stagescope
