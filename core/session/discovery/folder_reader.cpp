#include "core/session/discovery/folder_reader.h"

#include "core/base/archive/archive_place.h"
#include "core/base/io/file_time.h"
#include "core/base/natural_order.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/file_head.h"
#include "core/session/discovery/file_signatures.h"
#include "core/session/discovery/known_files.h"
#include "core/session/run_pattern.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

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

Folder sorted(Folder folder) {
    std::sort(folder.files.begin(), folder.files.end(), naturalLess);
    std::sort(folder.folders.begin(), folder.folders.end(), naturalLess);
    return folder;
}

}  // namespace

bool Folder::hasFolder(std::string_view name) const {
    return std::find(folders.begin(), folders.end(), name) != folders.end();
}

FolderReader::FolderReader(std::string root, ImportLog &log, const std::stop_token &stop)
    : m_root(std::move(root)), m_opened(openedFolder(m_root)), m_pattern(patternIn(m_root)), m_log(log), m_stop(stop) {}

bool FolderReader::mayFollow(const std::string &link) const {
    std::error_code error;
    const auto target = fs::canonical(link, error);
    const auto root = error ? fs::path() : fs::canonical(m_opened, error);
    if (!error && std::mismatch(root.begin(), root.end(), target.begin(), target.end()).first == root.end()) {
        return true;
    }
    m_log.add(Severity::Info, m_root, "discovery.leads_out", link, "leads out of the opened folder: not followed");
    return false;
}

bool FolderReader::isLeftOut(const std::string &folder, std::string_view name) const {
    if (m_pattern.empty()) {
        return false;
    }
    const auto below = folder.size() > m_opened.size() ? folder.substr(m_opened.size() + 1) + '/' : std::string();
    return !isChosenBy(m_pattern, below + std::string(name));
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

bool FolderReader::isArchiveFolder(const std::string &path) const {
    constexpr auto kUnpacked =
        std::to_array<std::string_view>({".zip", ".tgz", ".tar.gz", ".tar.zst", ".tar.xz", ".tar.bz2"});
    constexpr std::uint64_t kMostUnpacked = std::uint64_t{256} << 20;
    const auto name = lowerCase(lastPart(path));
    const auto endsIn = [&](std::string_view ending) { return name.ends_with(ending); };
    const bool isUnpacked = std::ranges::any_of(kUnpacked, endsIn) && sizeOfFile(path) <= kMostUnpacked;
    return (isUnpacked || endsIn(".tar")) && isOpenedAsFolder(path);
}

void FolderReader::tell(const FileArchive &archive) const {
    const auto &skipped = archive.skipped();
    const auto add = [&](Severity severity, const char *code, std::uint64_t count, const std::string &detail) {
        if (count > 0) {
            m_log.add(severity, m_root, code, archive.path(), detail, count);
        }
    };
    add(Severity::DataLoss, "discovery.archive_unsafe", skipped.unsafe, skipped.first);
    add(Severity::DataLoss, "discovery.archive_encrypted", skipped.encrypted, skipped.first);
    add(Severity::Info, "discovery.archive_links", skipped.links, {});
    if (const auto &sound = archive.soundness(); !sound) {
        m_log.add(Severity::DataLoss, m_root, "discovery.archive_broken", archive.path(), sound.error().detail);
    }
}

std::optional<Folder> FolderReader::readArchive(const std::string &path, int depth) {
    const auto place = archivePlace(path, m_stop);
    struct stat facts {};
    if (!place || !place->isFolder() || (!place->inside.empty() && statFile(path, facts) != 0)) {
        const auto detail = place ? std::string("not a folder") : place.error().detail;
        m_log.add(Severity::DataLoss, m_root, "discovery.archive_broken", path, detail);
        return std::nullopt;
    }
    if (place->inside.empty()) {
        std::ignore = ::stat(path.c_str(), &facts);
        tell(*place->archive);
    }
    if (!enter(path, depth, {facts.st_dev, facts.st_ino})) {
        return std::nullopt;
    }
    Folder result{path, {}, {}};
    place->archive->list(place->inside, result.files, result.folders);
    for (auto *names : {&result.files, &result.folders}) {
        std::erase_if(*names, [&](const std::string &name) { return isLeftOut(path, name); });
    }
    m_entries += result.files.size() + result.folders.size();
    return sorted(std::move(result));
}

bool isOpenedAsFolder(const std::string &path) {
    constexpr std::size_t kHead = std::size_t{64} << 10;
    const auto head = readHead(path, kHead);
    const auto unread = head ? unreadFile(path, *head) : std::nullopt;
    return head && FileArchive::isArchive(path, *head) && (!unread || unread->signature->code == kArchiveSignature);
}

std::optional<Folder> FolderReader::read(const std::string &path, int depth, int maxDepth) {
    if (stopped() || m_entries >= kMaxEntries) {
        return std::nullopt;
    }
    if (depth > maxDepth) {
        m_log.add(Severity::Error, m_root, "discovery.too_deep", path, "more than 8 levels below the opened folder");
        return {};
    }
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && errno == ENOTDIR) {
        return readArchive(path, depth);
    }
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
        if (name == "." || name == ".." || isLeftOut(path, name)) {
            continue;
        }
        if (++m_entries >= kMaxEntries || stopped()) {
            m_log.add(Severity::DataLoss, m_root, "discovery.too_many_files", path, "the rest was skipped");
            break;
        }
        switch (typeOf(fd, *entry)) {
            case EntryType::File:
                (isArchiveFolder(path + '/' + std::string(name)) ? result.folders : result.files).emplace_back(name);
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
        }
    }
    result = sorted(std::move(result));
    std::sort(linked.begin(), linked.end(), naturalLess);
    result.folders.insert(result.folders.end(), linked.begin(), linked.end());
    return result;
}

}  // namespace stagescope
