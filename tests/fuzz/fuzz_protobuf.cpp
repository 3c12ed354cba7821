#include "core/formats/format_list.h"
#include "core/store/trace/trace_store.h"
#include "tests/fuzz/fuzzed_file.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

using namespace stagescope;

// XPlane or Perfetto, as the first byte says. Details of a slice are found again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const bool isXPlane = data[0] % 2 == 0;
    const auto format = isXPlane ? makeXPlaneFormat() : makePerfettoFormat();
    const auto file = FuzzedFile::write(isXPlane ? "a.xplane.pb" : "a.pftrace", data + 1, size - 1);
    std::ignore = format->sniff("a.pb", {reinterpret_cast<const char *>(data + 1), size - 1});
    FuzzedFile::load(*format, file);
    ImportLog log;
    Sink sink(log);
    std::ignore = format->load(file, sink, {});
    const auto yields = sink.take();
    for (const auto &[rank, yield] : yields) {
        for (const auto &trace : yield.traces) {
            const auto tracks = trace->tracks();
            for (std::size_t i = 0; i < std::min<std::size_t>(tracks.size(), 4); ++i) {
                const auto &slices = trace->slices(tracks[i].id);
                if (slices.size() > 0 && slices.klass(0) != SliceClass::Overlap &&
                    !format->details(file, {slices.row(0)})) {
                    std::abort();
                }
            }
        }
    }
    return 0;
}
