#pragma once

#include "core/analysis/operators/metrics/kernel_metrics.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a kernel waits for most: the part of the core that it keeps busy nearly all the time, so that nothing makes it
/// faster but less work for that part.
enum class KernelBound : std::uint8_t {
    None,     ///< none is busy enough: the parts wait for each other, or for their start
    Cube,     ///< matrix unit
    Vector,   ///< vector unit
    Mte1,     ///< copies from L1 to L0
    Mte2,     ///< copies from main memory and L2 into the core
    Mte3,     ///< copies from the core to main memory
    Scalar,   ///< scalar unit
    Fixpipe,  ///< copies of results out of L0C
    Icache,   ///< none of these, and its instructions come from memory
};
inline constexpr std::array kKernelBounds{KernelBound::None,   KernelBound::Cube,    KernelBound::Vector,
                                          KernelBound::Mte1,   KernelBound::Mte2,    KernelBound::Mte3,
                                          KernelBound::Scalar, KernelBound::Fixpipe, KernelBound::Icache};

/// "none", "cube", "vector", "mte1" ...
[[nodiscard]] std::string_view boundName(KernelBound bound);

/// How busy the parts of the cores were, each a share from 0 to 1 of the cores' cycles; nothing: not measured. Chips
/// with one kind of core that does both have the figures of `cube` and vec and mte3 of `vector`.
struct PipeRatios {
    using Ratio = std::optional<float>;
    struct Core {
        Ratio mac{};
        Ratio vec{};
        Ratio scalar{};
        Ratio mte1{};
        Ratio mte2{};
        Ratio mte3{};
        Ratio fixpipe{};
        Ratio icacheMiss{};
    };
    Core cube{};
    Core vector{};

    /// All of a core.
    static constexpr std::array kParts{&Core::mac,  &Core::vec,  &Core::scalar,  &Core::mte1,
                                       &Core::mte2, &Core::mte3, &Core::fixpipe, &Core::icacheMiss};
    /// Whether any of them is more than 0; that of a kernel that ran on none of these cores never is.
    [[nodiscard]] bool isMeasured() const;
};

/// Which of the metrics are these ratios, found once for many kernels.
class PipeMetrics {
public:
    explicit PipeMetrics(const MetricTables &metrics);
    [[nodiscard]] PipeRatios of(const MetricTables::Values &values) const;
    /// Whether no kernel has any of them.
    [[nodiscard]] bool isEmpty() const { return m_places.empty(); }

private:
    struct Place {
        PipeRatios::Core PipeRatios::*core;
        PipeRatios::Ratio PipeRatios::Core::*part;
        std::size_t metric;
    };
    std::vector<Place> m_places;  ///< of the ratios that the metrics have
};

/// Limits from which on a part counts as the bound: those of msprof-analyze's advisor (AICorePerformanceChecker,
/// operator bound checker). As the measures have 32 bits, so have these: 0.95 in a file reaches 0.95.
inline constexpr float kCubeLimit = 0.8F;
inline constexpr float kCubeMte2Limit = 0.95F;
inline constexpr float kVectorLimit = 0.7F;  ///< vec, mte2 and mte3 of the vector cores
inline constexpr float kPipeLimit = 0.8F;    ///< all others
/// No document has a limit of instruction misses: from half of all fetches on they are called the bound, where nothing
/// else is.
inline constexpr float kIcacheLimit = 0.5F;

/// The first that applies: the matrix unit reaches its limit; MTE2 of the cube cores does; the busiest of vec, MTE2 and
/// MTE3 of the vector cores does; the busiest of all other parts does; instruction misses do. Nothing for a kernel
/// without measurements.
[[nodiscard]] std::optional<KernelBound> boundOf(const PipeRatios &ratios);

}  // namespace stagescope
