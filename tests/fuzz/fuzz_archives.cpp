#include "core/base/archive/archive_place.h"
#include "core/base/archive/member_source.h"
#include "core/base/io/byte_source.h"
#include "core/session/discovery/discovery.h"
#include "tests/fuzz/fuzzed_file.h"

#include <array>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

using namespace stagescope;

namespace {

constexpr std::size_t kMostRead = std::size_t{1} << 20;

std::string bytesOf(ByteSource &source) {
    std::array<char, 4096> piece{};
    std::string bytes;
    for (auto got = source.read(0, piece); got && *got > 0 && bytes.size() < kMostRead;
         got = source.read(bytes.size(), piece)) {
        bytes.append(piece.data(), *got);
    }
    return bytes;
}

/// Where a member is damaged, one way of reading it may end earlier than another.
bool isSame(const std::string &a, const std::string &b) { return a.starts_with(b) || b.starts_with(a); }

/// No more of a member than its size, and the same when it is read twice, kept or unpacked once more.
void readMember(const std::shared_ptr<const FileArchive> &archive, const FileArchive::Member &member) {
    const auto path = archive->path() + '/' + member.name;
    auto bare = member;
    bare.bytes = nullptr;
    const auto kept = makeMemberSource(archive, member, path);
    const auto unpacked = makeMemberSource(archive, bare, path);
    const auto bytes = bytesOf(*kept);
    if (bytes.size() > member.size || !isSame(bytes, bytesOf(*kept)) || !isSame(bytes, bytesOf(*unpacked))) {
        std::abort();
    }
    if (const auto source = ByteSource::open(path); source) {
        std::ignore = bytesOf(**source);  // decompressed, where it is
    }
}

}  // namespace

/// An archive, listed and read by its members, and as a profile.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    openArchivesAsFolders();
    const auto file = FuzzedFile::write("profile.tar", data, size);
    const auto archive = FileArchive::open(file.path);
    std::deque<std::string> folders{""};
    std::size_t looked = 0;
    while (archive && !folders.empty() && looked < 64) {
        std::vector<std::string> files;
        std::vector<std::string> inner;
        (*archive)->list(folders.front(), files, inner);
        const auto begin = folders.front().empty() ? std::string() : folders.front() + '/';
        for (const auto &name : files) {
            const auto *member = (*archive)->find(begin + name);
            if (member == nullptr || name.find('/') != std::string::npos || name == "..") {
                std::abort();
            }
            readMember(*archive, *member);
            ++looked;
        }
        for (const auto &name : inner) {
            if (!(*archive)->hasFolder(begin + name) || name == "..") {
                std::abort();
            }
            folders.push_back(begin + name);
        }
        ++looked;
        folders.pop_front();
    }
    std::ignore = discover(file.path, RunId{0});
    return 0;
}
