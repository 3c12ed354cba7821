#pragma once

#include "core/analysis/operators/kernel_bound.h"
#include "core/analysis/operators/metrics/kernel_metrics.h"
#include "core/analysis/operators/metrics/metric_columns.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/analysis/trace/kernel_groups.h"

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// The counters of the cores of a rank.
struct CoreCounters {
    explicit CoreCounters(const RankCapture &capture) : tables(std::array{&capture}), pipes(tables) {}

    MetricTables tables;
    PipeMetrics pipes;
};

/// Kernels of a group.
struct KernelTally : DurationTally {
    MetricTally metrics;
    std::array<Nanos, kKernelBounds.size()> byBound{};

    /// What most of their time was bound by; nothing without measurements.
    [[nodiscard]] std::optional<KernelBound> bound() const;
    /// How much of it.
    [[nodiscard]] std::optional<double> boundPercent() const;
};

/// Kernels by groups, numbered as they appear. Views into the stores. One thread.
class KernelTallies {
public:
    explicit KernelTallies(KernelGrouping grouping) : m_groups(grouping) {}

    void add(const DeviceKernel &kernel, const CoreCounters &metrics);
    void add(const KernelTallies &other);

    [[nodiscard]] std::size_t size() const { return m_tallies.size(); }
    [[nodiscard]] const KernelGroup &group(std::size_t number) const { return m_groups[number]; }
    [[nodiscard]] const KernelTally &tally(std::size_t number) const { return m_tallies[number]; }
    /// Sum of the waits before them that are known.
    [[nodiscard]] std::optional<Nanos> wait(std::size_t number) const;
    /// Of all groups.
    [[nodiscard]] Nanos total() const { return m_total; }

private:
    struct WaitSum {
        Nanos total{0};
        bool isKnown = false;
    };
    /// The tallies have the room for it afterwards.
    std::size_t withRoom(std::size_t group);

    KernelGroups m_groups;
    std::vector<KernelTally> m_tallies;
    std::vector<WaitSum> m_waits;  ///< beside the tallies, which stay small enough for the cache
    Nanos m_total{0};
};

/// Those of a scope; the quartiles are worked out. Two threads where there are many kernels of tables: O(n). Stopped:
/// incomplete.
[[nodiscard]] KernelTallies kernelTallies(const RankCapture &capture, const KernelScope &scope,
                                          const CoreCounters &metrics, const std::stop_token &stop);

}  // namespace stagescope
