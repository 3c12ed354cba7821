#include "core/analysis/blame/rank_timeline.h"

#include "core/analysis/run/kernels.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

bool beginsBefore(const DispatchPath &path, std::int64_t time) { return path.begin < time; }

}  // namespace

RankTimeline::RankTimeline(const RankCapture &capture, const IntervalSet &hostWaits, UsualTimes &usual,
                           const std::stop_token &stop)
    : m_capture(&capture), m_steps(rankSteps(capture)) {
    auto gaps = freeGaps(capture, stop);
    m_paths = std::move(gaps.paths);
    m_isSend.assign(m_paths.size(), false);
    for (auto &step : gaps.steps) {
        m_gaps.insert(m_gaps.end(), step.gaps.begin(), step.gaps.end());
    }
    std::sort(m_gaps.begin(), m_gaps.end(),
              [](const FreeGap &a, const FreeGap &b) { return a.range.end < b.range.end; });
    for (std::uint32_t i = 0; i < m_paths.size(); ++i) {
        if (isWork(i)) {
            m_byEnd.push_back(i);
        }
        if (m_paths[i].launchEnd != DispatchPath::kUnknown) {
            m_byLaunch.push_back(i);
        }
    }
    std::sort(m_byEnd.begin(), m_byEnd.end(),
              [&](std::uint32_t a, std::uint32_t b) { return m_paths[a].end < m_paths[b].end; });
    std::sort(m_byLaunch.begin(), m_byLaunch.end(),
              [&](std::uint32_t a, std::uint32_t b) { return m_paths[a].launchEnd < m_paths[b].launchEnd; });
    addKeys(hostWaits, usual, stop);
}

void RankTimeline::addKeys(const IntervalSet &hostWaits, UsualTimes &usual, const std::stop_token &stop) {
    const auto kernels = deviceKernels(*m_capture, stop);
    std::size_t kernel = 0;
    for (std::uint32_t i = 0; i < m_paths.size(); ++i) {
        const auto &path = m_paths[i];
        while (kernel < kernels.size() && kernels[kernel].begin < path.begin) {
            ++kernel;
        }
        std::string_view shapes;
        for (auto k = kernel; k < kernels.size() && kernels[k].begin == path.begin; ++k) {
            shapes = kernels[k].name == name(i) ? kernels[k].inputShapes : shapes;
        }
        m_keys.push_back(usual.keyOf(name(i), shapes));
        const auto next = i + 1 < m_paths.size() ? std::max<std::int64_t>(0, m_paths[i + 1].begin - path.end) : 0;
        if (isCommunication(i)) {
            continue;  // how long it takes depends on others
        }
        const auto waited = hostWaits.empty() ? 0 : totalLength(clipped(hostWaits, path.end, path.end + next));
        usual.add(rank(), m_keys.back(), Nanos{path.end - path.begin}, Nanos{next - waited});
    }
}

std::uint32_t RankTimeline::launchedFrom(RankTime time) const {
    const auto it = std::lower_bound(m_byLaunch.begin(), m_byLaunch.end(), ns(time),
                                     [&](std::uint32_t work, std::int64_t t) { return m_paths[work].launchEnd < t; });
    return it == m_byLaunch.end() ? kNone : *it;
}

const TraceStore *RankTimeline::traceOf(SourceId source) const {
    for (const auto &loaded : m_capture->loaded) {
        if (loaded.source == source && !loaded.traces.empty()) {
            return loaded.traces.front().get();
        }
    }
    return nullptr;
}

std::string_view RankTimeline::name(std::uint32_t work) const {
    const auto *trace = traceOf(m_paths[work].source);
    return trace == nullptr ? std::string_view() : trace->text(m_paths[work].name);
}

std::uint32_t RankTimeline::firstFrom(std::int64_t time) const {
    const auto it = std::lower_bound(m_paths.begin(), m_paths.end(), time, &beginsBefore);
    return it == m_paths.end() ? kNone : static_cast<std::uint32_t>(it - m_paths.begin());
}

std::uint32_t RankTimeline::communicationAt(std::int64_t begin, std::string_view wanted) const {
    auto found = kNone;
    for (auto i = firstFrom(begin); i < m_paths.size() && m_paths[i].begin == begin; ++i) {
        if (isCommunication(i) && (found == kNone || name(i) == wanted)) {
            found = i;
        }
    }
    return found;
}

std::uint32_t RankTimeline::before(std::uint32_t work) const {
    constexpr std::int64_t kSlack = 1'000;  // files round to microseconds
    const auto begin = m_paths[work].begin;
    const auto after = std::upper_bound(m_byEnd.begin(), m_byEnd.end(), begin + kSlack,
                                        [&](std::int64_t t, std::uint32_t i) { return t < m_paths[i].end; });
    auto latest = kNone;
    for (auto it = after; it != m_byEnd.begin();) {
        const auto i = *--it;
        if (latest != kNone && m_paths[i].end < begin - kTouch) {
            break;
        }
        const bool holdsUp = !m_isSend[i] || isCommunication(work);
        if (i == work || m_paths[i].begin >= begin || !holdsUp) {
            continue;
        }
        if (m_paths[i].klass == SliceClass::Computing && m_paths[i].end >= begin - kTouch) {
            return i;
        }
        latest = latest == kNone ? i : latest;
    }
    return latest;
}

std::uint32_t RankTimeline::launchedBefore(std::uint32_t work) const {
    const auto launch = m_paths[work].launchEnd;
    auto it = std::lower_bound(m_byLaunch.begin(), m_byLaunch.end(), launch,
                               [&](std::uint32_t i, std::int64_t t) { return m_paths[i].launchEnd < t; });
    while (launch != DispatchPath::kUnknown && it != m_byLaunch.begin()) {
        --it;
        if (m_paths[*it].begin < m_paths[work].begin) {
            return *it;
        }
    }
    return kNone;
}

const FreeGap *RankTimeline::gapBefore(std::uint32_t work) const {
    const auto begin = rankTime(m_paths[work].begin);
    const auto it = std::lower_bound(m_gaps.begin(), m_gaps.end(), begin,
                                     [](const FreeGap &gap, RankTime t) { return gap.range.end < t; });
    return it == m_gaps.end() || it->range.begin >= begin ? nullptr : &*it;
}

const StepBounds *RankTimeline::stepAt(std::int64_t time) const {
    const auto at = findStep(m_steps, stepOfDeviceWork(m_steps, rankTime(time)));
    return at < m_steps.size() ? &m_steps[at] : nullptr;
}

}  // namespace stagescope
