#include "core/analysis/operators/kernel_bound.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace stagescope {

namespace {

/// In the order of PipeRatios::kParts.
constexpr std::array<std::string_view, PipeRatios::kParts.size()> kRatioNames{
    "mac_ratio",  "vec_ratio",  "scalar_ratio",  "mte1_ratio",
    "mte2_ratio", "mte3_ratio", "fixpipe_ratio", "icache_miss_rate"};

using Candidate = std::pair<KernelBound, PipeRatios::Ratio>;

/// The busiest; nothing when it does not reach the limit.
std::optional<KernelBound> busiest(std::initializer_list<Candidate> candidates, float limit) {
    const auto *most = std::max_element(candidates.begin(), candidates.end(), [](const auto &a, const auto &b) {
        return a.second.value_or(0) < b.second.value_or(0);
    });
    return most->second.value_or(0) >= limit ? std::optional(most->first) : std::nullopt;
}

}  // namespace

std::string_view boundName(KernelBound bound) {
    constexpr std::array<std::string_view, kKernelBounds.size()> kNames{"none", "cube",   "vector",  "mte1",  "mte2",
                                                                        "mte3", "scalar", "fixpipe", "icache"};
    return kNames[static_cast<std::size_t>(bound)];
}

bool PipeRatios::isMeasured() const {
    const auto any = [](const Core &core) {
        return std::any_of(kParts.begin(), kParts.end(), [&](auto part) { return (core.*part).value_or(0) > 0; });
    };
    return any(cube) || any(vector);
}

PipeMetrics::PipeMetrics(const MetricTables &metrics) {
    const auto find = [&](PipeRatios::Core PipeRatios::*core, std::size_t part, const std::string &name) {
        if (const auto metric = metrics.indexOf(name); metric < metrics.names().size()) {
            m_places.push_back({core, PipeRatios::kParts[part], metric});
        }
    };
    for (std::size_t i = 0; i < kRatioNames.size(); ++i) {
        const std::string name(kRatioNames[i]);
        const bool isOfBoth = metrics.indexOf(name) < metrics.names().size();
        const bool isVectors = name == "vec_ratio" || name == "mte3_ratio";
        find(&PipeRatios::cube, i, isOfBoth && !isVectors ? name : "aic_" + name);
        find(&PipeRatios::vector, i, isOfBoth && isVectors ? name : "aiv_" + name);
    }
}

PipeRatios PipeMetrics::of(const MetricTables::Values &values) const {
    PipeRatios ratios;
    for (const auto &place : m_places) {
        ratios.*place.core.*place.part = values[place.metric];
    }
    return ratios;
}

std::optional<KernelBound> boundOf(const PipeRatios &ratios) {
    using enum KernelBound;
    if (!ratios.isMeasured()) {
        return std::nullopt;
    }
    const auto &[cube, vector] = ratios;
    auto bound = busiest({{Cube, cube.mac}}, kCubeLimit);
    bound = bound ? bound : busiest({{Mte2, cube.mte2}}, kCubeMte2Limit);
    bound = bound ? bound : busiest({{Vector, vector.vec}, {Mte2, vector.mte2}, {Mte3, vector.mte3}}, kVectorLimit);
    bound = bound ? bound
                  : busiest({{Mte1, cube.mte1},
                             {Mte2, cube.mte2},
                             {Scalar, cube.scalar},
                             {Scalar, vector.scalar},
                             {Fixpipe, cube.fixpipe}},
                            kPipeLimit);
    bound = bound ? bound : busiest({{Icache, cube.icacheMiss}, {Icache, vector.icacheMiss}}, kIcacheLimit);
    return bound.value_or(None);
}

}  // namespace stagescope
