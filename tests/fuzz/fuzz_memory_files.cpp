#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_file.h"

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    // What kind it is, the header tells.
    FuzzedFile::load(*makeProfileMemoryFormat(), FuzzedFile::write("memory_record.csv", data, size));
    return 0;
}
