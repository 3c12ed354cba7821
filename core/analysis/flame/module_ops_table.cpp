#include "core/analysis/flame/backward_calls.h"
#include "core/analysis/flame/thread_calls.h"
#include "core/analysis/flame/trace_work.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// Operators of one name at one place within the calls of a module, and the kernels that each of them launched.
struct ModuleOp {
    std::string parent;  ///< modules around it, from the outermost on, separated by semicolons
    std::string module;
    bool isBackward = false;
    int variant = -1;         ///< which of the sequences of operators that calls of the module have; -1: all have one
    std::string op;           ///< innermost operator around the launches; empty: none
    std::uint32_t order = 0;  ///< place among the operators of the call that launch something
    std::string kernels;      ///< in the order of the device, separated by ", "
    std::uint64_t count = 0;
    Nanos total{0};                     ///< sum of the durations of the kernels
    std::int64_t first = 0;             ///< ns: when the first of the operators began
    std::optional<SliceRef> longest{};  ///< kernel
};

/// By begin of the first operator, then by place. Work that begins in the range.
///
/// A call of the forward pass is a call of the module. The backward pass of a call lasts from the begin of the first to
/// the end of the last of neighbouring operators that belong to operators of the call ("fwdbwd"); what runs between
/// them counts, as the recipe module_statistic of msprof-analyze has it. Work outside of modules is left out.
/// O(n log n) of the slices of the host's threads and of the device. Stopped: incomplete. Any thread.
[[nodiscard]] std::vector<ModuleOp> moduleOps(const Run &run, const RankCapture &capture,
                                              const std::optional<RankRange> &device, const std::stop_token &stop = {});

/// A call of an operator, with what it launched by begin on the device.
struct OpCall {
    TrackId thread;
    std::int64_t begin = 0;
    StringId op;
    std::vector<const DeviceWork *> works{};
};

/// A call of a module, or the backward pass of one.
struct ModuleCall {
    std::string parent;
    std::string module;
    bool isBackward = false;
    std::vector<const OpCall *> ops{};
};

/// A stretch of the backward pass of one call of a module.
struct BackwardRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::size_t forward = 0;  ///< position of the call
    std::optional<std::size_t> call{};
};

constexpr auto kOutside = static_cast<std::size_t>(-1);

/// Finds the calls of modules around points of a thread.
class ModuleVisitor {
public:
    /// `known`: positions in `calls` of those that were found before.
    ModuleVisitor(const TraceStore &trace, std::vector<ModuleCall> &calls,
                  std::map<std::pair<TrackId, SliceId>, std::size_t> &known, std::size_t points)
        : m_trace(trace), m_calls(calls), m_known(known), m_around(points, kOutside) {}

    void enter(const ThreadCall &call) { m_open.push_back(call); }
    void leave() { m_open.pop_back(); }
    void point(std::size_t i) {
        if (m_open.empty()) {
            return;
        }
        const auto &inner = m_open.back();
        const auto [it, isNew] = m_known.try_emplace({inner.track, inner.slice}, m_calls.size());
        if (isNew) {
            ModuleCall call;
            for (const auto &open : m_open) {
                call.parent += call.module.empty() ? "" : (call.parent.empty() ? "" : ";") + call.module;
                const auto name = m_trace.text(open.name);
                const auto module = moduleOfCall(name);
                call.module = module.empty() ? name : module;
            }
            m_calls.push_back(std::move(call));
        }
        m_around[i] = it->second;
    }
    /// By point: position of the call, or kOutside.
    [[nodiscard]] const std::vector<std::size_t> &around() const { return m_around; }

private:
    const TraceStore &m_trace;
    std::vector<ModuleCall> &m_calls;
    std::map<std::pair<TrackId, SliceId>, std::size_t> &m_known;
    std::vector<std::size_t> m_around;
    std::vector<ThreadCall> m_open;
};

/// Calls of modules in one trace, with their operators.
class ModuleCallFinder {
public:
    ModuleCallFinder(const TraceWork &of, const std::stop_token &stop)
        : m_of(of), m_trace(*of.trace), m_stop(stop), m_backward(backwardCalls(*of.trace, stop)) {}

    /// Refer to the finder.
    const std::vector<ModuleCall> &find() {
        collectOps();
        findRuns();
        for (auto &[thread, ops] : m_ops) {
            addOps(thread, ops);
        }
        return m_calls;
    }

private:
    void collectOps() {
        std::map<std::tuple<TrackId, std::int64_t, StringId>, OpCall> ops;
        for (const auto &work : m_of.works) {
            const auto &path = work.path;
            if (work.time.kernels == 0 || path.call == DispatchPath::kUnknown) {
                continue;
            }
            const auto begin = path.opBegin == DispatchPath::kUnknown ? path.call : path.opBegin;
            auto &op =
                ops.try_emplace({path.callTrack, begin, path.op}, OpCall{path.callTrack, begin, path.op}).first->second;
            op.works.push_back(&work);
        }
        for (auto &[key, op] : ops) {
            m_ops[op.thread].push_back(std::move(op));
        }
    }
    /// Positions of the innermost calls of modules around ascending points.
    std::vector<std::size_t> modulesAround(TrackId thread, const std::vector<std::int64_t> &points) {
        ModuleVisitor visitor(m_trace, m_calls, m_known, points.size());
        ThreadCalls(m_trace, thread, ThreadCalls::Wanted::Module, m_stop).walk(points, visitor, m_stop);
        return visitor.around();
    }
    void findRuns() {
        struct Link {
            std::int64_t forward;
            TrackId thread;
            std::uint32_t slice;
        };
        std::map<TrackId, std::vector<Link>> links;  // by thread of the forward pass
        for (const auto &[thread, calls] : m_backward) {
            for (const auto &call : calls) {
                links[call.forwardThread].push_back({call.forward, thread, call.slice});
            }
        }
        std::map<TrackId, std::vector<BackwardRun>> runs;  // one for each call at first
        for (auto &[thread, of] : links) {
            std::stable_sort(of.begin(), of.end(), [](const Link &a, const Link &b) { return a.forward < b.forward; });
            std::vector<std::int64_t> points;
            for (const auto &link : of) {
                points.push_back(link.forward);
            }
            const auto around = modulesAround(thread, points);
            for (std::size_t i = 0; i < of.size(); ++i) {
                const auto &slices = m_trace.slices(of[i].thread);
                runs[of[i].thread].push_back(
                    {ns(slices.begin(of[i].slice)), ns(slices.end(of[i].slice)), around[i], {}});
            }
        }
        for (auto &[thread, of] : runs) {
            std::stable_sort(of.begin(), of.end(),
                             [](const BackwardRun &a, const BackwardRun &b) { return a.begin < b.begin; });
            for (const auto &run : of) {
                auto &joined = m_runs[thread];
                if (!joined.empty() && joined.back().forward == run.forward) {
                    joined.back().end = std::max(joined.back().end, run.end);
                } else {
                    joined.push_back(run);
                }
            }
        }
    }
    void addOps(TrackId thread, const std::vector<OpCall> &ops) {
        std::vector<std::int64_t> points;
        for (const auto &op : ops) {
            points.push_back(op.begin);
        }
        const auto around = modulesAround(thread, points);
        for (std::size_t i = 0; i < ops.size(); ++i) {
            const auto call = around[i] == kOutside ? backwardAround(thread, ops[i].begin) : around[i];
            if (call != kOutside) {
                m_calls[call].ops.push_back(&ops[i]);
            }
        }
    }
    std::size_t backwardAround(TrackId thread, std::int64_t time) {
        auto &runs = m_runs[thread];
        auto it = std::upper_bound(runs.begin(), runs.end(), time,
                                   [](std::int64_t t, const BackwardRun &run) { return t < run.begin; });
        if (it == runs.begin() || (--it)->end < time || it->forward == kOutside) {
            return kOutside;
        }
        if (!it->call) {
            it->call = m_calls.size();
            m_calls.push_back({m_calls[it->forward].parent, m_calls[it->forward].module, true});
        }
        return *it->call;
    }

    const TraceWork &m_of;
    const TraceStore &m_trace;
    const std::stop_token &m_stop;
    std::map<TrackId, std::vector<BackwardCall>> m_backward;
    std::map<TrackId, std::vector<OpCall>> m_ops;  ///< by begin
    std::map<TrackId, std::vector<BackwardRun>> m_runs;
    std::vector<ModuleCall> m_calls;
    std::map<std::pair<TrackId, SliceId>, std::size_t> m_known;
};

/// Adds up the operators of all calls of the modules.
class ModuleOpTally {
public:
    void add(RunId run, const TraceWork &of, const std::vector<ModuleCall> &calls) {
        for (const auto &call : calls) {
            if (!call.ops.empty()) {
                addCall(run, of, call);
            }
        }
    }
    std::vector<ModuleOp> take() {
        std::vector<ModuleOp> result;
        for (auto &[key, op] : m_ops) {
            const bool isOne = m_variants[{op.parent, op.module, op.isBackward}].size() == 1;
            op.variant = isOne ? -1 : op.variant;
            result.push_back(std::move(op));
        }
        std::stable_sort(result.begin(), result.end(), [](const ModuleOp &a, const ModuleOp &b) {
            return std::tie(a.first, a.order) < std::tie(b.first, b.order);
        });
        return result;
    }

private:
    using Module = std::tuple<std::string, std::string, bool>;

    void addCall(RunId run, const TraceWork &of, const ModuleCall &call) {
        std::vector<std::string> sequence;
        for (const auto *op : call.ops) {
            sequence.emplace_back(op->op.isValid() ? of.trace->text(op->op) : std::string_view{});
        }
        const Module module{call.parent, call.module, call.isBackward};
        auto &variants = m_variants[module];
        const auto variant = variants.try_emplace(sequence, static_cast<int>(variants.size())).first->second;
        for (std::uint32_t order = 0; order < sequence.size(); ++order) {
            const auto &op = *call.ops[order];
            ModuleOp one{call.parent, call.module, call.isBackward, variant, sequence[order], order, kernelsOf(of, op)};
            auto &sum = m_ops.try_emplace({module, variant, order, one.kernels}, std::move(one)).first->second;
            addWorks(run, of, op, sum);
        }
    }
    static std::string kernelsOf(const TraceWork &of, const OpCall &op) {
        std::string kernels;
        for (const auto *work : op.works) {
            kernels += (kernels.empty() ? "" : ", ") + std::string(of.trace->text(work->path.name));
        }
        return kernels;
    }
    static void addWorks(RunId run, const TraceWork &of, const OpCall &op, ModuleOp &sum) {
        sum.first = sum.count == 0 ? op.begin : std::min(sum.first, op.begin);
        ++sum.count;
        std::int64_t longest = -1;
        for (const auto *work : op.works) {
            const auto length = work->path.end - work->path.begin;
            sum.total += Nanos{length};
            if (!sum.longest || (sum.count == 1 && length > longest)) {
                sum.longest = SliceRef{run, of.source, work->path.track, work->path.slice};
            }
            longest = std::max(longest, length);
        }
    }

    std::map<Module, std::map<std::vector<std::string>, int>> m_variants;
    std::map<std::tuple<Module, int, std::uint32_t, std::string>, ModuleOp> m_ops;
};

std::vector<ModuleOp> moduleOps(const Run &run, const RankCapture &capture, const std::optional<RankRange> &device,
                                const std::stop_token &stop) {
    ModuleOpTally tally;
    for (const auto &trace : traceWork(capture, device, stop)) {
        ModuleCallFinder finder(trace, stop);
        tally.add(run.id, trace, finder.find());
    }
    return tally.take();
}

struct ModuleOpRow {
    int rank;
    const ModuleOp *op;

    operator const ModuleOp &() const { return *op; }
};

void addModuleOps(const RankInput &of, TableRows<ModuleOpRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    for (const auto &op : moduleOps(of.run, of.capture, asked.range, of.stop)) {
        out.add({of.capture.rank, &op});
    }
}

}  // namespace

AnalysisEntry makeModuleOpsEntry() {
    return rankTable<ModuleOpRow>(
        {.entry = {.id = "module_ops",
                   .title = "Operators and kernels by module",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full},
         .whenEmpty = "No operators of modules: no trace of these ranks is loaded, or it holds neither calls of "
                      "nn.Module (with_stack or with_modules) nor marks of the domain \"Module\"."},
        {
            key(column("rank", "Global rank; empty when unknown.", &ModuleOpRow::rank, ifKnown)),
            key(column("parent", "Modules around it, from the outermost on, separated by semicolons.",
                       &ModuleOp::parent)),
            key(column("module", "Innermost module around the operator.", &ModuleOp::module)),
            key(column(
                "pass",
                "forward or backward: between the first and the last of neighbouring operators of the backward pass "
                "that belong to one call of the module.",
                [](const ModuleOpRow &row) { return row.op->isBackward ? "backward" : "forward"; })),
            key(column(
                "variant",
                "Number of the sequence of operators, in order of appearance; empty where all calls of the module "
                "have the same.",
                &ModuleOp::variant, ifKnown)),
            key(column("operator", "Innermost operator around the launches; empty where none is known.",
                       &ModuleOp::op)),
            key(column("order", "Its place among the operators of the call that launch something, from 0.",
                       &ModuleOp::order)),
            figure(column("kernels", "Kernels, communication operators and copies that each of them launched.",
                          &ModuleOp::kernels)),
            sum(column("count", "How many operators launched these kernels at this place.", &ModuleOp::count)),
            sum(column("total_us", "us", "Sum of the durations of their kernels.", &ModuleOp::total)),
            figure(column("mean_us", "us", "total_us / count.",
                          [](const ModuleOpRow &row) {
                              return static_cast<double>(row.op->total.count()) / static_cast<double>(row.op->count) /
                                     1000.0;
                          })),
            column("evidence", "The longest kernel of the first of them.", &ModuleOp::longest),
        },
        addModuleOps);
}

}  // namespace stagescope
