#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/output.h"
#include "app/user_cache.h"
#include "app/window/main_window.h"
#include "app/window/show_listener.h"
#include "core/session/remote_address.h"

#include <QtCore/QCoreApplication>

#include <filesystem>
#include <optional>

namespace stagescope {

namespace {

std::optional<Language> languageOf(const Arguments &arguments) {
    return languageFromCode(QString::fromStdString(arguments.value("--lang")));
}

Status acceptsOpen(const Arguments &arguments) {
    const auto theme = arguments.value("--theme");
    if (arguments.has("--theme") && theme != "light" && theme != "dark") {
        return badChoice("--theme", theme, {"light", "dark"});
    }
    if (arguments.has("--lang") && !languageOf(arguments)) {
        return badChoice("--lang", arguments.value("--lang"), {"en", "zh_CN"});
    }
    if (arguments.has("--select") && (arguments.positional.empty() || !itemFromText(arguments.value("--select")))) {
        return badValue("--select", arguments.value("--select"),
                        "an item such as slice:0/1/4/17 or rank:0/2 of a PATH");
    }
    for (const auto &path : arguments.positional) {
        std::error_code error;
        if (!std::filesystem::exists(path, error) && !remoteAddress(path)) {
            const auto nearest = nearestCommands(path);
            return fail(ErrorKind::NotFound,
                        "not a command, file or folder" + nearest + (nearest.empty() ? "." : "") + " See '" +
                            programName() + " --help'.",
                        path);
        }
    }
    return {};
}

void applyLook(const Arguments &arguments, MainWindow &window) {
    if (arguments.has("--theme")) {
        window.setTheme(arguments.value("--theme") == "dark" ? ThemeKind::Dark : ThemeKind::Light);
    }
    if (arguments.has("--lang")) {
        window.setLanguage(*languageOf(arguments));
    }
}

int runOpen(const Arguments &arguments) {
    MainWindow window;
    applyLook(arguments, window);
    LoadJob::Options loading;
    loading.cache = userCache();
    window.setLoading(loading);
    QStringList paths;
    for (const auto &path : arguments.positional) {
        paths << QString::fromStdString(path);
    }
    paths.isEmpty() ? window.restoreSession() : window.openPaths(paths);
    if (arguments.has("--select")) {
        window.shower()->showWhenThere(*itemFromText(arguments.value("--select")));
    }
    window.tellOfCrash();
    window.show();
    return QCoreApplication::exec();
}

}  // namespace

Command makeOpenCommand() {
    Command command;
    command.name = kOpenCommand;
    command.section = CommandSection::Look;
    command.synopsis = "[PATH [BASELINE]]";
    command.summary = "Open files or folders in the window; a second path is the baseline";
    command.options = {
        {"--theme", "light|dark", "color theme (saved)"},
        {"--lang", "en|zh_CN", "language (saved)"},
        {"--select", "ITEM", "item to show as soon as it is loaded, e.g. slice:0/1/4/17 or rank:0/2"},
        stepPatternOption(),
    };
    command.maxPositional = 2;
    command.application = ApplicationKind::Window;
    command.accepts = acceptsOpen;
    command.run = runOpen;
    return command;
}

}  // namespace stagescope
