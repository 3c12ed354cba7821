#include "core/export/digest/digest_merge.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_job.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/digest_note.h"
#include "tests/fuzz/fuzzed_file.h"

#include <cstdlib>
#include <tuple>

using namespace stagescope;

namespace {

void writeDigest(const std::filesystem::path &folder, int rank, std::string_view bytes) {
    const DigestNote note{.root = "/profile", .ranks = {0, 1}, .rank = rank, .level = "pipeline", .files = {}};
    const auto bundle = bundleOf({{kBundledDigest, encodeDigestNote(note)}, {rank, std::string(bytes)}});
    if (!bundle) {
        std::abort();
    }
    std::ignore = FuzzedFile::writeAt(folder / ("rank_" + std::to_string(rank) + ".stagescope"), *bundle);
}

}  // namespace

/// The digests of two ranks, parted where the first byte says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view bytes(reinterpret_cast<const char *>(data) + 1, size - 1);
    const auto middle = bytes.size() * data[0] / 255;
    const auto folder = FuzzedFile::folder() / "digests";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    writeDigest(folder, 0, bytes.substr(0, middle));
    writeDigest(folder, 1, bytes.substr(middle));
    for (int pass = 0; pass < 2; ++pass) {  // the second finds what the first has written
        const auto listed = discover(folder.string(), RunId{0});
        if (listed) {
            std::ignore = mergeDigests(*listed, &loadDiscoveredShallow, &loadDiscovered);
            std::ignore = isMerged(*listed);
            std::ignore = loadDiscovered(*listed);
        }
    }
    return 0;
}
