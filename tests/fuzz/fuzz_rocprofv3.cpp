#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_file.h"

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    FuzzedFile::load(*makeRocprofv3Format(), FuzzedFile::write("30_results.json", data, size));
    return 0;
}
