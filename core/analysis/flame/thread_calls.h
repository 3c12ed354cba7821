#pragma once

#include "core/store/trace/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// "Conv2d_0" of "nn.Module: Conv2d_0", as Python tracers write calls of modules; empty for other names.
[[nodiscard]] std::string_view moduleOfCall(std::string_view name);

/// One call of a thread of the host: a slice of it, or a mark that the same thread set around a module.
struct ThreadCall {
    TrackId track;
    SliceId slice;
    std::int64_t begin = 0;  ///< ns, clock of the rank
    std::int64_t end = 0;
    StringId name;
    SliceClass klass = SliceClass::Other;
    bool isMark = false;  ///< of a module
};

/// Calls of one thread, outer before inner. Refers to the trace, which must outlive it. 4 bytes a call. Any thread.
class ThreadCalls {
public:
    enum class Wanted : std::uint8_t {
        Python,    ///< functions, modules among them
        Module,    ///< marks of the domain "Module" where the thread has such, else Python's calls of nn.Module
        Operator,  ///< of the framework
        All,       ///< all of these, with what the user's code annotates
    };

    /// Stopped: incomplete. O(n log n).
    ThreadCalls(const TraceStore &trace, TrackId thread, Wanted wanted, const std::stop_token &stop = {});
    /// Of the thread's own slices these.
    ThreadCalls(const TraceStore &trace, TrackId thread, std::vector<std::uint32_t> slices);

    [[nodiscard]] bool empty() const { return m_order.empty(); }

    /// Calls visitor.enter(call) and visitor.leave() as calls begin and end, and visitor.point(i) for each of the
    /// points, which come in ascending order: the calls that are open then are those around it, with those that begin
    /// or end at that very moment; where one ends as another begins, the latter. Stopped: gives up.
    template <class Visitor>
    void walk(std::span<const std::int64_t> points, Visitor &visitor, const std::stop_token &stop) const {
        std::vector<std::int64_t> ends;
        std::size_t next = 0;
        const auto leaveAll = [&](auto &&isOver) {
            for (; !ends.empty() && isOver(ends.back()); ends.pop_back()) {
                visitor.leave();
            }
        };
        const auto meet = [&](std::int64_t time) {
            leaveAll([time](std::int64_t end) { return end < time; });
            visitor.point(next++);
        };
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) {
                return;
            }
            const auto call = callOf(m_order[i]);
            while (next < points.size() && points[next] < call.begin) {
                meet(points[next]);
            }
            leaveAll([&](std::int64_t end) { return end <= call.begin; });
            visitor.enter(call);
            ends.push_back(call.end);
        }
        while (next < points.size()) {
            meet(points[next]);
        }
        leaveAll([](std::int64_t) { return true; });
    }

private:
    static constexpr std::uint32_t kMark = 0x8000'0000U;

    void findMarks(const TraceStore &trace);
    [[nodiscard]] bool wants(const TraceStore &trace, std::uint32_t slice, Wanted wanted) const;
    [[nodiscard]] ThreadCall callOf(std::uint32_t entry) const;
    void sort(const std::stop_token &stop);

    TrackId m_thread;
    const SliceTable &m_own;
    TrackId m_markTrack;
    const SliceTable *m_marks = nullptr;  ///< null: the thread set no marks around modules
    std::vector<std::uint32_t> m_order;   ///< positions of slices; with kMark, of marks
};

}  // namespace stagescope
