#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace stagescope {

/// How many values become one.
/// Typical: of steps the value of the typical one (typical_step.h), of all else the median.
enum class Aggregate : std::uint8_t { Mean, Median, Typical, Min, Max, Sum, P95, Count };
/// "mean", "median", "typical", "min", "max", "sum", "p95", "count"
[[nodiscard]] std::string_view aggregateText(Aggregate aggregate);
[[nodiscard]] std::optional<Aggregate> aggregateFromText(std::string_view text);
/// What is made of the values of the steps where only the aggregate within a step is told: the same, but counts are
/// added up.
[[nodiscard]] Aggregate overSteps(Aggregate within);

/// NaN of none but for sums and counts, which are 0. The median of an even number is the lower one in the middle
/// (typical_step.h). The 95th percentile lies between two values in proportion, at
/// (n - 1) * 0.95. O(n).
[[nodiscard]] double aggregateOf(Aggregate aggregate, std::span<const double> values);

/// The probability with which two runs of one program differ by more than the noise between them: a gate and a ledger
/// that say so are wrong in one of a hundred cases.
constexpr double kClaimedByChance = 0.01;

/// How far the figures of two runs may lie apart by chance, with the probability p: half the width of the interval of
/// Welch (The generalization of Student's problem, Biometrika 34, 1947),
///   t(1 - p / 2, v) * sqrt(e1^2 + e2^2),   v = (e1^2 + e2^2)^2 / (e1^4 / (n1 - 1) + e2^4 / (n2 - 1)),
/// of the values of the steps of both. The standard error e is s / sqrt(n) for means, sqrt(pi / 2) times that for
/// medians of more than two, s * sqrt(n) for sums, and s for what one step makes alone (typical, min, max, p95). The
/// spread s is the standard deviation; for medians and typical steps of five and more, which a slow first step does not
/// move either, 1.4826 b(n) MAD,
/// the median absolute deviation with the factors for few values of Croux and Rousseeuw (Time-efficient algorithms for
/// two highly robust estimators of scale, COMPSTAT 1992). Where one run has a single step the spread of the other
/// stands for both. Nothing where neither has two. Knows what steps of the same capture differ by, not what two
/// captures of the same program do. O(n).
[[nodiscard]] std::optional<double> stepNoise(Aggregate overSteps, std::span<const double> steps,
                                              std::span<const double> baselineSteps, double p = kClaimedByChance);

}  // namespace stagescope
