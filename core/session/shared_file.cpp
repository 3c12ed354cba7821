#include "core/session/shared_file.h"

#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"

#include <sys/stat.h>

namespace stagescope {

namespace {

constexpr std::chrono::milliseconds kMostWait{2000};

/// A file that is replaced is another one, whatever its time.
std::string stateOf(const std::filesystem::path &path) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0) {
        return {};
    }
    return std::to_string(facts.st_ino) + ' ' + std::to_string(facts.st_size) + ' ' +
           std::to_string(facts.st_mtim.tv_sec) + ' ' + std::to_string(facts.st_mtim.tv_nsec);
}

}  // namespace

Result<FolderLock> SharedFile::lock() const {
    const auto folder = m_path.parent_path();
    const auto made = makeFolders(folder);
    return made ? FolderLock::take(folder, kMostWait) : tl::make_unexpected(made.error());
}

bool SharedFile::hasChanged() const {
    const auto state = stateOf(m_path);
    return !state.empty() && state != m_state;
}

void SharedFile::noteState() { m_state = stateOf(m_path); }

Status SharedFile::replace(std::string_view content) {
    const auto status = writeWholeFile(m_path.string(), content);
    noteState();
    return status;
}

}  // namespace stagescope
