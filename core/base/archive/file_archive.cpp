#include "core/base/archive/file_archive.h"

#include "core/base/archive/archive_entries.h"
#include "core/base/byte_text.h"
#include "core/base/io/file_time.h"
#include "core/base/io/memory_limit.h"
#include "core/base/path_text.h"
#include "core/base/text.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr std::uint64_t kKeptWholeBytes = std::uint64_t{4} << 20;  // is kept, whatever the archive
constexpr std::size_t kHeadBytes = std::size_t{1} << 20;           // as much as discovery looks at
constexpr std::size_t kMostNameBytes = 4096;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

/// Of all archives that are open.
std::atomic<std::uint64_t> keptBytes{0};
std::atomic<std::uint64_t> keptHeads{0};

std::uint64_t shareToKeep() { return (memoryLimit() > 0 ? memoryLimit() : memoryAvailable()) / 4; }

std::uint64_t roomToKeep() {
    const auto share = shareToKeep();
    return share - std::min(share, keptBytes.load());
}

std::uint64_t roomForHeads() {
    const auto share = shareToKeep() / 8;
    return share - std::min(share, keptHeads.load());
}

/// "a/b" of "./a//b"; nothing for names that lead out of the archive, are none, or that no file system takes.
std::optional<std::string> nameInside(std::string_view name) {
    std::string clean;
    if (name.starts_with('/') || name.find('\0') != std::string_view::npos || name.size() > kMostNameBytes) {
        return std::nullopt;
    }
    while (!name.empty()) {
        const auto part = name.substr(0, name.find('/'));
        name.remove_prefix(std::min(name.size(), part.size() + 1));
        if (part == "..") {
            return std::nullopt;
        }
        if (!part.empty() && part != ".") {
            clean += clean.empty() ? std::string(part) : '/' + std::string(part);
        }
    }
    return clean.empty() ? std::nullopt : std::optional(clean);
}

}  // namespace

bool FileArchive::Member::isWhole() const { return bytes != nullptr && bytes->size() == size; }

bool FileArchive::isArchive(std::string_view path, std::string_view head) {
    constexpr std::size_t kTarMark = 257;
    constexpr auto kTarNames = std::to_array<std::string_view>({".tar", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"});
    const bool isTar = head.size() > kTarMark && head.substr(kTarMark).starts_with("ustar");
    const auto name = lowerCase(unpackedName(lastPart(path)));
    const bool isNamed = std::any_of(kTarNames.begin(), kTarNames.end(),
                                     [&](std::string_view ending) { return name.ends_with(ending); });
    return isTar || head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06") || isNamed;
}

/// The one look through an archive.
class FileArchive::Reading {
public:
    Reading(FileArchive &into, const std::stop_token &stop)
        : m_file(into), m_stop(stop), m_entries(into.m_path), m_most(expansionLimit(into.m_fileSize)) {}

    Status readAll() {
        for (std::uint64_t number = 0;; ++number) {
            if (m_stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled", m_file.m_path);
            }
            const auto isThere = m_entries.next();
            if (!isThere) {
                return damaged(isThere.error());
            }
            if (!*isThere) {
                return {};
            }
            if (number >= kMostMembers) {
                return damaged({ErrorKind::Limit,
                                "more than " + std::to_string(kMostMembers) + " entries in the archive",
                                m_file.m_path});
            }
            if (const auto memory = checkMemory(m_file.m_path); !memory) {
                return damaged(memory.error());
            }
            RETURN_IF_ERROR(readEntry(number));
        }
    }

private:
    Status readEntry(std::uint64_t number) {
        auto &skipped = m_file.m_skipped;
        const auto told = m_entries.name();
        const auto name = nameInside(told);
        if (m_entries.isFolder()) {
            return {};
        }
        const bool isOpen = name && !m_entries.isEncrypted();
        if (!isOpen && skipped.first.empty()) {
            skipped.first = told.substr(0, kMostNameBytes);
        }
        skipped.unsafe += name ? 0 : 1;
        skipped.encrypted += name && m_entries.isEncrypted() ? 1 : 0;
        if (!isOpen) {
            return {};
        }
        if (!m_entries.isFile()) {
            ++skipped.links;
            return {};
        }
        Member member{*name, m_entries.size().value_or(0), number, m_entries.position()};
        m_promised += member.size;
        const bool isRead =
            m_entries.isCompressedAsOne() || !m_entries.size() || (!member.position && member.size <= kKeptWholeBytes);
        auto status = m_promised > m_most ? tooMuch() : isRead ? keep(member) : Status{};
        if (status) {
            const bool isCut = member.position && *member.position + member.size > m_file.m_fileSize;
            addTo(m_file.m_kept, keptBytes, sizeof(Member) + member.name.size());
            m_file.m_members.push_back(std::move(member));
            // Whoever skips what is not there sees only the end.
            status =
                isCut ? damaged({ErrorKind::Truncated, "the archive is damaged: truncated", m_file.m_path}) : status;
        }
        return status;
    }

    static void addTo(std::uint64_t &ofThis, std::atomic<std::uint64_t> &ofAll, std::uint64_t bytes) {
        ofThis += bytes;
        ofAll += bytes;
    }

    /// Its bytes as far as there is room for them, or its head; else their number alone where nobody told it.
    Status keep(Member &member) {
        const bool isSized = m_entries.size().has_value();
        const auto room = roomToKeep();
        const bool fits = member.size <= room;
        const auto head = std::min<std::uint64_t>(kHeadBytes, roomForHeads());
        const auto most = fits ? std::max(room, head) : head;
        std::string bytes;
        std::array<char, kPieceBytes> piece{};
        std::uint64_t count = 0;
        while (fits || !isSized || count < most) {
            const auto got = m_entries.read(piece);
            if (!got) {
                std::ignore = damaged(got.error());  // what comes behind it in a zip may be sound
            }
            if (!got || *got == 0) {
                break;
            }
            count += *got;
            m_read += *got;
            const auto memory = m_read > m_most ? tooMuch() : checkMemory(m_file.m_path);
            if (m_stop.stop_requested() || !memory) {
                return memory ? fail(ErrorKind::Cancelled, "cancelled", m_file.m_path) : memory;
            }
            if (bytes.size() < most) {
                bytes.append(piece.data(), std::min<std::uint64_t>(*got, most - bytes.size()));
            }
        }
        member.size = fits || !isSized ? count : member.size;
        const bool isHead = bytes.size() < member.size;
        if (isHead) {
            bytes.resize(std::min<std::uint64_t>(bytes.size(), head));
        }
        bytes.shrink_to_fit();
        addTo(isHead ? m_file.m_heads : m_file.m_kept, isHead ? keptHeads : keptBytes, bytes.size());
        member.bytes = std::make_shared<const std::string>(std::move(bytes));
        return {};
    }

    /// What came before the damage stays.
    Status damaged(const Error &error) {
        const bool hasSome = !m_file.m_members.empty() || m_read > 0;
        if (m_file.m_soundness) {
            m_file.m_soundness = tl::make_unexpected(error);
        }
        return hasSome ? fail(ErrorKind::Truncated, error.detail, error.where) : m_file.m_soundness;
    }
    Status tooMuch() const {
        return fail(ErrorKind::Limit,
                    "not read: more comes out of the archive than of any profile (" + bytesText(m_most) + ")",
                    m_file.m_path);
    }

    FileArchive &m_file;
    std::stop_token m_stop;
    ArchiveEntries m_entries;
    std::uint64_t m_most;
    std::uint64_t m_promised = 0;
    std::uint64_t m_read = 0;
};

Result<std::shared_ptr<const FileArchive>> FileArchive::open(const std::string &path, const std::stop_token &stop) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0) {
        return fail(ErrorKind::NotFound, "the file cannot be found", path);
    }
    const std::shared_ptr<FileArchive> file(new FileArchive);
    file->m_path = path;
    file->m_fileSize = static_cast<std::uint64_t>(facts.st_size);
    file->m_mtimeNs = changeTimeNs(facts);
    const auto status = Reading(*file, stop).readAll();
    if (!status && status.error().kind != ErrorKind::Truncated) {
        return tl::make_unexpected(status.error());
    }
    auto &members = file->m_members;
    std::stable_sort(members.begin(), members.end(), [](const Member &a, const Member &b) { return a.name < b.name; });
    const auto last = std::unique(members.rbegin(), members.rend(),
                                  [](const Member &a, const Member &b) { return a.name == b.name; });
    members.erase(members.begin(), last.base());
    return file;
}

FileArchive::~FileArchive() {
    keptBytes -= m_kept;
    keptHeads -= m_heads;
}

const FileArchive::Member *FileArchive::find(std::string_view name) const {
    const auto it = std::lower_bound(m_members.begin(), m_members.end(), name,
                                     [](const Member &member, std::string_view other) { return member.name < other; });
    return it != m_members.end() && it->name == name ? &*it : nullptr;
}

std::pair<std::size_t, std::size_t> FileArchive::below(std::string_view folder) const {
    const auto begin = folder.empty() ? std::string() : std::string(folder) + '/';
    const auto first = std::lower_bound(m_members.begin(), m_members.end(), begin,
                                        [](const Member &member, const auto &other) { return member.name < other; });
    const auto last =
        std::find_if(first, m_members.end(), [&](const Member &member) { return !member.name.starts_with(begin); });
    return {first - m_members.begin(), last - m_members.begin()};
}

bool FileArchive::hasFolder(std::string_view folder) const {
    const auto begin = std::string(folder) + '/';
    const auto it = std::lower_bound(m_members.begin(), m_members.end(), begin,
                                     [](const Member &member, const auto &other) { return member.name < other; });
    return folder.empty() || (it != m_members.end() && it->name.starts_with(begin));
}

void FileArchive::list(std::string_view folder, std::vector<std::string> &files,
                       std::vector<std::string> &folders) const {
    const auto [first, last] = below(folder);
    std::set<std::string, std::less<>> seen;
    for (std::size_t i = first; i < last; ++i) {
        const auto rest = std::string_view(m_members[i].name).substr(folder.empty() ? 0 : folder.size() + 1);
        const auto slash = rest.find('/');
        if (slash == std::string_view::npos) {
            files.emplace_back(rest);
        } else if (seen.emplace(rest.substr(0, slash)).second) {
            folders.emplace_back(rest.substr(0, slash));
        }
    }
}

}  // namespace stagescope
