#include "core/session/discovery/folder_reader.h"

#include "core/base/natural_order.h"
#include "core/base/path_text.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/known_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

enum class EntryType { File, RealFolder, LinkedFolder, Other };

EntryType typeOf(int folder, const dirent &entry) {
    if (entry.d_type == DT_REG) {
        return EntryType::File;
    }
    if (entry.d_type == DT_DIR) {
        return EntryType::RealFolder;
    }
    if (entry.d_type != DT_LNK && entry.d_type != DT_UNKNOWN) {
        return EntryType::Other;
    }
    struct stat facts {};
    struct stat itself {};
    if (::fstatat(folder, entry.d_name, &facts, 0) != 0 ||
        ::fstatat(folder, entry.d_name, &itself, AT_SYMLINK_NOFOLLOW) != 0) {
        return EntryType::Other;
    }
    if (S_ISDIR(facts.st_mode)) {
        return S_ISLNK(itself.st_mode) ? EntryType::LinkedFolder : EntryType::RealFolder;
    }
    return S_ISREG(facts.st_mode) ? EntryType::File : EntryType::Other;
}

}  // namespace

bool Folder::hasFolder(std::string_view name) const {
    return std::find(folders.begin(), folders.end(), name) != folders.end();
}

bool FolderReader::mayFollow(const std::string &link) const {
    std::error_code error;
    const auto target = fs::canonical(link, error);
    const auto root = error ? fs::path() : fs::canonical(openedFolder(m_root), error);
    if (!error && std::mismatch(root.begin(), root.end(), target.begin(), target.end()).first == root.end()) {
        return true;
    }
    m_log.add(Severity::Info, m_root, "discovery.leads_out", link, "leads out of the opened folder: not followed");
    return false;
}

bool FolderReader::isLeftOut(int depth, std::string_view name) const {
    return depth == 0 && isPattern(m_root) && !isChosenBy(lastPart(m_root), name);
}

bool FolderReader::enter(const std::string &path, int depth, Identity identity) {
    m_chain.resize(std::min(m_chain.size(), static_cast<std::size_t>(depth)));
    if (std::find(m_chain.begin(), m_chain.end(), identity) != m_chain.end()) {
        m_log.add(Severity::Info, m_root, "discovery.link_cycle", path, "leads back to a folder above it");
        return false;
    }
    if (!m_seen.insert(identity).second) {
        m_log.add(Severity::Info, m_root, "discovery.seen_twice", path, "was reached by another name before");
        return false;
    }
    m_chain.push_back(identity);
    return true;
}

std::optional<Folder> FolderReader::read(const std::string &path, int depth, int maxDepth) {
    if (stopped() || m_entries >= kMaxEntries) {
        return std::nullopt;
    }
    if (depth > maxDepth) {
        m_log.add(Severity::Error, m_root, "discovery.too_deep", path, "more than 8 levels below the opened folder");
        return std::nullopt;
    }
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    const std::unique_ptr<DIR, int (*)(DIR *)> dir(fd < 0 ? nullptr : ::fdopendir(fd), &::closedir);
    struct stat facts {};
    if (!dir || ::fstat(fd, &facts) != 0) {
        m_log.add(Severity::DataLoss, m_root, "discovery.unreadable", path, std::strerror(errno));
        return std::nullopt;
    }
    if (!enter(path, depth, {facts.st_dev, facts.st_ino})) {
        return std::nullopt;
    }
    Folder result{path, {}, {}};
    std::vector<std::string> linked;
    while (const auto *entry = ::readdir(dir.get())) {
        const std::string_view name = entry->d_name;
        if (name == "." || name == ".." || isLeftOut(depth, name)) {
            continue;
        }
        if (++m_entries >= kMaxEntries || stopped()) {
            m_log.add(Severity::DataLoss, m_root, "discovery.too_many_files", path, "the rest was skipped");
            break;
        }
        switch (typeOf(fd, *entry)) {
            case EntryType::File:
                result.files.emplace_back(name);
                break;
            case EntryType::RealFolder:
                result.folders.emplace_back(name);
                if (knownFile(name).kind != FileKind::Unknown) {
                    m_log.add(Severity::Info, m_root, "discovery.folder_as_file", path + '/' + std::string(name),
                              "is a folder with the name of a file");
                }
                break;
            case EntryType::LinkedFolder:
                if (mayFollow(path + '/' + std::string(name))) {
                    linked.emplace_back(name);
                }
                break;
            case EntryType::Other:
                if (knownFile(name).kind != FileKind::Unknown) {
                    m_log.add(Severity::DataLoss, m_root, "discovery.unreadable", path + '/' + std::string(name),
                              "not a regular file");
                }
                break;
        }
    }
    std::sort(result.files.begin(), result.files.end(), naturalLess);
    std::sort(result.folders.begin(), result.folders.end(), naturalLess);
    std::sort(linked.begin(), linked.end(), naturalLess);
    result.folders.insert(result.folders.end(), linked.begin(), linked.end());
    return result;
}

}  // namespace stagescope
