#include "tests/fuzz/fuzzed_snapshot.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    stagescope::checkSnapshot("snapshot.json", data, size);
    return 0;
}
