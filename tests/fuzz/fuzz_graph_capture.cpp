#include "core/formats/graph_capture/captured_graphs.h"
#include "tests/fuzz/fuzzed_file.h"

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

using namespace stagescope;

// A capture of graphs, and a replay of each: as it was captured, which is joined in order, and every second with one
// kernel more, which is joined by name. Every third runs on two streams.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto file = FuzzedFile::write("graph_capture_rank0.json", data, size);
    auto graphs = readCapturedGraphs(file.path, {});
    std::vector<GraphWork> works;
    for (std::size_t graph = 0; graph < graphs.size(); ++graph) {
        const auto &launches = graphs[graph].launches;
        const auto time = [](std::size_t i) { return static_cast<std::int64_t>(i); };
        const auto stream = [&](std::size_t i) { return static_cast<std::uint32_t>(graph % 3 == 0 ? i % 2 : 0); };
        for (std::size_t i = 0; i < launches.size(); ++i) {
            works.push_back({works.size(), graph, time(i), launches[i].kernel, stream(i)});
        }
        if (graph % 2 == 1) {
            works.push_back({works.size(), graph, time(launches.size()), "more", 0});
        }
    }
    const auto count = works.size();
    const GraphReplays replays(std::move(works), graphs);
    for (std::size_t row = 0; row < count; ++row) {
        std::ignore = replays.launchOf(row);
    }
    return 0;
}
