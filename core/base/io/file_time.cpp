#include "core/base/io/file_time.h"

#include <atomic>
#include <cerrno>

namespace stagescope {

namespace {
std::atomic<const InnerFiles *> ofArchives{nullptr};
}

void setInnerFiles(const InnerFiles *files) { ofArchives = files; }

const InnerFiles *innerFiles() { return ofArchives; }

int statFile(const std::string &path, struct stat &facts) {
    if (::stat(path.c_str(), &facts) == 0) {
        return 0;
    }
    const auto *inner = errno == ENOTDIR ? innerFiles() : nullptr;
    return inner == nullptr ? -1 : inner->stat(path, facts);
}

std::uint64_t sizeOfFile(const std::string &path) {
    struct stat facts {};
    return statFile(path, facts) == 0 && S_ISREG(facts.st_mode) ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

}  // namespace stagescope
