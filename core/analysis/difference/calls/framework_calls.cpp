#include "core/analysis/difference/calls/framework_calls.h"

#include "core/analysis/difference/calls/matching_blocks.h"
#include "core/analysis/flame/backward_calls.h"
#include "core/analysis/flame/thread_calls.h"
#include "core/analysis/memory/asked_memory.h"
#include "core/analysis/run/dispatch_paths.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/rank_tables.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::string_view kOptimizerCall = "Optimizer.";

/// Of modules, and of optimizers, which the framework marks in the same way.
std::string_view moduleName(const TraceStore &trace, const ThreadCall &call) {
    const auto name = trace.text(call.name);
    const auto module = moduleOfCall(name);
    const bool isWhole =
        call.isMark || (call.klass != SliceClass::Python && module.empty() && name.starts_with(kOptimizerCall));
    return isWhole ? name : module;
}

std::string pathBelow(std::string_view path, std::string_view module) {
    return std::string(path) + (path.empty() ? "" : ";") + std::string(module);
}

/// The paths of the modules that are open at points of a thread.
class ModulePathVisitor {
public:
    ModulePathVisitor(const TraceStore &trace, std::size_t points) : m_trace(trace), m_paths(points) {}

    void enter(const ThreadCall &call) {
        m_open.push_back(pathBelow(m_open.empty() ? std::string_view() : m_open.back(), moduleName(m_trace, call)));
    }
    void leave() { m_open.pop_back(); }
    void point(std::size_t i) { m_paths[i] = m_open.empty() ? std::string() : m_open.back(); }
    [[nodiscard]] const std::vector<std::string> &paths() const { return m_paths; }

private:
    const TraceStore &m_trace;
    std::vector<std::string> m_open;
    std::vector<std::string> m_paths;
};

/// By thread and slice of the backward pass: the path of the module that it belongs to, where there is one.
using BackwardPaths = std::map<std::pair<TrackId, std::uint32_t>, std::string>;
BackwardPaths backwardPaths(const TraceStore &trace, const std::map<TrackId, std::vector<BackwardCall>> &backward,
                            const std::stop_token &stop) {
    using Arrow = std::tuple<std::int64_t, TrackId, std::uint32_t>;
    std::map<TrackId, std::vector<Arrow>> arrows;  // by thread of the forward pass
    for (const auto &[thread, calls] : backward) {
        for (const auto &call : calls) {
            arrows[call.forwardThread].emplace_back(call.forward, thread, call.slice);
        }
    }
    BackwardPaths result;
    for (auto &[thread, of] : arrows) {
        std::sort(of.begin(), of.end());
        std::vector<std::int64_t> points;
        for (const auto &[forward, to, slice] : of) {
            points.push_back(forward);
        }
        ModulePathVisitor visitor(trace, points.size());
        ThreadCalls(trace, thread, ThreadCalls::Wanted::Module, stop).walk(points, visitor, stop);
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (!visitor.paths()[i].empty()) {
                result[{std::get<TrackId>(of[i]), std::get<std::uint32_t>(of[i])}] = visitor.paths()[i];
            }
        }
    }
    return result;
}

using KernelShapes = std::map<SliceRef, std::string_view>;
KernelShapes kernelShapes(const Run &run, const RankCapture &capture, const std::stop_token &stop) {
    KernelShapes result;
    const KernelSlices slices(run, capture);
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
        const auto slice = kernel.inputShapes.empty() ? std::nullopt : slices.of(kernel);
        if (slice) {
            result[*slice] = kernel.inputShapes;
        }
    });
    return result;
}

const RankCapture *captureOf(const AnalysisInput &input, int rank) {
    const auto captures = input.captures();
    const auto it = std::find_if(captures.begin(), captures.end(),
                                 [rank](const RankCapture *capture) { return capture->rank == rank; });
    return it == captures.end() ? nullptr : *it;
}

}  // namespace

/// Fills a tree.
class FrameworkCallFinder {
public:
    FrameworkCallFinder(FrameworkCalls &into, RunId run, const FrameworkCalls::Options &options, KernelShapes shapes)
        : m_into(into), m_run(run), m_options(options), m_shapes(std::move(shapes)) {
        m_into.m_calls.push_back({.isModule = true});
    }
    void addTrace(const RankCapture &capture, const TraceStore &trace, SourceId source, const std::stop_token &stop) {
        m_trace = &trace;
        m_source = source;
        auto points = pointsOf(trace, capture, stop);
        const auto backward = backwardCalls(trace, stop);
        m_backwardPaths = m_options.withModules ? backwardPaths(trace, backward, stop) : BackwardPaths{};
        const auto wanted = m_options.withModules ? ThreadCalls::Wanted::All : ThreadCalls::Wanted::Operator;
        for (const auto &track : trace.tracks()) {
            if (track.kind != TrackKind::HostThread) {
                continue;
            }
            m_points = std::move(points[track.id]);
            std::stable_sort(m_points.begin(), m_points.end(),
                             [](const Point &a, const Point &b) { return a.time < b.time; });
            std::vector<std::int64_t> times;
            for (const auto &point : m_points) {
                times.push_back(point.time);
            }
            m_isBackward = backward.contains(track.id);
            ThreadCalls(trace, track.id, wanted, stop).walk(times, *this, stop);
            m_open.clear();
        }
    }
    /// Adds up what the calls within launched, and divides the outermost ones into steps.
    void finish(const AnalysisInput &input, const RankCapture &capture) {
        for (auto call = m_into.m_calls.rbegin(); call != m_into.m_calls.rend(); ++call) {
            sum(*call);
        }
        for (const auto &[position, shapes] : m_shapesOf) {
            auto &call = m_into.m_calls[position];
            call.key = *m_into.m_texts.insert(std::string(call.name) + shapes).first;
        }
        auto outermost = std::move(m_into.m_calls.front().within);
        std::stable_sort(outermost.begin(), outermost.end(),
                         [](const FrameworkCall *a, const FrameworkCall *b) { return a->begin < b->begin; });
        const auto steps = rankSteps(capture);
        for (const auto &step : steps) {
            if (input.wantsStep(step.step)) {
                addRoot(firstFrom(outermost, step.range.begin), firstFrom(outermost, step.range.end));
            }
        }
        if (steps.empty()) {
            addRoot(outermost.begin(), outermost.end());
        }
    }

    // For ThreadCalls::walk.
    void enter(const ThreadCall &call) {
        const auto module = m_options.withModules ? modulePath(call) : std::string();
        const bool isOperator = call.klass == SliceClass::HostOp;
        if (module.empty() && !isOperator) {
            m_open.push_back(m_open.empty() ? Open{} : m_open.back());
            return;
        }
        const auto around = m_open.empty() ? Open{} : m_open.back();
        auto &calls = m_into.m_calls;
        const auto position = calls.size();
        const bool isModule = !module.empty();
        const std::string_view name = isModule ? *m_into.m_texts.insert(module).first : m_trace->text(call.name);
        const bool isBackward = isModule ? isOfBackward(call) : m_isBackward;
        const auto key = isModule && isBackward ? *m_into.m_texts.insert("backward " + module).first : name;
        calls.push_back({isModule, isBackward, name, key, {m_run, m_source, call.track, call.slice}, call.begin});
        calls.back().own.tellsMemory = m_tellsMemory;
        calls[isModule ? around.module : around.call].within.push_back(&calls.back());
        m_open.push_back({position, isModule ? position : around.module});
    }
    void leave() { m_open.pop_back(); }
    void point(std::size_t i) {
        const auto position = m_open.empty() ? 0 : m_open.back().call;
        if (position == 0) {
            return;
        }
        m_into.m_calls[position].own += m_points[i].cost;
        const auto shapes = m_shapes.find(m_points[i].slice);
        for (auto open = m_open.rbegin();
             shapes != m_shapes.end() && open != m_open.rend() && open->call != open->module; ++open) {
            if (open == m_open.rbegin() || open->call != std::prev(open)->call) {
                addShapes(m_shapesOf[open->call], shapes->second);
            }
        }
    }

private:
    /// Where a thread launches work or is given memory.
    struct Point {
        std::int64_t time = 0;
        CallCost cost;
        SliceRef slice{};  ///< of the work
    };
    /// Positions of the calls that are open: the innermost one, and the innermost module.
    struct Open {
        std::size_t call = 0;
        std::size_t module = 0;
    };

    /// By thread, in the order of the device.
    std::map<TrackId, std::vector<Point>> pointsOf(const TraceStore &trace, const RankCapture &capture,
                                                   const std::stop_token &stop) {
        std::map<TrackId, std::vector<Point>> points;
        for (const auto &path : dispatchPaths(trace, m_source, stop)) {
            if (path.call != DispatchPath::kUnknown) {
                points[path.callTrack].push_back({path.call,
                                                  {.kernels = 1, .device = Nanos{path.end - path.begin}},
                                                  {m_run, m_source, path.track, path.slice}});
            }
        }
        const auto memory = askedMemory(capture, trace, stop);
        m_tellsMemory = memory.has_value();
        for (const auto &piece : memory.value_or(std::vector<AskedMemory>{})) {
            points[piece.thread].push_back(
                {piece.time, {.tellsMemory = true, .bytes = piece.bytes, .held = piece.held}, {}});
        }
        return points;
    }
    /// Kernels of one operator often share its operands, and how many it needs differs from device to device.
    static void addShapes(std::string &all, std::string_view shapes) {
        const auto one = "|" + std::string(shapes);
        all += all.ends_with(one) ? "" : one;
    }
    [[nodiscard]] bool isOfBackward(const ThreadCall &call) const {
        return !call.isMark && m_backwardPaths.contains({call.track, call.slice.value});
    }
    static void sum(FrameworkCall &call) {
        for (const auto *within : call.within) {
            (within->isModule ? call.all : call.own) += within->all;
        }
        call.all += call.own;
    }
    using CallIterator = std::vector<const FrameworkCall *>::const_iterator;
    /// Of calls by begin.
    static CallIterator firstFrom(const std::vector<const FrameworkCall *> &calls, RankTime time) {
        return std::partition_point(calls.begin(), calls.end(),
                                    [time](const FrameworkCall *call) { return rankTime(call->begin) < time; });
    }
    void addRoot(CallIterator first, CallIterator last) {
        auto &root = m_into.m_roots.emplace_back(FrameworkCall{.isModule = true});
        root.within.assign(first, std::max(first, last));
        sum(root);
    }
    /// Empty: no module.
    [[nodiscard]] std::string modulePath(const ThreadCall &call) const {
        if (isOfBackward(call)) {
            return m_backwardPaths.at({call.track, call.slice.value});
        }
        const auto module = moduleName(*m_trace, call);
        return module.empty() ? std::string()
                              : pathBelow(m_into.m_calls[m_open.empty() ? 0 : m_open.back().module].name, module);
    }

    FrameworkCalls &m_into;
    RunId m_run;
    const FrameworkCalls::Options &m_options;
    KernelShapes m_shapes;
    const TraceStore *m_trace = nullptr;
    SourceId m_source{};
    bool m_isBackward = false;
    BackwardPaths m_backwardPaths;
    bool m_tellsMemory = false;
    std::vector<Point> m_points;  ///< of the thread, by time
    std::vector<Open> m_open;
    std::map<std::size_t, std::string> m_shapesOf;  ///< input shapes of the kernels of operators, by position
};

FrameworkCalls::FrameworkCalls(const AnalysisInput &input, const RankCapture &capture, const Options &options,
                               const std::stop_token &stop) {
    const auto &run = *input.run();
    FrameworkCallFinder finder(*this, run.id, options,
                               options.withShapes ? kernelShapes(run, capture, stop) : KernelShapes{});
    for (const auto &[source, trace] : capture.traces()) {
        finder.addTrace(capture, *trace, source, stop);
    }
    finder.finish(input, capture);
}

std::vector<FrameworkCallPair> alignedCalls(std::span<const FrameworkCall *const> before,
                                            std::span<const FrameworkCall *const> after) {
    std::map<std::string_view, std::uint32_t> numbers;
    const auto numbersOf = [&](std::span<const FrameworkCall *const> calls) {
        std::vector<std::uint32_t> result;
        for (const auto *call : calls) {
            result.push_back(numbers.try_emplace(call->key, static_cast<std::uint32_t>(numbers.size())).first->second);
        }
        return result;
    };
    const auto keysBefore = numbersOf(before);
    const auto keysAfter = numbersOf(after);
    auto matches = matchingPositions(keysBefore, keysAfter);
    matches.emplace_back(before.size(), after.size());
    std::vector<FrameworkCallPair> pairs;
    std::size_t x = 0;
    std::size_t y = 0;
    for (const auto &[i, j] : matches) {
        for (; x < i; ++x) {
            pairs.emplace_back(before[x], nullptr);
        }
        for (; y < j; ++y) {
            pairs.emplace_back(nullptr, after[y]);
        }
        if (x < before.size()) {
            pairs.emplace_back(before[x++], after[y++]);
        }
    }
    return pairs;
}

void visitFrameworkCalls(const TwoSides &sides, const FrameworkCalls::Options &options, const std::stop_token &stop,
                         const std::function<void(const FrameworkCallSides &)> &visit) {
    LentTimelines timelinesBefore(sides.before);
    LentTimelines timelinesAfter(sides.after);
    for (const auto &[rankBefore, rankAfter] : pairedRanks(sides)) {
        const auto *captureBefore = captureOf(timelinesBefore.input(), rankBefore);
        const auto *captureAfter = captureOf(timelinesAfter.input(), rankAfter);
        if (captureBefore == nullptr || captureAfter == nullptr || stop.stop_requested()) {
            continue;
        }
        const auto timelineBefore = timelinesBefore.lend(*captureBefore);
        const auto timelineAfter = timelinesAfter.lend(*captureAfter);
        const FrameworkCalls before(timelinesBefore.input(), *captureBefore, options, stop);
        const FrameworkCalls after(timelinesAfter.input(), *captureAfter, options, stop);
        const auto rootOf = [](const FrameworkCalls &calls, std::size_t step) {
            return step < calls.roots().size() ? &calls.roots()[step] : nullptr;
        };
        for (std::size_t step = 0; step < std::max(before.roots().size(), after.roots().size()); ++step) {
            visit({rankBefore, rankAfter, rootOf(before, step), rootOf(after, step)});
        }
    }
}

}  // namespace stagescope
