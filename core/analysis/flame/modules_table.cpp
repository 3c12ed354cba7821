#include "core/analysis/flame/flame_question.h"
#include "core/analysis/flame/flame_rows.h"
#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/flame/thread_calls.h"
#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/operators/chip_peak.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/session/workspace.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

namespace {

/// Memory that operators were given while calls of a module were open, modules below included.
struct ModuleMemory {
    std::uint64_t allocated = 0;  ///< bytes
    std::uint64_t kept = 0;       ///< of these, not released as the call ended
};

/// By call path as flameRows() writes it with frames of modules ("thread 1;Linear_0"), of allocations in a range, of
/// all without one. Records of memory do not tell threads: an allocation belongs to the calls that are open at its
/// time, which are those of the forward pass. Nothing where the capture has no record of operators' memory, or only one
/// of static graphs. Stopped: incomplete. O(allocations log allocations + calls), for each thread with modules. Any
/// thread.
[[nodiscard]] std::optional<std::map<std::string, ModuleMemory>> moduleMemory(const RankCapture &capture,
                                                                              const std::optional<RankRange> &range,
                                                                              const std::stop_token &stop = {});

struct PieceOfMemory {
    std::int64_t time = 0;
    std::int64_t released = std::numeric_limits<std::int64_t>::max();
    std::uint64_t bytes = 0;
};

/// By time.
std::vector<PieceOfMemory> allocationsOf(const OperatorMemory &memory, const std::optional<RankRange> &range) {
    std::vector<PieceOfMemory> found;
    for (std::uint32_t row = 0; row < memory.size(); ++row) {
        const auto time = memory.number(row, MemoryOpColumn::Allocated);
        const auto bytes = memory.bytes(row);
        if (time && bytes > 0 && (!range || range->contains(rankTime(*time)))) {
            const auto released = memory.number(row, MemoryOpColumn::Released);
            found.push_back({*time, released.value_or(std::numeric_limits<std::int64_t>::max()),
                             static_cast<std::uint64_t>(bytes)});
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const PieceOfMemory &a, const PieceOfMemory &b) { return a.time < b.time; });
    return found;
}

class MemoryVisitor {
public:
    MemoryVisitor(const TraceStore &trace, TrackId thread, const std::vector<PieceOfMemory> &pieces,
                  std::map<std::string, ModuleMemory> &sums)
        : m_trace(trace), m_thread(trace.text(trace.track(thread).name)), m_pieces(pieces), m_sums(sums) {}

    void enter(const ThreadCall &call) {
        const auto name = m_trace.text(call.name);
        const auto module = moduleOfCall(name);
        const auto &outer = m_open.empty() ? m_thread : m_open.back().path;
        m_open.push_back({outer + ';' + std::string(module.empty() ? name : module), call.end});
    }
    void leave() { m_open.pop_back(); }
    void point(std::size_t i) {
        for (const auto &call : m_open) {
            auto &sum = m_sums[call.path];
            sum.allocated += m_pieces[i].bytes;
            sum.kept += m_pieces[i].released > call.end ? m_pieces[i].bytes : 0;
        }
    }

private:
    struct Open {
        std::string path;
        std::int64_t end;
    };
    const TraceStore &m_trace;
    std::string m_thread;
    const std::vector<PieceOfMemory> &m_pieces;
    std::map<std::string, ModuleMemory> &m_sums;
    std::vector<Open> m_open;
};

std::optional<std::map<std::string, ModuleMemory>> moduleMemory(const RankCapture &capture,
                                                                const std::optional<RankRange> &range,
                                                                const std::stop_token &stop) {
    const OperatorMemory memory(capture);
    bool isTimed = false;
    for (std::uint32_t row = 0; row < memory.size() && !isTimed; ++row) {
        isTimed = memory.number(row, MemoryOpColumn::Allocated).has_value();
    }
    if (!isTimed) {
        return std::nullopt;
    }
    const auto pieces = allocationsOf(memory, range);
    std::vector<std::int64_t> times;
    for (const auto &piece : pieces) {
        times.push_back(piece.time);
    }
    std::map<std::string, ModuleMemory> sums;
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::HostThread) {
            MemoryVisitor visitor(*trace, track.id, pieces, sums);
            ThreadCalls(*trace, track.id, ThreadCalls::Wanted::Module, stop).walk(times, visitor, stop);
        }
    }
    return sums;
}

struct ModuleRow {
    int rank;
    const FlameNode *node;
    std::string_view module;
    std::string_view path;
    std::uint32_t depth;
    Nanos whole;  ///< kernels and copies of the rank
    const ChipPeak *peak;
    std::optional<ModuleMemory> memory;

    operator const FlameNode &() const { return *node; }
};

Nanos workOf(const DeviceTime &time) { return time.computing + time.copies; }
Nanos forwardWork(const DeviceTime &all, const DeviceTime &backward) { return workOf(all) - workOf(backward); }

/// Of the kernels beneath; nothing where their FLOP, or the peak of the device, are not known.
std::optional<double> shareOfPeak(const DeviceTime &time, const ChipPeak &peak) {
    constexpr double kLeastHalf = 0.99;  // the peak is of 16-bit types: of others there is no share of it
    const bool isHalf = time.halfFlop >= kLeastHalf * time.flop;
    const bool isKnown = isHalf && time.flop > 0 && time.computing > Nanos{0} && peak.flops && *peak.flops > 0;
    return isKnown ? std::optional(time.flop * 1e9 / static_cast<double>(time.computing.count()) / *peak.flops)
                   : std::nullopt;
}

void addModuleRows(const RankInput &of, const PeakSettings &settings, TableRows<ModuleRow> &out) {
    auto options = flameOptions(of.all, of.run, of.capture, FlameFrames::Module);
    if (!options) {
        return;
    }
    options->withWork = false;
    options->withFlop = true;
    const auto tree = flameTree(of.run, of.capture, *options, of.stop);
    const auto whole = workOf(tree.nodes[0].device);
    const auto peak = peakOf(of.capture, settings);
    const auto memory = moduleMemory(of.capture, options->host, of.stop);
    for (const auto &row : flameRows(tree, flameSizes(tree, FlameWidth::Host))) {
        const auto &node = tree.nodes[row.node];
        if (node.kind == FlameKind::Module) {
            const auto path = std::string_view(row.path);
            const auto held = memory ? memory->find(row.path) : std::map<std::string, ModuleMemory>::const_iterator{};
            const auto none = memory ? std::optional(ModuleMemory{}) : std::nullopt;
            out.add({of.capture.rank, &node, tree.name(node), path.substr(path.find(';') + 1), node.depth - 2, whole,
                     &peak, memory && held != memory->end() ? std::optional(held->second) : none});
        }
    }
}

std::optional<double> gflopOf(const ModuleRow &row) {
    const auto flop = row.node->device.flop;
    return flop > 0 ? std::optional(flop / 1e9) : std::nullopt;
}

}  // namespace

AnalysisEntry makeModulesEntry() {
    return rankTable<ModuleRow>(
        {.entry = {.id = "modules",
                   .title = "Modules of the model",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full,
                   .parameters = peakParameters()},
         .whenEmpty = "No modules: no trace of these ranks is loaded, or it holds neither calls of nn.Module "
                      "(with_stack or with_modules) nor marks of the domain \"Module\"."},
        {
            key(column("rank", "Global rank; empty when unknown.", &ModuleRow::rank, ifKnown)),
            key(column("path", "Modules from the outermost on, separated by semicolons.", &ModuleRow::path)),
            column("module", "The last of them.", &ModuleRow::module),
            column("depth", "0 = outermost.", &ModuleRow::depth),
            sum(column("calls", "Calls of the forward pass that begin in the selected range.", &FlameNode::calls)),
            sum(column("host_us", "us", "Time of these calls within the range.", &FlameNode::host)),
            sum(column("host_self_us", "us", "The part outside of the modules below.", &FlameNode::hostSelf)),
            sum(column("kernels", "Kernels, communication operators and copies that it and the modules below launched.",
                       &FlameNode::device, &DeviceTime::kernels)),
            sum(column("forward_us", "us", "Sum of the durations of the kernels and copies launched within the calls.",
                       [](const ModuleRow &row) { return forwardWork(row.node->device, row.node->backward); })),
            sum(column("forward_self_us", "us", "The part outside of the modules below.",
                       [](const ModuleRow &row) { return forwardWork(row.node->deviceSelf, row.node->backwardSelf); })),
            sum(column("backward_us", "us",
                       "The same of what operators of the backward pass launched for operators called here; without "
                       "optimizer and gradients' accumulation.",
                       [](const ModuleRow &row) { return workOf(row.node->backward); })),
            sum(column("backward_self_us", "us", "The part outside of the modules below.",
                       [](const ModuleRow &row) { return workOf(row.node->backwardSelf); })),
            sum(column("communication_us", "us", "Sum of the durations of communication operators launched in both.",
                       &FlameNode::device, &DeviceTime::communication)),
            figure(column("device_share_percent", "%", "(forward_us + backward_us) / kernels and copies of the rank.",
                          [](const ModuleRow &row) { return percentOf(workOf(row.node->device), row.whole); })),
            sum(column(
                "allocated_bytes", "bytes",
                "What operators were given within its calls of the forward pass, by the profiler's record of memory; "
                "empty without one.",
                &ModuleRow::memory, &ModuleMemory::allocated)),
            sum(column("kept_bytes", "bytes",
                       "Of that, not released as the call ended: what it leaves for others and for the backward pass.",
                       &ModuleRow::memory, &ModuleMemory::kept)),
            sum(column(
                "gflop",
                "10^9 floating point operations of matrix units in its kernels of both passes; empty: none known.",
                gflopOf)),
            figure(column(
                "mfu_percent", "%",
                "gflop / (time of its computing kernels of both passes x peak of the device for FP16 and BF16); empty "
                "where either is unknown, and of numbers of other types.",
                [](const ModuleRow &row) { return shareOfPeak(row.node->device, *row.peak); }, inPercent)),
            column("unjudged_us", "us",
                   "Kernels for which it is unknown what the matrix units did; gflop may lack them.",
                   &FlameNode::device, &DeviceTime::unjudged),
            column("evidence", "The longest of its calls.", &FlameNode::longest),
        },
        peakSettings, addModuleRows);
}

}  // namespace stagescope
