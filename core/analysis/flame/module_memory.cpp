#include "core/analysis/flame/module_memory.h"

#include "core/analysis/flame/thread_calls.h"
#include "core/analysis/memory/memory_ops.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

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

}  // namespace

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
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            for (const auto &track : trace->tracks()) {
                if (track.kind == TrackKind::HostThread) {
                    MemoryVisitor visitor(*trace, track.id, pieces, sums);
                    ThreadCalls(*trace, track.id, ThreadCalls::Wanted::Module, stop).walk(times, visitor, stop);
                }
            }
        }
    }
    return sums;
}

}  // namespace stagescope
