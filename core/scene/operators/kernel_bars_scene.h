#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/time.h"
#include "core/scene/kit/bound_look.h"
#include "core/scene/kit/scene_pen.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Sums of kernel_stats as bars, the longest first. Shares are of the same whole as there.
struct KernelBars {
    struct Bar {
        std::string label;  ///< type or name, and input shapes where they are told apart, as far as a label may go
                            ///< (kLongestLabel); empty unknown
        Color color;        ///< by the name, or by what most of the group's time was bound by
        Nanos total{0};
        std::size_t row = 0;            ///< of the table, for groups
        std::string whole{};            ///< the label of a group as it would be without a limit
        std::optional<Nanos> before{};  ///< of a group: its time in the baseline, where there is one
    };
    std::vector<Bar> groups;  ///< at most as many as asked for
    std::vector<Bar> parts;   ///< `label` being the core, or the bound as the table names it: all of them; none where
                              ///< hardly any kernel tells its core, as on GPUs
    KernelColoring coloring = KernelColoring::ByName;  ///< parts are cores, or bounds, then the legend of the groups
    std::size_t groupCount = 0;                        ///< in the table
    std::uint64_t kernelCount = 0;
    Nanos total{0};
    Nanos rest{0};                  ///< of the groups that have no bar
    std::optional<Nanos> before{};  ///< of all groups, in the baseline

    [[nodiscard]] bool isEmpty() const { return groups.empty(); }
};
/// Of a table of one rank. O(rows log rows).
[[nodiscard]] KernelBars kernelBars(const ResultTable &statistics, std::size_t top,
                                    KernelColoring coloring = KernelColoring::ByName);
/// By the name of a bound as tables have it; grey for any other text.
[[nodiscard]] Color boundColorOf(std::string_view bound);

struct KernelBarsOptions {
    int width = 0;
    int height = 0;         ///< of the page: what the bars may be stretched to
    std::string caption{};  ///< what is counted, in the user's language
};

/// The picture and the way back to bars.
struct KernelBarsScene {
    struct Place {
        Box box;
        bool isPart = false;
        std::size_t bar = 0;  ///< in KernelBars::groups or parts
    };
    Scene scene;
    std::vector<Place> places;

    /// Null where there is no bar.
    [[nodiscard]] const Place *at(int x, int y) const;
};

/// Below each bar a thin one of the baseline, and the difference behind its time. On the left the groups, on the right
/// the parts, below one another where that is too narrow; each with its time and share. As high as its rows. O(bars).
[[nodiscard]] KernelBarsScene buildKernelBarsScene(const KernelBars &bars, const KernelBarsOptions &options,
                                                   const SceneStyle &style);

}  // namespace stagescope
