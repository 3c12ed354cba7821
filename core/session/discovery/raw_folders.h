#pragma once

#include "core/base/import_log.h"
#include "core/session/workspace.h"

#include <string>
#include <vector>

namespace stagescope {

/// A folder in which a profiler left what it recorded, without anything that was made of it.
struct RawFolder {
    std::string path;
    std::string command;            ///< that analyses it
    bool isOfFramework = false;     ///< false: of msprof, which a framework may have started
    std::vector<int> devices = {};  ///< whose data lie in it
};

[[nodiscard]] RawFolder rawOfFramework(const std::string &path);
[[nodiscard]] RawFolder rawOfMsprof(const std::string &path, std::vector<int> devices);

/// Tells them once all captures of the run are known: discovery.raw_prof, an error whose detail is the command, and
/// discovery.raw_analysed, a note, where the framework's own profile of the device lies beside and was analysed.
/// O(folders x captures). Any thread.
void logRawFolders(const std::vector<RawFolder> &folders, const Run &run, ImportLog &log);

}  // namespace stagescope
