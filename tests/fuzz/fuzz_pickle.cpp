#include "core/formats/snapshot_reader.h"
#include "tests/fuzz/fuzzed_file.h"

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto file = FuzzedFile::write("snapshot.pickle", data, size);
    ImportLog log;
    const auto reading = readSnapshot(file.path, log, {});
    if (!reading.store && reading.status) {
        std::abort();  // neither a snapshot nor an error
    }
    for (const auto &device : reading.store ? reading.store->devices() : std::span<const SnapshotDevice>{}) {
        const auto &table = device.allocations;
        if (table.ofEvent.size() != device.eventCount || table.activeBytes.size() != device.eventCount) {
            std::abort();
        }
    }
    return 0;
}
