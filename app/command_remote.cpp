#include "app/command_remote.h"

#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/output.h"
#include "app/remote/near_side.h"

#include <algorithm>
#include <filesystem>

namespace stagescope {

namespace {

bool opensProfiles(const Command &command) {
    return command.name == kOpenCommand ||
           std::any_of(command.options.begin(), command.options.end(),
                       [](const OptionSpec &option) { return option.name == "--capture"; });
}

RemoteWish wishOf(const Command &command, const Arguments &arguments) {
    RemoteWish wish{.capture = arguments.value("--capture")};
    if (command.name == "table" && arguments.positional.size() > 1) {
        wish.level = leastLevelFor(arguments.positional.front());
    } else if (command.name == kOpenCommand) {
        wish.level = BundleLevel::Pipeline;
    }
    return wish;
}

Status bring(std::string &path, const RemoteWish &wish) {
    const auto address = remoteAddress(path);
    if (std::error_code error; !address || std::filesystem::exists(path, error)) {
        return {};
    }
    const auto text = addressText(*address);
    showProgress(text);
    const auto progress = [&](std::size_t done, std::size_t all) {
        showProgress(text + ": " + std::to_string(done) + " of " + countText(all, "rank"));
    };
    auto folder = bringRemote(*address, wish, progress);
    showProgress({});
    if (!folder) {
        return tl::make_unexpected(folder.error());
    }
    path = std::move(*folder);
    return {};
}

}  // namespace

Status bringRemotePaths(const Command &command, Arguments &arguments) {
    if (!opensProfiles(command)) {
        return {};
    }
    const auto wish = wishOf(command, arguments);
    std::vector<std::string *> paths;
    for (auto &path : arguments.positional) {
        paths.push_back(&path);
    }
    if (const auto baseline = arguments.options.find("--baseline"); baseline != arguments.options.end()) {
        for (auto &path : baseline->second) {
            paths.push_back(&path);
        }
    }
    for (auto *path : paths) {
        if (auto status = bring(*path, wish); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace stagescope
