#include "core/base/archive/archive_place.h"
#include "core/base/io/byte_source.h"
#include "core/session/discovery/discovery.h"
#include "tests/fuzz/fuzzed_file.h"

#include <array>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

using namespace stagescope;

namespace {

/// No more of a member than its size, and the same whether it is kept or unpacked once more.
void readMember(const std::string &path) {
    constexpr std::uint64_t kMost = 1 << 20;
    std::array<char, 4096> piece{};
    const auto source = ByteSource::open(path);
    std::uint64_t count = 0;
    for (auto got = source ? (*source)->read(0, piece) : Result<std::size_t>(0); got && *got > 0 && count < kMost;
         got = (*source)->read(count, piece)) {
        count += *got;
    }
    if (source) {
        std::array<char, 16> first{};
        std::ignore = (*source)->read(count / 2, first);
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
            readMember(file.path + '/' + begin + name);
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
