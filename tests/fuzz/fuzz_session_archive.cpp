#include "core/session/loading/session_cache.h"
#include "core/store/trace/slice_table_builder.h"
#include "core/store/trace/store_archive.h"
#include "core/store/trace/trace_store.h"
#include "tests/fuzz/fuzzed_choice.h"
#include "tests/fuzz/fuzzed_file.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <tuple>

using namespace stagescope;

namespace {

constexpr std::string_view kIdentity = "me";

void lookAt(const TraceStore &trace) {
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t depth = 0; depth < track.depthCount; ++depth) {
            for (const std::int64_t pixel : {std::int64_t{0}, std::int64_t{1} << 40}) {
                slices.visit(depth, {rankTime(-kTimeLimit), rankTime(kTimeLimit - 1)}, Nanos(pixel),
                             [&](const SliceSpan &span) { std::ignore = slices.parentOf(span.widest); });
            }
        }
        std::ignore = trace.text(track.name);
        trace.counter(track.id).visit({rankTime(-kTimeLimit), rankTime(kTimeLimit - 1)}, Nanos(1 << 20),
                                      [](const CounterSpan &) {});
        std::ignore = trace.flows().reaching(track.id, rankTime(0), rankTime(kTimeLimit - 1));
    }
    std::ignore = trace.byteSize();
}

void asItStands(std::string_view bytes) {
    const auto file = FuzzedFile::write("x.session", bytes);
    std::ignore = ArchiveFile::identityOf(file.path);
    std::ignore = StoreArchive::read(file.path, kIdentity, {});
    const auto folder = FuzzedFile::folder() / "sessions";
    std::filesystem::create_directory(folder);
    static const SessionCache cache({.folder = folder, .program = "fuzz"});
    std::ignore = FuzzedFile::writeAt(folder / "x.session", bytes);
    std::ignore = cache.entries();
}

/// With the hash at its end that it should have: what that would refuse is read, too.
void hashed(std::string_view bytes) {
    constexpr std::size_t kHash = sizeof(std::uint64_t);
    if (bytes.size() < kHash) {
        return;
    }
    std::string mended(bytes);
    const std::uint64_t hash = XXH3_64bits(mended.data(), mended.size() - kHash);
    std::memcpy(mended.data() + mended.size() - kHash, &hash, kHash);
    const auto stores = StoreArchive::read(FuzzedFile::write("x.session", mended).path, kIdentity, {});
    if (!stores) {
        return;
    }
    for (const auto &trace : stores->traces) {
        lookAt(*trace);
    }
    for (const auto &table : stores->tables) {
        for (std::size_t row = 0; row < std::min<std::size_t>(table->rowCount(), 100); ++row) {
            std::ignore = table->number(row, "step");
            std::ignore = table->text(row, "name");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fuzzOneOf(data, size, {&asItStands, &hashed});
    return 0;
}
