#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_file.h"

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    // What kind it is, the header tells.
    const auto file = FuzzedFile::write("memory_record.csv", data, size);
    FuzzedFile::load(*makeProfileMemoryFormat(), file);
    FuzzedFile::load(*makeMemoryTimelineFormat(), file);
    std::ignore = makeMemoryTimelineFormat()->sniff("a.json", {reinterpret_cast<const char *>(data), size});
    return 0;
}
