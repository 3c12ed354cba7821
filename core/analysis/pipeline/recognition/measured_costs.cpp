#include "core/analysis/pipeline/recognition/measured_costs.h"

#include "core/base/statistics.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kAny = -1;

}  // namespace

void MeasuredCosts::add(std::size_t position, CellKind kind, int chunk, Nanos duration) {
    const auto value = duration.count();
    m_samples[{static_cast<int>(position), kind, kAny}].push_back(value);
    m_samples[{kAny, kind, kAny}].push_back(value);
    if (chunk >= 0) {
        m_samples[{static_cast<int>(position), kind, chunk}].push_back(value);
    }
}

void MeasuredCosts::addPause(std::size_t position, Nanos pause) {
    m_pauses[position].push_back(std::max<std::int64_t>(0, pause.count()));
}

void MeasuredCosts::finish() {
    for (auto &[key, values] : m_samples) {
        m_medians[key] = Nanos{upperMedian(values)};
    }
    std::optional<std::int64_t> least;
    for (const auto &[position, pauses] : m_pauses) {
        const auto usual = upperMedian(pauses);
        least = std::min(least.value_or(usual), usual);
    }
    m_pause = Nanos{least.value_or(0)};
}

std::optional<Nanos> MeasuredCosts::known(int position, CellKind kind, int chunk) const {
    for (const Key &key : {Key{position, kind, chunk}, Key{position, kind, kAny}, Key{kAny, kind, kAny}}) {
        if (const auto it = m_medians.find(key); it != m_medians.end()) {
            return it->second;
        }
    }
    return std::nullopt;
}

Nanos MeasuredCosts::duration(std::size_t position, CellKind kind, int chunk) const {
    const int rank = static_cast<int>(position);
    if (const auto own = known(rank, kind, chunk)) {
        return *own;
    }
    switch (kind) {
        case CellKind::Backward:
            return known(rank, CellKind::BackwardInput, chunk).value_or(Nanos{0});
        case CellKind::BackwardInput:
            return known(rank, CellKind::Backward, chunk).value_or(Nanos{0});
        case CellKind::Overlapped:
            return duration(position, CellKind::Forward, chunk) + duration(position, CellKind::Backward, chunk);
        case CellKind::BackwardWeight:
            return m_pause;
        default:
            return Nanos{0};
    }
}

SimulationCosts MeasuredCosts::costs() const {
    return {.duration = [this](const PipelineAction &action) {
        return duration(static_cast<std::size_t>(action.rank), action.kind, action.chunk);
    }};
}

double MeasuredCosts::unit(std::size_t position) const {
    const auto forward = duration(position, CellKind::Forward, kAny);
    const auto backward = duration(position, CellKind::Backward, kAny);
    const auto shorter = forward.count() == 0 ? backward : std::min(forward, backward);
    return std::max(1.0, static_cast<double>((backward.count() == 0 ? forward : shorter).count()));
}

}  // namespace stagescope
