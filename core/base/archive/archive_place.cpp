#include "core/base/archive/archive_place.h"

#include "core/base/archive/member_source.h"
#include "core/base/io/byte_source.h"
#include "core/base/io/file_time.h"
#include "core/base/path_text.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace stagescope {

namespace {

/// A run, its baseline, and archives of single ranks that lie beside one another.
constexpr std::size_t kMostOpen = 1024;
/// One that nobody asked for anything so long gives its memory to the next.
constexpr std::chrono::minutes kIdle{2};

class OpenArchives {
public:
    /// Null: no archive lies there.
    Result<std::shared_ptr<const FileArchive>> at(const std::string &path, const struct stat &facts,
                                                  const std::stop_token &stop) {
        const auto slot = slotOf(path);
        if (slot == nullptr) {
            return std::shared_ptr<const FileArchive>();
        }
        const std::scoped_lock lock(slot->opening);
        const auto &open = slot->archive;
        const auto size = static_cast<std::uint64_t>(facts.st_size);
        if (open == nullptr || open->fileSize() != size || open->mtimeNs() != changeTimeNs(facts)) {
            slot->archive.reset();
            auto opened = FileArchive::open(path, stop);
            if (!opened) {
                return opened;
            }
            slot->archive = std::move(*opened);
        }
        slot->used = Clock::now();
        return slot->archive;
    }

    void dropIdle() {
        const std::scoped_lock lock(m_mutex);
        drop();
    }

private:
    using Clock = std::chrono::steady_clock;
    /// Opening takes long: it holds up those alone who ask for the same one.
    struct Slot {
        std::mutex opening;
        std::shared_ptr<const FileArchive> archive;  ///< null: not open yet
        std::atomic<Clock::time_point> used{Clock::now()};
    };

    /// Null: no archive lies there.
    std::shared_ptr<Slot> slotOf(const std::string &path) {
        if (auto slot = known(path); slot != nullptr) {
            return slot;
        }
        if (!isArchiveFile(path)) {
            return nullptr;
        }
        const std::scoped_lock lock(m_mutex);
        drop();
        auto &slot = m_slots[path];
        slot = slot == nullptr ? std::make_shared<Slot>() : slot;
        return slot;
    }
    std::shared_ptr<Slot> known(const std::string &path) {
        const std::scoped_lock lock(m_mutex);
        const auto it = m_slots.find(path);
        return it != m_slots.end() ? it->second : nullptr;
    }
    /// With the lock. Not those that somebody is opening.
    void drop() {
        const bool isFull = m_slots.size() >= kMostOpen;
        const auto now = Clock::now();
        std::erase_if(m_slots, [&](const auto &each) {
            const auto &slot = each.second;
            return slot.use_count() == 1 && (isFull || now - slot->used.load() > kIdle);
        });
    }

    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Slot>> m_slots;  ///< by path
};

OpenArchives &openArchives() {
    static OpenArchives archives;
    return archives;
}

/// The first part of a path that is a file; empty where none is.
std::string fileAbove(const std::string &path, struct stat &facts) {
    for (auto above = path; above.size() > 1; above = parentPath(above)) {
        if (::stat(above.c_str(), &facts) == 0) {
            return S_ISREG(facts.st_mode) ? above : std::string();
        }
        if (errno != ENOTDIR) {
            return {};
        }
    }
    return {};
}

int statMember(const std::string &path, struct stat &facts) {
    const auto place = archivePlace(path);
    const auto *member = place ? place->member() : nullptr;
    if (member == nullptr && !(place && place->isFolder())) {
        errno = ENOENT;
        return -1;
    }
    if (::stat(place->archive->path().c_str(), &facts) != 0) {
        return -1;
    }
    facts.st_mode = member != nullptr ? S_IFREG | S_IRUSR : S_IFDIR | S_IRUSR | S_IXUSR;
    facts.st_size = member != nullptr ? static_cast<off_t>(member->size) : 0;
    facts.st_ino = std::hash<std::string>{}(path);
    return 0;
}

Result<std::unique_ptr<ByteSource>> openMember(const std::string &path) {
    const auto place = archivePlace(path);
    const auto *member = place ? place->member() : nullptr;
    return !place              ? tl::make_unexpected(place.error())
           : member == nullptr ? Result<std::unique_ptr<ByteSource>>()
                               : makeMemberSource(place->archive, *member, path);
}

}  // namespace

void openArchivesAsFolders() {
    static constexpr InnerFiles kOfArchives{&openMember, &statMember};
    setInnerFiles(&kOfArchives);
    openArchives().dropIdle();
}

bool isArchiveFile(const std::string &path) {
    constexpr std::size_t kHead = 4096;
    const auto source = ByteSource::open(path);
    std::array<char, kHead> head{};
    const auto got = source ? (*source)->read(0, head) : Result<std::size_t>(0);
    return source && FileArchive::isArchive(path, std::string_view(head.data(), got.value_or(0)));
}

Result<ArchivePlace> archivePlace(const std::string &path, const std::stop_token &stop) {
    struct stat facts {};
    const auto file = fileAbove(path, facts);
    if (file.empty()) {
        return ArchivePlace{};
    }
    ASSIGN_OR_RETURN(auto archive, openArchives().at(file, facts, stop));
    if (archive == nullptr) {
        return ArchivePlace{};
    }
    return ArchivePlace{std::move(archive), path.substr(std::min(path.size(), file.size() + 1))};
}

bool leadsIntoArchive(const std::string &path) {
    struct stat facts {};
    const auto file = fileAbove(path, facts);
    return !file.empty() && file != path && isArchiveFile(file);
}

bool isInArchive(const std::string &path) {
    struct stat facts {};
    return ::stat(path.c_str(), &facts) != 0 && errno == ENOTDIR && statMember(path, facts) == 0;
}

}  // namespace stagescope
