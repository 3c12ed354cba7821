#pragma once

#include "core/analysis/run/kernels.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace stagescope {

/// How fast vector kernels of a capture move bytes, by how many they move: the median over those that read and write
/// each operand once (indexing, gathering and clearing are left out). Tensors beyond the cache of the chip run at the
/// speed of its memory, smaller ones faster.
class StreamRate {
public:
    /// 0.25 to 4, 4 to 64, 64 to 256, from 256 MiB.
    static constexpr std::size_t kClasses = 4;
    struct Class {
        double bytesPerSecond = 0;
        std::size_t kernels = 0;
    };

    /// O(kernels).
    explicit StreamRate(std::span<const DeviceKernel> kernels);

    [[nodiscard]] const Class &of(double bytes) const;
    /// ns to move that many bytes; nothing where no kernel of about that size tells.
    [[nodiscard]] std::optional<double> timeFor(double bytes) const;

private:
    std::array<Class, kClasses> m_classes{};
};

/// Of all outputs; nothing where one is not known.
[[nodiscard]] std::optional<double> outputBytes(const DeviceKernel &kernel);

}  // namespace stagescope
