#include "core/store/step_extremes.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

void extend(std::optional<StepExtremes::Extremes> &of, std::int64_t value) {
    of = of ? StepExtremes::Extremes{std::min(of->least, value), std::max(of->most, value)}
            : StepExtremes::Extremes{value, value};
}

}  // namespace

StepExtremes::StepExtremes(std::vector<RankRange> steps) : m_steps(std::move(steps)), m_parts(2 * m_steps.size() + 1) {}

void StepExtremes::add(RankTime at, std::int64_t value) {
    const auto next = std::upper_bound(m_steps.begin(), m_steps.end(), at,
                                       [](RankTime t, const RankRange &step) { return t < step.begin; });
    const auto begun = static_cast<std::size_t>(next - m_steps.begin());
    const bool isWithin = begun > 0 && at < m_steps[begun - 1].end;
    auto &part = m_parts[2 * begun - (isWithin ? 1 : 0)];
    if (!part.of || at >= part.lastAt) {
        part.lastAt = at;
        part.last = value;
    }
    extend(part.of, value);
}

std::vector<std::optional<StepExtremes::Extremes>> StepExtremes::extremes() const {
    std::vector<std::optional<Extremes>> result;
    std::optional<std::int64_t> held;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const auto &part = m_parts[i];
        if (i % 2 == 1) {
            auto of = part.of;
            if (held) {
                extend(of, *held);
            }
            result.push_back(of);
        }
        held = part.of ? std::optional(part.last) : held;
    }
    return result;
}

}  // namespace stagescope
