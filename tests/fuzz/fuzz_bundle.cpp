#include "core/formats/format_list.h"
#include "core/store/bundle/bundle_rank.h"
#include "tests/fuzz/fuzzed_file.h"

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    // As a file, and behind the sum that guards what is in it.
    auto file = FuzzedFile::write("x.stagescope", data, size);
    file.part = 0;
    FuzzedFile::load(*makeBundleFormat(), file);
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    std::ignore = decodeRank(bytes, {.path = file.path});
    return 0;
}
