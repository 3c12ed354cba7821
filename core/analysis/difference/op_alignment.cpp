#include "core/analysis/difference/op_alignment.h"

#include "core/analysis/difference/matching_blocks.h"
#include "core/analysis/flame/backward_calls.h"
#include "core/analysis/flame/thread_calls.h"
#include "core/analysis/run/dispatch_paths.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

struct OpCall {
    AlignedOp op;
    std::int64_t begin = 0;
    bool isBackward = false;
    std::vector<std::uint32_t> within{};  ///< positions of calls, by begin
};

/// All calls of operators of one rank.
class OpCalls {
public:
    OpCalls(const AnalysisInput &input, const RankCapture &capture, const std::stop_token &stop) {
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                addTrace(input.run()->id, *trace, source.source, stop);
            }
        }
        // Calls within come after those around them.
        for (auto call = m_calls.rbegin(); call != m_calls.rend(); ++call) {
            for (const auto within : call->within) {
                call->op.kernels += m_calls[within].op.kernels;
                call->op.device += m_calls[within].op.device;
            }
        }
        keepSteps(input, capture);
    }
    [[nodiscard]] const OpCall &operator[](std::uint32_t position) const { return m_calls[position]; }
    [[nodiscard]] const std::vector<std::uint32_t> &outermost() const { return m_outermost; }

    // For ThreadCalls::walk.
    void enter(const ThreadCall &call) {
        const auto position = static_cast<std::uint32_t>(m_calls.size());
        (m_open.empty() ? m_outermost : m_calls[m_open.back()].within).push_back(position);
        m_calls.push_back(
            {{m_trace->text(call.name), {m_run, m_source, call.track, call.slice}}, call.begin, m_isBackward});
        m_open.push_back(position);
    }
    void leave() { m_open.pop_back(); }
    void point(std::size_t i) {
        if (!m_open.empty()) {
            auto &op = m_calls[m_open.back()].op;
            ++op.kernels;
            op.device += m_durations[i];
        }
    }

private:
    void addTrace(RunId run, const TraceStore &trace, SourceId source, const std::stop_token &stop) {
        m_run = run;
        m_trace = &trace;
        m_source = source;
        std::map<TrackId, std::vector<std::pair<std::int64_t, Nanos>>> launches;
        for (const auto &path : dispatchPaths(trace, source, stop)) {
            if (path.call != DispatchPath::kUnknown) {
                launches[path.callTrack].emplace_back(path.call, Nanos{path.end - path.begin});
            }
        }
        const auto backward = backwardCalls(trace, stop);
        for (const auto &track : trace.tracks()) {
            if (track.kind != TrackKind::HostThread) {
                continue;
            }
            auto &points = launches[track.id];
            std::sort(points.begin(), points.end());
            std::vector<std::int64_t> times;
            m_durations.clear();
            for (const auto &[time, duration] : points) {
                times.push_back(time);
                m_durations.push_back(duration);
            }
            m_isBackward = backward.contains(track.id);
            ThreadCalls(trace, track.id, ThreadCalls::Wanted::Operator, stop).walk(times, *this, stop);
            m_open.clear();
        }
    }
    void keepSteps(const AnalysisInput &input, const RankCapture &capture) {
        const auto steps = rankSteps(capture);
        if (!steps.empty()) {
            std::erase_if(m_outermost, [&](std::uint32_t position) {
                return std::none_of(steps.begin(), steps.end(), [&](const StepBounds &step) {
                    return input.wantsStep(step.step) && step.range.contains(rankTime(m_calls[position].begin));
                });
            });
        }
        std::stable_sort(m_outermost.begin(), m_outermost.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return m_calls[a].begin < m_calls[b].begin; });
    }

    RunId m_run{};
    const TraceStore *m_trace = nullptr;
    SourceId m_source{};
    bool m_isBackward = false;
    std::vector<Nanos> m_durations;  ///< of what the points of the thread launch
    std::vector<std::uint32_t> m_open;
    std::vector<OpCall> m_calls;
    std::vector<std::uint32_t> m_outermost;
};

class OpAligner {
public:
    OpAligner(const OpCalls &before, const OpCalls &after, std::optional<std::uint64_t> mostKernels)
        : m_before(before), m_after(after), m_most(mostKernels) {}

    /// Calls `pair(before, after)` with one of them null where a side has none.
    template <class Pair>
    void align(const std::vector<std::uint32_t> &before, const std::vector<std::uint32_t> &after, const Pair &pair) {
        const auto namesBefore = numbersOf(m_before, before);
        const auto namesAfter = numbersOf(m_after, after);
        auto matches = matchingPositions(namesBefore, namesAfter);
        matches.emplace_back(before.size(), after.size());
        std::size_t x = 0;
        std::size_t y = 0;
        for (const auto &[i, j] : matches) {
            for (; x < i; ++x) {
                pair(&m_before[before[x]], nullptr);
            }
            for (; y < j; ++y) {
                pair(nullptr, &m_after[after[y]]);
            }
            if (x < before.size()) {
                open(m_before[before[x++]], m_after[after[y++]], pair);
            }
        }
    }

private:
    template <class Pair>
    void open(const OpCall &before, const OpCall &after, const Pair &pair) {
        if (m_most && std::max(before.op.kernels, after.op.kernels) > *m_most && !before.within.empty() &&
            !after.within.empty()) {
            align(before.within, after.within, pair);
        } else {
            pair(&before, &after);
        }
    }
    [[nodiscard]] std::vector<std::uint32_t> numbersOf(const OpCalls &calls, const std::vector<std::uint32_t> &of) {
        std::vector<std::uint32_t> numbers;
        for (const auto position : of) {
            numbers.push_back(
                m_numbers.try_emplace(calls[position].op.name, static_cast<std::uint32_t>(m_numbers.size()))
                    .first->second);
        }
        return numbers;
    }

    const OpCalls &m_before;
    const OpCalls &m_after;
    std::optional<std::uint64_t> m_most;
    std::map<std::string_view, std::uint32_t> m_numbers;
};

/// Forward and backward in turn; the first is of the forward pass and may be empty.
std::vector<std::vector<std::uint32_t>> passesOf(const OpCalls &calls) {
    std::vector<std::vector<std::uint32_t>> passes(1);
    for (const auto position : calls.outermost()) {
        const bool isBackward = calls[position].isBackward;
        if (isBackward != (passes.size() % 2 == 0)) {
            passes.emplace_back();
        }
        passes.back().push_back(position);
    }
    return passes;
}

const RankCapture *captureOf(const AnalysisInput &input, int rank) {
    for (const auto *capture : input.captures()) {
        if (capture->rank == rank) {
            return capture;
        }
    }
    return nullptr;
}

}  // namespace

std::vector<OpPair> opAlignment(const TwoSides &sides, std::optional<std::uint64_t> mostKernels,
                                const std::stop_token &stop) {
    std::vector<OpPair> pairs;
    for (const auto &[from, to] : pairedRanks(sides)) {
        const auto *captureBefore = captureOf(sides.before, from);
        const auto *captureAfter = captureOf(sides.after, to);
        if (captureBefore == nullptr || captureAfter == nullptr || stop.stop_requested()) {
            continue;
        }
        const OpCalls before(sides.before, *captureBefore, stop);
        const OpCalls after(sides.after, *captureAfter, stop);
        OpAligner aligner(before, after, mostKernels);
        auto passesBefore = passesOf(before);
        auto passesAfter = passesOf(after);
        const auto passes = std::max(passesBefore.size(), passesAfter.size());
        passesBefore.resize(passes);
        passesAfter.resize(passes);
        for (std::size_t i = 0; i < passes; ++i) {
            aligner.align(passesBefore[i], passesAfter[i], [&](const OpCall *one, const OpCall *other) {
                pairs.push_back({from, to, one == nullptr ? std::nullopt : std::optional(one->op),
                                 other == nullptr ? std::nullopt : std::optional(other->op)});
            });
        }
    }
    return pairs;
}

}  // namespace stagescope
