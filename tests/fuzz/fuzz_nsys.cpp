#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_file.h"

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    FuzzedFile::load(*makeNsysFormat(), FuzzedFile::write("report1.sqlite", data, size));
    return 0;
}
