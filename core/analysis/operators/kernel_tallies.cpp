#include "core/analysis/operators/kernel_tallies.h"

#include "core/base/extra_threads.h"

#include <algorithm>
#include <functional>

namespace stagescope {

namespace {

constexpr std::size_t kThreads = 2;
/// Below, a thread is not worth its start.
constexpr std::size_t kManyKernels = 100'000;

/// Work on each share, on as many threads as the system gives.
void shareOut(std::size_t shares, const std::function<void(Share)> &work) {
    ExtraThreads others;
    std::size_t started = 1;
    while (started < shares && others.start([&work, share = Share{started, shares}] { work(share); })) {
        ++started;
    }
    work({0, shares});
    for (; started < shares; ++started) {
        work({started, shares});
    }
}

std::size_t sharesFor(const RankCapture &capture, const KernelScope &scope) {
    std::size_t rows = 0;
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        rows += table->rowCount();
    }
    return rows < kManyKernels || isOfCommunication(scope.grouping) ? 1 : kThreads;
}

}  // namespace

std::optional<KernelBound> KernelTally::bound() const {
    const auto *most = std::max_element(byBound.begin(), byBound.end());
    return *most == Nanos{0} ? std::nullopt
                             : std::optional(kKernelBounds[static_cast<std::size_t>(most - byBound.begin())]);
}

std::optional<double> KernelTally::boundPercent() const {
    const auto most = *std::max_element(byBound.begin(), byBound.end());
    return most == Nanos{0} ? std::nullopt : percentOf(most, total);
}

std::size_t KernelTallies::withRoom(std::size_t group) {
    if (group == m_tallies.size()) {
        m_tallies.emplace_back();
        m_waits.emplace_back();
    }
    return group;
}

void KernelTallies::add(const DeviceKernel &kernel, const CoreCounters &metrics) {
    const auto group = withRoom(m_groups.of(kernel));
    auto &tally = m_tallies[group];
    const Nanos duration{kernel.duration};
    tally.DurationTally::add(duration);
    m_total += duration;
    if (kernel.wait >= 0) {
        m_waits[group].total += Nanos{kernel.wait};
        m_waits[group].isKnown = true;
    }
    if (metrics.tables.isEmpty()) {
        return;
    }
    const auto values = metrics.tables.of(kernel);
    tally.metrics.add(values, metrics.tables, duration);
    const auto bound = metrics.pipes.isEmpty() ? std::nullopt : boundOf(metrics.pipes.of(values));
    if (bound) {
        tally.byBound[static_cast<std::size_t>(*bound)] += duration;
    }
}

void KernelTallies::add(const KernelTallies &other) {
    for (std::size_t i = 0; i < other.size(); ++i) {
        const auto group = withRoom(m_groups.of(other.group(i)));
        const auto &from = other.m_tallies[i];
        auto &tally = m_tallies[group];
        tally.DurationTally::add(from);
        tally.metrics.add(from.metrics);
        std::transform(from.byBound.begin(), from.byBound.end(), tally.byBound.begin(), tally.byBound.begin(),
                       std::plus<>());
        m_waits[group].total += other.m_waits[i].total;
        m_waits[group].isKnown = m_waits[group].isKnown || other.m_waits[i].isKnown;
    }
    m_total += other.m_total;
}

std::optional<Nanos> KernelTallies::wait(std::size_t number) const {
    const auto &wait = m_waits[number];
    return wait.isKnown ? std::optional(wait.total) : std::nullopt;
}

KernelTallies kernelTallies(const RankCapture &capture, const KernelScope &scope, const CoreCounters &metrics,
                            const std::stop_token &stop) {
    const auto shares = sharesFor(capture, scope);
    std::vector<KernelTallies> parts(shares, KernelTallies(scope.grouping));
    if (shares == 1) {
        visitKernels(capture, scope, stop, [&](const DeviceKernel &kernel) { parts[0].add(kernel, metrics); });
    } else {
        shareOut(shares, [&](Share share) {
            KernelTallies part(scope.grouping);  // no line of the cache in common with the other's
            visitKernelShare(capture, scope, share, stop,
                             [&](const DeviceKernel &kernel) { part.add(kernel, metrics); });
            parts[share.number] = std::move(part);
        });
    }
    auto &all = parts.front();
    std::for_each(parts.begin() + 1, parts.end(), [&](const KernelTallies &part) { all.add(part); });
    shareOut(shares, [&all](Share share) {
        for (auto i = share.number; i < all.size(); i += share.of) {
            (void)all.tally(i).quartiles();
        }
    });
    return std::move(all);
}

}  // namespace stagescope
