#include "core/formats/format_list.h"
#include "core/formats/trace_json/trace_json_reader.h"
#include "core/store/trace/trace_store.h"
#include "tests/fuzz/fuzzed_file.h"

#include <cstdlib>
#include <tuple>

using namespace stagescope;

namespace {

std::pair<std::uint64_t, std::uint64_t> rowsRead(const FileSource &file, std::size_t window) {
    ImportLog log;
    Sink sink(log);
    std::ignore = readTraceJson(file, sink, {}, {window, std::size_t{1} << 20});
    const auto yields = sink.take();
    if (yields.empty() || yields.begin()->second.traces.empty()) {
        return {};
    }
    const auto &trace = *yields.begin()->second.traces.front();
    return {trace.sliceCount(), trace.sampleCount()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto file = FuzzedFile::write("trace_view.json", data, size);
    FuzzedFile::load(*makeTraceJsonFormat(), file);
    FuzzedFile::load(*makeJobTimelineFormat(), file);
    // How the file was cut into windows must not show.
    if (rowsRead(file, 64) != rowsRead(file, std::size_t{1} << 20)) {
        std::abort();
    }
    return 0;
}
