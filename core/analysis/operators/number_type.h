#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stagescope {

/// The numbers that matrix units multiply. TF32 and HF32 are FP32 in memory; only the kernel tells that they were used.
enum class NumberType : std::uint8_t { Unknown, Fp64, Fp32, Tf32, Hf32, Fp16, Bf16, Fp8, Int8, Int4 };
inline constexpr std::size_t kNumberTypes = 10;

/// "BF16"; empty unknown.
[[nodiscard]] std::string_view numberTypeText(NumberType type);
/// Of an operand as CANN or PyTorch names its type: DT_BF16, c10::BFloat16, float. FP32 where it may be TF32.
[[nodiscard]] NumberType numberTypeOf(std::string_view type);
/// What units multiply that are given both: the wider one where integers of weights are scaled up first.
[[nodiscard]] NumberType multipliedType(NumberType a, NumberType b);

/// What the name of a kernel tells that its operands do not.
struct KernelHint {
    NumberType number = NumberType::Unknown;  ///< TF32 or FP32
    std::uint8_t elementBytes = 0;            ///< of opaque elements that are only moved; 0 = not told

    bool operator==(const KernelHint &) const = default;
};
/// By cuBLAS's, CUTLASS's and cuDNN's names ("tf32", "s1688": TF32; "sgemm", "simt": FP32) and by "OpaqueType<2u>" of
/// PyTorch's kernels that move what they do not look at.
[[nodiscard]] KernelHint kernelHint(std::string_view kernel);

/// FLOP of matrix units by the numbers they multiply, since the peak depends on these.
class TypedFlop {
public:
    void add(NumberType type, double flop) { m_flop[static_cast<std::size_t>(type)] += flop; }
    TypedFlop &operator+=(const TypedFlop &other);
    [[nodiscard]] double total() const;
    /// Seconds at the peaks that `flopsOf(type)` gives (FLOP per second; nothing where unknown). Nothing when more than
    /// a hundredth of the FLOP are of types without a known peak: a share without them would be too low.
    template <class FlopsOf>
    [[nodiscard]] std::optional<double> secondsAt(const FlopsOf &flopsOf) const {
        constexpr double kMostUnknown = 0.01;
        double seconds = 0;
        double unknown = 0;
        for (std::size_t i = 0; i < kNumberTypes; ++i) {
            const std::optional<double> most = flopsOf(static_cast<NumberType>(i));
            seconds += m_flop[i] > 0 && most && *most > 0 ? m_flop[i] / *most : 0;
            unknown += most && *most > 0 ? 0 : m_flop[i];
        }
        return unknown > kMostUnknown * total() ? std::nullopt : std::optional(seconds);
    }

private:
    std::array<double, kNumberTypes> m_flop{};
};

}  // namespace stagescope
