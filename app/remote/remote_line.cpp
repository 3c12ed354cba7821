#include "app/remote/remote_line.h"

#include "app/remote/program_copy.h"
#include "core/base/path_text.h"

#include <QtCore/QString>
#include <QtCore/QtGlobal>

#include <algorithm>
#include <sstream>

namespace stagescope {

namespace {

std::string variable(const char *name) { return qEnvironmentVariable(name).toStdString(); }

/// A word for a shell, of any kind.
std::string quoted(const std::string &word) {
    std::string text = "'";
    for (const char c : word) {
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return text + "'";
}

std::string sshProgram() {
    const auto own = variable("STAGESCOPE_SSH");
    return own.empty() ? "ssh" : own;
}

std::vector<std::string> ofSsh(const RemoteAddress &address, const std::string &script) {
    std::vector<std::string> words{sshProgram(), "-T"};
    if (!address.port.empty()) {
        words.insert(words.end(), {"-p", address.port});
    }
    // One word for the login shell, which may be any.
    words.insert(words.end(), {"-o", "ServerAliveInterval=15", "--", address.host, "exec sh -c " + quoted(script)});
    return words;
}

Result<std::vector<std::string>> ofSlurm(const RemoteAddress &address, const std::string &via,
                                         const std::string &script) {
    std::istringstream stream(via);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    const auto srun =
        std::find_if(words.begin(), words.end(), [](const auto &word) { return lastPart(word) == "srun"; });
    const bool isBehindSsh = srun - words.begin() >= 2 && lastPart(words.front()) == "ssh";
    if (srun == words.end() || (srun != words.begin() && !isBehindSsh)) {
        return fail(ErrorKind::BadArgument, "neither \"srun [OPTIONS]\" nor \"ssh LOGIN srun [OPTIONS]\"", via);
    }
    if (!address.port.empty() || address.host.find('@') != std::string::npos) {
        return fail(ErrorKind::BadArgument, "srun knows nodes by their names, without users and ports",
                    addressText(address));
    }
    std::vector<std::string> step(srun, words.end());
    step.insert(step.end(), {"--nodes=1", "--ntasks=1", "--unbuffered", "--quiet", "--nodelist=" + address.host, "sh",
                             "-c", script});
    words.erase(srun, words.end());
    if (words.empty()) {
        return step;
    }
    std::string command;
    for (const auto &word : step) {
        command += (command.empty() ? "" : " ") + quoted(word);
    }
    words.front() = sshProgram();
    words.insert(words.begin() + 1, {"-T", "-o", "ServerAliveInterval=15"});
    words.push_back(command);
    return words;
}

}  // namespace

Result<std::vector<std::string>> remoteLine(const RemoteAddress &address, const std::string &script) {
    const auto via = variable("STAGESCOPE_VIA");
    return via.empty() ? ofSsh(address, script) : ofSlurm(address, via, script);
}

std::string serveScript() {
    const auto own = variable("STAGESCOPE_REMOTE_PROGRAM");
    const auto places = own.empty()
                            ? "\"$HOME/" + copiedProgram() +
                                  R"(" stagescope-cli "$HOME/.local/bin/stagescope-cli" "$HOME/bin/stagescope-cli")"
                            : quoted(own);
    return "for p in " + places +
           R"(; do if command -v "$p" >/dev/null 2>&1; then exec "$p" serve; fi; done; exit 127)";
}

std::string wordsOf(std::string_view text) {
    constexpr std::size_t kMostOfWords = 400;
    const auto begin = text.substr(0, kMostOfWords);
    auto words = QString::fromUtf8(begin.data(), qsizetype(begin.size())).toStdString();
    std::replace_if(
        words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return words;
}

}  // namespace stagescope
