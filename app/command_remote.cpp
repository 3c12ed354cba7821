#include "app/command_remote.h"

#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/output.h"
#include "app/remote/near_side.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

namespace stagescope {

namespace {

/// The window brings its own.
bool opensProfiles(const Command &command) {
    return std::any_of(command.options.begin(), command.options.end(),
                       [](const OptionSpec &option) { return option.name == "--capture"; });
}

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
    RemoteWish wish{.capture = arguments.value("--capture")};
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

Status bring(std::string &path, const RemoteAddress &address, const RemoteWish &wish) {
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

Status bringRemotePaths(const Command &command, Arguments &arguments) {
    if (!opensProfiles(command)) {
        return {};
    }
    const auto wish = wishOf(command, arguments);
    for (auto *path : openedPaths(command, arguments)) {
        const auto address = addressOf(*path);
        if (!address) {
            continue;
        }
        // Both are about files that are not here.
        for (const auto *option : {"--rank-of", "--from-source"}) {
            if (arguments.has(option)) {
                return fail(ErrorKind::BadArgument,
                            "does not work with " + addressText(*address) + ": run it on that machine", option);
            }
        }
        if (auto status = bring(*path, *address, wish); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace stagescope
