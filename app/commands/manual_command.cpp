#include "app/command_list.h"
#include "app/output.h"

#include <QtCore/QFile>

#include <algorithm>

namespace stagescope {

namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
    return text;
}

/// Text of a manual page: no backslash, dash or leading dot is taken for more than it is.
std::string roff(std::string text) {
    text = replaced(replaced(std::move(text), "\\", "\\e"), "-", "\\-");
    return text.starts_with('.') || text.starts_with('\'') ? "\\&" + text : text;
}

std::string roffOf(const OptionSpec &option) {
    const auto value = option.value.empty() ? std::string() : " \\fI" + roff(option.value) + "\\fR";
    return ".TP\n\\fB" + roff(option.name) + "\\fR" + value + "\n" + roff(option.meaning) + "\n";
}

/// Lines as they stand.
std::string roffOfLines(const std::string &lines) {
    std::string text = ".PP\n.nf\n";
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) {
        text += roff(lines.substr(at, lines.find('\n', at) - at)) + "\n";
    }
    return text + ".fi\n";
}

std::string roffOfCommands() {
    std::string text = ".SH COMMANDS\n";
    for (const auto &command : commandList()) {
        text += ".SS \"" + roff(programName()) + " " + roff(command.name) + "\"\n" + roff(command.summary) + ".\n" +
                (command.details.empty() ? "" : roff(command.details) + "\n") + roffOfLines(usageLine(command) + "\n");
        for (const auto &option : command.options) {
            text += roffOf(option);
        }
        text += command.more == nullptr ? "" : roffOfLines(command.more());
    }
    return text;
}

/// The prose of the manual page, a resource of the program, with the commands where its comment wants them.
Result<std::string> manualPage() {
    QFile prose(QStringLiteral(":/manual/stagescope.1"));
    if (!prose.open(QIODevice::ReadOnly)) {
        return fail(ErrorKind::NotFound, "the program was built without its manual page", "stagescope manual");
    }
    auto text = replaced(prose.readAll().toStdString(), ".\\\" COMMANDS\n", roffOfCommands());
    constexpr std::string_view kWindow = ".\\\" WINDOW\n";
    for (auto at = text.find(kWindow); commandByName(kOpenCommand) == nullptr && at != std::string::npos;
         at = text.find(kWindow)) {
        const auto end = text.find(kWindow, at + 1);
        text.erase(at, std::min(text.size(), end) - at + kWindow.size());
    }
    return replaced(std::move(text), "@PROGRAM@", roff(programName()));
}

/// A text in single quotes of a shell.
std::string quoted(const std::string &text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

std::string joined(const std::vector<std::string> &words) {
    std::string text;
    for (const auto &word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::vector<std::string> choicesOf(const Command &command) {
    return command.choices == nullptr ? std::vector<std::string>{} : command.choices();
}

/// "csv|json" is a choice of words; "R,R" and "FILE" say what kind of value is meant.
std::string choicesOf(const OptionSpec &option) {
    return option.value.find('|') == std::string::npos ? std::string() : replaced(option.value, "|", " ");
}

std::vector<std::string> commandNames() {
    std::vector<std::string> names;
    for (const auto &command : commandList()) {
        names.push_back(command.name);
    }
    return names;
}

std::string bashCase(const Command &command) {
    std::vector<std::string> options{"--help"};
    std::string values;
    for (const auto &option : command.options) {
        options.push_back(option.name);
        const auto choices = choicesOf(option);
        values +=
            choices.empty() ? std::string() : "                " + option.name + ") words=" + quoted(choices) + " ;;\n";
    }
    return "        " + command.name + ")\n            options=" + quoted(joined(options)) +
           "\n            subjects=" + quoted(joined(choicesOf(command))) +
           (values.empty() ? std::string() : "\n            case $before in\n" + values + "            esac") +
           "\n            ;;\n";
}

std::string bashCompletion() {
    std::string text = "# bash completion, written by `" + programName() + " manual bash`\n_" + programName() +
                       "() {\n"
                       "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                       "    local command=${COMP_WORDS[1]} options='' subjects='' words='' file\n"
                       "    [[ \" " +
                       joined(commandNames()) +
                       " \" == *\" $command \"* && COMP_CWORD -gt 1 ]] || command=" + std::string(kOpenCommand) +
                       "\n    case $command in\n";
    for (const auto &command : commandList()) {
        text += bashCase(command);
    }
    return text +
           "    esac\n"
           "    [[ COMP_CWORD -ne 1 ]] || subjects=" +
           quoted(joined(commandNames())) +
           "\n"
           "    [[ COMP_CWORD -le 2 ]] || subjects=''\n"
           "    if [[ -z $words ]]; then\n"
           "        [[ $word == -* ]] && words=$options || words=$subjects\n"
           "    fi\n"
           "    COMPREPLY=()\n"
           "    while IFS= read -r file; do COMPREPLY+=(\"$file\"); done < <(compgen -W \"$words\" -- \"$word\")\n"
           "    if [[ ${#COMPREPLY[@]} -eq 0 && $word != -* ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        while IFS= read -r file; do COMPREPLY+=(\"$file\"); done < <(compgen -f -- \"$word\")\n"
           "    fi\n"
           "}\n"
           "complete -F _" +
           programName() + " " + programName() + "\n";
}

/// Of a text within a specification of zsh's _arguments.
std::string zshText(std::string text) {
    for (const std::string_view special : {"[", "]", ":"}) {
        text = replaced(std::move(text), special, "\\" + std::string(special));
    }
    return text;
}

std::string zshArguments(const Command &command) {
    std::string text;
    for (const auto &option : command.options) {
        const auto choices = choicesOf(option);
        const auto value = option.value.empty()
                               ? std::string()
                               : ":" + zshText(option.value) + ":" + (choices.empty() ? "_files" : "(" + choices + ")");
        text +=
            " " + quoted((option.repeatable ? "*" : "") + option.name + "[" + zshText(option.meaning) + "]" + value);
    }
    const auto subjects = joined(choicesOf(command));
    return text + (subjects.empty() ? std::string() : " " + quoted("1:subject:(" + subjects + ")")) +
           " '*:file:_files'";
}

std::string zshCompletion() {
    std::string text = "#compdef " + programName() + "\n# zsh completion, written by `" + programName() +
                       " manual zsh`\n_" + programName() +
                       "() {\n"
                       "    local -a commands\n"
                       "    commands=(\n";
    std::string cases;
    for (const auto &command : commandList()) {
        text += "        " + quoted(command.name + ":" + replaced(command.summary, ":", "\\:")) + "\n";
        cases +=
            "        " + command.name + ") shift words; (( CURRENT-- )); _arguments" + zshArguments(command) + " ;;\n";
    }
    return text +
           "    )\n"
           "    if (( CURRENT == 2 )); then\n"
           "        _describe command commands\n"
           "        _files\n"
           "        return\n"
           "    fi\n"
           "    case $words[2] in\n" +
           cases +
           "        *) _files ;;\n"
           "    esac\n"
           "}\n"
           "_" +
           programName() + " \"$@\"\n";
}

std::vector<std::string> kinds() { return {"man", "bash", "zsh"}; }

int runManual(const Arguments &arguments) {
    const auto &kind = arguments.positional.front();
    const auto all = kinds();
    if (std::find(all.begin(), all.end(), kind) == all.end()) {
        return printError(badChoice("stagescope manual", kind, {"man", "bash", "zsh"}).value());
    }
    const auto text =
        kind == "man" ? manualPage() : Result<std::string>(kind == "bash" ? bashCompletion() : zshCompletion());
    return !text ? printError(text.error()) : writeOut(*text) ? 0 : 2;
}

}  // namespace

Command makeManualCommand() {
    return {.name = "manual",
            .section = CommandSection::Other,
            .synopsis = "man|bash|zsh",
            .summary = "Print the manual page or shell completions",
            .details = "Enable completions: source <(" + programName() + " manual bash)",
            .minPositional = 1,
            .maxPositional = 1,
            .choices = &kinds,
            .run = &runManual};
}

}  // namespace stagescope
