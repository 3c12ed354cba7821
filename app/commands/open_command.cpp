#include "app/command_list.h"
#include "app/output.h"
#include "app/user_cache.h"
#include "app/window/main_window.h"

#include <QtCore/QCoreApplication>

namespace stagescope {

namespace {

tl::unexpected<Error> bad(const std::string &option, const std::string &value, const std::string &wanted) {
    return fail(ErrorKind::BadArgument, "'" + value + "' is not " + wanted, option);
}

Status applyLook(const Arguments &arguments, MainWindow &window) {
    if (arguments.has("--theme")) {
        const auto theme = arguments.value("--theme");
        if (theme != "light" && theme != "dark") {
            return bad("--theme", theme, "light or dark");
        }
        window.setTheme(theme == "dark" ? ThemeKind::Dark : ThemeKind::Light);
    }
    if (arguments.has("--lang")) {
        const auto language = languageFromCode(QString::fromStdString(arguments.value("--lang")));
        if (!language) {
            return bad("--lang", arguments.value("--lang"), "en or zh_CN");
        }
        window.setLanguage(*language);
    }
    return {};
}

int runOpen(const Arguments &arguments) {
    MainWindow window;
    if (const auto status = applyLook(arguments, window); !status) {
        return printError(status.error());
    }
    LoadJob::Options loading;
    loading.cache = userCache();
    window.runs()->setLoading(std::move(loading));
    QStringList paths;
    for (const auto &path : arguments.positional) {
        paths << QString::fromStdString(path);
    }
    paths.isEmpty() ? window.restoreSession() : window.openPaths(paths);
    window.show();
    return QCoreApplication::exec();
}

}  // namespace

Command makeOpenCommand() {
    Command command;
    command.name = kOpenCommand;
    command.synopsis = "[PATH [BASELINE]] [options]";
    command.summary = "Opens the window on files or folders; a second one becomes the baseline.";
    command.options = {
        {"--theme", "light|dark", "colours; remembered"},
        {"--lang", "en|zh_CN", "language; remembered"},
    };
    command.maxPositional = 2;
    command.application = ApplicationKind::Window;
    command.run = runOpen;
    return command;
}

}  // namespace stagescope
