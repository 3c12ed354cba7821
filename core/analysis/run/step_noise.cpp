#include "core/analysis/run/step_noise.h"

#include "core/base/statistics.h"
#include "core/base/student.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 8> kAggregateTexts{"mean", "median", "typical", "min",
                                                          "max",  "sum",    "p95",     "count"};

double p95Of(std::vector<double> values) {
    const double place = 0.95 * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::ptrdiff_t>(place);
    std::nth_element(values.begin(), values.begin() + low, values.end());
    const double below = values[static_cast<std::size_t>(low)];
    const auto above = std::min_element(values.begin() + low + 1, values.end());
    return above == values.end() ? below : below + (place - static_cast<double>(low)) * (*above - below);
}

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standardDeviation(std::span<const double> values) {
    const double mean = meanOf(values);
    double sum = 0;
    for (const double value : values) {
        sum += (value - mean) * (value - mean);
    }
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

/// b(n) of Croux and Rousseeuw.
double factorForFew(std::size_t n) {
    constexpr std::array kFactors{1.196, 1.495, 1.363, 1.206, 1.200, 1.140, 1.129, 1.107};  // from n = 2 on
    const auto count = static_cast<double>(n);
    return n - 2 < kFactors.size() ? kFactors.at(n - 2) : count / (count - 0.8);
}

double medianDeviation(std::span<const double> values) {
    const double middle = median(std::vector(values.begin(), values.end()));
    std::vector<double> deviations;
    for (const double value : values) {
        deviations.push_back(std::abs(value - middle));
    }
    return 1.4826 * factorForFew(values.size()) * median(std::move(deviations));
}

struct StepSpread {
    double square = 0;  ///< of the standard error
    double degrees = 0;
};

/// Of the standard error of n steps' aggregate, in that of one step.
double errorSquare(Aggregate overSteps, double n) {
    switch (overSteps) {
        case Aggregate::Mean:
            return 1 / n;
        case Aggregate::Median:
            return (n > 2 ? std::numbers::pi / 2 : 1) / n;
        case Aggregate::Sum:
            return n;
        default:  // of one step: one that lies in the middle by its length may lie anywhere by what is asked for
            return 1;
    }
}

constexpr std::size_t kLeastOfMedian = 5;  ///< the deviation in the middle of fewer may be any small number

/// `from` tells the spread, `n` is of whom it is.
StepSpread spreadOf(Aggregate overSteps, std::span<const double> from, std::size_t n) {
    const bool isMiddle = overSteps == Aggregate::Median || overSteps == Aggregate::Typical;
    const bool isRobust = isMiddle && from.size() >= kLeastOfMedian;
    const double s = isRobust ? medianDeviation(from) : standardDeviation(from);
    return {s * s * errorSquare(overSteps, static_cast<double>(n)), static_cast<double>(from.size() - 1)};
}

}  // namespace

std::string_view aggregateText(Aggregate aggregate) { return kAggregateTexts.at(static_cast<std::size_t>(aggregate)); }

std::optional<Aggregate> aggregateFromText(std::string_view text) {
    const auto *const it = std::find(kAggregateTexts.begin(), kAggregateTexts.end(), text);
    return it == kAggregateTexts.end() ? std::nullopt
                                       : std::optional(static_cast<Aggregate>(it - kAggregateTexts.begin()));
}

Aggregate overSteps(Aggregate within) { return within == Aggregate::Count ? Aggregate::Sum : within; }

double aggregateOf(Aggregate aggregate, std::span<const double> values) {
    switch (aggregate) {
        case Aggregate::Sum:
            return std::accumulate(values.begin(), values.end(), 0.0);
        case Aggregate::Count:
            return static_cast<double>(values.size());
        default:
            break;
    }
    if (values.empty()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    switch (aggregate) {
        case Aggregate::Median:
        case Aggregate::Typical:
            return lowerMedian(std::vector(values.begin(), values.end()));
        case Aggregate::Min:
            return *std::min_element(values.begin(), values.end());
        case Aggregate::Max:
            return *std::max_element(values.begin(), values.end());
        case Aggregate::P95:
            return p95Of({values.begin(), values.end()});
        default:
            return meanOf(values);
    }
}

std::optional<double> stepNoise(Aggregate overSteps, std::span<const double> steps,
                                std::span<const double> baselineSteps, double p) {
    if (steps.empty() || baselineSteps.empty() || std::max(steps.size(), baselineSteps.size()) < 2) {
        return std::nullopt;
    }
    const auto own = spreadOf(overSteps, steps.size() < 2 ? baselineSteps : steps, steps.size());
    const auto other = spreadOf(overSteps, baselineSteps.size() < 2 ? steps : baselineSteps, baselineSteps.size());
    const double square = own.square + other.square;
    if (!(square > 0)) {
        return square == 0 ? std::optional(0.0) : std::nullopt;
    }
    // A spread that stands for both has its own degrees of freedom only, not twice as many.
    const bool isShared = std::min(steps.size(), baselineSteps.size()) < 2;
    const double degrees =
        isShared
            ? own.degrees
            : square * square / (own.square * own.square / own.degrees + other.square * other.square / other.degrees);
    return studentQuantile(p, degrees) * std::sqrt(square);
}

}  // namespace stagescope
