#include "core/analysis/pipeline/replay/stage_layers.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>

namespace stagescope {

namespace {

int attentionsOf(const PipelineCell &cell) {
    return int(std::count_if(cell.parts.begin(), cell.parts.end(), [](const CellPart &part) {
        return part.name == kAttentionPart && part.kind == CellKind::Forward && !part.isRecompute;
    }));
}

}  // namespace

std::optional<std::vector<int>> layersOf(const PipelineChart &chart) {
    std::map<std::pair<int, int>, std::vector<int>> counts;  ///< by rank and chunk
    for (const PipelineCell &cell : chart.cells) {
        if (cell.kind == CellKind::Forward) {
            counts[{cell.rank, cell.chunk}].push_back(attentionsOf(cell));
        }
    }
    std::map<int, int> layers;
    for (const auto &[place, seen] : counts) {
        layers[place.first] += upperMedian(seen);  // one cell with a kernel missed does not count
    }
    std::vector<int> result;
    for (const int rank : chart.group.ranks) {
        const auto found = layers.find(rank);
        if (found == layers.end() || found->second == 0) {
            return std::nullopt;
        }
        result.push_back(found->second);
    }
    return result;
}

std::vector<int> proposedLayers(const StageCosts &costs, const std::vector<int> &layers) {
    const bool isValid = layers.size() == costs.ranks.size() && !layers.empty() &&
                         std::all_of(layers.begin(), layers.end(), [](int count) { return count > 0; });
    if (!isValid) {
        return {};
    }
    std::vector<double> load;
    double layer = 0;
    for (std::size_t rank = 0; rank < layers.size(); ++rank) {
        Nanos work{0};
        for (const ChunkCosts &chunk : costs.ranks[rank]) {
            work += chunk.work();
        }
        load.push_back(double(work.count()));
        const double own = load.back() / layers[rank];
        layer = rank == 0 ? own : std::min(layer, own);
    }
    for (std::size_t rank = 0; rank < layers.size(); ++rank) {
        load[rank] += layer * (1 - layers[rank]);
    }
    std::vector<int> result(layers.size(), 1);
    const int total = std::accumulate(layers.begin(), layers.end(), 0);
    for (int left = total - int(layers.size()); left > 0; --left) {
        const auto least = std::size_t(std::min_element(load.begin(), load.end()) - load.begin());
        ++result[least];
        load[least] += layer;
    }
    return result;
}

std::string layersText(const std::vector<int> &layers) {
    std::string text = "[";
    for (const int count : layers) {
        text += (text.size() > 1 ? "," : "") + std::to_string(count);
    }
    return text + "]";
}

std::optional<std::vector<int>> layersFromText(std::string_view text) {
    if (text.starts_with('[') && text.ends_with(']')) {
        text = text.substr(1, text.size() - 2);
    }
    std::vector<int> layers;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        std::string_view field = text.substr(0, end);
        while (field.starts_with(' ')) {
            field.remove_prefix(1);
        }
        int value = 0;
        const auto [rest, error] = std::from_chars(field.data(), field.data() + field.size(), value);
        if (error != std::errc{} || rest != field.data() + field.size()) {
            return std::nullopt;
        }
        layers.push_back(value);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return layers.empty() ? std::nullopt : std::optional(layers);
}

}  // namespace stagescope
