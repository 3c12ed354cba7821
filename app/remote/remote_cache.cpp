#include "app/remote/remote_cache.h"

#include "core/base/io/cache_folder.h"
#include "core/base/io/output_folder.h"

#include <QtCore/QByteArray>
#include <QtCore/QCryptographicHash>

#include <algorithm>
#include <array>
#include <system_error>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr std::array kRoles{RemoteRole::Opened, RemoteRole::Served};
constexpr int kHashDigits = 16;
constexpr std::size_t kMostOfLabel = 64;

fs::path folderOf(RemoteRole role) { return cacheFolder() / (role == RemoteRole::Opened ? "remote" : "served"); }

}  // namespace

fs::path remoteFolder(RemoteRole role, std::string_view label, std::string_view profile) {
    std::string name(label.substr(0, kMostOfLabel));
    std::replace(name.begin(), name.end(), '/', '_');
    const auto hash =
        QCryptographicHash::hash(QByteArray(profile.data(), qsizetype(profile.size())), QCryptographicHash::Sha1);
    return folderOf(role) / (name + '-' + hash.toHex().left(kHashDigits).toStdString());
}

bool makePrivateFolder(const fs::path &folder) {
    const auto made = makeFolders(folder);
    for (const auto role : kRoles) {
        std::error_code absent;
        fs::permissions(folderOf(role), fs::perms::owner_all, absent);
    }
    return made.has_value();
}

std::vector<fs::path> remoteFiles() {
    std::vector<fs::path> files;
    for (const auto role : kRoles) {
        std::error_code error;
        for (fs::recursive_directory_iterator it(folderOf(role), error), end; !error && it != end;
             it.increment(error)) {
            if (std::error_code gone; it->is_regular_file(gone)) {
                files.push_back(it->path());
            }
        }
    }
    return files;
}

std::size_t removeRemoteFiles() {
    const auto files = remoteFiles().size();
    for (const auto role : kRoles) {
        std::error_code error;
        fs::remove_all(folderOf(role), error);
    }
    return files;
}

}  // namespace stagescope
