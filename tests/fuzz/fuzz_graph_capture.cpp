#include "core/formats/graph_capture/captured_graphs.h"
#include "tests/fuzz/fuzzed_file.h"

#include <utility>
#include <vector>

using namespace stagescope;

// A capture of graphs, and a replay of each of them that has one kernel more than it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto file = FuzzedFile::write("graph_capture_rank0.json", data, size);
    auto graphs = readCapturedGraphs(file.path, {});
    std::vector<GraphWork> works;
    for (std::size_t graph = 0; graph < graphs.size(); ++graph) {
        for (std::size_t i = 0; i <= graphs[graph].launches.size(); ++i) {
            const bool isMore = i == graphs[graph].launches.size();
            works.push_back({works.size(), graph, static_cast<std::int64_t>(i),
                             isMore ? std::string_view("more") : std::string_view(graphs[graph].launches[i].kernel)});
        }
    }
    const auto count = works.size();
    const GraphReplays replays(std::move(works), graphs);
    for (std::size_t row = 0; row < count; ++row) {
        std::ignore = replays.launchOf(row);
    }
    return 0;
}
