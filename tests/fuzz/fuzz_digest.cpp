#include "core/session/discovery/discovery.h"
#include "core/store/bundle/bundle_bytes.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/bundle_notes.h"
#include "core/store/bundle/digest_note.h"
#include "tests/fuzz/fuzzed_choice.h"
#include "tests/fuzz/fuzzed_file.h"

#include <cstdlib>
#include <tuple>

using namespace stagescope;

namespace {

void note(std::string_view bytes) {
    const auto read = decodeDigestNote(bytes);
    if (read && decodeDigestNote(encodeDigestNote(*read)) != read) {
        std::abort();  // what was read is not what would be written
    }
}

/// In a bundle, behind the sum that guards it, and with what a folder of digests makes of it.
void noteInFolder(std::string_view bytes) {
    const auto folder = FuzzedFile::folder() / "digests";
    std::filesystem::create_directory(folder);
    std::string rank(3, '\0');
    const auto bundle = bundleOf({{kBundledDigest, std::string(bytes)}, {0, rank}});
    if (!bundle) {
        std::abort();
    }
    const auto file = FuzzedFile::writeAt(folder / "rank_0.stagescope", *bundle);
    std::ignore = readDigestNote(file.path);
    std::ignore = discover(folder.string(), RunId{0});
}

void place(std::string_view bytes) {
    const auto read = decodePlace(bytes);
    if (read && decodePlace(encodePlace(*read)) != read) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fuzzOneOf(data, size, {&note, &noteInFolder, &place});
    return 0;
}
