#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_file.h"

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    FuzzedFile::load(*makeProfilerDbFormat(), FuzzedFile::write("ascend_pytorch_profiler_0.db", data, size));
    FuzzedFile::load(*makeAnalysisDbFormat(), FuzzedFile::write("analysis.db", data, size));
    return 0;
}
