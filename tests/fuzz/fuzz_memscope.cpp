#include "core/analysis/snapshot/leak_candidates.h"
#include "core/formats/format_list.h"
#include "core/store/snapshot/snapshot_store.h"
#include "tests/fuzz/fuzzed_file.h"

#include <cstdlib>
#include <tuple>

using namespace stagescope;

// A database or a CSV, as the first bytes tell. Whatever it says, blocks and curves fit each other.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto file = FuzzedFile::write("memscope_dump_1.db", data, size);
    ImportLog log;
    Sink sink(log);
    std::ignore = makeMemscopeFormat()->load(file, sink, {});
    for (const auto &[process, yield] : sink.take()) {
        for (const auto &device : yield.snapshot ? yield.snapshot->devices() : std::span<const SnapshotDevice>{}) {
            const auto &table = device.allocations;
            std::uint64_t live = 0;
            for (const auto &block : table.allocations) {
                live += block.end == event_index::kNever ? block.size : 0;
            }
            const bool fits = table.activeBytes.size() == device.eventCount && !table.activeBytes.empty() &&
                              table.activeBytes.back() == live && table.baselineBytes == 0 && table.trouble.isSound();
            if (!fits) {
                std::abort();
            }
            std::ignore = leakCandidates({yield.snapshot.get(), &device, "fuzzed", {}}, StackGrouping::Frame, 8);
        }
    }
    return 0;
}
