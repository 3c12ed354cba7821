#include "app/program.h"

#include "app/command_identity.h"
#include "app/command_memory.h"
#include "app/command_redaction.h"
#include "app/command_remote.h"
#include "app/command_rules.h"
#include "app/command_sources.h"
#include "app/crash_report.h"
#include "app/manual/manual_pages.h"
#include "app/output.h"
#include "app/platform_messages.h"
#include "app/process_guard.h"
#include "core/base/io/private_folder.h"
#include "core/session/discovery/capture_order.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFile>
#include <QtCore/QLocale>

#include <algorithm>
#include <clocale>
#include <new>
#include <string>
#include <system_error>
#include <utility>

namespace stagescope {

namespace {

int badArgument(const std::string &line) { return printError(Error{ErrorKind::BadArgument, line, programName()}); }

/// The error, and how the command is called where there is one way.
int badUsage(const Command &command, const std::string &line) {
    const auto usage = usageLine(command);
    const bool isOneForm = usage.find('\n') == std::string::npos;
    return badArgument(line + "; see '" + programName() + " " + command.name + " --help'" +
                       (isOneForm ? "; " + usage : ""));
}

std::string manualIndex() {
    std::string text = "Pages of the manual\n";
    for (const auto &page : manualPages()) {
        text += "  " + page.id + std::string(18 - std::min<std::size_t>(17, page.id.size()), ' ') + page.title + "\n";
    }
    return text;
}

/// The options of a command, a page of the manual, or where a word occurs.
std::string helpOn(const std::string &topic) {
    if (const auto *command = commandByName(topic)) {
        return helpText(*command, terminalWidth());
    }
    if (const auto page = manualPage(topic)) {
        return textOfMarkdown(*page, terminalWidth());
    }
    std::string text;
    for (const auto &hit : manualHits(topic)) {
        text += "  " + hit.page + ": " + hit.heading + "\n";
    }
    return text.empty()
               ? "'" + topic + "' is neither a command nor a page nor in the manual.\n" + manualIndex()
               : "'" + topic + "' occurs in these pages of the manual ('" + programName() + " help PAGE'):\n" + text;
}

Error noMemory(const std::string &subject) { return {ErrorKind::Limit, "there is not enough memory", subject}; }

Error noThreads(const std::string &subject) {
    return {ErrorKind::Limit, "the system cannot start another thread: memory or processes are limited", subject};
}

/// Qt takes the locale over from the environment. In that of a German snprintf writes 1,5, in that of a Turk tolower
/// leaves an I as it is: what is written shall not depend on who asks. Language and input methods ask the environment.
void forgetLocale() {
    if (std::setlocale(LC_ALL, "C.UTF-8") == nullptr) {  // older systems have none
        std::setlocale(LC_ALL, "C");
    }
    QLocale::setDefault(QLocale::c());
}

/// What `work` returns; 2 where there is not enough of the machine for it.
template <class Work>
int withinTheMachine(const std::string &subject, const Work &work) {
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return printError(noMemory(subject));
    } catch (const std::system_error &error) {
        if (error.code() != std::errc::resource_unavailable_try_again) {
            throw;
        }
        return printError(noThreads(subject));
    }
}

void nameApplication() {
    QCoreApplication::setApplicationName(QStringLiteral("stagescope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(STAGESCOPE_VERSION));
}

/// Profiles on other machines; 0 where all are here now.
int bring(const Command &command, Arguments &arguments, const std::string &subject) {
    return withinTheMachine(subject, [&] {
        const auto brought = bringRemotePaths(command, arguments);
        return brought ? 0 : printError(brought.error());
    });
}

/// What arguments set for all that is done.
Status applyArguments(const Command &command, const Arguments &arguments, const std::string &subject) {
    auto status = command.application == ApplicationKind::Window ? Status{} : applyMemory(arguments);
    setWantedCapture(arguments.value("--capture"));
    status = status ? applyStepPattern(command, arguments) : status;
    status = status ? applyRanksByHand(arguments, subject) : status;
    status = status ? applyOwnRules(command, arguments) : status;
    return status ? applySources(arguments) : status;
}

}  // namespace

int runProgram(std::vector<Command> commands, MakeApplication makeApplication, int argc, char **argv) {
    useCommands(std::move(commands));
    std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    const auto first = words.empty() ? std::string{} : words.front();
    if (first == "help" && words.size() > 1) {
        return writeOut(helpOn(words[1])) ? 0 : 2;
    }
    if (first == "--help" || first == "-h" || first == "help") {
        return writeOut(programHelp()) ? 0 : 2;
    }
    if (first == "--version") {
        return writeOut(programName() + " " STAGESCOPE_VERSION "\n") ? 0 : 2;
    }
    const auto *command = commandByName(first);
    if (command != nullptr) {
        words.erase(words.begin());
    } else if (command = commandByName(kOpenCommand); command == nullptr && words.empty()) {
        return writeOut(programHelp()) ? 0 : 2;
    } else if (command == nullptr) {
        const auto nearest = nearestCommands(first);
        return badArgument("'" + first + "' is not a command" + nearest + (nearest.empty() ? "." : "") + " See '" +
                           programName() + " --help'.");
    }
    for (const auto &word : words) {
        if (word == "--help" || word == "-h") {
            return writeOut(helpText(*command, terminalWidth())) ? 0 : 2;
        }
    }
    auto arguments = parseArguments(*command, words);
    if (!arguments) {
        return badUsage(*command, arguments.error().detail);
    }
    const bool isWindow = command->application == ApplicationKind::Window;
    const auto subjects = arguments->positional;
    const auto subject = subjects.empty() ? "stagescope " + command->name : subjects.back();
    reportCrashes(command->name, errorLine(noMemory(subject)) + "\n", errorLine(noThreads(subject)) + "\n");
    if (!isWindow) {
        guardProcess(subject);
    }
    const auto redactor = redactorFor(*arguments);  // of what is told before the command has one of its own
    if (const int code = bring(*command, *arguments, subject); code != 0) {
        return code;
    }
    if (const auto accepted = command->accepts == nullptr ? Status{} : command->accepts(*arguments); !accepted) {
        return printError(accepted.error());
    }
    nameApplication();
    if (!isWindow) {
        hidePlatformMessages();
    }
    const auto application = makeApplication(command->application, argc, argv);
    forgetLocale();
    if (const auto status = applyArguments(*command, *arguments, subject); !status) {
        return badUsage(*command, errorLine(status.error()));
    }
    if (command->name != "cache") {  // which lists them
        PrivateFolder::removeAbandoned();
    }
    return withinTheMachine(subject, [&] { return command->run(*arguments); });
}

QString programPath() {
    const auto launcher = qgetenv("STAGESCOPE_LAUNCHER");
    return launcher.isEmpty() ? QCoreApplication::applicationFilePath() : QFile::decodeName(launcher);
}

}  // namespace stagescope
