#include "app/command_remote.h"

#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/output.h"
#include "app/remote/near_side.h"
#include "core/base/path_text.h"

#include <QtCore/QByteArray>
#include <QtCore/QtGlobal>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 12> kOpeners{"sql",    "check",  "table", "shot",  "report", "gate",
                                                    "bundle", "digest", "runs",  "trace", "mcp",    "snapshot"};
constexpr std::array<std::string_view, 3> kOfFiles{"pp-chart", "slim", "watch"};

/// The lowest of which the table lacks neither rows nor columns.
BundleLevel levelOfWholeTable(std::string_view table) {
    auto level = leastLevelFor(table);
    const auto lacks = [&](const TableColumn &column) { return column.table == table; };
    while (level != BundleLevel::Full && std::any_of(columnsBeyond(level).begin(), columnsBeyond(level).end(), lacks)) {
        level = static_cast<BundleLevel>(static_cast<int>(level) + 1);
    }
    return level;
}

RemoteWish wishOf(const Command &command, const Arguments &arguments) {
    RemoteWish wish{.capture = arguments.value("--capture"),
                    .mayCopy = [mayCopy = arguments.has("--copy-program")] { return mayCopy; }};
    if (command.name == "table" && arguments.positional.size() > 1) {
        wish.level = levelOfWholeTable(arguments.positional.front());
    }
    return wish;
}

/// An address, and no file of that name here.
std::optional<RemoteAddress> addressOf(const std::string &path) {
    std::error_code error;
    return std::filesystem::exists(path, error) ? std::nullopt : remoteAddress(path);
}

/// `isOneFile`: the command wants the file, not a folder with it.
Status bring(std::string &path, const RemoteAddress &address, const RemoteWish &wish, bool isOneFile) {
    const auto text = addressText(address);
    showProgress(text);
    const auto progress = [&](std::size_t done, std::size_t all) {
        showProgress(text + (all == 0 ? std::string() : ": " + std::to_string(done) + " of " + countText(all, "rank")));
    };
    auto folder = bringRemote(address, wish, progress);
    showProgress({});
    if (!folder) {
        return tl::make_unexpected(folder.error());
    }
    path = std::move(*folder);
    // What has no ranks came as its files: of one file, that one.
    std::error_code error;
    const auto file = path + '/' + std::string(lastPart(address.path));
    path = std::filesystem::is_regular_file(file, error) && isOneFile ? file : path;
    return {};
}

/// What a command opens, where it may be elsewhere.
std::vector<std::string *> openedPaths(const Command &command, Arguments &arguments) {
    std::vector<std::string *> paths;
    const bool namesTable = command.name == "table";
    for (std::size_t i = namesTable ? 1 : 0; i < arguments.positional.size(); ++i) {
        paths.push_back(&arguments.positional[i]);
    }
    for (const auto *option : {"--baseline", "--with"}) {
        if (const auto given = arguments.options.find(option); given != arguments.options.end()) {
            for (auto &path : given->second) {
                paths.push_back(&path);
            }
        }
    }
    return paths;
}

}  // namespace

OptionSpec viaOption() {
    return {"--via", "COMMAND",
            "reach HOST:PATH by \"srun [OPTIONS]\", or by \"ssh LOGIN srun [OPTIONS]\", in place of ssh (default: "
            "STAGESCOPE_VIA)",
            false, true};
}

void applyVia(const Arguments &arguments) {
    if (arguments.has("--via")) {
        qputenv("STAGESCOPE_VIA", QByteArray::fromStdString(arguments.value("--via")));
    }
}

OptionSpec copyOption() {
    return {
        "--copy-program", "",
        "copy stagescope-cli of the portable archive to HOST if it is missing there, into ~/.local/share/stagescope",
        false, true};
}

bool opensAddresses(const Command &command) {
    return std::find(kOpeners.begin(), kOpeners.end(), command.name) != kOpeners.end();
}

Status bringRemotePaths(const Command &command, Arguments &arguments) {
    applyVia(arguments);
    const bool needsFiles = std::find(kOfFiles.begin(), kOfFiles.end(), command.name) != kOfFiles.end();
    if (!opensAddresses(command) && !needsFiles) {
        return {};
    }
    const auto wish = wishOf(command, arguments);
    for (auto *path : openedPaths(command, arguments)) {
        const auto address = addressOf(*path);
        if (!address) {
            continue;
        }
        if (needsFiles) {
            return fail(ErrorKind::BadArgument, command.name + " needs the files themselves: run it on that machine",
                        addressText(*address));
        }
        // Both are about files that are not here.
        for (const auto *option : {"--rank-of", "--from-source"}) {
            if (arguments.has(option)) {
                return fail(ErrorKind::BadArgument,
                            "does not work with " + addressText(*address) + ": run it on that machine", option);
            }
        }
        if (auto status = bring(*path, *address, wish, command.name == "snapshot"); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace stagescope
