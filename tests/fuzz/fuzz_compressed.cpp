#include "core/base/io/byte_source.h"
#include "core/base/io/small_file.h"
#include "core/session/discovery/file_head.h"
#include "tests/fuzz/fuzzed_file.h"

#include <array>
#include <cstdlib>
#include <tuple>
#include <vector>

using namespace stagescope;

namespace {

std::string bytesOf(ByteSource &source, std::size_t window) {
    constexpr std::size_t kMost = 1 << 20;
    std::string all;
    std::vector<char> buffer(window);
    while (all.size() < kMost) {
        const auto got = source.read(all.size(), buffer);
        if (!got || *got == 0) {
            break;
        }
        all.append(buffer.data(), *got);
    }
    return all.substr(0, kMost);
}

}  // namespace

/// gzip, zstd or plain, told by the first bytes: the same bytes in windows of any size, and once more after a step
/// back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto file = FuzzedFile::write("x.json.gz", data, size);
    const auto source = ByteSource::open(file.path);
    if (!source) {
        return 0;
    }
    const auto first = bytesOf(**source, std::size_t{1} << 16);
    const auto again = bytesOf(**source, 4096);
    if (first != again) {
        std::abort();
    }
    std::array<char, 16> few{};
    std::ignore = (*source)->read(first.size() / 2, few);
    std::ignore = readSmallFile(file.path, 4096);
    std::ignore = readHead(file.path, 4096);
    return 0;
}
